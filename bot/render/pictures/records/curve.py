"""A rating over the games of a season, as a line chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from bot.language import _, ngettext
from bot.render.pictures.drawing.lettering import words, words_within
from bot.render.pictures.drawing.palette import FAINT, FELT, GOLD, LIGHT, MARGIN, PLATE
from bot.render.pictures.drawing.sprites import canvas, index_of
from bot.render.pictures.layout.plan import HEADING_SIZES
from bot.render.words import games_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDTH, _HEIGHT = 840, 490
_LEFT, _RIGHT, _TOP, _BOTTOM = 150, _WIDTH - 140, 96, _HEIGHT - 104
_STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000)
_MAX_POINTS = 300
_SIZE = 40


def chart(title: str, points: Sequence[int]) -> Image.Image:
    """Draw a chart of at least one rating, oldest first; the first is the rating before the first game."""
    image = canvas(_WIDTH, _HEIGHT)
    heading = words_within(_WIDTH - 2 * MARGIN, title, HEADING_SIZES, LIGHT, FELT)
    image.paste(heading, (MARGIN, 14))
    low, high, step = _scale(points)
    _grid(image, low, high, step)
    _line(image, _thinned(points), low, high)
    _caption(image, len(points) - 1)
    return image


def _scale(points: Sequence[int]) -> tuple[int, int, int]:
    """The lowest and highest grid lines and the distance between lines: at most four gaps."""
    lowest, highest = min(points), max(points)
    for step in _STEPS:
        low, high = lowest // step * step, -(-highest // step) * step
        high = max(high, low + step)
        if (high - low) // step <= 4:
            return low, high, step
    return lowest, max(highest, lowest + 1), max(1, highest - lowest)


def _grid(image: Image.Image, low: int, high: int, step: int) -> None:
    pen = ImageDraw.Draw(image)
    for value in range(low, high + 1, step):
        height = _height(value, low, high)
        pen.line((_LEFT, height, _RIGHT, height), fill=index_of(PLATE), width=3)
        label = words(str(value), _SIZE, FAINT, FELT)
        image.paste(label, (_LEFT - 16 - label.width, height - label.height // 2))


def _line(image: Image.Image, points: Sequence[int], low: int, high: int) -> None:
    """Draw the line, ending in a dot with the number."""
    pen = ImageDraw.Draw(image)
    gaps = max(1, len(points) - 1)
    spots = [
        (_LEFT + (_RIGHT - _LEFT) * place // gaps, _height(value, low, high)) for place, value in enumerate(points)
    ]
    pen.line(spots, fill=index_of(GOLD), width=7, joint="curve")
    if len(spots) <= 25:
        for across, height in spots:
            _dot(pen, across, height, 7)
    across, height = spots[-1]
    _dot(pen, across, height, 13)
    label = words(str(points[-1]), 42, GOLD, FELT)
    image.paste(label, (min(across + 22, _WIDTH - label.width - 4), height - label.height // 2))


def _dot(pen: ImageDraw.ImageDraw, across: int, height: int, radius: int) -> None:
    pen.ellipse((across - radius, height - radius, across + radius, height + radius), fill=index_of(GOLD))


def _caption(image: Image.Image, games: int) -> None:
    label = words(games_in_words(games), _SIZE, FAINT, FELT)
    image.paste(label, ((_LEFT + _RIGHT - label.width) // 2, _BOTTOM + 20))


def _height(value: int, low: int, high: int) -> int:
    return _BOTTOM - (_BOTTOM - _TOP) * (value - low) // (high - low)


def _thinned(points: Sequence[int]) -> list[int]:
    """Thin the points to what is distinguishable, keeping the first and the last."""
    if len(points) <= _MAX_POINTS:
        return list(points)
    last = len(points) - 1
    return [points[place * last // (_MAX_POINTS - 1)] for place in range(_MAX_POINTS)]


def curve_alt_text(title: str, points: Sequence[int]) -> list[str]:
    """The sentences that describe the chart."""
    games = len(points) - 1
    return [
        _("{title}.").format(title=title),
        ngettext(
            "After {n} game the rating went from {first} to {last}.",
            "In {n} games the rating went from {first} to {last}.",
            games,
        ).format(n=games, first=points[0], last=points[-1]),
        _("Lowest {low}, highest {high}.").format(low=min(points), high=max(points)),
    ]
