"""Every claim in the rules' pictured examples is true by the rules, and the pictures are small."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.render.pictures.games.catalogue import PICTURES
from bot.render.pictures.games.examples import pictured
from bot.rules import huxxy, rummy, three_thirteen
from bot.rules.cards import Card, parse_cards
from bot.rules.catalogue import GAMES
from bot.rules.notty.melds import is_valid_group as is_notty_group
from bot.rules.six_holes.scoring import column_score, is_pair

if TYPE_CHECKING:
    from collections.abc import Callable

Cards = tuple[Card, ...]

VALID: dict[str, Callable[[Cards], bool]] = {
    "huxxy": huxxy.is_valid_group,
    "rummy": lambda cards: rummy.is_valid_set(cards) or rummy.is_valid_run(cards),
    "three-thirteen": lambda cards: (
        three_thirteen.is_valid_group(cards, "5") or three_thirteen.is_valid_sequence(cards, "5")
    ),
    "notty": is_notty_group,
}
SHOWN = [
    (game, shown.cards, shown.valid)
    for game, drawn in PICTURES.items()
    for example in drawn.examples
    for shown in example.shown
    if shown.valid is not None
]


@pytest.mark.parametrize(("game", "cards", "valid"), SHOWN)
def test_examples_are_valid_exactly_if_shown_as_valid(game: str, cards: str, valid: bool) -> None:
    assert VALID[game](parse_cards(cards)) is valid


def test_columns_of_6_holes_cost_what_the_example_says() -> None:
    pairs, others = PICTURES["six-holes"].examples
    for shown in pairs.shown:
        top, bottom = parse_cards(shown.cards)
        assert is_pair(top, bottom)
        assert column_score(top, bottom) == 0
    for shown in others.shown:
        top, bottom = parse_cards(shown.cards)
        assert not is_pair(top, bottom)
        assert column_score(top, bottom) == int(shown.words.rpartition("= ")[2])


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_two_to_four_small_described_examples(game: str) -> None:
    examples = pictured(PICTURES[game].examples)
    assert 2 <= len(examples) <= 4
    for sentence, picture in examples:
        assert sentence.endswith(".")
        assert len(picture.data) <= 20 * 1024
    for example, (_sentence, picture) in zip(PICTURES[game].examples, examples, strict=True):
        for shown in example.shown:
            assert all(card.name in picture.alt for card in parse_cards(shown.cards))
            assert ("Not valid" in picture.alt) is (shown.valid is False)
