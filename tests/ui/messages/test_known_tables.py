"""Talk in a channel moves the newest table's board up."""

from __future__ import annotations

from typing import Any

from bot.tables.model.position import Position
from bot.tables.model.share import Share
from bot.ui.messages import known_tables
from bot.ui.messages.known_tables import KnownTables
from bot.ui.messages.table_messages import BOARD_SHOWN
from tests.db.examples import a_lobby

CHANNEL = 9
NO_STORE: Any = None


def test_talk_counts_for_the_channels_newest_table() -> None:
    """The board of an older game in the channel may be shortened long after the next game has begun."""
    known = KnownTables(NO_STORE)
    newer = known.register(a_lobby(id=2, channel_id=CHANNEL))
    older = known.register(a_lobby(id=1, channel_id=CHANNEL))
    known.count_message(CHANNEL)
    assert (newer.below, older.below) == (1, 0)


def test_talk_from_before_the_table_is_known_counts_once() -> None:
    """After a start, a table is known from its next update on."""
    known = KnownTables(NO_STORE)
    for _ in range(3):
        known.count_message(CHANNEL)
    assert known.register(a_lobby(id=1, channel_id=CHANNEL)).below == 3
    assert known.register(a_lobby(id=1, channel_id=CHANNEL)).below == 3


def test_channels_without_a_table_do_not_fill_the_memory() -> None:
    """Of more channels than are remembered, those without talk for the longest time are forgotten."""
    known = KnownTables(NO_STORE)
    for channel in range(known_tables.MAX_CHANNELS + 1):
        known.count_message(channel)
    assert known.register(a_lobby(id=1, channel_id=0)).below == 0
    assert known.register(a_lobby(id=2, channel_id=1)).below == 1


def test_tables_with_something_to_do_are_not_forgotten() -> None:
    """Of more tables than are remembered, the least recently active one goes whose messages are all up to date."""
    known = KnownTables(NO_STORE)
    outdated, held, *_others = [known.of(number) for number in range(known_tables.MAX_TABLES)]
    outdated.outdated.add(BOARD_SHOWN)
    held.holds = 1
    known.of(known_tables.MAX_TABLES)
    remembered = {messages.table_id for messages in known}
    assert remembered == {*range(known_tables.MAX_TABLES + 1)} - {2}


def test_channels_of_forgotten_tables_do_not_fill_the_memory() -> None:
    """Each time that a shard changed hands, the channels of its tables stayed."""
    known = KnownTables(NO_STORE)
    here, elsewhere = (a_lobby(id=number, channel_id=number, guild_id=number << 22, game="notty") for number in (2, 3))
    for table in (here, elsewhere):
        known.of_position(Position.of(table))
    known.forget(Share.one(1, 2))
    assert known.in_channel(here.channel_id) is not None
    assert known.in_channel(elsewhere.channel_id) is None
    assert len(known._channels) == 1
