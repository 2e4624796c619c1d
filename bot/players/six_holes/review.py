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

    from bot.players.player import Step
    from bot.rules.six_holes.view import SixHolesView

_PLAYER = StrongSixHolesPlayer()


def review(turn: Sequence[Step[SixHolesView]]) -> JudgedTurn:
    """Judge every move of the turn, and the luck of its draw."""
    luck = [_luck(step) for step in turn if step.action == DRAW and step.after.drawn is not None]
    found = [by_value(step, _PLAYER.choose(step.view, chance_of(step)), explain) for step in turn]
    return JudgedTurn(found, sum(luck) if luck else None)


def _luck(step: Step[SixHolesView]) -> float:
    """What the position is worth with the card that came, against all that might have come."""
    before = _PLAYER.choose(step.view, chance_of(step)).ranked
    expected = next(it.value for it in before if it.action == DRAW)
    return _PLAYER.choose(step.after, chance_of(step)).ranked[0].value - expected
