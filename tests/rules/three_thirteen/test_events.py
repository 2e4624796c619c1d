"""The events of a turn of Three Thirteen, and who gets which facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.cards import parse_card
from bot.rules.errors import IllegalActionError
from bot.rules.three_thirteen import GAME
from bot.rules.three_thirteen.actions import Discard
from tests.rules.three_thirteen.positions import pass_turn, play, position

if TYPE_CHECKING:
    from bot.rules.three_thirteen.state import ThreeThirteenState

LOOSE = "2S 4D 6H 8C 0D QH 2C 4H 6S 8D 0C QS AS"


def _events(state: ThreeThirteenState, text: str, viewer: int | None) -> list[tuple[str, int | None, dict[str, Any]]]:
    seat, action = GAME.seat_to_act(state), GAME.parse_action(text)
    assert seat is not None
    events = GAME.events(state, action, GAME.apply(state, seat, action), viewer)
    return [(event.kind, event.seat, dict(event.facts)) for event in events]


def test_a_draw_from_the_stock_shows_its_card_only_to_the_drawer() -> None:
    state = position("4S 6H 9D", "4S 7H 9D", stock="KC")
    assert _events(state, "draw stock", 0) == [("card_drawn", 0, {"source": "stock", "card": parse_card("KC")})]
    for viewer in (1, None):
        assert _events(state, "draw stock", viewer) == [("card_drawn", 0, {"source": "stock"})]


def test_a_draw_from_the_discard_pile_shows_its_card_to_all() -> None:
    state = position("4S 6H 9D", "4S 7H 9D", pile="2D")
    for viewer in (0, 1, None):
        assert _events(state, "draw discard", viewer) == [
            ("card_drawn", 0, {"source": "discard", "card": parse_card("2D")})
        ]


def test_the_reshuffle_event_precedes_the_draw() -> None:
    state = position("4S 6H 9D", "4S 7H 9D", pile="2D KC")._replace(stock=())
    assert _events(state, "draw stock", 1) == [
        ("pile_reshuffled", None, {"cards": 2}),
        ("card_drawn", 0, {"source": "stock"}),
    ]
    assert _events(state, "draw discard", 1)[0][0] == "card_drawn"


def test_going_out_names_the_seats_that_have_a_last_turn() -> None:
    state = play(position("4S 7H 9D", "5S 5H 9D", "4S 7H 0D", stock="5D", turn=1), "draw stock")
    assert _events(state, "discard 9D", None) == [
        ("card_discarded", 1, {"card": parse_card("9D")}),
        ("went_out", 1, {"last_turns": (2, 0)}),
    ]


def test_round_end_events_show_penalties_and_the_next_deal() -> None:
    state = play(
        position("5S 5H 9D", "4S 4H KD", stock="2C 0C 5D", starter=1),
        "draw stock",
        "discard 9D",
        "draw stock",
    )
    after = play(state, "discard 0C")
    ended = {"round": 1, "wild_rank": "3", "went_out": 0, "penalties": (0, 18), "totals": (0, 18)}
    dealt = {"round": 2, "cards": 4, "wild_rank": "4", "starter": 0, "upcard": after.discard_pile[-1]}
    assert _events(state, "discard 0C", None)[1:] == [
        ("round_ended", None, ended),
        ("round_dealt", None, dealt),
    ]
    assert _events(state, "discard 0C", 1)[-1] == ("round_dealt", None, dealt | {"hand": after.hands[1]})


def test_a_round_that_ends_by_its_cap_names_nobody_as_out() -> None:
    state = play(position("4S 6H 9D", "4S 7H 9D", stock="KC QC", turns=399), "draw stock")
    told = _events(state, "discard QC", None)
    assert [kind for kind, _, _ in told] == ["card_discarded", "round_ended", "round_dealt"]
    assert told[1][2]["went_out"] is None


def test_the_game_ended_event_has_the_outcome() -> None:
    state = position("4S 4H 4D 5S 5H 5D 6S 6H 6D 7S 7H 7D 7C", LOOSE, stock="AH AD", round=11, penalties=((3, 0),))
    state = play(state, "draw stock", "discard AD", "draw stock")
    told = _events(state, "discard AH", None)
    outcome = GAME.outcome(play(state, "discard AH"))
    assert outcome is not None
    assert [kind for kind, _, _ in told] == ["card_discarded", "round_ended", "game_ended"]
    assert told[-1][2] == {"ranks": outcome.ranks, "scores": outcome.scores, "reason": outcome.reason}


def test_discarding_something_that_is_not_a_card_is_refused() -> None:
    """This covers objects that are not cards, and a plain tuple that only looks like a card."""
    state = play(position("4S 6H 9D", "4S 7H 9D", stock="KC"), "draw stock")
    for card in ("4S", None, (1, 1, "A", "S")):
        with pytest.raises(IllegalActionError, match="You do not hold that card"):
            GAME.apply(state, 0, Discard(card))  # type: ignore[arg-type]


def test_last_turns_are_over_once_the_next_round_is_dealt() -> None:
    state = pass_turn(play(position("5S 5H 9D", "4S 4H KD", stock="2C 0C 5D"), "draw stock", "discard 9D"))
    assert GAME.view(state, None).last_turns == ()
    assert (GAME.view(state, None).round, GAME.view(state, None).rounds) == (2, 11)
