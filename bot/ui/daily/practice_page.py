"""A puzzle of an earlier day as messages: the position, and the result of a try with the best play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.review.words import spoken, spoken_in_turn
from bot.ui.building.exercise import controls, still_to_do
from bot.ui.kit.controls import NO_TABLE, Style, button
from bot.ui.kit.layout import BLUE, GOLD, GREEN, Part, page
from bot.ui.wording.days import date

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.daily.daily import Standing
    from bot.puzzles.puzzle import Attempt
    from bot.tables.model.position import Position
    from bot.ui.building.desk import AnyDesk

VERBS = "practice-"
"""Prefix of the verbs of its controls."""


def practice_page(standing: Standing, desk: AnyDesk, seen: Sequence[Part]) -> LayoutView:
    """The position of the try in progress, played with the controls of a real turn."""
    puzzle, attempt = standing.puzzle, standing.attempt
    heading = _("## A puzzle\n-# {game} · from {date} · just for practice").format(
        game=puzzle.rules.title, date=date(standing.of_day.day)
    )
    parts: list[Part] = [
        heading,
        *seen,
        None,
        f"### {attempt.task}",
        still_to_do(desk, attempt.kind.allows) if attempt.actions else "",
        *controls(desk, attempt.kind.allows),
    ]
    return page(parts, BLUE)


def practised_page(standing: Standing, ended: Attempt, then: Position, seen: Sequence[Part]) -> LayoutView:
    """The puzzle's position, the result of the try, the best play, and a button to continue."""
    puzzle, view = standing.puzzle, then.view(ended.seat)
    lines = [
        _("### Right!") if ended.is_solved else _("### Not yet"),
        _("You played: {action}").format(action=spoken_in_turn(puzzle.game, ended.actions, then.state, ended.seat)),
        ended.verdict,
    ]
    if not ended.is_solved:
        lines.append(_("Better: {action}").format(action=spoken(puzzle.game, puzzle.solution, view)))
    more = button(NO_TABLE, "practice", _("Another puzzle"), style=Style.success)
    exercises = button(NO_TABLE, "train", _("My exercises"), argument="here")
    result = "\n".join(lines)
    return page([*seen, None, result, (more, exercises)], GREEN if ended.is_solved else GOLD)


def all_solved_page(*, makes_puzzles: bool) -> LayoutView:
    """A message that there is nothing left to practise, and when there will be if the bot makes puzzles."""
    if makes_puzzles:
        words = _("You have solved every puzzle so far. /daily puzzle has today's, and tomorrow there is another.")
    else:
        words = _("You have solved every puzzle so far.")
    return page([_("## Puzzles"), words], GREEN)
