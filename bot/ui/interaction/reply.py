"""Answering one interaction: in time, once, and never with a bare “interaction failed”."""

from __future__ import annotations

import asyncio
import io
import logging
from contextlib import asynccontextmanager, suppress
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

import discord

from bot.language import _
from bot.tables.model.saved import REQUEST, Saved
from bot.ui.art.hand_style import HandStyle
from bot.ui.interaction.services import services_of
from bot.ui.interaction.whereabouts import is_outside, is_own_dm
from bot.ui.kit.failing import NETWORK_FAILURES, REQUEST_FAILURES, is_unknown_emoji
from bot.ui.kit.loudness import Sent
from bot.ui.kit.mentions import NOBODY, content, notifying
from bot.ui.kit.pictured import files_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence

    from discord.ui import LayoutView, Modal

    from bot.ui.interaction.services import BotServices
    from bot.ui.kit.types import Interaction

T = TypeVar("T")
log = logging.getLogger(__name__)

ACKNOWLEDGE_AFTER_SECONDS = 0.1
"""Seconds of work before the interaction is acknowledged; Discord allows three in total.

Long enough that an answer without a drawing needs no second request, short enough to go unnoticed.
"""

ANSWER_TIMEOUT_SECONDS = 4.0
"""Seconds after which a first answer is given up: Discord's three, and one for transmission."""
PAUSE_SECONDS = 0.2
"""Seconds before a first answer is sent again because the network failed."""
_ALREADY_ANSWERED = 40060
EXPIRED = frozenset({10062, _ALREADY_ANSWERED, 50027, 10008, 10015})
"""Error codes: the interaction is over, was already answered, or its message is gone."""

_LEAVES_ORIGINAL = (
    discord.InteractionResponseType.message_update,
    discord.InteractionResponseType.deferred_message_update,
)
"""First responses after which `@original` is the clicked message rather than a new one."""


_THINKING = discord.InteractionResponseType.deferred_channel_message
"""The acknowledgement of a command."""


class UnansweredError(Exception):
    """An answer did not reach Discord, which has been logged; `is_over` if no later answer can."""

    def __init__(self, *, is_over: bool) -> None:
        super().__init__()
        self.is_over = is_over


class Reply:
    """The answers to one interaction; the first one acknowledges it.

    An answer that does not reach Discord raises UnansweredError, so that callers know it was not shown. A failed
    acknowledgement is only logged, because the requested work is done anyway.
    """

    @classmethod
    def to(cls, interaction: Interaction) -> Reply:
        """The interaction's reply, created on first use, by the task that handles the interaction."""
        reply = interaction.extras.get(cls)
        if reply is None:
            reply = interaction.extras[cls] = cls(interaction)
        return reply

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self.services: BotServices = services_of(interaction)
        self._turn = asyncio.Lock()
        self._arrived = perf_counter()
        self._is_lost = False
        self._first_kind: discord.InteractionResponseType | None = None
        """The kind of the first answer, once Discord has it."""
        self.saved = Saved()
        REQUEST.set(self.saved)
        self.follow_ups = 0
        """Number of messages posted besides the first answer, which Discord limits where the bot can only answer."""

    @property
    def is_click(self) -> bool:
        """Whether a control was used, or a form that a control opened was sent, rather than a command."""
        kind = self.interaction.type
        sent = kind is discord.InteractionType.modal_submit and self.interaction.message is not None
        return kind is discord.InteractionType.component or sent

    @property
    def is_private(self) -> bool:
        """Whether a control was used in a message only this person sees: a DM or an ephemeral answer."""
        message = self.interaction.message
        return message is not None and (message.flags.ephemeral or is_own_dm(self.interaction))

    @property
    def leaves_original(self) -> bool:
        """Whether `@original` is the clicked message, rather than an answer to it."""
        return self._first_kind in _LEAVES_ORIGINAL

    async def hand_style(self, game: str, draft: Mapping[str, Any] | None = None) -> HandStyle:
        """How this person likes to see a hand of that game, with the draft of a turn."""
        return HandStyle.of(await self.services.store.people.settings(self.interaction.user.id), game, draft)

    @asynccontextmanager
    async def _sending(self) -> AsyncIterator[bool]:
        """Serialize answers; yields whether the interaction was already acknowledged.

        Limits the time for a first answer: discord.py would retry it for 25 seconds, holding up the table's messages.

        Raises:
            UnansweredError: the answer did not reach Discord.
        """
        async with self._turn:
            try:
                if self._first_kind is not None:
                    yield True
                    return
                waited = perf_counter() - self._arrived
                if not self._is_lost:
                    self.services.metrics.acknowledged(waited)
                async with asyncio.timeout(max(0.0, ANSWER_TIMEOUT_SECONDS - waited)):
                    yield False
            except REQUEST_FAILURES as error:
                if not is_lost(error):
                    raise
                self._note_lost(error)
                raise UnansweredError(is_over=_is_over(error)) from error
            except RuntimeError as error:  # aiohttp's, of a session that is closed
                if not self.interaction.client.is_closed():
                    raise
                self._note_lost(error)
                raise UnansweredError(is_over=True) from error

    async def _first(
        self,
        kind: discord.InteractionResponseType,
        answer: Callable[[], Awaitable[T]],
        attached: Sequence[discord.File | discord.Attachment] = (),
    ) -> T | None:
        """Send the first answer, of this kind, again and again while the network fails, until `_sending` gives it up.
        Discord refuses it if it has an earlier one, whose confirmation was lost; then None is returned.
        """
        confirmed: T | None = None
        is_sent_again = False
        while True:
            try:
                confirmed = await answer()
            except NETWORK_FAILURES:
                _rewind(attached)
                is_sent_again = True
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            except discord.HTTPException as error:
                if not is_sent_again or not is_already_answered(error):
                    raise
            break
        self._first_kind = kind
        return confirmed

    def _note_lost(self, error: Exception) -> None:
        """Log and count an answer that did not reach Discord, once per interaction.

        One that another process answered first is not counted.
        """
        if self._is_lost:
            return
        self._is_lost = True
        if is_already_answered(error):
            log.info("Interaction %d was already answered.", self.interaction.id)
            return
        log.warning("The answer to interaction %d did not reach Discord: %r", self.interaction.id, error)
        self.services.metrics.lost_answer()

    async def sentence(self, text: str) -> None:
        """Send a sentence that only this person sees."""
        await self._say(content(text))

    async def publicly(self, text: str) -> None:
        """Send a sentence to the channel, where that is possible; it mentions nobody."""
        await self._say(content(text), ephemeral=False, silent=Sent.ANSWER.is_silent)

    async def file(self, text: str, data: bytes, name: str) -> None:
        """Send a file that only this person sees."""
        await self._say(content(text), files=[discord.File(io.BytesIO(data), name)])

    async def private(self, view: LayoutView) -> discord.Message | None:
        """Send a message that only this person sees, and return it if Discord's response contains it."""
        return await self._with_emojis(lambda: self._say(view=view, files=files_of(view)))

    async def public(self, view: LayoutView) -> discord.Message | None:
        """Send a message that everybody in the channel sees, and return it if Discord's response contains it."""
        say = partial(self._say, ephemeral=False, silent=Sent.ANSWER.is_silent)
        return await self._with_emojis(lambda: say(view=view, files=files_of(view)))

    async def share(self, view: LayoutView) -> None:
        """Send a message that everybody in the channel sees, once: a second press is answered with a link to it."""
        message, shared = self.interaction.message, self.services.shared
        data: Any = self.interaction.data or {}
        button = (message and message.id, data.get("custom_id"))
        link = shared.get(button)
        if link is not None:
            await self.sentence(_("You have already shared this: {link}").format(link=link))
            return
        posted = await self.public(view)
        if posted is not None:
            shared[button] = posted.jump_url

    async def ask_publicly(self, view: LayoutView, mentioned: Sequence[int]) -> None:
        """Send a question that everybody in the channel sees and that notifies these people."""
        await self._say(
            view=view, ephemeral=False, allowed_mentions=notifying(mentioned), silent=Sent.INVITATION.is_silent
        )

    async def _say(self, *text: str, files: Sequence[discord.File] = (), **more: Any) -> discord.Message | None:
        more = {"ephemeral": True, "allowed_mentions": NOBODY, "files": files, **more}
        async with self._sending() as acknowledged:
            if acknowledged:
                self.follow_ups += 1
                return await self._follow(*text, **more)
            say = partial(self.interaction.response.send_message, *text, **more)
            answer = await self._first(discord.InteractionResponseType.channel_message, say, files)
            if answer is None:
                return await self._arrived_message()
            return answer.resource if isinstance(answer.resource, discord.Message) else None

    async def _follow(
        self, *text: str, files: Sequence[discord.File], allowed_mentions: discord.AllowedMentions, **more: Any
    ) -> discord.Message:
        """Send a further answer. The first one after a command's acknowledgement takes its place, so it is put there
        again if the network fails; any other might be shown twice.
        """
        try:
            return await self.interaction.followup.send(
                *text, files=files, allowed_mentions=allowed_mentions, **more, wait=True
            )
        except NETWORK_FAILURES:
            if self._first_kind is not _THINKING or self.follow_ups > 1:
                raise
        _rewind(files)
        shown = {"content": text[0]} if text else {"view": more["view"]}
        return await self.interaction.edit_original_response(
            attachments=files, allowed_mentions=allowed_mentions, **shown
        )

    async def _arrived_message(self) -> discord.Message | None:
        """The first answer, whose confirmation was lost; None if Discord does not show it."""
        with suppress(*REQUEST_FAILURES):
            return await self.interaction.original_response()
        return None

    async def follow_up(self, view: LayoutView, mentioned: Sequence[int], kind: Sent) -> discord.Message | None:
        """Post a message for everybody that mentions these people; None if Discord showed it only to this person.

        Raises:
            discord.HTTPException: Discord refuses it because the token has expired or has posted enough.
        """
        self.follow_ups += 1
        message = await self.interaction.followup.send(
            view=view,
            files=files_of(view),
            ephemeral=False,
            allowed_mentions=notifying(mentioned),
            silent=kind.is_silent,
            wait=True,
        )
        if not message.flags.ephemeral:
            return message
        await self.interaction.followup.delete_message(message.id)
        return None

    async def form(self, modal: Modal) -> None:
        """Open a form; only a first answer can."""
        async with self._sending() as acknowledged:
            if not acknowledged:
                opened = partial(self.interaction.response.send_modal, modal)
                await self._first(discord.InteractionResponseType.modal, opened)

    async def show(self, view: LayoutView) -> None:
        """Replace the message whose control was used."""
        message, edit = self.interaction.message, self.services.announcer.uploads.edit
        async with self._sending() as acknowledged:
            put = partial(self._edit_clicked, view, acknowledged=acknowledged)
            await self._with_emojis(partial(edit, message.id if message is not None else 0, view, put))
            self._note_free_edits()

    async def in_place(self, view: LayoutView) -> None:
        """Show a page in the private message that was clicked.

        A public message is left alone and the answer is private, as for a command.
        """
        await (self.show(view) if self.is_private else self.private(view))

    async def _with_emojis(self, answer: Callable[[], Awaitable[T]]) -> T:
        """Send a message; once more if Discord does not know one of its emojis. If it still does not, the emoji was
        deleted, and cards are words from now on.
        """
        try:
            return await answer()
        except discord.HTTPException as error:
            if not is_unknown_emoji(error):
                raise
        try:
            return await answer()
        except discord.HTTPException as error:
            if is_unknown_emoji(error):
                self.services.illustrator.emojis.forget()
            raise

    def _note_free_edits(self) -> None:
        """Remember the token for free edits if the clicked message is now its `@original`."""
        message = self.interaction.message
        if message is not None and not message.flags.ephemeral and self.leaves_original:
            self.services.announcer.free_edits.remember(message.id, self.interaction)

    async def _edit_clicked(
        self, view: LayoutView, attachments: Sequence[discord.File | discord.Attachment], *, acknowledged: bool
    ) -> discord.Message | None:
        """Edit the clicked message and return it as in Discord's response."""
        if acknowledged:
            later = partial(
                self.interaction.edit_original_response, view=view, attachments=attachments, allowed_mentions=NOBODY
            )
            try:
                return await later()
            except NETWORK_FAILURES:
                _rewind(attachments)
            return await later()
        edit = partial(
            self.interaction.response.edit_message, view=view, attachments=attachments, allowed_mentions=NOBODY
        )
        answer = await self._first(discord.InteractionResponseType.message_update, edit, attachments)
        shown = answer.resource if answer is not None else None
        return shown if isinstance(shown, discord.Message) else None

    async def defer(self) -> None:
        """Acknowledge now, answer later; do nothing if already answered."""
        if self._first_kind is not None:
            return
        kind, acknowledge = discord.InteractionResponseType.deferred_message_update, self.interaction.response.defer
        if not self.is_click:
            kind, acknowledge = _THINKING, partial(acknowledge, ephemeral=True, thinking=True)
        try:
            async with self._sending() as acknowledged:
                if not acknowledged:
                    await self._first(kind, acknowledge)
                    if self.is_click:
                        self._note_free_edits()
        except discord.HTTPException as error:
            self._note_lost(error)
        except UnansweredError as error:
            if isinstance(error.__cause__, TimeoutError):
                self._first_kind = kind  # Discord may have it; if not, it refuses what follows


def _rewind(attached: Sequence[discord.File | discord.Attachment]) -> None:
    """Let these files be sent again from their beginning."""
    for file in attached:
        if isinstance(file, discord.File):
            file.reset()


def is_lost(error: Exception) -> bool:
    """Whether Discord or the network lost the answer, as opposed to refusing its content."""
    if isinstance(error, discord.HTTPException):
        return _is_over(error) or error.status >= 500 or error.status == 429
    return True


def is_already_answered(error: Exception) -> bool:
    """Whether Discord has another answer, such as that of a process that takes over the shard or hands it over."""
    return isinstance(error, discord.HTTPException) and error.code == _ALREADY_ANSWERED


def _is_over(error: Exception) -> bool:
    return isinstance(error, discord.HTTPException) and error.code in EXPIRED


async def in_time(reply: Reply, work: Coroutine[Any, Any, None]) -> None:
    """Do the work, acknowledging the interaction meanwhile if it takes long."""
    meanwhile: list[asyncio.Task[None]] = []
    loop = asyncio.get_running_loop()
    late = loop.call_later(ACKNOWLEDGE_AFTER_SECONDS, lambda: meanwhile.append(loop.create_task(reply.defer())))
    try:
        await work
        if is_shown_by_answers(reply):
            await reply.defer()
            await reply.services.announcer.answered_outside(reply.interaction)
    finally:
        late.cancel()
        await asyncio.gather(*meanwhile)


def is_shown_by_answers(reply: Reply) -> bool:
    """Whether the channel's table, if it has one, is shown by answers alone."""
    interaction = reply.interaction
    if is_own_dm(interaction):
        return False
    return is_outside(interaction) or reply.services.announcer.only_answers_in(interaction.channel_id or 0)
