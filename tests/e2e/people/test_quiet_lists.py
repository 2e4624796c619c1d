"""After quiet hours, one list says what waits for a person. It is sent once, whatever fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import pytest

from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from bot.ui.messages.activity import IDLE_AFTER
from db.people.store import PeopleStore
from tests.e2e.four_people import times_opened
from tests.e2e.other_process import another_process
from tests.e2e.people.week import FRIDAY, HOUR, MINUTE, Week, on_friday
from tests.e2e.table.questions import mentioned, question
from tests.e2e.table_talk import choose_setting, control, text

if TYPE_CHECKING:
    from collections.abc import Callable

    import simcord

    from tests.e2e.conftest import World


@pytest.fixture
def arrange() -> Callable[[simcord.Env], object]:
    return on_friday


async def test_only_people_who_are_active_get_a_hand_in_their_quiet_hours(world: World) -> None:
    """Anna starts the game in her quiet hours. Ben has been inactive for a while."""
    for name in ("anna", "ben"):
        await world.bot.store.people.change(world.person(name).id, quiet="11:00-15:00")
    await world.seated("anna", "ben", start=False)
    await world.env.advance_time(IDLE_AFTER + 1)
    await world.person("anna").click(world.board(), custom_id=control(world.board(), "start"))
    assert "## Your hand" in text(world.dm("anna"))
    assert world.dm("ben") is None


async def test_a_restart_in_quiet_hours_sends_no_hand(world: World) -> None:
    """Nobody counted as inactive for two minutes after a start, and hands were sent at night as to those who play."""
    week = Week(world)
    await week.begin()
    await world.bot.store.people.change(world.person("anna").id, quiet="13:00-15:00")
    await week.at("03-27 14:00")
    before = world.dm("anna").id
    await week.restart()
    await week.turn_of("anna")
    await week.at("03-27 14:01")
    assert world.dm("anna").id == before
    await week.at("03-27 15:01")
    assert len(week.lists("anna")) == 1


async def turn_in_quiet_hours(world: World, *tables: int) -> Week:
    """Begin a week in which Anna's turn comes in her quiet hours, at these tables or at all."""
    week = Week(world)
    await week.begin()
    await world.bot.store.people.change(world.person("anna").id, quiet="13:00-15:00")
    await week.at("03-27 13:30")
    await week.turn_of("anna", *(week.tables[number] for number in tables))
    return week


async def test_a_question_notifies_nobody_in_their_quiet_hours(world: World) -> None:
    """Ben can answer as well, and reads of the table afterwards."""
    table = await world.seated("anna", "ben", "cleo")
    anna, ben, cleo = (world.person(name) for name in ("anna", "ben", "cleo"))
    await world.bot.store.people.change(ben.id, quiet="11:00-15:00")
    await anna.slash(world.channel, "table ask", what="end")
    assert mentioned(world) == [cleo.id]
    assert f"<@{ben.id}> and <@{cleo.id}>" in text(question(world))
    await world.env.advance_time(3 * HOUR + MINUTE)
    assert "1 table waits for you." in text(world.dm("ben"))
    assert f"table {table.id}" in text(world.dm("ben"))


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


async def test_a_digest_that_could_not_be_sent_can_be_chosen_again(world: World) -> None:
    """It was shown as chosen, but applied no longer, and choosing it again changed nothing."""
    week = Week(world)
    await week.begin()
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, digest="3h", hand_by_dm=False)
    path = f"/channels/{anna.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50007, message="closed", times=1)
    await week.turn_of("anna", week.tables[0])
    await week.at("03-27 16:00")
    page = (await anna.slash(world.channel, "settings")).response
    assert "allow them, then choose again" in text(page)
    page = await choose_setting(anna, world.channel, "digest", "3h")
    assert "allow them" not in text(page)
    await week.turn_of("anna", week.tables[0])
    await week.at("03-27 20:00")
    assert len(week.lists("anna")) == 1


@pytest.mark.parametrize("when", [{"quiet": "13:00-15:00"}, {"away_until": FRIDAY.timestamp() + 3 * HOUR}])
async def test_people_who_want_no_mentions_get_the_list_of_what_waits(world: World, when: dict[str, Any]) -> None:
    """If their hand does not come by direct message either, nothing told them of it after their quiet hours."""
    week, anna = Week(world), world.person("anna")
    await week.begin()
    await world.bot.store.people.change(anna.id, mentions="never", hand_by_dm=False, **when)
    await week.at("03-27 13:30")
    await week.turn_of("anna", week.tables[0])
    await week.at("03-27 16:00")
    [told] = week.told("anna")
    assert week.lists("anna") == [told]


async def test_list_of_a_bot_flagged_for_spam_is_a_mention(world: World) -> None:
    """The person accepts direct messages all the same."""
    week, anna = await turn_in_quiet_hours(world, 0), world.person("anna")
    path = f"/channels/{anna.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=20026, message="flagged", times=None)
    await week.at("03-27 16:35")
    assert len(week.told("anna")) == 1
    assert not (await world.bot.store.people.settings(anna.id)).dm_closed


async def test_a_list_waits_for_quiet_hours_that_were_made_longer(world: World) -> None:
    week, anna = await turn_in_quiet_hours(world), world.person("anna")
    await anna.slash(world.channel, "quiet", hours="13-17")
    await week.at("03-27 16:59")
    assert week.told("anna") == []
    await week.at("03-27 17:01")
    assert len(week.lists("anna")) == 1


@pytest.mark.parametrize("digest", [None, "3h"])
async def test_whoever_wants_one_message_gets_their_hands_silently(world: World, digest: str | None) -> None:
    """The one message comes although Anna wants no mentions."""
    week = Week(world)
    await week.begin()
    await world.bot.store.people.change(world.person("anna").id, digest=digest, mentions="never")
    await week.at("03-27 13:30")
    await week.turn_of("anna", week.tables[0])
    hand = world.dm("anna")
    assert "Your turn" in text(hand)
    assert hand.flags.silent == (digest is not None)
    await week.at("03-27 16:35")
    assert len(week.told("anna")) == (digest is not None)


@pytest.mark.parametrize("table", [0, 1], ids=["clock", "no clock"])
async def test_turns_of_quiet_hours_are_in_the_digest_alone(world: World, table: int) -> None:
    """Anna wants one message a day, at six. Another one used to come when her quiet hours ended, at three."""
    await world.bot.store.people.change(world.person("anna").id, digest="18:00")
    week = await turn_in_quiet_hours(world, table)
    await week.at("03-27 17:59")
    assert week.told("anna") == []
    await week.at("03-27 18:01")
    assert len(week.lists("anna")) == 1


@pytest.mark.parametrize(("clock", "mentioned"), [(HOUR, True), (12 * HOUR, False)])
async def test_a_digest_is_not_waited_for_if_it_comes_too_late(world: World, clock: int, mentioned: bool) -> None:
    """It is noon. The list at six comes after the end of a turn of one hour, but not of one of twelve."""
    for name in ("anna", "ben"):
        await world.bot.store.people.change(world.person(name).id, digest="18:00")
    await world.person("anna").slash(world.channel, "table new", game="three-thirteen", seats=2, clock=clock)
    await world.person("ben").click(world.board(), custom_id=control(world.board(), "join"))
    await world.person("anna").click(world.board(), custom_id=control(world.board(), "start"))
    table = await world.table()
    first = table.position.person_to_act
    await world.play_on(table, until=lambda: table.position.person_to_act != first)
    assert any("it's your turn" in message.content for message in world.channel.history()) is mentioned


async def test_a_mention_at_another_processs_table_is_deleted_with_the_turn(world: World) -> None:
    """Any process may find that no list reaches a person. If it was not the table's own, its mention used to stay in
    the channel for good, because the table's process did not know of it.
    """
    week = Week(world)
    await week.begin()
    world.close_dms("anna")
    await world.bot.store.people.change(world.person("anna").id, quiet="13:00-15:00")
    await week.at("03-27 13:30")
    await week.turn_of("anna", week.tables[0])
    async with another_process(world, week.tables[0]):
        await week.at("03-27 16:35")
        assert week.told("anna") == []
    assert len(week.told("anna")) == 1
    await week.turn_of("ben", week.tables[0])
    await world.env.advance_time(5 * MINUTE)
    assert week.told("anna") == []


@pytest.mark.parametrize(("code", "opened"), [(40003, 0), (50001, 1)])
async def test_a_list_refused_for_a_moment_is_sent_later(world: World, code: int, opened: int) -> None:
    """Many quiet hours end at the same time, and Discord limits how fast a bot opens direct messages. Without access to
    one, the bot opens it anew.
    """
    week, anna = await turn_in_quiet_hours(world, 0), world.person("anna")
    path, before = f"/channels/{anna.user.dm_channel.id}/messages", times_opened(world)
    world.env.inject_error("POST", path, status=403, code=code, message="not now")
    await week.at("03-27 16:35")
    assert not world.env.backend.faults
    assert times_opened(world) - before == opened
    assert not (await world.bot.store.people.settings(anna.id)).dm_closed
    [message] = week.told("anna")
    assert "table 1" in message.replace("[", "").replace("]", "")


async def test_refused_list_does_not_delay_other_peoples_lists(world: World) -> None:
    """Everybody else was told two minutes later, and once more for each person whose list was refused."""
    guests = [world.person(name) for name in ("anna", "ben")]
    for number, guest in enumerate(guests):
        await world.bot.store.people.change(guest.id, quiet=f"12:00-12:{10 + number}")
        host, channel = world.person(f"host-{number}"), world.guild.create_text_channel(f"den-{number}")
        await host.slash(channel, "table new", game="rummy", invite_only=True)
        await host.slash(channel, "table invite", user=guest)
    anna, ben = guests
    path = f"/channels/{anna.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=500, message="no", times=None)
    await world.env.advance_time(11 * MINUTE + 10)
    assert len(ben.user.dm_channel.history()) == 1
    world.env.backend.faults.clear()
    await world.env.advance_time(2 * MINUTE)
    assert [len(guest.user.dm_channel.history()) for guest in guests] == [1, 1]


async def test_a_list_is_sent_once_if_the_old_one_cannot_be_deleted(world: World) -> None:
    """The list was once sent again every five minutes, for as long as Discord failed to delete the old one."""
    week = await turn_in_quiet_hours(world, 1)
    await week.at("03-27 15:05")
    assert len(week.lists("anna")) == 1
    await week.turn_of("ben", week.tables[1])
    await week.at("03-28 13:30")
    await week.turn_of("anna", week.tables[1])
    world.env.inject_error("DELETE", "/channels/*/messages/*", status=503, times=None)
    await week.at("03-28 16:00")
    assert len(week.lists("anna")) == 2


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


async def test_hours_that_were_saved_are_shown_even_if_held_back_messages_cannot_be_brought_forward(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer used to be that nothing was changed."""
    anna = world.person("anna")
    away = AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY))
    monkeypatch.setattr(world.bot.store.notifications, "reschedule_earlier", away)
    shown = (await anna.slash(world.channel, "quiet", hours="22:00-07:00")).response
    assert "## Your settings" in text(shown)
    assert (await world.bot.store.people.settings(anna.id)).quiet == "22:00-07:00"
