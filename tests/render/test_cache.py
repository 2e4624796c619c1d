"""Finished pictures are cached by what they show, up to a number of bytes."""

from __future__ import annotations

from bot.render.pictures.cache import PictureCache


def test_a_key_keeps_only_its_latest_picture() -> None:
    kept = PictureCache(100)
    assert kept.get("a") is None
    for data in (b"x" * 40, b"y" * 40):
        kept.put("a", data)
        assert kept.get("a") is data
    kept.put("b", b"x" * 60)  # the rest
    assert kept.get("a")


def test_the_least_recently_used_picture_is_evicted_first() -> None:
    kept = PictureCache(100)
    for key in "ab":
        kept.put(key, b"x" * 40)
    assert kept.get("a")
    kept.put("c", b"x" * 40)  # needs the room of b, which was not requested again
    assert kept.get("b") is None
    assert kept.get("a")
    assert kept.get("c")


def test_a_picture_larger_than_the_cache_is_not_kept() -> None:
    kept = PictureCache(10)
    kept.put("a", b"x" * 11)
    assert kept.get("a") is None
