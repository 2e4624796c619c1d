"""The list of tables shows those in channels that one can see, at little cost however many there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.tables.model import guild_settings
from bot.tables.model.records import Deadline, Seat, Wake
from db.store import SqliteStore
from tests.db.examples import saved
from tests.e2e.table_talk import control, parts, private, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_the_list_shows_only_channels_that_one_can_see(world: World) -> None:
    """It shows game, place, free seats, clock, link, and when each was opened: once only a time, not of what."""
    anna, zoe = world.person("anna"), world.person("zoe")
    assert "No table is open" in text((await zoe.slash(world.channel, "table list")).response)
    hidden = world.guild.create_text_channel(
        "secret",
        overwrites={
            world.guild.default_role: discord.PermissionOverwrite(view_channel=False),
            anna: discord.PermissionOverwrite(view_channel=True),
            world.bot.user: discord.PermissionOverwrite(view_channel=True, send_messages=True),
        },
    )
    await world.seated("anna", "ben", start=False)
    await anna.slash(hidden, "table new", game="rummy", clock=120)
    await anna.slash(world.channel, "table new", game="six-holes", thread=True, invite_only=True)
    seen = text((await zoe.slash(world.channel, "table list")).response)
    assert "Three Thirteen, table" in seen
    assert f"/channels/{world.guild.id}/{world.channel.id}" in seen
    assert "all seats taken · opened <t:" in seen
    assert "6 Holes" in seen
    assert "only invited people" in seen
    assert "Rummy" not in seen
    mine = text((await anna.slash(world.channel, "table list")).response)
    assert "Rummy" in mine
    assert "2 minutes a turn" in mine


@pytest.mark.parametrize("command", ["table list", "tables", "table status"])
async def test_somebody_who_may_open_no_table_is_not_told_to(world: World, command: str) -> None:
    """They were advised to open one, which was refused: with `who_may_start`, and after a bar."""
    anna, ben = world.person("anna"), world.person("ben")
    people, guild = world.bot.store.people, world.guild.id
    await guild_settings.save(people, guild, barred=[ben.id])

    async def told(who: Any) -> str:
        response = (await who.slash(world.channel, command)).response
        return response.content or text(response)

    assert "table new" in await told(anna)
    assert "table new" not in await told(ben)
    await guild_settings.save(people, guild, barred=[], who_may_start=guild_settings.MANAGERS)
    assert "table new" not in await told(anna)


async def test_the_list_tells_people_from_computer_players(world: World) -> None:
    """Whoever looked for people to play with read names of computer players without their mark."""
    await world.seated("anna", bots=1)
    seen = text((await world.person("zoe").slash(world.channel, "table list")).response)
    assert "\nanna and 🤖 Carl\n" in seen


async def test_the_list_includes_tables_in_archived_threads(world: World) -> None:
    """Discord sends bots no archived threads unasked, but their tables are listed. A deleted thread is left out."""
    anna = world.person("anna")
    for _table in range(2):
        await anna.slash(world.channel, "table new", game="rummy", thread=True)
    sleeping, deleted = world.channel.threads
    with world.env._bot_scope():
        await world.open_thread(sleeping.id).edit(archived=True)
        await world.open_thread(deleted.id).delete()
    await world.env.settle()
    assert world.thread(sleeping.id) is None
    seen = text((await world.person("zoe").slash(world.channel, "table list")).response)
    assert f"/{sleeping.id}" in seen
    assert f"/{deleted.id}" not in seen


async def test_a_long_list_takes_few_store_statements(world: World) -> None:
    """The number of statements for the list does not grow with the number of tables, and no table is kept in memory."""
    anna = world.person("anna")
    for _ in range(40):
        await saved(world.bot.store, guild_id=world.guild.id, game="rummy", seats=(Seat("anna", anna.id),))
    assert isinstance(world.bot.store, SqliteStore)
    statements: list[str] = []
    for ask in (world.bot.store.database.read, world.bot.store.database.write):
        await ask(lambda sql: sql.set_trace_callback(statements.append))
    seen = text((await anna.slash(world.channel, "table list")).response)
    assert "and 32 more tables" in seen
    asked = [said for said in statements if said.split()[0] not in ("BEGIN", "COMMIT")]
    assert len(asked) <= 6, len(asked)
    assert not list(world.bot.tables.loaded)


async def test_the_list_asks_discord_about_few_channels(world: World) -> None:
    """Of the channels that only Discord knows, the bot asks about the newest, and leaves the others out."""
    zoe = world.person("zoe")
    for _ in range(12):
        await saved(world.bot.store, guild_id=world.guild.id, game="rummy")
    asked: list[int] = []
    fetch = discord.Guild.fetch_channel

    async def counting(self: Any, channel: int) -> Any:
        asked.append(channel)
        return await fetch(self, channel)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(discord.Guild, "fetch_channel", counting)
        assert "No table is open" in text((await zoe.slash(world.channel, "table list")).response)
    assert 0 < len(asked) <= 5


async def test_the_list_describes_tables_and_offers_join_and_watch(world: World) -> None:
    """A free seat is taken at once, and a leaver's seat is offered to others and given back to the leaver. People who
    cannot join have no button for it.
    """
    cleo = world.person("cleo")
    playing = await world.seated("anna", "ben")
    other = world.guild.create_text_channel("other")
    await world.person("anna").slash(other, "table new", game="rummy", seats=2)
    shown = (await cleo.slash(world.channel, "table list")).response
    assert "anna and ben" in text(shown)
    assert "Round 1 of 11" in text(shown)
    assert f"<t:{int(playing.record.created_at)}:R>" in text(shown)
    verbs = [tuple(part["custom_id"].split(":")[1:3]) for part in parts(shown) if "custom_id" in part]
    assert verbs == [("2", "list-join"), ("1", "watch")]
    watched = private(await cleo.click(shown, custom_id=control(shown, "watch")))
    assert "Three Thirteen" in text(watched)
    await cleo.click(shown, custom_id=control(shown, "list-join"))
    assert "You are at table 2." in text(shown)
    assert cleo.id in (await world.table(other)).record.people
    await world.play_beginning(playing)
    await world.slash_and_confirm("ben", "table leave")
    shown = (await world.person("dan").slash(world.channel, "table list")).response
    await world.person("dan").click(shown, custom_id=control(shown, "list-join"))
    assert "A computer player plays for ben, who left." in text(shown)
    shown = (await world.person("ben").slash(world.channel, "table list")).response
    await world.person("ben").click(shown, custom_id=control(shown, "list-join"))
    assert playing.record.plays(world.person("ben").id)


async def test_reserved_seat_can_be_taken_from_the_list_of_an_invite_only_table(world: World) -> None:
    """At a table for invited people there was no button: the host had made it one after the seat was reserved."""
    ben = world.person("ben")
    await world.seated("anna", "ben")
    await world.slash_and_confirm("anna", "table end")
    await world.person("anna").slash(world.channel, "table rematch")
    await world.set_up("anna", "table-form", who="invited")
    shown = (await ben.slash(world.channel, "table list")).response
    await ben.click(shown, custom_id=control(shown, "list-join"))
    assert ben.id in (await world.table()).record.people


async def test_a_list_that_is_too_long_ends_after_a_whole_table(world: World) -> None:
    """A list that is too long ends after a whole table. It was once cut within one, and left buttons without text."""
    anna = world.person("anna")
    for number in range(8):
        channel = world.guild.create_text_channel(f"{number}-{'tables-' * 9}")
        seats = tuple(Seat("\U0001f0cf" * 32, anna.id + seat) for seat in range(7))
        await saved(
            world.bot.store, guild_id=world.guild.id, channel_id=channel.id, game="three-thirteen", places=7,
            seats=seats, deadline=Deadline(Wake.LOBBY_EXPIRY, 2e9, 0.0), turn_seconds=3600, invited=(anna.id,),
        )  # fmt: skip
    shown = (await anna.slash(world.channel, "table list")).response
    told = text(shown)
    listed, whole = told.count("**["), told.count("only invited people may join")
    assert listed == whole
    assert f"and {8 - listed} more table" in told
