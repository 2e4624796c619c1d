"""A turn of Notty: draw once, take once and discard any number of groups, in any order, then end."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from bot.rules.cards import parse_card, parse_cards
from bot.rules.errors import IllegalActionError
from bot.rules.notty import GAME
from bot.rules.notty.actions import Discard, Draw, Take
from tests.rules.contract.sampling import seed_of
from tests.rules.notty.hidden import all_cards
from tests.rules.notty.positions import hand, listed, play, position


@pytest.mark.parametrize("order", list(permutations(("draw 2", "take 2", "discard R1 R2 R3"))))
def test_actions_may_be_played_in_any_order(order: tuple[str, ...]) -> None:
    state = position("R1 R2 R3 B9 B10", "Y1 Y4 Y7 G1 G4")
    after = play(state, *order, "end")
    assert after.turn == 1
    assert len(after.hands[0]) == 5 + 2 + 1 - 3


def test_ending_a_turn_without_any_action_is_a_pass() -> None:
    state = position("R1 B3 G5 Y7 Y9", "R2 R4 R6 R8 R10")
    after = play(state, "end")
    assert (after.turn, after.passes, after.hands) == (1, 1, state.hands)


@pytest.mark.parametrize("action", ["draw 1", "take 2", "discard R1 R2 R3"])
def test_a_turn_with_an_action_is_not_a_pass(action: str) -> None:
    state = position("R1 R2 R3 Y7 Y9", "R2 R4 R6 R8 R10", passes=4)
    assert play(state, action, "end").passes == 0


@pytest.mark.parametrize("count", [1, 2, 3])
def test_up_to_three_cards_are_drawn_one_by_one_from_the_top(count: int) -> None:
    state = position("R1 B3 G5 Y7 Y9", "R2 R4 R6 R8 R10", top="G9 B1 Y2")
    after = play(state, f"draw {count}")
    assert after.drawn == parse_cards("G9 B1 Y2")[:count]
    assert Counter(after.hands[0]) == Counter(state.hands[0] + after.drawn)
    assert len(after.deck) == len(state.deck) - count
    assert after.turn == 0


@pytest.mark.parametrize("count", [0, 4, -1, True, "2", None])
def test_only_one_to_three_cards_can_be_drawn(count: object) -> None:
    state = position("R1 B3 G5 Y7 Y9", "R2 R4 R6 R8 R10")
    with pytest.raises(IllegalActionError, match="one, two or three"):
        GAME.apply(state, 0, Draw(count))  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_cards_can_be_drawn_only_once_a_turn(count: int) -> None:
    drawn = play(position("R1 B3 G5 Y7 Y9", "R2 R4 R6 R8 R10"), f"draw {count}")
    assert not [text for text in listed(drawn) if text.startswith("draw")]
    with pytest.raises(IllegalActionError, match="once a turn"):
        play(drawn, "draw 1")
    assert "draw 1" in listed(play(drawn, "end"))


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_drawing_more_cards_than_the_deck_holds_is_refused(size: int) -> None:
    state = position("R1 B3", "Y4")
    rest = state.deck[size:]
    state = state._replace(deck=state.deck[:size], hands=(state.hands[0], tuple(sorted(state.hands[1] + rest))))
    assert [text for text in listed(state) if text.startswith("draw")] == [
        f"draw {count}" for count in range(1, size + 1)
    ]
    why = f"The deck holds only {size} card" if size else "The deck is empty: discard a group first, or end your turn"
    for count in range(size + 1, 4):
        with pytest.raises(IllegalActionError, match=why):
            play(state, f"draw {count}")


def test_one_card_may_be_taken_from_a_chosen_player_once_a_turn() -> None:
    state = position("R1 B3", "Y4 Y6", "G2 G8")
    after = play(state, "take 3")
    assert after.taken in state.hands[2]
    assert after.taken_from == 2
    assert [len(cards) for cards in after.hands] == [3, 2, 1]
    assert not [text for text in listed(after) if text.startswith("take")]
    with pytest.raises(IllegalActionError, match="once a turn"):
        play(after, "take 2")
    assert {"take 1", "take 3"} <= set(listed(play(after, "end")))


def test_the_card_taken_is_uniformly_random() -> None:
    state = position("R1 B3", "Y4 Y4 Y6 G1")
    taken = Counter(
        str(play(state._replace(chance=GAME.deal(2, seed_of(i)).chance), "take 2").taken) for i in range(400)
    )
    assert taken.keys() == {"Y4", "Y6", "G1"}
    assert 160 < taken["Y4"] < 240
    assert min(taken["Y6"], taken["G1"]) > 70


@pytest.mark.parametrize("seat", [-1, 3, None, "1", True])
def test_taking_from_a_seat_that_does_not_exist_is_refused(seat: object) -> None:
    state = position("R1 B3", "Y4 Y6", "G2 G8")
    with pytest.raises(IllegalActionError, match="seats 1 to 3"):
        GAME.apply(state, 0, Take(seat))  # type: ignore[arg-type]


def test_taking_from_ones_own_hand_is_refused() -> None:
    with pytest.raises(IllegalActionError, match="own hand"):
        play(position("R1 B3", "Y4 Y6"), "take 1")


def test_taking_from_an_empty_hand_is_refused() -> None:
    state = position("R1 B3", "", "G2 G8")
    assert [text for text in listed(state) if text.startswith("take")] == ["take 3"]
    with pytest.raises(IllegalActionError, match="seat 2 is empty"):
        play(state, "take 2")


def test_any_number_of_groups_can_be_discarded_in_a_turn() -> None:
    state = position("R1 R2 R3 R4 B4 G4 Y7 Y8 Y9 Y10 B1", "Y4 Y6")
    after = play(state, "discard R1 R2 R3", "discard R4 B4 G4", "discard Y7 Y8 Y9 Y10")
    assert after.hands[0] == hand("B1")
    assert after.discarded == (hand("R1 R2 R3"), hand("R4 B4 G4"), hand("Y7 Y8 Y9 Y10"))
    assert after.turn == 0


@pytest.mark.parametrize(
    "group",
    ["R1 R2 R3", "B8 B9 B10", "G4 G6 G5", "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10", "R7 B7 G7", "Y1 G1 R1 B1"],
)
def test_sequences_and_sets_can_be_discarded(group: str) -> None:
    state = position(f"{group} R9 B2", "Y4 Y6")
    after = play(state, f"discard {group}")
    assert after.hands[0] == hand("R9 B2")


@pytest.mark.parametrize(
    ("group", "flaw"),
    [
        ("R1 R2", "two cards of a sequence"),
        ("R1 R3 R4", "a gap"),
        ("R9 R10 R1", "no wrap from 10 to 1"),
        ("R1 R2 R2 R3", "a number twice"),
        ("R1 R2 B3", "two colours"),
        ("R7 B7", "two cards of a set"),
        ("R7 R7 B7", "a colour twice in a set"),
        ("R7 R7 B7 G7 Y7", "five cards of a number"),
        ("R7 B7 G7 Y8", "two numbers"),
        ("R7", "one card"),
    ],
)
def test_other_combinations_cannot_be_discarded(group: str, flaw: str) -> None:
    state = position(f"{group} B2 G3", "Y4 Y6")
    with pytest.raises(IllegalActionError, match=r"^This is not a valid group: discard three"):
        play(state, f"discard {group}")
    assert Discard(parse_cards(group)) not in GAME.legal_actions(state), flaw


def test_only_cards_in_the_hand_can_be_discarded() -> None:
    state = position("R1 R2 R4", "R3 Y6")
    with pytest.raises(IllegalActionError, match="do not hold the red 3:"):
        play(state, "discard R1 R2 R3")
    with pytest.raises(IllegalActionError, match="do not hold the red 2 twice"):
        play(state, "discard R2 R2 R4")
    with pytest.raises(IllegalActionError, match="hold the red 2 only twice"):
        play(position("R2 R2 R4", "R3 Y6"), "discard R2 R2 R2")
    with pytest.raises(IllegalActionError, match="do not hold that card"):
        GAME.apply(state, 0, Discard((parse_card("4C"),)))


def test_only_one_of_two_twins_is_discarded() -> None:
    after = play(position("R1 R1 R2 R3 B9", "Y4 Y6"), "discard R1 R2 R3")
    assert after.hands[0] == hand("R1 B9")


def test_discarded_cards_are_shuffled_into_the_deck_at_once() -> None:
    """This happens in mid-turn, and the player may go on and draw them again."""
    state = position("R1 R2 R3 B9", "Y4 Y6")
    after = play(state, "discard R1 R2 R3")
    assert Counter(after.deck) == Counter(state.deck + hand("R1 R2 R3"))
    assert sorted(all_cards(after)) == sorted(all_cards(state))
    kept = [card for card in after.deck if card not in hand("R1 R2 R3")]
    assert kept != [card for card in state.deck if card not in hand("R1 R2 R3")], "the whole deck is shuffled"
    assert "draw 3" in listed(after)


def test_discarded_cards_may_be_drawn_again_in_the_same_turn() -> None:
    state = position("R1 R2 R3 B9", "Y4 Y6")
    state = state._replace(deck=(), hands=(state.hands[0], tuple(sorted(state.hands[1] + state.deck))))
    after = play(state, "discard R1 R2 R3", "draw 3")
    assert after.hands[0] == state.hands[0]


def test_the_legal_actions_are_listed_once_in_order() -> None:
    """Draws, takes, sequences by colour, sets by number, then the end. Twin cards count once."""
    state = position("R1 R1 R2 R3 B3 G3", "Y4", "Y6")
    assert listed(state) == [
        "draw 1",
        "draw 2",
        "draw 3",
        "take 2",
        "take 3",
        "discard R1 R2 R3",
        "discard R3 B3 G3",
        "end",
    ]


@pytest.mark.parametrize("limit", [8, 20])
def test_the_hand_limit_blocks_drawing_beyond_it(limit: int) -> None:
    numbers = [f"{colour}{number}" for colour in "RBGY" for number in (1, 3, 5, 7, 9)]
    for held in range(limit - 3, limit + 1):
        state = position(" ".join(numbers[:held]), "R2 R4", hand_limit=limit)
        room = limit - held
        drawn = [text for text in listed(state) if text.startswith("draw")]
        assert drawn == [f"draw {count}" for count in range(1, min(3, room) + 1)]
        if room < 3:
            left = f"room for {room}: draw fewer" if room else "no room: discard"
            with pytest.raises(IllegalActionError, match=f"hand limit is {limit} cards and leaves {left}"):
                play(state, f"draw {room + 1}")


def test_the_hand_limit_blocks_taking_beyond_it() -> None:
    full = position("R1 R3 R5 R7 R9 B1 B3 B5", "Y4 Y6", hand_limit=8)
    with pytest.raises(IllegalActionError, match="leaves no room: discard a group first, or end your turn"):
        play(full, "take 2")
    assert listed(full) == ["end"]
    assert "take 2" in listed(position("R1 R3 R5 R7 R9 B1 B3", "Y4 Y6", hand_limit=8))


def test_the_hand_limit_never_blocks_discarding() -> None:
    """This holds even for a hand above the limit."""
    state = position("R1 R2 R3 R5 R7 R9 B1 B3 B5 B7", "Y4 Y6", hand_limit=8)
    assert listed(state) == ["discard R1 R2 R3", "end"]
    assert len(play(state, "discard R1 R2 R3").hands[0]) == 7


def test_there_is_no_hand_limit_unless_one_is_chosen() -> None:
    option = next(option for option in GAME.options if option.name == "hand_limit")
    assert option.default is None
    assert 20 in option.choices
    assert GAME.deal(2, bytes(32), {"hand_limit": 20}).hand_limit == 20
    everything = " ".join(f"{colour}{number}" for colour in "RBGY" for number in range(1, 11))
    state = position(everything, "R2 R4")
    assert GAME.view(state, 0).hand_limit is None
    assert {"draw 3", "take 2"} <= set(listed(state))
    assert len(play(state, "draw 3", "take 2").hands[0]) == 44
