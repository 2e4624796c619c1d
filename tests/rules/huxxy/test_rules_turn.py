"""The rules for a turn of Huxxy, sentence by sentence."""

from __future__ import annotations

import pytest

from bot.rules.cards import parse_cards
from bot.rules.huxxy import GAME
from bot.rules.huxxy.actions import DRAW, END_TURN, RESET, UNDO, Play
from tests.rules.huxxy.positions import is_legal, play, position, refused

RUN = "4S 5H 6S"
KIND = "9S 9H 9D 9C"


# Draw


def test_a_draw_takes_the_top_card_of_the_stock_and_ends_the_turn() -> None:
    before = position("2S")
    after = play(before, "draw")
    assert sorted((*before.hands[0], before.stock[-1])) == list(after.hands[0])
    assert after.stock == before.stock[:-1]
    assert GAME.seat_to_act(after) == 1


def test_a_turn_begins_with_a_draw_or_a_play_from_the_hand() -> None:
    legal = list(GAME.legal_actions(position("2S 7D", RUN)))
    two, seven = parse_cards("2S 7D")
    assert legal == [DRAW, Play(two, None), Play(two, 1), Play(seven, None), Play(seven, 1)]


def test_drawing_after_a_play_is_refused() -> None:
    refused(play(position("2S 7S", RUN), "play 2S new"), "draw", "Take your plays back")


# Plays


def test_a_play_puts_a_card_from_the_hand_into_a_group() -> None:
    after = play(position("7D 2S", RUN), "play 7D 1")
    assert after.hands[0] == parse_cards("2S")
    assert after.table == (parse_cards("4S 5H 6S 7D"),)


def test_a_play_may_make_a_new_group() -> None:
    assert play(position("7D 2S", RUN), "play 2S new").table[1] == parse_cards("2S")


def test_a_card_may_be_moved_to_another_group() -> None:
    after = play(position("2S 7D", RUN, KIND), "play 2S new", "move 9H 2 3")
    assert after.table == (parse_cards(RUN), parse_cards("9S 9D 9C"), parse_cards("2S 9H"))


def test_a_card_may_be_moved_to_a_new_group() -> None:
    after = play(position("2S 7D", RUN, KIND), "play 2S new", "move 9H 2 new")
    assert after.table[3] == parse_cards("9H")


def test_the_first_play_must_come_from_the_hand() -> None:
    refused(position("2S", RUN, KIND), "move 9H 2 1", "first play of a turn comes from your hand")


def test_hand_plays_and_moves_both_count_towards_the_six() -> None:
    state = play(position("2S 2D 2H", RUN, KIND), "play 2S new", "play 2D 3", "move 9H 2 3")
    state = play(state, "move 9D 2 3", "move 9C 2 3", "play 2H 3")
    refused(state, "move 9S 2 3", "at most six plays")
    state = play(state, "undo", "move 9S 2 3")
    refused(state, "play 2H 3", "at most six plays")
    assert list(GAME.legal_actions(state)) == [UNDO, RESET]


def test_ending_the_turn_does_not_count_as_a_play() -> None:
    state = play(position("9S 9H 9D 9C 0S JD QS", RUN), *(f"play {card} new" for card in ["9S"]))
    state = play(state, "play 9H 2", "play 9D 2", "play 0S new", "play JD 3", "play QS 3")
    assert GAME.seat_to_act(play(state, "end")) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("play 3C 1", "not in your hand"),
        ("play 2S 3", "choose one from 1 to 2"),
        ("move 9H 1 2", "not in group 1"),
        ("move 9H 3 1", "groups on the table are numbered 1 to 2"),
        ("move 9H 2 4", "choose one from 1 to 2"),
        ("move 9H 2 2", "already in group 2"),
    ],
)
def test_a_play_with_a_missing_card_or_group_is_refused(text: str, why: str) -> None:
    state = position("2S 7D 8S", RUN, KIND)
    refused(play(state, "play 7D 1") if text.startswith("move") else state, text, why)


def test_a_table_of_one_group_offers_no_range_of_numbers() -> None:
    refused(position("2S 7D", RUN), "play 2S 2", "There is no group 2; choose group 1, or a new group")
    alone = play(position("2S 7D"), "play 2S new")
    refused(alone, "move 2S 2 new", "There is no group 2; the only one on the table is group 1")


def test_an_empty_table_allows_only_new_groups() -> None:
    refused(position("2S"), "play 2S 1", "the table is still empty")


# During the turn


def test_groups_may_be_invalid_during_the_turn() -> None:
    state = play(position("2S 7D", RUN, KIND), "play 2S 1", "move 5H 1 2")
    assert state.table == (parse_cards("2S 4S 6S"), parse_cards("5H 9S 9H 9D 9C"))


def test_taking_back_a_play_restores_the_earlier_state_exactly() -> None:
    """This holds for cards from the hand, moved cards, new groups, a group's only card, and a joker from a gap."""
    states = [position("2S 7D KH 3S", RUN, KIND, "5S XX 7S", jokers=True)]
    for text in (
        "play 7D 1",
        "play 2S new",
        "move 2S 4 1",
        "move XX 3 4",
        "move 9H 2 new",
        "play KH 5",
    ):
        states.append(play(states[-1], text))
    for earlier, later in zip(states[-2::-1], states[:0:-1], strict=True):
        assert play(later, "undo") == earlier


def test_all_plays_can_be_taken_back_at_once() -> None:
    before = position("2S 7D KH 3S", RUN, KIND)
    assert play(before, "play 7D 1", "play 2S new", "move 2S 3 1", "move 9H 2 new", "reset") == before


def test_taking_back_every_play_makes_drawing_legal_again() -> None:
    state = play(position("2S 7D", RUN), "play 2S new", "undo")
    assert is_legal(state, "draw")
    for text in ("undo", "reset"):
        refused(state, text, "no play to take back")
    refused(state, "end", "Play a card before you end")


def test_cards_may_be_played_to_an_emptied_group() -> None:
    state = position("2S 3H 4S 5S 5D", RUN)
    state = play(state, "play 5S new", "move 4S 1 2", "move 5H 1 2", "move 6S 1 2")
    assert state.table == ((), parse_cards("4S 5S 5H 6S"))
    assert play(state, "play 2S 1").table[0] == parse_cards("2S")


def test_taking_back_a_new_group_frees_its_number() -> None:
    state = play(position("2S 7D", RUN), "play 2S new", "undo", "play 7D new")
    assert state.table[1] == parse_cards("7D")


# The end of the turn


def test_every_group_must_be_valid_at_the_end_of_the_turn() -> None:
    state = play(position("7D 8S 2S", RUN), "play 7D 1", "play 2S new")
    refused(state, "end", "group 2 is too short: it has 1 card and needs at least 3")
    assert GAME.seat_to_act(play(state, "undo", "end")) == 1


def test_the_reason_names_every_invalid_group() -> None:
    state = play(position("7D 8S 2S", RUN, KIND), "play 2S new", "move 5H 1 2")
    refused(state, "end", "group 1 is too short.*; group 2 is not a run.*; group 3 is too short")


def test_a_group_emptied_by_moves_disappears_when_the_turn_ends() -> None:
    state = position("7S 7D 9H", "5D 6S 7H", KIND, "2S 3D 4S")
    state = play(state, "play 7S new", "play 7D 4", "move 7H 1 4", "move 5D 1 3", "move 6S 1 3")
    after = play(state, "end")
    assert after.table == tuple(map(parse_cards, (KIND, "2S 3D 4S 5D 6S", "7S 7H 7D")))


def test_changed_groups_are_renumbered_when_the_turn_ends() -> None:
    """The numbers of the groups that the turn changed or made are public."""
    state = position("7S 7D 9H", "5D 6S 7H", KIND, "2S 3D 4S")
    state = play(state, "play 7S new", "play 7D 4", "move 7H 1 4", "move 5D 1 3", "move 6S 1 3", "end")
    assert state.changed == (2, 3)


def test_others_see_the_table_from_before_the_turn() -> None:
    before = position("7D 8S 2S", RUN)
    state = play(before, "play 7D 1", "play 8S new")
    for viewer in (None, 1, 2, 3):
        assert GAME.view(state, viewer) == GAME.view(before, viewer)
    assert GAME.view(state, 0).table == (parse_cards("4S 5H 6S 7D"), parse_cards("8S"))


# Whose turn it is


# The list of legal actions


def test_twins_in_one_place_are_listed_once() -> None:
    state = play(position("2S 2S 3H", "9S 9S 9H 9D 9C"), "play 3H new")
    legal = list(GAME.legal_actions(state))
    assert len(legal) == len(set(legal)) == 2 + 3 + 4 * 2 + 2


def test_legal_actions_are_a_sequence() -> None:
    legal = GAME.legal_actions(play(position("7D XX", RUN, jokers=True), "play 7D 1"))
    assert END_TURN in legal
    assert list(legal) == [legal[place] for place in range(len(legal))]
    assert list(legal[1:3]) == [UNDO, RESET]
    for outside in (len(legal), -len(legal) - 1):
        with pytest.raises(IndexError):
            legal[outside]
    same = GAME.legal_actions(play(position("7D XX", RUN, jokers=True), "play 7D 1"))
    assert legal == same
    assert hash(legal) == hash(same)
    assert legal != list(legal)
    assert "TurnActions" in repr(legal)
