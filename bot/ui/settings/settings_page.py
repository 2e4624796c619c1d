"""A person's own settings, with the selects that change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import LANGUAGES, _
from bot.tables.model.records import ALWAYS, FOUR_COLOURS, NEVER, TWO_COLOURS, WHEN_AWAY
from bot.ui.kit.controls import Entry, select
from bot.ui.kit.layout import GREY, page

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model.records import PersonSettings
    from bot.ui.kit.layout import Part

NO_TABLE = 0
AS_SERVER = "server"


def settings_page(chosen: PersonSettings) -> LayoutView:
    """The person's settings page."""
    closed = _("⚠️ I cannot send you direct messages; allow them, then choose “by direct message” again.")
    return page(
        [
            _("## Your settings\n-# They apply at every table, in every server."),
            closed if chosen.dm_closed else "",
            *_list("hand", _("Your hand"), _hand(chosen)),
            *_list("mentions", _("Mentions"), _mentions(chosen)),
            *_list("order", _("Order of cards"), _orders(chosen)),
            *_list("pictures", _("Pictures"), _pictures(chosen)),
            *_list("deck", _("Colours of the suits"), _decks(chosen)),
            *_list("size", _("Size of the cards"), _sizes(chosen)),
            *_list("language", _("Language"), _languages(chosen)),
            *_list("everywhere", _("Leaderboards everywhere"), _everywhere(chosen)),
        ],
        GREY,
    )


def _list(setting: str, title: str, entries: list[Entry]) -> list[Part]:
    """A select with its name above it."""
    return [f"**{title}**", select(NO_TABLE, "set", title, entries, argument=setting)]


def _hand(chosen: PersonSettings) -> list[Entry]:
    by_dm = chosen.hand_by_dm and not chosen.dm_closed
    return [
        Entry("dm", _("My hand by direct message"), chosen=by_dm),
        Entry("channel", _("My hand only when I press “My hand”"), chosen=not chosen.hand_by_dm),
    ]


def _mentions(chosen: PersonSettings) -> list[Entry]:
    return [
        Entry(AS_SERVER, _("Mentions: the server's setting"), chosen=chosen.mentions is None),
        Entry(WHEN_AWAY, _("Mention me when I am away on my turn"), chosen=chosen.mentions == WHEN_AWAY),
        Entry(ALWAYS, _("Mention me on each of my turns"), chosen=chosen.mentions == ALWAYS),
        Entry(NEVER, _("Do not mention me"), chosen=chosen.mentions == NEVER),
    ]


def _orders(chosen: PersonSettings) -> list[Entry]:
    return [
        Entry("game", _("Sort my hand as suits each game"), chosen=chosen.hand_order is None),
        Entry("suit", _("Sort my hand by suit"), chosen=chosen.hand_order == "suit"),
        Entry("rank", _("Sort my hand by rank"), chosen=chosen.hand_order == "rank"),
    ]


def _pictures(chosen: PersonSettings) -> list[Entry]:
    return [
        Entry("on", _("Show my cards as pictures"), chosen=not chosen.text_only),
        Entry("off", _("Show my cards as text only"), chosen=chosen.text_only),
    ]


def _decks(chosen: PersonSettings) -> list[Entry]:
    return [
        Entry("game", _("Suit colours: two in Huxxy, four elsewhere"), chosen=chosen.deck is None),
        Entry(TWO_COLOURS, _("Suit colours: always two, red and black"), chosen=chosen.deck == TWO_COLOURS),
        Entry(FOUR_COLOURS, _("Suit colours: always four"), chosen=chosen.deck == FOUR_COLOURS),
    ]


def _sizes(chosen: PersonSettings) -> list[Entry]:
    return [
        Entry("usual", _("Card size: pictures as low as possible"), chosen=not chosen.large_cards),
        Entry("large", _("Card size: large cards in taller pictures"), chosen=chosen.large_cards),
    ]


def _everywhere(chosen: PersonSettings) -> list[Entry]:
    return [
        Entry("off", _("Show my ratings only in the servers where I play"), chosen=not chosen.everywhere),
        Entry("on", _("Show my name and ratings in all servers"), chosen=chosen.everywhere),
    ]


def _languages(chosen: PersonSettings) -> list[Entry]:
    """Each language under its native name, so that people who read no other can find it."""
    discords = Entry("discord", _("My Discord language"), chosen=chosen.language is None)
    known = [Entry(code, name, chosen=chosen.language == code) for code, name in LANGUAGES.items()]
    return [discords, *known]
