"""A bot that dies after Discord's answer, but before recording the message, does not post the message twice."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model.records import Phase
from bot.tables.model.sent_message import BOARD, PROPOSAL, TURN_PING
from tests.e2e.table.questions import menu, question
from tests.e2e.table_talk import advice, control, parts, text

if TYPE_CHECKING:
    from bot.tables.model.sent_message import SentMessage
    from tests.e2e.conftest import World


@pytest.fixture
def die_before_recording(world: World, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that makes the bot die before it records a message to an audience, and send nothing more."""

    def before_recording(audience: int) -> None:
        announcer, messages = world.bot.announcer, world.bot.store.messages
        save = messages.save

        async def cut(sent: SentMessage) -> None:
            if sent.audience == audience:
                announcer._due.closed = True
                raise asyncio.CancelledError  # nobody handles this
            await save(sent)

        monkeypatch.setattr(messages, "save", cut)

    return before_recording


def boards(world: World) -> list[Any]:
    """Return the pages in the channel."""
    return [m for m in world.channel.history() if any(part["type"] == 17 for part in parts(m))]


def mentions(world: World) -> list[int]:
    """Return the ids of the messages in the channel that say whose turn it is."""
    return [m.id for m in world.channel.history() if "it's your turn" in (m.content or "")]


async def after_power_cut(world: World) -> None:
    """Start a new process on the same file, which repeats announcements that were not recorded as sent."""
    await world.restart()
    await world.env.settle()


async def test_a_new_board_is_posted_once(world: World, die_before_recording: Any) -> None:
    """The first board of a table is posted once, and the second process edits it from then on."""
    die_before_recording(BOARD)
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", bots=1, seats=2)
    assert len(boards(world)) == 1
    await after_power_cut(world)
    assert len(boards(world)) == 1
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    assert len(boards(world)) == 1
    assert "Start" not in text(world.board())


async def test_a_reposted_board_replaces_the_old_one(world: World, die_before_recording: Any) -> None:
    """The second process deletes the board from before the repost."""
    await world.seated("anna", "ben")
    [old] = boards(world)
    die_before_recording(BOARD)
    await world.person("anna").slash(world.channel, "table board")
    assert len(boards(world)) == 2
    table = await world.table()
    with world.env._bot_scope():
        await table.act(table.position.person_to_act, advice(table, table.position.person_to_act))
    await after_power_cut(world)
    [left] = boards(world)
    assert left.id != old.id


async def test_two_requests_for_the_board_post_it_twice(world: World) -> None:
    """Anybody may request it, at the end of the channel. Each time it has a nonce of its own, and the old one goes."""
    await world.seated("anna", "ben")
    seen = {world.board().id}
    for name in ("anna", "zoe"):
        await world.person(name).slash(world.channel, "table board")
        seen.add(world.board().id)
    assert len(seen) == 3
    assert len(boards(world)) == 1


async def test_a_hand_is_sent_once(world: World, die_before_recording: Any) -> None:
    """A hand in the direct messages is sent once."""
    anna = world.person("anna")
    await world.seated("anna", "ben", start=False)
    die_before_recording(anna.id)
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    assert len(anna.user.dm_channel.history()) == 1
    await after_power_cut(world)
    assert len(anna.user.dm_channel.history()) == 1
    assert len(world.person("ben").user.dm_channel.history()) == 1
    table = await world.table()
    await world.play_on(table, until=lambda: table.record.decision > 4)
    assert len(anna.user.dm_channel.history()) == 1
    assert "Your hand" in text(world.dm("anna"))


async def test_a_mention_is_posted_once(world: World, die_before_recording: Any) -> None:
    """The mention for the player to act is posted once."""
    table = await world.seated("anna", "ben")
    die_before_recording(TURN_PING)
    first = world.name_to_act(table)
    await world.play_on(table, until=lambda: world.name_to_act(table) != first)
    [mention] = mentions(world)
    await after_power_cut(world)
    assert mentions(world) == [mention]


async def test_a_question_is_posted_once_and_can_be_answered(world: World, die_before_recording: Any) -> None:
    """A question to all players is posted once, and its answer counts."""
    table = await world.seated("anna", "ben")
    die_before_recording(PROPOSAL)
    page = await menu(world, "anna")
    await world.person("anna").click(page, custom_id=control(page, "ask-end"))
    asked = question(world)
    assert asked
    count = len(world.channel.history())
    await after_power_cut(world)
    assert len(world.channel.history()) == count
    await world.person("ben").click(asked, custom_id=control(asked, "agree"))
    assert table.record.phase is Phase.PLAYING  # in the dead process's memory
    assert (await world.table()).record.ended_by_agreement
    assert question(world) is None


async def test_a_board_deleted_meanwhile_is_posted_again(world: World, die_before_recording: Any) -> None:
    """A deleted board is posted again, although Discord may still know its nonce."""
    die_before_recording(BOARD)
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", bots=1, seats=2)
    [board] = boards(world)
    world.env.inject_error(
        "PATCH", f"/channels/{world.channel.id}/messages/{board.id}", status=404, code=10008, message="gone"
    )
    await after_power_cut(world)
    assert world.board().id != board.id
