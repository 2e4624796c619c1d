"""Tells people about a place where the bot may not write, so that it can be mended: a host, or the server's owner."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.language import speaking
from bot.ui.kit.failing import log_failures
from bot.ui.kit.loudness import Sent
from bot.ui.kit.mentions import NOBODY, written
from bot.ui.messages import posting

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.ui.messages.notifications import Notifications
    from bot.ui.messages.services import MessageServices

log = logging.getLogger(__name__)


class Trouble:
    """Sends such messages. Owners get one for each place, until it is `over` there."""

    def __init__(self, services: MessageServices, notifications: Notifications) -> None:
        self._client = services.client
        self._languages = services.languages
        self._notifications = notifications
        self._known_to_owners: set[tuple[int, int]] = set()
        """The servers and channels about which owners have been told."""

    async def tell_owner(self, guild_id: int, channel_id: int, sentence: Callable[[], str]) -> bool:
        """Tell the server's owner about a channel; False if that has to wait for the end of their quiet hours."""
        guild, place = self._client.get_guild(guild_id), (guild_id, channel_id)
        if guild is None or guild.owner_id is None or place in self._known_to_owners:
            return True
        self._known_to_owners.add(place)  # before anything is awaited: more may be refused there meanwhile
        is_told = await self.tell(guild.owner_id, guild_id, sentence)
        if not is_told:
            self._known_to_owners.discard(place)
        return is_told

    async def tell(self, person: int, guild_id: int, sentence: Callable[[], str]) -> bool:
        """Tell a person what the sentence says in their language, unless they have quiet hours. What Discord refuses is
        only logged.
        """
        if not await self._notifications.may_notify(person):
            return False
        with log_failures(log, "Could not tell a host or owner where the bot may not write"):
            target = await posting.direct(self._client, person)
            with speaking(await self._languages.of_person(person, guild_id)):
                words = written(sentence())
            await target.send(words, allowed_mentions=NOBODY, silent=Sent.TROUBLE.is_silent)
        return True

    def over(self, guild_id: int, channel_id: int) -> None:
        """Note that the bot may write in the channel by now; the owner is told if it may not later."""
        self._known_to_owners.discard((guild_id, channel_id))
