"""A few texts of a third language, with what English and German lack.

0 takes the singular, and so do 0.5 and 1.5; a space stands before a colon; a date has slashes; an hour is “20 h”; some
words of a time are two words, or have another meaning in English; a number comes before “table”.
"""

from __future__ import annotations

import gettext
import io
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from babel.messages.catalog import Catalog

from bot import language
from scripts.texts import as_mo

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "xx"
"""A code that no language has."""
_PLURALS_OF = "fr"
_PLURALS = {
    ("{number} point", "{number} points"): ("{number} point", "{number} points"),
    ("{number} card", "{number} cards"): ("{number} carte", "{number} cartes"),
    (
        "Luck: the draws saved {amount} point, compared with average ones.",
        "Luck: the draws saved {amount} points, compared with average ones.",
    ): ("Chance : {amount} point de plus.", "Chance : {amount} points de plus."),
}
_TEXTS = {
    "{whole}.{tenths}": "{whole},{tenths}",
    "{year}-{month:02}-{day:02}": "{day:02}/{month:02}/{year}",
    "{text}: {date} at {time} ({zone})": "{text}\u202f: le {date} à {time} ({zone})",
    "Table {number}": "{number}e table",
    "Table {number}: {game}, {place}": "{number}e table\u00a0: {game}, {place}",
    "{option}: {value}": "{option}\u00a0: {value}",
    "Hand limit": "Limite de main",
    "stock": "la pioche",
    "discard pile": "la défausse",
    "a one card the top of from": "une la le les carte du de dans dessus",
    "the my card it at to": "la le ma carte en à",
    "the": "la le les l'",
    "six, 6, golf": "six trous",
    "rummy, rum": "rami",
    "top left": "en haut à gauche",
    "bottom right": "en bas à droite",
    "king kings k": "roi rois r",
    "queen queens q": "dame dames d",
    "ace aces a": "as",
    "hearts heart": "cœur coeur",
    "diamonds diamond": "carreau carreaux",
    "spades spade": "pique",
    "of": "de",
}
_OF_TIMES = {
    "today": "aujourd'hui",
    "tonight, this evening": "ce soir",
    "tomorrow": "demain",
    "the day after tomorrow, day after tomorrow": "après-demain",
    "evening": "soir",
    "on": "le",
    "at": "à",
    "o'clock": "h, heure, heures",
    "from": "de",
    "to, until": "à, jusqu'à",
    "off, none": "aucune",
    "in": "dans",
    "a, an, one": "un, une",
    "h, hour, hours": "h, heure, heures",
    "d, day, days": "j, jour, jours",
    "w, week, weeks": "semaine, semaines",
    "Monday": "lundi",
    "Tuesday": "mardi",
    "Friday": "vendredi",
    "Sunday": "dimanche",
}
"""“di” is Tuesday in German, and Sunday here."""


@contextmanager
def third_language() -> Iterator[None]:
    """Speak the third language for the block, as one that the bot has."""
    found, known = gettext.GNUTranslations(io.BytesIO(as_mo(_made()))), language._catalogue
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "_catalogue", lambda code: found if code == CODE else known(code))
        patch.setitem(language.LANGUAGES, CODE, "Troisième")
        with language.speaking(CODE):
            yield


def _made() -> Catalog:
    made = Catalog(_PLURALS_OF)
    for forms, translated in _PLURALS.items():
        made.add(forms, translated)
    for text, words in _TEXTS.items():
        made.add(text, words)
    for text, words in _OF_TIMES.items():
        made.add(text, words, context="time")
    return made
