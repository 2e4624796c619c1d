"""Check that what is shown in a channel and in direct messages is correct."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from bot.language import speaking
from bot.tables.model.records import Phase
from bot.tables.model.sent_message import BOARD
from bot.ui.messages.updater import MAX_PAUSE_SECONDS
from bot.ui.turn.drawing import HandDrawer
from tests.e2e.table_talk import parts, pictures, text
from tests.e2e.whole_games.walking import NAMES

if TYPE_CHECKING:
    from tests.e2e.conftest import World

TIME = re.compile(r"<t:\d+:\w>")
"""A time. If nobody could play for some seconds, it is corrected only with the next move."""

AWAY = re.compile(r"^-# .* (?:the game waits that long|so lange wartet das Spiel)\.\n", re.MULTILINE)
"""The note of an absence, whose end is shown with the next move."""

TOLD_ONCE = re.compile(r"^⚠️ (?:I could not send you your cards|Ich konnte dir deine Karten).*\n", re.MULTILINE)
"""The note that direct messages are closed, which the next hand shows and later ones do not."""


async def check_everything_shown(world: World) -> None:
    """Check board and hands once Discord accepts everything again.

    The board, and the hands in direct messages that the bot has kept since its start, are as it would draw them now.
    Only pictures of the table may wait for the end of a turn. The same holds for hands in answers, and nobody has two.
    """
    world.env.backend.faults.clear()
    await world.env.advance_time(MAX_PAUSE_SECONDS * 2)
    table = await world.table()
    if table is None or table.record.phase is not Phase.PLAYING:
        return
    with world.env._bot_scope():
        kept = {sent.audience: sent for sent in await world.bot.store.messages.of_table(table.id)}
    messages = world.bot.announcer._known.of_position(table.position)
    for person in table.record.people:
        if person in kept and person in messages.digests and person not in messages.pointing:
            _compare(world, kept[person], await hand_now(world, table, person))
        await _check_answer(world, table, person)
    if BOARD in kept and BOARD in messages.digests:
        with world.env._bot_scope(), speaking(await world.bot.languages.of_guild(world.guild.id)):
            _, view = await world.bot.announcer._keepers.board.draw(messages, lambda: None)
        _compare(world, kept[BOARD], view)


async def _check_answer(world: World, table: Any, person: int) -> None:
    """Check that a live answer with the person's hand is their only hand, and as it would be drawn now."""
    member = next((one for one in world.people.values() if one.id == person), None)
    answer = world.bot.announcer._private.live.of(table.id, person)
    if member is None:
        return
    own = member.user.dm_channel
    seen = [*world.channel.history(viewer=member), *(own.history(viewer=member.user) if own else ())]
    hands = [one for one in seen if {f"b:{table.id}:{verb}::" for verb in ("refresh", "rules")} <= {*ids_in(one)}]
    assert len(hands) <= 1, [all_of(one) for one in hands]
    for shown in hands:
        if answer is not None and shown.id == answer.token.message_id:
            assert_as_drawn(shown, await hand_now(world, table, person))


async def hand_now(world: World, table: Any, person: int) -> Any:
    """Return the person's hand as the bot would draw it now."""
    bot = world.bot
    with world.env._bot_scope(), speaking(await bot.languages.of_person(person, table.record.guild_id)):
        return await HandDrawer(bot, bot.store, bot.illustrator, bot.announcer.asides).draw(table.position, person)


def _compare(world: World, sent: Any, view: Any) -> None:
    """Compare a sent message, unless somebody has deleted it, with what would be sent now."""
    found = [one for channel in channels(world) for one in channel.history() if one.id == sent.message_id]
    for message in found:
        assert_as_drawn(message, view)


def assert_as_drawn(message: Any, view: Any) -> None:
    shown, would = summary(message), summary(SimpleNamespace(content="", components=view.to_components()))
    assert shown == would, f"{shown}\n\n{would}"


def summary(message: Any) -> str:
    """Return what a message says and offers, sorting rows of cards, whose order changes at one table at a time."""
    said = "\n".join([text(message), *ids_in(message)])
    for passing in (TIME, TOLD_ONCE, AWAY):
        said = passing.sub("", said)
    return "\n".join(" ".join(sorted(line.split())) if line.startswith("# ") else line for line in said.splitlines())


def channels(world: World) -> list[Any]:
    """Return the table's channel and everybody's direct messages."""
    own = [world.person(name).user.dm_channel for name in NAMES]
    return [world.channel, *(channel for channel in own if channel is not None)]


def all_of(message: Any) -> str:
    """Return a message's text and the alternative texts of its pictures."""
    return "\n".join([text(message), *(told or "" for told in pictures(message).values())])


def ids_in(message: Any) -> list[str]:
    """Return the custom ids of a message's controls, except for the sorting, which changes at one table at a time."""
    return [one for part in parts(message) if (one := part.get("custom_id")) and ":sort:" not in one]
