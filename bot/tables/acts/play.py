"""A table's game: starting it, one action, and the events for the board. Pure functions from position to record."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.rules import codec
from bot.rules.errors import InvalidActionError
from bot.rules.game import AnyAction, AnyState, Event
from bot.tables.acts import beginning
from bot.tables.acts.lobby import require_lobby
from bot.tables.acts.news import THOUGHT, recent
from bot.tables.acts.people import game_over, not_begun, require_host, require_seat
from bot.tables.model.errors import NotYourTurnError, StaleControlError, TableError
from bot.tables.model.position import Position
from bot.tables.model.records import Phase, ProposalKind, Wake
from bot.tables.model.seed import seed_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.rules.game import AnyGame
    from bot.tables.model.protocols import Thought
    from bot.tables.model.records import Deadline, TableRecord


def start(position: Position, host: int, interaction: int, now: float) -> Position:
    """Deal the game to everybody seated; drop seats kept for others."""
    table, game = position.record, position.game
    if table.phase is Phase.PLAYING:
        if table.in_own_dm:
            raise TableError(_("The game has already begun; /hand shows your cards."))
        require_seat(table, host)
        raise TableError(_("The game has already begun; press **My hand** on the board to play."))
    require_lobby(table, host)
    require_host(table, host)
    seats = len(table.taken)
    if seats not in game.seats:
        raise _too_few(table, game.title, game.seats[0] - seats)
    record = replace(
        table,
        phase=Phase.PLAYING,
        seats=table.taken,
        declined=(),
        start_interaction=interaction,
        started_at=now,
        recent=(),
        drawn=(),
        deadline=None,
    )
    state = first_state(record, game)
    return Position(beginning.mark_dealt(replace(record, state=codec.dumps(state))), game, state)


def first_state(table: TableRecord, game: AnyGame) -> AnyState:
    """The state after the deal."""
    return game.deal(len(table.seats), seed_of(table, game.version), table.options)


def _too_few(table: TableRecord, title: str, missing: int) -> TableError:
    """The refusal to deal to so few players."""
    words = ngettext(
        "{game} needs {number} more player: wait for people, or add computer players.",
        "{game} needs {number} more players: wait for people, or add computer players.",
        missing,
    )
    if table.in_own_dm:
        words = ngettext(
            "{game} needs {number} more player: add a computer player.",
            "{game} needs {number} more players: add computer players.",
            missing,
        )
    return TableError(words.format(game=title, number=missing))


def seat_to_play(position: Position, person: int, decision: int | None) -> int:
    """The person's seat, if they may act now; `decision` is the pressed control's (None: a typed command)."""
    record = position.record
    if record.phase is Phase.LOBBY:
        raise not_begun()
    if record.phase is not Phase.PLAYING:
        raise game_over(record, person)
    seat = require_seat(record, person)
    to_act = position.seat_to_act
    if to_act is not None and to_act != seat:
        raise NotYourTurnError(record, to_act)
    if decision is not None and decision != record.decision:
        raise StaleControlError(_("That button belongs to an earlier position; here is the current one."))
    return seat


def apply(position: Position, seat: int, action: AnyAction) -> Position:
    """The position after a legal action; the end of a turn clears the deadline.

    Raises:
        ActionError: the rules forbid the action; the message says why.
    """
    game, before = position.game, position.state
    after = game.apply(before, seat, action)
    outcome, events = game.outcome(after), game.events(before, action, after, None)
    same_turn = is_same_turn(game, seat, after, events)
    record = replace(
        position.record,
        state=codec.dumps(after),
        decision=position.record.decision + 1,
        recent=recent(position.record, events),
        drawn=position.record.drawn if same_turn else drawn_by(position, seat, action, after, events),
        deadline=_kept_deadline(position.record, events) if same_turn else None,
        clock_left=position.record.clock_left if same_turn else None,
    )
    if outcome is not None:
        record = replace(record, phase=Phase.OVER)
    return Position(record, game, after)


def _kept_deadline(record: TableRecord, events: Sequence[Event]) -> Deadline | None:
    """The deadline after an action within a turn, of which everybody is told `events`. A clock runs for the whole turn;
    the wait of a game without a clock begins anew with every action that others see.
    """
    waits_for_move = record.deadline is not None and record.deadline.kind is Wake.IDLE_EXPIRY
    return None if waits_for_move and events else record.deadline


def is_same_turn(game: AnyGame, seat: int, after: AnyState, events: Sequence[Event]) -> bool:
    """Whether the seat's turn goes on after its action, of which everybody is told `events`."""
    return game.seat_to_act(after) == seat and not any(map(game.is_deal, events))


def drawn_by(
    position: Position, seat: int, action: AnyAction, after: AnyState, events: Sequence[Event]
) -> tuple[Card | None, ...]:
    """By seat, the card whose drawing ended its last turn, updated after this seat's turn."""
    told_without = {event.kind for event in events if event.seat == seat and "card" not in event.facts}
    own = position.game.events(position.state, action, after, seat)
    secret = (event.facts["card"] for event in own if event.kind in told_without and "card" in event.facts)
    drawn = list(position.record.drawn or (None,) * len(position.record.seats))
    drawn[seat] = next(secret, None)
    return tuple(drawn) if any(drawn) else ()


def with_thought(position: Position, seat: int, thought: Thought | None) -> Position:
    """The position with the public part of a computer player's thought added to its events."""
    if thought is None:
        return position
    event = Event(THOUGHT, seat, {"kind": thought.kind, "facts": dict(thought.facts)})
    return replace(position, record=replace(position.record, recent=recent(position.record, (event,))))


def read_action(position: Position, text: str) -> AnyAction:
    """Parse a typed action.

    Raises:
        InvalidActionError: it cannot be parsed; the message says what can be typed.
    """
    if not text:
        raise InvalidActionError(_("Say what you want to do."))
    if len(text) > 400:
        raise InvalidActionError(_("That is too long for an action."))
    return position.game.parse_action(text)


def costs_rating(position: Position, person: int) -> bool:
    """Whether help with the current turn would stop this game from raising the person's rating.

    It is free if the game is not rated and cannot be again, the seat was helped before, or there is only one legal
    action.
    """
    table, seat = position.record, position.record.seat_of(person)
    may_count = table.counts or (table.proposal is not None and table.proposal.kind is ProposalKind.KEEP_RATED)
    if seat is None or not may_count or table.seats[seat].helped or position.state is None:
        return False
    return len(tuple(islice(position.view(seat).legal_actions, 2))) > 1
