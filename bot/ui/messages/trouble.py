"""Tells people about a place where the bot may not write, so that it can be mended: a host, or the server's owner."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.language import speaking
from bot.tables.model.stores import News
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
    """Sends such messages. Owners get one for each place, until the bot may write there again."""

    def __init__(self, services: MessageServices, notifications: Notifications) -> None:
        self._client = services.client
        self._languages = services.languages
        self._notifications = notifications
        self._known_to_owners: dict[tuple[int, int], Callable[[], bool]] = {}
        """The servers and channels that owners have been told about, with whether the bot still may not write there."""

    async def tell_owner(
        self, guild_id: int, channel_id: int, sentence: Callable[[], str], is_closed: Callable[[], bool]
    ) -> bool:
        """Tell the server's owner about a channel; False if that has to wait for the end of their quiet hours.

        They are told again only after `is_closed` was False meanwhile. If it is now, the bot does not know what keeps
        it from writing there, nor when that is over: they are told again once it does.
        """
        guild, place = self._client.get_guild(guild_id), (guild_id, channel_id)
        if guild is None or guild.owner_id is None:
            return True
        known, is_reason_known = self._known_to_owners.get(place), is_closed()
        # before anything is awaited: more may be refused there meanwhile
        self._known_to_owners[place] = is_closed if is_reason_known else known or _for_good
        is_news = known is None or (known is _for_good and is_reason_known)
        is_told = not is_news or await self.tell(guild.owner_id, guild_id, sentence)
        if not is_told:
            self._known_to_owners.pop(place, None)
        return is_told

    async def tell(
        self, person: int, guild_id: int, sentence: Callable[[], str], afterwards: Callable[[], str] | None = None
    ) -> bool:
        """Tell a person what the sentence says in their language, unless they have quiet hours: then the list after
        these says `afterwards`, if that is given. What Discord refuses is only logged.
        """
        with speaking(await self._languages.of_person(person, guild_id)):
            words, news = written(sentence()), None if afterwards is None else News(guild_id, afterwards())
        if not await self._notifications.may_notify(person, news=news):
            return False
        with log_failures(log, "Could not tell a host or owner where the bot may not write"):
            target = await posting.direct(self._client, person)
            await target.send(words, allowed_mentions=NOBODY, silent=Sent.TROUBLE.is_silent)
        return True

    def permissions_changed(self, guild_id: int) -> None:
        """Note where the bot may write in the server by now; the owner is told if it may not later."""
        for place, is_closed in tuple(self._known_to_owners.items()):
            if place[0] == guild_id and not is_closed():
                del self._known_to_owners[place]


def _for_good() -> bool:
    return True
