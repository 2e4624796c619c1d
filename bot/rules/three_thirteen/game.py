"""Three Thirteen as a game of the catalogue (rule book: eleven rounds, draw and discard, the lowest penalty wins)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_
from bot.rules import chance
from bot.rules.game import Option, check_seats, resolve_options
from bot.rules.three_thirteen import legal, scoring, text
from bot.rules.three_thirteen.apply import apply
from bot.rules.three_thirteen.deal import deal_game
from bot.rules.three_thirteen.events import events
from bot.rules.three_thirteen.state import OVER, State
from bot.rules.three_thirteen.view import KEY, view

if TYPE_CHECKING:
    from bot.rules.game import Event, Options, Outcome
    from bot.rules.three_thirteen.actions import Action
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
    state_type = State

    def deal(self, seats: int, seed: bytes, options: Options | None = None) -> State:
        check_seats(self.title, self.seats, seats)
        resolved = resolve_options(self.options, options)
        return deal_game(seats, chance.start(seed), str(resolved["arrangement"]))

    def seat_to_act(self, state: State) -> int | None:
        return None if state.phase is OVER else state.turn

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        return legal.legal_actions(state.phase, state.hands[state.turn])

    def apply(self, state: State, seat: int, action: Action) -> State:
        return apply(state, seat, action)

    def view(self, state: State, seat: int | None) -> ThreeThirteenView:
        return view(state, seat)

    def events(self, before: State, action: Action, after: State, seat: int | None) -> tuple[Event, ...]:
        return events(before, action, after, seat)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def format_action(self, action: Action) -> str:
        return text.format_action(action)

    def parse_action(self, text_form: str) -> Action:
        return text.parse_action(text_form)


GAME = ThreeThirteen()
