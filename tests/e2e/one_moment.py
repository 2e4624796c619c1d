"""Acts at the same moment: none waits for the previous one's answer, and answers take time in both directions."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from bot.ui.interaction.reply import Reply

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.conftest import World

LONG = 300
"""Turns of the event loop that a slow request takes: several times as many as everything else in an act."""


async def turns(number: int) -> None:
    """Let the event loop run this many turns."""
    for _ in range(number):
        await asyncio.sleep(0)


@contextmanager
def one_moment(world: World) -> Iterator[None]:
    """Let acts follow each other without waiting for the previous one's answer."""
    with pytest.MonkeyPatch.context() as hurried:
        hurried.setattr(world.env, "_settle_internal", lambda **_: turns(LONG // 10))
        yield


def slow_answers(patch: pytest.MonkeyPatch, *delays: tuple[int, int]) -> None:
    """Delay the next answers that edit the pressed message, by these turns of the event loop to Discord and back."""
    put, left = Reply._edit_clicked, iter(delays)

    async def slowly(reply: Reply, *what: Any, acknowledged: bool) -> Any:
        there, back = next(left, (0, 0))
        await turns(there)
        shown = await put(reply, *what, acknowledged=acknowledged)
        await turns(back)
        return shown

    patch.setattr(Reply, "_edit_clicked", slowly)
