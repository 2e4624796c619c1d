"""What a view of 6 Holes provides for pictures, texts and computer players."""

from __future__ import annotations

from bot.rules.cards import parse_cards
from bot.rules.six_holes import GAME
from tests.rules.six_holes.positions import MINE, play, position, three_open


def test_a_view_counts_rounds_turns_and_totals() -> None:
    view = GAME.view(position(scores=((3, 4), (5, -1)), round=3, turns=7), None)
    assert (view.game, view.seats, view.seat, view.seat_to_act) == ("six-holes", 2, None, 0)
    assert (view.round, view.rounds, view.turns_left, view.totals) == (3, 6, 93, (8, 3))
    assert view.scores == ((3, 4), (5, -1))
    assert not view.is_last_turn


def test_a_view_shows_which_middle_columns_are_free() -> None:
    view = GAME.view(position("2S 3S 4S 5S 3H 7S"), 1)
    assert [view.middle_is_free(seat) for seat in (0, 1)] == [False, True]


def test_a_view_shows_the_last_round_until_the_next_one_ends() -> None:
    view = GAME.view(play(three_open(), "open BR", "open TL"), 1)
    assert view.last_round is not None
    assert view.last_round.grids[0] == parse_cards(MINE)
    assert view.round == 2
    assert view.grids[0] != parse_cards(MINE)


def test_a_view_names_the_closer_of_the_round() -> None:
    assert GAME.view(play(three_open(), "open BR"), None).closer == 0
    assert GAME.view(three_open(), None).closer is None
