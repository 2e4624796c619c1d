"""Positions from whole games, played at random or by computer players, as tables with people in all seats."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bot.players.registry import player
from bot.rules.catalogue import GAMES
from bot.tables.acts.play import apply, start
from bot.tables.model.position import Position
from bot.tables.model.records import Seat, TableRecord

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NAMES = ("Anna", "**Ben** @everyone", "شخص", "🦊🦊🦊", "x" * 32, "a`b`c", "[link](http://x)")


def dealt(game: str, seats: int, number: int = 0, **options: object) -> Position:
    """A game that has just begun; `number` chooses the cards."""
    people = tuple(Seat(name, 100 + index) for index, name in enumerate(NAMES[:seats]))
    chosen = {option.name: option.default for option in GAMES[game].options} | options
    record = TableRecord(7, 1, 2, game, chosen, seats, 100, b"%032d" % number, 0.0, seats=people)
    return start(Position.of(record), 100, 5, 1.0)


def played(
    game: str, level: str, number: int, most: int, options: Mapping[str, object] | None = None
) -> Iterator[Position]:
    """Yield up to `most` positions of one game between players of that level, half of those of Huxxy with jokers unless
    other options are given.
    """
    rng = random.Random(f"{game} {level} {number}")
    seats = GAMES[game].seats
    if options is None:
        options = {"jokers": True} if game == "huxxy" and number % 2 else {}
    position = dealt(game, rng.choice(seats), number, **options)
    who = player(game, level)
    for _number in range(most):
        seat = position.seat_to_act
        if seat is None:
            return
        yield position
        position = apply(position, seat, who.choose(position.view(seat), rng).action)
