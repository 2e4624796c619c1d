"""Huxxy as a game of the catalogue (rule book: rummy around multiples of six, four seats, the first empty hand
wins).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_
from bot.rules import chance
from bot.rules.cards import JOKER, STANDARD_PACK
from bot.rules.game import Option, check_seats, resolve_options
from bot.rules.huxxy import text
from bot.rules.huxxy.apply import apply
from bot.rules.huxxy.checks import turn_of
from bot.rules.huxxy.events import events, is_open
from bot.rules.huxxy.legal import TurnActions
from bot.rules.huxxy.state import HAND_SIZE, SEATS, HuxxyState
from bot.rules.huxxy.view import KEY, outcome, view

if TYPE_CHECKING:
    from bot.rules.game import Event, Game, LegalActions, Options
    from bot.rules.huxxy.actions import HuxxyAction
    from bot.rules.huxxy.view import HuxxyView

JOKERS = Option(
    name="jokers",
    default=False,
    choices=(False, True),
    help=N_("The bonus version: two jokers are added; one left in a hand counts 48."),
)


class Huxxy:
    """The rules of Huxxy; every method is a pure function of its arguments."""

    __slots__ = ()

    key = KEY
    title = "Huxxy"
    version = 1
    seats = range(SEATS, SEATS + 1)
    default_seats = SEATS
    options = (JOKERS,)
    state_type = HuxxyState

    def deal(self, seats: int, seed: bytes, options: Options | None = None) -> HuxxyState:
        check_seats(self.title, self.seats, seats)
        jokers = bool(resolve_options(self.options, options)["jokers"])
        deck = STANDARD_PACK * 2 + (JOKER, JOKER) * jokers
        cards, after = chance.start(seed).shuffled(deck)
        dealt = SEATS * HAND_SIZE
        hands = tuple(tuple(sorted(cards[seat:dealt:SEATS])) for seat in range(SEATS))
        return HuxxyState(
            jokers=jokers,
            seat=0,
            hands=hands,
            stock=cards[: dealt - 1 : -1],
            table=(),
            opened=(False,) * SEATS,
            start_hand=hands[0],
            start_table=(),
            changed=(),
            plays=(),
            ending=None,
            chance=after,
        )

    def seat_to_act(self, state: HuxxyState) -> int | None:
        return state.seat if state.ending is None else None

    def legal_actions(self, state: HuxxyState) -> LegalActions[HuxxyAction]:
        return TurnActions(turn_of(state)) if state.ending is None else ()

    def is_deal(self, event: Event) -> bool:
        return False

    apply = staticmethod(apply)
    view = staticmethod(view)
    events = staticmethod(events)
    is_open = staticmethod(is_open)
    outcome = staticmethod(outcome)
    format_action = staticmethod(text.format_action)
    parse_action = staticmethod(text.parse_action)


GAME: Game[HuxxyState, HuxxyAction, HuxxyView] = Huxxy()
