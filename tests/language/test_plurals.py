"""No text can say “1 cards”: whatever is counted has a form for one."""

from __future__ import annotations

import re
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING

import pytest

from bot.language import SOURCE
from tests.language.test_catalogues import catalogue, template

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

AFTER_A_NUMBER = re.compile(r"\{(\w+)\}\*{0,2}(?=((?: [\w'-]+){1,3}))")
"""A placeholder and up to three words after it: adjectives, and the noun that is counted."""
ENDS = {
    "the",
    "no",
    "and",
    "can",
    "will",
    "has",
    "makes",
    "if",
    "for",
    "die",
    "einen",
    "einem",
    "kein",
    "keine",
}
ENDS |= {"und", "können", "hat", "wenn", "für", "von"}
"""Words that end the counted phrase."""
NOUN = {"en": re.compile(r"[a-z]+s|people"), "de": re.compile(r"[A-ZÄÖÜ]\w+")}
"""The shape of a noun in the plural, as opposed to verbs, which also change with the number.

A language may be left out: that all its plural forms are there is checked in `tests.language.test_catalogues`.
"""


def texts(message: Message, language: str) -> tuple[str, ...]:
    """Return the forms of a text, the form for one first. A text without a plural has a single form."""
    found = message.id if language == SOURCE else message.string
    return (found,) if isinstance(found, str) else tuple(found or ())


def catalogue_of(language: str) -> Catalog:
    return template() if language == SOURCE else catalogue(language)


def counted(text: str) -> dict[str, list[str]]:
    """Return the words that follow each placeholder of the text."""
    following = {found[1]: found[2].split() for found in AFTER_A_NUMBER.finditer(text)}
    return {name: list(takewhile(lambda word: word not in ENDS, words)) for name, words in following.items()}


@cache
def plural_nouns(language: str) -> frozenset[str]:
    """Return the plural nouns that follow a number anywhere: those that differ from the form for one."""
    found: set[str] = set()
    for message in catalogue_of(language):
        forms = texts(message, language)
        one, many = counted(forms[0]), counted(forms[-1])
        for name, words in many.items():
            found |= {word for word in words if NOUN[language].fullmatch(word)} - set(one.get(name, ()))
    return frozenset(found)


@pytest.mark.parametrize(
    ("language", "nouns"),
    [
        ("en", {"cards", "points", "games", "rounds", "seats", "seconds", "players"}),
        ("de", {"Karten", "Punkte", "Spiele", "Runden", "Plätze", "Sekunden"}),
    ],
)
def test_counted_nouns_are_collected_from_the_texts(language: str, nouns: set[str]) -> None:
    """The next test looks for these nouns."""
    assert nouns <= plural_nouns(language)


@pytest.mark.parametrize("language", NOUN)
def test_counted_nouns_have_a_singular_form(language: str) -> None:
    """Use `ngettext`, or a phrase such as `cards_in_words`, so that “{n} cards” can become “1 card”."""
    forms_for_one = [texts(message, language)[0] for message in catalogue_of(language)]
    wrong = [
        text for text in forms_for_one if any(plural_nouns(language) & set(words) for words in counted(text).values())
    ]
    assert not wrong, "\n".join(wrong)


NUMBERED = re.compile(r"\{(?:number|count|n)\}\*{0,2} ([a-z]+s)\b")
VERBS = {"is", "has", "was", "as", "stands", "stays", "lacks", "differs", "comes", "gives"}
"""Words in s after the number of a group or a table; any other one would be a noun."""


def test_a_noun_that_is_counted_for_the_first_time_has_a_singular_form() -> None:
    """The test above knows only nouns that have one somewhere."""
    single = [message.id for message in template() if isinstance(message.id, str)]
    assert [text for text in single if set(NUMBERED.findall(text)) - VERBS] == []


FILLED_IN = r"\{\w+:[a-z]+\}"
"""A number with its noun, which thoughts fill in as “1 point” or “2 points”, always in the same case."""
UNFIT = {
    "en": re.compile(rf"{FILLED_IN} (?:are|were|have)\b"),
    "de": re.compile(
        rf"\b(?:von|mit|nach|bei|aus|zu) (?:etwa )?{FILLED_IN.replace('[a-z]+', '(?:points|actions)')}"
        rf"|\bbleiben\b[^.:]*{FILLED_IN}|\b(?:bleibt|fehlt) \{{(?:cards|suits)\}}",
        re.IGNORECASE,
    ),
}
"""Words that fit only one number (“are left”, “bleiben”), or require a different case (“von 40 Punkte”)."""


@pytest.mark.parametrize("language", UNFIT)
def test_counts_filled_in_with_their_noun_fit_the_sentence(language: str) -> None:
    """Hints used to say “about 1 point are left after your next turn” and “das Minimum von 40 Punkte”.

    The list of cards that can be moved in Huxxy said “Übrig bleibt J♦ J♣”.
    """
    every = (text for message in catalogue_of(language) for text in texts(message, language))
    assert not [text for text in every if UNFIT[language].search(text)]
