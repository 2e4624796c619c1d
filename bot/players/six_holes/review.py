"""The review of a turn of 6 Holes: the points that each move lost, and the luck of the draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.judging import by_value, chance_of
from bot.players.player import JudgedTurn
from bot.players.six_holes.strong import StrongSixHolesPlayer
from bot.players.six_holes.why import explain
from bot.rules.six_holes.actions import DRAW

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.players.player import Choice, Step
    from bot.rules.six_holes.view import SixHolesView

_PLAYER = StrongSixHolesPlayer()


def review(turn: Sequence[Step[SixHolesView]]) -> JudgedTurn:
    """Judge every move of the turn, and the luck of its draw."""
    choices = [(step, _PLAYER.choose(step.view, chance_of(step))) for step in turn]
    luck = [_luck(step, choice) for step, choice in choices if step.action == DRAW and step.after.drawn is not None]
    return JudgedTurn([by_value(*judged, explain) for judged in choices], sum(luck) if luck else None)


def _luck(step: Step[SixHolesView], choice: Choice) -> float:
    """The position's value with the card drawn, compared with all cards that might have been drawn."""
    expected = next(it.value for it in choice.ranked if it.action == DRAW)
    return _PLAYER.choose(step.after, chance_of(step)).ranked[0].value - expected
