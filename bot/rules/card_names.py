"""Convert cards as people write them (`K♠`, `10 of clubs`, `Pik König`, `blue 4`) to the notation.

Text already in the notation is unchanged in every language, so a saved game reads the same everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from bot.language import N_, SOURCE, _, speaking, spoken_language
from bot.rules.spoken import folded, unaccented

_NUMBERS = {str(number): str(number) for number in range(2, 10)} | {"10": "0", "0": "0"}
_RANKS = {
    "A": N_("ace aces a"),
    "2": N_("two twos"),
    "3": N_("three threes"),
    "4": N_("four fours"),
    "5": N_("five fives"),
    "6": N_("six sixes"),
    "7": N_("seven sevens"),
    "8": N_("eight eights"),
    "9": N_("nine nines"),
    "0": N_("ten tens t"),
    "J": N_("jack jacks j"),
    "Q": N_("queen queens q"),
    "K": N_("king kings k"),
}
"""Accepted spellings of each rank, separated by spaces."""
_SUITS = {
    "S": N_("spades spade"),
    "H": N_("hearts heart"),
    "D": N_("diamonds diamond"),
    "C": N_("clubs club"),
}
_COLOURS = {"R": N_("red r"), "B": N_("blue b"), "G": N_("green g"), "Y": N_("yellow y")}
"""Accepted spellings of each colour of Notty, before or after the number."""
_JOKERS = {"R": N_("red r"), "B": N_("black b")}
"""Accepted spellings of each joker's colour, before or after the word joker."""
_JOKER, _OF, _AND = N_("joker jokers"), N_("of"), N_("and")

_SUIT_SIGNS = {"♠": "S", "♤": "S", "♥": "H", "♡": "H", "❤": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C"}
_COLOUR_SIGNS = {"🔴": "R", "🟦": "B", "🌲": "G", "⭐": "Y"}
_JOKER_SIGN = "🃏"

_LOOKS = re.compile("[\ufe0e\ufe0f★]")
"""Characters to ignore: variation selectors and the star that marks a wild card."""
_REMARKS = re.compile(r"\([^()]*\)")
_TEN = re.compile(r"\b(?:10|t)([shdc])\b", re.IGNORECASE)


class _Words(NamedTuple):
    """Compiled patterns for a set of languages, with the meaning of each word."""

    cards: re.Pattern[str]
    jokers: re.Pattern[str]
    colours: re.Pattern[str]
    fillers: re.Pattern[str]
    ranks: Mapping[str, str]
    suits: Mapping[str, str]
    joker_colours: Mapping[str, str]
    card_colours: Mapping[str, str]


def in_notation(text: str) -> str:
    """Convert every card in the text to the notation; accepts names in English and the current language.

    >>> in_notation("lay K♠ ♣10, queen of Hearts / TD jack diamonds"), in_notation("discard Q♣ (drawn)")
    ('lay KS 0C, QH / 0D JD', 'discard QC')
    >>> in_notation("swap red joker 2 high"), in_notation("discard blue 4 and 5 blue, 🟦6"), in_notation("draw stock")
    ('swap XR 2 high', 'discard B4 B5, B6', 'draw stock')
    """
    spoken = spoken_language()
    words = _words(spoken.language, spoken.commands)
    plain = text if text.isascii() else unaccented(text)
    read = _LOOKS.sub("", plain)
    read = words.jokers.sub(lambda found: _joker(words, found), read)
    read = _REMARKS.sub(" ", read)
    read = words.cards.sub(lambda found: _card(words, found), read)
    read = words.colours.sub(lambda found: _coloured(words, found), read)
    read = _TEN.sub(r" 0\1 ", read)
    read = words.fillers.sub(" ", read)
    if read == plain or not read.strip():
        return text
    return re.sub(r" (?=,)", "", " ".join(read.split()))


def _joker(words: _Words, found: re.Match[str]) -> str:
    colour = found["before"] or found["after"]
    return f" X{words.joker_colours[folded(colour)] if colour else 'X'} "


def _card(words: _Words, found: re.Match[str]) -> str:
    rank, suit = found["rank"] or found["rank_behind"], found["suit"] or found["suit_in_front"]
    return f" {words.ranks[folded(rank)]}{words.suits[folded(suit)]} "


def _coloured(words: _Words, found: re.Match[str]) -> str:
    colour, number = found["colour"] or found["colour_behind"], found["number"] or found["number_in_front"]
    return f" {words.card_colours[folded(colour)]}{number} "


@cache
def _words(*languages: str) -> _Words:
    """Compile the patterns for these languages and English; cached."""
    ranks = _NUMBERS | _spelled(_RANKS, languages)
    suits = _SUIT_SIGNS | _spelled(_SUITS, languages)
    jokers = _spelled(_JOKERS, languages)
    colours = _COLOUR_SIGNS | _spelled(_COLOURS, languages)
    joker = {_JOKER_SIGN: "X"} | _spelled({"X": _JOKER}, languages)
    gap, number = r"[\s-]*", "10|[1-9]"
    between = rf"{gap}(?:(?:{_any(_spelled({'': _OF}, languages))})[\s-]+)?"
    rank, suit, colour, tint = _any(ranks), _any(suits), _any(colours), _any(jokers)
    return _Words(
        _pattern(
            f"(?P<rank>{rank}){between}(?P<suit>{suit})",
            f"(?P<suit_in_front>{suit}){gap}(?P<rank_behind>{rank})",
        ),
        _pattern(
            f"(?P<before>{tint}){gap}(?:{_any(joker)})",
            rf"(?:{_any(joker)})(?:{gap}\(?(?P<after>{tint})\)?)?",
        ),
        _pattern(
            f"(?P<colour>{colour}){gap}(?P<number>{number})",
            f"(?P<number_in_front>{number}){gap}(?P<colour_behind>{colour})",
        ),
        _pattern(_any(_spelled({"": _AND}, languages))),
        ranks,
        suits,
        jokers,
        colours,
    )


def _spelled(texts: Mapping[str, str], languages: tuple[str, ...]) -> dict[str, str]:
    """Map each spelling in these languages and in English, folded, to the key of its text."""
    found: dict[str, str] = {}
    for language in (SOURCE, *languages):
        with speaking(language):
            found |= {word: meaning for meaning, text in texts.items() for word in folded(_(text)).split()}
    return found


def _any(words: Mapping[str, str]) -> str:
    """A pattern that matches any of the words, longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def _pattern(*ways: str) -> re.Pattern[str]:
    """Match any alternative as a whole word; a suit symbol may be followed directly by the next word."""
    signs = "".join(_SUIT_SIGNS)
    return re.compile(rf"(?<!\w)(?:{'|'.join(ways)})(?:(?<=[{signs}])|(?!\w))", re.IGNORECASE)
