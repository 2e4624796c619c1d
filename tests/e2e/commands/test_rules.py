"""`/rules`: every game's chapters, and what can be done now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.render.catalogue import text_of
from bot.render.pictures.catalogue import PICTURES
from bot.render.pictures.examples import pictured
from bot.rules.catalogue import GAMES
from tests.e2e.table_talk import control, parts, pictures, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


@pytest.mark.parametrize("game", GAMES)
async def test_every_chapter_opens_in_place(world: World, game: str) -> None:
    """From the overview each chapter can be picked; the list shows which one is open."""
    anna = world.person("anna")
    shown = (await anna.user.slash("rules", game=game)).response
    assert "In short" in text(shown)
    for chapter in text_of(game).rules.chapters:
        message = anna.user.dm_channel.history(viewer=anna)[-1]
        await anna.user.select(message, [chapter.key], custom_id=control(message, "chapter"))
        message = anna.user.dm_channel.history(viewer=anna)[-1]
        assert chapter.text in text(message)
        [options] = [part["options"] for part in parts(message) if part["type"] == 3]
        assert [option["value"] for option in options if option.get("default")] == [chapter.key]
    await anna.user.select(message, ["examples"], custom_id=control(message, "chapter"))
    message = anna.user.dm_channel.history(viewer=anna)[-1]
    assert len(pictures(message)) == len(pictured(PICTURES[game].examples)) >= 2
    assert all(sentence in text(message) for sentence, _ in pictured(PICTURES[game].examples))
    page = (await anna.user.slash("settings")).response
    await anna.user.select(page, ["off"], custom_id=control(page, "set", "pictures"))
    await anna.user.select(message, ["examples"], custom_id=control(message, "chapter"))
    message = next(m for m in anna.user.dm_channel.history(viewer=anna) if m.id == message.id)
    assert not pictures(message)
    assert all(picture.alt in text(message) for _, picture in pictured(PICTURES[game].examples))


async def test_what_can_be_done_now(world: World) -> None:
    """The lobby, one's turn in both phases, another's turn, the stands, and the end."""
    table = await world.seated("anna", "ben", start=False)
    anna = world.person("anna")

    async def now(name: str) -> str:
        answer = await world.person(name).slash(world.channel, "rules")
        assert answer.ephemeral
        assert "What can I do now?" in text(answer.response)
        return text(answer.response)

    assert "press **Start**" in await now("anna")
    assert "The host starts" in await now("ben")
    assert "/table join" in await now("zoe")
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    name = world.name_to_act(table)
    assert "/draw from: stock" in await now(name)
    await world.person(name).slash(world.channel, "draw", **{"from": "stock"})
    assert "Discard one card" in await now(name)
    other = "ben" if name == "anna" else "anna"
    assert f"**{name}**'s turn" in await now(other)
    assert "You are watching this game" in await now("zoe")
    menu = (await anna.slash(world.channel, "rules")).response
    await world.for_sure("anna", "table end")
    await anna.select(menu, ["now"], custom_id=control(menu, "chapter"))
    assert "The game is over" in text(next(m for m in world.channel.history(viewer=anna) if m.id == menu.id))


async def test_another_game_than_the_channels(world: World) -> None:
    """Its rules are told without a “now”; in a DM without a table the game is chosen from a list."""
    await world.seated("anna", "ben")
    shown = (await world.person("anna").slash(world.channel, "rules", game="rummy")).response
    [options] = [part["options"] for part in parts(shown) if part["type"] == 3]
    assert "now" not in [option["value"] for option in options]
    zoe = world.person("zoe").user
    asked = (await zoe.slash("rules")).response
    assert "Which game?" in text(asked)
    await zoe.select(asked, ["notty"], custom_id=control(asked, "rules-of"))
    assert text(asked).strip().startswith("## Notty")
