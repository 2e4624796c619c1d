"""The doctor's checks against Discord: token, clock, and permissions in each server."""

from __future__ import annotations

import asyncio
import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import yarl
from discord.http import Route

from bot.operations.doctor.finding import UNREADABLE, Finding, bad, counted, doubtful, good, unread
from bot.permissions import invite_link, missing, user_link
from bot.render.names import label
from bot.render.words import capital
from bot.settings import NOT_DISCORD

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_TIMEOUT = aiohttp.ClientTimeout(total=15)
_PAGE = 200
_TRIES = 5
_MAX_WAIT_SECONDS = 5.0
_MAX_NAMED = 10
_MAX_CLOCK_SECONDS = 5.0
USER_INSTALL = "1"
"""Among an application's `integration_types_config`: it may be installed to users (Discord's page “Application”)."""


async def check_discord(token: str) -> AsyncIterator[Finding]:
    """Run the checks that need Discord; failing to reach it is a finding too. The token is sent nowhere else."""
    headers = {"Authorization": f"Bot {token}", "User-Agent": "DiscordBot (rummy-table, doctor)"}
    try:
        async with aiohttp.ClientSession(headers=headers, timeout=_TIMEOUT) as session:
            async for finding in _checks(session):
                yield finding
    except aiohttp.ClientConnectorCertificateError as error:
        reason = getattr(error.certificate_error, "verify_message", error.certificate_error)
        yield bad(
            "Discord",
            f"Discord's certificate is not accepted ({reason}): set this machine's clock right, or install its "
            "certificates (ca-certificates).",
        )
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        reason = type(error).__name__
        yield bad("Discord", f"Discord cannot be reached ({reason}): check the network, a proxy or a firewall.")
    except UNREADABLE as error:
        yield unread("Discord", error)


async def _checks(session: aiohttp.ClientSession) -> AsyncIterator[Finding]:
    asked_at = time.time()
    async with session.get(f"{Route.BASE}/users/@me") as answer:
        if answer.status == 401:
            yield bad("Discord", "Discord refuses the token: copy it again from the developer portal, page Bot.")
            return
        if answer.status == 404 or (answer.status == 200 and answer.content_type != "application/json"):
            address = yarl.URL(Route.BASE).origin()
            yield bad("Discord", capital(NOT_DISCORD.format(address=address)))
            return
        if answer.status != 200:
            yield bad("Discord", f"Discord answers with status {answer.status}: try again later.")
            return
        me = await answer.json()
        bot = int(me["id"])
        yield good("Discord", f"The token is that of {me['username']}.")
        for finding in _clock(answer.headers.get("Date"), (asked_at + time.time()) / 2):
            yield finding
    yield await _servers(session)
    yield await _for_accounts(session, bot)
    yield good("invite", invite_link(bot))


async def _servers(session: aiohttp.ClientSession) -> Finding:
    try:
        return _permissions(await _guilds(session))
    except aiohttp.ClientResponseError as error:
        return doubtful("servers", f"Discord answers with status {error.status} when asked for them: try again later.")
    except UNREADABLE as error:
        return unread("servers", error)


async def _for_accounts(session: aiohttp.ClientSession, application_id: int) -> Finding:
    """The link with which people add the bot to their accounts, or the portal setting that prevents it."""
    try:
        async with session.get(f"{Route.BASE}/applications/@me") as answer:
            allowed = (await answer.json()).get("integration_types_config") if answer.status == 200 else None
    except UNREADABLE as error:
        return unread("for accounts", error)
    if allowed is not None and USER_INSTALL not in allowed:
        return doubtful(
            "for accounts",
            "People cannot take the bot along to group DMs: allow User Install at Discord, page Installation.",
        )
    return good("for accounts", user_link(application_id))


def _clock(date: str | None, here: float) -> list[Finding]:
    """Compare the local clock with the Date header of Discord's answer, which has whole seconds."""
    if not date:
        return []
    off = here - parsedate_to_datetime(date).timestamp()
    if abs(off) <= _MAX_CLOCK_SECONDS:
        return [good("clock", "It agrees with Discord's.")]
    which = "fast" if off > 0 else "slow"
    said = f"This machine's clock is {abs(off):.0f} s {which}: switch on time synchronisation (NTP)."
    return [bad("clock", said)]


async def _guilds(session: aiohttp.ClientSession) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    after = 0
    while True:
        page = await _guilds_after(session, after)
        found += page
        if len(page) < _PAGE:
            return found
        after = int(page[-1]["id"])


async def _guilds_after(session: aiohttp.ClientSession, after: int, tries: int = _TRIES) -> list[dict[str, Any]]:
    """A page of servers; asks again when Discord, which gives out about one a second, says so."""
    async with session.get(f"{Route.BASE}/users/@me/guilds?limit={_PAGE}&after={after}") as answer:
        if answer.status != 429 or tries == 1:
            answer.raise_for_status()
            page: list[dict[str, Any]] = await answer.json()
            return page
        wait = float(answer.headers.get("Retry-After", "1"))
    await asyncio.sleep(min(wait, _MAX_WAIT_SECONDS))
    return await _guilds_after(session, after, tries - 1)


def _permissions(guilds: list[dict[str, Any]]) -> Finding:
    """Servers whose role for the bot lacks a needed permission; channels may deny more."""
    if not guilds:
        return doubtful("servers", "The bot is in no server yet: open the invite link below.")
    said = [guild for guild in guilds if guild.get("permissions") is not None]
    lacking = [
        f"{label(guild.get('name') or 'a server', 100)} (id {guild.get('id', '?')}): {', '.join(names)}"
        for guild in said
        if (names := missing(discord.Permissions(int(guild["permissions"]))))
    ]
    if lacking:
        more = len(lacking) - _MAX_NAMED
        shown = "; ".join(lacking[:_MAX_NAMED]) + (f"; and {more} more" if more > 0 else "")
        return doubtful("servers", f"Missing permissions: {shown}. Give them to the bot's role, or invite it again.")
    if unsaid := len(guilds) - len(said):
        return doubtful(
            "servers",
            f"Discord does not say which permissions the bot has in {counted(unsaid, 'server')}: look at the role of "
            "the bot there, in Server Settings.",
        )
    where = "its server" if len(guilds) == 1 else f"all {len(guilds)} servers"
    return good("servers", f"The bot has the permissions it needs in {where}.")
