"""Undoing an action: which one, whether hidden cards have been revealed since, and the position before it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bot.language import _
from bot.rules.cards import Card
from bot.rules.errors import ActionError
from bot.rules.game import AnyAction, AnyState
from bot.tables.acts.forced import is_forced
from bot.tables.acts.people import require_by_hand, require_seat
from bot.tables.acts.play import drawn_by, first_state, is_same_turn
from bot.tables.model.action_log import LoggedAction, effective
from bot.tables.model.damage import damaged, report_damage
from bot.tables.model.errors import TableError
from bot.tables.model.position import Position
from bot.tables.model.records import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.game import AnyGame
    from bot.tables.model.records import TableRecord


class Undo(NamedTuple):
    """What an undo reverts: the number of the first action, and what the record keeps of the game before it."""

    number: int
    state: AnyState
    drawn: tuple[Card | None, ...]


class _Step(NamedTuple):
    """A logged action, and the states before and after it."""

    logged: LoggedAction
    action: AnyAction
    before: AnyState
    after: AnyState


def undo_of(position: Position, log: Iterable[LoggedAction], person: int) -> Undo:
    """Find the undo of the last action of the person that others have seen, and everything after it, by replaying the
    game. Raises TableError as `require_undo` does.
    """
    before, undone = _found(position, log, person)
    return Undo(undone[0].logged.number, undone[0].before, _drawn(position, before))


def require_undo(position: Position, log: Iterable[LoggedAction], person: int) -> None:
    """Require that there is an undo of the person's last action, without working out all that it needs.

    Raises:
        TableError: there is none, it or a later action revealed a hidden card, somebody who no longer plays by hand
            has played since, or a computer player has in a rated game. The next player's draw where they could do
            nothing else is no obstacle.
    """
    _found(position, log, person)


def _found(position: Position, log: Iterable[LoggedAction], person: int) -> tuple[Sequence[_Step], Sequence[_Step]]:
    """The steps of the game before the action to undo, and those that are undone. Raises TableError."""
    table = position.record
    if table.phase is Phase.LOBBY:
        raise TableError(_("The game has not begun yet, so there is nothing to take back."))
    if table.phase is not Phase.PLAYING:
        raise TableError(_("The game is over; nothing can be taken back now."))
    seat, actions = require_seat(table, person), effective(log)
    require_by_hand(table, person)
    since, steps = _since(table, seat), _steps(position, actions)
    own = [index for index, step in enumerate(steps) if step.logged.seat == seat and step.logged.number > since]
    last = next((index for index in reversed(own) if _is_seen(position.game, steps[index])), None)
    if last is None:
        raise TableError(_("You have not played anything yet that can be taken back."))
    _require_harmless(position, steps[last:])
    return steps[:last], steps[last:]


def _since(table: TableRecord, seat: int) -> int:
    """The number of the last action of whoever had the seat before its player; 0 if nobody had."""
    return max((one.until for one in table.former if one.seat == seat), default=0)


def _steps(position: Position, actions: Sequence[LoggedAction]) -> list[_Step]:
    """Replay the actions from the deal on. Raises TableError if they cannot be replayed."""
    game, steps, state = position.game, [], first_state(position.record, position.game)
    try:
        for logged in actions:
            action = game.parse_action(logged.text)
            after = game.apply(state, logged.seat, action)
            steps.append(_Step(logged, action, state, after))
            state = after
    except ActionError as error:
        report_damage("actions.text", f"of table {position.record.id}")
        raise damaged() from error
    return steps


def _drawn(position: Position, steps: Sequence[_Step]) -> tuple[Card | None, ...]:
    """By seat, the card whose drawing ended the last of its player's turns among these actions, as the record keeps
    it.
    """
    game = position.game
    drawn: tuple[Card | None, ...] = ()
    for logged, action, before, after in steps:
        if logged.number <= _since(position.record, logged.seat):
            continue
        events = game.events(before, action, after, None)
        if not is_same_turn(game, logged.seat, after, events):
            then = Position(replace(position.record, drawn=drawn), game, before)
            drawn = drawn_by(then, logged.seat, action, after, events)
    return drawn


def _is_seen(game: AnyGame, step: _Step) -> bool:
    """Whether others have seen the action, unlike a step of a turn under way, which its player takes back alone."""
    return bool(game.events(step.before, step.action, step.after, None))


def _require_harmless(position: Position, steps: Sequence[_Step]) -> None:
    """Raise TableError if an action revealed a hidden card, was played by another person who cannot agree, or is a
    computer player's answer in a rated game: whoever has seen it must not try something else.
    """
    game, present = position.game, position.record.present
    for number, (logged, action, before, after) in enumerate(steps, 1):
        if number == len(steps) > 1 and is_forced(game, before, action):
            return  # the player has not used the card, and draws the same one again
        if not all(map(game.is_open, game.events(before, action, after, None))):
            raise TableError(_("That action or a later one revealed a hidden card, so it cannot be taken back."))
        if logged.by is not None and logged.by not in present:
            raise TableError(
                _("Somebody who is no longer playing has moved since, so that action cannot be taken back.")
            )
        if logged.by is None and logged.seat != steps[0].logged.seat and position.record.counts:
            raise TableError(
                _("A computer player has moved since, so that action cannot be taken back in a rated game.")
            )
