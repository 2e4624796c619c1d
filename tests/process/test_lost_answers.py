"""Discord refuses the answers of a running bot: moves are made completely anyway, and everybody sees them in time."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from typing import TYPE_CHECKING

from tests.process.conftest import ADA, ADA_DM, CARDS, controls, legal, open_table
from tests.wire_client import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.process.conftest import Machine
    from tests.wire_client import Json, PersonClient


@contextlib.contextmanager
def disk_busy(database: Path) -> Iterator[None]:
    """Hold the write lock of the bot's file, as another program would."""
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as file:
        file.execute("BEGIN IMMEDIATE")
        yield
        file.execute("ROLLBACK")


async def deal_game(machine: Machine) -> tuple[PersonClient, Json, str]:
    """Deal a game with a computer player. Return Ada, her hand, and the button with which she draws."""
    await machine.start_bot()
    ada = machine.client.person(ADA)
    await open_table(ada, computers=1)
    await legal(ada)
    hand = await ada.until(ADA_DM, lambda hand: bool(draw_buttons(hand)))
    return ada, hand, draw_buttons(hand)[0]


def draw_buttons(hand: Json) -> list[str]:
    """The custom ids of the buttons that draw a card."""
    ids = [part["custom_id"] for part in controls(hand)]
    return [custom_id for custom_id in ids if ":act:" in custom_id and "draw" in custom_id]


async def wait_until_shown(ada: PersonClient) -> None:
    """Wait until the board and the hand show that she has drawn."""
    await ada.until(CARDS, lambda board: "discard one card" in text_of(board).lower())
    await ada.until(ADA_DM, lambda hand: "Discard one card" in text_of(hand))


async def test_a_move_is_saved_although_its_interaction_has_expired(machine: Machine) -> None:
    """The acknowledgement is refused while the disk is busy. The move is saved and shown, and the game goes on."""
    ada, hand, draw = await deal_game(machine)
    await machine.client.fail("POST", "/interactions/*", 404, 10062, times=2)
    with disk_busy(machine.database):
        click = asyncio.create_task(ada.click(hand, draw))
        await asyncio.sleep(0.4)
    assert (await click)["outcome"] == "failed"
    await wait_until_shown(ada)
    await ada.slash(CARDS, "move", action=(await legal(ada))[0])
    async with asyncio.timeout(60):  # the second refusal may have hit the command's own answer
        while not any(action.startswith("draw") for action in await legal(ada)):
            await asyncio.sleep(0.05)
    assert "ERROR" not in machine.log


async def test_failing_acknowledgements_do_not_delay_the_table(machine: Machine) -> None:
    """discord.py would retry for half a minute, and the table's messages would wait for it."""
    ada, hand, draw = await deal_game(machine)
    await machine.client.fail("POST", "/interactions/*", 503, times=None)
    assert (await ada.click(hand, draw))["outcome"] == "failed"
    await wait_until_shown(ada)
    assert "ERROR" not in machine.log
