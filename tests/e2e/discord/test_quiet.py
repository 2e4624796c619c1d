"""Finished tables take little space: unplayed ones disappear, ended games become one line, and hashes are hidden."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot.tables.model.share import Share, shard_of
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from bot.tables.runtime.tables import Tables
from bot.ui.messages.folding import FOLD_AFTER_SECONDS, RETRY_SECONDS
from tests.e2e.denied import deny, give_back
from tests.e2e.table_talk import choose_setting, control, parts, private, text
from tests.e2e.threads import create_thread_in

if TYPE_CHECKING:
    from tests.e2e.conftest import World

HALF_AN_HOUR = 31 * 60


def public(world: World) -> list[Any]:
    """Return the messages in the channel that everybody sees."""
    return [message for message in world.channel.history() if not message.flags.ephemeral]


async def finished(world: World) -> Any:
    """Play a game of Anna and Ben to its end."""
    table = await world.seated("anna", "ben", game="rummy")
    await world.play_to_end(table)
    assert "won!" in text(world.board())
    return table


async def test_an_unplayed_lobby_disappears(world: World) -> None:
    """A lobby disappears when its host ends it, when everybody leaves, and when it expires."""
    for way in ("table end", "table leave", None):
        await world.seated("anna", bots=1, start=False)
        assert public(world)
        if way is None:
            await world.env.advance_time(HALF_AN_HOUR)
        else:
            await world.slash_and_confirm("anna", way)
        assert not public(world), way


async def test_the_board_shrinks_to_one_line_an_hour_after_the_game(world: World) -> None:
    """The board of an ended game becomes one line with a replay button after an hour, and nothing posts it again."""
    table = await finished(world)
    board = world.board()
    await world.env.advance_time(FOLD_AFTER_SECONDS - 60)
    assert "won!" in text(world.board())
    await world.env.advance_time(61)
    assert world.board().id == board.id
    assert "**Rummy** · table 1 · 🎉" in text(world.board())
    assert len(text(world.board()).strip().splitlines()) == 1
    assert [part["custom_id"].split(":")[2] for part in parts(world.board()) if "custom_id" in part] == ["replay"]
    shown = private(await world.person("ben").click(world.board(), custom_id=control(world.board(), "replay")))
    assert "Rummy" in text(shown)
    world.bot.announcer.refresh(table.position)
    await world.env.settle()
    assert [message.id for message in public(world) if parts(message)] == [board.id]


async def test_nobody_is_told_if_a_finished_board_cannot_be_edited(world: World) -> None:
    """The game ended long ago, so nobody is told that the bot may no longer edit its board."""
    await finished(world)
    world.bot.announcer.free_edits.forget(world.board().id)
    before = [message.id for message in world.person("anna").user.dm_channel.history()]
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/*", status=403, code=50001, message="no", times=None)
    await world.env.advance_time(FOLD_AFTER_SECONDS + 1)
    assert "won!" in text(world.board())
    assert [message.id for message in world.person("anna").user.dm_channel.history()] == before


async def test_a_finished_board_shrinks_once_the_bot_may_edit_it_again(world: World) -> None:
    """It was given up with the first refusal, and stayed whole until the next start."""
    await finished(world)
    world.bot.announcer.free_edits.forget(world.board().id)
    deny(world, world.channel, world.bot.user, view_channel=True)
    await world.env.advance_time(FOLD_AFTER_SECONDS + 1)
    assert "won!" in text(world.board())
    give_back(world, world.channel, world.bot.user)
    await world.env.advance_time(61)
    assert "**Rummy** · table 1 · 🎉" in text(world.board())


@pytest.mark.parametrize("restarted", [False, True], ids=["running", "restarted"])
async def test_a_finished_board_shrinks_once_its_thread_is_opened_again(world: World, *, restarted: bool) -> None:
    """A thread that people made is archived when nobody writes there, often before the hour is over. The board counted
    as gone, and stayed whole.
    """
    anna, backend = world.person("anna"), world.env.backend
    thread = await create_thread_in(world, world.channel, discord.ChannelType.public_thread)
    await anna.slash(thread, "table new", game="three-thirteen", bots=1, start=True)
    await world.play_beginning(await world.table(thread))
    await world.slash_and_confirm("anna", "table end", thread)
    whole = text(world.board(thread))
    world.bot.announcer.free_edits.forget(world.board(thread).id)
    with world.env._bot_scope():
        await world.open_thread(thread.id).edit(archived=True)
    world.env.inject_error("PATCH", f"/channels/{thread.id}/messages/*", status=400, code=50083, times=None)
    await world.env.advance_time(FOLD_AFTER_SECONDS + 1)
    if restarted:
        await world.restart()
    await world.env.advance_time(HALF_AN_HOUR)
    assert text(world.board(thread)) == whole
    backend.faults.clear()
    backend.edit_channel(thread.id, {}, thread_metadata={"archived": False})
    await world.env.advance_time(61)
    assert "**Three Thirteen** · table 1 ·" in text(world.board(thread))
    assert len(text(world.board(thread)).strip().splitlines()) == 1


async def test_a_finished_board_shrinks_once_discord_takes_edits_of_old_messages_again(world: World) -> None:
    """Discord limits how many messages of over an hour ago are edited in a channel. The board counted as gone."""
    await finished(world)
    world.bot.announcer.free_edits.forget(world.board().id)
    path = f"/channels/{world.channel.id}/*"
    world.env.inject_error("PATCH", path, status=429, code=30046, message="later", times=2)
    await world.env.advance_time(FOLD_AFTER_SECONDS + 300)
    assert "**Rummy** · table 1 · 🎉" in text(world.board())


async def test_a_finished_board_shrinks_after_a_restart_too(world: World) -> None:
    await finished(world)
    await world.restart()
    await world.dispatch("ready")
    await world.env.advance_time(FOLD_AFTER_SECONDS + 1)
    assert "**Rummy** · table 1 · 🎉" in text(world.board())


async def test_a_finished_board_is_left_to_the_process_that_has_its_shard(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if that has changed within the hour."""
    table = await finished(world)
    shard = shard_of(table.record.home, 2)
    with monkeypatch.context() as handed_over:
        handed_over.setattr(Tables, "share", property(lambda _: Share.one(1 - shard, 2)))
        await world.env.advance_time(FOLD_AFTER_SECONDS + 1)
    assert "won!" in text(world.board())
    for taken, is_whole in ((1 - shard, True), (shard, False)):
        await world.bot.announcer.catch_up(Share.one(taken, 2))
        await world.env.advance_time(61)
        assert ("won!" in text(world.board())) is is_whole


async def test_a_finished_board_shrinks_once_the_store_is_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store is away when the hour is over. The board once stayed whole until the next start."""
    await finished(world)
    with monkeypatch.context() as patch:
        patch.setattr(world.bot.tables, "get", AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY)))
        await world.env.advance_time(FOLD_AFTER_SECONDS + 1)
    assert "won!" in text(world.board())
    await world.env.advance_time(RETRY_SECONDS)
    assert "**Rummy** · table 1 · 🎉" in text(world.board())


async def test_a_server_can_keep_its_finished_boards(world: World) -> None:
    role = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    boss = world.guild.add_member(world.env.create_user("boss"), roles=[role])
    await choose_setting(boss, world.channel, "finished", "keep", command="server settings")
    await finished(world)
    await world.env.advance_time(FOLD_AFTER_SECONDS + 1)
    assert "won!" in text(world.board())


async def test_hashes_are_shown_only_by_check_the_shuffle(world: World) -> None:
    """In the lobby, in play and at the end, the board shows no hash, but the page behind its button does."""
    table = await world.seated("anna", "ben", start=False, game="rummy")
    anna = world.person("anna")

    async def checked() -> str:
        """Return the text of the page behind the button, after checking that the board has no hash."""
        assert table.record.commitment[:8] not in text(world.board())
        menu = (await anna.click(world.board(), custom_id=control(world.board(), "menu"))).response
        return text((await anna.click(menu, custom_id=control(menu, "status"))).response)

    assert table.record.commitment in await checked()
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    assert table.record.commitment in await checked()
    await world.play_to_end(table)
    secret = table.record.secret.hex()
    assert secret not in text(world.board())
    [button] = [part for part in parts(world.board()) if part.get("custom_id", "").split(":")[2:3] == ["status"]]
    assert button["label"] == "Check the shuffle"
    shown = private(await anna.click(world.board(), custom_id=button["custom_id"]))
    assert secret in text(shown)


SILENT = 1 << 12


def silence(world: World, name: str = "") -> dict[str, bool]:
    """Return whether the newest message of each kind, in the channel or to a person, was silent."""
    messages = world.person(name).user.dm_channel if name else world.channel
    sent = [r for r in world.env.backend.http_requests if r.method == "POST" and r.path.endswith("/messages")]
    return {_kind(str(r.json)): bool((r.json.get("flags") or 0) & SILENT) for r in sent if f"/{messages.id}/" in r.path}


def _kind(said: str) -> str:
    if "your turn at" in said:
        return "turn"
    return "hand" if "Your hand" in said else "board"


async def test_only_the_player_to_act_is_notified_with_a_sound(world: World) -> None:
    """Boards and waiting players' hands are sent silently. The hand to play and the mention make a sound."""
    table = await world.seated("anna", "ben")
    first = world.name_to_act(table)
    other = "ben" if first == "anna" else "anna"
    assert silence(world)["board"] is True
    assert silence(world, first) == {"hand": False}
    assert silence(world, other) == {"hand": True}
    await world.play_on(table, until=lambda: world.name_to_act(table) == other)
    assert silence(world)["turn"] is False


@pytest.mark.parametrize("setting", ["quiet", "digest"])
async def test_a_hand_to_play_makes_no_sound_for_people_who_chose_that(world: World, setting: str) -> None:
    """In quiet hours, only people who have just pressed something get a hand at all."""
    now = world.env.now()
    chosen = {"quiet": f"{now:%H:%M}-{now + timedelta(hours=5):%H:%M}", "digest": "5h"}[setting]
    for name in ("anna", "ben"):
        await world.bot.store.people.change(world.person(name).id, **{setting: chosen})
    table = await world.seated("anna", "ben")
    assert silence(world, world.name_to_act(table)) == {"hand": True}
