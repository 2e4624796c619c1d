"""Tables in a group DM and in a server without the bot: start one, press its controls, and open hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.rules.catalogue import GAMES
from tests.e2e.table_talk import control, parts

if TYPE_CHECKING:
    from tests.e2e.outside import Guest, Outside

EVERYBODY = ("anna", "ben", "zoe", "uwe")


def board(place: Outside) -> Any:
    """Return the newest public message with controls."""
    return place.boards()[-1]


async def press(guest: Guest, message: Any, verb: str) -> Any:
    return await guest.click(message, custom_id=control(message, verb))


async def seated(place: Outside, game: str, **options: Any) -> Any:
    """Start Anna's table with as many other people as the game needs."""
    anna, *others = (place.guest(name) for name in EVERYBODY[: GAMES[game].seats[0]])
    await anna.slash("table new", game=game, seats=1 + len(others), **options)
    for guest in others:
        await press(guest, board(place), "join")
    await press(anna, board(place), "start")
    return await place.world.bot.tables.in_channel(place.id)


def to_act(place: Outside, table: Any) -> Guest:
    return place.guest(place.world.name_to_act(table))


async def hand_of(place: Outside, guest: Guest, table: Any) -> Any:
    """Return their hand in the current position, opening it from the board if necessary."""
    if guest.hand() is None or f":{table.record.decision}:" not in str(parts(guest.hand())):
        await press(guest, board(place), "hand")
    return guest.hand()
