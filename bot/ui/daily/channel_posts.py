"""The puzzle of the day in servers' channels: one message a day at the chosen hour, replacing the last one."""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.daily.days import day_at
from bot.daily.stored import PuzzlePost
from bot.language import _, speaking
from bot.permissions import of_bot
from bot.puzzles.kinds import attempt_at
from bot.render.catalogue import text_of
from bot.render.names import plain
from bot.render.pictures.games.catalogue import pictures_of
from bot.tables.model.durations import DAY, HOUR
from bot.tables.model.errors import TableError
from bot.tables.model.guild_settings import puzzle_channels
from bot.tables.model.stores import StoreUnavailableError
from bot.tables.runtime.recurring import Recurring
from bot.ui.art.hand_style import HandStyle
from bot.ui.daily.channel_page import MAX_NAMES, Yesterday, channel_page
from bot.ui.daily.posed import posed
from bot.ui.kit.controls import NO_TABLE
from bot.ui.kit.failing import REQUEST_FAILURES
from bot.ui.kit.loudness import Sent
from bot.ui.kit.mentions import NOBODY
from bot.ui.kit.pictured import files_of
from bot.ui.messages.posting import is_final, partial_message
from bot.ui.messages.sending import make_nonce
from bot.ui.pacing.scheduler import low_priority
from bot.ui.wording.closed_places import is_closed, obstacle, permissions_to_give

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from discord.ui import LayoutView

    from bot.daily.daily import Daily
    from bot.daily.stored import PuzzleDay
    from bot.tables.model.protocols import Clock
    from bot.tables.model.share import Share
    from bot.tables.model.stores import PeopleStore
    from bot.ui.art.illustrations import Illustrator
    from bot.ui.interaction.languages import Languages
    from bot.ui.interaction.services import Records
    from bot.ui.messages.trouble import Trouble

log = logging.getLogger(__name__)

_Channel: TypeAlias = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread

RETRY_SECONDS = 60.0
"""Soon enough that Discord still recognizes a message by its nonce if its answer was lost, even twice in a row."""


class ChannelPosts:
    """Posts due puzzles at the start of each hour, for the servers of this process. Use from one event loop."""

    def __init__(
        self,
        client: discord.Client,
        people: PeopleStore,
        records: Records,
        daily: Daily,
        illustrator: Illustrator,
        languages: Languages,
        clock: Clock,
        *,
        share: Callable[[], Share],
        trouble: Trouble,
    ) -> None:
        """`share` is what this process looks after; while a shard changes hands, the client knows more servers."""
        self._client = client
        self._people = people
        self._records = records
        self._daily = daily
        self._illustrator = illustrator
        self._languages = languages
        self._clock = clock
        self._share = share
        self._trouble = trouble
        self._closed: dict[int, int] = {}
        """The channels that lack a puzzle because the bot may not write there, by server."""
        self._untold: set[int] = set()
        """Those servers whose owners have yet to be told, after their quiet hours."""
        self._recurring = Recurring("puzzles in channels", clock, self._run)

    def check_now(self) -> None:
        """Check at once whether something is due."""
        self._recurring.run_now()

    def permissions_changed(self, guild_id: int) -> None:
        """Check at once if the server's channel was closed, and is open by now."""
        channel_id = self._closed.get(guild_id)
        if channel_id is not None and not self._is_closed(guild_id, channel_id):
            del self._closed[guild_id]
            self.check_now()

    async def close(self) -> None:
        """Stop; anything not posted is posted after the next start."""
        await self._recurring.close()

    async def _run(self) -> float:
        again = (self._clock.now() // HOUR + 1) * HOUR
        try:
            with low_priority():
                all_posted = await self._post_due()
        except (StoreUnavailableError, TableError) as error:
            log.warning("Could not post puzzles in channels; trying again: %s", error)
            all_posted = isinstance(error, TableError)  # another version's puzzle stays that, so an hour is soon enough
        return again if all_posted else min(again, self._clock.now() + RETRY_SECONDS)

    async def _post_due(self) -> bool:
        """Post where the hour has come; False if something has to be retried soon."""
        now = self._clock.now()
        today, hour = day_at(now), int(now % DAY // HOUR)
        wanted = await puzzle_channels(self._people)
        posted = await self._records.puzzle_posts() if wanted else {}
        due = [
            (guild_id, channel)
            for guild_id, (channel, at) in wanted.items()
            if hour >= at and self._is_behind(posted, guild_id, channel, today)
        ]
        of_day = await self._daily.of_day(today) if due else None
        if of_day is None:
            return not due
        done = []
        for guild_id, channel in due:
            guild, before = self._guild(guild_id), posted.get(guild_id)
            if guild is None:
                continue
            found = _open_channel(guild, channel)
            if found is None:
                await self._note_closed(guild, channel, before, today, is_first=hour == wanted[guild_id][1])
            else:
                done.append(await self._post(guild, found, of_day, before))
        return all(done)

    def _is_behind(self, posted: Mapping[int, PuzzlePost], guild_id: int, channel: int, today: int) -> bool:
        """Whether the server belongs to this process and its channel does not have today's puzzle yet."""
        before = posted.get(guild_id)
        has_it = before is not None and before.day == today and before.channel_id == channel
        return not has_it and self._share().has(guild_id) and self._guild(guild_id) is not None

    def _guild(self, guild_id: int) -> discord.Guild | None:
        """The server; None also while Discord cannot show it, and the bot may know nothing of its channels."""
        guild = self._client.get_guild(guild_id)
        return None if guild is None or guild.unavailable else guild

    def _is_closed(self, guild_id: int, channel_id: int) -> bool:
        """Whether the bot may not write in the channel, or does not know it at the moment."""
        guild = self._guild(guild_id)
        return guild is None or _open_channel(guild, channel_id) is None

    async def _note_closed(
        self, guild: discord.Guild, channel_id: int, before: PuzzlePost | None, today: int, *, is_first: bool
    ) -> None:
        """Tell the server's owner, if the channel got yesterday's puzzle; `is_first`: today's is due only now."""
        self._closed[guild.id] = channel_id
        was_open = before is not None and before.day == today - 1 and before.channel_id == channel_id
        if was_open and (is_first or guild.id in self._untold):  # a restart later in the day repeats nothing
            self._untold.add(guild.id)
            sentence, is_closed = partial(_unposted, guild, channel_id), partial(self._is_closed, guild.id, channel_id)
            if await self._trouble.tell_owner(guild.id, channel_id, sentence, is_closed):
                self._untold.discard(guild.id)

    async def _post(
        self, guild: discord.Guild, channel: _Channel, of_day: PuzzleDay, before: PuzzlePost | None
    ) -> bool:
        """Replace the server's message; False if that has to be retried soon.

        The previous one is deleted first: the store knows one message a server, so a bot that stops leaves none behind.
        """
        with speaking(await self._languages.of_guild(guild.id)):
            view = await self._page(guild.id, of_day, pictured=of_bot(channel).attach_files)
        try:
            if before is not None:
                await self._delete(before)
            message = await channel.send(
                view=view,
                files=files_of(view),
                allowed_mentions=NOBODY,
                nonce=_nonce(guild.id, channel.id, of_day.day, before),
                silent=Sent.PUZZLE.is_silent,
            )
            await self._records.save_puzzle_post(guild.id, PuzzlePost(of_day.day, channel.id, message.id))
        except REQUEST_FAILURES as error:
            log.info("Could not replace the puzzle of the day in a channel: %s", error)
            return is_final(error)
        self._closed.pop(guild.id, None)
        self._trouble.permissions_changed(guild.id)  # perhaps while the bot was cut off
        return True

    async def _delete(self, post: PuzzlePost) -> None:
        """Delete a message, if it is still there and the bot may."""
        with suppress(discord.NotFound, discord.Forbidden):
            await partial_message(self._client, post.channel_id, post.message_id).delete()

    async def _page(self, guild_id: int, of_day: PuzzleDay, *, pictured: bool) -> LayoutView:
        puzzle = self._daily.puzzle(of_day)
        order, two_colours = text_of(puzzle.game).brief.usual_order, pictures_of(puzzle.game).two_colours
        style = HandStyle(order, text_only=not pictured, two_colours=two_colours)
        begun = attempt_at(puzzle)
        _then, seen = await posed(self._illustrator, begun, _("You"), style)
        solvers, count = await self._records.puzzle_solvers(of_day.day - 1, guild_id, MAX_NAMES)
        is_first = await self._daily.of_day(of_day.day - 1) is None
        yesterday = None if is_first else Yesterday(solvers, count)
        tomorrow = await self._daily.of_day(of_day.day + 1)
        return channel_page(of_day, begun, seen, yesterday, tomorrow)


def _open_channel(guild: discord.Guild, channel_id: int) -> _Channel | None:
    """The channel, if it still exists and the bot may write there."""
    channel = guild.get_channel_or_thread(channel_id)
    if not isinstance(channel, discord.abc.Messageable) or is_closed(of_bot(channel), channel):
        return None
    return channel


def _unposted(guild: discord.Guild, channel_id: int) -> str:
    """Why the puzzle is not posted, and what can be done about it."""
    channel = guild.get_channel_or_thread(channel_id)
    if channel is None:
        return _(
            "The channel for the puzzle of the day in {server} is gone; choose another there with /server settings."
        ).format(server=plain(guild.name))
    words = _("I am not allowed to write in {channel}, so the puzzle of the day is not posted there.")
    return f"{words.format(channel=f'<#{channel_id}>')} {obstacle(channel) or permissions_to_give(channel)}"


def _nonce(guild_id: int, channel_id: int, day: int, before: PuzzlePost | None) -> str:
    """The nonce by which Discord recognizes a message it already has, if the bot died before saving that it was
    sent. It is another one where the day's puzzle comes back to a channel that it had left.
    """
    return make_nonce(
        NO_TABLE, guild_id, f"puzzle {channel_id} {day}", str(before.message_id if before is not None else 0)
    )
