"""Notes what people do with rights of their own in a server, for those who manage it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.tables.model.moderation import Moderated
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.interaction.whereabouts import home_of

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply

log = logging.getLogger(__name__)


async def note_act(reply: Reply, act: str, detail: object = "", *, about: int | None = None) -> None:
    """Note what the person has just done in this server. The act counts even if this fails, which is only logged."""
    interaction = reply.interaction
    guild_id = home_of(interaction)
    if guild_id is None:
        return
    now = reply.services.clock.now()
    done = Moderated(interaction.id, guild_id, now, interaction.user.id, act, about, str(detail))
    try:
        await reply.services.store.moderation.add(done)
    except StoreUnavailableError as error:
        log.warning("What a moderator did could not be noted: %s", error)
