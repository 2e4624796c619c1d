"""Seeded randomness: a keyed hash stream with the same draws on every machine and Python version.

Word number `i` of the stream is eight bytes, big-endian: bytes `8 * (i % 4)` to `8 * (i % 4) + 7` of
`HMAC-SHA256(key=seed, message=(i // 4) as eight big-endian bytes)`. To draw below `n`, words at or above the
largest multiple of `n` that fits in 64 bits are skipped, so every outcome is equally likely; the next word is
reduced modulo `n`. Shuffling is Fisher-Yates: for `i` from the last index down to 1, swap `i` with a draw below `i +
1`.
"""

from __future__ import annotations

import hmac
from struct import unpack
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
        limit = _WORD_VALUES - _WORD_VALUES % n
        position = self.position
        for word in _words(self.seed, position):  # pragma: no branch - the stream is infinite
            position += 1
            if word < limit:
                break
        return word % n, Chance(self.seed, position)

    def shuffled(self, items: Iterable[T]) -> tuple[tuple[T, ...], Chance]:
        """The items in a uniformly random order."""
        order = list(items)
        position = self.position
        i = len(order) - 1
        # Words below this are valid for every draw, which saves a division per card.
        certain = _WORD_VALUES - len(order)
        for word in _words(self.seed, position):  # pragma: no branch - the stream is infinite
            if i < 1:
                break
            position += 1
            if word < certain or word < _WORD_VALUES - _WORD_VALUES % (i + 1):
                j = word % (i + 1)
                order[i], order[j] = order[j], order[i]
                i -= 1
        return tuple(order), Chance(self.seed, position)


def _words(seed: bytes, position: int) -> Iterator[int]:
    """Yield the stream's words from a position on, indefinitely."""
    keyed = hmac.new(seed, digestmod="sha256")  # copying for each block costs half as much as keying again
    number, skipped = divmod(position, 4)
    while True:
        block = keyed.copy()
        block.update(number.to_bytes(8, "big"))
        yield from unpack(">4Q", block.digest())[skipped:]
        number += 1
        skipped = 0


def start(seed: bytes) -> Chance:
    """The beginning of a seed's stream.

    Raises:
        ValueError: the seed is not 32 bytes.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"A seed is {SEED_BYTES} bytes, not {len(seed)}.")
    return Chance(bytes(seed))
