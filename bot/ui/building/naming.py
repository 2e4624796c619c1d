"""The words of an action's text form as a list offers them to who types: `2` as `Group 2: 3♥ 4♠ 5♥`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import _
from bot.render.cards import face, faces, full_name, in_order
from bot.render.names import label
from bot.render.words import capital, cards_in_words
from bot.rules.cards import parse_cards
from bot.rules.six_holes.actions import Position as GridPosition
from bot.ui.kit.types import Offer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.cards import Card
    from bot.tables.model.position import Position


def word_name(position: Position, view: Any, verb: str, word: str) -> str:
    """A word of a verb's text form as people read it; the word itself where it says all."""
    key = (position.record.game, verb)
    if word.isdecimal():
        return _number_name(position, view, key, int(word))
    if word == "new":
        return _("A new group")
    if word in GridPosition.__members__:
        return capital(GridPosition[word].label)
    return _source_name(view, word) if verb == "draw" else word


def cards_offered(words: Iterable[str], view: Any, order: str) -> list[Offer]:
    """Cards, or several as one word, each once: one by one in the hand's order, as `8♣` and `Q♣ (drawn)`."""
    found = {word: parse_cards(word) for word in words}
    places = {card: place for place, card in enumerate(in_order(view.hand, order))}
    if all(len(cards) == 1 for cards in found.values()):
        found = dict(sorted(found.items(), key=lambda item: places.get(item[1][0], -1)))
    return [Offer(_shown(cards, view), word, _spoken(cards)) for word, cards in found.items()]


def melds_offered(word: str) -> Offer:
    """Melds to lay down, as `5♥ 5♦ 5♣ / 7♠ 8♠ 9♠`."""
    melds = [parse_cards(meld) for meld in word.split("/")]
    return Offer(" / ".join(faces(meld, None, " ") for meld in melds), word, " ".join(map(_spoken, melds)))


def _shown(cards: Sequence[Card], view: Any) -> str:
    shown = faces(cards, getattr(view, "wild_rank", None), " ")
    return _("{card} (drawn)").format(card=shown) if cards == (getattr(view, "drawn", None),) else shown


def _spoken(cards: Sequence[Card]) -> str:
    return " ".join(full_name(card) for card in cards)


def _number_name(position: Position, view: Any, key: tuple[str, str], number: int) -> str:
    match key:
        case ("huxxy", "play"):
            group = faces(view.table[number - 1], None, " ") or _("empty")
            return _("Group {number}: {cards}").format(number=number, cards=group)
        case ("rummy", "layoff" | "swap"):
            meld = faces(view.melds[number - 1], None, " ")
            return _("Meld {number}: {cards}").format(number=number, cards=meld)
        case ("notty", "take"):
            name = label(position.record.seats[number - 1].name)
            return _("Seat {number}: {name}").format(number=number, name=name)
        case ("notty", "draw"):
            return cards_in_words(number)
    return str(number)


def _source_name(view: Any, word: str) -> str:
    if word == "stock":
        return _("From the stock")
    if word == "discard" and getattr(view, "upcard", None) is not None:
        wild = getattr(view, "wild_rank", None)
        return _("The top discard: {card}").format(card=face(view.upcard, wild))
    return word
