"""What all games share: options, seat counts and standings; and the catalogue is in order."""

from __future__ import annotations

import pytest

from bot.rules.catalogue import GAMES
from bot.rules.errors import ActionError, AmbiguousActionError, IllegalActionError, InvalidActionError
from bot.rules.game import Option, Outcome, check_seats, known_options, offered_options, resolve_options, shared_ranks

OPTIONS = (
    Option("rounds", 3, tuple(range(1, 13)), "How many rounds are played."),
    Option("jokers", False, (False, True), "Whether jokers are in the deck."),
)


def test_missing_options_get_their_defaults() -> None:
    assert resolve_options(OPTIONS, None) == {"rounds": 3, "jokers": False}
    assert resolve_options(OPTIONS, {"jokers": True}) == {"rounds": 3, "jokers": True}


def test_a_new_table_may_offer_another_default_than_the_rules() -> None:
    long = Option("limit", 40, (25, 40), "Rounds.", offered=25)
    assert offered_options((*OPTIONS, long)) == {"limit": 25}
    assert resolve_options((long,), None) == {"limit": 40}


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no option “rondes”; its options are: rounds, jokers"):
        resolve_options(OPTIONS, {"rondes": 3})
    with pytest.raises(ValueError, match="its options are: none"):
        resolve_options((), {"rondes": 3})


def test_an_unknown_value_is_refused_with_the_choices() -> None:
    """Of a long list, the first eight are named. Numbers and booleans are not confused."""
    with pytest.raises(ValueError, match=r"“rounds” cannot be 13; choose one of: 1, 2, 3, 4, 5, 6, 7, 8 …\.$"):
        resolve_options(OPTIONS, {"rounds": 13})
    with pytest.raises(ValueError, match=r"“jokers” cannot be 1; choose one of: False, True\.$"):
        resolve_options(OPTIONS, {"jokers": 1})


def test_what_a_game_no_longer_has_is_left_out() -> None:
    """An older version may have had another option or another choice. Numbers and booleans are not confused."""
    assert known_options(OPTIONS, {"rounds": 4, "jokers": True, "rondes": 3}) == {"rounds": 4, "jokers": True}
    assert known_options(OPTIONS, {"rounds": 13, "jokers": 1}) == {}


@pytest.mark.parametrize(("allowed", "words"), [(range(2, 5), "2 to 4"), (range(4, 5), "exactly 4")])
def test_a_wrong_number_of_players_is_refused(allowed: range, words: str) -> None:
    check_seats("Whist", allowed, 4)
    with pytest.raises(ValueError, match=f"Whist is played by {words} people, not 9"):
        check_seats("Whist", allowed, 9)


@pytest.mark.parametrize(
    ("keys", "ranks"),
    [
        ([3, 1, 2], (3, 1, 2)),
        ([1, 1, 3], (1, 1, 3)),
        ([5, 5, 5], (1, 1, 1)),
        ([(1, 2), (1, 1)], (2, 1)),
        ([], ()),
    ],
)
def test_equal_results_share_a_rank(keys: list[object], ranks: tuple[int, ...]) -> None:
    assert shared_ranks(keys) == ranks


@pytest.mark.parametrize(
    ("ranks", "is_draw"), [((1, 1), True), ((1, 1, 1, 1), True), ((1, 1, 3), False), ((2, 1), False), ((1,), False)]
)
def test_a_draw_is_a_first_place_shared_by_all(ranks: tuple[int, ...], is_draw: bool) -> None:
    assert Outcome(ranks, (0,) * len(ranks), "").is_draw is is_draw


def test_the_order_of_an_outcome_is_by_rank_then_by_seat() -> None:
    assert Outcome((3, 1, 3, 2), (9, 0, 9, 4), "").order == [1, 3, 0, 2]


def test_every_refusal_is_a_value_error_and_an_action_error() -> None:
    for kind in (InvalidActionError, IllegalActionError, AmbiguousActionError):
        assert issubclass(kind, ActionError)
        assert issubclass(kind, ValueError)


def test_the_catalogue_lists_the_games_by_their_keys() -> None:
    """Stored tables and results name their game by its key."""
    assert {"huxxy", "three-thirteen", "notty", "rummy", "six-holes"} <= set(GAMES)
    assert all(game.key == key for key, game in GAMES.items())
    assert len({game.state_type for game in GAMES.values()}) == len(GAMES)
