"""Carries out planned tables: people are reminded, then the table opens with seats reserved for them."""

from __future__ import annotations

import logging
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord.utils import time_snowflake

from bot.language import _, listing, speaking
from bot.rules.catalogue import GAMES
from bot.rules.game import known_options
from bot.tables.acts.opening import Opening
from bot.tables.model import guild_settings
from bot.tables.model.errors import TableError
from bot.tables.model.quiet_hours import quiet_until
from bot.tables.model.stores import StoreUnavailableError
from bot.tables.runtime.recurring import Recurring
from bot.ui.kit.failing import REQUEST_FAILURES, log_failures
from bot.ui.kit.loudness import Sent
from bot.ui.kit.mentions import notifying, written
from bot.ui.kit.timestamps import time_alone, with_weekday
from bot.ui.messages import posting
from bot.ui.messages.sending import make_nonce, safe_send
from bot.ui.plans.left_out import post_left_out
from bot.ui.plans.plan_event import remove_event
from bot.ui.plans.plan_page import AHEAD, cancelled_page, is_reminded, opened_page, plan_page
from bot.ui.plans.planning import update_message
from bot.ui.plans.retries import Retries
from bot.ui.plans.unsaid import called_off, cannot_be_said, no_reminder, not_opened, not_reminded
from bot.ui.table.may_open import applicant_in, require_allowed
from bot.ui.wording.games import title_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from discord.ui import LayoutView

    from bot.tables.model.plans import Plan
    from bot.tables.model.protocols import Clock
    from bot.tables.model.stores import Store
    from bot.tables.runtime.tables import Tables
    from bot.ui.interaction.keyed_locks import KeyedLocks
    from bot.ui.interaction.languages import Languages
    from bot.ui.messages.trouble import Trouble

log = logging.getLogger(__name__)

LEASE_SECONDS = 120.0
EARLY = 1.0
"""Seconds before its time at which a table may open."""
LATEST = 3600.0
"""Seconds after its time at which a table opens, if the bot was stopped or not in the server; later nobody waits."""
_LOW_BITS = (1 << 22) - 1
"""The bits of a snowflake that are not its time."""
MAX_WAIT_SECONDS = 3600.0
"""Longest time between two checks, in seconds, as another process may have planned a table."""


class _CancelledError(Exception):
    """The plan is gone."""


class Planned:
    """Reminds people of planned tables and opens them, for the servers of this process. Use from one event loop."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        tables: Tables,
        languages: Languages,
        clock: Clock,
        keyed_locks: KeyedLocks,
        trouble: Trouble,
    ) -> None:
        self._client = client
        self._store, self._people = store.plans, store.people
        self._tables = tables
        self._languages = languages
        self._clock = clock
        self._keyed_locks = keyed_locks
        self._trouble = trouble
        self._recurring = Recurring("planned tables", clock, self._run)
        self._retries = Retries(clock)

    def check_now(self) -> None:
        """Check at once what is due, and when the next table is."""
        self._recurring.run_now()

    async def close(self) -> None:
        """Stop; the next process continues."""
        await self._recurring.close()
        await self._retries.close()

    async def show_departure(self, person: int, plan: Plan) -> None:
        """Show in the plan's message that this person is not coming, or that their plan is cancelled."""
        if plan.host.id == person:
            await self.show_cancelled(plan, person)
        else:
            await self._put(partial(self._show_remaining, plan))

    async def show_cancelled(self, plan: Plan, by: int, *, is_shown: bool = False) -> None:
        """Show everywhere that somebody has cancelled a plan, and mention the others if they were reminded of it.

        What Discord refuses is only logged. `is_shown`: the plan's message says so already.
        """
        async with AsyncExitStack() as steps:  # each is taken even if another fails
            steps.push_async_callback(self._notify_cancelled, plan, by)
            steps.push_async_callback(self._remove_event, plan)
            if not is_shown:
                await self._put(partial(self._show_over, plan))

    async def _put(self, change: Callable[[], Awaitable[object]]) -> None:
        """Change the message of a plan; what Discord refuses is only logged."""
        await self._retries.attempt(change, "Could not update the message of a planned table")

    async def _show_over(self, plan: Plan) -> None:
        async with self._keyed_locks.hold(plan.message_id):
            with speaking(await self._languages.of_guild(plan.guild_id)):
                await self._show(plan, cancelled_page(plan))

    async def _remove_event(self, plan: Plan) -> None:
        """Delete Discord's event of a plan that is over, if it has one; what Discord refuses is only logged."""
        if plan.event_id is not None:
            await self._retries.attempt(
                partial(self._delete_event, plan), "Could not delete the event of a planned table"
            )

    async def _delete_event(self, plan: Plan) -> None:
        """Delete it. The server may be another process's, if somebody deleted their data in their direct messages."""
        await remove_event(self._client.get_guild(plan.guild_id) or await self._client.fetch_guild(plan.guild_id), plan)

    async def _notify_cancelled(self, plan: Plan, by: int) -> None:
        """Mention the others who were reminded."""
        others = _reminded_others(plan, by)
        if not others:
            return
        with speaking(await self._languages.of_guild(plan.guild_id)):
            words = _("{names}: {game}, planned for {when}, was cancelled.").format(
                names=listing(others), game=title_of(plan.game), when=with_weekday(plan.at)
            )
        with log_failures(log, "Could not tell people that a planned table is cancelled"):
            await self._say(plan, "cancelled", words)

    async def _show_remaining(self, plan: Plan) -> None:
        """Update the plan's message, unless the plan is over by now and the message already says so."""
        async with self._keyed_locks.hold(plan.message_id):
            now = await self._store.get(plan.id)
            if now is not None and now.outcome is None:
                with speaking(await self._languages.of_guild(plan.guild_id)):
                    await self._show(now, plan_page(now))

    async def channel_deleted(self, channel_id: int) -> None:
        """Call off the plans of a channel that was deleted."""
        for plan in await self._store.in_channel(channel_id):
            await self._store.remove(plan.id)
            await self._remove_event(plan)
            guild = self._client.get_guild(plan.guild_id)
            if guild is not None and plan.outcome is None:
                words = partial(called_off, guild, plan)
                await self._trouble.tell(plan.host.id, guild.id, words, afterwards=words)

    async def _run(self) -> float:
        now, latest = self._clock.now(), LEASE_SECONDS
        next_due: float | None = None
        try:
            due = await self._store.due(now, AHEAD, self._tables.share)
            own = [plan for plan in due if self._client.get_guild(plan.guild_id) is not None]
            for plan in own:
                await self._act_on(plan)
            all_posted = await self._post_left_out(now)
            next_due = await self._store.next_due(AHEAD, now)
            are_shown = len(own) == len(due)  # not if Discord does not show their servers at the moment
            if all_posted and are_shown:
                latest = MAX_WAIT_SECONDS
        except StoreUnavailableError as error:
            log.warning("Planned tables are delayed: %s", error)
        wait = latest if next_due is None else min(next_due - self._clock.now(), latest)
        return self._clock.now() + max(wait, 1.0)

    async def _post_left_out(self, now: float) -> bool:
        """Post what a bot that was stopped has left out; False if some of it has to be tried later."""
        done = True
        for plan in await self._store.unposted(now, self._tables.share):
            guild = self._client.get_guild(plan.guild_id)
            if guild is not None and not cannot_be_said(guild, plan):
                parts = self._client, self._store, self._languages, self._keyed_locks
                done = await post_left_out(*parts, plan, now) and done
        return done

    async def _act_on(self, due: Plan) -> None:
        """Act on a plan; if Discord fails, it is due again when its lease is over, and the others are not delayed."""
        now = self._clock.now()
        if not await self._store.claim(due.id, now, now + LEASE_SECONDS):
            return
        try:
            async with self._keyed_locks.hold(due.message_id):  # presses on it wait
                await self._act_on_claimed(due, now)
        except REQUEST_FAILURES as error:
            log.warning("Planned table %d is delayed: %s", due.id, error)

    async def _act_on_claimed(self, due: Plan, now: float) -> None:
        """Remind people of the plan, or open its table, as it is now."""
        plan = await self._store.get(due.id)  # others were due before it, and people signed up or off meanwhile
        if plan is None:
            return
        with speaking(await self._languages.of_guild(plan.guild_id)), suppress(_CancelledError):
            if plan.at > now + EARLY:
                if is_reminded(plan):
                    await self._remind(plan)
                await self._store.note_reminded(plan.id)
            elif plan.game in GAMES or now > plan.at + LATEST:  # otherwise left to a version that knows the game
                await self._open(plan)
                await self._store.remove(plan.id)

    async def _remind(self, plan: Plan) -> None:
        """Mention the people who signed up, except those in quiet hours, who are named without a notification; nobody
        if its host may not open it.
        """
        try:
            plan = await self._without_barred(plan)
        except TableError as error:
            log.info("Nobody is reminded of planned table %d: %s", plan.id, error)
            return
        guild = self._client.get_guild(plan.guild_id)
        if guild is not None and cannot_be_said(guild, plan):
            afterwards = partial(not_reminded, guild, plan)
            await self._trouble.tell(plan.host.id, guild.id, partial(no_reminder, guild, plan), afterwards)
            return
        names = listing([f"<@{person.id}>" for person in plan.people])
        words = _("{names}: {game} begins at {time}; the table opens here by itself.").format(
            names=names, game=title_of(plan.game), time=time_alone(plan.at)
        )
        await self._say(plan, "reminder", words)

    async def _open(self, plan: Plan) -> None:
        """Open the table with the host seated and seats reserved for the others, and update the plan's message."""
        await self._show(plan, opened_page(plan, plan.outcome or await self._open_table(plan)))
        await self._remove_event(plan)

    async def _open_table(self, plan: Plan) -> str:
        """Open the table; what became of the plan, in a sentence, which is said in the channel if it cannot open."""
        try:
            welcome = await self._require_openable(plan)
            table = await self._tables.opener.open(_opening(welcome), _opening_id(plan))
        except TableError as error:
            words = _("<@{host}>, the planned table could not open: {reason}").format(host=plan.host.id, reason=error)
            others = listing(_reminded_others(plan, plan.host.id))
            told = _("{names}: {game} does not begin now.").format(names=others, game=title_of(plan.game))
            if not await self._say(plan, "refusal", f"{words}\n{told}" if others else words):
                await self._tell_host(plan, error)
        else:
            words = _("It is time: table {number} is open.").format(number=table.id)
        await self._store.note_outcome(plan.id, words)
        return words

    async def _tell_host(self, plan: Plan, refused: TableError) -> None:
        """Tell the host why the table could not open, by direct message."""
        guild = self._client.get_guild(plan.guild_id)
        if guild is None:
            return
        with speaking(await self._languages.of_person(plan.host.id, plan.guild_id)):
            try:
                await self._require_openable(plan)
            except TableError as in_their_language:
                refused = in_their_language
        words = partial(not_opened, guild, plan, str(refused))
        await self._trouble.tell(plan.host.id, guild.id, words, afterwards=words)

    async def _show(self, plan: Plan, view: LayoutView) -> None:
        """Update the plan's message, if it has one."""
        if plan.message_id is not None:
            await update_message(self._client, plan.channel_id, plan.message_id, view)

    async def _without_barred(self, plan: Plan) -> Plan:
        """The plan, as it is now, without people whom the server's moderators have barred since they signed up.

        Raises:
            TableError: its host has left the server, or may not open a table there any more.
            _CancelledError: it was cancelled while Discord was asked about its host.
        """
        chosen = await guild_settings.load(self._people, plan.guild_id)
        guild = self._client.get_guild(plan.guild_id)
        host = await applicant_in(guild, plan.host.id, plan.channel_id, plan.parent_id)
        if host is None:
            raise TableError(_("Whoever planned it is no longer in this server."))
        require_allowed(chosen, host, guild)
        now = await self._store.get(plan.id)
        if now is None:
            raise _CancelledError
        return replace(now, people=tuple(person for person in now.people if person.id not in chosen.barred))

    async def _require_openable(self, plan: Plan) -> Plan:
        """The plan as `_without_barred` returns it; refuse a table that is too late, beyond the limits or in a channel
        with another one, unless it has been opened already, before a failure.

        Raises:
            TableError: its time is long over, its host or the server has as many tables as they may have, or the
                channel has one; or as for `_without_barred`.
        """
        here = await self._tables.in_channel(plan.channel_id)
        is_open = here is not None and here.record.game == plan.game and here.record.created_at > plan.at - EARLY
        if not is_open:
            if self._clock.now() > plan.at + LATEST:
                raise TableError(_("I was offline at that time; plan another one with /table plan."))
            await self._tables.opener.require_room(plan.guild_id, plan.host.id)
            await self._tables.opener.require_free(_opening(plan))
        return await self._without_barred(plan)  # the last, as people go on pressing

    async def _is_quiet(self, person: int) -> bool:
        return quiet_until(await self._people.settings(person), self._clock.now()) is not None

    async def _say(self, plan: Plan, subject: str, words: str) -> bool:
        """Say it in the channel; False if Discord refuses it. Said again because Discord's answer was lost, it is the
        same message.
        """
        notified = [person.id for person in plan.people if not await self._is_quiet(person.id)]
        try:
            await safe_send(
                posting.channel(self._client, plan.channel_id),
                written(words),
                allowed_mentions=notifying(notified),
                silent=Sent.PLAN.is_silent,
                nonce=make_nonce(plan.id, 0, subject, str(plan.interaction)),
            )
        except discord.HTTPException as error:
            if not posting.is_final(error):
                raise
            log.info("Could not announce a planned table (%d).", error.code)
            return False
        return True


def _reminded_others(plan: Plan, person: int) -> list[str]:
    """Mentions of everybody else who signed up, if they were reminded, which said that the table opens by itself."""
    if not (plan.reminded and is_reminded(plan)):
        return []
    return [f"<@{other.id}>" for other in plan.people if other.id != person]


def _opening_id(plan: Plan) -> int:
    """The id with which the table is opened only once: as Discord would have made it at the plan's time, because the
    store keeps ids for a day, and the command may be older.
    """
    return time_snowflake(datetime.fromtimestamp(plan.at, UTC)) | plan.interaction & _LOW_BITS


def _opening(plan: Plan) -> Opening:
    game, others = GAMES[plan.game], plan.people[1:]
    usual = max(game.seats[0], min(len(plan.people), game.seats[-1]))
    return Opening(
        plan.guild_id, plan.channel_id, plan.host, plan.game, places=plan.places or usual,
        options=known_options(game.options, plan.options), rated=plan.rated, turn_seconds=plan.turn_seconds,
        parent_id=plan.parent_id, kept=others,
    )  # fmt: skip
