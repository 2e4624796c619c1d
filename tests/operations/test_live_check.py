"""`doctor --live` at a Discord with its limits, over real HTTP: what it finds, and that it cleans up."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord
import pytest
from simcord.backend.models.channel import Overwrite
from simcord.enums import ChannelType, OverwriteType

from bot.operations.doctor import command as doctor
from bot.operations.doctor import live_check
from bot.operations.doctor.discord_checks import check_discord
from bot.operations.doctor.finding import Grade
from bot.operations.doctor.live_check import check_live
from bot.operations.doctor.local_checks import has_token_shape
from bot.operations.doctor.watched_requests import EDIT, SEND, TOKEN, WatchedRequests
from bot.playground import world
from bot.playground.wire import Wire
from bot.redirect import point_discord_at
from tests.operations.findings import subjects
from tests.wire_client import components

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.operations.doctor.finding import Finding

CARDS = world.CHANNELS[0][0]
ADA = world.PEOPLE[0]


class Host:
    """Somebody at the wire who presses the button that the check asks for, or does not."""

    def __init__(self, wire: Wire, token: str) -> None:
        self.wire = wire
        self.token = token
        self.presses = True
        self._told: list[asyncio.Task[Any]] = []

    async def check(self, channel: int = CARDS) -> list[Finding]:
        return await asyncio.wait_for(check_live(self.token, channel, self.say), 60)

    def say(self, text: str) -> None:
        if self.presses:
            place = ADA.dm if "direct message" in text else CARDS
            self._told.append(asyncio.ensure_future(self._press(place)))

    async def _press(self, place: int) -> None:
        message = self.wire.backend.history_for(ADA.id, place)[-1]
        (button,) = (part["custom_id"] for part in components(message) if "custom_id" in part)
        act = {"do": "click", "place": place, "message": message["id"], "custom_id": button}
        await self.wire.people.act(ADA.id, act)

    def left(self) -> list[Any]:
        """The messages in the channel and the direct messages, except those that only Ada sees."""
        places = (CARDS, ADA.dm)
        return [
            each for place in places for each in self.wire.backend.history_for(ADA.id, place) if not each["flags"] & 64
        ]


@pytest.fixture
async def host(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Host]:
    for owner, name in (
        (discord.http.Route, "BASE"),
        (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY"),
        (discord.asset.Asset, "BASE"),
    ):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # restored afterwards
    wire = Wire()
    address = await wire.start()
    point_discord_at(address.url)
    yield Host(wire, address.token)
    await wire.close()


async def test_a_live_check_confirms_what_the_bot_relies_on(host: Host) -> None:
    findings = await host.check()
    told = "\n".join(finding.sentence for finding in findings)
    assert subjects(findings, Grade.GOOD) == [
        "nonce", "board", "ephemeral hand", "pictures", "hand by DM", "limits", "limits", "limits", "refused"
    ], told  # fmt: skip
    assert f"Discord takes 5 {SEND} in 5.0 s." in told
    assert host.token not in told
    assert host.left() == []


async def test_the_doctor_finds_no_problem_with_the_wire(host: Host, caplog: pytest.LogCaptureFixture) -> None:
    """The wire's answers about the bot have everything that the check-up reads, and its token has Discord's format."""
    findings = [finding async for finding in check_discord(host.token)]
    assert {finding.subject: finding.sentence for finding in findings if finding.grade is not Grade.GOOD} == {}
    assert [finding.subject for finding in findings] == ["Discord", "clock", "servers", "for accounts", "invite"]
    assert has_token_shape(host.token)
    assert caplog.messages == []


async def test_a_channel_without_messages_is_reported(host: Host) -> None:
    backend = host.wire.backend
    category = backend.create_channel(world.GUILD_ID, "Games", type=ChannelType.CATEGORY)
    (finding,) = await host.check(category.id)
    assert (finding.grade, finding.subject) == (Grade.BAD, "channel")


async def test_an_incomplete_answer_is_a_finding(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """An incomplete answer ends in a finding, not in a traceback."""
    monkeypatch.setattr(host.wire.backend, "bot_payload", dict)
    (finding,) = await host.check()
    assert (finding.grade, finding.subject) == (Grade.DOUBTFUL, "Discord")


async def test_a_missing_press_is_reported_and_cleaned_up(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check reports what was not tried, and deletes its message."""
    monkeypatch.setattr(live_check, "PRESS_TIMEOUT_SECONDS", 0.2)
    host.presses = False
    findings = await host.check()
    assert "tokens" in subjects(findings, Grade.DOUBTFUL)
    assert host.left() == []


async def test_closed_direct_messages_are_reported(host: Host) -> None:
    host.wire.backend.closed_dms.add(ADA.id)
    findings = await host.check()
    assert subjects(findings, Grade.DOUBTFUL) == ["hand by DM"]
    assert "ephemeral hand" in subjects(findings, Grade.GOOD)


async def test_a_picture_that_discord_does_not_keep_is_reported(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The press is answered with the file, so that the rest can be tried."""
    monkeypatch.setattr(live_check, "picture_ids", lambda _components: iter([4711]))
    findings = await host.check()
    assert subjects(findings, Grade.DOUBTFUL) == ["pictures"]
    assert "hand by DM" in subjects(findings, Grade.GOOD)


async def test_an_unknown_channel_is_reported(host: Host) -> None:
    (finding,) = await host.check(4711)
    assert (finding.grade, finding.subject) == (Grade.BAD, "channel")


async def test_a_channel_in_which_the_bot_may_not_write_is_reported_as_such(host: Host) -> None:
    """The bot sees the channel, which used to be denied."""
    silenced = Overwrite(world.BOT_ID, OverwriteType.MEMBER, 0, discord.Permissions(send_messages=True).value)
    quiet = host.wire.backend.create_channel(world.GUILD_ID, "quiet", overwrites=[silenced])
    (finding,) = await host.check(quiet.id)
    assert (finding.grade, finding.subject) == (Grade.BAD, "channel")
    assert finding.sentence.startswith("The bot may not post a message with a picture in that channel")


async def test_a_check_that_breaks_off_keeps_what_it_has_found(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last line says to look at what came before, which used to be left out. A message that a moderator deletes
    meanwhile does not make the channel unknown.
    """

    send, sent = live_check._Check._send, list[discord.Message]()

    async def send_and_delete(*arguments: Any) -> discord.Message:
        sent.append(await send(*arguments))
        if len(sent) == 2:
            await sent[0].delete()
        return sent[-1]

    monkeypatch.setattr(live_check._Check, "_send", send_and_delete)
    findings = await host.check()
    assert subjects(findings, Grade.GOOD) == ["nonce"]
    assert findings[-1].sentence.startswith("The check broke off (NotFound)")


async def test_a_refused_token_is_reported_without_printing_it(host: Host) -> None:
    host.token = "wrong"
    (finding,) = await host.check()
    assert finding.grade is Grade.BAD
    assert "wrong" not in finding.sentence


def test_a_limit_is_read_from_the_first_answer_of_its_window() -> None:
    """Later answers give what is left of the window. A 429 is counted."""
    watched = WatchedRequests()
    for left in ("5.0", "3.2"):
        headers = {"X-RateLimit-Limit": "5", "X-RateLimit-Reset-After": left}
        watched.record("PATCH", "/api/v10/channels/7/messages/8", 200, headers)
    watched.record("GET", "/api/v10/channels/7", 429, {"X-RateLimit-Limit": "1"})
    assert watched.limits == {EDIT: (5, 5.0)}
    assert watched.refused == 1


def test_limits_below_what_the_bot_assumes_are_reported() -> None:
    watched = WatchedRequests()
    watched.limits = {SEND: (5, 10.0), TOKEN: (5, 2.0)}
    grades = [finding.grade for finding in live_check._limits(watched)]
    assert grades == [Grade.DOUBTFUL, Grade.DOUBTFUL, Grade.GOOD, Grade.GOOD]


def test_offline_and_live_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        doctor.main(["--offline", "--live", "5"])
    assert "not allowed with" in capsys.readouterr().err
