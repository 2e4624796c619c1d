"""The solved game of 6 Holes, for looking up positions. `python -m scripts.solve_six_holes` makes the files.

A file holds the value of every pair of sides and of middles: a mean over all sides, plus a few shapes over the
middles, weighted for each pair of sides. All numbers are 16 bits wide.
"""

from __future__ import annotations

import struct
import sys
from array import array
from functools import cache
from importlib.resources import files
from operator import mul
from typing import TYPE_CHECKING

from bot.players.six_holes.model import model_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bot.players.six_holes.model import Model, Sides

_HEAD = struct.Struct("<4sHHH")
_MAGIC = b"6H1\n"


class ValueTable:
    """Values by number of sides and middle; those of the seat to move come first, and lower is better for it.

    Args:
        sides: How many pairs of side columns there are.
        middles: How many middles there are.
        steps: What 1 means in `mean` and in the product of a shape and a weight.
        mean: By middle of the seat to move and of the other.
        shapes: For each of those, its number in each shape.
        weights: With nothing to take and then with an unseen card, for each pair of sides: how much of each shape.
    """

    def __init__(
        self,
        sides: int,
        middles: int,
        steps: Sequence[float],
        mean: Sequence[int],
        shapes: Sequence[int],
        weights: Sequence[int],
    ) -> None:
        self._sides, self._middles, self._count = sides, middles, len(steps) - 1
        self._steps = tuple(steps)
        self._stored = array("h", mean), array("h", shapes), array("h", weights)
        self._mean = array("f", (number * steps[0] for number in mean))
        factors = list(steps[1:]) * (len(shapes) // max(1, self._count))
        self._shapes = array("f", map(mul, shapes, factors))

    def nothing(self, mine: int, theirs: int, my_middle: int, their_middle: int) -> float:
        """The value when there is no card to take."""
        return self._value(mine * self._sides + theirs, my_middle * self._middles + their_middle)

    def unseen(self, mine: int, theirs: int, my_middle: int, their_middle: int) -> float:
        """The value with a takeable card that nobody has seen before, averaged over what it may be."""
        layer = (self._sides + mine) * self._sides + theirs
        return self._value(layer, my_middle * self._middles + their_middle)

    def _value(self, layer: int, middles: int) -> float:
        count = self._count
        weights = self._stored[2][layer * count : (layer + 1) * count]
        shapes = self._shapes[middles * count : (middles + 1) * count]
        return self._mean[middles] + float(sum(map(mul, weights, shapes)))

    def dump(self) -> bytes:
        """Serialize for `load`."""
        head = _HEAD.pack(_MAGIC, self._sides, self._middles, self._count)
        steps = struct.pack(f"<{len(self._steps)}d", *self._steps)
        return head + steps + b"".join(_little(numbers).tobytes() for numbers in self._stored)

    @classmethod
    def load(cls, data: bytes) -> ValueTable:
        """Read what `dump` wrote.

        Raises:
            ValueError: it is not a table.
        """
        magic, sides, middles, count = _HEAD.unpack_from(data)
        if magic != _MAGIC:
            raise ValueError("This is no table of 6 Holes; make one with `python -m scripts.solve_six_holes`.")
        steps = struct.unpack_from(f"<{count + 1}d", data, _HEAD.size)
        numbers = _little(array("h", data[_HEAD.size + 8 * len(steps) :]))
        mean, shapes = middles**2, middles**2 * count
        return cls(sides, middles, steps, numbers[:mean], numbers[mean : mean + shapes], numbers[mean + shapes :])


def _little(numbers: array[int]) -> array[int]:
    """The numbers converted to little-endian bytes, or back."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers


def file_of(middle: str, joker: str) -> Path:
    """Where the table for these options is."""
    return files(__package__) / f"{middle}-{joker}.bin"  # type: ignore[return-value]


class Solved:
    """The model of a table's options and the values of its positions."""

    def __init__(self, model: Model, table: ValueTable) -> None:
        self.model = model
        self._table = table
        self._number = {sides: number for number, sides in enumerate(model.sides)}

    def nothing(self, mine: Sides, my_middle: int, theirs: Sides, their_middle: int) -> float:
        """The value for the seat to move, whose sides come first, when there is no card to take."""
        return self._table.nothing(self._number[mine], self._number[theirs], my_middle, their_middle)

    def unseen(self, mine: Sides, my_middle: int, theirs: Sides, their_middle: int) -> float:
        """The value for the seat to move, whose sides come first, when it may take a card that nobody has seen yet."""
        return self._table.unseen(self._number[mine], self._number[theirs], my_middle, their_middle)


@cache
def solved(middle: str, joker: str) -> Solved:
    """The solution for a table's options, loaded once: 2 MB of memory with a free middle."""
    return Solved(model_of(middle, joker), ValueTable.load(file_of(middle, joker).read_bytes()))
