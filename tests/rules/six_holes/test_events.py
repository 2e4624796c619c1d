"""The events of a turn of 6 Holes, and who gets which facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.cards import parse_card, parse_cards
from bot.rules.six_holes import GAME
from tests.rules.six_holes.positions import MINE, OTHERS, play, position, three_open

if TYPE_CHECKING:
    from bot.rules.six_holes.state import SixHolesState

Events = list[tuple[str, int | None, dict[str, Any]]]


def _events(state: SixHolesState, text: str, viewer: int | None = None) -> Events:
    action = GAME.parse_action(text)
    after = GAME.apply(state, state.turn, action)
    return [(event.kind, event.seat, dict(event.facts)) for event in GAME.events(state, action, after, viewer)]


def test_a_card_turned_up_is_shown_to_all() -> None:
    assert _events(position(), "open TR") == [("card_opened", 0, {"position": "TR", "card": parse_card("4S")})]


@pytest.mark.parametrize(("viewer", "sees"), [(0, True), (1, False), (None, False)])
def test_a_drawn_card_is_shown_only_to_the_drawer(viewer: int | None, sees: bool) -> None:
    facts = {"card": parse_card("0C")} if sees else {}
    assert _events(position(), "draw", viewer) == [("card_drawn", 0, facts)]


def test_the_reshuffle_event_precedes_the_draw() -> None:
    state = position(deck="", discards=parse_cards("8C 9C 0C JC"), takeable=True)
    assert _events(state, "draw") == [("deck_reshuffled", None, {"cards": 3}), ("card_drawn", 0, {})]


def test_a_discarded_card_is_shown_to_all() -> None:
    state = play(position(), "draw")
    assert _events(state, "discard") == [("card_discarded", 0, {"card": parse_card("0C")})]


@pytest.mark.parametrize(("place", "replaced", "was_open"), [("BR", "7S", False), ("TM", "3S", True)])
def test_a_placed_card_is_shown_with_the_one_it_replaced(place: str, replaced: str, was_open: bool) -> None:
    facts = {
        "position": place,
        "card": parse_card("0C"),
        "replaced": parse_card(replaced),
        "was_open": was_open,
    }
    assert _events(play(position(), "draw"), f"place {place}") == [("card_placed", 0, facts)]


def test_a_taken_card_is_shown_with_its_new_position() -> None:
    state = play(position(), "draw", "discard")
    facts = {
        "position": "BL",
        "card": parse_card("0C"),
        "replaced": parse_card("5H"),
        "was_open": False,
    }
    assert _events(state, "take BL") == [("card_taken", 1, facts)]


def test_opening_the_last_side_card_names_who_has_a_last_turn() -> None:
    kind, seat, facts = _events(three_open(), "open BR")[-1]
    assert (kind, seat, facts) == ("side_cards_open", 0, {"last_turn": 1})


def test_round_end_events_show_cards_scores_and_the_next_deal() -> None:
    state = play(three_open(scores=((3, 4),), round=2), "open BR")
    opened, ended, dealt = _events(state, "open TL")
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


def test_the_game_ended_event_has_ranks_and_scores() -> None:
    state = play(three_open(round=6, scores=((1, 2),) * 5), "open BR")
    told = _events(state, "open TL")
    assert [kind for kind, _, _ in told] == ["card_opened", "round_ended", "game_ended"]
    assert (told[-1][2]["ranks"], told[-1][2]["scores"]) == ((1, 2), (32, 37))


def test_a_round_ended_by_its_cap_has_no_closer() -> None:
    state = play(position(turns=99), "draw")
    assert _events(state, "discard")[1][2]["closer"] is None
    opened = _events(three_open(turns=99), "open BR")
    assert [kind for kind, _, _ in opened] == ["card_opened", "round_ended", "round_dealt"]
    assert opened[1][2]["closer"] is None
