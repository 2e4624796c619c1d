"""A game of Huxxy as one seat or a spectator sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules.cards import Card
from bot.rules.game import Outcome, shared_ranks
from bot.rules.huxxy.checks import Turn, invalid_groups, why_not_end
from bot.rules.huxxy.legal import TurnActions
from bot.rules.huxxy.melds import Group, hand_points
from bot.rules.huxxy.state import MAX_PLAYS, OPENING_POINTS, Ending, HuxxyState, Made, points_played

if TYPE_CHECKING:
    from bot.rules.game import LegalActions
    from bot.rules.huxxy.actions import HuxxyAction

KEY = "huxxy"


@dataclass(frozen=True)
class HuxxyView:
    """Everything a viewer may know; `seat` is None for a spectator, whose `hand` is empty.

    The seat to act sees the turn it is building in `hand`, `table` and `plays`; an emptied group is (). Everybody else
    sees the hand sizes and the table from the start of the turn, and no plays. `changed` are the 1-based numbers of the
    groups changed or made by the last table turn; () while building. `turn_seat` is the seat to act (the last to act
    once the game is over). `hands` are all hands once the game is over, () before.
    """

    seat: int | None
    jokers: bool
    turn_seat: int
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    stock_size: int
    table: tuple[Group, ...]
    changed: tuple[int, ...]
    opened: tuple[bool, ...]
    plays: tuple[Made, ...]
    hands: tuple[tuple[Card, ...], ...]
    ending: Ending | None
    outcome: Outcome | None

    @property
    def game(self) -> str:
        return KEY

    @property
    def seats(self) -> int:
        return len(self.hand_sizes)

    @property
    def options(self) -> dict[str, object]:
        return {"jokers": self.jokers}

    @property
    def seat_to_act(self) -> int | None:
        return None if self.ending is not None else self.turn_seat

    @property
    def legal_actions(self) -> LegalActions[HuxxyAction]:
        """The viewer's own legal actions; empty when it is not the viewer's turn."""
        return TurnActions(self.turn) if self.seat is not None and self.seat == self.seat_to_act else ()

    @property
    def turn(self) -> Turn:
        """The turn that the viewer is building."""
        return Turn(self.hand, self.table, self.plays, self.opened[self.turn_seat])

    @property
    def plays_left(self) -> int:
        """How many plays are left this turn."""
        return MAX_PLAYS - len(self.plays)

    @property
    def points_played(self) -> int:
        """Points of the cards played from the hand this turn, towards the opening turn."""
        return points_played(self.plays)

    @property
    def opening_points(self) -> int:
        """Points required for an opening turn: 24."""
        return OPENING_POINTS

    @property
    def invalid_groups(self) -> tuple[tuple[int, str], ...]:
        """The invalid groups on the table as (1-based number, reason)."""
        return invalid_groups(self.table)

    @property
    def why_not_end(self) -> str | None:
        """Message saying why the turn cannot be ended now; None when it can."""
        return why_not_end(self.turn)

    @property
    def hand_points(self) -> int:
        """Points the viewer's hand would cost if the game ended now."""
        return hand_points(self.hand)


def view(state: HuxxyState, seat: int | None) -> HuxxyView:
    """Everything the seat (None: a spectator) may see."""
    building = seat == state.seat
    sizes = list(map(len, state.hands))
    if not building:
        sizes[state.seat] = len(state.start_hand)
    return HuxxyView(
        seat=seat,
        jokers=state.jokers,
        turn_seat=state.seat,
        hand=state.hands[seat] if seat is not None else (),
        hand_sizes=tuple(sizes),
        stock_size=len(state.stock),
        table=state.table if building else state.start_table,
        changed=() if building and state.plays else state.changed,
        opened=state.opened,
        plays=state.plays if building else (),
        hands=state.hands if state.ending is not None else (),
        ending=state.ending,
        outcome=outcome(state),
    )


def outcome(state: HuxxyState) -> Outcome | None:
    """The result, ranked by points left in hand, lowest first; the seat that went out has 0. None before the end."""
    if state.ending is None:
        return None
    points = tuple(map(hand_points, state.hands))
    return Outcome(shared_ranks(points), points, state.ending.value)
