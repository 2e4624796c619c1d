"""People chosen from Discord's list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import _
from bot.tables.model.errors import TableError

if TYPE_CHECKING:
    from bot.ui.kit.types import Interaction


def is_bot(interaction: Interaction, chosen: int) -> bool:
    """Whether whoever was chosen is a bot, as Discord says with the choice."""
    data: Any = interaction.data or {}
    return bool(data.get("resolved", {}).get("users", {}).get(str(chosen), {}).get("bot"))


def require_human(interaction: Interaction, guest: int) -> None:
    """Refuse to invite a bot, since Discord's list of people includes bots."""
    if is_bot(interaction, guest):
        raise TableError(_("Bots cannot be invited; computer players are added before the game begins."))
