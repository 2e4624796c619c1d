"""What stands in a channel and in direct messages is true."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from bot.language import speaking
from bot.tables.model.records import Phase
from bot.tables.model.sent_message import BOARD
from bot.ui.messages.updater import LONGEST_PAUSE
from bot.ui.turn.drawing import HandDrawer
from tests.e2e.table_talk import parts, pictures, text
from tests.e2e.whole_games.walking import NAMES

if TYPE_CHECKING:
    from tests.e2e.conftest import World

TIME = re.compile(r"<t:\d+:\w>")
"""A time; that it is a little later, because nobody could play for some seconds, is told with the next move."""

AWAY = re.compile(r"^-# .* (?:the game waits that long|so lange wartet das Spiel)\.\n", re.MULTILINE)
"""An absence, whose end the next move tells."""

TOLD_ONCE = re.compile(r"^⚠️ (?:I could not send you your cards|Ich konnte dir deine Karten).*\n", re.MULTILINE)
"""That direct messages are closed, which the hand that is shown next says and later ones do not."""


async def all_that_stands_is_true(world: World) -> None:
    """When Discord takes everything again, the board and the hands in direct messages that the bot has kept since
    its start are as it would draw them now, but for pictures of the table, which wait for a turn's end. So are the
    hands that answers show; nobody has two.
    """
    world.env.backend.faults.clear()
    await world.env.advance_time(LONGEST_PAUSE * 2)
    table = await world.table()
    if table is None or table.record.phase is not Phase.PLAYING:
        return
    with world.env._bot_scope():
        kept = {sent.audience: sent for sent in await world.bot.store.messages.of_table(table.id)}
    messages = world.bot.announcer._known.seen(table.position)
    for person in table.record.people:
        if person in kept and person in messages.digests and person not in messages.pointing:
            _compare(world, kept[person], await hand_now(world, table, person))
        await _answer_is_true(world, table, person)
    if BOARD in kept and BOARD in messages.digests:
        with world.env._bot_scope(), speaking(await world.bot.languages.of_guild(world.guild.id)):
            _, view = await world.bot.announcer._updater._keepers.board.drawn(messages, lambda: None)
        _compare(world, kept[BOARD], view)


async def _answer_is_true(world: World, table: Any, person: int) -> None:
    """The answer with the person's hand, if one is kept up to date, is their only hand and as it would be drawn now."""
    member = next((one for one in world.people.values() if one.id == person), None)
    answer = world.bot.announcer._private.live.of(table.id, person)
    if member is None:
        return
    own = member.user.dm_channel
    seen = [*world.channel.history(viewer=member), *(own.history(viewer=member.user) if own else ())]
    hands = [one for one in seen if {f"b:{table.id}:{verb}::" for verb in ("refresh", "rules")} <= {*ids_in(one)}]
    assert len(hands) <= 1, [all_of(one) for one in hands]
    for shown in hands:
        if answer is not None and shown.id == answer.message_id:
            assert_as_drawn(shown, await hand_now(world, table, person))


async def hand_now(world: World, table: Any, person: int) -> Any:
    """The person's hand as the bot would draw it now."""
    bot = world.bot
    with world.env._bot_scope(), speaking(await bot.languages.of_person(person, table.record.guild_id)):
        return await HandDrawer(bot, bot.store, bot.illustrator, bot.announcer.asides).draw(table.position, person)


def _compare(world: World, sent: Any, view: Any) -> None:
    """What was sent, unless somebody has deleted it, with what would be sent."""
    found = [one for channel in channels(world) for one in channel.history() if one.id == sent.message_id]
    for message in found:
        assert_as_drawn(message, view)


def assert_as_drawn(message: Any, view: Any) -> None:
    stands, would = told(message), told(SimpleNamespace(content="", components=view.to_components()))
    assert stands == would, f"{stands}\n\n{would}"


def told(message: Any) -> str:
    """What a message says and offers; of a row of cards, without its order, which changes at one table at a time."""
    said = "\n".join([text(message), *ids_in(message)])
    for passing in (TIME, TOLD_ONCE, AWAY):
        said = passing.sub("", said)
    return "\n".join(" ".join(sorted(line.split())) if line.startswith("# ") else line for line in said.splitlines())


def channels(world: World) -> list[Any]:
    """The table's channel and everybody's direct messages."""
    own = [world.person(name).user.dm_channel for name in NAMES]
    return [world.channel, *(channel for channel in own if channel is not None)]


def all_of(message: Any) -> str:
    """What a message says, and what is read aloud of its pictures."""
    return "\n".join([text(message), *(told or "" for told in pictures(message).values())])


def ids_in(message: Any) -> list[str]:
    """The custom ids of a message's controls, but for how it is sorted: that changes at one table at a time."""
    return [one for part in parts(message) if (one := part.get("custom_id")) and ":sort:" not in one]
