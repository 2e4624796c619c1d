"""Answers that Discord rejects: the request is still carried out and announced, and the game goes on."""

from __future__ import annotations

import asyncio
import gc
import logging
from functools import partial
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import aiohttp
import pytest
from simcord.http.client import FakeWebhookAdapter

from bot.rules.cards import format_cards
from bot.tables.model.guild_settings import GuildSettings
from bot.tables.model.records import Phase, Wake
from bot.tables.model.share import ALL
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from bot.ui.interaction.reply import Reply
from tests.e2e.table_talk import advice, control, parts, text
from tests.e2e.whole_games.standing import assert_as_drawn, hand_now

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.e2e.conftest import World

GONE = {"status": 404, "code": 10062}
ANSWERED = {"status": 400, "code": 40060}
BROKEN = {"status": 500, "code": 0}


@pytest.fixture(autouse=True)
def slow_store(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Acknowledge every interaction once its change is on disk, but before the bot knows that it is."""
    monkeypatch.setattr("bot.ui.interaction.reply.ACKNOWLEDGE_AFTER_SECONDS", 0.01)
    tables = world.bot.store.tables
    for name in ("save", "create"):
        monkeypatch.setattr(tables, name, partial(slowly, getattr(tables, name)))


async def slowly(save: Callable[..., Awaitable[Any]], *given: Any) -> Any:
    """Save, and return a moment later."""
    saved = await save(*given)
    await asyncio.sleep(0.05)
    return saved


def lose_answers(world: World, fault: dict[str, int]) -> None:
    """Make Discord reject all answers to interactions from now on."""
    for method, path in (("POST", "/interactions/*"), ("*", "/webhooks/*")):
        world.env.inject_error(method, path, **fault, message="no", times=None)


async def check_all_announced(world: World) -> None:
    """Wait until the bot is idle, forget the unanswered interactions, and check that everything is announced."""
    await world.env.settle()
    world.interactions.clear()
    assert await world.bot.store.messages.unannounced(ALL) == ()


@pytest.mark.parametrize("fault", [GONE, BROKEN], ids=["10062", "500"])
async def test_a_turn_is_played_by_clicks_although_their_answers_are_lost(world: World, fault: dict[str, int]) -> None:
    """The hand in the direct messages is updated. Then the turn ends, the computer players move, and hand and board
    show it.
    """
    table = await world.seated("anna", bots=2)
    anna, hand = world.person("anna"), world.dm("anna")
    lose_answers(world, fault)
    await anna.user.click(hand, custom_id=control(hand, "act", "draw stock"))
    await check_all_announced(world)
    decision, hand = table.record.decision, world.dm("anna")
    assert decision > 0
    assert "Discard one card" in text(hand)
    await anna.user.click(hand, custom_id=control(hand, "act", advice(table, anna.id)))
    await check_all_announced(world)
    assert table.record.decision > decision + 1
    assert table.position.person_to_act == anna.id
    assert table.record.deadline is not None
    assert table.id in world.bot.tables._watches.at(0)[0].alarms._timers
    assert "Your turn" in text(world.dm("anna"))
    assert control(world.dm("anna"), "act", "draw stock").split(":")[3] == str(table.record.decision)
    assert "**anna**, it's your turn" in text(world.board())


@pytest.mark.parametrize("lost", ["by Discord", "by the network", "by the store"])
async def test_a_picked_card_is_shown_although_the_answer_is_lost(world: World, lost: str) -> None:
    """A turn being built changes nothing at the table. The hand once showed its old state until the next press."""
    table = await world.seated("anna", bots=3, game="huxxy")
    anna, by_dm = world.person("anna"), lost == "by Discord"
    if not by_dm:
        await anna.slash(world.channel, "hand")
    who, hand = (anna.user, world.dm("anna")) if by_dm else (anna, world.hand("anna"))
    pick = control(hand, "step", "pick")
    values = [option["value"] for part in parts(hand) if part.get("custom_id") == pick for option in part["options"]]
    with pytest.MonkeyPatch.context() as patch:
        if lost == "by Discord":
            lose_answers(world, BROKEN)
        elif lost == "by the network":  # the token of the answer that shows the hand goes on working
            patch.setattr(Reply, "_edit_clicked", AsyncMock(side_effect=aiohttp.ServerDisconnectedError))
        else:
            away = AsyncMock(side_effect=[StoreUnavailableError(STORE_AWAY)])
            patch.setattr("bot.ui.turn.show._hand_view", away)
        await who.select(hand, values[:2], custom_id=pick)
        await world.env.settle()
    world.interactions.clear()
    shown = world.dm("anna") if by_dm else world.hand("anna")
    assert_as_drawn(shown, await hand_now(world, table, anna.id))


async def test_a_command_ends_the_turn_although_its_answer_is_lost(world: World) -> None:
    table = await world.seated("anna", bots=2)
    anna = world.person("anna")
    await anna.slash(world.channel, "move", action="draw stock")
    decision = table.record.decision
    lose_answers(world, GONE)
    await anna.slash(world.channel, "move", action=advice(table, anna.id))
    await check_all_announced(world)
    assert table.record.decision > decision + 1
    assert table.position.person_to_act == anna.id
    assert "Your turn" in text(world.dm("anna"))
    assert "**anna**, it's your turn" in text(world.board())


async def test_a_new_table_is_shown_and_expires(world: World) -> None:
    lose_answers(world, GONE)
    await world.person("anna").slash(world.channel, "table new", game="three-thirteen")
    await check_all_announced(world)
    table = await world.table()
    assert "seats taken" in text(world.board())
    assert table.record.deadline.kind is Wake.LOBBY_EXPIRY
    await world.env.advance_time(world.settings.lobby_minutes * 60 + 1)
    assert table.record.phase is Phase.CLOSED


async def test_a_table_to_watch_starts_playing(world: World) -> None:
    world.bot.tables.move_settings.update(world.guild.id, GuildSettings(move_delay=600.0, forced_draws=False))
    lose_answers(world, GONE)
    await world.person("anna").slash(world.channel, "table watch", game="three-thirteen", players=2)
    await check_all_announced(world)
    table = await world.table()
    assert "Round 1" in text(world.board())
    await world.env.advance_time(601)
    assert table.record.decision > 0


async def test_joining_leaving_starting_and_ending_take_effect(world: World) -> None:
    """Joining, leaving, starting and ending take effect, and the board shows it, although the answers are lost."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table new", game="three-thirteen", seats=3, bots=1)
    lose_answers(world, GONE)
    await ben.click(world.board(), custom_id=control(world.board(), "join"))
    await check_all_announced(world)
    assert "ben" in text(world.board())
    await ben.slash(world.channel, "table leave")
    await check_all_announced(world)
    assert "ben" not in text(world.board())
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    await check_all_announced(world)
    assert "Your hand" in text(world.dm("anna"))
    world.env.backend.faults.clear()
    menu = (await anna.click(world.board(), custom_id=control(world.board(), "menu"))).response
    await anna.click(menu, custom_id=control(menu, "end"))
    lose_answers(world, GONE)
    await anna.click(menu, custom_id=control(menu, "end-yes"))
    await check_all_announced(world)
    shown = [message for message in world.channel.history() if not message.flags.ephemeral]
    assert not shown, "nobody had played: the board is gone"


async def test_melds_being_built_survive_the_draw(world: World) -> None:
    """Cards that were put together before drawing are still together afterwards."""
    world.draw_by_hand()
    table = await world.seated("anna", bots=1, game="rummy")
    anna, decision = world.person("anna"), table.record.decision
    meld = format_cards(table.position.view_of(anna.id).hand[:3])
    with world.env._bot_scope():
        await table.save_draft(anna.id, decision, {"melds": [meld]})
    lose_answers(world, GONE)
    await anna.slash(world.channel, "move", action="draw stock")
    await check_all_announced(world)
    draft = await table.draft(anna.id)
    assert draft is not None
    assert (draft.decision, draft.content["melds"]) == (decision + 1, [meld])


async def warnings_of_lost_answers(
    world: World, fault: dict[str, int], caplog: pytest.LogCaptureFixture
) -> list[logging.LogRecord]:
    """Lose the answers to a click, a command and a completion. Return what is logged that is at least a warning."""
    table = await world.seated("anna", bots=2)
    anna, hand = world.person("anna"), world.dm("anna")
    lose_answers(world, fault)
    caplog.clear()
    await anna.user.click(hand, custom_id=control(hand, "act", "draw stock"))
    await anna.slash(world.channel, "move", action=advice(table, anna.id))
    await anna.autocomplete(world.channel, "move", "action", "")
    await check_all_announced(world)
    return [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_lost_answer_logs_one_warning_and_no_error(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """A click, a command and a completion cause one warning each, without a traceback.

    The metric does not count the completion, because the next letter requests another one.
    """
    told = await warnings_of_lost_answers(world, GONE, caplog)
    assert [record.levelname for record in told] == ["WARNING"] * 3
    assert all("did not reach Discord" in record.getMessage() for record in told)
    assert not any(record.exc_info for record in told)
    assert "rummy_lost_answers_total 2.0" in world.bot.metrics.text().decode()


async def test_an_answer_that_another_process_gave_first_is_not_lost(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """While a shard changes hands, two processes receive the same clicks. The second answer is no reason for a warning,
    nor is it counted.
    """
    told = await warnings_of_lost_answers(world, ANSWERED, caplog)
    assert [record.getMessage() for record in told] == []
    assert "rummy_lost_answers_total 0.0" in world.bot.metrics.text().decode()


async def test_an_answer_that_fails_during_shutdown_is_no_error(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """aiohttp raises another kind of error once its session is closed. It was once logged with a traceback."""

    async def closed(*_request: Any, **_options: Any) -> Any:
        raise RuntimeError("Session is closed")

    monkeypatch.setattr(FakeWebhookAdapter, "request", closed)
    monkeypatch.setattr(world.bot, "is_closed", lambda: True)
    await world.person("anna").slash(world.channel, "help")
    world.interactions.clear()
    gc.collect()
    assert [record.getMessage() for record in caplog.records if "did not reach" in record.getMessage()]
    assert not [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
