"""The piles that a card can be drawn from, as people name them."""

from __future__ import annotations

from bot.language import N_, _

STOCK, DISCARD = "stock", "discard"
_SPOKEN = {STOCK: N_("stock"), DISCARD: N_("discard pile")}


def pile_named(text: str) -> str:
    """The pile of that name, in English or the current language; empty if it names none.

    >>> pile_named("stock"), pile_named("the Discard pile"), pile_named("table")
    ('stock', 'discard', '')
    """
    name = text.casefold().removeprefix("the ")
    return next((pile for pile, spoken in _SPOKEN.items() if name in (pile, spoken, _(spoken).casefold())), "")
