"""Who has been active lately."""

from __future__ import annotations

from bot.ui.messages.activity import IDLE_AFTER, Activity


def test_people_who_have_been_inactive_for_a_while_are_idle() -> None:
    activity = Activity(0.0)
    activity.record(1, 1000.0)
    assert activity.is_active(1, 1000.0 + IDLE_AFTER)
    assert not activity.is_idle(1, 1000.0 + IDLE_AFTER)
    assert not activity.is_active(1, 1001.0 + IDLE_AFTER)
    assert activity.is_idle(1, 1001.0 + IDLE_AFTER)


def test_right_after_a_start_nobody_counts_as_idle_or_active() -> None:
    activity = Activity(1000.0)
    assert not activity.is_idle(1, 1000.0 + IDLE_AFTER)
    assert not activity.is_active(1, 1000.0 + IDLE_AFTER)
    assert activity.is_idle(1, 1001.0 + IDLE_AFTER)


def test_only_people_who_may_be_active_are_kept() -> None:
    """Everybody used to be kept, up to 50,000 people in 10 MiB, though who is idle is treated like a stranger."""
    activity = Activity(0.0)
    for person in range(1000):
        activity.record(person, float(person))
    for person in (0, 999):
        activity.record(person, 1000.0)
    assert len(activity._last) == IDLE_AFTER + 1
    assert activity.is_active(0, 1000.0)
    activity.record(1, 5000.0)
    assert len(activity._last) == 1
