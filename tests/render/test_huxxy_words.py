"""Huxxy in words: what an unfinished turn still needs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.render.cards import TEXT_STYLE
from bot.render.cast import Cast
from bot.render.catalogue import text_of
from bot.rules.errors import IllegalActionError
from bot.rules.huxxy import GAME
from tests.rules.huxxy.positions import play, position


def to_do(*steps: str) -> str:
    """Return what the hand says after these steps, for a seat that has opened, with a run on the table."""
    state = play(position("8S 8H 8D 2C 3C 4C 5C", "9S 0H JS"), *steps)
    return text_of("huxxy").to_do(GAME.view(state, GAME.seat_to_act(state)))


def test_ending_the_turn_is_offered_only_when_possible() -> None:
    """The text matches the button beside it."""
    assert to_do() == "draw a card, or play cards to groups and end your turn"
    assert to_do("play 8S new") == "play on (5 plays left) until every group is valid, or take plays back"
    assert to_do("play 8H 1") == "play on (5 plays left), take plays back, or end your turn"


def test_taking_back_is_all_that_is_offered_after_six_plays() -> None:
    """If the table is not valid after six plays, all that is left is to take plays back."""
    six = ["play 8S new", "play 8H 2", "play 8D 2", "play 2C new", "play 3C new", "play 4C new"]
    assert to_do(*six) == "take plays back: six plays is the limit, and the table is not valid yet"


def test_an_opening_turn_may_be_worth_more_than_the_minimum() -> None:
    """“What can I do now?” used to say that the cards must be worth 24 points, next to 27 points that could open."""
    state = play(position("9S 9H 9D KC", "2S 3H 4S", opened=False), "play 9S new", "play 9H 2", "play 9D 2")
    *_before, can_end, worth = text_of("huxxy").rules.now(GAME.view(state, GAME.seat_to_act(state)))
    assert can_end.startswith("**End the turn**")
    assert "must be worth at least 24 points; so far they are worth 27." in worth


def test_the_minimum_is_named_only_to_those_who_have_to_reach_it() -> None:
    """A hand kept naming it after its player had opened, and so did the board after everybody had."""
    titled, state = text_of("huxxy").subtitle, position("8S 8H 8D", "9S 0H JS")
    state = state._replace(opened=tuple(seat == state.seat for seat in range(4)))
    assert "to open" not in titled(GAME.view(state, state.seat))
    assert "24 points to open" in titled(GAME.view(state, (state.seat + 1) % 4))
    assert "24 points to open" in titled(GAME.view(state, None))
    assert "to open" not in titled(GAME.view(state._replace(opened=(True,) * 4), None))


def test_missing_opening_points_are_named_if_groups_are_valid() -> None:
    """The text used to ask for valid groups although all were valid; the points were missing."""
    start = position("2S 2H 2D 3S 3H 3D KC", "9S 0H JS", opened=False)
    state = play(start, "play 2S new", "play 2H 2", "play 2D 2")
    said = text_of("huxxy").to_do(GAME.view(state, GAME.seat_to_act(state)))
    assert said == "play on (3 plays left), because your first table turn needs 24 points, or take plays back"
    state = play(state, "play 3S new", "play 3H 3", "play 3D 3")
    said = text_of("huxxy").to_do(GAME.view(state, GAME.seat_to_act(state)))
    assert said == "take plays back: six plays is the limit, and your first table turn needs 24 points"


def test_the_reason_a_turn_cannot_end_is_given_once_with_cards() -> None:
    """The reason used to begin twice with the same words, and named cards in the notation of logs: 8S and 9C."""
    state = play(position("8S 9C 2D", "9S 0H JS"), "play 8S new", "play 9C 2", "play 2D 2")
    told = text_of("huxxy").rules.now(GAME.view(state, GAME.seat_to_act(state)))
    [reason] = [line for line in told if "cannot end" in line]
    assert reason.startswith("You cannot end the turn yet: group 2 is not a run")
    state = play(position("8S 9C", "9S 0H JS", "0S JH QS"), "play 8S new", "play 9C 3", "move 0S 2 3")
    with pytest.raises(IllegalActionError, match="the 8 of spades and the 9 of clubs are both black"):
        play(state, "end")


def test_the_turn_being_built_is_told_group_by_group() -> None:
    """Its picture marks the cards that were played and moved, and shows emptied groups. The words did neither."""
    start = position("5H 9C", "2S 2H 2D", "4C 5D 6S")
    state = play(start, "play 5H new", "move 2S 1 3", "move 2H 1 3", "move 2D 1 3")
    (said,) = text_of("huxxy").board(GAME.view(state, GAME.seat_to_act(state)), Cast(tuple("ABCD"), (None,) * 4))
    assert said.replace(TEXT_STYLE, "").split("\n")[1:] == [
        "**1** · empty",
        "**2** · 4♣ 5♦ 6♠",
        "**3** · 2♠ 2♥ 2♦ 5♥ ⚠️",
        "-# Played here: 5♥. Moved here: 2♠ 2♥ 2♦.",
        "-# 4 of 6 plays made.",
    ]


def test_both_copies_of_a_card_are_told_where_they_went() -> None:
    """There are two packs. Of two equal cards that were added to one group, only the last was told and outlined."""
    cast = Cast(("Anna",) * 4, (None,) * 4)

    def told(*steps: str) -> str:
        state = play(position("7S 7S 7H KC", "7S 7H 7D 7C", "6H 7S 8H"), *steps)
        [table] = text_of("huxxy").board(GAME.view(state, GAME.seat_to_act(state)), cast)
        return table.replace(TEXT_STYLE, "")

    assert "Played here: 7♠ 7♠." in told("play 7S new", "play 7S 3")
    assert "Played here: 7♠. Moved here: 7♠." in told("play 7S new", "move 7S 2 3")
    assert told("play 7S new", "play 7S 3", "move 7S 3 1").count("Played here: 7♠.") == 2


def test_groups_that_the_last_turn_changed_are_named_in_words() -> None:
    """A dot stood for it, which was explained nowhere."""
    state = play(position("8S 8H 8D", "9S 0H JS", "3S 4D 5C"), "play 8D 1", "end")
    said = "\n".join(text_of("huxxy").board(GAME.view(state, None), Cast(("A", "B", "C", "D"), (None,) * 4)))
    assert said.count("-# Changed last.") == 1


def test_a_turn_names_the_groups_that_it_added_to() -> None:
    """Among two packs and a dozen groups, the cards alone do not say where to look; moved on, they are not there."""
    before = play(position("8D 4S 9H", "8S 8H 8C", "5H 6S 7H"), "play 8D 1", "play 4S 2")
    after = play(before, "end")
    (ended,) = GAME.events(before, GAME.parse_action("end"), after, None)
    view, cast = GAME.view(after, None), Cast(tuple("ABCD"), (None,) * 4)
    told = [text_of("huxxy").doing(ended, cast, each) for each in (view, replace(view, table=view.table[1:]))]
    assert [doing and doing.words.replace(TEXT_STYLE, "") for doing in told] == [
        "played 8♦ 4♠ (groups 1 and 2)",
        "played 8♦ 4♠",
    ]
