"""Make the database and the facts that `test_older_database` reads; README.md explains how."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.catalogue import GAMES
from tests.e2e.older.kept_discord import keep
from tests.e2e.older.maker import Maker
from tests.e2e.older.reading import digest, read
from tests.e2e.table_talk import choose_setting, control, parts

if TYPE_CHECKING:
    from bot.settings import Settings
    from tests.e2e.conftest import World

PEOPLE = ("anna", "ben", "cora", "dan")


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Let computer players wait a minute, unless their server says otherwise."""
    return replace(settings, bot_move_delay=60)


async def test_make(world: World) -> None:
    """Write the two files. This tests nothing."""
    make = Maker(world)
    for name in PEOPLE:
        make.member(make.channel("settings"), name)
    await make_settings(make)
    await make_finished_games(make)
    await make_half_turns(make)
    for work in (make_lobby, make_question, make_autopilot, make_thread, make_clock, make_other_server):
        await work(make)
    await ask_pages(make)
    await save_games(make)
    tables = {table["id"] for table in make.facts["tables"].values()}
    make.facts["discord"] = keep(world.env, tables)
    await world.bot.release()
    write(make, Path(os.environ["TO"]))


async def make_settings(make: Maker) -> None:
    """Choose settings of people and of the first server."""
    channel = make.channel("settings")
    wanted = {
        "ben": {"hand": "channel", "pings": "off", "pictures": "off", "language": "de", "everywhere": "on"},
        "cora": {"order": "rank", "everywhere": "on"},
    }
    for name, choices in wanted.items():
        who = make.member(channel, name)
        for argument, value in choices.items():
            await choose_setting(who, channel, argument, value)
    await make.choose_for_server(channel, pause="0")


async def make_finished_games(make: Maker) -> None:
    """Finish games of every kind.

    They have people alone and with computer players. One player leaves early, one game ends by agreement, one is not
    rated, and one player deletes their data.
    """
    past, people = make.channel("past"), make.world.person
    await make.finished(past, "three-thirteen", "anna ben")
    await make.finished(past, "six-holes", "ben anna")
    await make.finished(past, "notty", "anna cora", options="round_limit=20")
    await make.finished(past, "rummy", "anna ben cora", options="first_laydown_round=1")
    await make.finished(past, "huxxy", "anna ben cora dan")
    await make.finished(past, "huxxy", "anna", bots=3)
    await make.finished(past, "six-holes", "cora", bots=1)
    await make.finished(past, "notty", "anna ben", bots=1, options="round_limit=20")
    await make.finished(past, "three-thirteen", "cora anna", rated=False)
    left = await make.opened(past, "rummy", "anna ben cora", options="first_laydown_round=1")
    await make.world.play_on(left, until=lambda: left.record.decision >= 9)
    await people("cora").slash(past, "table leave")
    await make.to_its_end(past, left)
    agreed = await make.opened(past, "six-holes", "anna ben")
    await make.world.play_on(agreed, until=lambda: agreed.record.decision >= 12)
    await people("anna").slash(past, "table ask", what="end")
    await people("ben").slash(past, "table agree", answer="yes")
    await make.to_its_end(past, agreed)
    asked = (await people("dan").slash(past, "privacy delete")).response
    await people("dan").click(asked, custom_id=control(asked, "forget-me"))
    again = make.channel("again")
    await make.finished(again, "six-holes", "anna ben")
    make.note_table("again", again, await make.world.table(again))
    board = make.world.board(again)
    make.note_control("replay", "cora", again, board, control(board, "replay"))
    make.note_control("rematch", "ben", again, board, control(board, "rematch"))


async def make_half_turns(make: Maker) -> None:
    """Leave the five games with a person's turn half done. Three of them have a stored draft."""
    for key, names, bots, name, begins, least in (
        ("huxxy", "anna", 3, "anna", "play", 12),
        ("three-thirteen", "anna ben", 1, "anna", "discard", 90),
        ("notty", "anna ben", 0, "anna", "discard", 12),
        ("rummy", "cora anna ben", 0, "anna", "lay ", 18),
        ("six-holes", "anna ben", 0, "ben", "place", 8),
    ):
        channel = make.channel(key)
        table = await make.opened(channel, key, names, bots=bots)
        await make.half_a_turn(channel, table, name, begins, least)


async def make_lobby(make: Maker) -> None:
    """Open a lobby for invited people. Ben was removed, and Cora may join."""
    channel, people = make.channel("lobby"), make.world.person
    table = await make.opened(channel, "three-thirteen", "anna", bots=1, seats=4, start=False, invite_only=True)
    await people("anna").slash(channel, "table invite", user=people("ben"))
    await people("ben").slash(channel, "table join")
    await people("anna").slash(channel, "table kick", user=people("ben"))
    await people("anna").slash(channel, "table bot add", level="classic")
    await people("anna").slash(channel, "table invite", user=people("cora"))
    board = make.world.board(channel)
    make.note_table("lobby", channel, table)
    make.note_control("join", "cora", channel, board, control(board, "join"))
    make.note_control("start", "anna", channel, board, control(board, "start"))


async def make_question(make: Maker) -> None:
    """Let Anna ask to take back her last action, which Ben does not answer."""
    channel = make.channel("question")
    table = await make.opened(channel, "three-thirteen", "anna ben")
    await make.until(table, "ben", "draw", 8)
    await make.world.person("anna").slash(channel, "undo")
    asked = next(message for message in channel.history() if ":agree:" in str(parts(message)))
    make.note_table("question", channel, table)
    make.note_control("agree", "ben", channel, asked, control(asked, "agree"))


async def make_autopilot(make: Maker) -> None:
    """Let Ben be away on Anna's turn."""
    channel = make.channel("autopilot")
    table = await make.opened(channel, "six-holes", "anna ben")
    await make.world.person("ben").slash(channel, "table autopilot", on=True)
    await make.until(table, "anna", "", 10)
    board = make.world.board(channel)
    make.note_table("autopilot", channel, table)
    make.note_control("back", "ben", channel, board, control(board, "back"))


async def make_thread(make: Maker) -> None:
    """Open a table in its own thread."""
    channel, anna = make.channel("threads"), make.world.person("anna")
    await anna.slash(channel, "table new", game="three-thirteen", seats=2, bots=1, level="easy", thread=True)
    [place] = channel.threads
    await anna.slash(place, "table start")
    table = await make.world.table(place)
    await make.until(table, "anna", "", 4)
    make.note_table("thread", place, table)


async def make_clock(make: Maker) -> None:
    """Start a game with five minutes for a turn, and let 100 seconds pass."""
    channel = make.channel("clock")
    table = await make.opened(channel, "three-thirteen", "anna ben", clock=300)
    await make.world.play_on(table, until=lambda: table.record.decision >= 6)
    await make.env.advance_time(100)
    make.note_table("clock", channel, table)


async def make_other_server(make: Maker) -> None:
    """Set up another server with settings, two seasons, and computer players who are about to move."""
    channel = make.channel("elsewhere", make.env.create_guild("Strangers"))
    await make.choose_for_server(channel, pause="0")
    await make.finished(channel, "six-holes", "anna ben")
    boss = make.member(channel, "boss of Strangers")
    page = (await boss.slash(channel, "server settings")).response
    page = (await boss.click(page, custom_id=control(page, "server-section", "results"))).response
    asked = (await boss.click(page, custom_id=control(page, "season-ask"))).response
    await boss.click(asked, custom_id=control(asked, "season-start"))
    await make.finished(channel, "six-holes", "anna ben")
    await make.finished(channel, "notty", "anna", bots=1, options="round_limit=20")
    await make.choose_for_server(channel, channels=channel, clock="600", language="de", rated="off", pause="usual")
    await boss.slash(channel, "table watch", game="three-thirteen", players=3, level="easy")
    make.note_table("watched", channel, await make.world.table(channel))


async def ask_pages(make: Maker) -> None:
    """Record the parts of pages that must stay the same."""
    past, elsewhere = make.channel("past"), make.channel("elsewhere")
    personal = ("stats", "history", "settings")
    asked: list[tuple[Any, str, str, dict[str, Any]]]
    asked = [(past, name, command, {}) for name in PEOPLE[:3] for command in personal]
    asked += [(past, "anna", "leaderboard", {"game": game}) for game in GAMES]
    scopes: tuple[dict[str, Any], ...] = ({}, {"season": "1"}, {"scope": "everywhere"})
    asked += [(elsewhere, "anna", "leaderboard", {"game": "six-holes"} | scope) for scope in scopes]
    asked += [(elsewhere, "boss of Strangers", "server settings", {})]
    for channel, name, command, options in asked:
        page = (await make.member(channel, name).slash(channel, command, **options)).response
        how = {"channel": channel.id, "by": name, "command": command, "options": options}
        make.facts["asked"].append(how | read(page))


async def save_games(make: Maker) -> None:
    """Record a digest of each ended game's file."""
    channels = {channel.id: channel for channel in make.channels.values()}
    for each in make.facts["finished"]:
        channel = channels[each["channel"]]
        answer = await make.member(channel, "anna").slash(channel, "replay", id=str(each["table"]), file=True)
        [file] = answer.response.attachments
        each["digest"] = digest(await file.read())


def write(make: Maker, folder: Path) -> None:
    """Write the compacted database, and the facts with one on each line."""
    database = folder / "database.sqlite3"
    database.unlink(missing_ok=True)
    with closing(sqlite3.connect(make.world.settings.database_path)) as sql:
        sql.execute("VACUUM INTO ?", (str(database),))
    (folder / "facts.json").write_text(lines(make.facts) + "\n", encoding="utf-8")


def lines(tree: Any, depth: int = 3) -> str:
    """Return JSON that starts a new line for each value down to this depth."""
    if not depth or not isinstance(tree, (dict, list)):
        return json.dumps(tree, ensure_ascii=False)
    if isinstance(tree, list):
        return "[\n" + ",\n".join(lines(each, depth - 1) for each in tree) + "\n]"
    members = (f"{json.dumps(name)}: {lines(each, depth - 1)}" for name, each in tree.items())
    return "{\n" + ",\n".join(members) + "\n}"
