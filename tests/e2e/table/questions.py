"""Asking everybody at a table, and what the channel then shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.rules.three_thirteen.actions import Discard
from bot.rules.three_thirteen.game import GAME
from tests.e2e.table_talk import control, parts, text

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from tests.e2e.conftest import World


def question(world: World) -> Any:
    """Return the open question in the channel, or None."""
    for message in world.channel.history():
        if any(":agree:" in part.get("custom_id", "") for part in parts(message)):
            return message
    return None


def board(world: World) -> Any:
    """Return the table's board, which may be above a question."""
    return next(m for m in world.channel.history() if m.components and "Table " in text(m))


async def menu(world: World, name: str) -> Any:
    """Open the person's private menu."""
    return (await world.person(name).click(board(world), custom_id=control(board(world), "menu"))).response


async def play_turn(world: World, table: Any) -> tuple[str, str, Any]:
    """Let the player to act draw and discard. Return their name, the other's, and the state before the discard."""
    name = world.name_to_act(table)
    person = world.person(name)
    await person.slash(world.channel, "draw", **{"from": "stock"})
    before = table.position.state
    card = next(card for card in table.position.view_of(person.id).hand if not goes_out(table, card))
    await person.slash(world.channel, "discard", cards=str(card))
    return name, "ben" if name == "anna" else "anna", before


def goes_out(table: Any, card: Card) -> bool:
    """Return whether a discard ends the round for its player, which would be shown instead."""
    position = table.position
    return GAME.apply(position.state, position.seat_to_act, Discard(card)).went_out is not None


def outcome_of(world: World, asked: Any) -> str:
    """Return what the message with the question says now, after checking that no question is open."""
    assert question(world) is None
    return text(next(m for m in world.channel.history() if m.id == asked.id))


def mentioned(world: World) -> list[int]:
    """Return the ids of the people whom the open question mentioned when it was posted."""
    return list(world.env.backend.messages[world.channel.id][question(world).id].ping_user_ids)
