"""The events of a turn of 6 Holes, and who gets which facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.cards import parse_card, parse_cards
from bot.rules.six_holes import GAME
from tests.rules.six_holes.positions import MINE, OTHERS, play, position, three_open

if TYPE_CHECKING:
    from bot.rules.six_holes.state import SixHolesState

Told = list[tuple[str, int | None, dict[str, Any]]]


def _told(state: SixHolesState, text: str, viewer: int | None = None) -> Told:
    action = GAME.parse_action(text)
    after = GAME.apply(state, state.turn, action)
    return [(event.kind, event.seat, dict(event.facts)) for event in GAME.events(state, action, after, viewer)]


def test_a_card_turned_up_is_shown_to_all() -> None:
    assert _told(position(), "open TR") == [("card_opened", 0, {"position": "TR", "card": parse_card("4S")})]


@pytest.mark.parametrize(("viewer", "sees"), [(0, True), (1, False), (None, False)])
def test_a_card_drawn_is_shown_to_the_drawer_only(viewer: int | None, sees: bool) -> None:
    facts = {"card": parse_card("0C")} if sees else {}
    assert _told(position(), "draw", viewer) == [("card_drawn", 0, facts)]


def test_a_renewed_deck_is_told_before_the_draw() -> None:
    state = position(deck="", discards=parse_cards("8C 9C 0C JC"), takeable=True)
    assert _told(state, "draw") == [("deck_reshuffled", None, {"cards": 3}), ("card_drawn", 0, {})]


def test_a_card_discarded_is_shown_to_all() -> None:
    state = play(position(), "draw")
    assert _told(state, "discard") == [("card_discarded", 0, {"card": parse_card("0C")})]


@pytest.mark.parametrize(("place", "replaced", "was_open"), [("BR", "7S", False), ("TM", "3S", True)])
def test_a_card_placed_is_shown_with_the_one_it_replaced(place: str, replaced: str, was_open: bool) -> None:
    facts = {
        "position": place,
        "card": parse_card("0C"),
        "replaced": parse_card(replaced),
        "was_open": was_open,
    }
    assert _told(play(position(), "draw"), f"place {place}") == [("card_placed", 0, facts)]


def test_a_card_taken_is_shown_with_where_it_was_placed() -> None:
    state = play(position(), "draw", "discard")
    facts = {
        "position": "BL",
        "card": parse_card("0C"),
        "replaced": parse_card("5H"),
        "was_open": False,
    }
    assert _told(state, "take BL") == [("card_taken", 1, facts)]


def test_the_last_side_card_is_told_with_who_has_one_more_turn() -> None:
    kind, seat, facts = _told(three_open(), "open BR")[-1]
    assert (kind, seat, facts) == ("side_cards_open", 0, {"last_turn": 1})


def test_the_end_of_a_round_shows_all_cards_and_scores_and_the_next_deal() -> None:
    state = play(three_open(scores=((3, 4),), round=2), "open BR")
    opened, ended, dealt = _told(state, "open TL")
    assert opened[0] == "card_opened"
    assert ended == (
        "round_ended",
        None,
        {
            "round": 2,
            "closer": 0,
            "grids": (parse_cards(MINE), parse_cards(OTHERS)),
            "column_scores": ((7, 9, 11), (7, 9, 11)),
            "scores": (27, 27),
            "totals": (30, 31),
        },
    )
    after = play(state, "open TL")
    middles = tuple((grid[1], grid[4]) for grid in after.grids)
    assert dealt == ("round_dealt", None, {"round": 3, "starter": 1, "middles": middles})


def test_the_end_of_the_game_is_told() -> None:
    state = play(three_open(round=6, scores=((1, 2),) * 5), "open BR")
    told = _told(state, "open TL")
    assert [kind for kind, _, _ in told] == ["card_opened", "round_ended", "game_ended"]
    assert (told[-1][2]["ranks"], told[-1][2]["scores"]) == ((1, 2), (32, 37))


def test_a_round_ended_by_its_cap_has_no_closer() -> None:
    state = play(position(turns=99), "draw")
    assert _told(state, "discard")[1][2]["closer"] is None
    opened = _told(three_open(turns=99), "open BR")
    assert [kind for kind, _, _ in opened] == ["card_opened", "round_ended", "round_dealt"]
    assert opened[1][2]["closer"] is None
