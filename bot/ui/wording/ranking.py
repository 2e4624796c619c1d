"""A line of a board that ranks people: its place, its name, and the mark of the viewer's own."""

from __future__ import annotations

from bot.language import _
from bot.render.names import plain

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def medal(place: int) -> str:
    """A medal, or the number of a later place."""
    return _MEDALS.get(place, f"**{place}.**")


def own_mark(person: int, viewer: int) -> str:
    """What precedes the viewer's own line."""
    return "▶ " if person == viewer else ""


def listed_name(name: str, person: int, *, everywhere: bool) -> str:
    """The person's name; on a server's own board a mention, which viewers in other servers could not resolve."""
    return plain(name) if everywhere else f"<@{person}>"


def not_listed() -> str:
    """A note on a board of all servers for somebody who is not shown there."""
    return _("-# You are not shown here; change that under “Leaderboards everywhere” in /settings.")
