"""Who may be a guest at a server's tables: its members, but no bots, and nobody whom its moderators have barred."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import N_, _
from bot.tables.model import guild_settings
from bot.tables.model.errors import TableError
from bot.ui.interaction.presence import DiscordPresence

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord
    from bot.ui.interaction.services import BotServices
    from bot.ui.kit.types import Interaction

NOT_WELCOME = N_("This server's moderators do not let you play at its tables; ask one of them about it.")


async def is_barred(services: BotServices, guild_id: int, person: int) -> bool:
    """Whether the server's moderators have barred the person from its tables."""
    return person in (await guild_settings.load(services.store.people, guild_id)).barred


def is_bot(interaction: Interaction, chosen: int) -> bool:
    """Whether whoever was chosen is a bot, as Discord says with the choice."""
    return bool(_resolved(interaction, "users").get(str(chosen), {}).get("bot"))


def _resolved(interaction: Interaction, kind: str) -> dict[str, Any]:
    """What Discord says about the people who were chosen, by their ids."""
    data: Any = interaction.data or {}
    found: dict[str, Any] = data.get("resolved", {}).get(kind, {})
    return found


def require_human(interaction: Interaction, guest: int) -> None:
    """Refuse to invite a bot, since Discord's list of people includes bots."""
    if is_bot(interaction, guest):
        raise TableError(_("Bots cannot be invited; computer players are added before the game begins."))


async def require_member(interaction: Interaction, table: TableRecord, guest: int) -> None:
    """Refuse to invite somebody who is not in the table's server; Discord takes anybody's id. Raises TableError."""
    is_member = interaction.guild_id == table.home and str(guest) in _resolved(interaction, "members")
    if not is_member and await DiscordPresence(interaction.client).has_left(table.home, guest):
        words = _("<@{guest}> is not in the server of table {number}; they have to join that first.")
        raise TableError(words.format(guest=guest, number=table.id))
