"""What Huxxy's views and events reveal, and to whom."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

from bot.rules.cards import parse_card, parse_cards
from bot.rules.huxxy import GAME
from tests.rules.huxxy.positions import play, position

if TYPE_CHECKING:
    from bot.rules.huxxy.state import HuxxyState

RUN = "4S 5H 6S"


def test_the_acting_seat_sees_the_turn_it_is_building() -> None:
    state = play(position("8S 8H 2C", RUN, opened=False), "play 8S new", "play 8H 2", "move 4S 1 2")
    view = GAME.view(state, 0)
    assert view.hand == parse_cards("2C")
    assert view.table == (parse_cards("5H 6S"), parse_cards("4S 8S 8H"))
    assert [(str(made.card), made.source, made.target, made.is_new) for made in view.plays] == [
        ("8S", None, 2, True),
        ("8H", None, 2, False),
        ("4S", 1, 2, False),
    ]
    assert view.plays_left == 3
    assert (view.points_played, view.opening_points) == (16, 24)
    assert [number for number, _ in view.invalid_groups] == [1, 2]
    assert view.why_not_end is not None
    assert "and has 16 so far" in view.why_not_end
    assert view.hand_points == 2


def test_a_valid_turn_has_no_reason_not_to_end() -> None:
    view = GAME.view(play(position("7D 2C", RUN), "play 7D 1"), 0)
    assert view.why_not_end is None
    assert view.invalid_groups == ()


def test_legal_actions_survive_pickling() -> None:
    legal = GAME.view(play(position("8S 8H"), "play 8S new"), 0).legal_actions
    assert list(pickle.loads(pickle.dumps(legal))) == list(legal)  # noqa: S301 - our own bytes


def test_every_viewer_sees_which_groups_changed_last() -> None:
    state = play(position("7D 9S 9H 9D 2C", RUN), "play 7D 1", "play 9S new", "play 9H 2", "play 9D 2")
    assert GAME.view(state, 0).changed == ()
    after = play(state, "end")
    assert all(GAME.view(after, viewer).changed == (1, 2) for viewer in (None, 0, 1, 2, 3))
    assert GAME.view(play(after, "draw"), None).changed == (1, 2)


def test_all_hands_are_open_once_the_game_is_over() -> None:
    state = play(position("7D", RUN), "play 7D 1")
    assert GAME.view(state, 1).hands == ()
    over = play(state, "end")
    assert GAME.view(over, None).hands == over.hands
    assert GAME.view(over, None).seat_to_act is None


def seen(state: HuxxyState, text: str, viewer: int | None) -> list[tuple[str, int | None, dict[str, object]]]:
    action = GAME.parse_action(text)
    after = GAME.apply(state, 0, action)
    return [(event.kind, event.seat, dict(event.facts)) for event in GAME.events(state, action, after, viewer)]


def test_only_the_drawer_sees_the_drawn_card() -> None:
    state = position("2S", stock="5D 6D")
    assert seen(state, "draw", 0) == [("card_drawn", 0, {"stock": 1, "card": parse_card("6D")})]
    assert seen(state, "draw", 1) == [("card_drawn", 0, {"stock": 1})]


def test_only_the_acting_seat_gets_events_for_its_plays() -> None:
    state = position("7D 2S 3S", RUN)
    assert seen(state, "play 7D 1", 0) == [("card_played", 0, {"card": parse_card("7D"), "group": 1, "is_new": False})]
    built = play(state, "play 2S new")
    assert seen(built, "move 4S 1 new", 0) == [
        ("card_moved", 0, {"card": parse_card("4S"), "group": 3, "is_new": True, "source": 1})
    ]
    assert seen(play(built, "play 3S 2"), "reset", 0) == [("plays_taken_back", 0, {"plays": 2})]
    assert seen(built, "undo", 0) == [("plays_taken_back", 0, {"plays": 1})]
    for text in ("play 7D 1", "move 4S 1 new", "undo", "reset"):
        assert seen(built, text, 1) == seen(built, text, None) == []


def test_every_viewer_gets_the_facts_of_a_table_turn() -> None:
    state = play(position("8S 8H 9C 9S", "9H 9D 9C 9S", "8S 8H 8D 8C", opened=False), "play 8S new", "play 8H 3")
    state = play(state, "move 8C 2 3", "play 9C 1", "play 9S 1")
    facts = {
        "played": parse_cards("8S 8H 9C 9S"),
        "moved": parse_cards("8C"),
        "points": 34,
        "opening": True,
        "changed": (1, 2, 3),
        "arrived": ((1, parse_cards("9S 9C")), (3, parse_cards("8S 8H 8C"))),
        "emptied": (),
    }
    for viewer in (None, 0, 3):
        assert seen(state, "end", viewer)[:2] == [("table_turn_ended", 0, facts), ("went_out", 0, {})]


def test_the_game_ended_event_has_the_result_and_all_hands() -> None:
    state = position("2S", stock="5D")
    kinds = seen(state, "draw", 2)
    assert [kind for kind, _, _ in kinds] == ["card_drawn", "game_ended"]
    assert set(kinds[1][2]) == {"ranks", "scores", "reason", "hands"}
