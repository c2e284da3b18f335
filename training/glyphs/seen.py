"""A picture as screens and screenshots show it: scaled, lit from one side, dimmed, blurred, noisy, compressed."""

import cv2
import numpy as np
import numpy.typing as npt
from grounds import Generator, Picture


def as_seen(canvas: Picture, rng: Generator, pitch: int) -> tuple[npt.NDArray[np.uint8], float, float]:
    """The picture after scaling, light, blur, noise and compression; and the scales across and down."""
    scale_x = scale_y = 1.0
    if rng.random() < 0.5:
        scale_x = np.exp(rng.uniform(np.log(max(0.6, 10 / pitch)), np.log(min(3.0, 90 / pitch))))
        scale_y = scale_x * (rng.uniform(0.97, 1.03) if rng.random() < 0.2 else 1.0)
        way = cv2.INTER_AREA if scale_x < 1 else int(rng.choice([cv2.INTER_NEAREST, cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
        height, width = round(canvas.shape[0] * scale_y), round(canvas.shape[1] * scale_x)
        scale_y, scale_x = height / canvas.shape[0], width / canvas.shape[1]
        canvas = cv2.resize(canvas, (width, height), interpolation=way)
    if rng.random() < 0.2:  # light from one side, as Windows 7 has it
        axis = int(rng.integers(0, 2))
        ramp = np.linspace(rng.uniform(0.6, 1), rng.uniform(1, 1.35), canvas.shape[axis], dtype=np.float32)
        canvas = canvas * np.expand_dims(ramp, (1 - axis, 2))
    if rng.random() < 0.15:
        canvas = canvas * rng.uniform(0.5, 1) + rng.uniform(0, 20)
    if rng.random() < 0.3:
        canvas = cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.3, 0.045 * pitch * scale_x + 0.3))
    if rng.random() < 0.2:
        canvas = canvas + rng.normal(0, rng.uniform(1, 8), canvas.shape).astype(np.float32)
    picture = np.clip(canvas + 0.5, 0, 255).astype(np.uint8)
    if rng.random() < 0.12:
        picture = (picture & 0xF8) | (picture >> 5)
    if rng.random() < 0.3:
        picture = cv2.imdecode(
            cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 96))])[1], cv2.IMREAD_COLOR
        )
    return picture, scale_x, scale_y
