"""Finished things take no space: unplayed tables disappear, boards of ended games become one line, hashes are
hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.tables.model.records import Phase
from bot.ui.messages.folding import AFTER
from tests.e2e.table_talk import choose_setting, control, parts, private, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World

HALF_AN_HOUR = 31 * 60


def public(world: World) -> list[Any]:
    """The messages in the channel that everybody sees."""
    return [message for message in world.channel.history() if not message.flags.ephemeral]


async def finished(world: World) -> Any:
    """A game of Anna and Ben that is over."""
    table = await world.seated("anna", "ben", game="six-holes")
    await world.play_on(table, until=lambda: table.record.phase is Phase.OVER)
    assert "won!" in text(world.board())
    return table


async def test_an_unplayed_lobby_disappears(world: World) -> None:
    """Ended by its host, left by everybody, or forgotten."""
    for way in ("table end", "table leave", None):
        await world.seated("anna", bots=1, start=False)
        assert public(world)
        if way is None:
            await world.env.advance_time(HALF_AN_HOUR)
        else:
            await world.for_sure("anna", way)
        assert not public(world), way


async def test_a_game_that_nobody_has_played_takes_its_board_away(world: World) -> None:
    await world.seated("anna", "ben")
    await world.for_sure("anna", "table end")
    assert not public(world)


async def test_an_hour_after_its_end_the_board_is_one_line_with_the_replay(world: World) -> None:
    """Once; nothing posts it anew."""
    table = await finished(world)
    board = world.board()
    await world.env.advance_time(AFTER - 60)
    assert "won!" in text(world.board())
    await world.env.advance_time(61)
    assert world.board().id == board.id
    assert "**6 Holes** · table 1 · 🎉" in text(world.board())
    assert len(text(world.board()).strip().splitlines()) == 1
    assert [part["custom_id"].split(":")[2] for part in parts(world.board()) if "custom_id" in part] == ["replay"]
    shown = private(await world.person("ben").click(world.board(), custom_id=control(world.board(), "replay")))
    assert "6 Holes" in text(shown)
    world.bot.announcer.refresh(table.position)
    await world.env.settle()
    assert [message.id for message in public(world) if parts(message)] == [board.id]


async def test_a_board_that_may_not_be_made_one_line_is_nobodys_trouble(world: World) -> None:
    """The game was over long ago: that the channel was taken from the bot since then is told to nobody."""
    await finished(world)
    world.bot.announcer.free_edits.forget(world.board().id)
    before = [message.id for message in world.person("anna").user.dm_channel.history()]
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/*", status=403, code=50001, message="no", times=None)
    await world.env.advance_time(AFTER + 1)
    assert "won!" in text(world.board())
    assert [message.id for message in world.person("anna").user.dm_channel.history()] == before


async def test_also_after_a_restart(world: World) -> None:
    await finished(world)
    await world.restart()
    await world.tell("ready")
    await world.env.advance_time(AFTER + 1)
    assert "**6 Holes** · table 1 · 🎉" in text(world.board())


async def test_a_server_may_keep_its_boards(world: World) -> None:
    role = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    boss = world.guild.add_member(world.env.create_user("boss"), roles=[role])
    await choose_setting(boss, world.channel, "finished", "keep", command="server settings")
    await finished(world)
    await world.env.advance_time(AFTER + 1)
    assert "won!" in text(world.board())


async def test_hashes_stand_behind_check_the_shuffle(world: World) -> None:
    """In the lobby, in play and at the end; the page behind the button has them."""
    table = await world.seated("anna", "ben", start=False, game="six-holes")
    anna = world.person("anna")

    async def checked() -> str:
        """What the page behind the button says; the board itself has no hash."""
        assert table.record.commitment[:8] not in text(world.board())
        menu = (await anna.click(world.board(), custom_id=control(world.board(), "menu"))).response
        return text((await anna.click(menu, custom_id=control(menu, "status"))).response)

    assert table.record.commitment in await checked()
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    assert table.record.commitment in await checked()
    await world.play_on(table, until=lambda: table.record.phase is Phase.OVER)
    secret = table.record.secret.hex()
    assert secret not in text(world.board())
    [button] = [part for part in parts(world.board()) if part.get("custom_id", "").split(":")[2:3] == ["status"]]
    assert button["label"] == "Check the shuffle"
    shown = private(await anna.click(world.board(), custom_id=button["custom_id"]))
    assert secret in text(shown)


SILENT = 1 << 12


def silence(world: World, name: str = "") -> dict[str, bool]:
    """What was posted in the channel, or to somebody, and whether it made no sound: the newest of each kind."""
    messages = world.person(name).user.dm_channel if name else world.channel
    sent = [r for r in world.env.backend.http_requests if r.method == "POST" and r.path.endswith("/messages")]
    return {_kind(str(r.json)): bool((r.json.get("flags") or 0) & SILENT) for r in sent if f"/{messages.id}/" in r.path}


def _kind(said: str) -> str:
    if "your turn at" in said:
        return "turn"
    return "hand" if "Your hand" in said else "board"


async def test_only_whose_turn_it_is_hears_a_sound(world: World) -> None:
    """Boards and the hands of those who wait are there, silently; the hand to play and the mention are heard."""
    table = await world.seated("anna", "ben")
    first = world.name_to_act(table)
    other = "ben" if first == "anna" else "anna"
    assert silence(world)["board"] is True
    assert silence(world, first) == {"hand": False}
    assert silence(world, other) == {"hand": True}
    await world.play_on(table, until=lambda: world.name_to_act(table) == other)
    assert silence(world)["turn"] is False
