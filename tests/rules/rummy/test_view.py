"""What viewers of Rummy see, the events that they get, and the lists of legal actions."""

from __future__ import annotations

import pickle

import pytest

from bot.rules.cards import parse_card, parse_cards
from bot.rules.game import Event
from bot.rules.rummy import GAME, best_laydown
from bot.rules.rummy.actions import DISCARDS, LayDown
from bot.rules.rummy.apply import turn_of
from bot.rules.rummy.legal import Plays
from bot.rules.rummy.state import Ending, Phase, RummyState
from tests.rules.rummy.positions import SEED, play, position


def seen(state: RummyState, text: str, seat: int | None = None) -> tuple[Event, ...]:
    action = GAME.parse_action(text)
    actor = GAME.seat_to_act(state)
    assert actor is not None
    return GAME.events(state, action, GAME.apply(state, actor, action), seat)


# --- views ---------------------------------------------------------------------------------------------------


def test_a_player_sees_their_own_hand_and_all_hand_sizes() -> None:
    state = position("2C 3D XR", "4S 5S", phase=Phase.DRAW)
    view = GAME.view(state, 0)
    assert view.hand == parse_cards("3D 2C XR")
    assert (view.game, view.seat, view.seats) == ("rummy", 0, 2)
    assert view.hand_sizes == (3, 2)
    assert view.hand_points == 25
    assert view.hands == ()
    assert GAME.view(state, None).hand == ()


def test_every_viewer_sees_the_table_and_the_discards() -> None:
    state = position("2C", melds=("5S 5H 5D",), discard_pile=parse_cards("9H 0H"), stock=parse_cards("2H 3H 4H"))
    for seat in (None, 0, 1):
        view = GAME.view(state, seat)
        assert view.melds == (parse_cards("5S 5H 5D"),)
        assert view.meld_owners == (1,)
        assert view.discard_pile == parse_cards("9H 0H")
        assert view.upcard == parse_card("0H")
        assert view.stock_size == 3
        assert view.options == {"minimum": 40, "first_laydown_round": 3}
    assert GAME.view(GAME.deal(2, SEED), 0).upcard is None


def test_only_the_drawer_sees_a_card_drawn_from_the_stock() -> None:
    state = play(position("2C 3C", phase=Phase.DRAW, stock=parse_cards("7H 8H")), "draw stock")
    assert GAME.view(state, 0).drawn == parse_card("8H")
    assert GAME.view(state, 1).drawn is None
    assert GAME.view(state, None).drawn is None


def test_a_taken_discard_is_known_until_it_leaves_the_hand() -> None:
    state = position("2C 3C", phase=Phase.DRAW, laid_down=True, discard_pile=parse_cards("7H"))
    state = play(state, "draw discard")
    assert GAME.view(state, 1).drawn == parse_card("7H")
    assert GAME.view(state, 1).shown == (parse_cards("7H"), ())
    assert play(state, "discard 2C").shown == (parse_cards("7H"), ())
    assert play(state, "discard 7H").shown == ((), ())


def test_a_swapped_joker_is_known_until_it_is_laid() -> None:
    state = position("7S 2C 3D", melds=("6S XB 8S",), laid_down=True)
    state = play(state, "swap 7S 1")
    assert state.shown == (parse_cards("XB"), ())
    assert play(state, "layoff XB 1 high").shown == ((), ())


def test_cards_laid_down_are_no_longer_known_in_the_hand() -> None:
    state = position("KS KH KD KC 2C", shown=(parse_cards("KH 2C"), ()))
    assert play(state, "lay KS KH KD KC").shown == (parse_cards("2C"), ())


def test_a_view_counts_the_rounds_left_before_the_caps() -> None:
    view = GAME.view(position("2C", round_number=50, last_laid_round=20), 1)
    assert view.rounds_left == 151
    assert view.idle_rounds_left == 11
    first = GAME.view(GAME.deal(2, SEED), 0)
    assert (first.round, first.rounds_left, first.idle_rounds_left) == (1, 200, 40)


def test_all_hands_are_shown_at_the_end() -> None:
    state = play(position("7D", "KS QS"), "discard 7D")
    view = GAME.view(state, None)
    assert view.hands == state.hands
    assert view.ending is Ending.WENT_OUT
    assert view.seat_to_act is None
    assert view.legal_actions == ()
    assert view.turn_seat == 0


# --- the sequence of plays -----------------------------------------------------------------------------------


def test_plays_are_a_sequence() -> None:
    plays = Plays(turn_of(position("KS KH KD KC 2C 2D 2H", laid_down=True)))
    listed = list(plays)
    assert len(plays) == len(listed) == len(set(listed))
    assert [plays[i] for i in range(len(plays))] == listed
    assert [plays[i] for i in range(-len(plays), 0)] == listed
    assert plays[2:9] == listed[2:9]
    assert plays[::-1] == listed[::-1]
    assert plays.index(listed[-1]) == len(listed) - 1
    for place in (len(plays), -len(plays) - 1):
        with pytest.raises(IndexError, match="out of range"):
            plays[place]


def test_plays_with_the_same_facts_are_equal_and_picklable() -> None:
    turn = turn_of(position("KS KH KD KC 2C"))
    plays = Plays(turn)
    assert len(plays) > 0
    again = pickle.loads(pickle.dumps(plays))  # noqa: S301 - our own bytes
    assert again == plays
    assert hash(again) == hash(plays)
    assert list(again) == list(plays)
    assert plays != Plays(turn._replace(minimum=30))
    assert plays != list(plays)
    assert "2C" in repr(plays)


def test_plays_contain_only_legal_actions_of_the_play_phase() -> None:
    plays = Plays(turn_of(position("KS KH KD KC 2C")))
    assert DISCARDS[parse_card("2C").order] in plays
    assert DISCARDS[parse_card("3C").order] not in plays
    assert GAME.parse_action("draw stock") not in plays
    assert None not in plays
    assert LayDown(best_laydown(parse_cards("KS KH KD KC 2C"), 40)) in plays


# --- events --------------------------------------------------------------------------------------------------


def test_a_stock_draw_event_names_the_card_only_to_the_drawer() -> None:
    state = position("2C 3C", phase=Phase.DRAW, stock=parse_cards("7H 8H"))
    assert seen(state, "draw stock", 0) == (Event("card_drawn", 0, {"source": "stock", "card": parse_card("8H")}),)
    assert seen(state, "draw stock", 1) == seen(state, "draw stock") == (Event("card_drawn", 0, {"source": "stock"}),)


def test_a_discard_draw_event_names_the_card_to_all() -> None:
    state = position("2C 3C", phase=Phase.DRAW, laid_down=True, discard_pile=parse_cards("7H"))
    drawn = Event("card_drawn", 0, {"source": "discard", "card": parse_card("7H")})
    assert seen(state, "draw discard") == seen(state, "draw discard", 1) == (drawn,)


def test_the_laying_down_event_has_melds_numbers_and_value() -> None:
    state = position("KS KH KD KC 2C 3C 4C 5D", melds=("5S 5H 5C",))
    facts = {
        "melds": (parse_cards("KS KH KD KC"), parse_cards("2C 3C 4C")),
        "numbers": (2, 3),
        "value": 49,
        "first": True,
    }
    assert seen(state, "lay KS KH KD KC / 2C 3C 4C") == (Event("melds_laid_down", 0, facts),)
    (again,) = seen(state._replace(laid_down=(True, False)), "lay 2C 3C 4C")
    assert again.facts["first"] is False


@pytest.mark.parametrize(
    ("text", "end", "meld"),
    [
        ("layoff 5D 1", None, "5S 5H 5D 5C"),
        ("layoff 5S 2", "low", "5S 6S 7S 8S"),
        ("layoff 9S 2", "high", "6S 7S 8S 9S"),
    ],
)
def test_the_laying_off_event_has_the_meld_and_the_end(text: str, end: str | None, meld: str) -> None:
    state = position("5D 5S 9S 2C", melds=("5S 5H 5C", "6S 7S 8S"), laid_down=True)
    (event,) = seen(state, text)
    card, number = text.split()[1:]
    cards = parse_cards(meld)
    expected = {"card": parse_card(card), "meld": int(number), "owner": 1, "end": end, "cards": cards}
    assert event == Event("card_laid_off", 0, expected)


@pytest.mark.parametrize(("meld", "card", "joker"), [("6S XB 8S", "7S", "XB"), ("6H XR 8H", "7H", "XR")])
def test_the_swap_event_names_the_joker(meld: str, card: str, joker: str) -> None:
    (event,) = seen(position(f"{card} 2C", melds=(meld,), laid_down=True), f"swap {card} 1")
    cards = parse_cards(meld.replace(joker, card))
    facts = {"card": parse_card(card), "joker": parse_card(joker), "meld": 1, "owner": 1, "cards": cards}
    assert event == Event("joker_swapped", 0, facts)


def test_a_discard_in_mid_round_gives_a_single_event() -> None:
    assert seen(position("2C 3C 4D"), "discard 2C") == (
        Event("card_discarded", 0, {"card": parse_card("2C"), "cards_left": 2}),
    )


@pytest.mark.parametrize(("number", "opens"), [(1, False), (2, True), (3, False)])
def test_the_round_ended_event_says_if_laying_down_opens(number: int, opens: bool) -> None:
    state = position("2C 3C 6C", "4C 5C", round_number=number)._replace(turn=2 * number - 1)
    assert seen(state, "discard 4C")[1:] == (Event("round_ended", None, {"round": number, "laying_down_opens": opens}),)


def test_renewing_the_stock_gives_an_event() -> None:
    state = position("2C 3C", stock=(), discard_pile=parse_cards("7H 8H 9H"))
    assert seen(state, "discard 2C")[1:] == (Event("stock_renewed", None, {"cards": 3}),)


def test_going_out_gives_events_with_the_result_and_all_hands() -> None:
    out, ended = seen(position("2C", "4C KC"), "discard 2C")[1:]
    assert out == Event("went_out", 0, {})
    assert ended.kind == "game_ended"
    assert ended.facts["ranks"] == (1, 2)
    assert ended.facts["scores"] == (0, 14)
    assert ended.facts["reason"] == Ending.WENT_OUT.value
    assert ended.facts["hands"] == ((), parse_cards("4C KC"))


def test_a_drawn_game_ends_the_round_and_the_game() -> None:
    state = position("2C 3C", "4C 5C", round_number=200)._replace(turn=399)
    events = seen(state, "discard 4C")
    assert [event.kind for event in events] == ["card_discarded", "round_ended", "game_ended"]
    assert events[1].facts["laying_down_opens"] is False
