"""What somebody achieved can be shown to everybody wherever others read the bot's answers, and only there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from tests.e2e.daily.test_deal import set_deal
from tests.e2e.daily.test_puzzle import plays, set_puzzles
from tests.e2e.outside import Outside
from tests.e2e.records.test_playing_again import finish
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import control, parts, private, sentence, text
from tests.puzzles.ready import of_kind

if TYPE_CHECKING:
    import pytest

    from tests.e2e.conftest import World


async def in_a_group(world: World, monkeypatch: pytest.MonkeyPatch) -> tuple[Outside, Any]:
    """Return a group DM of Anna's, and a game that she has ended; the day has a puzzle and a deal."""
    await set_puzzles(world, "six-holes-move")
    await set_deal(world)
    table = await ended_game(world, "six-holes", "anna")
    return Outside(world, monkeypatch, "anna"), table


async def achieved(world: World, anna: Any, table: Any) -> list[tuple[str, Any]]:
    """Return what Anna gets for a puzzle, a deal and a review, each with the verb of the button that shares it."""
    shown = (await anna.slash("daily puzzle")).response
    solved = (await anna.click(shown, custom_id=plays(shown)[of_kind("six-holes-move").solution[0]])).response
    offer = (await anna.slash("daily deal")).response
    hand = (await anna.click(offer, custom_id=control(offer, "deal-begin"))).response
    review = (await anna.slash("review", id=str(table.id))).response
    return [("daily-share", solved), ("line-share", await finish(world, anna, hand)), ("review-share", review)]


async def test_a_result_is_shared_in_a_group_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a group DM, only the puzzle's result had a button to share it. A second press posted the result once more.
    Shown anew, a result can be shared anew.
    """
    place, table = await in_a_group(world, monkeypatch)
    anna = place.guest("anna")
    for verb, result in await achieved(world, anna, table):
        shared = private(await anna.click(result, custom_id=control(result, verb)))
        assert not shared.ephemeral
        assert "anna" in text(shared)
        again = await anna.click(result, custom_id=control(result, verb))
        link = f"https://discord.com/channels/@me/{place.id}/{shared.id}"
        assert sentence(again) == f"You have already shared this: {link}"
    result = (await anna.slash("review", id=str(table.id))).response
    assert not private(await anna.click(result, custom_id=control(result, "review-share"))).ephemeral


async def test_whoever_reads_a_shared_result_can_play(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a group DM, only those who installed the bot have its commands, and a shared puzzle named only a command."""
    place, table = await in_a_group(world, monkeypatch)
    anna, ben = place.guest("anna"), place.guest("ben")
    for verb, result in (await achieved(world, anna, table))[:2]:
        shared = private(await anna.click(result, custom_id=control(result, verb)))
        offered = private(await ben.click(shared, custom_id=control(shared, "daily" if "daily" in verb else "deal")))
        assert offered.ephemeral
        assert "of the day" in text(offered)
    assert place.refused() == []


async def test_nothing_is_shared_where_nobody_else_reads_it(world: World) -> None:
    """In one's direct messages with the bot, the puzzle's result had a button to share it with nobody."""
    await set_puzzles(world, "six-holes-move")
    await set_deal(world)
    table = await ended_game(world, "six-holes", "anna")
    for verb, result in await achieved(world, world.person("anna").user, table):
        assert verb not in str(parts(result))


async def test_nothing_is_shared_where_the_person_may_not_write(world: World) -> None:
    """The puzzle of the day may be posted in a channel for announcements. Whoever solved it there could post there."""
    await set_puzzles(world, "six-holes-move")
    await set_deal(world)
    table, anna = await ended_game(world, "six-holes", "anna"), world.person("anna")
    silent = {anna: discord.PermissionOverwrite(send_messages=False)}
    news = world.guild.create_text_channel("news", overwrites=silent)

    class Here:
        """Anna in that channel."""

        click = anna.click

        @staticmethod
        async def slash(name: str, **options: Any) -> Any:
            return await anna.slash(news, name, **options)

    for verb, result in await achieved(world, Here, table):
        assert verb not in str(parts(result))
