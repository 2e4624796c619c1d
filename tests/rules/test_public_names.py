"""The functions that programs outside the bot call to judge cards and to find the best play: none may be removed."""

from __future__ import annotations

from bot.rules import huxxy, notty, rummy, six_holes, three_thirteen
from bot.rules.cards import parse_cards


def test_each_game_judges_its_melds() -> None:
    assert huxxy.is_valid_group(parse_cards("4C 5H 6C"))
    assert not huxxy.is_valid_group(parse_cards("4C 5H 7C"))
    assert notty.is_valid_group(parse_cards("B4 B5 B6"))
    assert not notty.is_valid_group(parse_cards("B4 B5 R6"))
    assert three_thirteen.is_valid_group(parse_cards("8S 3C 3D"), "3")
    assert not three_thirteen.is_valid_group(parse_cards("8S 9S 3D"), "3")
    assert three_thirteen.is_valid_sequence(parse_cards("5H 3C 7H"), "3")
    assert not three_thirteen.is_valid_sequence(parse_cards("AD 2D 4D"), "3")
    assert rummy.is_valid_set(parse_cards("5H 5D 5C"))
    assert not rummy.is_valid_set(parse_cards("5H 5D 6C"))
    assert rummy.is_valid_run(parse_cards("7S 8S 9S"))
    assert not rummy.is_valid_run(parse_cards("7S 9S 8S"))


def test_each_game_finds_its_best_play() -> None:
    assert huxxy.best_turn(parse_cards("8S 8H 8C 2D"), (), opened=False, jokers=False) is not None
    assert notty.largest_discard(parse_cards("B4 B5 B6 R1")) == parse_cards("B4 B5 B6")
    assert notty.best_discards(parse_cards("B4 B5 B6 R1")) == (parse_cards("B4 B5 B6"),)
    arrangement = three_thirteen.best_arrangement(parse_cards("5H 6H 7H KC"), "3", most_cards=False)
    assert (arrangement.unplaced, arrangement.penalty) == (parse_cards("KC"), 10)
    assert [len(meld) for meld in arrangement.melds] == [3]
    assert rummy.meld_value(parse_cards("KH KD KC")) == 30
    assert len(rummy.best_laydown(parse_cards("KH KD KC QS QD QH 2C"), 40)) == 2
    eight, another = parse_cards("8H 8S")
    assert six_holes.column_score(eight, another, joker="sum") == 0
