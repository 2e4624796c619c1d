"""Shared parts of walks in which several people act at the same moment while Discord is slow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from tests.e2e.one_moment import turns

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    import pytest

MAX_AT_ONCE = 4
REST_AFTER = 5
"""Steps between comparisons of everything shown."""
TURNS = (0, 0, 1, 5, 25, 120)
"""Turns of the event loop that a request may take to arrive, and its answer to come back."""
SHARE_AT_ONCE, SHARE_ALONE = 0.8, 0.5
"""The share of steps in which several things happen, and the share of those in which one person does them all."""
BUTTON = 2


def slow_down(patch: pytest.MonkeyPatch, rng: random.Random) -> None:
    """Let each request, and each answer, take its own time."""
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
