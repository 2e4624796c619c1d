"""How long people wait for a replay: opening a game for the first time, and showing one more step of it.

The bar is 100 ms for a step of a game of 500 actions.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.replay.check import differences
from bot.replay.steps import Steps
from bot.tables.model.position import Position
from bot.tables.model.records import Phase, Seat, TableRecord
from bot.ui.art.hand_style import HandStyle
from bot.ui.art.illustrations import PLAIN
from bot.ui.replays.replay import Selection, build_replay
from tests.bench.measured import stats
from tests.replay.games import finished

if TYPE_CHECKING:
    from bot.replay.game_file import GameFile


def long_game() -> GameFile:
    """Return a game of Huxxy with 500 actions: its own, and a play that is taken back again and again."""
    game = finished("huxxy", 4)
    steps = Steps(game)
    at = next(
        step
        for step, move in enumerate(game.moves)
        if move.text.startswith("play") and steps.seat_to_act(step + 1) == move.seat
    )
    again = (game.moves[at], replace(game.moves[at], text="undo"))
    missing = (500 - len(game.moves) + 1) // 2
    return replace(game, moves=(*game.moves[:at], *again * missing, *game.moves[at:]))


def test_opening_a_game(benchmark: Any) -> None:
    """Opening a game replays all 500 actions from the deal."""
    game = long_game()
    assert len(game.moves) >= 500
    steps = benchmark(lambda: Steps(game))
    assert steps.problem is None


def test_verifying_a_game(benchmark: Any) -> None:
    game = long_game()
    assert benchmark(lambda: differences(Steps(game))) == ()


def test_showing_one_step(benchmark: Any) -> None:
    """Build the message for a step in the middle of the game, in words."""
    game = long_game()
    steps = Steps(game)
    seats = tuple(Seat(player.name, None, "easy") for player in game.players)
    record = TableRecord(
        1, 1, 1, game.game, game.options, 4, 1, game.secret, 0.0, Phase.OVER, seats, start_interaction=1
    )
    position = Position(record, game.rules, steps.state(-1))
    selected = Selection.of(steps, 250, "1")
    view = benchmark(lambda: build_replay(position, steps, selected, HandStyle(), PLAIN, None, ()))
    assert view.to_components()
    assert stats(benchmark).median < 0.1
