"""Finished games of known people, and what leaderboards, statistics and histories show of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.records.model import Participant, Player, Result
from bot.tables.model.records import Phase, Seat, TableRecord
from tests.e2e.table_talk import UNSEEN, parts, pictures

if TYPE_CHECKING:
    from tests.e2e.conftest import World

GAME = "three-thirteen"
NOW = 1_767_225_600.0


async def store_result(
    world: World, *names: str, channel: Any = None, game: str = GAME, left: str = "", **values: Any
) -> int:
    """Store a game of people who finished in this order. A name that begins with “bot ” is a computer player.

    If somebody left, the game was abandoned: the others won, and nobody has a score.
    """
    channel = channel or world.channel
    seats, participants = [], []
    for place, name in enumerate(names, 1):
        level = name.removeprefix("bot ") if name.startswith("bot ") else ""
        person = 0 if level else world.person(name).id
        seats.append(Seat(name, person or None, level or None))
        player, gone = Player(person, level), name == left
        if left:
            rank = len(names) + 1 if gone else 1
            participants.append(Participant(player, place - 1, rank, None, helped=gone, left=gone))
        else:
            participants.append(Participant(player, place - 1, place, place * 10))
    record = TableRecord(
        0, channel.guild.id, channel.id, game, {}, len(seats), 1, bytes(32), NOW, Phase.OVER, tuple(seats),
        start_interaction=1, started_at=NOW, ended_at=NOW,
    )  # fmt: skip
    created = await world.bot.store.tables.create(record, None)
    await world.bot.store.messages.mark_announced(created.id, created.version)
    kind = "computers" if any(p.player.is_computer for p in participants) else "people"
    known: dict[str, Any] = {"ended_at": NOW, "ladder": kind} | values
    await world.bot.store.records.record(
        Result(created.id, channel.guild.id, game, participants=tuple(participants), **known)
    )
    return created.id


def elsewhere(world: World, *names: str) -> tuple[Any, list[Any]]:
    """Return a channel of another server, and these people as its members."""
    guild = world.env.create_guild("Strangers")
    members = [guild.add_member(world.person(name).user) for name in names]
    return guild.create_text_channel("cards"), members


async def ask(world: World, who: Any, command: str, channel: Any = None, **options: Any) -> Any:
    """Return the answer to a command that the person (a name or a member) types."""
    actor = world.person(who) if isinstance(who, str) else who
    answer = await actor.slash(channel or world.channel, command, **options)
    assert answer.ephemeral
    return answer.response


def ranking(message: Any) -> str:
    """Return what the picture of a leaderboard says."""
    [alt] = pictures(message).values()
    return UNSEEN.sub("", alt)


def mention(world: World, name: str) -> str:
    return f"<@{world.person(name).id}>"


def custom(message: Any, tag: str) -> str:
    """Return the custom id of the control whose argument ends with this tag."""
    [found] = [
        part["custom_id"]
        for part in parts(message)
        if str(part.get("custom_id", "")).endswith(f",{tag}") and not part.get("disabled")
    ]
    return str(found)
