"""Seeded chance: a keyed hash stream that gives the same draws on every machine and Python version.

Word number `i` of the stream is eight bytes, big-endian: bytes `8 * (i % 4)` to `8 * (i % 4) + 7` of
`HMAC-SHA256(key=seed, message=(i // 4) as eight big-endian bytes)`. A draw below `n` takes the next word below
the largest multiple of `n` that fits 64 bits, modulo `n`; words at or above it are skipped, so no outcome is
favoured. A shuffle is Fisher and Yates': for `i` from the last index down to 1, swap `i` with a draw below `i + 1`.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")

SEED_BYTES = 32
_WORD_VALUES = 1 << 64


class Chance(NamedTuple):
    """A position in a seed's stream. Drawing returns the result and the next position."""

    seed: bytes
    position: int = 0

    def below(self, n: int) -> tuple[int, Chance]:
        """A uniform draw from `range(n)`, for `n` >= 1.

        >>> draw, chance = Chance(bytes(32)).below(6)
        >>> draw, chance.position
        (4, 1)
        """
        words = _Words(self.seed, self.position)
        return words.below(n), Chance(self.seed, words.position)

    def shuffled(self, items: Iterable[T]) -> tuple[tuple[T, ...], Chance]:
        """The items in a uniformly random order."""
        words = _Words(self.seed, self.position)
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = words.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order), Chance(self.seed, words.position)


class _Words:
    """The running read of a stream, with the current block of four words kept."""

    __slots__ = ("_block", "_number", "_seed", "position")

    def __init__(self, seed: bytes, position: int) -> None:
        self._seed = seed
        self.position = position
        self._number = -1
        self._block = b""

    def below(self, n: int) -> int:
        limit = _WORD_VALUES - _WORD_VALUES % n
        while (word := self._next()) >= limit:
            pass
        return word % n

    def _next(self) -> int:
        number, word = divmod(self.position, 4)
        if number != self._number:
            self._block = hmac.digest(self._seed, number.to_bytes(8, "big"), "sha256")
            self._number = number
        self.position += 1
        return int.from_bytes(self._block[8 * word : 8 * word + 8], "big")


def start(seed: bytes) -> Chance:
    """The beginning of a seed's stream.

    Raises:
        ValueError: the seed is not 32 bytes.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"A seed is {SEED_BYTES} bytes, not {len(seed)}.")
    return Chance(bytes(seed))
