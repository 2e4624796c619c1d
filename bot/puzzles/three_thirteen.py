"""Puzzles of Three Thirteen: the one discard that is clearly better than every other."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bot.language import _
from bot.players import registry
from bot.players.three_thirteen.outlook import Outlook
from bot.players.three_thirteen.strong import serves_next
from bot.players.three_thirteen.worth import Worth
from bot.puzzles.decision import DecisionPuzzles, lead
from bot.rules.cards import without
from bot.rules.three_thirteen.actions import Discard
from bot.rules.three_thirteen.game import GAME
from bot.rules.three_thirteen.state import Phase

if TYPE_CHECKING:
    from bot.puzzles.puzzle import Puzzle
    from bot.rules.three_thirteen.state import ThreeThirteenState
    from bot.rules.three_thirteen.view import ThreeThirteenView

_LEAD = 1.75
"""Points by which the best discard must lead, with few futures and with many; a smaller lead could be argued about."""
_FEW, _MANY = 24, 300
_CARDS = range(6, 13)


class DiscardPuzzles(DecisionPuzzles):
    """Positions after the draw, nobody out yet, in which the usual discard is not the best."""

    key = "three-thirteen-discard"
    game = GAME.key
    levels = ("strong", "classic", "classic")
    missed_by = "classic"

    def find(self, state: ThreeThirteenState) -> Puzzle | None:
        seat = GAME.seat_to_act(state)
        if seat is None or state.phase is not Phase.DISCARD:
            return None
        view = GAME.view(state, seat)
        if view.went_out is not None or len(view.hand) not in _CARDS:
            return None
        few = _values(view, _FEW)
        if len(few) < 3 or lead(few) < _LEAD:
            return None
        usual = registry.player(self.game, "classic").choose(view, random.Random(0)).action
        best = max(few, key=lambda text: few[text])
        if GAME.format_action(usual) == best:
            return None
        many = _values(view, _MANY)
        if max(many, key=lambda text: many[text]) != best or lead(many) < _LEAD:
            return None
        return self.posed(state, many, len(view.hand) / 3 - lead(many))

    def task(self, puzzle: Puzzle) -> str:
        del puzzle
        return _("Which card do you discard? Look for the hand that promises the fewest points.")


def _values(view: ThreeThirteenView, futures: int) -> dict[str, float]:
    """The value in points of every discard, by text form, averaged over this number of futures; greater is better."""
    outlook, worth = Outlook(view, futures), Worth(view)
    return {
        GAME.format_action(Discard(card)): -worth.cost(outlook.look(outlook.pack(without(view.hand, card))))
        - worth.price(card.value, serves_next(view, card, outlook.unseen))
        for card in dict.fromkeys(view.hand)
    }


DISCARD = DiscardPuzzles()
