"""Autocompletion offers the right values in a useful order, and finds them under many names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from discord.utils import utcnow

from bot.language import LANGUAGES
from bot.rules.catalogue import GAMES
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import actions, parts, sentence, text
from tests.e2e.typed import OPTIONS, REST
from tests.ui.building.crowded import rich_rummy, state_of, with_state

if TYPE_CHECKING:
    from tests.e2e.conftest import World


GAME_OPTIONS = ("table new", "table watch", "rules", "leaderboard", "stats")
SHORT_NAMES = {
    "three-thirteen": ("313", "3-13", "Three Thirteen", "three", "THREE-THIRTEEN", "thirteen"),
    "six-holes": ("six", "6holes", "6 Holes", "6", "sixholes", "six-holes"),
    "rummy": ("rummy", "Rommé", "rum"),
    "notty": ("not", "Notty "),
    "huxxy": ("hux",),
}


async def values(world: World, name: str, command: str, option: str, typed: str, **filled: Any) -> list[str]:
    found = await world.person(name).autocomplete(world.channel, command, option, typed, **filled)
    return [choice["value"] for choice in found]


async def test_times_and_zones_are_completed_as_understood(world: World) -> None:
    """Times are shown in the person's own zone. Unreadable text offers nothing, and an empty field offers examples."""
    assert (await values(world, "anna", "quiet", "zone", "berl"))[0] == "Europe/Berlin"
    for typed in ("Zürich", "zurich", "Zu\u0308rich"):
        assert await values(world, "anna", "quiet", "zone", typed) == ["Europe/Zurich"]
    assert await values(world, "anna", "quiet", "zone", "utc+5:45") == ["UTC+5:45"]
    assert await values(world, "anna", "quiet", "hours", "22") == ["22:00-07:00", "22:00-08:00"]
    await world.person("anna").slash(world.channel, "quiet", zone="Asia/Tokyo")
    [shown] = await world.person("anna").autocomplete(world.channel, "away", "until", "2026-03-01 18:00")
    assert (shown["name"], shown["value"]) == (
        "2026-03-01 18:00: 2026-03-01 at 18:00 (Asia/Tokyo)", "2026-03-01 18:00",
    )  # fmt: skip
    for typed in ("whenever", "<t:999999999999>", "9999-12-31 23:59"):
        assert await values(world, "anna", "table plan", "when", typed, game="rummy") == []
    assert "tomorrow 18:00" in await values(world, "anna", "table plan", "when", "", game="rummy")


async def test_example_times_are_in_the_persons_language(world: World) -> None:
    """A German list used to offer “tomorrow 18:00” and “in 2 days”."""
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, language="de")
    offered = await anna.autocomplete(world.channel, "away", "until", "")
    assert [choice["value"] for choice in offered] == [
        "in 1 Stunde", "20:00", "morgen 18:00", "in 2 Tagen", "in 7 Tagen",
    ]  # fmt: skip


async def test_no_return_is_offered_later_than_one_may_be_away(world: World) -> None:
    """The list offered “in 7 days” to somebody who had one day left, and it was refused."""
    anna = world.person("anna")
    now = utcnow().timestamp()
    await world.bot.store.people.change(anna.id, absences=[(now - 8 * 86_400, now - 2 * 86_400)])
    offered = await anna.autocomplete(world.channel, "away", "until", "")
    assert [choice["value"] for choice in offered] == ["in 1 hour", "20:00"]
    typed = await anna.autocomplete(world.channel, "away", "until", "in 2 days")
    assert [choice["value"] for choice in typed] == ["in 2 days"], "what it is understood as"


async def test_no_card_or_pile_is_offered_in_a_lobby(world: World) -> None:
    """In a lobby there are no cards or piles yet, so autocompletion offers nothing, and does not fail."""
    await world.seated("anna", "ben", start=False)
    named = [(verb, option) for verb, options in OPTIONS.items() for option in options if option != "end"]
    for _ in ("in the lobby", "after it was closed"):
        for verb, option in [*named, *REST.items(), ("move", "action")]:
            assert await values(world, "anna", verb, option, "") == [], verb
        await world.person("anna").slash(world.channel, "table end")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_table_can_be_typed_as_the_list_shows_it(world: World, language: str) -> None:
    """A phone sends the text as typed if no choice was tapped. All or part of a choice's name finds the table."""
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, language=language)
    table = await world.seated("anna", bots=1)
    [choice] = await anna.autocomplete(world.channel, "hand", "table", "")
    shown = choice["name"]
    for typed in (shown, shown.partition(":")[0], f"table {table.id}", f" #{table.id} "):
        answer = (await anna.slash(world.channel, "hand", table=typed)).response
        assert len(parts(answer)) > 1, (typed, answer.content)
    for typed in (f"{table.id} 2", "table", f"chair {table.id}"):
        assert typed in sentence(await anna.slash(world.channel, "hand", table=typed))
    ended = await ended_game(world, "notty", "anna")
    [choice] = await anna.autocomplete(world.channel, "replay", "id", str(ended.id))
    shown = (await anna.slash(world.channel, "replay", id=choice["name"])).response
    assert len(parts(shown)) > 1, shown.content


@pytest.mark.parametrize("language", LANGUAGES)
async def test_options_can_be_typed_as_the_list_shows_them(world: World, language: str) -> None:
    """Options may be typed as “Hand limit: 20”, or two of them as “hand_limit=20 · Round limit: 300”, in any case."""
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, language=language)
    offered = await anna.autocomplete(world.channel, "table new", "options", "hand_limit=20", game="notty")
    refused = await anna.slash(world.channel, "table new", game="notty", options=offered[0]["name"].replace(":", ""))
    assert "=" in sentence(refused)  # “write name=value”
    keys = f"{offered[0]['value']} round_limit=300"
    behind = await anna.autocomplete(world.channel, "table new", "options", keys, game="notty")
    assert "·" in behind[0]["name"]
    await anna.slash(world.channel, "table new", game="notty", options=behind[0]["name"])
    assert (await world.table()).record.options == {"hand_limit": 20, "round_limit": 300}
    await world.slash_and_confirm("anna", "table end")
    await anna.slash(world.channel, "table new", game="notty", options=offered[0]["name"].upper())
    assert (await world.table()).record.options["hand_limit"] == 20


async def test_games_from_before_the_bot_joined_are_not_offered(world: World) -> None:
    """Such a game is offered only in its players' direct messages. The server's list once offered it and refused it."""
    anna = world.person("anna")
    kept, taken_along = [await ended_game(world, "six-holes", "anna") for _ in range(2)]
    await world.bot.store.database.write(
        lambda sql: sql.execute("UPDATE tables SET outside = 1 WHERE id = ?", (taken_along.id,))
    )
    other = world.guild.create_text_channel("other")
    for command in ("replay", "review", "verify"):
        offered = await anna.autocomplete(other, command, "id", "")
        assert [choice["value"] for choice in offered] == [str(kept.id)]
    own = await anna.user.autocomplete("replay", "id", "")
    assert [choice["value"] for choice in own] == [str(taken_along.id), str(kept.id)]


async def test_an_exact_table_number_comes_first(world: World) -> None:
    """An exact number comes first, then numbers with that prefix. A date has all digits, so it needs its dashes."""
    games = [await ended_game(world, "six-holes", "anna") for _ in range(12)]
    numbers = [game.id for game in games]
    assert numbers == list(range(1, 13))
    for command in ("replay", "verify"):
        assert await values(world, "ben", command, "id", "1") == ["1", "12", "11", "10"]
        assert await values(world, "ben", command, "id", "#2") == ["2"]
        assert await values(world, "ben", command, "id", "12") == ["12"]
        assert len(await values(world, "ben", command, "id", "2026-01")) == 12
        assert await values(world, "ben", command, "id", "99") == []


async def test_an_old_game_is_found_by_its_number(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """An old game is found by its number, even if the list does not go back that far."""
    monkeypatch.setattr("bot.ui.replays.ended.PAGE", 2)
    monkeypatch.setattr("bot.ui.replays.ended.MAX_SEARCHED", 2)
    games = [await ended_game(world, "six-holes", "anna") for _ in range(5)]
    assert await values(world, "ben", "replay", "id", "") == [str(games[4].id), str(games[3].id)]
    assert await values(world, "ben", "replay", "id", str(games[0].id)) == [str(games[0].id)]
    found = await world.person("anna").user.autocomplete("replay", "id", str(games[0].id))
    assert [choice["value"] for choice in found] == [str(games[0].id)]


async def test_ended_games_are_found_by_game_and_player(world: World) -> None:
    """Ended games are also found by the names of their players."""
    six, three = (
        await ended_game(world, "six-holes", "anna"),
        await ended_game(world, "three-thirteen", "ben"),
    )
    assert await values(world, "ben", "replay", "id", "313") == [str(three.id)]
    assert await values(world, "ben", "replay", "id", "6") == [str(six.id)]
    assert await values(world, "ben", "replay", "id", "six") == [str(six.id)]
    assert await values(world, "ben", "replay", "id", "anna") == [str(six.id)]


async def test_ended_games_are_dated_in_the_persons_time_zone_and_language(world: World) -> None:
    """The new year has begun in UTC but not in America. Everybody used to see the UTC date, written year first."""
    await ended_game(world, "six-holes", "anna")
    anna = world.person("anna")
    [before] = await anna.autocomplete(world.channel, "replay", "id", "")
    await anna.slash(world.channel, "quiet", zone="America/New_York")
    [now] = await anna.autocomplete(world.channel, "replay", "id", "")
    await world.bot.store.people.change(anna.id, language="de")
    [german] = await anna.autocomplete(world.channel, "replay", "id", "")
    dates = [re.search(r", ([\d.-]+), ", each["name"]) for each in (before, now, german)]
    assert [found and found[1] for found in dates] == ["2026-01-01", "2025-12-31", "31.12.2025"]


async def test_the_list_of_tables_shows_the_turn_despite_long_names(world: World) -> None:
    """The turn used to be named at the end, where Discord has no room for it."""
    anna, other = world.person("anna"), world.guild.create_text_channel("c" * 100)
    await anna.slash(other, "solo", game="rummy")
    [choice] = await anna.autocomplete(other, "hand", "table", "")
    assert len(choice["name"]) == 100
    assert "your turn" in choice["name"]


async def test_ones_own_tables_are_found_by_number_and_game(world: World) -> None:
    """The `table:` option finds one's own tables by number and by game."""
    anna, other = world.person("anna"), world.guild.create_text_channel("other")
    await anna.slash(world.channel, "table new", game="313")
    await anna.slash(other, "table new", game="six")
    assert await values(world, "anna", "hand", "table", "2") == ["2"]
    assert await values(world, "anna", "hand", "table", "313") == ["1"]
    assert await values(world, "anna", "hand", "table", "6holes") == ["2"]
    assert sorted(await values(world, "anna", "hand", "table", "")) == ["1", "2"]


async def test_games_are_completed_by_their_short_names(world: World) -> None:
    """A short name that was typed brings its game first; an empty field lists them all."""
    for command in GAME_OPTIONS:
        assert await values(world, "anna", command, "game", "") == list(GAMES), command
        for key, names in SHORT_NAMES.items():
            for name in names:
                assert (await values(world, "anna", command, "game", name))[:1] == [key], (command, name)
        assert await values(world, "anna", command, "game", "chess") == [], command


async def test_games_can_be_typed_by_their_short_names(world: World) -> None:
    """A short name that was typed, rather than chosen from the list, is understood."""
    anna = world.person("anna")
    world.slow_computers()
    for key, names in SHORT_NAMES.items():
        meant = text((await anna.slash(world.channel, "rules", game=key)).response)
        for name in names:
            assert text((await anna.slash(world.channel, "rules", game=name)).response) == meant, name
    assert "6 Holes" in text((await anna.slash(world.channel, "leaderboard", game="six")).response)
    assert (
        "finished game of"
        in (await anna.slash(world.channel, "stats", game="313", user=world.person("ben"))).response.content
    )
    await anna.slash(world.channel, "table new", game="3-13", level="easy", options="arrangement=fewest-points")
    record = (await world.table()).record
    assert (record.game, record.options) == ("three-thirteen", {"arrangement": "fewest-points"})
    await anna.slash(world.channel, "table end")
    await anna.slash(world.channel, "table watch", game="rum", players=2)
    assert (await world.table()).record.game == "rummy"


async def test_levels_and_options_depend_on_the_typed_game(world: World) -> None:
    """`level:` and `options:` offer what the chosen game has, whichever of its names was typed."""
    assert await values(world, "anna", "table new", "level", "cla", game="rum") == ["classic"]
    assert await values(world, "anna", "table new", "options", "arr", game="313") == [
        "arrangement=most-cards", "arrangement=fewest-points",
    ]  # fmt: skip


async def test_an_unknown_game_is_refused_with_a_list_of_games(world: World) -> None:
    """The refusal lists the games by their titles."""
    for command in GAME_OPTIONS:
        told = (await world.person("anna").slash(world.channel, command, game="nonsense")).response.content
        titles = ", ".join(game.title for game in GAMES.values())
        assert told == f"There is no game “nonsense”; choose one of: {titles}.", command


async def test_discard_offers_no_card_in_six_holes(world: World) -> None:
    """In 6 Holes, cards are named by their positions, so `/discard` offers none."""
    await world.seated("anna", "ben", game="six-holes")
    table = await world.table()
    assert await values(world, world.name_to_act(table), "discard", "cards", "") == []


@pytest.mark.parametrize(("command", "option", "verb"), [("lay", "melds", ""), ("move", "action", "lay ")])
async def test_a_value_typed_out_is_offered_however_many_contain_it(
    world: World, command: str, option: str, verb: str
) -> None:
    """With two jokers, more than 25 laydowns contain “5♦ 5♣ joker”; it was behind them, and so not offered."""
    table = await world.seated("anna", bots=1, game="rummy")
    table._position = with_state(table.position, **state_of(rich_rummy())._asdict())
    offered = await values(world, "anna", command, option, f"{verb}5D 5C XB")
    assert len(offered) == 25
    assert offered[0] == f"{verb}5D 5C XB"


async def test_actions_are_offered_only_to_the_player_to_act(world: World) -> None:
    """`/move` offers the legal actions to the player whose turn it is, and nothing to others."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    other = "ben" if name == "anna" else "anna"
    assert await world.person(other).autocomplete(world.channel, "move", "action", "") == []
    offered = await world.person(name).autocomplete(world.channel, "move", "action", "dis")
    assert [choice["value"] for choice in offered] == ["draw discard"]
    assert actions(world.dm(name)) == ["draw stock", "draw discard"]
    assert actions(world.dm(other)) == []
