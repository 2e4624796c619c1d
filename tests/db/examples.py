"""Tables, seats and changes to store, with defaults for everything that a test does not specify."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

from bot.rules.cards import parse_cards
from bot.rules.game import Event
from bot.tables.model.action_log import LoggedAction
from bot.tables.model.records import Change, Deadline, Former, Phase, Proposal, ProposalKind, Seat, TableRecord, Wake

if TYPE_CHECKING:
    from bot.tables.model.stores import Store

ADA, BEN, CLEO = 2**62 + 1, 2**62 + 2, 2**62 + 3
SECRET = bytes(range(200, 232))
NOON = 1_800_000_000.25
DAY = 24 * 60 * 60

_DISCORD_EPOCH = 1_420_070_400.0
_serial = count(1)


def snowflake(at: float = NOON) -> int:
    """An unused Discord id from that time (in seconds since the epoch)."""
    return (int((at - _DISCORD_EPOCH) * 1000) << 22) + next(_serial)


def a_lobby(**values: Any) -> TableRecord:
    """A table as its host opens it, in a channel of its own, not saved yet."""
    known: dict[str, Any] = {
        "id": 0,
        "guild_id": 2**62 + 77,
        "channel_id": snowflake(),
        "game": "three_thirteen",
        "options": {},
        "places": 4,
        "host": ADA,
        "secret": SECRET,
        "created_at": NOON,
        "seats": (Seat("Ada", ADA),),
    }
    return TableRecord(**known | values)


def a_table_with_everything(**values: Any) -> TableRecord:
    """A table in mid-game where no field has its default."""
    known: dict[str, Any] = {
        "guild_id": 5,
        "game": "notty",
        "places": 3,
        "host": BEN,
        "secret": bytes(range(32)),
        "created_at": NOON - 0.5,
        "options": {"cap": 500, "ranked": True, "wild": "kings", "nothing": None},
        "phase": Phase.PLAYING,
        "seats": (
            Seat("Ada ♠", ADA, None, True, True, 2),
            Seat("Bot", None, "classic"),
            Seat("Left", BEN, "random", True),
            Seat("Asked", CLEO, kept=True),
            Seat("Away", 7, away_until=NOON + 3.5),
        ),
        "version": 7,
        "decision": 5,
        "state": '{"game": "three_thirteen"}',
        "start_interaction": snowflake(),
        "started_at": NOON + 1.5,
        "ended_at": NOON + 2.125,
        "closing_reason": "Nobody was left.",
        "deadline": Deadline(Wake.COMPUTER_MOVE, NOON + 0.1, NOON - 1.4),
        "rated": False,
        "turn_seconds": 120,
        "invited": (ADA, CLEO),
        "barred": (CLEO,),
        "former": (Former(BEN, "Ben ♥", 1, 3), Former(0, "", 0, 4)),
        "declined": (BEN,),
        "removed": (CLEO,),
        "voided": True,
        "yet_to_play": (0, 2),
        "excused": (BEN,),
        "proposal": Proposal(ProposalKind.UNDO, ADA, (ADA, CLEO), 3),
        "ended_by_agreement": True,
        "thread": True,
        "clock_rests": True,
        "starts_full": True,
        "clock_left": 12.5,
        "parent_id": snowflake(),
        "outside": True,
        "drawn": (None, parse_cards("7C")[0]),
        "recent": (
            Event("card_discarded", 1, {"card": parse_cards("0C")[0]}),
            Event("round_ended", None, {"melds": (parse_cards("XR 4C"), ()), "scores": {0: 1.5, 1: None}}),
        ),
    }
    return a_lobby(**known | values)


def next_version(table: TableRecord, **values: Any) -> TableRecord:
    """The table after one more change."""
    return replace(table, version=table.version + 1, **values)


def move(table: TableRecord, **values: Any) -> Change:
    """The table's next action, with an interaction of its own."""
    number = table.decision + 1
    action = LoggedAction(number, 0, f"action {number}", ADA, NOON + number)
    return Change(next_version(table, decision=number, **values), snowflake(), action, before=table)


async def saved(store: Store, table: TableRecord | None = None, **values: Any) -> TableRecord:
    """Save a new table, and return it with its id."""
    return await store.tables.create(table or a_lobby(**values), None)


async def moved(store: Store, table: TableRecord, **values: Any) -> TableRecord:
    """Save one more action, and return the table after it."""
    change = move(table, **values)
    await store.tables.save(change)
    return change.after
