"""The puzzle of the day as posted in a channel, with the people who solved yesterday's."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.language import _, listing, ngettext
from bot.ui.daily.puzzle_page import heading, promise, yesterday
from bot.ui.kit.controls import NO_TABLE, Style, button
from bot.ui.kit.layout import BLUE, Part, page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.daily.stored import PuzzleDay
    from bot.puzzles.puzzle import Attempt

MAX_NAMES = 8


class Yesterday(NamedTuple):
    """Who solved yesterday's puzzle in the server, best first, and how many; not all of them are named."""

    solvers: tuple[int, ...]
    of: int


def channel_page(
    day: PuzzleDay,
    attempt: Attempt,
    seen: Sequence[Part],
    before: Yesterday | None,
    tomorrow: PuzzleDay | None,
) -> LayoutView:
    """The position with its task; each person plays it in a private message."""
    parts: list[Part] = [
        heading(attempt.puzzle, day.day),
        *seen,
        None,
        attempt.task,
        "" if before is None else _solved_here(before),
        [
            button(NO_TABLE, "daily", _("Play"), style=Style.success, decision=day.day),
            button(NO_TABLE, "daily-board", _("Board")),
            *(yesterday(day.day) if before is not None else ()),
        ],
        promise(tomorrow),
    ]
    return page(parts, BLUE)


def _solved_here(before: Yesterday) -> str:
    if not before.solvers:
        return _("-# Nobody here solved yesterday's on the first try.")
    solvers = [f"<@{person}>" for person in before.solvers]
    others = before.of - len(solvers)
    names = listing(solvers)
    if others:
        names = ngettext("{names} and {n} more", "{names} and {n} more", others).format(
            names=", ".join(solvers), n=others
        )
    return _("-# Yesterday's was solved here by {names}.").format(names=names)
