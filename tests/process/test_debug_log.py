"""Even at DEBUG, the log contains nothing that would let its reader act as somebody, see a hand or know the deck."""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.catalogue import GAMES
from bot.tables.model.records import Phase
from bot.tables.model.seed import seed_of
from tests.process.conftest import ADA, ADA_DM, CARDS, controls, legal, open_table
from tests.soaking import SOAKING
from tests.wire_client import RefusedError, components

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.tables.model.records import TableRecord
    from tests.process.conftest import Machine
    from tests.wire_client import PersonClient

GAME = "notty"
AWAY = ("leave", "end", "board", "table")
"""Verbs of controls that lead away from the hand or end the game."""


@pytest.mark.parametrize("style", ["text", "json"] if SOAKING else ["json"])
async def test_a_whole_game_leaves_no_secret_in_the_debug_log(machine: Machine, style: str) -> None:
    """The secrets are the bot's and interactions' tokens, hands' controls, moves with their cards, and the deck's
    secret and seed.
    """
    await machine.start_bot(LOG_LEVEL="DEBUG", LOG_FORMAT=style)
    ada, chance = machine.client.person(ADA), random.Random(7)
    await open_table(ada, computers=1, game=GAME, level="easy", options="round_limit=20")
    await legal(ada)
    await ada.slash(ADA_DM, "hand")
    await ada.slash(CARDS, "hint")
    seen: set[str] = set()
    async for choices in turns(ada):
        seen |= await press_something(ada, chance)
        await ada.slash(CARDS, "move", action=chance.choice(choices))
    await ada.slash(CARDS, "verify", id="1")
    assert await machine.stop_bot() == 0

    record, log = await machine.stored()
    assert record.phase is Phase.OVER
    assert len(seen) > 20
    moves = [entry.text for entry in log if " " in entry.text]
    assert len(moves) > 5
    shown = machine.log.replace("\\\\", "\\")
    leaked = [secret for secret in (*machine.tokens, *seen, *moves, *deck_secrets(record)) if secret in shown]
    assert leaked == []
    assert "[secret]" not in shown
    assert "objects alone" in shown, "our own lines are there"


async def press_something(person: PersonClient, chance: random.Random) -> set[str]:
    """Press a control of the hand at random. Return all custom ids that the hand then has."""
    hand = await shown_hand(person)
    ids = [part["custom_id"] for part in controls(hand) if "custom_id" in part]
    safe = [custom_id for custom_id in ids if custom_id.split(":")[2] not in AWAY]
    if safe:
        with contextlib.suppress(RefusedError):  # the move before has changed the hand meanwhile
            await person.click(hand, chance.choice(safe))
    messages = await private_messages(person)
    return {part["custom_id"] for shown in messages for part in components(shown) if "custom_id" in part}


async def shown_hand(person: PersonClient) -> dict[str, Any]:
    """Wait for the person's hand, and return it, or an empty message once the game is over."""
    async with asyncio.timeout(60):
        while not await is_over(person):
            hands = [message for message in await private_messages(person) if has_sorting(message)]
            if hands:
                return hands[-1]
            await asyncio.sleep(0.05)
    return {}


def has_sorting(message: dict[str, Any]) -> bool:
    return any(":sort:" in part.get("custom_id", "") for part in components(message))


async def private_messages(person: PersonClient) -> list[dict[str, Any]]:
    """The messages that may show the person's hand: those of the DM and of the channel."""
    return [*await person.messages(ADA_DM), *await person.messages(CARDS)]


async def turns(person: PersonClient) -> AsyncIterator[list[str]]:
    """Yield the person's legal actions at each of their decisions, until the game is over."""
    while not await is_over(person):
        choices = await person.autocomplete(CARDS, "move", "action", action="")
        if choices:
            yield [choice["value"] for choice in choices]
        else:
            await asyncio.sleep(0.05)


async def is_over(person: PersonClient) -> bool:
    """Whether the board shows the result, which may be a draw."""
    boards = await person.messages(CARDS)
    return any(":rematch" in part.get("custom_id", "") for board in boards for part in controls(board))


def deck_secrets(record: TableRecord) -> tuple[str, ...]:
    """The values that determine the deck, in every form in which they could be written, and the start of the stored
    position.
    """
    assert record.state is not None
    seed = seed_of(record, GAMES[record.game].version)
    forms = [form for value in (record.secret, seed) for form in (value.hex(), repr(value)[2:-1])]
    return (*forms, record.state[:40])
