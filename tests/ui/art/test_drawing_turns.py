"""The order in which background messages are drawn."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.ui.art.drawing_turns import AT_ONCE, LATER, SOON, DrawingTurns, patience_for_board

if TYPE_CHECKING:
    from collections.abc import Sequence


async def drawn_in_order(turns: DrawingTurns, wanted: Sequence[tuple[str, float]]) -> list[str]:
    """Request all drawings while another one is in progress, and return the order in which they had their turns."""
    order: list[str] = []

    async def draw(name: str, patience: float) -> None:
        async with turns.turn(lambda: patience):
            order.append(name)

    async with turns.turn(patience_for_board):
        tasks = [asyncio.create_task(draw(*one)) for one in wanted]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    return order


async def test_the_hand_to_play_overtakes_boards() -> None:
    """With two hundred busy tables, it used to wait behind their boards for five seconds."""
    wanted = [("a board", LATER), ("another board", LATER), ("a hand", SOON), ("the hand to play", AT_ONCE)]
    assert await drawn_in_order(DrawingTurns(1), wanted) == ["the hand to play", "a hand", "a board", "another board"]


async def test_a_board_that_has_waited_long_is_not_overtaken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands that keep coming do not starve it."""
    turns, loop = DrawingTurns(1), asyncio.get_running_loop()
    real, ahead = loop.time, [0.0]
    monkeypatch.setattr(loop, "time", lambda: real() + ahead[0])
    order: list[str] = []

    async def draw(name: str, patience: float) -> None:
        async with turns.turn(lambda: patience):
            order.append(name)

    async with turns.turn(patience_for_board):
        board = asyncio.create_task(draw("a board", LATER))
        await asyncio.sleep(0)
        ahead[0] = LATER + 1
        hand = asyncio.create_task(draw("the hand to play", AT_ONCE))
        await asyncio.sleep(0)
    await asyncio.gather(board, hand)
    assert order == ["a board", "the hand to play"]


async def test_a_hand_whose_turn_comes_while_it_waits_overtakes_too() -> None:
    """A hand whose turn comes is drawn before boards, and before hands of people who only watch, even if these have
    waited longer.
    """
    turns, order, patience = DrawingTurns(1), list[str](), {"the one": SOON, "another": SOON}

    async def draw(name: str) -> None:
        async with turns.turn(lambda: patience[name]):
            order.append(name)

    async with turns.turn(patience_for_board):
        tasks = [asyncio.create_task(draw(name)) for name in ("another", "the one")]
        await asyncio.sleep(0)
        patience["the one"] = AT_ONCE
    await asyncio.gather(*tasks)
    assert order == ["the one", "another"]


@pytest.mark.parametrize("when", ["while it waits", "as the one before ends", "when its turn has come"])
async def test_a_cancelled_drawing_leaves_the_turn_to_the_next(when: str) -> None:
    turns = DrawingTurns(1)
    async with turns.turn(patience_for_board):
        gone = asyncio.create_task(drawn_in_order(turns, []))
        await asyncio.sleep(0)
        if when != "when its turn has come":
            gone.cancel()
        if when == "while it waits":
            await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    async with asyncio.timeout(60):
        assert await drawn_in_order(turns, [("the next", SOON)]) == ["the next"]
