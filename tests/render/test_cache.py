"""Finished pictures are kept by what they show, within a number of bytes."""

from __future__ import annotations

from bot.render.pictures.cache import PictureCache


def test_what_is_kept_is_not_made_again() -> None:
    kept, made = PictureCache(100), []

    def make() -> bytes:
        made.append(1)
        return b"x" * 40

    assert kept.get("a", make) is kept.get("a", make)
    assert len(made) == 1


def test_the_longest_unused_go_first_when_the_bytes_are_used_up() -> None:
    kept, made = PictureCache(100), []

    def make() -> bytes:
        made.append(1)
        return b"x" * 40

    for key in "abac":  # c needs the room of b, which was not asked for again
        kept.get(key, make)
    assert kept.size == 80
    assert len(made) == 3
    kept.get("a", make)
    assert len(made) == 3
    kept.get("b", make)
    assert len(made) == 4


def test_what_is_larger_than_all_room_is_given_and_not_kept() -> None:
    kept = PictureCache(10)
    assert kept.get("a", lambda: b"x" * 11) == b"x" * 11
    assert kept.size == 0
