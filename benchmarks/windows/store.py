"""The folder of frames: pictures without loss, and `index.jsonl` with one line for each that says what it shows."""

import hashlib
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import shared  # noqa: F401 - makes the modules of fixtures importable, so it comes first
from desk import Picture


@dataclass
class Store:
    """Where frames are kept; several processes may write to one folder."""

    folder: Path
    seen: set[str] = field(default_factory=set)
    saved: int = 0

    def save(self, picture: Picture, about: dict[str, Any]) -> bool:
        """Keep a picture, unless the same one was kept already; its name is the hash of its pixels."""
        digest = hashlib.sha256(picture.tobytes() + about["program"].encode()).hexdigest()[:16]
        path = self.folder / about["program"] / f"{digest}.png"
        if digest in self.seen or path.exists():
            return False
        self.seen.add(digest)
        path.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(os.fspath(path), picture[:, :, ::-1], [cv2.IMWRITE_PNG_COMPRESSION, 4])
        with (self.folder / "index.jsonl").open("a") as index:
            index.write(json.dumps({"file": f"{about['program']}/{path.name}", **about}) + "\n")
        self.saved += 1
        return True


def frames(folder: Path) -> list[dict[str, Any]]:
    """Every line of the index."""
    return [json.loads(line) for line in (folder / "index.jsonl").read_text().splitlines()]
