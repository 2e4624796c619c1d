"""Open hands in the channel, and play in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.e2e.table_talk import (
    advice,
    control,
    private,
    text,
)

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def live_hands(world: World, name: str) -> list[Any]:
    """Return the messages with the person's playable hand, which excludes pointers to a hand and paused hands."""
    person = world.person(name)
    seen = [*world.channel.history(viewer=person), *person.user.dm_channel.history(viewer=person.user)]
    return [m for m in seen if "-# Seats: " in text(m)]


async def open_hand(world: World, name: str) -> Any:
    """Return the hand that the board's button shows."""
    return private(await world.person(name).click(world.board(), custom_id=control(world.board(), "hand")))


def in_turn(world: World, table: Any) -> tuple[str, str]:
    """Whose turn it is at a table of Anna and Ben, and who waits."""
    first = world.name_to_act(table)
    return first, "ben" if first == "anna" else "anna"


async def keep_hands_in_channel(world: World, *names: str) -> None:
    """Let these people have their hands in the channel only, as `/settings` would."""
    for name in names:
        await world.bot.store.people.change(world.person(name).id, hand_by_dm=False)


async def play(world: World, table: Any, name: str) -> None:
    """Play the turn in the person's private hand, if it is theirs."""
    person = world.person(name)
    while table.position.person_to_act == person.id:
        hand = world.hand(name)
        await person.click(hand, custom_id=control(hand, "act", advice(table, person.id)))
