"""Nonsense in an autocompleted option is answered with one sentence, and changes nothing."""

from __future__ import annotations

import sqlite3
import unicodedata
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from discord import AppCommandOptionType

from bot.render.catalogue import text_of
from bot.rules.catalogue import GAMES
from bot.rules.errors import ActionError
from tests.commands import leaves
from tests.e2e.people.moderators import let_use
from tests.e2e.typed import OPTIONS, REST
from tests.language.test_catalogues import NOTATION

if TYPE_CHECKING:
    from discord import app_commands

    from tests.e2e.conftest import World

NONSENSE = (
    "", " ", "🂡", "x" * 100, "1", "0", "-1", "<@1>", "9" * 24, "../..", "'; drop",
    "\u202e\u0645\u0631\u062d", "**", "\u0663", "x" * 6000,
)  # fmt: skip
FEW = ("🂡", "x" * 6000)
HOURS = ("0", "1", "\u0663")
VALID = {
    ("leaderboard", "season", "1"), ("draw", "from", "1"), ("take", "what", "1"), ("quiet", "zone", "-1"),
    *((*option, hour) for option in (("table plan", "when"), ("away", "until")) for hour in HOURS),
}  # fmt: skip
"""Nonsense that may be valid: the first season, an hour, a zone, and Notty's numbers if they are legal."""
ELSEWHERE = {"table new", "table watch"}
"""Commands for a channel without a table."""
PASSING = ('"interactions"', '"heartbeat"', '"deal_days"')
"""Database tables with answered interactions, heartbeats, and what the bot prepares on the side."""
FIRST_TABLE = 700
"""Higher than any number in the nonsense."""
FILLED = {"card": "KS", "meld": "1", "action": "draw", "melds": "KS KH KD"}


def offering(world: World) -> list[tuple[app_commands.Command[Any, ..., Any], str]]:
    """Return every option that has autocompletion, with its command."""
    return [
        (command, option.display_name)
        for command in leaves(world.bot)
        for option in command.parameters
        if option.autocomplete
    ]


def is_verb(command: app_commands.Command[Any, ..., Any]) -> bool:
    return command.qualified_name in {*OPTIONS, *REST, "move"}


async def begun(world: World, game: str) -> Any:
    """Start a game in which it is Anna's turn."""
    await world.bot.store.database.write(
        lambda sql: sql.execute(
            "INSERT OR REPLACE INTO sqlite_sequence (name, seq) VALUES ('tables', ?)", (FIRST_TABLE,)
        )
    )
    table = await world.seated("anna", bots=GAMES[game].seats[0] - 1, game=game)
    assert table.id > FIRST_TABLE
    assert table.position.person_to_act == world.person("anna").id
    return table


def stored(world: World) -> list[str]:
    """Return everything in the database, except what changes by itself."""
    with closing(sqlite3.connect(world.settings.database_path)) as sql:
        return [line for line in sql.iterdump() if not any(name in line for name in PASSING)]


def is_legal(table: Any, form: str) -> bool:
    try:
        table.position.game.apply(
            table.position.state, table.position.seat_to_act, table.position.game.parse_action(form)
        )
    except ActionError:
        return False
    return True


async def send(world: World, command: Any, option: str, text: object, game: str) -> Any:
    """Type the command as Anna with this value, and with values for its other required options."""
    others = {
        known.display_name: FILLED.get(known.display_name, game)
        for known in command.parameters
        if known.required and known.display_name != option
    }
    channel = world.guild.create_text_channel("free") if command.qualified_name in ELSEWHERE else world.channel
    return await world.person("anna").slash(channel, command.qualified_name, **others, **{option: text})


def check_sentence(result: Any, where: str) -> None:
    """Check for one private answer: a sentence that breaks no formatting and contains no notation."""
    told = [message for message in (result.response, *result.followups) if message is not None]
    assert len(told) == 1, where
    [answer] = told
    assert answer.ephemeral, where
    assert not answer.components, where
    said = answer.content
    assert 15 < len(said) < 400, (where, said)
    assert said[-1] in ".?", (where, said)
    assert "\n" not in said, (where, said)
    assert not NOTATION.search(said), (where, said)
    assert not [letter for letter in said if unicodedata.category(letter) == "Cf" and letter in "\u202e\u202d"], where


@pytest.mark.parametrize("game", GAMES)
async def test_nonsense_in_a_play_command_is_refused(world: World, game: str) -> None:
    """On one's own turn, in every game, every verb refuses nonsense and stores nothing.

    Verbs that a game lacks are refused before anything is read, so a few texts are enough there.
    """
    table = await begun(world, game)
    before, own = stored(world), {*text_of(game).verbs, "move"}
    for command, option in offering(world):
        if not is_verb(command):
            continue
        [required] = [known.required for known in command.parameters if known.display_name == option]
        verb = command.qualified_name
        for text in NONSENSE if verb in own else FEW:
            if not text.strip() and not required:
                continue  # the same as leaving it out
            if (verb, option, text) in VALID and is_legal(table, f"{verb} {text}"):
                continue
            result = await send(world, command, option, text, game)
            check_sentence(result, f"/{verb} {option}:{text!r}")
        assert stored(world) == before, (command.qualified_name, option)


async def test_nonsense_in_other_options_is_refused(world: World) -> None:
    """Games, levels, numbers, tables and seasons refuse nonsense, and nothing is stored."""
    await begun(world, "three-thirteen")
    await let_use(world, world.person("anna"))
    before, seen = stored(world), 0
    for command, option in offering(world):
        if is_verb(command) and option != "table":
            continue
        [required] = [known.required for known in command.parameters if known.display_name == option]
        for text in NONSENSE:
            if (command.qualified_name, option, text) in VALID or (not text.strip() and not required):
                continue
            result = await send(world, command, option, text, "three-thirteen")
            check_sentence(result, f"/{command.qualified_name} {option}:{text!r}")
            seen += 1
        assert stored(world) == before, (command.qualified_name, option)
    assert seen > 200


async def test_nonsense_completes_to_nothing_or_to_valid_choices(world: World) -> None:
    """Autocompletion of nonsense never fails: it offers nothing, or valid choices."""
    table = await begun(world, "three-thirteen")
    await let_use(world, world.person("anna"))
    for command, option in offering(world):
        verb, plays = command.qualified_name, is_verb(command) and option != "table"
        for text in NONSENSE:
            offered = await world.person("anna").autocomplete(world.channel, verb, option, text)
            where = (verb, option, text)
            assert not offered or len(text.strip()) <= 1, where
            for choice in offered if plays else ():
                assert is_legal(table, choice["value"] if verb == "move" else f"{verb} {choice['value']}"), where


def without_choices(part: dict[str, Any]) -> dict[str, Any]:
    """A registered command, or a part of it, that takes any value; the payload itself is the next bot's as well."""
    rest = {key: value for key, value in part.items() if key != "choices"}
    return rest | {"options": [without_choices(inner) for inner in rest.get("options", ())]}


async def test_a_value_that_an_option_does_not_offer_is_no_error(world: World) -> None:
    """Every option with a list of choices is given other values, as a program that acts as Discord's client can."""
    await begun(world, "three-thirteen")
    registered = world.env.backend.commands[None]
    registered |= {key: without_choices(root) for key, root in registered.items()}
    seen = 0
    for command in leaves(world.bot):
        for option in command.parameters:
            if option.choices:
                other: Any = -5 if option.type is AppCommandOptionType.integer else "\u202e9"
                where = f"/{command.qualified_name} {option.display_name}"
                result = await send(world, command, option.display_name, other, "three-thirteen")
                assert result.response or result.followups, where
                seen += 1
    assert seen > 10
