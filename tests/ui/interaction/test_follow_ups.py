"""Interactions that can still post something are kept as long as they can."""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

from bot.ui.interaction.follow_ups import FollowUps
from bot.ui.interaction.free_edits import TOKEN_SECONDS


class Press:
    """Stands for an interaction."""

    def __init__(self) -> None:
        self.extras: dict[Any, Any] = {}
        self.client = None


def press() -> Any:
    return Press()


def test_interactions_are_not_kept_after_their_tokens_have_expired() -> None:
    """In each of a thousand channels, four used to stay for ever, each with its message and its person."""
    now = 0.0
    kept = FollowUps(lambda: now)
    alive: WeakSet[Any] = WeakSet()
    for channel in range(100):
        alive.add(pressed := press())
        kept.remember(channel, pressed)
    assert len(alive) == 100
    now += TOKEN_SECONDS
    kept.remember(7, pressed := press())
    assert len(alive) == 0


def test_a_press_keeps_its_channel() -> None:
    """A channel is kept until its latest press cannot post any more."""
    now = 0.0
    kept = FollowUps(lambda: now)
    kept.remember(7, press())
    now = TOKEN_SECONDS / 2
    latest = press()
    kept.remember(7, latest)
    now = TOKEN_SECONDS
    reply = kept.of(7)
    assert reply is not None
    assert reply.interaction is latest
