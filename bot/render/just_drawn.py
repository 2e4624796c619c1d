"""Texts about drawing: the source, and the card just drawn from the stock or taken from the discard pile."""

from __future__ import annotations

from bot.language import _


def you_drew(card: str, *, taken: bool) -> str:
    """Tell the hand's owner which card they drew; `card` is a short face."""
    return (_("You took **{card}**.") if taken else _("You drew **{card}**.")).format(card=card)


def marked(card: str, *, taken: bool) -> str:
    """The card's face in a list, marked as just drawn or taken."""
    return (_("{card} (taken)") if taken else _("{card} (drawn)")).format(card=card)


BUTTON_MARK = "↑"
"""Marks the drawn card's button, as the arrow below the card does in the picture: a word would make a row of four
buttons too wide for a phone.
"""


def in_a_picture(card: str, *, taken: bool) -> str:
    """Describe the mark in a picture of the hand; `card` is a full name."""
    return (_("Just taken: {card}.") if taken else _("Just drawn: {card}.")).format(card=card)


def source_name(word: str, upcard: str | None) -> str:
    """The label of a source, `stock` or `discard`; `upcard` is the short face of the top discard."""
    if word == "stock":
        return _("From the stock")
    if word == "discard" and upcard:
        return _("The top discard: {card}").format(card=upcard)
    return word
