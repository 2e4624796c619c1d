"""Notty as a game of the catalogue (rule book: all hands open, draw, take, discard groups; the first empty hand
wins).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bot.language import N_
from bot.rules import chance
from bot.rules.cards import NOTTY_PACK
from bot.rules.game import Option, check_seats, resolve_options
from bot.rules.notty import legal, scoring, text
from bot.rules.notty.apply import apply
from bot.rules.notty.events import events, is_open
from bot.rules.notty.state import CARDS_DEALT, NottyState, Phase
from bot.rules.notty.view import KEY, view

if TYPE_CHECKING:
    from bot.rules.game import Event, Game, Options
    from bot.rules.notty.actions import NottyAction
    from bot.rules.notty.view import NottyView

# Below 20 cards, two full hands without a group often block each other until everybody has passed.
HAND_LIMIT = Option(
    name="hand_limit",
    default=None,
    choices=(None, 20, 22, 25, 30, 40),
    help=N_("Nobody can draw or take beyond this many cards in hand; without a limit, hands can grow freely."),
    terms=N_("Hand limit {value}: nobody may draw or take beyond it."),
)
ROUND_LIMIT = Option(
    name="round_limit",
    default=40,
    choices=tuple(range(20, 301)),
    help=N_("After this many rounds (20 to 300) the game ends, and the fewest cards win."),
    offered=25,  # by then, players who collect have nearly always gone out: docs/players.md
    terms=N_("Whoever empties their hand wins; after round {value}, the fewest cards win."),
)


class Notty:
    """The rules of Notty; every method is a pure function of its arguments."""

    __slots__ = ()

    key = KEY
    title = "Notty"
    version = 1
    seats = range(2, 4)
    default_seats = 2
    options = (HAND_LIMIT, ROUND_LIMIT)
    state_type = NottyState

    def deal(self, seats: int, seed: bytes, options: Options | None = None) -> NottyState:
        check_seats(self.title, self.seats, seats)
        resolved = resolve_options(self.options, options)
        starter, luck = chance.start(seed).below(seats)
        deck, luck = luck.shuffled(NOTTY_PACK)
        dealt = CARDS_DEALT * seats
        return NottyState(
            hand_limit=cast("int | None", resolved["hand_limit"]),
            round_limit=cast("int", resolved["round_limit"]),
            chance=luck,
            phase=Phase.PLAY,
            starter=starter,
            turn=starter,
            turns=0,
            passes=0,
            hands=tuple(tuple(sorted(deck[seat:dealt:seats])) for seat in range(seats)),
            deck=deck[dealt:],
            drawn=(),
            taken=None,
            taken_from=None,
            discarded=(),
        )

    def seat_to_act(self, state: NottyState) -> int | None:
        return state.seat_to_act

    def legal_actions(self, state: NottyState) -> tuple[NottyAction, ...]:
        return legal.legal_actions(state) if state.phase is Phase.PLAY else ()

    def events(self, before: NottyState, action: NottyAction, after: NottyState, seat: int | None) -> tuple[Event, ...]:
        return events(before, action, after)

    def is_deal(self, event: Event) -> bool:
        return False

    apply = staticmethod(apply)
    view = staticmethod(view)
    is_open = staticmethod(is_open)
    outcome = staticmethod(scoring.outcome)
    format_action = staticmethod(text.format_action)
    parse_action = staticmethod(text.parse_action)


GAME: Game[NottyState, NottyAction, NottyView] = Notty()
