"""How long the board of a table waits after a change."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from bot.clock import SystemClock
from bot.ui.interaction.live_hands import LiveHands
from bot.ui.messages.outdated import outdated_by
from bot.ui.messages.table_messages import BOARD_SHOWN, TableMessages
from bot.ui.pacing.update_queue import Urgency
from tests.ui.extremes import whole_game

if TYPE_CHECKING:
    from bot.tables.model.position import Position


def waits(before: Position, after: Position) -> bool:
    """Whether the board waits for the turn to end."""
    hands = LiveHands(SystemClock(), lambda _hand: None)
    no_store: Any = None
    messages = TableMessages(after.record.id, no_store, after)
    [board] = (each for each in outdated_by(messages, before, hands) if each.kind == BOARD_SHOWN)
    return board.urgency is not Urgency.BOARD


def round_of(position: Position) -> int:
    assert position.state is not None
    return int(position.state.round)


def test_a_board_waits_within_a_turn_but_not_for_a_new_deal() -> None:
    """A player who ends a round may be the first of the next."""
    within = dealt = 0
    for before, after in pairwise(whole_game("six-holes", 5000)):
        goes_on = before.seat_to_act == after.seat_to_act
        is_new_round = round_of(before) != round_of(after)
        assert waits(before, after) is (goes_on and not is_new_round)
        within += goes_on and not is_new_round
        dealt += goes_on and is_new_round
    assert within > 10
    assert dealt > 2
