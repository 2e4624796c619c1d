"""Seeded chance follows the published construction, is the same on every machine, and is fair."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from bot.rules import chance as chance_module
from bot.rules.chance import SEED_BYTES, Chance, start

SEED = bytes(range(32))


def _words(seed: bytes, count: int) -> list[int]:
    """Return the stream by its published construction, implemented here a second time."""
    blocks = (hmac.new(seed, i.to_bytes(8, "big"), hashlib.sha256).digest() for i in range(-(-count // 4)))
    stream = b"".join(blocks)
    return [int.from_bytes(stream[8 * i : 8 * i + 8], "big") for i in range(count)]


def test_the_stream_follows_the_published_construction() -> None:
    chance, drawn = start(SEED), []
    for _ in range(40):
        word, chance = chance.below(1 << 64)
        drawn.append(word)
    assert drawn == _words(SEED, 40)
    assert chance == Chance(SEED, 40)


def test_the_stream_never_changes() -> None:
    """Games in progress and their replays depend on exactly these numbers."""
    chance, drawn = start(bytes(32)), []
    for n in (6, 52, 104, 2, 7, 1_000_000):
        number, chance = chance.below(n)
        drawn.append(number)
    assert drawn == [4, 6, 101, 0, 2, 709714]
    assert start(bytes(32)).shuffled("ABCDEFGH")[0] == tuple("GFCDHBAE")


def test_a_shuffle_is_fisher_and_yates() -> None:
    items, words = list(range(20)), iter(_words(SEED, 19))
    for i in range(19, 0, -1):
        j = next(words) % (i + 1)
        items[i], items[j] = items[j], items[i]
    shuffled, chance = start(SEED).shuffled(range(20))
    assert shuffled == tuple(items)
    assert chance.position == 19


def test_drawing_continues_from_a_saved_position() -> None:
    """A position in mid-block draws the same numbers after saving and loading."""
    _, chance = start(SEED).below(10)
    assert chance.position == 1
    assert Chance(SEED, 1).shuffled("ABC") == chance.shuffled("ABC")


def test_words_that_would_bias_a_draw_are_skipped() -> None:
    """Below 3 * 2^62, about every fourth word is skipped, and the others are taken modulo that number."""
    n = 3 << 62
    chance, drawn = start(SEED), []
    for _ in range(200):
        number, chance = chance.below(n)
        drawn.append(number)
    kept = [word for word in _words(SEED, 400) if word < n]
    assert drawn == kept[:200]
    assert chance.position > 230


def test_words_that_would_bias_a_shuffle_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the first swap of three items, the largest possible word is skipped and counted as read."""
    words = [(1 << 64) - 1, 0, 1, 7]
    monkeypatch.setattr(chance_module, "_words", lambda _seed, position: iter(words[position:]))
    assert Chance(SEED).shuffled("ABC") == (("C", "B", "A"), Chance(SEED, 3))


def test_below_1_is_always_0() -> None:
    assert start(SEED).below(1)[0] == 0


def test_draws_are_uniform() -> None:
    chance, counts = start(SEED), Counter[int]()
    for _ in range(6000):
        number, chance = chance.below(6)
        counts[number] += 1
    assert set(counts) == set(range(6))
    assert all(880 < count < 1120 for count in counts.values())


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    chance, counts = start(SEED), Counter[tuple[str, ...]]()
    for _ in range(4800):
        order, chance = chance.shuffled("ABCD")
        counts[order] += 1
    assert set(counts) == set(permutations("ABCD"))
    assert all(140 < count < 260 for count in counts.values())


def test_shuffling_fewer_than_two_items_draws_nothing() -> None:
    assert start(SEED).shuffled("") == ((), Chance(SEED, 0))
    assert start(SEED).shuffled("A") == (("A",), Chance(SEED, 0))


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_must_be_thirty_two_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match=f"{SEED_BYTES} bytes, not {len(seed)}"):
        start(seed)


def test_different_seeds_give_different_streams() -> None:
    assert start(SEED).shuffled(range(52))[0] != start(bytes(32)).shuffled(range(52))[0]
