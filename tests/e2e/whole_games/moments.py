"""What walks share in which several people act in the same moment while Discord is slow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from tests.e2e.one_moment import turns

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    import pytest

MOST_AT_ONCE = 4
REST_AFTER = 5
"""Steps until all that stands is compared."""
TURNS = (0, 0, 1, 5, 25, 120)
"""Turns of the event loop that a request takes to arrive, and its answer."""
SHARE_AT_ONCE, SHARE_ALONE = 0.8, 0.5
"""Of steps in which several things are done, and of those that one person does."""
BUTTON = 2


def slow_down(patch: pytest.MonkeyPatch, rng: random.Random) -> None:
    """Each request takes its own time to Discord, and so does the answer."""
    for client in (FakeHTTPClient, FakeWebhookAdapter):
        patch.setattr(client, "request", _slow(client.request, rng))


def _slow(request: Callable[..., Any], rng: random.Random) -> Callable[..., Any]:
    async def slowly(client: Any, *args: Any, **options: Any) -> Any:
        await turns(rng.choice(TURNS))
        try:
            return await request(client, *args, **options)
        finally:
            await turns(rng.choice(TURNS))

    return slowly
