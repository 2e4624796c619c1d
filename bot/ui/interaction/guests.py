"""Who may be a guest at a server's tables: no bots, and nobody whom its moderators have barred."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import N_, _
from bot.tables.model import guild_settings
from bot.tables.model.errors import TableError

if TYPE_CHECKING:
    from bot.ui.interaction.services import BotServices
    from bot.ui.kit.types import Interaction

NOT_WELCOME = N_("This server's moderators do not let you play at its tables; ask one of them about it.")


async def is_barred(services: BotServices, guild_id: int, person: int) -> bool:
    """Whether the server's moderators have barred the person from its tables."""
    return person in (await guild_settings.load(services.store.people, guild_id)).barred


def is_bot(interaction: Interaction, chosen: int) -> bool:
    """Whether whoever was chosen is a bot, as Discord says with the choice."""
    data: Any = interaction.data or {}
    return bool(data.get("resolved", {}).get("users", {}).get(str(chosen), {}).get("bot"))


def require_human(interaction: Interaction, guest: int) -> None:
    """Refuse to invite a bot, since Discord's list of people includes bots."""
    if is_bot(interaction, guest):
        raise TableError(_("Bots cannot be invited; computer players are added before the game begins."))
