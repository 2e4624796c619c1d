"""Dealing 6 Holes: a new shuffle each round, six cards each, the middle columns face up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.cards import JOKER, STANDARD_PACK
from bot.rules.six_holes.actions import MIDDLE, Position
from bot.rules.six_holes.state import SEATS, Phase, SixHolesState

if TYPE_CHECKING:
    from bot.rules.chance import Chance

PACK = (*STANDARD_PACK, JOKER)
_MIDDLE_UP = tuple(position in MIDDLE for position in Position)


def deal_game(chance: Chance, middle: str, joker: str) -> SixHolesState:
    """Deal the first round; a random seat starts."""
    starter, chance = chance.below(SEATS)
    empty = SixHolesState(
        middle=middle,
        joker=joker,
        chance=chance,
        phase=Phase.CHOOSE,
        round=0,
        starter=starter,
        turn=starter,
        turns=0,
        grids=(),
        face_up=(),
        deck=(),
        discards=(),
        takeable=False,
        reshuffled=(),
        drawn=None,
        closer=None,
        scores=(),
        last_round=None,
    )
    return deal_round(empty, starter)


def deal_round(state: SixHolesState, starter: int) -> SixHolesState:
    """Deal the next round; `starter` is the seat that starts it."""
    deck, chance = state.chance.shuffled(PACK)
    size = len(Position)
    return state._replace(
        chance=chance,
        phase=Phase.CHOOSE,
        round=state.round + 1,
        starter=starter,
        turn=starter,
        turns=0,
        grids=tuple(deck[size * seat : size * (seat + 1)] for seat in range(SEATS)),
        face_up=(_MIDDLE_UP,) * SEATS,
        deck=deck[size * SEATS :],
        discards=(),
        takeable=False,
        reshuffled=(),
        drawn=None,
        closer=None,
    )
