"""`/rules` shows every game's chapters, and what can be done now."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from discord import ComponentType

from bot.language import SpokenLanguage, _, listing, speaking
from bot.render.cards import TEXT_STYLE
from bot.render.catalogue import text_of
from bot.render.pictures.games.catalogue import PICTURES
from bot.render.pictures.games.examples import pictured
from bot.rules.catalogue import GAMES
from tests.e2e.table_talk import control, parts, pictures, setting_shown, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


@pytest.mark.parametrize("game", GAMES)
async def test_all_rules_are_one_page_with_an_example_on_top(world: World, game: str) -> None:
    """One click or command opens every chapter. The other examples, and the way back, are one click each."""
    anna = world.person("anna")
    shown = (await anna.user.slash("rules", game=game)).response
    drawn = pictured(PICTURES[game].examples)
    told = text(shown)
    assert all(chapter.text in told.replace(TEXT_STYLE, "") for chapter in text_of(game).rules.chapters)
    assert not re.search(f"[♠♥♦♣](?!{TEXT_STYLE})", told), "an emoji: black on a dark background"
    assert len(pictures(shown)) == 1
    assert text(shown).index(drawn[0][0]) < text(shown).index("In short")
    await anna.user.click(shown, custom_id=control(shown, "examples"))
    assert len(pictures(shown)) == len(drawn) >= 2
    assert all(sentence in text(shown) for sentence, _picture in drawn)
    await anna.user.click(shown, custom_id=control(shown, "all-rules"))
    assert "In short" in text(shown)


@pytest.mark.parametrize("command", ["rules", "learn"])
async def test_lists_of_games_say_what_each_game_is(world: World, command: str) -> None:
    """They used to show only names, from which people who know none of the games cannot choose."""
    told = text((await world.person("anna").user.slash(command)).response)
    assert all(f"**{game.title}**" in told for game in GAMES.values())
    assert all(text_of(game).rules.gist in told for game in GAMES)


async def test_the_rules_offer_the_lesson_at_a_table(world: World) -> None:
    """Before a game, only those who knew `/learn` found its lesson: a hand offers it, but not a lobby."""
    await world.seated("anna", "ben", start=False)
    ben = world.person("ben")
    shown = (await ben.slash(world.channel, "rules")).response
    await ben.click(shown, custom_id=control(shown, "learn", "three-thirteen"))
    assert "Learn Three Thirteen\n-# Step 1 of" in text(shown)
    shown = (await ben.click(shown, custom_id=control(shown, "learn-rules"))).response
    assert not [part for part in parts(shown) if ":learn:" in part.get("custom_id", "")], "it is open already"


@pytest.mark.parametrize(("command", "options"), [("help", {}), ("rules", {"game": "rummy"})])
async def test_long_pages_have_space_between_their_paragraphs(
    world: World, command: str, options: dict[str, str]
) -> None:
    """Each paragraph is a text block of its own, since Discord leaves space between these. On a phone, the pages used
    to be a single block of up to eighty lines.
    """
    shown = (await world.person("anna").slash(world.channel, command, **options)).response
    blocks = [part["content"] for part in parts(shown) if part["type"] == ComponentType.text_display.value]
    assert len([block for block in blocks if block.startswith("**")]) >= 8


async def test_help_and_about_are_true_for_games_with_open_hands(world: World) -> None:
    """In Notty, everybody sees all cards, and hands are not sent. Both pages used to say otherwise."""
    anna = world.person("anna")
    told = text((await anna.slash(world.channel, "help")).response)
    open_games = listing([game.title for key, game in GAMES.items() if text_of(key).open_hands])
    assert f"In {open_games} all hands are open" in told
    told = text((await anna.slash(world.channel, "about")).response)
    assert "Nobody else sees your hidden cards" in told


async def test_whoever_opens_a_table_of_notty_is_sent_to_the_board(world: World) -> None:
    """The answer used to say to press **My hand** to play, although the buttons to play are on the board."""
    anna = world.person("anna")
    told = text((await anna.slash(world.channel, "solo", game="notty")).response)
    assert "You play with the buttons on the board." in told
    assert control(world.board(), "act", "draw 1")


async def test_examples_are_in_words_if_pictures_are_off(world: World) -> None:
    anna = world.person("anna")
    page = await setting_shown(anna.user, (await anna.user.slash("settings")).response, "set", "pictures")
    await anna.user.select(page, ["off"], custom_id=control(page, "set", "pictures"))
    shown = (await anna.user.slash("rules", game="rummy")).response
    assert not pictures(shown)
    assert pictured(PICTURES["rummy"].examples)[0][1].alt in text(shown)


@pytest.mark.parametrize("game", GAMES)
async def test_the_longest_rules_fit_into_a_message(world: World, game: str) -> None:
    """They are those in German, with an example in words; what does not fit would be cut off at the end."""
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, language="de", text_only=True)
    told = text((await anna.user.slash("rules", game=game)).response)
    with speaking(SpokenLanguage("de", "en")):  # the commands are named in English, as in the person's Discord
        assert told.replace(TEXT_STYLE, "").endswith(_(text_of(game).rules.chapters[-1].text)[-10:])


async def now_shown(world: World, name: str) -> Any:
    """Return the page that `/rules` and “What can I do now?” show the person in the channel."""
    person = world.person(name)
    answer = await person.slash(world.channel, "rules")
    assert answer.ephemeral
    await person.click(answer.response, custom_id=control(answer.response, "now"))
    return answer.response


async def now(world: World, name: str) -> str:
    return text(await now_shown(world, name))


async def test_now_says_what_can_be_done(world: World) -> None:
    """“Now” says what to do in the lobby, in one's turn, in another's turn, as a spectator, and after the game."""
    table = await world.seated("anna", "ben", start=False)
    anna = world.person("anna")
    assert "press **Start**" in await now(world, "anna")
    assert "The host starts" in await now(world, "ben")
    assert "Every seat is taken" in await now(world, "zoe")
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    name = world.name_to_act(table)
    assert "/draw from: stock" in await now(world, name)
    await world.person(name).slash(world.channel, "draw", **{"from": "stock"})
    assert "Discard one card" in await now(world, name)
    other = "ben" if name == "anna" else "anna"
    assert f"**{name}**'s turn; wait for yours." in await now(world, other), "who may have turned mentions off"
    assert "You are watching this game" in await now(world, "zoe")
    await world.play_beginning(table)
    menu = (await anna.slash(world.channel, "rules")).response
    await world.slash_and_confirm("anna", "table end")
    await anna.click(menu, custom_id=control(menu, "now"))
    told = text(menu)
    assert "This game is over; use /table rematch" in told, "the board and its button stay for an hour only"
    told = await now(world, "zoe")
    assert "This game is over; open a new table with /table new." in told, "a rematch is for those who played"


async def test_now_does_not_send_anybody_to_a_board_that_is_gone(world: World) -> None:
    """The board of a table that was closed unplayed is deleted, so there is no Rematch on it to press."""
    anna = world.person("anna")
    await world.seated("anna", "ben")
    menu = (await anna.slash(world.channel, "rules")).response
    await world.slash_and_confirm("anna", "table end")
    await anna.click(menu, custom_id=control(menu, "now"))
    told = text(menu)
    assert "closed before its game was played" in told
    assert "Rematch" not in told


async def test_now_offers_the_way_back_from_the_autopilot(world: World) -> None:
    """It used to promise news of the next turn, which the autopilot would play; a game that waits had no next turn."""
    table = await world.seated("anna", "ben")
    mine = world.name_to_act(table)
    other = "ben" if mine == "anna" else "anna"
    await world.person(other).slash(world.channel, "table autopilot", on=True)
    page = await now_shown(world, other)
    assert "The autopilot plays for you." in text(page)
    assert "wait for yours" not in text(page)
    await world.person(other).click(page, custom_id=control(page, "back"))
    assert "wait for yours" in await now(world, other)


async def test_now_offers_a_seat_that_was_left(world: World) -> None:
    """It used to tell people who had left, and those who could play on for them, only that they are watching."""
    table = await world.seated("anna", "ben", "cleo")
    await world.play_beginning(table)
    assert "/table join" not in await now(world, "zoe")
    await world.slash_and_confirm("ben", "table leave")
    left = "A computer player has taken your seat. /table join in the table's channel brings you back."
    assert left in await now(world, "ben")
    assert "**Play on for somebody who left**" in await now(world, "zoe")
    await world.slash_and_confirm("anna", "table kick", user=world.person("cleo"))
    assert "/table join" not in await now(world, "cleo")


async def test_now_says_when_a_table_starts_by_itself(world: World) -> None:
    """It used to say that the host starts the game when everybody is here."""
    await world.person("anna").slash(world.channel, "table new", game="rummy", seats=3, start_when_full=True)
    assert "when the last seat is taken" in await now(world, "ben")


async def test_now_offers_only_what_is_possible_in_the_lobby(world: World) -> None:
    """A full table used to offer a seat, and computer players to its host, though both buttons were disabled."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table new", game="three-thirteen", seats=2, invite_only=True)
    assert "**Add computer players**" in await now(world, "anna")
    assert "Only invited people may join" in await now(world, "ben")
    for guest in ("ben", "zoe"):
        await anna.slash(world.channel, "table invite", user=world.person(guest))
    assert "/table join" in await now(world, "ben")
    await ben.click(world.board(), custom_id=control(world.board(), "join"))
    full = await now(world, "anna")
    assert "omputer players" not in full
    assert "press **Start**" in full
    told = await now(world, "zoe")
    assert "Every seat is taken" in told
    assert "**Join**" not in told


async def test_the_rules_of_another_game_have_no_now(world: World) -> None:
    """The rules of another game have no “now”. By direct message without a table, the game is chosen from a list."""
    await world.seated("anna", "ben")
    shown = (await world.person("anna").slash(world.channel, "rules", game="rummy")).response
    assert not [part for part in parts(shown) if part.get("custom_id", "").split(":")[2:3] == ["now"]]
    zoe = world.person("zoe").user
    asked = (await zoe.slash("rules")).response
    assert "Which game?" in text(asked)
    await zoe.select(asked, ["notty"], custom_id=control(asked, "rules-of"))
    assert text(asked).strip().startswith("## Notty")
