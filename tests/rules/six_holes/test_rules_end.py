"""The end of a round and of a game of 6 Holes: the last turn, the scores, six rounds, and the limit on turns."""

from __future__ import annotations

import pytest

from bot.rules.cards import parse_cards
from bot.rules.errors import IllegalActionError
from bot.rules.six_holes import GAME
from bot.rules.six_holes.actions import DRAW
from tests.rules.six_holes.positions import (
    MINE,
    OTHERS,
    face_up,
    listed,
    outcome_of,
    play,
    position,
    three_open,
)


@pytest.mark.parametrize("last", [("open BR",), ("draw", "place BR")])
def test_turning_all_side_cards_up_gives_the_opponent_a_last_turn(last: tuple[str, ...]) -> None:
    """It makes no difference whether they are pairs."""
    state = play(three_open(), *last)
    assert (state.round, state.closer, state.turn) == (1, 0, 1)
    assert GAME.view(state, None).is_last_turn


def test_taking_onto_the_last_side_card_also_gives_a_last_turn() -> None:
    state = play(three_open(turn=1), "draw", "discard", "take BR")
    assert (state.round, state.closer, state.turn) == (1, 0, 1)


@pytest.mark.parametrize("last", [("draw", "discard"), ("open TL",), ("draw", "place TM")])
def test_the_opponent_gets_exactly_one_last_turn(last: tuple[str, ...]) -> None:
    after = play(three_open(), "open BR", *last)
    assert (after.round, after.closer, after.turn) == (2, None, 1)


def test_closing_in_the_last_turn_gives_no_further_turn() -> None:
    both = three_open()._replace(face_up=(face_up("TL", "TR", "BL"),) * 2)
    after = play(both, "open BR", "open BR")
    assert after.round == 2
    assert after.last_round is not None
    assert after.last_round.closer == 0


def test_the_last_turn_may_use_what_the_closer_swapped_out() -> None:
    state = play(three_open(), "draw", "place BR")
    after = play(state, "take TL")
    assert after.last_round is not None
    assert after.last_round.grids[1] == parse_cards("7S 3H 4H 5H 6H 7H")


def test_the_round_continues_while_a_side_card_is_face_down() -> None:
    state = play(three_open(), "draw", "place TM", "open TL", "draw", "discard")
    assert (state.round, state.closer) == (1, None)


def test_all_cards_are_revealed_and_scored_when_a_round_ends() -> None:
    result = play(three_open(), "open BR", "open TL").last_round
    assert result is not None
    assert result.grids == (parse_cards(MINE), parse_cards(OTHERS))
    assert result.face_up == (face_up("TL", "TR", "BL", "BR"), face_up("TL"))
    assert result.column_scores == ((7, 9, 11), (7, 9, 11))
    assert (result.scores, result.closer, result.round, result.starter) == ((27, 27), 0, 1, 0)


def test_pairs_revealed_at_the_end_or_dealt_in_the_middle_score_0() -> None:
    result = play(three_open(others="2H 3H 4H 2D 3D 7H"), "open BR", "open TR").last_round
    assert result is not None
    assert result.column_scores[1] == (0, 0, 11)


@pytest.mark.parametrize(("joker", "points"), [("sum", -3), ("bonus", -5)])
def test_the_joker_option_decides_what_its_column_scores(joker: str, points: int) -> None:
    result = play(three_open(others="2H 3H 4H XX 3D 7H", joker=joker), "open BR", "open TR").last_round
    assert result is not None
    assert result.column_scores[1] == (points, 0, 11)
    assert GAME.view(GAME.deal(2, bytes(32), {"joker": joker}), 0).options["joker"] == joker


def test_six_rounds_are_played_and_the_totals_add_up() -> None:
    state = three_open(round=5, scores=((1, 2),) * 4)
    sixth = play(state, "open BR", "open TL")
    assert GAME.outcome(sixth) is None
    assert (sixth.round, GAME.view(sixth, 0).totals) == (6, (31, 35))
    over = play(three_open(round=6, scores=((1, 2),) * 5), "open BR", "open TL")
    assert outcome_of(over).scores == (32, 37)


def test_the_lowest_total_wins() -> None:
    over = play(three_open(round=6, scores=((9, 2),) * 5), "open BR", "open TL")
    assert outcome_of(over).ranks == (2, 1)
    assert outcome_of(over).reason == "All six rounds have been played: the lowest total wins."


def test_equal_totals_share_rank_1() -> None:
    over = play(three_open(round=6, scores=((1, 1),) * 5), "open BR", "open TL")
    assert outcome_of(over).ranks == (1, 1)


def test_a_finished_game_shows_all_cards_and_allows_no_action() -> None:
    over = play(three_open(round=6), "open BR", "open TL")
    assert GAME.seat_to_act(over) is None
    assert listed(over) == []
    view = GAME.view(over, None)
    assert view.grids == (parse_cards(MINE), parse_cards(OTHERS))
    assert not view.is_last_turn
    for seat in (0, 1):
        with pytest.raises(IllegalActionError, match="over"):
            GAME.apply(over, seat, DRAW)


def test_a_round_ends_and_is_scored_after_100_turns() -> None:
    state = play(position(turns=98), "draw", "discard")
    assert (state.round, GAME.view(state, 0).turns_left) == (1, 1)
    ended = play(state, "draw", "discard")
    assert ended.round == 2
    assert ended.last_round is not None
    assert (ended.last_round.closer, ended.last_round.scores) == (None, (27, 27))


def test_no_last_turn_follows_the_hundredth_turn() -> None:
    """The limit ended the round, so no seat closed it."""
    state = three_open(turns=99)
    assert GAME.view(state, None).is_last_turn
    assert not GAME.view(three_open(turns=98), None).is_last_turn
    ended = play(state, "open BR")
    assert (ended.round, ended.closer) == (2, None)
    assert ended.last_round is not None
    assert ended.last_round.closer is None


def test_a_last_turn_that_is_the_hundredth_keeps_the_closer() -> None:
    ended = play(three_open(turns=98), "open BR", "open TL")
    assert ended.last_round is not None
    assert ended.last_round.closer == 0
