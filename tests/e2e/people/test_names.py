"""No name that people choose turns a line around, becomes Markdown or a mention, or disappears.

The `world` fixture checks the writing direction of everything that was sent (`check_direction`) in all tests. Here,
people and a channel have names for which that matters.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.payloads import check_direction, texts, walk
from tests.e2e.records.finished import store_result
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import advice, control, menu, parts, raw_text, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.conftest import World

NAMES = {
    "anna": "דנה\u2069\u202e EVIL \u2066x",
    "ben": "Z **EVIL** `EVIL` ||EVIL|| Z",
    "cleo": "Z [EVIL](//EVIL) @everyone Z",
    "dora": "\u3164\u200b",
    "emil": "مريم\u200f <@1> EVIL\u061c",
}
MARK = re.compile(r"[*_~`|>\[\]()#<:@]EVIL|EVIL[*_~`|>\[\]()#<:@]|@everyone|<@1>")


@pytest.fixture
def nasty(world: World) -> World:
    """The world, with people whose difficult names Discord allows."""
    for name, nick in NAMES.items():
        world.people[name] = world.guild.add_member(world.env.create_user(name), nick=nick)
    return world


def bodies(world: World) -> Iterator[dict[str, Any]]:
    """Yield the bodies of everything that the bot sent."""
    for request in world.env.http_requests:
        body = request.json
        if isinstance(body, dict) and request.method in ("POST", "PATCH"):
            yield body.get("data", body) if request.path.endswith("/callback") else body


def sent(world: World) -> tuple[set[str], set[str]]:
    """Return the texts that the bot sent as Markdown, and the labels, which Discord shows as they are."""
    markdown: set[str] = set()
    everything: set[str] = set()
    for body in bodies(world):
        markdown |= {body.get("content") or ""}
        markdown |= {part["content"] for part in walk(body.get("components") or []) if part["type"] == 10}
        everything |= {*texts(body), str(body.get("name") or "")}
    return markdown, everything - markdown


def check(world: World) -> tuple[str, str]:
    """Check that no name breaks a text. Return all texts and all labels, for further checks."""
    markdown, labels = sent(world)
    for shown in labels:
        check_direction(shown, "a label")
        assert "\\" not in shown
        assert "\n" not in shown
    for shown in markdown:
        visible = re.sub(r"</[a-z ]+:\d+>", "", re.sub(r"\\[^0-9A-Za-z\s]", "", shown))
        found = MARK.search(visible)
        assert not found, (found, shown)
    for shown in (*markdown, *labels):
        assert not re.search("[\u200b\u3164]", shown)
    return "\n".join(markdown), "\n".join(labels)


async def test_difficult_names_break_nothing_during_a_game(nasty: World) -> None:
    """Names break nothing on boards and in hands, buttons, menus, refusals, offers, questions and lists."""
    world = nasty
    world.env.backend.edit_guild(world.guild.id, {"name": "**EVIL** @everyone \u202eשרת"})
    table = await world.seated("anna", "ben", "dora", game="notty")
    anna, emil = world.person("anna"), world.person("emil")
    for name in ("anna", "ben", "dora"):
        await world.person(name).slash(world.channel, "hand")
    for _ in range(3):
        person = world.person(world.name_to_act(table))
        await person.autocomplete(world.channel, "take", "what", "")
        await person.slash(world.channel, "move", action=advice(table, person.id))
    playing = world.name_to_act(table)
    one, other = (world.person(name) for name in ("anna", "ben", "dora") if name != playing)
    await one.slash(world.channel, "draw")
    page = await menu(world, playing)
    await world.person(playing).click(page, custom_id=control(page, "ask-end"))
    question = world.board()
    await one.click(question, custom_id=control(question, "decline"))
    await one.slash(world.channel, "table autopilot", on=True)
    question = (await other.slash(world.channel, "table leave")).response
    await other.click(question, custom_id=control(question, "quit-yes"))
    for command in ("table status", "table list", "table join"):
        await emil.slash(world.channel, command)
    await menu(world, "anna")
    await anna.user.autocomplete("draw", "table", "")
    await anna.user.slash("tables")
    await world.slash_and_confirm("anna", "table end")
    assert "דנה" in text(world.board()), "the last board"
    said, labels = check(world)
    assert "שרת" in said, "the server's name"
    assert "שרת" in labels
    for part in ("דנה", "EVIL", "somebody"):
        assert part in said
        assert part in labels
    assert "your turn" in said
    assert "who left" in said
    assert "Take from" in labels


async def test_a_name_is_no_command_to_tap(world: World) -> None:
    """Whoever calls themselves like a command could otherwise put it into other people's message boxes."""
    user = world.env.create_user("anna")
    world.people["anna"] = world.guild.add_member(user, nick="Free: /privacy delete")
    await world.seated("anna", "ben")
    shown = (await world.person("ben").slash(world.channel, "table status")).response
    assert "/privacy delete" in text(shown).replace("\\", "")
    assert "</privacy" not in raw_text(shown)


@pytest.fixture
def namesakes(world: World) -> World:
    """The world, with three people who have nearly the same name."""
    for name, nick in {"anna": "Max", "ben": "Max\u200b", "cleo": "Max 1"}.items():
        world.people[name] = world.guild.add_member(world.env.create_user(name), nick=nick)
    return world


async def test_players_with_the_same_name_are_numbered(namesakes: World) -> None:
    """Namesakes are told apart on the board, in hands, on buttons, and where the host removes somebody."""
    world = namesakes
    table = await world.seated("anna", "ben", "cleo", game="notty")
    names = ["Max 1", "Max 2", "Max 1 3"]
    board = text(world.board())
    assert all(f"**{name}**" in board for name in names)
    first = world.name_to_act(table)
    others = [name for number, name in enumerate(names) if number != ["anna", "ben", "cleo"].index(first)]
    labels = [part.get("label") for part in parts(world.board()) if part["type"] == 2]
    assert [label for label in labels if str(label).startswith("Take from")] == [f"Take from {name}" for name in others]
    hand = text((await world.person(first).slash(world.channel, "hand")).response)
    assert all(f"**{name}**" in hand for name in others)
    page = await menu(world, "anna")
    [kick] = [part for part in parts(page) if str(part.get("custom_id", "")).split(":")[2:3] == ["kick"]]
    assert [option["label"] for option in kick["options"]] == names[1:]
    await world.person(first).slash(world.channel, "end")
    acted = names[["anna", "ben", "cleo"].index(first)]
    assert f"**{acted}** passed" in text(world.board())


async def test_difficult_names_break_no_invitation_or_thread(nasty: World) -> None:
    """The host's name is in the invitation and in the thread's name, and the channel has a difficult name as well."""
    world = nasty
    world.env.backend.edit_channel(world.channel.id, {"name": "שיחה-\u202eevil"})
    anna, emil = world.person("anna"), world.person("emil")
    await anna.slash(world.channel, "table new", game="rummy", thread=True, invite_only=True)
    [thread] = world.channel.threads
    await anna.slash(thread, "table invite", user=emil)
    invitation = world.dm("emil")
    await emil.user.click(invitation, custom_id=control(invitation, "accept"))
    await anna.slash(thread, "table bot add")
    await anna.slash(thread, "table kick", user=emil)
    await emil.slash(thread, "table join")
    await world.person("ben").slash(thread, "table end")
    await world.person("ben").slash(world.channel, "table new", game="rummy")
    await emil.slash(world.channel, "table list")
    said, labels = check(world)
    assert "invites you" in said
    assert "דנה" in labels, "the thread's name"
    assert "שיחה" in said, "the channel's name"


async def test_difficult_names_break_nothing_after_a_game(nasty: World) -> None:
    """Names break nothing in replays from every seat, their lists, statistics, histories and leaderboards."""
    world = nasty
    games = [(await ended_game(world, key, "anna", "emil")).id for key in ("six-holes", "notty")]
    for winner in ("anna", "emil", "ben"):
        await store_result(world, winner, "cleo", "dora")
    await name_seats(world)
    await world.bot.recorder.catch_up()
    for game in games:
        await world.person("ben").slash(world.channel, "verify", id=str(game))
        await step_through(world, game)
    anna = world.person("anna")
    page = (await anna.slash(world.channel, "leaderboard", game="three-thirteen")).response
    await anna.select(page, ["0"], custom_id=control(page, "leaderboard-season"))
    for person in (anna, anna.user):
        place = () if person is anna.user else (world.channel,)
        await person.slash(*place, "stats")
        await person.slash(*place, "history")
        await person.autocomplete(*place, "replay", "id", "")
    said, labels = check(world)
    for part in ("דנה", "EVIL", "مريم"):
        assert part in said
        assert part in labels
    assert "won!" in said


async def name_seats(world: World) -> None:
    """Give the people in the stored games the names that the server shows."""

    def rename(sql: Any) -> None:
        for name, nick in NAMES.items():
            sql.execute("UPDATE seats SET name = ? WHERE person = ?", (nick, world.person(name).id))

    await world.bot.store.database.write(rename)


async def step_through(world: World, game: int) -> None:
    """Show some steps of the replay, its end, and each view."""
    anna = world.person("anna")
    shown = (await anna.slash(world.channel, "replay", id=str(game))).response
    for tag in ("next", "next", "last"):
        [found] = [part["custom_id"] for part in parts(shown) if str(part.get("custom_id", "")).endswith(f":{tag}")]
        shown = (await anna.click(shown, custom_id=found)).response
    for seat in ("0", "1"):
        shown = (await anna.select(shown, [seat], custom_id=control(shown, "replay-view"))).response
    assert "won!" in text(shown)
