"""A turn of 6 Holes: turn a card up, or draw and place or discard, or take and place; locks; the renewed deck."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.rules.cards import parse_card, parse_cards
from bot.rules.errors import IllegalActionError, InvalidActionError
from bot.rules.six_holes import GAME
from bot.rules.six_holes.actions import Open, Place, Position
from tests.rules.six_holes.positions import face_up, listed, play, position, refused

SIDES = ("TL", "TR", "BL", "BR")
MIDDLE = ("TM", "BM")


def test_a_turn_begins_with_open_draw_or_take() -> None:
    start = position()
    assert listed(start) == ["open TL", "open TR", "open BL", "open BR", "draw"]
    drawn = play(start, "draw")
    assert listed(drawn) == [
        "place TL", "place TM", "place TR", "place BL", "place BM", "place BR", "discard",
    ]  # fmt: skip
    takes = [f"take {place.name}" for place in Position]
    assert listed(play(drawn, "discard")) == [*listed(start), *takes]


@pytest.mark.parametrize("place", SIDES)
def test_opening_turns_a_side_card_of_ones_own_face_up(place: str) -> None:
    state = position()
    after = play(state, f"open {place}")
    assert GAME.view(after, 1).grids[0][Position[place]] == state.grids[0][Position[place]]
    assert (after.turn, after.grids, after.discards) == (1, state.grids, ())


def test_only_a_face_down_side_card_can_be_opened() -> None:
    for place in MIDDLE:
        refused(position(), f"open {place}", "Only a side card")
    refused(position(face_up=(face_up("TL"), face_up())), "open TL", "Your top left card is already face up")


@pytest.mark.parametrize("place", SIDES)
def test_a_drawn_card_may_be_placed_on_a_face_down_side_card(place: str) -> None:
    """The placed card is face up, and the replaced card goes face up to the discard pile."""
    state = position()
    after = play(state, "draw", f"place {place}")
    assert GAME.view(after, 1).grids[0][Position[place]] == parse_card("0C")
    assert GAME.view(after, 1).discards == (state.grids[0][Position[place]],)
    assert after.turn == 1


@pytest.mark.parametrize("place", MIDDLE)
def test_a_drawn_card_may_be_placed_on_an_unpaired_middle_column(place: str) -> None:
    after = play(position(), "draw", f"place {place}")
    assert after.grids[0][Position[place]] == parse_card("0C")
    refused(play(position("2S 3S 4S 5S 3H 7S"), "draw"), f"place {place}", "is a pair and locked")


def test_a_middle_column_that_becomes_a_pair_is_locked() -> None:
    state = play(position(deck="8C 9C 0C 3H"), "draw", "place BM", "draw", "discard", "draw")
    refused(state, "place TM", "is a pair and locked")


def test_a_drawn_card_may_be_discarded() -> None:
    after = play(position(), "draw", "discard")
    assert (after.discards, after.grids, after.turn) == (parse_cards("0C"), position().grids, 1)


def test_after_drawing_only_placing_and_discarding_are_allowed() -> None:
    state = play(position(), "draw")
    for text in ("open TL", "draw", "take TL"):
        refused(state, text, "You have drawn the 10 of clubs")


def test_placing_and_discarding_need_a_drawn_card() -> None:
    refused(position(), "place TL", "Draw first")
    refused(position(), "discard", "Draw first")


def test_only_the_drawer_sees_the_drawn_card() -> None:
    state = play(position(), "draw")
    assert [GAME.view(state, seat).drawn for seat in (0, 1, None)] == [parse_card("0C"), None, None]
    assert GAME.view(state, 1).phase.value == "drawn", "that there is one is public"


@pytest.mark.parametrize("last", [("draw", "discard"), ("draw", "place TL"), ("draw", "place TM")])
@pytest.mark.parametrize("place", list(Position.__members__))
def test_the_card_just_discarded_or_replaced_may_be_taken(last: tuple[str, str], place: str) -> None:
    state = play(position(), *last)
    card = state.discards[-1]
    assert GAME.view(state, None).takeable == card
    after = play(state, f"take {place}")
    assert after.grids[1][Position[place]] == card
    assert after.face_up[1][Position[place]]
    assert after.discards == (*state.discards[:-1], state.grids[1][Position[place]])
    assert after.turn == 0
    assert after.takeable, "what was swapped out may be taken next"


def test_taking_needs_a_position() -> None:
    """Taking and placing are a single action."""
    with pytest.raises(InvalidActionError, match="Name a position"):
        GAME.parse_action("take")


def test_nothing_can_be_taken_at_the_start_or_after_an_open() -> None:
    refused(position(), "take TL", "no card to take: nobody has had a turn in this round yet")
    refused(play(position(), "open TL"), "take TL", "no card to take: your opponent discarded none last turn")


def test_the_last_discard_of_a_round_cannot_be_taken_in_the_next() -> None:
    """The refusal used to say that the opponent, who had just discarded a card, had discarded none."""
    state = position(closer=1, turn=0, starter=0)
    state = play(state, "draw", "discard")
    assert (state.round, state.turn) == (2, 1)
    refused(state, "take TL", "no card to take: nobody has had a turn in this round yet")


def test_older_discards_cannot_be_taken() -> None:
    state = play(position(), "draw", "discard", "open TL")
    assert GAME.view(state, 0).discards == parse_cards("0C")
    assert GAME.view(state, 0).takeable is None
    refused(state, "take TL", "no card to take")


def test_the_takeable_card_is_lost_once_the_player_has_drawn() -> None:
    state = play(position(), "draw", "discard", "draw")
    assert GAME.view(state, 1).takeable is None
    after = play(state, "place TL", "take TL")
    assert after.discards == parse_cards("0C 2S")
    assert after.grids[0][Position.TL] == parse_card("2H")


def test_a_face_up_side_card_is_locked() -> None:
    state = position(face_up=(face_up("TL"), face_up()))
    refused(play(state, "draw"), "place TL", "Your top left card is face up and locked")
    other = position(turn=1, face_up=(face_up("TL"), face_up()))
    refused(play(other, "draw", "discard"), "take TL", "face up and locked")
    for placed in (play(position(), "draw", "place BR"), play(position(), "open BR")):
        refused(play(placed, "draw", "discard", "draw"), "place BR", "locked")


def test_the_fixed_option_locks_the_middle_column_from_the_deal() -> None:
    state = position(middle="fixed")
    drawn = play(state, "draw")
    assert listed(drawn) == [*(f"place {place}" for place in SIDES), "discard"]
    refused(drawn, "place TM", "fixed at this table")
    refused(play(drawn, "discard"), "take BM", "fixed at this table")
    assert GAME.view(GAME.deal(2, bytes(32), {"middle": "fixed"}), 0).options["middle"] == "fixed"


def test_a_joker_column_never_locks() -> None:
    after = play(position("2S XX 4S 5S 6S 7S"), "draw", "place BM")
    assert after.grids[0][Position.BM] == parse_card("0C")


def test_a_joker_column_is_a_locked_pair_with_the_bonus_option() -> None:
    refused(play(position("2S XX 4S 5S 6S 7S", joker="bonus"), "draw"), "place BM", "is a pair and locked")


def test_an_empty_deck_is_renewed_without_the_takeable_discard() -> None:
    state = position(deck="", discards=parse_cards("8C 9C 0C JC"), takeable=True)
    after = play(state, "draw")
    assert after.discards == parse_cards("JC")
    assert Counter((*after.deck, after.drawn)) == Counter(parse_cards("8C 9C 0C"))
    assert after.chance.position > state.chance.position
    assert not after.takeable


def test_an_empty_deck_is_renewed_from_all_if_none_is_takeable() -> None:
    after = play(position(deck="", discards=parse_cards("8C 9C 0C")), "draw")
    assert (after.discards, len(after.deck)) == ((), 2)


def test_cards_shuffled_into_the_deck_are_public() -> None:
    """Everybody saw these cards discarded; only their order is hidden."""
    state = position(deck="", discards=parse_cards("0C 8C 9C JC"), takeable=True)
    assert GAME.view(play(state, "draw"), 1).reshuffled == parse_cards("8C 9C 0C")


def test_the_deck_is_not_renewed_before_the_next_draw() -> None:
    after = play(position(deck="8C"), "draw", "discard")
    assert (after.deck, after.discards) == ((), parse_cards("8C"))


def test_actions_without_a_position_are_refused() -> None:
    with pytest.raises(IllegalActionError, match="Only a side card"):
        GAME.apply(position(), 0, Open(9))  # type: ignore[arg-type]
    with pytest.raises(IllegalActionError, match="no such position"):
        GAME.apply(play(position(), "draw"), 0, Place("TL"))  # type: ignore[arg-type]
