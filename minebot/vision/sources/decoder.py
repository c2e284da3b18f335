"""The program that decodes a video, in a process of its own: whatever a damaged file does to a decoder ends with it.

    python decoder.py VIDEO MOST_PIXELS

Writes to standard output, for each frame, a header (`HEADER`: width, height, seconds, duration in seconds, share of
the file) and the picture's bytes: blue, green, red. Exit code 3: the frames have more pixels than that; 4: the file
cannot be decoded. It imports nothing of minebot, so as to start in 0.2 s.
"""

import math
import struct
import sys

import cv2

HEADER = struct.Struct("<IIddd")

TOO_LARGE, NO_VIDEO = 3, 4

_FORMATS = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi"  # no playlists, which name other files

ENVIRONMENT = {
    "OPENCV_FFMPEG_CAPTURE_OPTIONS": f"protocol_whitelist;file|format_whitelist;{_FORMATS}",
    "OPENBLAS_NUM_THREADS": "1",
}
"""What must be set before the program starts, beside what is set already."""

_MEMORY = 1 << 30  # bytes of address space; a 4K recording takes less than half of it
_THREADS = 1  # each would keep frames of its own in memory
_SLOWEST, _FASTEST = 0.1, 1000.0  # frames a second that are believed; a file may say anything
_LONGEST = 3600.0  # seconds that a frame may stay, likewise


def main(path: str, most_pixels: int) -> int:
    """Decode the video; the exit code."""
    _limit_memory()
    video = cv2.VideoCapture(path, cv2.CAP_FFMPEG, [cv2.CAP_PROP_N_THREADS, _THREADS])
    if not video.isOpened():
        return NO_VIDEO
    if video.get(cv2.CAP_PROP_FRAME_WIDTH) * video.get(cv2.CAP_PROP_FRAME_HEIGHT) > most_pixels:
        return TOO_LARGE
    return _write_frames(video, most_pixels)


def _write_frames(video: cv2.VideoCapture, most_pixels: int) -> int:
    rate = video.get(cv2.CAP_PROP_FPS)
    duration = 1 / rate if _SLOWEST <= rate <= _FASTEST else 0.1
    count, seconds, index = video.get(cv2.CAP_PROP_FRAME_COUNT), -duration, 0
    while True:
        whole, picture = video.read()
        if not whole:
            return 0 if index else NO_VIDEO
        height, width = picture.shape[:2]
        if height * width > most_pixels:
            return TOO_LARGE
        said, index = video.get(cv2.CAP_PROP_POS_MSEC) / 1000, index + 1
        # time runs on, whatever the file says
        seconds = said if math.isfinite(said) and seconds < said < seconds + _LONGEST else seconds + duration
        sys.stdout.buffer.write(HEADER.pack(width, height, seconds, duration, min(1.0, index / max(count, 1))))
        sys.stdout.buffer.write(picture.data)


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - Windows has none

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
