"""Follow docs/adding-a-game.md: add a small sixth game by its table, and play it in the simulated Discord."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.lessons.catalogue import LESSONS
from bot.tables.model.records import Phase
from bot.ui.board.thoughts import last_thoughts
from bot.ui.commands.completion import argument_words
from tests.e2e.table_talk import actions, advice, control, pictures, private, text
from tests.sixth_game import builder, players, rules
from tests.sixth_game import pictures as drawn
from tests.sixth_game import text as words
from tests.test_catalogues import lacking, layers

if TYPE_CHECKING:
    from tests.e2e.conftest import World

OWN: dict[str, Any] = {
    "GAME": rules.GAME,
    "TEXT": words.TEXT,
    "PICTURES": drawn.PICTURES,
    "BUILDER": builder.BUILDER,
    "PLAYERS": players.PLAYERS,
}


@pytest.fixture(autouse=True)
def six_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add Pairs to every catalogue on the page, with one line each."""
    found = list(layers())
    assert {name for _package, name, _catalogue in found} == set(OWN)
    for _package, name, catalogue in found:
        monkeypatch.setitem(catalogue, rules.KEY, OWN[name])
    assert lacking() == []


async def start_pairs(world: World) -> Any:
    """Start Anna's table of Pairs, found under its other name."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="twos", seats=2, bots=1)
    assert "lobby.png" in pictures(world.board())
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    return await world.table()


async def test_a_sixth_game_is_played_by_buttons_with_pictures(world: World) -> None:
    table, anna = await start_pairs(world), world.person("anna")
    hand = private(await anna.click(world.board(), custom_id=control(world.board(), "hand")))
    while table.record.phase is Phase.PLAYING:
        form = advice(table, anna.id)
        if form not in actions(hand):
            await anna.click(hand, custom_id=control(hand, "refresh"))
        assert pictures(hand)["hand.png"].startswith("Your hand: ")
        assert pictures(world.board())["table.png"].startswith("Pile: ")
        await anna.click(hand, custom_id=control(hand, "act", form))
    assert "won!" in text(world.board())
    assert "anna: " in pictures(world.board())["round.png"]


async def test_a_sixth_game_is_played_by_commands_in_words(world: World) -> None:
    """Pairs is played with verbs of other games, autocompletion, a restart within a turn, `/move` and `/rules`. Then it
    is replayed and verified.
    """
    table, anna = await start_pairs(world), world.person("anna")
    offered = await anna.autocomplete(world.channel, "draw", "from", "")
    assert [choice["value"] for choice in offered] == ["stock", "discard"]
    await anna.slash(world.channel, "draw", **{"from": "stock"})
    offered = await anna.autocomplete(world.channel, "discard", "cards", "")
    assert sum("(drawn)" in choice["name"] for choice in offered) == 1
    rules = (await anna.slash(world.channel, "rules")).response
    await anna.click(rules, custom_id=control(rules, "now"))
    assert "**Discard a card**: press its button." in text(rules)
    before = table.record
    await world.restart()
    table = await world.table()
    assert table.record.state == before.state
    await anna.slash(world.channel, "discard", cards=offered[0]["value"])
    assert "discarded" in text(world.board())
    await world.bot.store.people.change(anna.id, hand_by_dm=False, mentions="never", text_only=True)
    hand = (await anna.slash(world.channel, "hand")).response
    assert "Top of the pile: " in text(hand)
    assert not pictures(hand)
    while table.record.phase is Phase.PLAYING:
        await anna.slash(world.channel, "move", action=advice(table, anna.id))
    assert "won!" in text(world.board())
    replay = (await anna.slash(world.channel, "replay", id=str(table.id))).response
    assert "Replay of Pairs" in text(replay)
    assert re.search(r"Step \d+ of \d+", text(replay))
    verified = (await anna.slash(world.channel, "verify", id=str(table.id))).response
    assert "was fair" in text(verified)
    elsewhere = world.guild.create_text_channel("elsewhere")
    told = (await anna.slash(elsewhere, "rules", game="pairs")).response
    assert "Draw, discard, and hold two pairs." in text(told)


async def test_cards_are_listed_by_their_faces_after_any_verb(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verb that no other game has, such as “knock”, listed its cards as `7C`, in the order of the pack."""
    table, anna = await start_pairs(world), world.person("anna")
    await anna.slash(world.channel, "draw", **{"from": "stock"})
    listed = list(argument_words(table.position, anna.id, "discard", 1, [], "rank"))
    assert sum("(drawn)" in offer.name for offer in listed) == 1
    monkeypatch.setattr(rules.Pairs, "format_action", lambda _game, action: f"knock {action.card}")
    assert list(argument_words(table.position, anna.id, "knock", 1, [], "rank")) == listed


async def test_a_game_is_listed_though_its_name_contains_anothers(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever typed “rummy” on the way to “Gin Rummy” was offered Rummy alone."""
    monkeypatch.setattr(rules.Pairs, "title", "Pair Rummy")
    offered = await world.person("anna").autocomplete(world.channel, "solo", "game", "rummy")
    values = [choice["value"] for choice in offered]
    assert values[0] == "rummy"
    assert rules.KEY in values


async def test_a_sixth_games_computer_players_show_their_thoughts(world: World) -> None:
    table = await start_pairs(world)
    await world.person("anna").slash(world.channel, "move", action="draw stock")
    await world.person("anna").slash(world.channel, "move", action=advice(table, world.person("anna").id))
    told = last_thoughts(table.position)
    assert any("It hopes for a pair." in line for line in told)
    assert any("I can spare the " in line for line in told)


async def test_a_sixth_games_lesson_is_offered(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row of buttons has room for five."""
    monkeypatch.setitem(LESSONS, rules.KEY, replace(LESSONS["notty"], number=6))
    shown = (await world.person("anna").user.slash("learn")).response
    assert "**Pairs**: " in text(shown)
    assert control(shown, "learn", rules.KEY)
