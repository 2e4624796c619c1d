"""Three Thirteen as a game of the catalogue (rule book: eleven rounds, draw and discard, the lowest penalty wins)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_
from bot.rules import chance
from bot.rules.game import Option, check_seats, resolve_options
from bot.rules.three_thirteen import legal, scoring, text
from bot.rules.three_thirteen.apply import apply
from bot.rules.three_thirteen.deal import deal_game
from bot.rules.three_thirteen.events import events, is_open
from bot.rules.three_thirteen.state import OVER, ThreeThirteenState
from bot.rules.three_thirteen.view import KEY, view

if TYPE_CHECKING:
    from bot.rules.game import Event, Game, Options
    from bot.rules.three_thirteen.actions import ThreeThirteenAction
    from bot.rules.three_thirteen.view import ThreeThirteenView

ARRANGEMENT = Option(
    name="arrangement",
    default="most-cards",
    choices=("most-cards", "fewest-points"),
    help=N_("At a round's end: as many cards in melds as possible, or the fewest penalty points."),
)


class ThreeThirteen:
    """The rules of Three Thirteen; every method is a pure function of its arguments."""

    __slots__ = ()

    key = KEY
    title = "Three Thirteen"
    version = 1
    seats = range(2, 8)
    default_seats = 4
    options = (ARRANGEMENT,)
    state_type = ThreeThirteenState

    def deal(self, seats: int, seed: bytes, options: Options | None = None) -> ThreeThirteenState:
        check_seats(self.title, self.seats, seats)
        resolved = resolve_options(self.options, options)
        return deal_game(seats, chance.start(seed), str(resolved["arrangement"]))

    def seat_to_act(self, state: ThreeThirteenState) -> int | None:
        return None if state.phase is OVER else state.turn

    def legal_actions(self, state: ThreeThirteenState) -> tuple[ThreeThirteenAction, ...]:
        return legal.legal_actions(state.phase, state.hands[state.turn])

    def is_deal(self, event: Event) -> bool:
        return event.kind == "round_dealt"

    apply = staticmethod(apply)
    view = staticmethod(view)
    events = staticmethod(events)
    is_open = staticmethod(is_open)
    outcome = staticmethod(scoring.outcome)
    format_action = staticmethod(text.format_action)
    parse_action = staticmethod(text.parse_action)


GAME: Game[ThreeThirteenState, ThreeThirteenAction, ThreeThirteenView] = ThreeThirteen()
