"""Suits and Notty's shapes as smooth masks, drawn large once and scaled down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, TypeAlias

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from bot.render.pictures.drawing.palette import Colour

Draw: TypeAlias = Callable[[ImageDraw.ImageDraw, int], None]

_OVERSAMPLE = 8


def _circle(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)


def _heart_curve() -> Iterator[tuple[float, float]]:
    """Yield the points of a heart around 0: 32 wide, from -17 at its tip to 12."""
    for step in range(120):
        t = step * pi / 60
        yield 16 * sin(t) ** 3, 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)


def _heart(draw: ImageDraw.ImageDraw, s: int) -> None:
    draw.polygon([(s * (0.5 + x / 35), s * (0.46 - y / 33)) for x, y in _heart_curve()], fill=255)


def _diamond(draw: ImageDraw.ImageDraw, s: int) -> None:
    draw.polygon([(s * 0.5, 0), (s * 0.88, s * 0.5), (s * 0.5, s), (s * 0.12, s * 0.5)], fill=255)


def _stem(draw: ImageDraw.ImageDraw, s: int) -> None:
    draw.polygon([(s * 0.46, s * 0.5), (s * 0.54, s * 0.5), (s * 0.70, s * 0.98), (s * 0.30, s * 0.98)], fill=255)


def _spade(draw: ImageDraw.ImageDraw, s: int) -> None:
    draw.polygon([(s * (0.5 + x / 35), s * (0.42 + y / 36)) for x, y in _heart_curve()], fill=255)
    _stem(draw, s)


def _club(draw: ImageDraw.ImageDraw, s: int) -> None:
    for x, y in ((0.5, 0.24), (0.25, 0.58), (0.75, 0.58)):
        _circle(draw, s * x, s * y, s * 0.225)
    draw.rectangle((s * 0.38, s * 0.36, s * 0.62, s * 0.62), fill=255)
    _stem(draw, s)


def _disc(draw: ImageDraw.ImageDraw, s: int) -> None:
    _circle(draw, s * 0.5, s * 0.5, s * 0.46)


def _square(draw: ImageDraw.ImageDraw, s: int) -> None:
    draw.rectangle((s * 0.1, s * 0.1, s * 0.9, s * 0.9), fill=255)


def _triangle(draw: ImageDraw.ImageDraw, s: int) -> None:
    draw.polygon([(s * 0.5, s * 0.06), (s * 0.98, s * 0.92), (s * 0.02, s * 0.92)], fill=255)


def _star(draw: ImageDraw.ImageDraw, s: int) -> None:
    points = []
    for corner in range(10):
        radius = s * (0.5 if corner % 2 == 0 else 0.21)
        angle = corner * pi / 5
        points.append((s * 0.5 + radius * sin(angle), s * 0.53 - radius * cos(angle)))
    draw.polygon(points, fill=255)


def _tick(draw: ImageDraw.ImageDraw, s: int) -> None:
    points = [(s * 0.12, s * 0.55), (s * 0.4, s * 0.82), (s * 0.9, s * 0.2)]
    draw.line(points, fill=255, width=round(s * 0.2), joint="curve")


def _cross(draw: ImageDraw.ImageDraw, s: int) -> None:
    for left, right in ((0.16, 0.84), (0.84, 0.16)):
        draw.line([(s * left, s * 0.16), (s * right, s * 0.84)], fill=255, width=round(s * 0.2))


def _arrow(draw: ImageDraw.ImageDraw, s: int) -> None:
    draw.polygon([(s * 0.5, s * 0.06), (s * 0.95, s * 0.52), (s * 0.05, s * 0.52)], fill=255)
    draw.rectangle((s * 0.36, s * 0.5, s * 0.64, s * 0.96), fill=255)


def _fall(draw: ImageDraw.ImageDraw, s: int) -> None:
    draw.polygon([(s * 0.5, s * 0.94), (s * 0.95, s * 0.48), (s * 0.05, s * 0.48)], fill=255)
    draw.rectangle((s * 0.36, s * 0.04, s * 0.64, s * 0.5), fill=255)


def _turn(draw: ImageDraw.ImageDraw, s: int) -> None:
    draw.polygon([(s * 0.14, s * 0.04), (s * 0.96, s * 0.5), (s * 0.14, s * 0.96)], fill=255)


def _swap(draw: ImageDraw.ImageDraw, s: int) -> None:
    for tip, end in ((0.02, 0.34), (0.98, 0.66)):
        draw.polygon([(s * tip, s * 0.5), (s * end, s * 0.16), (s * end, s * 0.84)], fill=255)
    draw.rectangle((s * 0.3, s * 0.38, s * 0.7, s * 0.62), fill=255)


def _warning(draw: ImageDraw.ImageDraw, s: int) -> None:
    """Draw a triangle with a cut-out exclamation mark."""
    draw.polygon([(s * 0.5, s * 0.02), (s, s * 0.94), (0, s * 0.94)], fill=255)
    draw.polygon([(s * 0.42, s * 0.34), (s * 0.58, s * 0.34), (s * 0.54, s * 0.66), (s * 0.46, s * 0.66)], fill=0)
    draw.ellipse((s * 0.43, s * 0.71, s * 0.57, s * 0.85), fill=0)


def _cards(draw: ImageDraw.ImageDraw, s: int) -> None:
    """Draw two cards, with a gap around the one in front."""
    draw.rounded_rectangle((s * 0.1, s * 0.02, s * 0.6, s * 0.72), s * 0.08, fill=255)
    draw.rounded_rectangle((s * 0.28, s * 0.18, s, s), s * 0.1, fill=0)
    draw.rounded_rectangle((s * 0.38, s * 0.28, s * 0.88, s * 0.98), s * 0.08, fill=255)


_SHAPES: dict[str, Draw] = {
    "S": _spade,
    "H": _heart,
    "D": _diamond,
    "C": _club,
    "disc": _disc,
    "square": _square,
    "triangle": _triangle,
    "star": _star,
    "tick": _tick,
    "cross": _cross,
    "arrow": _arrow,
    "swap": _swap,
    "turn": _turn,
    "fall": _fall,
    "warning": _warning,
    "cards": _cards,
}
NOTTY_SHAPES = {"R": "disc", "B": "square", "G": "triangle", "Y": "star"}


@cache
def mask(name: str, size: int) -> Image.Image:
    """A grey mask of size x size pixels; `name` is a suit letter or a shape such as `disc` or `tick`."""
    large = Image.new("L", (size * _OVERSAMPLE, size * _OVERSAMPLE), 0)
    _SHAPES[name](ImageDraw.Draw(large), size * _OVERSAMPLE)
    return large.resize((size, size), Image.Resampling.LANCZOS)


def stamp(image: Image.Image, shape: str, colour: Colour, x: int, y: int, size: int) -> None:
    """Put a shape of a size in pixels on the image, with its upper left corner at (x, y)."""
    image.paste(colour, (x, y), mask(shape, size))
