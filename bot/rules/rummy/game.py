"""Rummy as a game of the catalogue (rule book: thirteen cards, coloured jokers, a first laydown worth 40)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bot.language import N_
from bot.rules import chance
from bot.rules.cards import BLACK_JOKER, RED_JOKER, STANDARD_PACK
from bot.rules.game import Option, check_seats, resolve_options
from bot.rules.rummy import text
from bot.rules.rummy.apply import apply, turn_of
from bot.rules.rummy.events import events, is_open
from bot.rules.rummy.legal import Plays, legal_draws
from bot.rules.rummy.state import HAND_SIZE, Phase, RummyState
from bot.rules.rummy.view import KEY, outcome, view

if TYPE_CHECKING:
    from bot.rules.game import Event, Game, LegalActions, Options
    from bot.rules.rummy.actions import RummyAction
    from bot.rules.rummy.view import RummyView

DECK = (*STANDARD_PACK, *STANDARD_PACK, RED_JOKER, RED_JOKER, BLACK_JOKER, BLACK_JOKER)

MINIMUM = Option(
    name="minimum",
    default=40,
    choices=(30, 40),
    help=N_("The minimum value of a player's first melds, taken together."),
)
FIRST_LAYDOWN_ROUND = Option(
    name="first_laydown_round",
    default=3,
    choices=(1, 2, 3, 4, 5),
    help=N_("The first round in which melds may be laid down."),
)


class Rummy:
    """The rules of Rummy; every method is a pure function of its arguments."""

    __slots__ = ()

    key = KEY
    title = "Rummy"
    version = 1
    seats = range(2, 7)
    default_seats = 2
    options = (MINIMUM, FIRST_LAYDOWN_ROUND)
    state_type = RummyState

    def deal(self, seats: int, seed: bytes, options: Options | None = None) -> RummyState:
        check_seats(self.title, self.seats, seats)
        resolved = resolve_options(self.options, options)
        deck, stream = chance.start(seed).shuffled(DECK)
        return RummyState(
            minimum=cast("int", resolved["minimum"]),
            first_laydown_round=cast("int", resolved["first_laydown_round"]),
            phase=Phase.DRAW,
            turn=0,
            hands=tuple(tuple(sorted(deck[HAND_SIZE * seat : HAND_SIZE * (seat + 1)])) for seat in range(seats)),
            laid_down=(False,) * seats,
            shown=((),) * seats,
            stock=deck[HAND_SIZE * seats :],
            discard_pile=(),
            melds=(),
            meld_owners=(),
            drawn=None,
            drew_discard=False,
            last_laid_round=0,
            chance=stream,
            ending=None,
        )

    def seat_to_act(self, state: RummyState) -> int | None:
        return None if state.phase is Phase.OVER else state.seat

    def legal_actions(self, state: RummyState) -> LegalActions[RummyAction]:
        if state.phase is Phase.PLAY:
            return Plays(turn_of(state))
        if state.phase is Phase.DRAW:
            return legal_draws(state.laid_down[state.seat] and bool(state.discard_pile))
        return ()

    def is_deal(self, event: Event) -> bool:
        return False

    apply = staticmethod(apply)
    view = staticmethod(view)
    events = staticmethod(events)
    is_open = staticmethod(is_open)
    outcome = staticmethod(outcome)
    format_action = staticmethod(text.format_action)
    parse_action = staticmethod(text.parse_action)


GAME: Game[RummyState, RummyAction, RummyView] = Rummy()
