"""Acts of one moment: nobody waits until the act before is answered, and answers take their time there and back."""

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
"""Turns of the event loop that a slow request takes: several times what everything else of an act does."""


async def turns(number: int) -> None:
    """So many turns of the event loop."""
    for _ in range(number):
        await asyncio.sleep(0)


@contextmanager
def one_moment(world: World) -> Iterator[None]:
    """Here an act does not wait for the answer to the one before."""
    with pytest.MonkeyPatch.context() as hurried:
        hurried.setattr(world.env, "_settle_internal", lambda **_: turns(LONG // 10))
        yield


def slow_answers(patch: pytest.MonkeyPatch, *delays: tuple[int, int]) -> None:
    """The next answers that change the message that was pressed take so many turns to Discord, and so many back."""
    put, left = Reply._put, iter(delays)

    async def slowly(reply: Reply, view: Any, *, acknowledged: bool) -> Any:
        there, back = next(left, (0, 0))
        await turns(there)
        shown = await put(reply, view, acknowledged=acknowledged)
        await turns(back)
        return shown

    patch.setattr(Reply, "_put", slowly)
