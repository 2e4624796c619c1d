"""The permissions that the invitation asks for are enough for everything that the bot does in a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.permissions import NEEDED
from bot.tables.model.records import Phase
from tests.e2e.table_talk import control, pictures, text
from tests.puzzles.ready import for_day, of_kind

if TYPE_CHECKING:
    from tests.e2e.conftest import World

PEOPLE = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    use_application_commands=True,
)


async def grant(world: World, granted: discord.Permissions) -> None:
    """Give the bot these permissions and no others, and Anna and Ben those of usual members."""
    guild, me = world.env.backend.guilds[world.guild.id], world.bot.user
    assert me is not None
    [own] = guild.members[me.id].role_ids
    world.env.backend.edit_role(world.guild.id, own, {"permissions": granted.value})
    world.env.backend.edit_role(world.guild.id, world.guild.id, {"permissions": 0})
    usual = world.guild.create_role("people", permissions=PEOPLE)
    for name in ("anna", "ben"):
        world.people[name] = world.guild.add_member(world.env.create_user(name), roles=[usual])
    await world.env.settle()
    known = world.bot.get_channel(world.channel.id)
    assert isinstance(known, discord.TextChannel)
    assert known.permissions_for(known.guild.me) == granted


async def press(world: World, name: str, verb: str, channel: Any) -> Any:
    board = world.board(channel)
    return await world.person(name).click(board, custom_id=control(board, verb))


@pytest.mark.parametrize("game", ["three-thirteen", "notty"])
async def test_the_permissions_of_the_invitation_are_enough(
    world: World, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A game in its own thread with a question and a rematch, a planned table, and the puzzle of the day."""
    await grant(world, NEEDED)
    bot, anna = world.bot, world.person("anna")
    await anna.slash(world.channel, "table new", game=game, seats=2, thread=True)
    [thread] = world.channel.threads
    await press(world, "ben", "join", thread)
    await press(world, "anna", "start", thread)
    table = await world.table(thread)
    await anna.slash(thread, "table ask", what="end")
    assert "Do you agree" in text(next(world.newest(thread)))
    await world.play_to_end(table)
    assert pictures(world.board(thread))
    await press(world, "anna", "rematch", thread)
    await press(world, "ben", "join", thread)
    await world.slash_and_confirm("anna", "table end", thread)
    await anna.slash(world.channel, "table plan", game=game, when="in 1 hour")
    for day in (bot.daily.today, bot.daily.today + 1):
        await bot.store.records.add_puzzle_day(for_day(day, of_kind("notty-empty")))
    await bot.store.people.change_guild(world.guild.id, {"puzzle_channel": world.channel.id, "puzzle_hour": 0})
    with world.env._bot_scope():
        bot.channel_posts.check_now()
    await world.env.advance_time(3700)
    assert (await world.table()).record.phase is Phase.LOBBY
    said = [text(message) for message in world.channel.history()]
    for words in ("Puzzle of the day", "begins at", "waiting for players"):
        assert any(words in each for each in said), words
    assert "No permission" not in caplog.text
    assert "could not be" not in caplog.text
    assert {request.method for request in world.env.http_requests if "/messages" in request.path} <= {
        "POST", "PATCH", "DELETE",
    }, "it reads nothing that people write"  # fmt: skip
