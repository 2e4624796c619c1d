"""The rules for Huxxy's opening turn, sentence by sentence."""

from __future__ import annotations

from bot.rules.huxxy import GAME
from tests.rules.huxxy.positions import play, position, refused

OTHERS = ("9S 9H 9D 9C", "4S 5H 6S")


def test_the_first_table_turn_needs_24_points_from_the_hand() -> None:
    state = position("7S 7H 7D 2C 3D", *OTHERS, opened=False)
    state = play(state, "play 7S new", "play 7H 3", "play 7D 3")
    refused(state, "end", "needs 24 points from your hand and has 21 so far")


def test_exactly_24_points_are_enough() -> None:
    state = play(position("8S 8H 8D 2C", opened=False), "play 8S new", "play 8H 1", "play 8D 1", "end")
    assert state.opened == (True, False, False, False)


def test_plays_that_were_taken_back_do_not_count() -> None:
    """Cards that were played and taken back do not count."""
    state = position("7S 7H 7D 7C 2C", opened=False)
    state = play(state, "play 7S new", "play 7H 1", "play 7D 1", "play 7C 1", "undo")
    refused(state, "end", "and has 21 so far")
    assert GAME.view(state, 0).points_played == 21


def test_jokers_do_not_count() -> None:
    state = position("8S 8H XX 2C", opened=False, jokers=True)
    refused(play(state, "play 8S new", "play 8H 1", "play XX 1"), "end", "and has 16 so far")


def test_cards_moved_between_groups_do_not_count() -> None:
    state = position("9S 9H KC", "9S 9H 9D 9C", opened=False)
    refused(play(state, "play 9S new", "play 9H 2", "move 9D 1 2"), "end", "and has 18 so far")


def test_opening_by_building_on_groups_on_the_table_is_allowed() -> None:
    state = position("KH QS 2C", "0S JH QS", "KS KD KC", opened=False)
    assert GAME.seat_to_act(play(state, "play KH 1", "play QS new", "undo", "undo", "play KH 2")) == 0
    opening = position("KH KS 2C", "0S JH QS", "KS KD KC", opened=False)
    assert play(opening, "play KH 1", "play KS 2", "undo", "play KS new", "undo").opened == (False,) * 4
    done = play(position("KH KH 2C", "0S JH QS", "KS KD KC", opened=False), "play KH 1", "play KH 2", "end")
    assert done.opened[0]


def test_moves_are_allowed_in_the_opening_turn() -> None:
    state = position("9S 9H 6C", "9S 9H 9D 9C", "3S 4D 5S", opened=False)
    state = play(state, "play 9S new", "play 9H 3", "move 9D 1 3", "play 6C new", "undo")
    refused(state, "end", "and has 18")
    state = position("9S 9H 6D", "9S 9H 9D 9C", "3S 4D 5S", opened=False)
    assert play(state, "play 9S new", "play 9H 3", "move 9D 1 3", "play 6D 2", "end").opened[0]


def test_a_seat_may_draw_any_number_of_times_before_opening() -> None:
    state = GAME.deal(4, bytes(32))
    for _ in range(40):
        state = play(state, "draw")
    assert state.opened == (False,) * 4


def test_a_seat_that_has_opened_needs_no_points() -> None:
    state = position("AS 2C", "AH AD AC", opened=True)
    assert GAME.seat_to_act(play(state, "play AS 1", "end")) == 1


def test_a_seat_has_not_opened_before_its_turn_ends() -> None:
    """Taking back all plays leaves the seat unopened."""
    state = play(position("8S 8H 8D 2C", opened=False), "play 8S new", "play 8H 1", "play 8D 1")
    assert not state.opened[0]
    assert not play(state, "reset", "draw").opened[0]


def test_the_reason_names_invalid_groups_and_missing_points() -> None:
    state = play(position("8S 8H 8D 2C", opened=False), "play 8S new")
    refused(state, "end", "group 1 is too short.*; your first table turn needs 24 points.*8 so far")
