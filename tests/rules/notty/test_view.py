"""What a view of Notty provides for pictures, texts and computer players."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.cards import format_cards, parse_cards
from bot.rules.notty import GAME
from tests.rules.notty.positions import hand, play, position


def test_a_view_shows_the_game_the_turn_and_the_options() -> None:
    state = position("R1 B3", "Y4 Y6", "G2", hand_limit=20, round_limit=50)
    view = GAME.view(state, 2)
    assert (view.game, view.seat, view.seats, view.seat_to_act, view.starter) == ("notty", 2, 3, 0, 0)
    assert view.options == {"hand_limit": 20, "round_limit": 50}
    assert view.outcome is None


def test_a_view_shows_what_was_done_this_turn() -> None:
    """This lasts until the turn ends, so that new cards can be shown as new."""
    state = play(position("R1 R2 R3", "Y4 Y6", top="G9 B1"), "draw 2", "take 2", "discard R1 R2 R3")
    view = GAME.view(state, 1)
    assert view.has_acted
    assert view.drawn == parse_cards("G9 B1")
    assert view.taken in hand("Y4 Y6")
    assert view.taken_from == 1
    assert [format_cards(group) for group in view.discarded] == ["R1 R2 R3"]
    view = GAME.view(play(state, "end"), 1)
    assert not view.has_acted
    assert (view.drawn, view.taken, view.taken_from, view.discarded) == ((), None, None, ())


def test_a_view_shows_the_room_in_the_acting_seats_hand() -> None:
    assert GAME.view(position("R1 B3", "Y4 Y6", hand_limit=8), 1).room == 6
    assert GAME.view(position("R1 B3", "Y4 Y6"), 1).room == 80


def test_a_view_shows_how_many_cards_may_still_be_drawn() -> None:
    """Up to three cards may be drawn once per turn, limited by the room in the hand and the size of the deck."""
    assert GAME.view(position("R1 B3", "Y4 Y6"), 1).most_drawn == 3
    assert GAME.view(position("R1 B3", "Y4 Y6", hand_limit=4), 1).most_drawn == 2
    assert GAME.view(position("R1 B3", "Y4 Y6", hand_limit=2), 1).most_drawn == 0
    assert GAME.view(play(position("R1 B3", "Y4 Y6"), "draw 1"), 1).most_drawn == 0


@pytest.mark.parametrize(
    ("limit", "moves", "needs_room"),
    [
        (None, (), False),
        (4, (), False),  # two more cards fit
        (3, (), True),
        (2, (), True),  # none can be drawn now, and fewer than three on the next turn
        (6, ("draw 1",), False),
        (5, ("draw 1",), True),
    ],
)
def test_a_view_shows_whether_the_hand_needs_room(limit: int | None, moves: tuple[str, ...], needs_room: bool) -> None:
    """Before the draw, room for two more cards is enough; after it, the next turn's three cards have to fit."""
    view = GAME.view(play(position("R1 B3", "Y4 Y6", hand_limit=limit), *moves), 1)
    assert view.needs_room is needs_room


def test_a_view_of_a_finished_game_has_its_outcome() -> None:
    view = GAME.view(play(position("R1 R2 R3", "Y4 Y6"), "discard R1 R2 R3"), 1)
    assert view.outcome is not None
    assert view.outcome.ranks == (1, 2)
    assert view.seat_to_act is None
    assert view.legal_actions == ()


@pytest.mark.parametrize(
    ("facts", "last"),
    [
        ({"passes": 5, "turns": 5, "turn": 1}, 3),  # the last pass ends round 3, and round 4 never begins
        ({"passes": 5, "turns": 6}, 4),
        ({"turns": 39, "turn": 1, "round_limit": 20}, 20),
    ],
)
def test_the_round_of_a_finished_game_is_the_last_one_played(facts: dict[str, Any], last: int) -> None:
    """A game that ended with a pass at the end of a round used to show the next round, which nobody has played."""
    before = position("R1 B3", "Y4 Y6", **facts)
    view = GAME.view(play(before, "end"), None)
    assert view.outcome is not None
    assert view.round == GAME.view(before, None).round == last
