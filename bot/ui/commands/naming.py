"""The words of an action's text form as shown in completion lists: `8C` as `8♣`, `2` as `Group 2: 3♥ 4♠ 5♥`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.cards import faces, full_name, in_order
from bot.render.catalogue import text_of
from bot.rules.cards import parse_cards
from bot.ui.kit.types import CompletionEntry
from bot.ui.wording.seats import cast_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.cards import Card
    from bot.tables.model.position import Position


def words_offered(words: Iterable[str], position: Position, person: int, verb: str) -> Iterable[CompletionEntry]:
    """Numbers, places and piles, each as its game names it."""
    text, view, cast = text_of(position.record.game), position.view_of(person), cast_of(position.record)
    return (CompletionEntry(text.word(verb, word, view, cast), word) for word in words)


def cards_offered(words: Iterable[str], position: Position, person: int, order: str) -> list[CompletionEntry]:
    """Single cards or several as one word, without repeats, in the hand's order, as `8♣` and `Q♣ (drawn)`."""
    text, view = text_of(position.record.game), position.view_of(person)
    found = {word: parse_cards(word) for word in words}
    places = {card: place for place, card in enumerate(in_order(view.hand, order))}
    if all(len(cards) == 1 for cards in found.values()):
        found = dict(sorted(found.items(), key=lambda item: places.get(item[1][0], -1)))

    def shown(cards: Sequence[Card]) -> str:
        return text.listed(cards[0], view) if len(cards) == 1 else faces(cards, text.wild(view), " ")

    return [CompletionEntry(shown(cards), word, _spoken(cards)) for word, cards in found.items()]


def melds_offered(words: Iterable[str]) -> Iterable[CompletionEntry]:
    """Melds to lay down, as `5♥ 5♦ 5♣ / 7♠ 8♠ 9♠`."""
    for word in words:
        melds = [parse_cards(meld) for meld in word.split("/")]
        yield CompletionEntry(" / ".join(faces(meld) for meld in melds), word, " ".join(map(_spoken, melds)))


def _spoken(cards: Sequence[Card]) -> str:
    return " ".join(full_name(card) for card in cards)
