"""6 Holes as a game of the catalogue (rule book: two players, six cards each in three columns, six rounds, lowest
wins).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_
from bot.rules import chance
from bot.rules.game import Option, check_seats, resolve_options
from bot.rules.six_holes import legal, scoring, text
from bot.rules.six_holes.actions import MIDDLE
from bot.rules.six_holes.apply import apply
from bot.rules.six_holes.deal import deal_game
from bot.rules.six_holes.events import events, is_open
from bot.rules.six_holes.state import SEATS, SixHolesState
from bot.rules.six_holes.view import KEY, view

if TYPE_CHECKING:
    from bot.rules.game import Event, Game, Options
    from bot.rules.six_holes.actions import SixHolesAction
    from bot.rules.six_holes.view import SixHolesView

MIDDLE_COLUMN = Option(
    name="middle",
    default="free",
    choices=("free", "fixed"),
    help=N_("Whether middle cards may be replaced until they are a pair, or are fixed from the deal."),
)
JOKER = Option(
    name="joker",
    default="sum",
    choices=scoring.JOKER_RULES,
    help=N_("What a column with the joker counts: the sum of its cards, or always -5."),
)


class SixHoles:
    """The rules of 6 Holes; every method is a pure function of its arguments."""

    __slots__ = ()

    key = KEY
    title = "6 Holes"
    version = 1
    seats = range(SEATS, SEATS + 1)
    default_seats = SEATS
    options = (MIDDLE_COLUMN, JOKER)
    state_type = SixHolesState

    def deal(self, seats: int, seed: bytes, options: Options | None = None) -> SixHolesState:
        check_seats(self.title, self.seats, seats)
        resolved = resolve_options(self.options, options)
        return deal_game(chance.start(seed), str(resolved["middle"]), str(resolved["joker"]))

    def seat_to_act(self, state: SixHolesState) -> int | None:
        return state.seat_to_act

    def legal_actions(self, state: SixHolesState) -> tuple[SixHolesAction, ...]:
        grid = state.grids[state.turn]
        top, bottom = MIDDLE
        middle_free = legal.middle_is_free(grid[top], grid[bottom], state.middle, state.joker)
        return legal.legal_actions(state.phase, state.face_up[state.turn], middle_free, state.takeable)

    def is_deal(self, event: Event) -> bool:
        return event.kind == "round_dealt"

    apply = staticmethod(apply)
    view = staticmethod(view)
    events = staticmethod(events)
    is_open = staticmethod(is_open)
    outcome = staticmethod(scoring.outcome)
    format_action = staticmethod(text.format_action)
    parse_action = staticmethod(text.parse_action)


GAME: Game[SixHolesState, SixHolesAction, SixHolesView] = SixHoles()
