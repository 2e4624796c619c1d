"""Make the pair of files with what version 0.2.0 stores and version 0.1.0 did not; README.md explains how."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.older.kept_discord import keep
from tests.e2e.older.maker import Maker
from tests.e2e.records.test_playing_again import act, offered
from tests.e2e.table_talk import control, parts, text
from tests.puzzles.ready import for_day, of_kind

if TYPE_CHECKING:
    from bot.settings import Settings
    from tests.e2e.conftest import World

PEOPLE = ("anna", "ben", "cora", "dan")
DAY = 24 * 3600
EPHEMERAL = 64
PICKED = ["2D#1", "2C#1", "XR#1"]
"""Cards of a meld that solves the puzzle of Rummy."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Let computer players move at once. All games are left on a person's turn."""
    return replace(settings, bot_move_delay=0)


async def test_make(world: World) -> None:
    """Write the two files. This tests nothing."""
    make = Maker(world)
    cards = make.channel("cards")
    for name in PEOPLE:
        make.member(cards, name)
    for work in (make_puzzle, make_deal, make_lesson, make_review, make_again, make_plan, make_post, make_quiet):
        await work(make, cards)
    await make_kept_seat(make)
    await make_solo(make)
    tables = {table["id"] for table in make.facts["tables"].values()}
    kept = keep(world.env, tables | {0})
    kept["messages"] = [message for message in kept["messages"] if not message["flags"] & EPHEMERAL]
    make.facts["discord"] = kept
    await world.bot.release()
    write(make, Path(os.environ["TO"]))


async def make_puzzle(make: Maker, cards: Any) -> None:
    """Let Anna set a meld aside in today's puzzle, and Ben fail it."""
    today = make.world.bot.daily.today
    for day, kind in enumerate(("rummy-out", "six-holes-move", "notty-empty"), today):
        assert await make.world.bot.store.records.add_puzzle_day(for_day(day, of_kind(kind)))
    anna, ben = (make.member(cards, name) for name in ("anna", "ben"))
    shown = (await anna.slash(cards, "daily puzzle")).response
    shown = (await anna.select(shown, PICKED, custom_id=control(shown, "daily-step", "pick"))).response
    await anna.click(shown, custom_id=control(shown, "daily-step", "add 2D 2C XR"))
    shown = (await ben.slash(cards, "daily puzzle")).response
    discard = next(part for part in parts(shown) if ":daily-act:" in str(part.get("custom_id")) and part["type"] == 3)
    done = await ben.select(shown, [discard["options"][-1]["value"]], custom_id=discard["custom_id"])
    assert "solved!" not in text(done.response)


async def make_deal(make: Maker, cards: Any) -> None:
    """Let Anna begin today's deal, and Ben finish it."""
    day = make.world.bot.deal_days.today
    make.facts["deal"] = {}
    for name, steps in (("anna", 3), ("ben", 10_000)):
        who = make.member(cards, name)
        offer = (await who.slash(cards, "daily deal")).response
        shown = (await who.click(offer, custom_id=control(offer, "deal-begin"))).response
        await play(who, shown, steps)
        line = await make.world.bot.store.records.line_of_day(who.id, day)
        assert line is not None
        make.facts["deal"][name] = list(line.moves)


async def play(who: Any, shown: Any, steps: int) -> None:
    """Play so many actions of a line, or all until it is over."""
    while steps and offered(shown):
        shown, steps = await act(who, shown), steps - 1


async def make_lesson(make: Maker, cards: Any) -> None:
    """Leave Anna in the third step of a lesson, with the discard taken but not placed."""
    anna = make.member(cards, "anna")
    shown = (await anna.slash(cards, "learn", game="6 Holes")).response
    for verb, form in (("learn-act", "draw"), ("learn-act", "place TL"), ("learn-step", "take yes")):
        shown = (await anna.click(shown, custom_id=control(shown, verb, form))).response
    make.facts["lesson"] = {"step": next(line for line in text(shown).splitlines() if "Step " in line)}


async def make_review(make: Maker, cards: Any) -> None:
    """Let Anna read reviews until one finds mistakes, and open an exercise."""
    anna, shown = make.member(cards, "anna"), ""
    while "Find the better move" not in shown:
        await make.finished(cards, "huxxy", "anna", bots=3)
        table = make.facts["finished"][-1]["table"]
        report = text((await anna.slash(cards, "review", id=str(table))).response)
        make.facts["review"] = {"table": table, "text": report}
        shown = text((await anna.slash(cards, "train")).response)


async def make_again(make: Maker, cards: Any) -> None:
    """Let Anna play a finished deal again up to its fifth action, and Ben to its end."""
    await make.finished(cards, "six-holes", "anna ben")
    table = make.facts["finished"][-1]["table"]
    make.facts["again"] = {"table": table}
    for name, steps in (("anna", 5), ("ben", 10_000)):
        who = make.member(cards, name)
        shown = (await who.slash(cards, "replay", id=str(table))).response
        offer = (await who.click(shown, custom_id=control(shown, "again"))).response
        await play(who, (await who.click(offer, custom_id=control(offer, "again-alone"))).response, steps)
        [line] = await make.world.bot.store.records.lines_of_table(table, who.id, 5)
        make.facts["again"][name] = list(line.moves)


async def make_plan(make: Maker, cards: Any) -> None:
    """Plan a table for the day after tomorrow, for which Ben signs up."""
    channel = make.channel("plans")
    anna, ben = (make.member(cards, name) for name in ("anna", "ben"))
    await anna.slash(channel, "table plan", game="notty", when="in 2 days", seats=3)
    message = channel.history()[-1]
    await ben.click(message, custom_id=control(message, "plan-join"))
    message = channel.history()[-1]
    make.note_control("sign-up", "cora", channel, message, control(message, "plan-join"))


async def make_quiet(make: Maker, cards: Any) -> None:
    """Let Cora's turn come, and an invitation to her, in her quiet hours; Dan is away for a week."""
    cora, dan, anna = (make.member(cards, name) for name in ("cora", "dan", "anna"))
    await dan.slash(cards, "away", until="in 7 days")
    channel = make.channel("quiet")
    table = await make.opened(channel, "three-thirteen", "anna cora")
    await make.world.play_on(table, until=lambda: table.position.person_to_act == anna.id and table.record.decision > 8)
    now = make.env.now()
    await cora.slash(cards, "quiet", hours=f"{(now.hour - 1) % 24}:00-{now.hour}:40", zone="UTC")
    await make.world.play_on(table, until=lambda: table.position.person_to_act == cora.id)
    lobby = make.channel("invited")
    await anna.slash(lobby, "table new", game="rummy", invite_only=True)
    await anna.slash(lobby, "table invite", user=cora)
    make.note_table("quiet", channel, table)
    make.note_table("invited", lobby, await make.world.table(lobby))


async def make_post(make: Maker, cards: Any) -> None:
    """Leave a game with a day for each turn five hours after Ben has drawn a card."""
    channel = make.channel("post")
    table = await make.opened(channel, "three-thirteen", "ben anna", clock=DAY)
    ben = make.member(cards, "ben")
    await make.until(table, "ben", "draw stock", 6)
    await ben.slash(channel, "move", action="draw stock")
    await make.env.advance_time(5 * 3600)
    make.note_table("post", channel, table)
    message = (await ben.slash(channel, "hand")).response
    make.facts["post"] = {"ends": re.findall(r"The turn ends <t:(\d+)", text(message))}


async def make_kept_seat(make: Maker) -> None:
    """Let Anna ask for a rematch that Ben has not answered."""
    channel = make.channel("rematch")
    await make.finished(channel, "six-holes", "anna ben")
    board = make.world.board(channel)
    await make.world.person("anna").click(board, custom_id=control(board, "rematch"))
    table, board = await make.world.table(channel), make.world.board(channel)
    make.note_table("rematch", channel, table)
    make.note_control("come", "ben", channel, board, control(board, "join"))


async def make_solo(make: Maker) -> None:
    """Let Anna begin a game in her direct messages with the bot."""
    anna = make.world.person("anna")
    await anna.user.slash("solo", game="three-thirteen", level="easy")
    channel = anna.user.dm_channel
    table = await make.world.table(channel)
    await make.until(table, "anna", "discard", 8)
    make.note_table("solo", channel, table)


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
