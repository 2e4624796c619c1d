"""People chosen from Discord's list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import _
from bot.tables.model.errors import TableError

if TYPE_CHECKING:
    from bot.ui.kit.types import Interaction


def require_human(interaction: Interaction, guest: int) -> None:
    """Refuse to invite a bot, since Discord's list of people includes bots."""
    data: Any = interaction.data or {}
    if data.get("resolved", {}).get("users", {}).get(str(guest), {}).get("bot"):
        raise TableError(_("Bots cannot be invited; computer players are added before the game begins."))
