"""Checks for the sentences of computer players: one for every kind of thought, by game."""

from __future__ import annotations

from tests.players.checks import Check, true
from tests.players.huxxy import truths as huxxy
from tests.players.notty import truths as notty
from tests.players.rummy import truths as rummy
from tests.players.six_holes import truths as six_holes
from tests.players.three_thirteen import truths as three_thirteen

COMMON: dict[str, Check] = {
    "chose_at_random": lambda view, choice, facts: facts["of"] == len(view.legal_actions),
    "played_in_an_emergency": true,
    "drew_as_pile_is_empty": lambda view, choice, facts: view.upcard is None,
    "overlooked_discard": lambda view, choice, facts: facts["card"] == view.upcard,
    "discarded_by_feeling": lambda view, choice, facts: facts["card"] in view.hand,
}
TRUTHS: dict[str, dict[str, Check]] = {
    "huxxy": {**COMMON, **huxxy.TRUTHS},
    "three-thirteen": {**COMMON, **three_thirteen.TRUTHS},
    "notty": {**COMMON, **notty.TRUTHS},
    "rummy": {**COMMON, **rummy.TRUTHS},
    "six-holes": {**COMMON, **six_holes.TRUTHS},
}
