"""What to advise somebody who has no table yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.ui.interaction.whereabouts import answers_are_public

if TYPE_CHECKING:
    from bot.ui.kit.types import Interaction


def how_to_play(interaction: Interaction) -> str:
    """How to get a table from there, as the end of a sentence; where only the asker reads answers, none is opened."""
    if answers_are_public(interaction):
        return _("open a table with /table new")
    return _("play in a group DM or with /solo in your direct messages with me")
