"""What replaces an older copy of a hand: a line that says where the hand is now, or how to continue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import GREY, page

if TYPE_CHECKING:
    from discord.ui import LayoutView


def moved(link: str) -> LayoutView:
    """In an older private answer: a link to the newer one."""
    return page([_("Your hand is open in a newer message: {link}").format(link=link)], GREY)


def moved_elsewhere(heading: str, table_id: int, link: str) -> LayoutView:
    """In the direct message while a private answer shows the hand, with a button in case that was dismissed."""
    words = _("Your hand is open in a message that only you can see: {link}").format(link=link)
    return page([heading, words, (button(table_id, "refresh", _("Show it here")),)], GREY)


def paused(heading: str, table_id: int, *, by_dm: bool) -> LayoutView:
    """In a private answer that can no longer be updated."""
    if by_dm:
        words = _("This message can no longer be updated; your hand is in your direct messages again.")
        label = _("Show it here")
    else:
        words, label = _("Paused: press **Continue** to go on."), _("Continue")
    return page([heading, words, (button(table_id, "refresh", label, style=Style.primary),)], GREY)
