"""The arguments of an action's text form as shown in completion lists: `8C` as `8♣`, `2` as `Group 2: 3♥ 4♠ 5♥`."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from bot.render.cards import faces, full_name, in_order
from bot.render.catalogue import text_of
from bot.rules.cards import is_card, parse_cards
from bot.ui.kit.types import CompletionEntry
from bot.ui.wording.seats import cast_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.tables.model.position import Position

_BETWEEN_MELDS = "/"


def arguments(form: str) -> list[str]:
    """The arguments of an action's text form. Cards that follow each other are one, also as melds with slashes between.

    >>> arguments("layoff XR 2 low"), arguments("discard B4 B5 B6"), arguments("lay 5H 5D 5C / 7S 8S 9S")
    (['XR', '2', 'low'], ['B4 B5 B6'], ['5H 5D 5C / 7S 8S 9S'])
    """
    found: list[str] = []
    follows_card = False
    for word in form.split()[1:]:
        belongs = is_card(word) or word == _BETWEEN_MELDS
        if belongs and follows_card:
            found[-1] += f" {word}"
        else:
            found.append(word)
        follows_card = belongs
    return found


def offered_as_named(
    words: Iterable[str], position: Position, person: int, verb: str, order: str
) -> Iterable[CompletionEntry]:
    """The words that may be an argument of the verb, as people name them. All are cards, or none is."""
    words = iter(words)
    first = next(words, None)
    if first is None:
        return ()
    words = chain((first,), words)
    if not is_card(first.partition(" ")[0]):
        return _named_by_game(words, position, person, verb)
    if is_card(first):
        words = _in_hands_order(words, position, person, order)
    return _cards(words, position, person)


def _named_by_game(words: Iterable[str], position: Position, person: int, verb: str) -> Iterator[CompletionEntry]:
    """Numbers, places and piles, each as its game names it."""
    text, view, cast = text_of(position.record.game), position.view_of(person), cast_of(position.record)
    return (CompletionEntry(text.word(verb, word, view, cast), word) for word in words)


def _in_hands_order(words: Iterable[str], position: Position, person: int, order: str) -> list[str]:
    """Cards without repeats, in the hand's order."""
    hand = in_order(position.view_of(person).hand, order)
    places = {card: place for place, card in enumerate(hand)}
    return sorted(dict.fromkeys(words), key=lambda word: places.get(parse_cards(word)[0], -1))


def _cards(words: Iterable[str], position: Position, person: int) -> Iterator[CompletionEntry]:
    """Single cards as `Q♣ (drawn)`, and several as `5♥ 5♦ 5♣ / 7♠ 8♠ 9♠`, of which there may be thousands."""
    text, view = text_of(position.record.game), position.view_of(person)
    for word in words:
        melds = [parse_cards(meld) for meld in word.split(_BETWEEN_MELDS)]
        shown = " / ".join(faces(meld, text.wild(view)) for meld in melds)
        if is_card(word):
            shown = text.listed(melds[0][0], view)
        yield CompletionEntry(shown, word, " ".join(full_name(card) for meld in melds for card in meld))
