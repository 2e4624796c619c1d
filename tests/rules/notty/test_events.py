"""Everybody gets the same events of a turn of Notty, because all hands are open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.rules.cards import parse_cards
from bot.rules.notty import GAME
from tests.rules.notty.positions import hand, play, position

if TYPE_CHECKING:
    from bot.rules.notty.state import NottyState


def _events(state: NottyState, text: str) -> list[tuple[str, int | None, dict[str, Any]]]:
    """Return kinds, seats and facts, after checking that all viewers get the same events."""
    action = GAME.parse_action(text)
    after = GAME.apply(state, state.turn, action)
    told = {viewer: GAME.events(state, action, after, viewer) for viewer in (None, *range(state.seats))}
    assert len(set(map(repr, told.values()))) == 1
    return [(event.kind, event.seat, dict(event.facts)) for event in told[None]]


def test_drawn_cards_are_shown_to_all() -> None:
    state = position("R1 B3", "Y4 Y6", top="G9 B1", turn=1)
    assert _events(state, "draw 2") == [("cards_drawn", 1, {"cards": parse_cards("G9 B1")})]


def test_a_taken_card_is_shown_to_all() -> None:
    state = position("R1 B3", "Y4 Y4")
    assert _events(state, "take 2") == [("card_taken", 0, {"card": hand("Y4")[0], "from_seat": 1})]


def test_a_discard_gives_events_for_the_group_and_the_reshuffle() -> None:
    state = position("R1 R2 R3 B3 G3 Y9", "Y4 Y6")
    assert _events(state, "discard R2 R3 R1") == [
        ("group_discarded", 0, {"cards": hand("R1 R2 R3"), "group": "sequence"}),
        ("deck_reshuffled", None, {"cards": 75}),
    ]
    assert _events(state, "discard R3 B3 G3")[0][2]["group"] == "set"


def test_the_turn_ended_event_counts_what_was_done() -> None:
    state = play(position("R1 R2 R3 B9 G3", "Y4 Y6"), "draw 2", "take 2", "discard R1 R2 R3")
    assert _events(state, "end") == [("turn_ended", 0, {"drawn": 2, "taken": 1, "discarded": 3})]


def test_the_turn_passed_event_has_the_passes_left() -> None:
    assert _events(position("R1 B3", "Y4 Y6"), "end") == [("turn_passed", 0, {"passes_left": 5})]


def test_the_round_started_event_has_the_rounds_left() -> None:
    state = position("R1 B3", "Y4 Y6", turn=1, turns=21)
    assert _events(state, "end") == [
        ("turn_passed", 1, {"passes_left": 5}),
        ("round_started", None, {"round": 12, "rounds_left": 28}),
    ]


def test_the_last_event_of_a_game_is_game_ended() -> None:
    kinds = [kind for kind, _, _ in _events(position("R1 R2 R3", "Y4 Y6"), "discard R1 R2 R3")]
    assert kinds == ["group_discarded", "deck_reshuffled", "game_ended"]
    last = _events(position("R1 B3", "Y4", turns=79, turn=1), "end")
    assert [kind for kind, _, _ in last] == ["turn_passed", "game_ended"]
    assert last[-1][2]["ranks"] == (2, 1)
