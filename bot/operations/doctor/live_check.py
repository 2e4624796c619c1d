"""`doctor --live`: tests on Discord itself what the bot relies on to spend few requests.

It posts a message, has a person press a button there and one in a direct message, edits both and an ephemeral answer
with the presses' tokens, answers a press with a picture that the message has, sends a message twice with the same
nonce, reads the headers of all answers, and cleans up.
The running bot, which also receives the presses, ignores them, because their ids do not match its pattern.
"""

from __future__ import annotations

import asyncio
import io
import secrets
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import ui

from bot.operations.doctor.finding import UNREADABLE, Finding, bad, doubtful, good, unread
from bot.operations.doctor.watched_requests import EDIT, SEND, TOKEN, WatchedRequests
from bot.render.pictures.lobby import draw_banner
from bot.rules.catalogue import GAMES
from bot.uploaded import UploadedFile, picture_ids

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

    Press = discord.Interaction[Any]
    Channel = discord.abc.Messageable

PRESS_TIMEOUT_SECONDS = 120.0
"""Seconds to wait for each press."""
CONNECT_TIMEOUT_SECONDS = 30.0
ASSUMED = {SEND: 5 / 5, EDIT: 5 / 5, TOKEN: 5 / 2}
"""The limits that the bot assumes, in requests per second of each kind."""


async def check_live(token: str, channel_id: int, say: Callable[[str], None]) -> list[Finding]:
    """Run the check in that channel; `say` tells the person what to press. Failing to reach Discord is a finding."""
    watched, findings = WatchedRequests(), list[Finding]()
    try:
        async with _connected(token, watched) as client:
            try:
                channel = await client.fetch_channel(channel_id)
            except (discord.NotFound, discord.Forbidden):
                return [bad("channel", "The bot sees no channel with that id: copy the id again, or let the bot in.")]
            if not isinstance(channel, discord.abc.Messageable):
                return [bad("channel", "Messages cannot be posted in that channel: take the id of a text channel.")]
            async for finding in _Check(client, channel, say).steps():
                findings.append(finding)  # one by one, so that those before a failure stay
    except discord.Forbidden:
        said = "The bot may not post a message with a picture in that channel: let it do so, or take another channel."
        return [*findings, bad("channel", said)]
    except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
        return [*findings, bad("Discord", f"The check broke off ({type(error).__name__}): look at what came before.")]
    except UNREADABLE as error:
        return [*findings, unread("Discord", error)]
    return [*findings, *_limits(watched)]


@asynccontextmanager
async def _connected(token: str, watched: WatchedRequests) -> AsyncIterator[discord.Client]:
    intents = discord.Intents(guilds=True)
    async with discord.Client(intents=intents, http_trace=watched.trace()) as client:
        await client.login(token)
        running = asyncio.create_task(client.connect(reconnect=False))
        ready = asyncio.create_task(client.wait_for("connect"))
        done, _ = await asyncio.wait(
            {running, ready}, timeout=CONNECT_TIMEOUT_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        if ready not in done:
            ready.cancel()
            if running in done:
                running.result()  # raises why it ended
            running.cancel()
            raise TimeoutError
        yield client
        await client.close()
        await asyncio.gather(running, return_exceptions=True)


class _Check:
    """One run in a channel. Each step yields its findings; the messages are deleted at the end."""

    def __init__(self, client: discord.Client, channel: Channel, say: Callable[[str], None]) -> None:
        self._client = client
        self._channel = channel
        self._say = say
        self._sent: list[discord.Message] = []

    async def steps(self) -> AsyncIterator[Finding]:
        try:
            async for finding in self._steps():
                yield finding
        finally:
            for message in self._sent:
                with suppress(discord.HTTPException):
                    await message.delete()

    async def _steps(self) -> AsyncIterator[Finding]:
        nonce, button = secrets.token_hex(12), f"doctor:{secrets.token_hex(8)}"
        board = await self._send(self._channel, button, nonce)
        again = await self._send(self._channel, button, nonce)
        if again.id == board.id:
            yield good("nonce", "A message sent twice under one nonce was posted once.")
        else:
            yield doubtful(
                "nonce", "A message sent twice under one nonce was posted twice: a crash may leave two boards."
            )
        await board.edit(view=_page(button, "Edited."), attachments=[_picture()])
        press = await self._pressed(button, "Press “Check” under the bot's newest message in that channel")
        if press is None:
            yield doubtful(
                "tokens", f"Nobody pressed within {PRESS_TIMEOUT_SECONDS:.0f} seconds: edits by token were not tried."
            )
            return
        await press.response.defer()
        yield await _tried("board", "edits the message that was pressed, with a picture", self._by_token(press, button))
        yield await _tried("ephemeral hand", "edits an ephemeral message", self._ephemeral(press, button))
        async for finding in self._direct(press.user):
            yield finding

    async def _direct(self, person: discord.User | discord.Member) -> AsyncIterator[Finding]:
        button = f"doctor:{secrets.token_hex(8)}"
        try:
            await self._send(person, button)
        except discord.Forbidden:
            yield doubtful("hand by DM", "You take no direct messages from the bot there: that was not tried.")
            return
        press = await self._pressed(button, "Now press “Check” in the bot's direct message")
        if press is None:
            yield doubtful(
                "hand by DM", f"Nobody pressed within {PRESS_TIMEOUT_SECONDS:.0f} seconds: that was not tried."
            )
            return
        yield await self._answered(press, button)
        yield await _tried("hand by DM", "edits a direct message", self._by_token(press, button))

    async def _send(self, to: Channel, button: str, nonce: str | None = None) -> discord.Message:
        or_none: Any = nonce  # discord.py takes None too, which its types do not say
        message = await to.send(view=_page(button, "This checks the bot."), file=_picture(), nonce=or_none)
        if message.id not in [sent.id for sent in self._sent]:
            self._sent.append(message)
        return message

    async def _pressed(self, button: str, request: str) -> Press | None:
        """Ask for the press of a button, and wait for it."""
        self._say(f"{request} (within {PRESS_TIMEOUT_SECONDS:.0f} seconds) …")

        def fits(press: Press) -> bool:
            return bool(press.data and press.data.get("custom_id") == button)

        try:
            return await self._client.wait_for("interaction", check=fits, timeout=PRESS_TIMEOUT_SECONDS)
        except TimeoutError:
            return None

    async def _answered(self, press: Press, button: str) -> Finding:
        """Answer a press, referring to the picture that the message has."""
        view, held = _page(button, "Answered."), press.message.components if press.message is not None else []
        try:
            await press.response.edit_message(view=view, attachments=list(map(UploadedFile, picture_ids(held))))
        except discord.HTTPException as error:
            await press.response.edit_message(view=view, attachments=[_picture()])
            return doubtful(
                "pictures",
                f"Discord refused ({error.status}, code {error.code}) an answer with a picture that the message has: "
                "presses will upload it again.",
            )
        return good("pictures", "An answer to a press keeps a picture that the message has, without another upload.")

    async def _by_token(self, press: Press, button: str) -> None:
        await press.edit_original_response(view=_page(button, "Edited by token."), attachments=[_picture()])

    async def _ephemeral(self, press: Press, button: str) -> None:
        sent = await press.followup.send(
            view=_page(button, "Only for you."), file=_picture(), ephemeral=True, wait=True
        )
        await sent.edit(view=_page(button, "Only for you, edited by token."), attachments=[_picture()])


async def _tried(subject: str, what: str, work: Awaitable[None]) -> Finding:
    """Whether a press's token does what `work` tries."""
    try:
        await work
    except discord.HTTPException as error:
        return doubtful(
            subject, f"Discord refused ({error.status}, code {error.code}) what {what}: that will cost requests."
        )
    return good(subject, f"A press's token {what}, which Discord does not count.")


def _limits(watched: WatchedRequests) -> Iterator[Finding]:
    for kind, assumed in ASSUMED.items():
        number, seconds = watched.limits.get(kind, (0, 0.0))
        if not number or not seconds:
            yield doubtful(
                "limits", f"Discord's headers name no limit of {kind}; the bot assumes {assumed:g} a second."
            )
        elif number / seconds < assumed * 0.9:
            yield doubtful("limits", f"Discord takes {number} {kind} in {seconds:.1f} s: fewer than the bot assumes.")
        else:
            yield good("limits", f"Discord takes {number} {kind} in {seconds:.1f} s.")
    if watched.refused:
        yield doubtful(
            "refused", f"Discord refused {watched.refused} of these requests with 429: wait, then try again."
        )
    else:
        yield good("refused", "Discord refused none of these requests.")


def _page(button: str, text: str) -> ui.LayoutView:
    """A message like the bot's own: text, a picture, a button."""
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[Any] = ui.ActionRow(ui.Button(label="Check", custom_id=button))
    gallery: ui.MediaGallery[Any] = ui.MediaGallery(discord.MediaGalleryItem("attachment://check.png"))
    view.add_item(ui.Container(ui.TextDisplay(text), gallery, row))
    view.stop()
    return view


def _picture() -> discord.File:
    return discord.File(io.BytesIO(draw_banner(next(iter(GAMES))).data), "check.png")
