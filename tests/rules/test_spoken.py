"""Groups, melds, seats and numbers are read by the names in the bot's own sentences, in English and German."""

from __future__ import annotations

import pytest

from bot.language import LANGUAGES, _, speaking
from bot.rules.catalogue import GAMES
from bot.rules.errors import InvalidActionError
from bot.rules.six_holes.actions import Open, Position
from tests.third_language import third_language


@pytest.mark.parametrize(
    ("language", "game", "typed", "read"),
    [
        ("en", "huxxy", "play 4♣ group 2", "play 4C 2"), ("en", "huxxy", "play 4♣ New Group", "play 4C new"),
        ("en", "huxxy", "play 4♣ to a new group", "play 4C new"), ("de", "huxxy", "play Kreuz 4 Gruppe 2", "play 4C 2"),
        ("de", "huxxy", "play 4♣ neue Gruppe", "play 4C new"), ("de", "huxxy", "play 4♣ neu", "play 4C new"),
        ("de", "huxxy", "play 4♣ Eine neue Gruppe", "play 4C new"), ("de", "huxxy", "play 4♣ new", "play 4C new"),
        ("de", "huxxy", "play 4♣ an Gruppe 2", "play 4C 2"),
        ("de", "huxxy", "move 4♣ von Gruppe 3 in eine neue Gruppe", "move 4C 3 new"),
        ("de", "huxxy", "move 4♣ von Gruppe 3 an Gruppe 1", "move 4C 3 1"),
        ("en", "huxxy", "move the 4♣ from group 3 to group 1", "move 4C 3 1"),
        ("en", "rummy", "layoff 7♣ meld 2", "layoff 7C 2"), ("en", "rummy", "layoff 7♣ Meld 2 low", "layoff 7C 2 low"),
        ("en", "rummy", "lay off 7♣ on meld 2 at the high end", "layoff 7C 2 high"),
        ("en", "rummy", "lay down 5♥ 5♦ 5♣ / 7♠ 8♠ 9♠", "lay 7S 8S 9S / 5H 5D 5C"),
        ("en", "six-holes", "turn up top left", "open TL"), ("en", "six-holes", "Turn up BR", "open BR"),
        ("en", "six-holes", "turn up the top left card", "open TL"), ("en", "six-holes", "place it at BM", "place BM"),
        ("en", "six-holes", "discard it", "discard"), ("de", "six-holes", "discard die Karte", "discard"),
        ("en", "three-thirteen", "discard the king of spades", "discard KS"),
        ("de", "three-thirteen", "discard den Pik König", "discard KS"),
        ("en", "rummy", "discard the red joker", "discard XR"), ("de", "rummy", "discard die Kreuz 7", "discard 7C"),
        ("en", "rummy", "lay down the 5♥, the 5♦ and the 5♣", "lay 5H 5D 5C"),
        ("en", "notty", "discard the blue 4, the blue 5 and the blue 6", "discard B4 B5 B6"),
        ("de", "notty", "discard die blaue 4, die blaue 5 und die blaue 6", "discard B4 B5 B6"),
        ("de", "huxxy", "draw Stapel", "draw"), ("de", "six-holes", "draw Stapel", "draw"),
        ("en", "huxxy", "end turn", "end"), ("en", "huxxy", "End the turn", "end"),
        ("en", "huxxy", "end my turn", "end"), ("en", "huxxy", "end your turn", "end"),
        ("de", "huxxy", "end meinen Zug", "end"),
        ("en", "notty", "end turn", "end"), ("en", "notty", "end your turn", "end"),
        ("en", "notty", "end my turn", "end"),
        ("en", "rummy", "swap 7♥ meld 3", "swap 7H 3"), ("de", "rummy", "layoff Kreuz 7 Figur 2", "layoff 7C 2"),
        ("de", "rummy", "layoff 7♣ an Figur 2 unteres Ende", "layoff 7C 2 low"),
        ("de", "rummy", "swap 7♥ Figur 3 high", "swap 7H 3 high"),
        ("en", "notty", "take seat 2", "take 2"), ("en", "notty", "take from seat 3", "take 3"),
        ("en", "notty", "take a card from seat 3", "take 3"), ("de", "notty", "take eine Karte von Platz 2", "take 2"),
        ("de", "notty", "take Platz 2", "take 2"), ("de", "notty", "take von Platz 2", "take 2"),
        ("en", "notty", "draw three", "draw 3"), ("en", "notty", "draw 3 cards", "draw 3"),
        ("en", "notty", "draw one card", "draw 1"), ("de", "notty", "draw drei", "draw 3"),
        ("de", "notty", "draw 2 Karten", "draw 2"), ("de", "notty", "draw eine Karte", "draw 1"),
    ],
)  # fmt: skip
def test_spoken_forms_are_parsed(language: str, game: str, typed: str, read: str) -> None:
    rules = GAMES[game]
    with speaking(language):
        assert rules.format_action(rules.parse_action(typed)) == read


@pytest.mark.parametrize(
    ("game", "typed", "read"),
    [
        ("three-thirteen", "discard la dame de cœur", "discard QH"),
        ("three-thirteen", "discard 10 carreau", "discard 0D"),
        ("rummy", "discard l'as de pique", "discard AS"),
        ("rummy", "discard l’as de pique", "discard AS"),  # noqa: RUF001  # as phones write it
        ("rummy", "draw pioche", "draw stock"),
        ("rummy", "draw la pioche", "draw stock"),
        ("rummy", "draw une carte de la défausse", "draw discard"),
        ("six-holes", "open en haut à gauche", "open TL"),
        ("six-holes", "place la carte en bas à droite", "place BR"),
    ],
)
def test_names_are_parsed_that_contain_words_which_may_be_left_out(game: str, typed: str, read: str) -> None:
    """The words that may be typed around a name were taken out of what was typed, but not out of the name itself."""
    with third_language():
        assert GAMES[game].format_action(GAMES[game].parse_action(typed)) == read


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pile_and_position_is_parsed_as_it_is_named(language: str) -> None:
    with speaking(language):
        for text, read in (("stock", "stock"), ("discard pile", "discard")):
            assert GAMES["rummy"].format_action(GAMES["rummy"].parse_action(f"draw {_(text)}")) == f"draw {read}"
        for position in Position:
            assert GAMES["six-holes"].parse_action(f"open {position.label}") == Open(position)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("huxxy", "play 4C group"), ("huxxy", "play 4C old"), ("huxxy", "play 4C 2 3"), ("rummy", "layoff 7C meld"),
        ("rummy", "layoff 7C 2 low high"), ("notty", "take seat"), ("notty", "draw cards"), ("notty", "draw four"),
        ("notty", "draw two three"), ("notty", "draw"), ("notty", "draw a card"), ("huxxy", "end game"),
        ("notty", "end game"), ("three-thirteen", "discard the"), ("rummy", "lay the"), ("notty", "discard the"),
        ("six-holes", "open the card"), ("six-holes", "discard KS"),
    ],
)  # fmt: skip
def test_incomplete_or_wrong_forms_are_refused(language: str, game: str, typed: str) -> None:
    with speaking(language), pytest.raises(InvalidActionError):
        GAMES[game].parse_action(typed)
