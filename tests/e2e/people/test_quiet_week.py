"""A week of correspondence play with quiet hours, an absence and a digest, over the night when summer time begins."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import pytest

from bot.tables.acts import guild_settings
from bot.tables.acts.setup import Setup
from bot.tables.acts.turn_clock import turn_end
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from bot.ui.board import own_tables
from db.people.store import PeopleStore
from tests.e2e.table_talk import choose_setting, control, parts, private, sentence, text

if TYPE_CHECKING:
    from collections.abc import Callable

    import simcord

    from tests.e2e.conftest import World

FRIDAY = datetime(2026, 3, 27, 12, 0, tzinfo=UTC)
MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


@pytest.fixture
def arrange() -> Callable[[simcord.Env], object]:
    """Start at 13:00 in Berlin, on the Friday before the clocks go forward there."""

    def on_friday(env: simcord.Env) -> None:
        env.backend.clock._epoch = FRIDAY

    return on_friday


class Week:
    """Two tables of Anna and Ben in two servers, one with a clock of a day per turn."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.tables: list[Any] = []
        self.channels: list[Any] = []

    async def begin(self) -> None:
        world = self.world
        club = world.env.create_guild("Chess club")
        places = [(world.guild, world.channel, {"clock": DAY}), (club, club.create_text_channel("tables"), {})]
        for guild, channel, options in places:
            anna, ben = (guild.add_member(world.person(name).user) for name in ("anna", "ben"))
            await anna.slash(channel, "table new", game="three-thirteen", seats=2, **options)
            if options:
                assert "the clock stands still in the quiet hours" in text(world.board(channel))
            await ben.click(world.board(channel), custom_id=control(world.board(channel), "join"))
            await anna.click(world.board(channel), custom_id=control(world.board(channel), "start"))
            self.tables.append(await world.table(channel))
            self.channels.append(channel)

    async def at(self, moment: str) -> None:
        """Let time pass until then, in UTC."""
        until = datetime.fromisoformat(f"2026-{moment}+00:00")
        await self.world.env.advance_time((until - self.world.env.now()).total_seconds())

    async def turn_of(self, name: str, *tables: Any) -> None:
        """Let the others play until it is this person's turn."""
        for table in tables or self.tables:
            await self._until(table, name, is_turn=False)  # so that a new turn begins
            await self._until(table, name, is_turn=True)

    async def _until(self, table: Any, name: str, *, is_turn: bool) -> None:
        who = self.world.person(name).id
        await self.world.play_on(table, until=lambda: (table.position.person_to_act == who) is is_turn)

    async def restart(self) -> None:
        """Stop the bot and start it again."""
        await self.world.restart()
        self.tables = [await self.world.table(channel) for channel in self.channels]

    def told(self, name: str) -> list[str]:
        """Return the person's messages that still exist: direct messages other than hands, and mentions in a server."""
        user = self.world.person(name).user
        direct = [text(message) for message in user.dm_channel.history() if "## Your hand" not in text(message)]
        public = [text(message) for channel in self.channels for message in channel.history()]
        return direct + [said for said in public if said.startswith(f"<@{user.id}>, it's your turn")]

    def lists(self, name: str) -> list[str]:
        """Return the messages that list what waits for the person."""
        return [said for said in self.told(name) if "wait for you." in said or "waits for you." in said]

    def hands(self, name: str) -> int:
        """Return how many messages with hands the person has."""
        return sum("## Your hand" in text(message) for message in self.world.person(name).user.dm_channel.history())


async def test_a_week_of_quiet_hours_across_the_change_to_summer_time(world: World) -> None:
    week = Week(world)
    anna, ben = world.person("anna"), world.person("ben")
    assert "There is no time zone “Atlantis”" in sentence(await anna.slash(world.channel, "quiet", zone="Atlantis"))
    page = (await anna.slash(world.channel, "quiet", hours="22-7", zone="europe/berlin")).response
    assert "Quiet hours" in text(page)
    await week.begin()

    # Anna's turn comes at 22:30 on Saturday. At seven, an hour earlier than in winter time, one message lists both.
    await week.at("03-28 21:30")
    hands = week.hands("anna")
    await week.turn_of("anna")
    await week.restart()
    await week.at("03-29 04:50")
    zoe, lobby = world.person("zoe"), world.guild.create_text_channel("lobby")
    await zoe.slash(lobby, "table new", game="rummy", invite_only=True)
    told = sentence(await zoe.slash(lobby, "table invite", user=anna))
    assert "they have quiet hours or are away, and will be told afterwards" in told
    await week.at("03-29 04:59")
    assert week.told("anna") == []
    assert week.hands("anna") == hands
    await week.at("03-29 05:01")
    [message] = week.told("anna")
    assert "2 tables wait for you." in message
    assert "Chess club" in message
    assert f"<@{zoe.id}> invites you to Rummy, table 3." in message
    # The clock of a day stood still in the quiet hours: 15 of its hours pass on Sunday, and 9 on Monday.
    assert turn_end(week.tables[0].record) == datetime(2026, 3, 30, 14, 0, tzinfo=UTC).timestamp()

    # Anna opens her hand from the list and plays. Ben has a day.
    listed = anna.user.dm_channel.history()[-1]
    opened = await anna.user.click(listed, custom_id=f"b:{week.tables[0].id}:hand::")
    assert "## Your hand" in text(private(opened))
    await week.turn_of("ben")
    begun = (turn_end(week.tables[0].record) or 0) - DAY

    # Ben goes away: the board says so, his clock waits, and he is not notified before he is back.
    await week.at("03-29 22:00")
    assert "have 7 days left" in sentence(await ben.slash(world.channel, "away", until="in 9 days"))
    assert "That time has passed" in sentence(await ben.slash(world.channel, "away", until="2026-03-29 10:00"))
    assert "You are away until" in sentence(await ben.slash(world.channel, "away", until="2026-04-02 12:00"))
    assert "-# ben is away until <t:" in text(world.board(week.channels[0]))
    left, now = begun + DAY - world.env.now().timestamp(), datetime(2026, 4, 2, 12, 0, tzinfo=UTC).timestamp()
    assert turn_end(week.tables[0].record) == pytest.approx(now + left, abs=5)

    # The next night's message replaces Anna's, and lists the one table that waits for her.
    await week.turn_of("anna", week.tables[1])
    await week.at("03-30 05:01")
    [message] = week.told("anna")
    assert "1 table waits for you." in message
    assert "Chess club" in message
    await week.turn_of("ben", week.tables[1])
    await week.at("04-02 11:59")
    assert week.lists("ben") == []
    await week.at("04-02 12:01")
    [message] = week.lists("ben")
    assert "2 tables wait for you." in message

    # With a digest there is one list a day, without turns that were played meanwhile, and none if nothing waits.
    await choose_setting(anna, world.channel, "digest", "18:00")
    await week.turn_of("anna")
    await week.at("04-02 15:59")
    before = week.told("anna")
    await week.turn_of("ben", week.tables[0])
    await week.at("04-02 16:01")
    assert "1 table waits for you." in week.lists("anna")[0]
    assert len(week.told("anna")) == len(before)
    await week.turn_of("ben")
    await week.turn_of("anna", week.tables[1])
    await week.turn_of("ben")
    await week.at("04-03 16:01")
    assert week.told("anna") == []


@pytest.mark.parametrize("setting", [{"quiet": "13:00-15:00"}, {"digest": "3h"}])
async def test_a_person_without_dms_is_mentioned_at_the_table(world: World, setting: dict[str, str]) -> None:
    """People without direct messages are mentioned once the list has failed. A digest no longer applies to them."""
    week = Week(world)
    await week.begin()
    world.close_dms("anna")
    await world.bot.store.people.change(world.person("anna").id, **setting)
    await week.at("03-27 13:30")
    await week.turn_of("anna", week.tables[0])
    await week.at("03-27 14:59")
    assert week.told("anna") == []
    await week.at("03-27 16:35")
    [message] = week.told("anna")
    assert "it's your turn at table 1" in message.replace("[", "").replace("]", "")
    await week.turn_of("ben", week.tables[0])
    await week.turn_of("anna", week.tables[0])
    assert len(week.told("anna")) == 1


async def test_a_list_refused_by_the_dm_rate_limit_is_sent_later(world: World) -> None:
    """Many quiet hours end at the same time, and Discord limits how fast a bot opens direct messages."""
    week = Week(world)
    await week.begin()
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, quiet="13:00-15:00")
    await week.at("03-27 13:30")
    await week.turn_of("anna", week.tables[0])
    path = f"/channels/{anna.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=40003, message="You are opening direct messages too fast.")
    await week.at("03-27 16:35")
    assert not world.env.backend.faults
    assert not (await world.bot.store.people.settings(anna.id)).dm_closed
    [message] = week.told("anna")
    assert "table 1" in message.replace("[", "").replace("]", "")


async def test_after_quiet_hours_every_invitation_is_listed(world: World) -> None:
    """The list has all invitations, two of them with a button. The others were once not mentioned, then or later."""
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, quiet="12:00-12:10")
    hosts = [world.person(name) for name in ("ben", "cleo", "dora", "emil")]
    for host in hosts:
        channel = world.guild.create_text_channel(f"with-{host.user.name}")
        await host.slash(channel, "table new", game="rummy", invite_only=True)
        told = sentence(await host.slash(channel, "table invite", user=anna))
        assert "they have quiet hours or are away, and will be told afterwards" in told
    await world.env.advance_time(11 * MINUTE)
    [message] = anna.user.dm_channel.history()
    said = text(message)
    assert all(f"<@{host.id}> invites you to Rummy, table {number}." in said for number, host in enumerate(hosts, 1))
    assert [part["custom_id"] for part in parts(message) if "custom_id" in part] == ["b:1:accept::", "b:2:accept::"]
    assert said.count("To the table") == 2
    assert "None of them waits for you." not in said, "there are no tables"


async def test_omitted_invitations_are_counted_as_such_in_german(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """One invitation was once counted as “und 1 weitere Person”."""
    monkeypatch.setattr(own_tables, "MAX_IN_LINES", 1)
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, quiet="12:00-12:10", language="de")
    for name in ("ben", "cleo", "dora", "emil"):
        host, channel = world.person(name), world.guild.create_text_channel(f"with-{name}")
        await host.slash(channel, "table new", game="rummy", invite_only=True)
        await host.slash(channel, "table invite", user=anna)
    await world.env.advance_time(11 * MINUTE)
    [message] = anna.user.dm_channel.history()
    assert text(message).endswith("und 1 weitere Einladung")


async def test_an_invitation_to_a_leavers_seat_is_listed_afterwards(world: World) -> None:
    """The host is told that the invitation will be delivered, but only lobbies were once listed."""
    anna, ben = world.person("anna"), world.person("ben")
    table = await world.seated("ben", "cleo", "dora")
    await world.begun(table)
    await world.for_sure("dora", "table leave")
    await world.bot.store.people.change(anna.id, quiet="12:00-12:10")
    told = sentence(await ben.context_menu(world.channel, "Invite to my table", anna))
    assert "will be told afterwards" in told
    await world.env.advance_time(11 * MINUTE)
    [message] = anna.user.dm_channel.history()
    assert f"<@{ben.id}> invites you to Three Thirteen, table 1." in text(message)
    offer = private(await anna.user.click(message, custom_id=control(message, "accept")))
    assert control(offer, "takeover")


async def test_a_lobby_that_filled_up_meanwhile_is_not_listed(world: World) -> None:
    """A lobby that is full, or no longer invites the person, is not listed. One that keeps a seat for them is.

    The others were once listed too, with a button that was refused.
    """
    anna, hosts = world.person("anna"), [world.person(name) for name in ("ben", "cleo", "dora")]
    await world.bot.store.people.change(anna.id, quiet="12:00-12:10")
    channels = [world.guild.create_text_channel(f"with-{host.user.name}") for host in hosts]
    for host, channel in zip(hosts, channels, strict=True):
        await host.slash(channel, "table new", game="rummy", invite_only=True, seats=2)
        await host.slash(channel, "table invite", user=anna)
    await hosts[0].slash(channels[0], "table bot add")
    for only in (False, True):
        table = await world.table(channels[1])
        await table.set_up(hosts[1].id, Setup(invite_only=only))
    await world.env.advance_time(11 * MINUTE)
    [message] = anna.user.dm_channel.history()
    assert "invites you to Rummy, table 3." in text(message)
    assert [part["custom_id"] for part in parts(message) if "custom_id" in part] == ["b:3:accept::"]


async def test_invitations_of_a_server_that_barred_one_are_not_listed(world: World) -> None:
    """An invitation by a server that has barred the person is not listed. Its button to join was refused."""
    anna, ben = world.person("anna"), world.person("ben")
    await world.bot.store.people.change(anna.id, quiet="12:00-12:10")
    club = world.env.create_guild("Chess club")
    ben_there, anna_there = (club.add_member(who.user) for who in (ben, anna))
    there = club.create_text_channel("tables")
    for host, channel, guest in ((ben, world.channel, anna), (ben_there, there, anna_there)):
        await host.slash(channel, "table new", game="rummy", invite_only=True)
        await host.slash(channel, "table invite", user=guest)
    await guild_settings.save(world.bot.store.people, world.guild.id, barred=(anna.id,))
    await world.env.advance_time(11 * MINUTE)
    [message] = anna.user.dm_channel.history()
    assert [part["custom_id"] for part in parts(message) if "custom_id" in part] == ["b:2:accept::"]


async def test_a_person_without_dms_is_invited_at_the_table_afterwards(world: World) -> None:
    """People without direct messages are mentioned as at other times. No list reaches them, and it was once lost."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.user.slash("help")
    world.close_dms("anna")
    await world.bot.store.people.change(anna.id, quiet="12:00-12:10")
    await ben.slash(world.channel, "table new", game="rummy", invite_only=True)
    assert "will be told afterwards" in sentence(await ben.slash(world.channel, "table invite", user=anna))
    await world.env.advance_time(11 * MINUTE)
    [message] = [each for each in world.channel.history() if each.content]
    assert text(message).startswith(f"<@{anna.id}>, <@{ben.id}> invites you to [table 1]")
    assert world.env.backend.messages[world.channel.id][message.id].ping_user_ids == [anna.id]
    await anna.click(message, custom_id=control(message, "accept"))
    assert (await world.table()).record.people == (ben.id, anna.id)


async def test_quiet_hours_follow_the_clock_of_a_machine_that_slept(world: World) -> None:
    """Quiet hours follow the clock of a machine that slept or was set. People were once notified at night."""
    week = Week(world)
    await world.person("ben").slash(world.channel, "quiet", hours="22-7", zone="UTC")
    await week.begin()
    await week.turn_of("anna")
    await week.at("03-27 14:00")
    hands = week.hands("ben")
    world.machine.ahead += 9 * HOUR
    await world.look()
    await week.turn_of("ben")
    await world.env.advance_time(HOUR)
    assert (week.told("ben"), week.hands("ben")) == ([], hands)
    await world.env.advance_time(7 * HOUR + 2 * MINUTE)
    assert len(week.lists("ben")) == 1


async def test_a_list_is_sent_once_if_the_old_one_cannot_be_deleted(world: World) -> None:
    """The list was once sent again every five minutes, for as long as Discord failed to delete the old one."""
    week = Week(world)
    await week.begin()
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, quiet="13:00-15:00")
    await week.at("03-27 13:30")
    await week.turn_of("anna", week.tables[1])
    await week.at("03-27 15:05")
    assert len(week.lists("anna")) == 1
    await week.turn_of("ben", week.tables[1])
    await week.at("03-28 13:30")
    await week.turn_of("anna", week.tables[1])
    world.env.inject_error("DELETE", "/channels/*/messages/*", status=503, times=None)
    await week.at("03-28 16:00")
    assert len(week.lists("anna")) == 2


async def test_a_board_no_longer_shows_an_absence_that_is_over(world: World) -> None:
    """It used to name a time that had passed until somebody moved."""
    week = Week(world)
    await week.begin()
    await world.person("ben").slash(world.channel, "away", until="in 2 hours")
    for channel in week.channels:
        assert "-# ben is away until <t:" in text(world.board(channel))
    await world.env.advance_time(2 * HOUR + 1)
    await world.look()
    for channel in week.channels:
        assert "away until" not in text(world.board(channel))


@pytest.mark.parametrize("way", ["away", "quiet", "settings"])
async def test_held_back_messages_are_sent_when_quiet_time_is_ended(world: World, way: str) -> None:
    """It used to come at the time planned before, however long the person had been back."""
    anna, ben = world.person("anna"), world.person("ben")
    if way == "away":
        await ben.slash(world.channel, "away", until="in 2 days")
    else:
        await ben.slash(world.channel, "quiet", hours="12:00-22:00", zone="Europe/Berlin")
    await anna.slash(world.channel, "table new", game="rummy", invite_only=True)
    told = sentence(await anna.slash(world.channel, "table invite", user=ben))
    assert "will be told afterwards" in told
    await world.env.advance_time(10 * MINUTE)
    assert not ben.user.dm_channel.history()
    if way == "settings":
        await choose_setting(ben, world.channel, "quiet", "none")
    else:
        await ben.slash(world.channel, way, **({"hours": "off"} if way == "quiet" else {}))
    await world.env.settle()
    [message] = ben.user.dm_channel.history()
    assert f"<@{anna.id}> invites you to Rummy, table 1." in text(message)


async def test_returning_in_quiet_hours_delays_messages_until_their_end(world: World) -> None:
    anna, ben = world.person("anna"), world.person("ben")
    await ben.slash(world.channel, "quiet", hours="12:00-13:20", zone="Europe/Berlin")
    await ben.slash(world.channel, "away", until="in 2 days")
    await anna.slash(world.channel, "table new", game="rummy", invite_only=True)
    await anna.slash(world.channel, "table invite", user=ben)
    await ben.slash(world.channel, "away")
    await world.env.advance_time(19 * MINUTE)
    assert not ben.user.dm_channel.history()
    await world.env.advance_time(2 * MINUTE)
    [message] = ben.user.dm_channel.history()
    assert "invites you" in text(message)


async def test_a_list_is_sent_although_the_database_failed_at_startup(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database failed when the servers were compared, and the rest of the startup checks used to be skipped."""
    week = Week(world)
    await world.person("anna").slash(world.channel, "quiet", hours="22-7", zone="UTC")
    await week.begin()
    await week.at("03-28 23:00")
    await week.turn_of("anna")
    with monkeypatch.context() as away:
        away.setattr(PeopleStore, "known_guilds", AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY)))
        await week.restart()
    await week.at("03-29 07:01")
    assert len(week.lists("anna")) == 1
