"""Recent interactions that can still post something for everybody where the bot can only answer.

Discord's page “Receiving and Responding”: “Apps are limited to 5 followup messages per interaction if it was initiated
from a user-installed app and isn't installed in the server”, and “Interaction tokens are valid for 15 minutes”. Kept
only in memory, like all tokens.
"""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING

from cachetools import TTLCache

from bot.ui.interaction.free_edits import LIFETIME_SECONDS
from bot.ui.interaction.reply import Reply

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.ui.kit.types import Interaction

MAX_FOLLOW_UPS = 5
MAX_CHANNELS = 1_000
MAX_PER_CHANNEL = 4
"""Interactions to remember in a channel: the newest, and some with follow-ups to spare."""


class FollowUps:
    """The latest answered interactions of each channel.

    Args:
        now: A monotonic clock in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._channels: TTLCache[int, deque[tuple[Interaction, float]]] = TTLCache(MAX_CHANNELS, LIFETIME_SECONDS, now)

    def remember(self, channel_id: int, interaction: Interaction) -> None:
        """Note an interaction answered in the channel, which can now post follow-ups."""
        known = self._channels.get(channel_id, deque(maxlen=MAX_PER_CHANNEL))
        if all(each is not interaction for each, _until in known):
            known.append((interaction, self._now() + LIFETIME_SECONDS))
            self._channels[channel_id] = known

    def of(self, channel_id: int) -> Reply | None:
        """The newest interaction that can post in the channel now."""
        now = self._now()
        for interaction, until in reversed(self._channels.get(channel_id, ())):
            reply = Reply.to(interaction)
            if now < until and reply.follow_ups < MAX_FOLLOW_UPS:
                return reply
        return None

    def forget(self, channel_id: int, interaction: Interaction) -> None:
        """Drop an interaction that Discord refused, or whose follow-ups not everybody sees."""
        known = self._channels.get(channel_id, deque())
        self._channels[channel_id] = deque(
            (each for each in known if each[0] is not interaction), maxlen=MAX_PER_CHANNEL
        )
