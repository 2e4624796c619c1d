"""A step of a finished game shows the position as it was then, and nothing of the end."""

from __future__ import annotations

from bot.replay.steps import Steps
from bot.rules import codec
from bot.rules.cards import parse_card
from bot.tables.model.position import Position
from bot.tables.model.records import Phase, Seat, TableRecord
from bot.ui.replays.replay import position_at
from tests.replay.games import finished


def test_an_earlier_step_does_not_show_the_last_drawn_card() -> None:
    """Otherwise, the hand would say “You drew” about that card at every step."""
    game = finished("huxxy")
    steps = Steps(game)
    seats = tuple(Seat(player.name, None, player.level) for player in game.players)
    drawn = (parse_card("4C"), *(None for _ in seats[1:]))
    record = TableRecord(
        7, 1, 1, "huxxy", game.options, len(seats), 1, game.secret, 0.0, Phase.OVER, seats, 9,
        state=codec.dumps(steps.state(steps.last)), start_interaction=1, drawn=drawn,
    )  # fmt: skip
    then = position_at(Position.of(record), steps, 3)
    assert then.record.drawn == ()
    assert then.state == steps.state(3)
