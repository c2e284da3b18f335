"""Recordings for the tests: a game drawn state by state, with fades, half-drawn frames, a clock and a mouse."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from minebot.board import COVERED, Board
from minebot.game import SimulatedGame
from minebot.minefield import RandomBoards
from minebot.move import Action, Move
from minebot.vision.draw import draw_board
from minebot.vision.picture import Bgr
from minebot.vision.themes.folders import load_theme

PITCH, LEFT, TOP = 24, 30, 60


def game_boards(count: int) -> list[Board]:
    """The first states of a game on a beginner's board, each unlike the one before, above as well as below."""
    field = RandomBoards(9, 9, 10, seed=3)[0]
    game = SimulatedGame(field)
    boards = [game.read()]
    while len(boards) < count:
        for rows in (range(4), range(5, 9)):
            covered = [index for index in range(81) if boards[-1].cells[index] == COVERED and index // 9 in rows]
            index = next(index for index in covered if field.numbers[index] > 0)
            game.play([Move(Action.OPEN, index % 9, index // 9)])
        boards.append(game.read())
    return boards


def on_screen(board: Board, theme: str = "classic") -> Bgr:
    """The board on a small grey desktop."""
    canvas = np.full((320, 300, 3), 120, np.uint8)
    drawn = draw_board(board, load_theme(theme), PITCH)
    canvas[TOP : TOP + drawn.shape[0], LEFT : LEFT + drawn.shape[1]] = drawn
    return canvas


def held(pictures: Sequence[Bgr], count: int) -> list[Bgr]:
    """Each picture for so many frames."""
    return [picture for picture in pictures for _ in range(count)]


def fade(one: Bgr, other: Bgr, count: int) -> list[Bgr]:
    """The frames between two pictures while one turns into the other."""
    shares = np.linspace(0, 1, count + 2)[1:-1]
    return [cv2.addWeighted(one, 1 - share, other, share, 0).astype(np.uint8) for share in shares]


def half_drawn(one: Bgr, other: Bgr) -> Bgr:
    """A frame of which the upper half shows the new picture already."""
    middle = TOP + 4 * PITCH + PITCH // 2
    return np.concatenate([other[:middle], one[middle:]])


def with_life(pictures: Sequence[Bgr]) -> Iterator[Bgr]:
    """The frames with a clock that never stands still, and a mouse that moves, both beside the board."""
    for index, picture in enumerate(pictures):
        lively = picture.copy()
        cv2.putText(lively, f"{index:03}", (180, 40), cv2.FONT_HERSHEY_SIMPLEX, 1, (0, 0, 200), 2)
        lively[285 + index % 20 : 295 + index % 20, 10 + (7 * index) % 250 :][:, :8] = 255
        yield lively


def save_video(path: Path, pictures: Sequence[Bgr], rate: float = 10, codec: str = "mp4v") -> bool:
    """Write a video; whether this build of OpenCV can."""
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), rate, (width, height))
    for picture in pictures if writer.isOpened() else ():
        writer.write(picture)
    writer.release()
    return writer.isOpened() or path.exists()


def save_animation(path: Path, pictures: Sequence[Bgr], milliseconds: int = 100) -> None:
    """Write a GIF, WebP or PNG that moves."""
    first, *rest = [Image.fromarray(picture[:, :, ::-1]) for picture in pictures]
    lossless = {"lossless": True} if path.suffix == ".webp" else {}
    first.save(path, save_all=True, append_images=rest, duration=milliseconds, **lossless)
