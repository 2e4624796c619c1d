"""Moments, in seconds since the epoch, as Discord shows them to each reader: in their time zone and language."""

from __future__ import annotations


def relative(at: float) -> str:
    """How far away it is, counted down: `in 2 hours`."""
    return f"<t:{int(at)}:R>"


def with_weekday(at: float) -> str:
    """`Monday, 30 November 2026 at 18:00`."""
    return f"<t:{int(at)}:F>"


def date_and_time(at: float) -> str:
    """`30 November 2026 at 18:00`."""
    return f"<t:{int(at)}:f>"


def date_alone(at: float) -> str:
    """`30 November 2026`."""
    return f"<t:{int(at)}:D>"


def time_alone(at: float) -> str:
    """`18:00`."""
    return f"<t:{int(at)}:t>"
