"""`/privacy` exports and deletes all data about a person. A server's data is deleted after it removes the bot."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import pytest
from discord.utils import utcnow
from simcord.backend.serializers import guild_create_payload

from bot.replay.check import differences
from bot.replay.saved import game_file
from bot.replay.steps import Steps
from bot.tables.acts.people import require_host
from bot.tables.model.errors import TableError
from bot.tables.model.records import Phase
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from bot.ui.interaction.flood_control import ExportLimit
from tests.e2e.failing_store import FailingFrom
from tests.e2e.stored_games import ended_game
from tests.e2e.table.plans import plan_of
from tests.e2e.table_talk import advice, control, parts, sentence, text

if TYPE_CHECKING:
    from bot.settings import Settings
    from tests.e2e.conftest import World

DAY = 24 * 3600


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The settings of a host who keeps a server's data for three days after it has removed the bot."""
    return replace(settings, guild_grace_days=3)


async def export(world: World, name: str) -> dict[str, list[dict[str, Any]]]:
    """Return what the person gets by direct message."""
    who = world.person(name)
    world.bot.export_limit = ExportLimit()  # as if an hour had passed
    answer = await who.slash(world.channel, "privacy export")
    assert answer.response.ephemeral
    message = who.user.dm_channel.history()[-1]
    [file] = message.attachments
    assert file.filename == "my-data.json"
    document = json.loads(await file.read())
    assert document["person"] == str(who.id)
    stored: dict[str, list[dict[str, Any]]] = document["stored"]
    return stored


async def delete(world: World, name: str) -> Any:
    who = world.person(name)
    asked = (await who.slash(world.channel, "privacy delete")).response
    assert asked.ephemeral
    assert "cannot be undone" in text(asked)
    assert "you stay barred" in text(asked)
    return (await who.click(asked, custom_id=control(asked, "forget-me"))).response


def dump(world: World) -> str:
    with closing(sqlite3.connect(world.settings.database_path)) as sql:
        return "\n".join(sql.iterdump())


async def test_an_export_after_a_deletion_is_empty(world: World) -> None:
    """After a deletion an export is empty, because the confirmation itself leaves nothing behind either."""
    table = await world.seated("anna", "ben", bots=1)
    anna = world.person("anna")
    while table.position.person_to_act != anna.id:
        who = world.person(world.name_to_act(table))
        await who.slash(world.channel, "move", action=advice(table, who.id))
    await anna.slash(world.channel, "move", action=advice(table, anna.id))
    await ended_game(world, "rummy", "anna", "ben")
    stored = await export(world, "anna")
    assert {"people", "tables", "seats", "actions", "messages"} <= {name for name, rows in stored.items() if rows}
    assert str(world.person("ben").id) not in json.dumps(stored)
    done = await delete(world, "anna")
    assert "has been deleted" in text(done)
    assert not any((await export(world, "anna")).values())
    await world.restart()
    assert not any((await export(world, "anna")).values())


async def test_an_export_can_be_read(world: World) -> None:
    """Times were seconds since 1970, and stored JSON was JSON within a JSON string. Discord's ids were numbers
    that a browser rounds.
    """
    anna, table = world.person("anna"), await world.seated("anna", "ben", bots=1)
    await world.bot.store.people.change(anna.id, absences=[[0.0, 3600.5]], mentions="never")
    stored = await export(world, "anna")
    [own] = [row for row in stored["tables"] if row["table_id"] == table.id]
    assert own["guild_id"] == str(world.guild.id)
    assert own["created_at"] == datetime.fromtimestamp(table.record.created_at, UTC).isoformat(timespec="seconds")
    [person] = stored["people"]
    assert person["settings"]["mentions"] == "never"
    assert person["settings"]["absences"] == [["1970-01-01T00:00:00+00:00", "1970-01-01T01:00:00+00:00"]]


async def test_an_export_has_what_cannot_be_read_as_it_is_stored(world: World) -> None:
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, mentions="never")
    with closing(sqlite3.connect(world.settings.database_path)) as sql, sql:
        sql.execute("UPDATE people SET settings = '{no' WHERE id = ?", (anna.id,))
    assert [row["settings"] for row in (await export(world, "anna"))["people"]] == ["{no"]


async def test_deletion_leaves_no_trace_and_others_keep_their_data(world: World) -> None:
    ended = await ended_game(world, "rummy", "anna", "ben")
    await world.seated("ben", "anna", bots=1)
    ben = await world.bot.store.people.all_about(world.person("ben").id)
    await delete(world, "anna")
    assert str(world.person("anna").id) not in dump(world)
    assert "anna" not in dump(world)
    after = await world.bot.store.people.all_about(world.person("ben").id)
    assert after["seats"] == ben["seats"]
    assert after["actions"] == ben["actions"]
    table = await world.bot.tables.get(ended.id)
    assert table is not None
    log = await world.bot.store.tables.actions(ended.id)
    game = game_file(table.position, log)
    assert differences(Steps(game)) == (), "games of others stay valid"


async def test_a_deletion_that_the_database_interrupts_says_what_to_do(world: World) -> None:
    """The seat is given up by then, and the answer used to be that nothing was changed."""
    table = await world.seated("anna", "ben", bots=1)
    with pytest.MonkeyPatch.context() as patched:
        refused = AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY))
        patched.setattr(world.bot.store.people, "forget_person", refused)
        anna = world.person("anna")
        asked = (await anna.slash(world.channel, "privacy delete")).response
        told = sentence(await anna.click(asked, custom_id=control(asked, "forget-me")))
    assert table.record.seats[0].plays_itself
    assert told.startswith("Not everything is deleted yet, because the bot cannot use its database: use /")
    assert "has been deleted" in text(await delete(world, "anna"))
    assert not any((await export(world, "anna")).values())


async def test_a_running_game_continues_with_a_computer_player(world: World) -> None:
    """The board no longer shows the name of a player who deleted their data, and the others can play on."""
    table = await world.seated("anna", "ben", bots=1)
    await delete(world, "anna")
    assert table.record.phase is Phase.PLAYING
    assert table.record.host == world.person("ben").id
    assert table.record.seats[0].plays_itself
    assert "anna" not in text(world.board())
    assert "Former player" in text(world.board())
    ben = world.person("ben")
    await ben.slash(world.channel, "move", action=advice(table, ben.id))
    assert str(world.person("anna").id) not in dump(world)


async def test_the_others_are_told_that_a_computer_player_plays_on(world: World) -> None:
    """The last news of the seat was “came back”, above a computer player, once its person's data was deleted."""
    await world.seated("anna", "ben", "dan")
    await world.slash_and_confirm("ben", "table leave")
    await world.person("ben").slash(world.channel, "table join")
    assert "**ben** came back." in text(world.board())
    await delete(world, "ben")
    assert "**Former player** left; a computer player plays on." in text(world.board())
    assert "came back" not in text(world.board()).rsplit("left; a computer", 1)[1]


async def test_who_took_over_a_deleted_persons_seat_is_still_told(world: World) -> None:
    """And so is whose seat a deleted person took over."""
    await world.seated("anna", "ben", "dan")
    cleo = world.person("cleo")
    await world.slash_and_confirm("ben", "table leave")
    offer = (await cleo.slash(world.channel, "table join")).response
    await cleo.click(offer, custom_id=control(offer, "takeover", "1"))
    await delete(world, "ben")
    assert "**cleo** took over **Former player**'s seat." in text(world.board())
    await delete(world, "cleo")
    assert "cleo" not in text(world.board())
    assert "**Former player** took over **Former player**'s seat." in text(world.board())


async def test_a_rematch_keeps_no_seat_for_a_deleted_person(world: World) -> None:
    await ended_game(world, "rummy", "anna", "ben")
    await delete(world, "anna")
    await world.person("ben").slash(world.channel, "table rematch")
    table = await world.table()
    assert [seat.name for seat in table.record.seats] == ["ben"]


async def test_a_table_whose_host_was_deleted_has_no_host(world: World) -> None:
    """At a table that people only watch, an act for its host is refused because the table has none."""
    world.slow_computers()
    await world.person("anna").slash(world.channel, "table watch", game="rummy", players=2)
    await delete(world, "anna")
    table = await world.table()
    assert table.record.host == 0
    with pytest.raises(TableError, match="This table has no host any more; open a new one with /table new"):
        require_host(table.record, world.person("ben").id)


async def test_deletion_frees_a_lobby_seat_or_closes_the_lobby(world: World) -> None:
    table = await world.seated("anna", "ben", start=False)
    await delete(world, "anna")
    assert [seat.name for seat in table.record.seats] == ["ben"]
    await delete(world, "ben")
    assert table.record.phase is Phase.CLOSED
    assert table.record.host == 0


async def test_deletion_closes_a_lobby_that_only_its_host_watches(world: World) -> None:
    """Nobody could start it any more, and it would keep the channel from the next table."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table watch", game="rummy", players=2)
    await anna.click(world.board(), custom_id=control(world.board(), "rematch"))
    await delete(world, "anna")
    assert (await world.bot.tables.require(2)).record.phase is Phase.CLOSED
    await world.person("ben").slash(world.channel, "table new", game="notty")
    assert "Table 3" in text(world.board())


async def test_deletion_ends_a_game_that_only_computers_play(world: World) -> None:
    """Only its host could end it, and whoever wanted to open a table in a group DM was told to ask <@0> for that."""
    world.slow_computers()
    await world.person("anna").slash(world.channel, "table watch", game="rummy", players=2)
    table = await world.table()
    await delete(world, "anna")
    assert table.record.phase is Phase.CLOSED


async def test_a_replay_names_a_former_player(world: World) -> None:
    """Replays and the status of the table call the person “Former player”. The replay's file has no name, and the one
    that was kept in memory is forgotten.
    """
    ended = await ended_game(world, "rummy", "anna", "ben")
    await world.person("ben").slash(world.channel, "replay", id=str(ended.id))
    await delete(world, "anna")
    shown = await world.person("ben").slash(world.channel, "replay", id=str(ended.id))
    assert "Former player" in text(shown.response)
    assert "anna" not in text(shown.response)
    assert len(world.bot.replay_cache) == 1, "the replay with her name is kept as well"
    saved = await world.person("ben").slash(world.channel, "replay", id=str(ended.id), file=True)
    [file] = saved.response.attachments
    content = await file.read()
    assert b"anna" not in content
    assert [player["name"] for player in json.loads(content)["seats"]] == ["", "ben"]
    answer = await world.person("ben").slash(world.channel, "table status")
    assert "Host: Former player" in text(answer.response)


async def test_nothing_is_deleted_without_confirmation(world: World) -> None:
    await ended_game(world, "rummy", "anna", "ben")
    anna = world.person("anna")
    asked = (await anna.slash(world.channel, "privacy delete")).response
    kept = await anna.click(asked, custom_id=control(asked, "keep-me"))
    assert text(kept.response).strip() == "Nothing was deleted."
    assert (await export(world, "anna"))["seats"]


async def test_an_export_with_closed_dms_is_in_a_private_answer(world: World) -> None:
    world.person("anna").user.dm_channel.history()
    world.close_dms("anna")
    answer = await world.person("anna").slash(world.channel, "privacy export")
    assert answer.response.ephemeral
    [file] = answer.response.attachments
    assert not any(json.loads(await file.read())["stored"].values())


@pytest.mark.parametrize("others", [("ben", "zoe"), ("ben",), ()])
async def test_deletion_clears_an_open_hand_in_the_channel(world: World, others: tuple[str, ...]) -> None:
    """A hand that was not sent by direct message once went on showing the cards and their controls."""
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, hand_by_dm=False)
    await world.seated("anna", *others, bots=0 if others else 1)
    await anna.click(world.board(), custom_id=control(world.board(), "hand"))
    assert "Sort by" in str(parts(world.hand("anna")))
    await delete(world, "anna")
    await world.env.advance_time(60)
    hand = world.hand("anna")
    assert hand is None or "Sort by" not in str(parts(hand)), text(hand)


async def test_an_export_by_dm_is_in_the_answer(world: World) -> None:
    answer = await world.person("anna").user.slash("privacy export")
    assert [file.filename for file in answer.response.attachments] == ["my-data.json"]
    asked = (await world.person("anna").user.slash("privacy delete")).response
    done = await world.person("anna").user.click(asked, custom_id=control(asked, "forget-me"))
    assert "has been deleted" in text(done.response)


async def remove_bot(world: World) -> Any:
    """Remove the bot from the server, and return what the simulation knew of it."""
    backend = world.env.backend
    guild = backend.get_guild(world.guild.id)
    backend.remove_guild(guild.id)
    await world.env.settle()
    return guild


async def reinvite_bot(world: World, guild: Any) -> None:
    """Bring the old server back without its channels, as the simulation cannot create a server twice."""
    backend = world.env.backend
    guild.channel_ids.clear()
    backend.guilds[guild.id] = guild
    backend.emit("GUILD_CREATE", guild_create_payload(backend, guild))
    await world.env.settle()


async def test_a_servers_data_is_deleted_after_the_grace_period(world: World) -> None:
    """A server's data is deleted after a grace period, which survives a restart. Another server's data stays."""
    other = world.env.create_guild("Others")
    channel = other.create_text_channel("cards")
    kept = await ended_game(world, "rummy", "anna", channel=channel)
    gone = await ended_game(world, "rummy", "anna", "ben")
    await world.bot.store.people.change_guild(world.guild.id, {"rated": False})
    guild = world.guild.id
    await remove_bot(world)
    await world.env.advance_time(2 * DAY)
    await world.restart()
    assert await world.bot.store.tables.load(gone.id) is not None
    await world.env.advance_time(1.1 * DAY)
    await world.env.settle()
    assert await world.bot.store.tables.load(gone.id) is None
    assert await world.bot.store.people.guild_settings(guild) == {}
    assert await world.bot.store.tables.load(kept.id) is not None
    assert await world.bot.store.people.departures() == ()


async def test_a_server_that_invites_the_bot_again_keeps_its_data(world: World) -> None:
    ended = await ended_game(world, "rummy", "anna", "ben")
    guild = await remove_bot(world)
    assert [left for left, _ in await world.bot.store.people.departures()] == [guild.id]
    await reinvite_bot(world, guild)
    await world.env.settle()
    assert await world.bot.store.people.departures() == ()
    await world.env.advance_time(4 * DAY)
    assert await world.bot.store.tables.load(ended.id) is not None


async def test_a_removal_while_the_bot_was_off_is_noticed_at_its_start(world: World) -> None:
    """The bot notices at its start that a server has removed it, or invited it again, while it was off."""
    ended = await ended_game(world, "rummy", "anna", "ben")
    await world.bot.release()
    guild = await remove_bot(world)
    await world.restart()
    await world.env.settle()
    assert [left for left, _ in await world.bot.store.people.departures()] == [guild.id]
    await world.bot.release()
    await reinvite_bot(world, guild)
    await world.restart()
    await world.env.settle()
    assert await world.bot.store.people.departures() == ()
    assert await world.bot.store.tables.load(ended.id) is not None


async def test_deleting_ones_ratings_does_not_change_the_opponents(
    world: World,
) -> None:
    """Deleting a person's ratings does not change those of their opponents, even when these are recomputed."""
    for key in ("rummy", "six-holes"):
        await ended_game(world, key, "anna", "ben")
    await world.restart()  # a start records the games that ended
    assert (await export(world, "anna"))["ratings"]
    store, ben = world.bot.store, world.person("ben").id
    before = await store.records.ratings_of(ben, world.guild.id, 1)
    assert before
    await delete(world, "anna")
    assert await store.records.ratings_of(world.person("anna").id, world.guild.id, 1) == {}
    assert await store.records.ratings_of(ben, world.guild.id, 1) == before
    await store.records.rebuild()
    assert await store.records.ratings_of(ben, world.guild.id, 1) == before
    assert not any((await export(world, "anna")).values())
    assert str(world.person("anna").id) not in dump(world)


@pytest.mark.parametrize("host", ["anna", "ben"])
async def test_a_deletion_in_two_attempts_reaches_the_messages_of_plans(world: World, host: str) -> None:
    """The store fails late in the first attempt, when the plans are deleted. Their messages stayed as they were."""
    anna = world.person("anna")
    await world.person(host).slash(world.channel, "table plan", game="notty", when="in 2 hours")
    if host != "anna":
        await anna.click(plan_of(world.channel), custom_id=control(plan_of(world.channel), "plan-join"))
    asked = (await anna.slash(world.channel, "privacy delete")).response
    with FailingFrom(world, 18):
        failed = await anna.click(asked, custom_id=control(asked, "forget-me"))
    assert "Not everything is deleted yet" in sentence(failed)
    assert await world.bot.store.plans.of_person(anna.id) == ()
    done = await anna.click(asked, custom_id=control(asked, "forget-me"))
    assert "has been deleted" in text(done.response)
    shown = text(plan_of(world.channel))
    assert "It was cancelled." in shown if host == "anna" else "anna" not in shown and f"<@{anna.id}>" not in shown


async def test_an_export_is_possible_once_an_hour(world: World) -> None:
    """The refusal says when the next export is possible. An export that failed does not count."""
    anna, bot = world.person("anna"), world.bot
    all_about = bot.store.people.all_about

    async def refuse(_person: int) -> Any:
        raise StoreUnavailableError("The disk is busy; please try again soon.")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bot.store.people, "all_about", refuse)
        assert "try again" in sentence(await anna.slash(world.channel, "privacy export"))
    assert bot.store.people.all_about == all_about
    await export(world, "anna")
    refused = sentence(await anna.slash(world.channel, "privacy export"))
    when = re.search(r"once an hour.*<t:(\d+):R>", refused)
    assert when is not None, refused
    assert 3590 < int(when[1]) - utcnow().timestamp() <= 3601
    await export(world, "ben")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("bot.ui.interaction.flood_control.utcnow", lambda: utcnow() + timedelta(hours=1))
        assert "once an hour" not in sentence(await anna.slash(world.channel, "privacy export"))
