"""Who may be a guest at a server's tables: its members, but no bots, and nobody whom its moderators have barred."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import N_, _
from bot.tables.model import guild_settings
from bot.tables.model.errors import TableError
from bot.ui.interaction.presence import DiscordPresence
from bot.ui.interaction.services import services_of

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
    return bool(resolved(interaction, "users").get(str(chosen), {}).get("bot"))


def resolved(interaction: Interaction, kind: str) -> dict[str, Any]:
    """What Discord says about the people who were chosen, by their ids."""
    data: Any = interaction.data or {}
    found: dict[str, Any] = data.get("resolved", {}).get(kind, {})
    return found


async def require_guest(interaction: Interaction, table: TableRecord, guest: int) -> None:
    """Refuse to invite a bot, somebody who is not in the table's server, or somebody whom its moderators have barred:
    Discord's list of people includes bots, and it takes anybody's id. Raises TableError.
    """
    if is_bot(interaction, guest):
        raise TableError(_("Bots cannot be invited; computer players are added before the game begins."))
    is_member = interaction.guild_id == table.home and str(guest) in resolved(interaction, "members")
    if not is_member and await DiscordPresence(interaction.client).has_left(table.home, guest):
        words = _("<@{guest}> is not in the server of table {number}; they have to join that first.")
        raise TableError(words.format(guest=guest, number=table.id))
    if await is_barred(services_of(interaction), table.guild_id, guest):
        raise TableError(
            _("This server's moderators do not let <@{person}> play at its tables; ask one of them about it.").format(
                person=guest
            )
        )
