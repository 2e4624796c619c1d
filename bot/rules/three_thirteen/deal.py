"""Dealing Three Thirteen: a random seat starts, and each later round has one card more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.cards import STANDARD_PACK
from bot.rules.three_thirteen.state import Phase, ThreeThirteenState

if TYPE_CHECKING:
    from bot.rules.chance import Chance

TWO_PACKS = STANDARD_PACK * 2


def deal_game(seats: int, chance: Chance, arrangement: str) -> ThreeThirteenState:
    """Deal the first round; a random seat starts."""
    starter, chance = chance.below(seats)
    blank = ThreeThirteenState(
        arrangement=arrangement,
        chance=chance,
        phase=Phase.DRAW,
        round=0,
        starter=starter,
        turn=starter,
        turns=0,
        hands=((),) * seats,
        stock=(),
        discard_pile=(),
        taken=((),) * seats,
        drawn=None,
        drawn_from=None,
        went_out=None,
        penalties=(),
        last_round=None,
    )
    return deal_round(blank, starter)


def deal_round(state: ThreeThirteenState, starter: int) -> ThreeThirteenState:
    """Deal the next round: one more card each, both packs reshuffled, the top of the stock turned over."""
    cards, chance = state.chance.shuffled(TWO_PACKS)
    seats = state.seats
    size = state.round + 3
    dealt = seats * size
    return state._replace(
        chance=chance,
        phase=Phase.DRAW,
        round=state.round + 1,
        starter=starter,
        turn=starter,
        turns=0,
        hands=tuple(tuple(sorted(cards[seat:dealt:seats])) for seat in range(seats)),
        stock=cards[:dealt:-1],
        discard_pile=(cards[dealt],),
        taken=((),) * seats,
        drawn=None,
        drawn_from=None,
        went_out=None,
    )
