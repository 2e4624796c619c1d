"""The simulated Discord counts requests as Discord does, and refuses those that come too early."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from bot.playground import world
from bot.playground.backend import InteractionType
from bot.playground.limits import A_SECOND, INVALID_SECONDS, Limits
from bot.playground.wire import Wire

CARDS, LOUNGE = (channel[0] for channel in world.CHANNELS)
CALLBACK = "/interactions/5/secret/callback"
ORIGINAL = "/webhooks/1/secret/messages/@original"


class HandClock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def limits(clock: HandClock) -> Limits:
    return Limits(clock)


def passed(limits: Limits, method: str, paths: list[str]) -> int:
    """How many of these requests pass."""
    return sum(limits.judge(method, path).wait is None for path in paths)


def test_fifty_requests_a_second_pass(limits: Limits, clock: HandClock) -> None:
    """Fifty requests pass, whatever they are about. The next one may come a second after the first."""
    paths = [f"/channels/{number}/messages" for number in range(A_SECOND + 1)]
    assert passed(limits, "POST", paths) == A_SECOND
    clock.at += 0.4
    refused = limits.judge("DELETE", "/channels/1/messages/2")
    assert refused.is_global
    assert refused.wait == pytest.approx(0.6)
    clock.at += 0.6
    assert limits.judge("DELETE", "/channels/1/messages/2").wait is None
    assert limits.figures()["counted"] == A_SECOND + 1


def test_callbacks_and_token_edits_do_not_count(limits: Limits) -> None:
    """Callbacks and edits by token pass whatever the limit, and do not count towards it."""
    assert passed(limits, "POST", [CALLBACK] * 200) == 200
    tokens = [f"/webhooks/1/secret{number}/messages/@original" for number in range(200)]
    assert passed(limits, "PATCH", tokens) == 200
    assert passed(limits, "POST", [f"/channels/{number}/messages" for number in range(A_SECOND)]) == A_SECOND
    assert limits.figures() | {"counted": A_SECOND, "free": 400} == limits.figures()


def test_a_token_allows_five_requests_in_two_seconds(limits: Limits, clock: HandClock) -> None:
    """Edits and follow-ups count together. Another token is not held up."""
    mixed = [ORIGINAL, "/webhooks/1/secret", ORIGINAL, "/webhooks/1/secret", ORIGINAL, ORIGINAL]
    assert passed(limits, "POST", mixed) == 5
    assert limits.judge("PATCH", "/webhooks/1/other/messages/@original").wait is None
    clock.at += 2.0
    assert limits.judge("PATCH", ORIGINAL).wait is None


def test_a_channel_allows_five_messages_and_edits_in_five_seconds(limits: Limits, clock: HandClock) -> None:
    """Messages and edits have a bucket each, and headers say how much is left."""
    send, edit = "/channels/7/messages", "/channels/7/messages/9"
    assert passed(limits, "POST", [send] * 6) == 5
    assert passed(limits, "PATCH", [edit, "/channels/7/messages/8"] * 3) == 5
    refused = limits.judge("PATCH", edit)
    assert not refused.is_global
    assert refused.headers["X-RateLimit-Remaining"] == "0"
    assert float(refused.headers["X-RateLimit-Reset-After"]) == pytest.approx(refused.wait or 0)
    clock.at += 5.0
    again = limits.judge("PATCH", edit)
    assert again.wait is None
    assert again.headers["X-RateLimit-Remaining"] == "4"


def test_invalid_requests_are_counted_over_ten_minutes(limits: Limits, clock: HandClock) -> None:
    """Discord counts them before it bans an address. Other failures do not count."""
    for status in (200, 401, 403, 404, 429, 500):
        limits.answered(status)
    clock.at += INVALID_SECONDS
    limits.answered(403)
    assert limits.most_invalid == 3
    figures = limits.figures()
    assert (figures["401"], figures["403"], figures["429"]) == (1, 2, 1)


async def _sent(session: aiohttp.ClientSession, token: str, number: int) -> list[aiohttp.ClientResponse]:
    """Send messages to one channel, one after another, and return the answers."""
    headers = {"Authorization": f"Bot {token}"}
    answers = []
    for _ in range(number):
        answer = await session.post(f"/api/v10/channels/{CARDS}/messages", json={"content": "Hello"}, headers=headers)
        await answer.read()
        answers.append(answer)
    return answers


async def test_the_wire_refuses_requests_as_discord_does() -> None:
    """The wire answers 429 with Retry-After, with the bucket's headers on every answer, and with `Via`, which makes
    discord.py retry.
    """
    wire = Wire()
    address = await wire.start()
    try:
        async with aiohttp.ClientSession(address.url) as session:
            *fine, refused = await _sent(session, address.token, 6)
            assert [answer.status for answer in fine] == [200] * 5
            assert [answer.headers["X-RateLimit-Remaining"] for answer in fine] == list("43210")
            assert refused.status == 429
            assert {"Via", "Retry-After", "X-RateLimit-Scope"} <= set(refused.headers)
            body: dict[str, Any] = await refused.json()
            assert 0 < body["retry_after"] <= 5
            assert body["global"] is False
    finally:
        await wire.close()


async def test_an_expired_token_answers_401(monkeypatch: pytest.MonkeyPatch) -> None:
    """A token expires fifteen minutes after its interaction. A token that never existed is answered in the same way."""
    wire = Wire()
    address = await wire.start()
    try:
        record = wire.backend.interact(
            InteractionType.MESSAGE_COMPONENT, CARDS, world.HOST.id, {"custom_id": "x", "component_type": 2}
        )
        async with aiohttp.ClientSession(address.url) as session:
            application = world.APPLICATION_ID
            live = f"/api/v10/webhooks/{application}/{record.token}"
            async with session.post(live, json={"content": "Early"}) as answer:
                assert answer.status != 401
            record.expires_at = wire.backend.now_iso()
            for path in (live, f"/api/v10/webhooks/{application}/never"):
                async with session.post(path, json={"content": "Late"}) as answer:
                    assert answer.status == 401
                    assert (await answer.json())["code"] == 50027
    finally:
        await wire.close()
