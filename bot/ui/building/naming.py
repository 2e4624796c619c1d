"""The words of an action's text form as a list offers them to who types: `2` as `Group 2: 3♥ 4♠ 5♥`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import _
from bot.render.cards import face, faces, full_name
from bot.render.words import capital, cards_in_words
from bot.rules.cards import parse_card
from bot.rules.errors import InvalidActionError

if TYPE_CHECKING:
    from bot.tables.position import Position


def word_name(position: Position, view: Any, verb: str, word: str) -> str:
    """A word of a verb's text form as people read it; the word itself where it says all."""
    key = (position.record.game, verb)
    if word.isdecimal():
        return _number_name(position, view, key, int(word))
    if word == "new":
        return _("A new group")
    if verb == "draw":
        return _source_name(view, word)
    try:
        return capital(full_name(parse_card(word)))
    except InvalidActionError:
        return word


def _number_name(position: Position, view: Any, key: tuple[str, str], number: int) -> str:
    match key:
        case ("huxxy", "play"):
            group = faces(view.table[number - 1], None, " ") or _("empty")
            return _("Group {number}: {cards}").format(number=number, cards=group)
        case ("rummy", "layoff" | "swap"):
            meld = faces(view.melds[number - 1], None, " ")
            return _("Meld {number}: {cards}").format(number=number, cards=meld)
        case ("notty", "take"):
            name = position.record.seats[number - 1].name
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
