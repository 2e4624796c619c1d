"""Whatever Discord deletes, forbids or delays, the table lives on or ends cleanly, and people are told."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.tables.model.records import Phase
from bot.tables.model.share import ALL
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from bot.ui.messages.due_updates import REFUSAL_PAUSE
from bot.ui.messages.refusals import Refusals
from tests.e2e.denied import deny, give_back
from tests.e2e.table_talk import advice, control, private, sentence, text
from tests.e2e.threads import create_thread_in

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_a_deleted_thread_closes_its_table(world: World) -> None:
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="notty", bots=1, thread=True)
    (thread,) = world.channel.threads
    table = await world.table(thread)
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    assert table.record.phase is Phase.CLOSED


async def test_a_deleted_channel_closes_its_table_once_the_store_is_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot was away when the channel was deleted, and the store is when the bot finds out.

    Nothing was once tried again, even by the regular checks, until somebody moved.
    """
    table, closed, tries = await world.seated("anna", bots=2), Refusals.channel_deleted, list[int]()

    async def close_later(refusals: Refusals, messages: Any) -> None:
        tries.append(1)
        if len(tries) == 1:
            raise StoreUnavailableError(STORE_AWAY)
        await closed(refusals, messages)

    monkeypatch.setattr(Refusals, "channel_deleted", close_later)
    world.bot.announcer.free_edits.forget(world.board().id)
    for method in ("POST", "PATCH"):
        world.env.inject_error(method, f"/channels/{world.channel.id}/*", status=404, code=10003, times=None)
    with world.env._bot_scope():
        await world.bot.announcer.repost(table.position)
    await world.env.settle()
    await world.env.advance_time(90)
    assert table.record.phase is Phase.CLOSED


@pytest.mark.parametrize("archived", [False, True])
async def test_a_deleted_channel_closes_the_tables_of_its_threads(world: World, *, archived: bool) -> None:
    """Discord reports nothing about an archived thread. Its table was once still listed until the next move there."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", bots=1, thread=True, start=True)
    [thread] = world.channel.threads
    table = await world.table(thread)
    if archived:
        with world.env._bot_scope():
            await world.open_thread(thread.id).edit(archived=True)
        await world.env.settle()
        assert world.thread(thread.id) is None
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    assert table.record.phase is Phase.CLOSED
    assert "Its channel was deleted" in text(world.dm("anna"))


@pytest.mark.parametrize("thread", [False, True])
async def test_a_channel_deleted_while_the_bot_is_off_closes_its_table_at_the_start(
    world: World, *, thread: bool
) -> None:
    """Discord reports it to nobody afterwards: a game without a clock was listed, and counted, until somebody moved."""
    anna, options = world.person("anna"), {"thread": True} if thread else {}
    await anna.slash(world.channel, "table new", game="three-thirteen", bots=1, start=True, **options)
    table = await world.table(world.channel.threads[0] if thread else world.channel)
    other = world.guild.create_text_channel("other")
    await anna.slash(other, "table new", game="rummy")
    await world.bot.release()
    world.env.backend.delete_channel(world.channel.id)
    await world.restart()
    await world.env.settle()
    kept = await world.bot.store.tables.load(table.id)
    assert kept is not None
    assert kept.phase is Phase.CLOSED
    assert "Its channel was deleted" in text(world.dm("anna"))
    assert (await world.table(other)).record.phase is Phase.LOBBY


async def test_a_thread_deleted_while_the_bot_is_off_closes_its_table_at_the_start(world: World) -> None:
    """It stayed listed until somebody played there. An archived one is still there."""
    anna, tables = world.person("anna"), []
    for _ in range(2):
        await anna.slash(world.channel, "table new", game="three-thirteen", bots=1, start=True, thread=True)
    deleted, archived = world.channel.threads
    tables = [await world.table(thread) for thread in (deleted, archived)]
    await world.bot.release()
    world.env.backend.delete_channel(deleted.id)
    world.env.backend.edit_channel(archived.id, {}, thread_metadata={"archived": True})
    await world.restart()
    await world.env.settle()
    kept = [await world.bot.store.tables.load(table.id) for table in tables]
    assert [None if record is None else record.phase for record in kept] == [Phase.CLOSED, Phase.PLAYING]


async def test_plans_in_a_channel_deleted_while_the_bot_is_off_are_called_off_at_the_start(world: World) -> None:
    """They were listed, and counted, until the time came."""
    await world.person("anna").slash(world.channel, "table plan", game="notty", when="in 2 hours")
    assert len(await world.bot.store.plans.in_channel(world.channel.id)) == 1
    await world.bot.release()
    world.env.backend.delete_channel(world.channel.id)
    await world.restart()
    await world.env.settle()
    assert await world.bot.store.plans.in_channel(world.channel.id) == ()


async def test_a_start_asks_once_about_a_missing_channel(world: World) -> None:
    """It asked for each table there."""
    for name in ("anna", "ben"):
        options = {"game": "three-thirteen", "bots": 1, "thread": True, "start": True}
        await world.person(name).slash(world.channel, "table new", **options)
    await world.person("anna").slash(world.channel, "table plan", game="notty", when="in 2 hours")
    await world.bot.release()
    world.env.backend.delete_channel(world.channel.id)
    before = len(world.env.http_requests)
    await world.restart()
    await world.env.settle()
    asked = [request.path for request in world.env.http_requests[before:] if request.method == "GET"]
    assert asked.count(f"/channels/{world.channel.id}") == 1
    assert await world.bot.store.tables.live_places(ALL) == ()


@pytest.mark.parametrize("refusal", [None, (403, 50001), (404, 0)], ids=["shown", "hidden", "not-discord"])
async def test_an_archived_private_thread_keeps_its_table(world: World, refusal: tuple[int, int] | None) -> None:
    """The bot does not know such a thread when it connects again, and Discord may not show it. Only Discord itself can
    say that it is gone.
    """
    thread = await create_thread_in(world, world.channel, discord.ChannelType.private_thread)
    await world.person("anna").slash(thread, "table new", game="three-thirteen", bots=1, start=True)
    table = await world.table(thread)
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await world.env.settle()
    assert world.thread(thread.id) is None
    if refusal is not None:
        status, code = refusal
        world.env.inject_error("GET", f"/channels/{thread.id}", status=status, code=code, times=None)
    await world.dispatch("shard_served", 0)
    assert f"/channels/{thread.id}" in [request.path for request in world.env.http_requests if request.method == "GET"]
    kept = await world.bot.store.tables.load(table.id)
    assert kept is not None
    assert kept.phase is Phase.PLAYING


async def test_hands_continue_by_dm_if_the_channel_is_forbidden(world: World) -> None:
    """Hands continue by direct message, and the host and the server's owner are told once what is missing."""
    table = await world.seated("anna", bots=2)
    world.bot.announcer.free_edits.forget(world.board().id)  # the board was pressed, and its token needs no permission
    anna = world.person("anna")
    hand = world.dm("anna")
    action = advice(table, anna.id)
    for method in ("POST", "PATCH"):
        world.env.inject_error(
            method, f"/channels/{world.channel.id}/*", status=403, code=50013, message="no", times=None
        )
    await anna.user.click(hand, custom_id=control(hand, "act", action))
    hand = next(m for m in reversed(anna.user.dm_channel.history()) if m.components)
    await anna.user.click(hand, custom_id=control(hand, "act", advice(table, anna.id)))
    assert table.position.person_to_act == anna.id
    hand = next(m for m in reversed(anna.user.dm_channel.history()) if m.components)
    assert "Your turn" in text(hand)
    assert control(hand, "act", "draw stock").split(":")[3] == str(table.record.decision) != "0"
    told = [m.content for m in anna.user.dm_channel.history() if "I am not allowed to write" in m.content]
    assert len(told) == 1
    assert "Send Messages" in told[0]


async def test_startup_in_one_server_is_logged_in_the_singular(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot.app")
    await world.restart()
    assert "Ready in 1 server." in caplog.messages


@pytest.mark.parametrize("code", [50007, 50278])
async def test_a_table_in_closed_direct_messages_logs_no_error(
    world: World, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    """Closed direct messages cause no ERROR in the log, which the host would take for a bug.

    People who have added the bot to their account may share no server with it, which Discord refuses with a code of
    its own.
    """
    anna = world.person("anna").user
    await anna.slash("table new", game="notty", bots=1, start=True)
    world.close_dms("anna", code)
    await anna.slash("table board")
    await world.env.advance_time(60)
    assert "accepts no direct messages" in caplog.text


async def test_missing_permissions_are_listed_after_quiet_hours(world: World) -> None:
    """One list in the morning names channels and missing permissions, unless they were granted meanwhile."""
    anna, channels = world.person("anna"), (world.channel, world.guild.create_text_channel("den"))
    await anna.slash(world.channel, "quiet", hours="0-6", zone="UTC")
    tables = []
    for channel in channels:
        await anna.slash(channel, "table new", game="three-thirteen", seats=2, bots=1, start=True)
        tables.append(await world.table(channel))
    before = [message.id for message in anna.user.dm_channel.history()]
    for table, channel in zip(tables, channels, strict=True):
        deny(world, channel, world.bot.user, send_messages=True)
        world.env.backend.delete_message(channel.id, world.board(channel).id)
        world.bot.announcer.refresh(table.position)
    await world.env.settle()
    assert [message.id for message in anna.user.dm_channel.history()] == before
    give_back(world, channels[1], world.bot.user)
    await world.restart()
    await world.env.advance_time(6 * 3600 + 60)
    new = [text(message) for message in anna.user.dm_channel.history() if message.id not in before]
    [told] = [said for said in new if "I am not allowed to write" in said]
    assert f"in <#{channels[0].id}>, so table {tables[0].id} cannot be shown there" in told
    assert "“Send Messages”" in told
    assert f"<#{channels[1].id}>, so" not in told


async def test_board_is_reposted_in_a_private_thread_without_send_messages(world: World) -> None:
    """For a private thread, the answer was that the bot may not write there: it may not in the channel above."""
    anna = world.person("anna")
    thread = await create_thread_in(world, world.channel, discord.ChannelType.private_thread)
    deny(world, world.channel, world.bot.user, send_messages=True)
    await anna.slash(thread, "table new", game="three-thirteen")
    old = world.board(thread).id
    assert sentence(await anna.slash(thread, "table board")) == "Here is table 1."
    assert world.board(thread).id != old


async def test_the_list_counts_further_tables_that_cannot_be_shown(world: World) -> None:
    """The list names three tables and counts the others, which it once left out. Ben's table is his own concern."""
    anna, now = world.person("anna"), world.env.now()
    await world.bot.store.people.change(anna.id, quiet=f"{now:%H:%M}-{now + timedelta(minutes=5):%H:%M}")
    for number in range(6):
        channel = world.guild.create_text_channel(f"den-{number}")
        host = anna if number < 5 else world.person("ben")
        await host.slash(channel, "table new", game="three-thirteen")
        if host is not anna:
            await anna.click(world.board(channel), custom_id=control(world.board(channel), "join"))
        deny(world, channel, world.bot.user, send_messages=True)
        world.env.backend.delete_message(channel.id, world.board(channel).id)
        table = await world.table(channel)
        with world.env._bot_scope():
            world.bot.announcer.refresh(table.position)
    await world.env.advance_time(6 * 60)
    [told] = [text(message) for message in anna.user.dm_channel.history()]
    assert told.count("cannot be shown there") == 3
    assert "and 2 more tables: see " in told


async def test_table_board_names_missing_permissions(world: World) -> None:
    """`/table board` names the missing permissions, instead of saying that the board is there."""
    await world.seated("anna", "ben")
    deny(world, world.channel, world.bot.user, send_messages=True)
    told = sentence(await world.person("ben").slash(world.channel, "table board"))
    assert "I am not allowed to write" in told
    assert "“Send Messages”" in told
    give_back(world, world.channel, world.bot.user)
    assert sentence(await world.person("ben").slash(world.channel, "table board")) == "Here is table 1."


async def test_table_board_promises_hands_by_dm_only_where_they_come(world: World) -> None:
    """At a table of Notty and at one with computer players only, it once said that hands still come."""
    anna, watched = world.person("anna"), world.guild.create_text_channel("watched")
    world.slow_computers()
    await anna.slash(world.channel, "table new", game="notty", bots=1, start=True)
    await anna.slash(watched, "table watch", game="rummy", players=2)
    for channel in (world.channel, watched):
        deny(world, channel, world.bot.user, send_messages=True)
    told = [sentence(await anna.slash(channel, "table board")) for channel in (world.channel, watched)]
    assert "table 1 cannot be shown there; you can still play with /hand. Whoever" in told[0]
    assert "table 2 cannot be shown there. Whoever" in told[1]


async def requests_of_moves(world: World, table: Any, moves: int) -> list[str]:
    """Play this number of moves for Anna, and return the requests in the channel that they caused."""
    before = len(world.env.http_requests)
    for _ in range(moves):
        await world.person("anna").slash(world.channel, "move", action=advice(table, world.person("anna").id))
    place = f"/channels/{world.channel.id}/"
    return [f"{r.method} {r.path}" for r in world.env.http_requests[before:] if r.path.startswith(place)]


@pytest.mark.parametrize("lifted_by", ["permissions", "time"])
async def test_a_channel_that_refuses_is_left_alone_for_a_while(world: World, lifted_by: str) -> None:
    """After two refusals, nothing is tried there until its permissions change or ten minutes have passed."""
    table = await world.seated("anna", bots=1)
    world.bot.announcer.free_edits.forget(world.board().id)
    for method in ("POST", "PATCH", "DELETE"):
        world.env.inject_error(
            method, f"/channels/{world.channel.id}/*", status=403, code=50013, message="no", times=None
        )
    await requests_of_moves(world, table, 2)
    assert await requests_of_moves(world, table, 6) == []
    shown = text(world.board())
    world.env.backend.faults.clear()
    if lifted_by == "permissions":
        with world.env._bot_scope():
            world.bot.announcer.permissions_changed(world.guild.id)
        await world.env.settle()
    else:
        assert await requests_of_moves(world, table, 2) == []
        await world.env.advance_time(REFUSAL_PAUSE + 1)
        assert await requests_of_moves(world, table, 2)
    assert text(world.board()) != shown
    assert await world.bot.store.messages.unannounced(ALL) == ()


@pytest.mark.parametrize("lifted_by", ["permissions", "time"])
async def test_what_is_shown_after_a_refusal_counts_as_announced(world: World, lifted_by: str) -> None:
    """Otherwise it is drawn again every hour and at every start, until somebody moves."""
    table = await world.seated("anna", bots=2)
    world.bot.announcer.free_edits.forget(world.board().id)
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/*", status=403, code=50013, message="no")
    assert await requests_of_moves(world, table, 1)
    assert await world.bot.store.messages.unannounced(ALL) == (table.id,)
    if lifted_by == "permissions":
        with world.env._bot_scope():
            world.bot.announcer.permissions_changed(world.guild.id)
        await world.env.settle()
    else:
        world.bot.tables._watches.at(0)[0].outbox.skip_grace()
        await world.run_checks()
    assert "Discard one card" in text(world.board())
    assert await world.bot.store.messages.unannounced(ALL) == ()


@pytest.mark.parametrize(("status", "code"), [(401, 0), (429, 0), (503, 0)])
async def test_an_edit_refused_temporarily_is_tried_again(world: World, status: int, code: int) -> None:
    """So is one that is refused because the token was reset: the bot ends soon, and may start with the new one."""
    table = await world.seated("anna", bots=2)
    world.bot.announcer.free_edits.forget(world.board().id)
    path = f"/channels/{world.channel.id}/messages/*"
    world.env.inject_error("PATCH", path, status=status, code=code, times=1)
    anna = world.person("anna")
    await anna.slash(world.channel, "move", action=advice(table, anna.id))
    await world.env.advance_time(20)
    assert not world.env.backend.faults
    assert await world.bot.store.messages.unannounced(ALL) == ()
    assert "discard one card" in text(world.board()).lower()


@pytest.mark.parametrize("status", [401, 429, 503])
async def test_a_command_that_discord_refuses_for_a_moment_logs_no_error(
    world: World, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    """Too many requests, and a token that was reset, were logged with a traceback, as a bug is."""
    world.env.inject_error("POST", f"/channels/{world.channel.id}/threads", status=status, code=0, times=1)
    anna, options = world.person("anna"), {"game": "three-thirteen", "thread": True}
    assert "Something went wrong" in sentence(await anna.slash(world.channel, "solo", **options))
    [warning] = [record for record in caplog.records if "Discord failed at interaction" in record.getMessage()]
    assert warning.levelno == logging.WARNING
    assert "is open" in sentence(await anna.slash(world.channel, "solo", **options))


@pytest.mark.parametrize("code", [10062, 10015])
async def test_a_command_whose_interaction_expired_is_still_a_move(world: World, code: int) -> None:
    """The answer is lost, but the board and the hand show the move."""
    table = await world.seated("anna", bots=2)
    anna = world.person("anna")
    decision = table.record.decision
    world.env.inject_error("POST", "/interactions/*", status=404, code=code, times=1)
    await anna.slash(world.channel, "move", action=advice(table, anna.id))
    world.interactions.clear()  # this one was answered, but Discord rejected the answer
    assert table.record.decision == decision + 1
    for shown in (world.dm("anna"), world.board()):
        assert "discard one card" in text(shown).lower()


async def test_a_bot_that_rejoins_a_server_reposts_its_tables(world: World) -> None:
    table = await world.seated("anna", bots=2)
    old = world.board()
    with world.env._bot_scope():
        world.bot.dispatch("guild_join", world.bot.get_guild(world.guild.id))
    await world.env.settle()
    assert world.board().id != old.id
    assert table.record.phase is Phase.PLAYING
    anna = world.person("anna")
    hand = private(await anna.click(world.board(), custom_id=control(world.board(), "hand")))
    assert "Your hand" in text(hand)


@pytest.mark.parametrize("clock", [60, 0])
async def test_a_player_who_left_the_server_is_replaced(world: World, clock: int) -> None:
    """The departure is noticed when the table waits: a computer player takes the seat, and the others play on."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table new", game="three-thirteen", seats=2, clock=clock)
    await ben.click(world.board(), custom_id=control(world.board(), "join"))
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    table = await world.table()
    gone = next(name for name in ("anna", "ben") if world.person(name).id == table.position.person_to_act)
    left = world.person(gone)
    world.guild.remove_member(left)
    await world.env.advance_time(61 if clock else 3 * 24 * 3600 + 1)
    assert left.id not in table.record.people
    assert len(table.record.people) == 1
    assert table.record.phase is Phase.PLAYING
    assert table.position.person_to_act in table.record.people


@pytest.mark.parametrize(("status", "code"), [(503, 0), (404, 10004)])
async def test_a_slow_player_keeps_the_seat(world: World, status: int, code: int) -> None:
    """A slow player keeps the seat, even if Discord does not say whether they are still in the server."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", bots=2, clock=60)
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    table = await world.table()
    world.env.inject_error("GET", "/guilds/*/members/*", status=status, code=code, times=2)
    await world.env.advance_time(61)
    assert table.record.people == (anna.id,)
    assert table.record.seats[0].missed == 1
