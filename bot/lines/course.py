"""A line's position after its moves, and the line as a game file. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.replay.game_file import DEAL_OF_THE_DAY, GameFile, Move, Player, Result
from bot.tables.acts import forced, play
from bot.tables.model.position import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.lines.deal import Deal
    from bot.lines.stored import Line


def initial_position(deal: Deal, line: Line) -> Position:
    """The line's position before any action.

    Raises:
        ValueError: the current rules cannot deal these cards.
    """
    rules = deal.rules
    return Position(deal.record(line), rules, rules.deal(len(deal.seats), deal.seed, deal.options))


def position_after(position: Position, moves: Sequence[str]) -> Position:
    """The position after these moves.

    Raises:
        ActionError: one of them is not possible.
    """
    for line in moves:
        move = Move.of(line)
        position = play.apply(position, move.seat, position.game.parse_action(move.text))
    return position


def forced_draw(position: Position, now: float) -> Move | None:
    """The draw that is the person's only legal move; None if there is a choice."""
    made = forced.forced_draw(position, now)
    return None if made is None else Move(made[1].seat, made[1].text)


def with_result(line: Line, position: Position, now: float) -> Line:
    """The line with its result, if its game is over."""
    outcome = position.outcome
    if outcome is None:
        return line
    score, others = outcome.scores[line.seat], len(outcome.scores) - 1
    margin = score * others - (sum(outcome.scores) - score)
    return replace(line, ended_at=now, place=outcome.ranks[line.seat], score=score, margin=margin)


def game_file_of(deal: Deal, line: Line, position: Position) -> GameFile:
    """The line as a game file, which can be replayed and checked like any other."""
    outcome, table = position.outcome, position.record
    return GameFile(
        table=line.table_id or DEAL_OF_THE_DAY,
        game=deal.game,
        rules_version=deal.rules.version,
        options=deal.options,
        players=tuple(Player(seat.name, seat.level) for seat in table.seats),
        secret=deal.secret,
        commitment=table.commitment,
        start_interaction=deal.start_interaction,
        seed=deal.seed,
        moves=tuple(map(Move.of, line.moves)),
        result=None if outcome is None else Result.of(outcome),
        again=line.seat,
    )
