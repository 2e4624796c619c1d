"""One act, one function: every way of performing an act changes the table alike, or is refused in the same words."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import sha256
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from bot.tables.acts import play
from bot.tables.acts.play import first_state
from bot.tables.model import guild_settings
from bot.tables.model.share import ALL
from bot.ui.interaction.dispatch import _HANDLERS
from tests.commands import leaves
from tests.e2e.acts import ACTS, ONLY_PRESSED, ONLY_TYPED, Pressed, Typed
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import control, parts, text

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.e2e.acts import Way
    from tests.e2e.conftest import World


async def lobby(world: World) -> None:
    await world.person("anna").slash(world.channel, "table new", game="rummy", seats=4, bots=1)
    await world.person("ben").slash(world.channel, "table join")


async def full_lobby(world: World) -> None:
    options = {"game": "rummy", "seats": 2, "bots": 1, "invite_only": True}
    await world.person("anna").slash(world.channel, "table new", **options)


async def by_invitation(world: World) -> None:
    await world.person("anna").slash(world.channel, "table new", game="rummy", invite_only=True)


async def game(world: World) -> None:
    """Start a game in which it is Anna's turn to draw. The table does not draw for her, also after a restart."""
    world.draw_by_hand()
    await guild_settings.save(world.bot.store.people, world.guild.id, forced_draws=False)
    await world.seated("anna", "ben", game="rummy")
    assert world.name_to_act(await world.table()) == "anna"


async def drawn(world: World) -> None:
    await game(world)
    await world.person("anna").slash(world.channel, "draw", **{"from": "stock"})


async def picked(world: World) -> None:
    """Let Anna pick a card of her hand, which is only a step of her turn."""
    anna, options = world.person("anna"), "first_laydown_round=1"
    await anna.slash(world.channel, "table new", game="rummy", seats=2, options=options)
    await world.person("ben").slash(world.channel, "table join")
    await anna.slash(world.channel, "table start")
    card = (await world.table()).position.view_of(anna.id).hand[0]
    hand = (await anna.slash(world.channel, "hand")).response
    await anna.select(hand, [f"{card}#1"], custom_id=control(hand, "step", "pick"))


async def away(world: World) -> None:
    await game(world)
    await world.person("ben").slash(world.channel, "table autopilot", on=True)


async def left(world: World) -> None:
    await game(world)
    await world.slash_and_confirm("ben", "table leave")


async def asked(world: World) -> None:
    await game(world)
    await world.person("anna").slash(world.channel, "table ask", what="end")


async def closed(world: World) -> None:
    await game(world)
    await world.slash_and_confirm("anna", "table end")


async def finished(world: World) -> None:
    await ended_game(world, "six-holes", "anna", "ben")
    await world.bot.recorder.catch_up()


async def rematch(world: World) -> None:
    await closed(world)
    await world.person("anna").slash(world.channel, "table rematch")


NOT_COMPARED = ("interactions", "heartbeat", "messages", "migrations", "deal_days")
"""Database tables that record how a state came about, what was sent to Discord, or what the bot prepares."""


async def begun(world: World) -> None:
    """Play until leaving and ending have a cost."""
    await game(world)
    await world.play_beginning(await world.table())


async def step_taken(world: World) -> None:
    """Start a turn of Anna's in a game whose rules allow taking a step back."""
    await world.seated("anna", bots=3, game="huxxy")
    table = await world.table()
    card = table.position.view_of(world.person("anna").id).hand[0]
    await world.person("anna").slash(world.channel, "play", card=str(card), group="new")


OF_A_TABLE = tuple(act for act in ACTS if act not in {"settings", "help", "train", "learn"})
PAGES = {"rules", "history", "replay", "replay as a file", "review", "verify"}
PLAY = tuple(act for act in OF_A_TABLE if act not in PAGES)
"""Acts about who sits at the table and how it stands. Pages are opened in a lobby, in a game and after it."""
NO_SECOND_INVITATION = {"invite"}
"""Where everybody may join, an invitation changes nothing that is stored, but the host may not send another soon."""
SEATS = (
    "join",
    "leave",
    "start",
    "kick",
    "invite",
    "add a computer player",
    "come back",
    "rematch",
    "status",
)
ANSWERS = ("ask to end", "take back", "agree", "decline", "leave", "draw")
Situation: TypeAlias = "Callable[[World], Awaitable[None]]"

SITUATIONS: dict[Situation, tuple[str, ...]] = {
    lobby: tuple(act for act in OF_A_TABLE if act not in NO_SECOND_INVITATION),
    full_lobby: SEATS,
    by_invitation: ("invite",),
    game: tuple(ACTS),
    drawn: ("draw", "begin the turn anew", "take back", "hint", "hand"),
    picked: ("begin the turn anew",),
    begun: ("leave", "end", "kick", "autopilot on"),
    step_taken: ("take back",),
    away: PLAY,
    left: tuple(act for act in PLAY if act not in NO_SECOND_INVITATION),
    asked: ANSWERS,
    closed: OF_A_TABLE,
    finished: ("rematch", "history", "replay", "replay as a file", "review", "train", "verify"),
    rematch: SEATS,
}
PERFORMED: dict[Situation, tuple[str, ...]] = {
    lobby: ("join", "start", "kick", "pass the host's place", "add a computer player", "remove a computer player"),
    by_invitation: ("invite",),
    game: (
        "leave", "end", "autopilot on", "ask to end", "status", "rules", "settings", "help", "hand", "sort", "hint",
        "draw", "learn", "train",
    ),
    picked: ("begin the turn anew",),
    step_taken: ("take back",),
    away: ("come back",),
    asked: ("agree", "decline"),
    finished: ("rematch", "history", "replay", "replay as a file", "review", "verify"),
}  # fmt: skip
"""What somebody can do in that situation. Each act has one, so that not only its refusals are compared."""
NEED_NO_TABLE = {"train", "learn", "settings", "help", "history", "rules"}
PEOPLE = ("anna", "ben", "zoe")


@dataclass(frozen=True)
class Outcome:
    """What an act stored and answered when performed in one way."""

    stored: list[str]
    sentences: list[str]
    pages: list[str]
    advises: bool = False


@pytest.fixture(autouse=True)
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards, whichever interaction starts a game."""
    monkeypatch.setattr(play, "first_state", lambda table, game: first_state(replace(table, start_interaction=1), game))


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.__name__)
async def test_every_way_of_performing_an_act_has_the_same_outcome(
    world: World, situation: Situation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each person performs each act in every way. After a change, a new bot starts on the old database."""
    secret = sha256(b"0").digest()
    monkeypatch.setattr("bot.tables.acts.opening.secrets.token_bytes", lambda _: secret)
    await arranged(world, situation)
    before, kept = await stored(world), kept_file(world)
    found: list[str] = []
    performed: set[str] = set()
    for act in SITUATIONS[situation]:
        first, *others = ACTS[act]
        for name in PEOPLE:
            done = await outcome(world, first, name)
            changed = done.stored != before  # a change that only another way makes is a difference
            performed |= {act} if changed or done.pages else set()
            for way in others:
                if changed:
                    await world.restart(kept)
                found += differences(done, await outcome(world, way, name), way, name, changed=changed)
            if changed:
                await world.restart(kept)
    assert not found, "\n\n".join(found)
    assert performed >= {*PERFORMED.get(situation, ())}


def kept_file(world: World) -> bytes:
    """Return the database as a file."""
    with closing(sqlite3.connect(world.settings.database_path)) as sql:
        return sql.serialize()


async def arranged(world: World, situation: Callable[[World], Awaitable[None]]) -> None:
    """Set up the situation, after everybody has met the bot, which records their language at first contact."""
    for name in PEOPLE:
        await world.person(name).slash(world.channel, "about")
    await situation(world)


def differences(first: Outcome, other: Outcome, way: Way, name: str, *, changed: bool) -> list[str]:
    """Return the differences between two outcomes. A menu or hand may contain the confirmation among other texts."""
    found = [
        line
        for ours, theirs in ((first.stored, other.stored), (other.stored, first.stored))
        for line in ours
        if line not in theirs
    ]
    shows = isinstance(way, Pressed) and way.shows
    if first.advises and not changed:
        found += [sentence for sentence in first.sentences if not sentence.startswith(tuple(other.sentences))]
    elif not changed or (other.sentences and first.sentences):
        found += [] if first.sentences == other.sentences else [*first.sentences, *other.sentences]
    elif first.sentences and not shows:
        found += [sentence for sentence in first.sentences if sentence not in "\n".join(other.pages)]
    if not first.sentences:
        found += [] if first.pages == other.pages else [*first.pages, *other.pages]
    return ["\n".join([f"{name}, {way}:", *found])] if found else []


async def outcome(world: World, way: Way, name: str, table: Any = None) -> Outcome:
    """Perform the act, confirm if asked, and collect the outcome."""
    told = answers(await way.do(world, name, table or await world.table()))
    yes = [
        (message, part["custom_id"])
        for message in told
        for part in parts(message)
        if "-yes:" in part.get("custom_id", "")
    ]
    for message, custom_id in yes:
        asked = text(message)
        await world.person(name).click(message, custom_id=custom_id)
        after = next(m for m in world.newest(world.channel, world.person(name)) if m.id == message.id)
        return await seen(world, [after], [asked])
    return replace(await seen(world, told), advises=isinstance(way, Typed) and way.advises)


def answers(result: Any) -> list[Any]:
    """Return the messages that answered the act. A public message that was only acknowledged does not count."""
    if result.followups and result.response is not None and not result.response.ephemeral:
        return list(result.followups)
    return [message for message in (result.response, *result.followups) if message is not None]


async def seen(world: World, told: list[Any], pages: list[str] | None = None) -> Outcome:
    """Return what is stored by now, and what the messages say."""
    pages = [*(pages or ()), *(text(message) for message in told if message.components or message.attachments)]
    return Outcome(await stored(world), [text(message) for message in told if message.content], pages)


async def stored(world: World) -> list[str]:
    """Return everything in the database, except Discord's ids and how it came about."""
    await world.bot.store.messages.unannounced(ALL)  # what was announced is stored with the next write
    lines = await world.bot.store.database.read(_lines)
    people = {str(person.id): name for name, person in world.people.items()}
    return [re.sub(r"\d{17,}", lambda found: people.get(found[0], "#"), line) for line in lines]


def _lines(sql: Any) -> list[str]:
    """Return the rows of all compared database tables. The bot's own connection has its statements prepared."""
    names = [row["name"] for row in sql.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    compared = [name for name in names if name not in NOT_COMPARED]
    return [f"{name} {tuple(row)}" for name in compared for row in sql.execute(f'SELECT * FROM "{name}"')]  # noqa: S608


async def test_acts_without_a_table_say_how_to_open_one(world: World) -> None:
    """If there is no table in the channel, or the table is gone, every way of an act suggests `/table new`."""
    gone: Any = SimpleNamespace(id=99, record=SimpleNamespace(decision=0, proposal=None))
    await world.person("anna").slash(world.channel, "about")
    before = await stored(world)
    for act in set(ACTS) - NEED_NO_TABLE:
        for way in ACTS[act]:
            done = await outcome(world, way, "anna", gone)
            assert done.stored == before, way
            assert not done.pages, way
            [said] = done.sentences
            if not act.startswith(("replay", "review", "verify")):
                assert said.endswith("/table new."), (way, said)


async def test_the_lists_of_acts_are_complete(world: World) -> None:
    """Every verb and command is in the list of acts, or in a list of acts with only one way, with the reason.

    Every act is performed in a situation.
    """
    ways = [way for act in ACTS.values() for way in act]
    commands = {command.qualified_name for command in leaves(world.bot)}
    verbs = {verb for verb, handler in _HANDLERS.items() if handler.__module__.startswith("bot.")}
    assert {way.name for way in ways if isinstance(way, Typed)} | named(ONLY_TYPED) == commands
    assert {way.verb for way in ways if isinstance(way, Pressed)} | named(ONLY_PRESSED) == verbs
    assert {act for acts in PERFORMED.values() for act in acts} == set(ACTS)


def named(listed: dict[str, str]) -> set[str]:
    """Return the verbs and commands that the list names."""
    return {name for line in listed for name in line.split(", ")}
