"""Undoing an action: which one, whether hidden cards have been revealed since, and the position before it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bot.language import _
from bot.rules.cards import Card
from bot.rules.game import AnyState
from bot.tables.acts.forced import is_forced
from bot.tables.acts.people import require_by_hand, require_seat
from bot.tables.acts.play import drawn_by, first_state, is_same_turn
from bot.tables.model.action_log import effective
from bot.tables.model.errors import TableError
from bot.tables.model.position import Position
from bot.tables.model.records import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.game import AnyGame
    from bot.tables.model.action_log import LoggedAction
    from bot.tables.model.records import TableRecord


class Undo(NamedTuple):
    """What an undo reverts: the number of the first action, and what the record keeps of the game before it."""

    number: int
    state: AnyState
    drawn: tuple[Card | None, ...]


def undo_of(position: Position, log: Iterable[LoggedAction], person: int) -> Undo:
    """Find the undo of the last action of the person that others have seen, and everything after it, by replaying the
    game.

    Raises:
        TableError: there is none, it or a later action revealed a hidden card, somebody who no longer plays by hand
            has played since, or a computer player has in a rated game. The next player's draw where they could do
            nothing else is no obstacle.
    """
    table = position.record
    if table.phase is Phase.LOBBY:
        raise TableError(_("The game has not begun yet, so there is nothing to take back."))
    if table.phase is not Phase.PLAYING:
        raise TableError(_("The game is over; nothing can be taken back now."))
    seat, actions = require_seat(table, person), effective(log)
    require_by_hand(table, person)
    since = _since(table, seat)
    own = [index for index, action in enumerate(actions) if action.seat == seat and action.number > since]
    game, states = position.game, _states(position, actions)
    last = next((index for index in reversed(own) if _is_seen(game, actions[index], *states[index : index + 2])), None)
    if last is None:
        raise TableError(_("You have not played anything yet that can be taken back."))
    _require_harmless(position, states[last], actions[last:])
    return Undo(actions[last].number, states[last], _drawn(position, actions[:last], states))


def _since(table: TableRecord, seat: int) -> int:
    """The number of the last action of whoever had the seat before its player; 0 if nobody had."""
    return max((one.until for one in table.former if one.seat == seat), default=0)


def _states(position: Position, actions: Sequence[LoggedAction]) -> list[AnyState]:
    """The state before each action, and the one after the last."""
    game, states = position.game, [first_state(position.record, position.game)]
    for action in actions:
        states.append(game.apply(states[-1], action.seat, game.parse_action(action.text)))
    return states


def _drawn(position: Position, actions: Sequence[LoggedAction], states: Sequence[AnyState]) -> tuple[Card | None, ...]:
    """By seat, the card whose drawing ended the last of its player's turns among these actions, as the record keeps
    it.
    """
    game = position.game
    drawn: tuple[Card | None, ...] = ()
    for logged, before, after in zip(actions, states, states[1:], strict=False):
        if logged.number <= _since(position.record, logged.seat):
            continue
        action = game.parse_action(logged.text)
        events = game.events(before, action, after, None)
        if not is_same_turn(game, logged.seat, after, events):
            then = Position(replace(position.record, drawn=drawn), game, before)
            drawn = drawn_by(then, logged.seat, action, after, events)
    return drawn


def _is_seen(game: AnyGame, logged: LoggedAction, before: AnyState, after: AnyState) -> bool:
    """Whether others have seen the action, unlike a step of a turn under way, which its player takes back alone."""
    return bool(game.events(before, game.parse_action(logged.text), after, None))


def _require_harmless(position: Position, state: AnyState, actions: Sequence[LoggedAction]) -> None:
    """Raise TableError if an action revealed a hidden card, was played by another person who cannot agree, or is a
    computer player's answer in a rated game: whoever has seen it must not try something else.
    """
    game, present = position.game, position.record.present
    for number, logged in enumerate(actions, 1):
        action = game.parse_action(logged.text)
        if number == len(actions) > 1 and is_forced(game, state, action):
            return  # the player has not used the card, and draws the same one again
        after = game.apply(state, logged.seat, action)
        if not all(map(game.is_open, game.events(state, action, after, None))):
            raise TableError(_("That action or a later one revealed a hidden card, so it cannot be taken back."))
        if logged.by is not None and logged.by not in present:
            raise TableError(
                _("Somebody who is no longer playing has moved since, so that action cannot be taken back.")
            )
        if logged.by is None and logged.seat != actions[0].seat and position.record.counts:
            raise TableError(
                _("A computer player has moved since, so that action cannot be taken back in a rated game.")
            )
        state = after
