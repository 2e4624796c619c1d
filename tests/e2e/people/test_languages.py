"""Answers and direct messages are in the person's language, and the channel's messages in the server's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
import pytest
import simcord
from discord import Locale

from bot.language import language_for
from bot.tables.model import guild_settings
from tests.e2e.daily import test_deal, test_puzzle
from tests.e2e.four_people import play_turns
from tests.e2e.people.test_server_settings import manager
from tests.e2e.records.test_playing_again import finish
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import choose_setting, control, parts, private, text
from tests.puzzles.ready import of_kind

if TYPE_CHECKING:
    from tests.e2e.conftest import World

UNSPOKEN = next(locale.value for locale in Locale if not language_for(locale.value, ""))
"""A locale of Discord's whose language the bot does not speak."""


@pytest.fixture
def locales(monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """The locale that each person's Discord sends, by user id. The simulation itself sends only American English."""
    chosen: dict[int, str] = {}
    build = simcord.interactions.base_payload

    def in_locale(*args: Any, **values: Any) -> Any:
        record, payload = build(*args, **values)
        payload["locale"] = chosen.get(values["user_id"], "en-US")
        return record, payload

    monkeypatch.setattr(simcord.interactions, "base_payload", in_locale)
    return chosen


async def test_a_german_is_answered_in_german_at_an_english_table(world: World, locales: dict[int, str]) -> None:
    """Private answers, errors and direct messages are in each person's language. The board stays in the server's."""
    anna, ben = world.person("anna"), world.person("ben")
    locales[anna.id] = "de"
    table = await world.seated("ben", "anna")
    assert "it's your turn" in text(world.board())
    assert "Deine Hand" in text(world.dm("anna"))
    assert "Your hand" in text(world.dm("ben"))
    error = await anna.slash(world.channel, "table join")
    assert error.response.content == "Du sitzt schon an diesem Tisch."
    error = await ben.slash(world.channel, "table join")
    assert error.response.content == "You are already at this table."
    await world.play_on(table, until=lambda: table.position.person_to_act == ben.id)
    error = await anna.slash(world.channel, "draw")
    assert error.response.content == "ben ist am Zug; du kannst spielen, wenn du dran bist."
    shown = await anna.click(world.board(), custom_id=control(world.board(), "menu"))
    assert "Tisch verlassen" in str(parts(shown.response))


async def test_a_server_chooses_the_language_of_its_channels(world: World, locales: dict[int, str]) -> None:
    """A German server's board and mentions are German, whoever clicks. An English speaker's own hand is English."""
    await guild_settings.save(world.bot.store.people, world.guild.id, language="de")
    table = await world.seated("anna", "ben")
    assert "du bist dran" in text(world.board())
    assert "Your hand" in text(world.dm("anna"))
    await play_turns(world, table, 1)
    [ping] = [message for message in world.channel.history() if message.content]
    assert text(ping).startswith(f"<@{table.position.person_to_act}>, du bist an [Tisch 1](")
    assert "Meine Hand" in str(parts(ping))
    await world.person("ben").click(world.board(), custom_id=control(world.board(), "hand"))
    assert "du bist dran" in text(world.board())


async def test_a_servers_new_language_is_shown_at_once(world: World, locales: dict[int, str]) -> None:
    """The board, the open question, and the hands of people whose language the bot does not speak are translated."""
    locales[world.person("ben").id] = UNSPOKEN
    await world.seated("anna", "ben")
    board = world.board()
    await world.person("anna").slash(world.channel, "table ask", what="end")
    asked = world.channel.history()[-1]
    await choose_setting(manager(world), world.channel, "language", "de", command="server settings")
    board, asked = [message for message in world.channel.history() if message.id in (board.id, asked.id)]
    assert "du bist dran" in text(board)
    assert "beenden" in text(asked)
    assert "Deine Hand" in text(world.dm("ben"))
    assert "Your hand" in text(world.dm("anna"))


async def test_an_unsupported_language_falls_back_to_the_servers(world: World, locales: dict[int, str]) -> None:
    """A person whose language the bot does not speak is answered in the server's language."""
    await guild_settings.save(world.bot.store.people, world.guild.id, language="de")
    locales[world.person("anna").id] = UNSPOKEN
    await world.seated("anna", "ben")
    assert "Deine Hand" in text(world.dm("anna"))


@pytest.mark.parametrize(
    ("is_community", "main_language", "default", "spoken"),
    [
        (True, "de", "en", "du bist dran"),
        (True, "en-US", "de", "it's your turn"),
        (True, "fr", "de", "du bist dran"),
        (False, "en-US", "de", "du bist dran"),
    ],
    ids=["German", "English", "not spoken", "no community"],
)
async def test_a_communitys_board_is_in_its_main_language(
    world: World, is_community: bool, main_language: str, default: str, spoken: str
) -> None:
    """A community has chosen its main language. Of any other server, Discord says American English, which nobody has
    chosen: there, and if the bot does not speak the language, it is the host's default.
    """
    world.settings = replace(world.settings, bot_language=default)
    await world.restart()
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    guild.preferred_locale = discord.Locale(main_language)
    guild.features = ["COMMUNITY"] if is_community else []
    await world.seated("anna", "ben")
    assert spoken in text(world.board())


async def test_commands_are_named_in_the_language_of_ones_discord(world: World, locales: dict[int, str]) -> None:
    """A German text says `/table new` in an English Discord, and `/tisch neu` in a German one, with German options."""
    anna, ben = world.person("anna"), world.person("ben")
    locales[ben.id] = "de"
    await world.bot.store.people.change(anna.id, language="de")
    told = "In diesem Kanal ist kein Tisch; eröffne einen mit {}."
    assert text((await anna.slash(world.channel, "table join")).response).strip() == told.format("/table new")
    assert text((await ben.slash(world.channel, "table join")).response).strip() == told.format("/tisch neu")
    await world.seated("ben", bots=1)
    refused = text((await ben.slash(world.channel, "discard")).response)
    assert refused.endswith("Nimm die Knöpfe unter deiner Hand oder /ziehen von: stock.")


async def test_a_chosen_language_overrides_discords(world: World) -> None:
    """A choice in `/settings` applies at once, to the page itself and to later direct messages."""
    anna = world.person("anna")
    assert "Deine Einstellungen" in text(await choose_setting(anna, world.channel, "language", "de"))
    assert "Deine Einstellungen" in text((await anna.slash(world.channel, "settings")).response)
    await world.seated("anna", "ben")
    assert "Deine Hand" in text(world.dm("anna"))
    assert (await world.bot.store.people.settings(anna.id)).locale == "en-US"


async def test_the_first_answer_after_a_start_is_in_the_persons_language(world: World) -> None:
    """The first answer is in the person's language, even if the command stores nothing about them, or opens a form."""
    anna = world.person("anna")
    await choose_setting(anna, world.channel, "language", "de")
    await world.seated("anna", "ben")
    await world.restart()
    assert "Alles löschen" in text((await anna.slash(world.channel, "privacy delete")).response)
    await world.restart()
    assert "Problem melden" in str((await anna.context_menu(world.channel, "Report a problem", world.board())).modal)


def _ids(message: Any) -> list[str]:
    return [part["custom_id"] for part in parts(message) if "custom_id" in part]


async def test_help_rules_and_settings_are_in_the_persons_language(world: World, locales: dict[int, str]) -> None:
    """Commands for pages that belong to no table are answered in the person's language."""
    anna = world.person("anna")
    locales[anna.id] = "de"
    titles = {"help": "So wird gespielt", "about": "Kartenspiele", "settings": "Deine Einstellungen"}
    for command, title in titles.items():
        assert title in text((await anna.slash(world.channel, command)).response)
    assert "Kurz gesagt" in text((await anna.slash(world.channel, "rules", game="notty")).response)


async def test_shared_reviews_and_deals_are_in_the_servers_language(world: World, locales: dict[int, str]) -> None:
    """A German shares a review in an English channel and asks a friend there, who shares the result."""
    anna, cleo = world.person("anna"), world.person("cleo")
    locales.update({anna.id: "de", cleo.id: "de"})
    table = await ended_game(world, "six-holes", "anna")
    report = (await anna.slash(world.channel, "review", id=str(table.id))).response
    assert "So hast du gespielt" in text(report)
    await anna.click(report, custom_id=control(report, "review-share"))
    assert "How anna played" in text(world.channel.history()[-1])

    replay = (await anna.slash(world.channel, "replay", id=str(table.id))).response
    offer = (await anna.click(replay, custom_id=control(replay, "again"))).response
    asked = private(await anna.select(offer, [cleo], custom_id=control(offer, "again-friend")))
    assert "asks you to play a deal" in text(asked)
    over = await finish(world, cleo, private(await cleo.click(asked, custom_id=control(asked, "again-asked"))))
    shared = private(await cleo.click(over, custom_id=control(over, "line-share")))
    assert "The same deal of 6 Holes twice" in text(shared)
    assert "alone" in text(shared)


async def test_shared_results_of_the_day_are_in_the_servers_language(world: World, locales: dict[int, str]) -> None:
    anna = world.person("anna")
    locales[anna.id] = "de"
    await test_deal.set_deal(world)
    over = await finish(world, anna, await test_deal.begin_deal(world, "anna"))
    shared = private(await anna.click(over, custom_id=control(over, "line-share")))
    assert "Deal of the day" in text(shared)

    await test_puzzle.set_puzzles(world, "six-holes-move")
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    done = (await anna.click(shown, custom_id=test_puzzle.plays(shown)[of_kind("six-holes-move").solution[0]])).response
    assert "Rätsel" in text(done)
    await anna.click(done, custom_id=control(done, "daily-share"))
    assert "puzzle of the day" in text(world.channel.history()[-1])
