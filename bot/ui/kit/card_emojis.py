"""The bot's own emojis of cards, for buttons and lists; if one is missing, only words are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.pictures.drawing.emojis import FACE_DOWN, key_of

if TYPE_CHECKING:
    from discord import PartialEmoji

    from bot.rules.cards import Card


class CardEmojis:
    """The emojis that Discord has, by the keys of their faces."""

    def __init__(self) -> None:
        self._known: dict[str, PartialEmoji] = {}

    def put(self, key: str, emoji: PartialEmoji) -> None:
        """Note Discord's emoji for the face."""
        self._known[key] = emoji

    def forget(self) -> None:
        """Show words from now on, until emojis are put here again."""
        self._known.clear()

    def of(self, card: Card | None, *, two_colours: bool) -> PartialEmoji | None:
        """The emoji of a card in a deck of two or four colours, or of a face-down one; None if there is none."""
        if not self._known:
            return None
        return self._known.get(FACE_DOWN if card is None else key_of(card, two_colours=two_colours))


NO_EMOJIS = CardEmojis()
"""For people who want words only, and before any emoji is known."""
