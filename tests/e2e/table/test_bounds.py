"""Limits on what one person or server may start and press. Each refusal is one clear sentence, and nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.ui.interaction.flood_control import BURST, CompletionLimit, Press, PressLimit
from tests.e2e.one_moment import LONG, one_moment, turns
from tests.e2e.table.plans import HOUR, MINUTE, plan_of
from tests.e2e.table_talk import control, private, sentence, text

if TYPE_CHECKING:
    from bot.settings import Settings
    from tests.e2e.conftest import World


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Allow two tables a person and three a server, one of them to be watched, and presses at a person's pace."""
    return replace(
        settings,
        tables_a_person=2,
        tables_a_server=3,
        watched_tables=1,
        presses_a_second=2,
        bot_move_delay=60,
    )


async def open_table(world: World, name: str, number: int, command: str = "table new") -> str:
    """Open a table in a new channel as the person, and return the answer."""
    channel = world.guild.create_text_channel(f"cards-{number}")
    return sentence(await world.person(name).slash(channel, command, game="three-thirteen"))


async def test_open_tables_are_limited_per_person(world: World) -> None:
    """A person's limit counts tables in all places together, and a table that ends makes room."""
    assert "is open" in await open_table(world, "anna", 1)
    assert "is open" in await open_table(world, "anna", 2)
    refused = await open_table(world, "anna", 3)
    assert refused == "You have 2 tables open already; end one of them with /table end before you open another one."
    assert await world.bot.store.tables.open_tables(world.guild.id, world.person("anna").id) == (2, 2, 0)
    await (await world.bot.tables.require(1)).close("Gone.")
    assert "is open" in await open_table(world, "anna", 4)


async def test_open_tables_are_limited_per_server(world: World) -> None:
    for number, name in enumerate(("anna", "ben", "cleo")):
        assert "is open" in await open_table(world, name, number)
    refused = await open_table(world, "dora", 4)
    assert refused == "This server has 3 open tables already; join one of them, or wait until one ends."


async def test_watched_tables_have_a_limit_of_their_own(world: World) -> None:
    """Tables of computer players have a limit of their own, and do not hold up people's tables."""
    assert "is open" in await open_table(world, "anna", 1, "table watch")
    refused = await open_table(world, "ben", 2, "table watch")
    assert refused == "Computer players are playing at 1 table here already; watch that one, or end it first."
    assert "is open" in await open_table(world, "ben", 3)


@pytest.mark.parametrize(("command", "before"), [("table new", 1), ("table watch", 0)])
async def test_two_simultaneous_tables_cannot_exceed_the_limit(
    world: World, monkeypatch: pytest.MonkeyPatch, command: str, before: int
) -> None:
    """Both used to find room, and both were opened."""
    anna, look = world.person("anna"), world.bot.store.tables.open_tables
    for number in range(before):
        await open_table(world, "anna", number)

    async def slowly(*of: int) -> Any:
        found = await look(*of)
        await turns(20 * LONG)
        return found

    monkeypatch.setattr(world.bot.store.tables, "open_tables", slowly)
    channels = [world.guild.create_text_channel(f"more-{number}") for number in range(2)]
    with one_moment(world):
        answers = [await anna.slash(channel, command, game="three-thirteen") for channel in channels]
    await world.env.settle()
    assert sorted("is open" in sentence(answer) for answer in answers) == [False, True]


async def test_a_rematch_counts_towards_the_limit(world: World) -> None:
    await world.seated("anna", bots=1)
    table = await world.table()
    for number in (1, 2):
        assert "is open" in await open_table(world, "ben", number)
    await table.close("Gone.")
    assert "is open" in await open_table(world, "cleo", 3)
    refused = sentence(await world.person("anna").slash(world.channel, "table rematch"))
    assert refused.startswith("This server has 3 open tables already")


async def test_a_planned_table_counts_towards_the_limit(world: World) -> None:
    """A planned table once opened even if its host or server had too many tables."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    await world.env.advance_time(2 * HOUR - MINUTE)
    for number in (1, 2):
        assert "is open" in await open_table(world, "anna", number)
    await world.env.advance_time(MINUTE + 5)
    assert await world.table() is None
    full = "You have 2 tables open already; end one of them with /table end before you open another one."
    assert text(plan_of(world.channel)).endswith(f"<@{anna.id}>, the planned table could not open: {full}")
    assert full in world.channel.history()[-1].content


async def test_an_opened_planned_table_does_not_count_against_itself(world: World) -> None:
    """If Discord fails to edit the plan's message, the plan is checked again, when its own table already counts."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    await world.env.advance_time(2 * HOUR - MINUTE)
    assert "is open" in await open_table(world, "anna", 1)
    where = f"/channels/{world.channel.id}/messages/{plan_of(world.channel).id}"
    world.env.inject_error("PATCH", where, status=500, message="no", times=9)
    await world.env.advance_time(MINUTE + 5)
    world.env.backend.faults.clear()
    await world.env.advance_time(3 * MINUTE)
    assert "table 2 is open" in text(plan_of(world.channel))


async def test_pressing_too_fast_is_answered_once_and_then_ignored(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later presses are only acknowledged until the person has slowed down. Other people are not held up."""
    await world.seated("anna", "ben")
    at = 1000.0
    monkeypatch.setattr(world.bot, "press_limit", PressLimit(2, lambda: at))
    answers = [await press_my_hand(world, "anna") for _ in range(BURST + 3)]
    assert all(answer.response is not None for answer in answers[:BURST])
    assert sentence(answers[BURST]) == "That was too fast for me; wait a few seconds, then press again."
    before = len(world.env.http_requests)
    await press_my_hand(world, "anna")
    assert [r.json["type"] for r in world.env.http_requests[before:] if r.path.endswith("/callback")] == [6]
    assert (await press_my_hand(world, "ben")).response is not None
    at += 0.5
    assert "Your hand" in text(private(await press_my_hand(world, "anna")))


async def test_typing_commands_too_fast_is_answered_with_a_sentence(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They count together with presses. In a crowded game of Huxxy, fifty commands a second from one script took
    more than all the bot's time. Nobody else is held up.
    """
    table = await world.seated("anna", "ben")
    at = 1000.0
    monkeypatch.setattr(world.bot, "press_limit", PressLimit(2, lambda: at))
    anna, ben = world.person("anna"), world.person("ben")
    for _ in range(BURST - 1):
        assert "Your hand" in text((await anna.slash(world.channel, "hand")).response)
    await press_my_hand(world, "anna")
    version = table.record.version
    for command in ("hand", "table leave"):
        refused = await anna.slash(world.channel, command)
        assert sentence(refused) == "That was too fast for me; wait a few seconds, then try again."
    assert table.record.version == version
    assert "Your hand" in text((await ben.slash(world.channel, "hand")).response)
    at += 0.5
    assert "Your hand" in text((await anna.slash(world.channel, "hand")).response)


async def test_completing_too_fast_offers_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord asks at every key, so there is room for typing fast, and completions do not count as commands."""
    anna = world.person("anna")
    at = 1000.0
    monkeypatch.setattr(world.bot, "press_limit", PressLimit(2, lambda: at))
    monkeypatch.setattr(world.bot, "completion_limit", CompletionLimit(2, lambda: at))

    async def offered(who: Any) -> int:
        return len(await who.autocomplete(world.channel, "table new", "game", "not"))

    assert [await offered(anna) for _ in range(4 * BURST + 2)] == [1] * 4 * BURST + [0, 0]
    assert await offered(world.person("ben")) == 1
    assert "Your hand" not in text((await anna.slash(world.channel, "tables")).response)
    at += 1
    assert [await offered(anna) for _ in range(9)] == [1] * 8 + [0]


async def press_my_hand(world: World, name: str) -> Any:
    """Press “My hand” on the board as the person, and return the answer."""
    return await world.person(name).click(world.board(), custom_id=control(world.board(), "hand"))


def test_presses_are_replenished_at_the_configured_rate() -> None:
    """Two presses a second come back, up to eight. A refused press costs nothing."""
    at = 0.0
    presses = PressLimit(2, lambda: at)
    assert [presses.press(1) for _ in range(BURST)] == [Press.FINE] * BURST
    assert [presses.press(1) for _ in range(3)] == [
        Press.TOO_FAST,
        Press.STILL_TOO_FAST,
        Press.STILL_TOO_FAST,
    ]
    at = 1.0
    assert [presses.press(1) for _ in range(3)] == [Press.FINE, Press.FINE, Press.STILL_TOO_FAST]
    at = 100.0
    assert [presses.press(1) for _ in range(BURST + 1)] == [Press.FINE] * BURST + [Press.TOO_FAST]
    unlimited = PressLimit(0)
    assert {unlimited.press(1) for _ in range(100)} == {Press.FINE}
