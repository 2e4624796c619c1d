"""Edits by interaction token, which Discord does not count, for fifteen minutes after the interaction.

A click that is answered by changing its message, or by a bare acknowledgement, lets its token edit that message as
`@original`; a follow-up is edited by its own id. Source: Discord's pages “Receiving and Responding” and “Rate Limits”.
Tokens are kept in memory only: never logged, in no table of the database, and lost in a restart. Processes hand them on
encrypted.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import discord
from cachetools import TTLCache

from bot.ui.kit.mentions import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discord.ui import LayoutView

    from bot.ui.kit.types import Interaction

TOKEN_SECONDS = 15 * 60.0
EXPIRY_MARGIN_SECONDS = 60.0
"""Seconds before expiry when a token is no longer used, because Discord counts late requests as invalid."""
LIFETIME_SECONDS = TOKEN_SECONDS - EXPIRY_MARGIN_SECONDS
"""Seconds for which a token is used."""
MAX_MESSAGES = 5_000


@dataclass(frozen=True, slots=True)
class Token:
    """The token of an interaction that can change a message: its `@original`, or a follow-up of it.

    Nothing else is kept of the interaction, which holds its person and the whole message that was pressed. `guild_id`
    and `channel_id` tell where it came from, if somebody is to know; 0: from no server, or unknown.
    """

    client: discord.Client = field(repr=False)
    application_id: int
    value: str = field(repr=False)
    message_id: int
    is_original: bool
    guild_id: int = 0
    channel_id: int = 0

    def to_data(self) -> dict[str, Any]:
        """The token for another process, in JSON's types."""
        return {
            "application": self.application_id,
            "token": self.value,
            "message": self.message_id,
            "is_original": self.is_original,
            "guild": self.guild_id,
            "channel": self.channel_id,
        }

    @classmethod
    def from_data(cls, data: dict[str, Any], client: discord.Client) -> Token:
        """The token of an interaction that another process received."""
        return cls(
            client,
            data["application"],
            data["token"],
            data["message"],
            data["is_original"],
            data["guild"],
            data["channel"],
        )

    @property
    def interaction(self) -> Interaction:
        """An interaction with this token, of which nothing else is known."""
        known: Any = {
            "id": "0",
            "type": discord.InteractionType.ping.value,
            "version": 1,
            "application_id": str(self.application_id),
            "token": self.value,
            "attachment_size_limit": 0,
        }
        return discord.Interaction(data=known, state=self.client._connection)  # noqa: SLF001  # no public way

    async def edit(self, view: LayoutView, attachments: Sequence[discord.Attachment | discord.File]) -> discord.Message:
        """Replace the message's content, without a counted request.

        Raises:
            discord.HTTPException: Discord refuses it because the token has expired or the message is gone.
        """
        if self.is_original:
            return await self.interaction.edit_original_response(
                view=view, attachments=attachments, allowed_mentions=NOBODY
            )
        return await self.interaction.followup.edit_message(
            self.message_id, view=view, attachments=attachments, allowed_mentions=NOBODY
        )

    async def delete(self) -> None:
        """Delete the message. Raises discord.HTTPException."""
        if self.is_original:
            await self.interaction.delete_original_response()
        else:
            await self.interaction.followup.delete_message(self.message_id)


class FreeEdits:
    """The latest token for each recently used message.

    Args:
        now: A monotonic clock in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._tokens: TTLCache[int, Token] = TTLCache(MAX_MESSAGES, LIFETIME_SECONDS, now)

    def remember(self, message_id: int, interaction: Interaction, *, is_original: bool = True) -> None:
        """Use this interaction's token for later edits of the message."""
        self._tokens[message_id] = Token(
            interaction.client, interaction.application_id, interaction.token, message_id, is_original
        )

    def of(self, message_id: int) -> Token | None:
        """A token that can edit the message now, if any."""
        return self._tokens.get(message_id)

    def forget(self, message_id: int) -> None:
        """Drop a token that was refused or whose message is gone."""
        self._tokens.pop(message_id, None)
