"""A person's own settings, with the selects that change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import LANGUAGES, _
from bot.ui.controls import Entry, select
from bot.ui.layout import GREY, page

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model import PersonSettings

NO_TABLE = 0


def settings_page(chosen: PersonSettings) -> LayoutView:
    """How this person wants to get the hand, be called, and see the cards."""
    note = _("⚠️ Your direct messages are closed to me; open them, then choose “by direct message” again.")
    return page(
        [
            _("## Your settings\n-# They hold at every table, in every server."),
            note if chosen.dm_closed else "",
            select(
                NO_TABLE,
                "set",
                _("Your hand"),
                [
                    Entry(
                        "dm",
                        _("My hand by direct message"),
                        chosen=chosen.hand_by_dm and not chosen.dm_closed,
                    ),
                    Entry("channel", _("My hand only when I press “My hand”"), chosen=not chosen.hand_by_dm),
                ],
                argument="hand",
            ),
            select(
                NO_TABLE,
                "set",
                _("Turn pings"),
                [
                    Entry("on", _("Mention me when it is my turn"), chosen=chosen.turn_pings),
                    Entry("off", _("Do not mention me"), chosen=not chosen.turn_pings),
                ],
                argument="pings",
            ),
            select(
                NO_TABLE,
                "set",
                _("Order of cards"),
                [
                    Entry("suit", _("Sort my hand by suit"), chosen=chosen.hand_order == "suit"),
                    Entry("rank", _("Sort my hand by rank"), chosen=chosen.hand_order == "rank"),
                ],
                argument="order",
            ),
            select(NO_TABLE, "set", _("Language"), _languages(chosen), argument="language"),
        ],
        GREY,
    )


def _languages(chosen: PersonSettings) -> list[Entry]:
    """Each language in its own name, so that it is found by those who read no other."""
    discords = Entry("discord", _("The language of my Discord"), chosen=chosen.language is None)
    known = [Entry(code, name, chosen=chosen.language == code) for code, name in LANGUAGES.items()]
    return [discords, *known]
