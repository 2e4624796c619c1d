"""Cards are read however people write them, and the notation stays the same in every language."""

from __future__ import annotations

import time
from itertools import islice

import pytest

from bot.language import LANGUAGES, SpokenLanguage, speaking
from bot.render.cards import face, full_name
from bot.render.just_drawn import marked
from bot.rules.card_names import in_notation
from bot.rules.cards import BLACK_JOKER, JOKER, NOTTY_PACK, RED_JOKER, STANDARD_PACK, parse_card, parse_cards
from bot.rules.catalogue import GAMES
from tests.rules.contract.sampling import sampled_states

CARDS = (*STANDARD_PACK, RED_JOKER, BLACK_JOKER, JOKER, *NOTTY_PACK[::2])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_parsed_as_it_is_shown(language: str) -> None:
    """This covers the face (wild or not), the name, and the forms used in lists, in any case and among other words."""
    with speaking(language):
        for card in CARDS:
            shown = [
                face(card),
                face(card, card.rank),
                card.name,
                full_name(card, card.rank),
                marked(face(card), taken=False),
                marked(face(card), taken=True),
            ]
            for written in [*shown, *map(str.upper, shown), *map(str.lower, shown), f"  {card.name} "]:
                assert in_notation(written).upper().strip() == str(card), written
                assert parse_card(written) == card, written
            assert in_notation(f"layoff {card.name} 2 low") == f"layoff {card} 2 low"
            assert parse_cards(in_notation(f"{face(card)} {card.name}, {card}")) == (card,) * 3


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("KS", "KS"), ("ks", "ks"), ("K♠", "KS"), ("♠K", "KS"), ("K♠️", "KS"), ("K ♠", "KS"), ("k♤", "KS"),
        ("king of spades", "KS"), ("King Of Spades", "KS"), ("king spades", "KS"), ("spade king", "KS"),
        ("king-of-spades", "KS"), ("K of spades", "KS"), ("10♥", "0H"), ("0♥", "0H"), ("T♥", "0H"), ("10h", "0h"),
        ("TH", "0H"), ("ten of hearts", "0H"), ("10 hearts", "0H"), ("two of clubs", "2C"), ("2 clubs", "2C"),
        ("a♦", "AD"), ("ace of diamonds", "AD"), ("red joker", "XR"), ("joker black", "XB"), ("🃏R", "XR"),
        ("red joker black joker", "XR XB"), ("joker red joker black", "XR XB"), ("joker black joker", "XB XX"),
        ("joker", "XX"), ("blue 4", "B4"), ("4 blue", "B4"), ("🟦4", "B4"), ("b 4", "B4"), ("green 10", "G10"),
        ("G10", "G10"), ("K♠Q♠J♠", "KS QS JS"), ("5♥, 5♦ and 5♣ / 7 of spades 8♠ 9S", "5H, 5D 5C / 7S 8S 9S"),
        ("5H, 5D and 5C", "5H, 5D 5C"), ("B4 and B5 and B6", "B4 B5 B6"), ("and", "and"), ("K\u0130NG OF SPADES", "KS"),
        ("k\u0131ng of d\u0131amonds", "KD"),
    ],
)  # fmt: skip
def test_english_ways_to_write_a_card_are_parsed(written: str, read: str) -> None:
    """These are the ways in English."""
    assert in_notation(written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Pik König", "KS"), ("Pik-König", "KS"), ("pikkönig", "KS"), ("König Pik", "KS"), ("Kreuz Bube", "JC"),
        ("Karo Ass", "AD"), ("Karo As", "AD"), ("Herz 10", "0H"), ("Herz Zehn", "0H"), ("D♠", "QS"), ("B♥", "JH"),
        ("king of spades", "KS"), ("KD", "KD"), ("Joker (rot)", "XR"), ("schwarzer", "schwarzer"), ("Blau 4", "B4"),
        ("Herz 5 und Karo 5", "5H 5D"), ("5H und 5D", "5H 5D"), ("roter Joker", "XR"),
        ("den schwarzen Joker", "den XB"), ("roter Joker schwarzer Joker", "XR XB"), ("Joker rot 3", "XR 3"),
        ("5♥ r joker 🃏B", "5H XR XB"), ("blaue 4", "B4"), ("die grüne 10 und die gelbe 5", "die G10 die Y5"),
        ("rote 4, Rot 5", "R4, R5"), ("Y 4", "Y4"),
        ("Pik Konig", "KS"), ("Pik Ko\u0308nig", "KS"), ("P\u0130K K\u00d6N\u0130G", "KS"), ("gru\u0308ne 10", "G10"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("spoken", ["de", SpokenLanguage("en", "de"), SpokenLanguage("de", "en")])
def test_german_ways_to_write_a_card_are_parsed(spoken: str | SpokenLanguage, written: str, read: str) -> None:
    """German is read if texts or Discord's commands are in German; English is read as well."""
    with speaking(spoken):
        assert in_notation(written) == read


def test_german_is_not_parsed_unless_it_is_spoken() -> None:
    assert in_notation("Pik König") == "Pik König"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_text_forms_are_the_same_in_every_language(game: str, language: str) -> None:
    """This holds for every action, so that a log is read in the same way in every language."""
    rules = GAMES[game]
    with speaking(language):
        for state in sampled_states(game)[::3]:
            for action in islice(rules.legal_actions(state) if rules.outcome(state) is None else (), 60):
                form = rules.format_action(action)
                assert in_notation(form) == form
                assert rules.parse_action(form) == action


def test_adversarial_texts_are_parsed_quickly() -> None:
    """The texts are as long as Discord allows, and designed to slow the search down."""
    for text in (
        "5 " * 3000,
        "5" + "-" * 5999,
        "king of " * 750,
        "(" * 6000,
        "♠" * 6000,
        "10-" * 2000,
        "red " * 1500,
    ):
        begun = time.process_time()
        in_notation(text)
        assert time.process_time() - begun < 0.5, text[:10]
