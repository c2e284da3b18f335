"""Text files that a user names."""

from pathlib import Path

from minebot.errors import NotationError


def read_text(path: Path) -> str:
    """The text of a file in UTF-8; NotationError, in a sentence that names the file, where there is none to read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except IsADirectoryError:
        raise NotationError(f"{path} is a folder; name the file in it") from None
    except UnicodeDecodeError:
        raise NotationError(f"{path} is no text in UTF-8; a board file holds rows like '#1.#'") from None
    except (OSError, ValueError) as error:
        raise NotationError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
