"""What Notty's players do in positions where the right move is obvious."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.players import registry
from bot.players.notty import classic, strong
from bot.players.notty.emptying import outs
from bot.players.notty.why import explain
from bot.players.player import Rated
from bot.players.thoughts import sentence
from bot.rules.cards import parse_cards
from bot.rules.notty import GAME
from bot.rules.notty.actions import Draw, Take


def chosen(level: str, *hands: str, **facts: Any) -> str:
    """Return the action of seat 0, whose turn it is."""
    state = GAME.deal(2, bytes(32))
    dealt: Any = GAME.view(state, 0)
    held = tuple(tuple(sorted(parse_cards(hand))) for hand in hands)
    view = replace(dealt, hands=held, turn=0, **facts)
    choice = registry.player("notty", level).choose(view, random.Random(1))
    assert choice.action in view.legal_actions
    return GAME.format_action(choice.action)


def test_every_level_but_random_discards_its_last_group() -> None:
    """Nothing is better than winning."""
    for level in ("classic", "strong"):
        assert chosen(level, "R3 R4 R5", "B1 B2") == "discard R3 R4 R5"
    assert chosen("easy", "R3 R4 R5", "B1 B2", drawn=parse_cards("R3")) == "discard R3 R4 R5"


def test_strong_keeps_groups_that_do_not_win() -> None:
    """`classic` discards them; `strong` has drawn and taken, and just ends its turn."""
    done = {"drawn": parse_cards("Y9"), "taken": parse_cards("G1")[0], "taken_from": 1}
    hands = "R3 R4 R5 G1 Y9", "B1 B3"
    assert chosen("classic", *hands, **done) == "discard R3 R4 R5"
    assert chosen("strong", *hands, **done) == "end"


def test_a_hint_to_keep_groups_needs_a_group_in_the_hand() -> None:
    """A hint used to say that the hand's groups should be kept when it had none, as in most first turns."""
    dealt: Any = GAME.view(GAME.deal(2, bytes(32)), 0)
    done = {"drawn": parse_cards("Y9"), "taken": parse_cards("G1")[0], "taken_from": 1}
    said = []
    for hand in ("R3 R4 R5 G1 Y9", "R3 R4 R6 G1 Y9"):
        view = replace(dealt, hands=(parse_cards(hand), parse_cards("B1 B3")), turn=0, **done)
        thought = registry.player("notty", "strong").choose(view, random.Random(1)).thought
        assert thought is not None
        said.append(sentence("notty", thought, private=True))
    assert said == [
        "Your hand cannot all go at once yet: keep its groups, and end your turn.",
        "There is no group to discard.",
    ]


@pytest.mark.parametrize(("limit", "move"), [(8, "discard R3 R4 R5"), (9, "draw 2"), (7, "discard R3 R4 R5")])
def test_strong_makes_room_before_it_draws_a_single_card(limit: int, move: str) -> None:
    """With room for one card, it used to draw that: from 1,800 random positions, that won 52.5% of the games, and
    making room first 55.5%. With room for two, drawing won 56% from 900 positions, and making room 55%.
    """
    assert chosen("strong", "R3 R4 R5 B9 G1 Y7 B7", "B1 B3 G5 G8", hand_limit=limit) == move


def test_strong_makes_the_last_pass_only_if_it_wins() -> None:
    """With the fewest cards, `strong` used to draw and gave the others a chance; otherwise it passed, and lost."""
    assert chosen("strong", "R3 B5", "B1 B2 Y7", passes=5) == "end"
    assert chosen("strong", "R3 B5", "B1 B2 Y7", passes=4) != "end"
    assert chosen("strong", "R3 B5 Y9", "B1 B2 Y7", passes=5) != "end"
    assert chosen("strong", "R3 R4 R5 B9", "B1 B2 Y7", passes=5, hand_limit=4) == "discard R3 R4 R5"


def test_strong_takes_from_a_hand_that_may_end_the_game() -> None:
    """Two of the three cards complete the sequence."""
    assert chosen("strong", "R3 R4", "R5 R2 B9", drawn=parse_cards("R3")) == "take 2"


@pytest.mark.parametrize("facts", [{"taken": parse_cards("B8")[0], "taken_from": 1}, {"hand_limit": 8}])
def test_a_card_that_can_no_longer_be_taken_adds_no_chance(facts: dict[str, Any]) -> None:
    """A hint used to give a chance for a card of another hand after a take, or at the hand limit.

    Here the other hand holds every card that would help.
    """
    dealt: Any = GAME.view(GAME.deal(2, bytes(32)), 0)
    held = parse_cards("R1 R2 R3 B7 B8"), parse_cards("B6 B6 B9 B9")
    view = replace(dealt, hands=held, turn=0, **facts)
    choice = registry.player("notty", "strong").choose(view, random.Random(1))
    chances = {it.action: it.reasons["chance"] for it in choice.ranked}
    assert chances[Draw(3)] == 0
    if "taken" in facts:
        assert choice.thought is not None
        assert choice.thought.kind == "drew_to_collect"
    else:
        assert chances[Take(1)] == 1 > chances[Draw(1)] > 0


def test_strong_takes_first_if_that_wins_more_often_than_a_draw() -> None:
    """Two of the other hand's four cards finish the sequence at once; any card drawn first would have to go too.

    A hint used to say that the hand was unlikely to go this turn, and advised a draw.
    """
    dealt: Any = GAME.view(GAME.deal(2, bytes(32)), 0)
    view = replace(dealt, hands=(parse_cards("R4 R5"), parse_cards("R6 R3 B1 G1")), turn=0)
    choice = registry.player("notty", "strong").choose(view, random.Random(1))
    assert choice.action == Take(1)
    assert choice.thought is not None
    assert sentence("notty", choice.thought, private=True) == (
        "With a card from seat 2 your whole hand can go in 50 of 100 cases."
    )
    assert chosen("strong", "R4 R5", "B2 G9 B1 G1").startswith("draw")


def test_advice_to_draw_fewer_does_not_praise_large_hands() -> None:
    """Of the few samples, only draws of one card finished the hand. The hint praised large hands and drew one."""
    dealt: Any = GAME.view(GAME.deal(2, bytes(32)), 0)
    view = replace(dealt, hands=(parse_cards("R4 B9"), parse_cards("R6 R3 B1 G1")), turn=0)
    more, fewer = Rated(Draw(3), 0.012, {"chance": 0.0}), Rated(Draw(1), 0.026, {"chance": 0.022})
    assert sentence("notty", explain(view, fewer, more), private=True) == (
        "Your hand is unlikely to go this turn, but drawing 1 gives it a better chance than drawing more."
    )
    assert "The more cards you hold" in sentence("notty", explain(view, more, fewer), private=True)


def test_a_hint_does_not_round_a_small_gain_away() -> None:
    """Nine of 26 cards complete a group, which leaves 5.96 cards on average. A hint gave this as “about 6”, of six."""
    dealt: Any = GAME.view(GAME.deal(2, bytes(32)), 0)
    useful = "R1 R4 R4 R5 R8 G5 B3 B3 Y3"
    useless = "R3 R6 R10 G7 G8 G8 B4 B5 B6 B8 B9 B10 B10 Y4 Y5 Y6 Y10"
    view = replace(dealt, hands=(parse_cards("G3 R2 G4 R7 R3 R6"), parse_cards(f"{useful} {useless}")), turn=0)
    choice = classic.take(view)
    assert choice is not None
    assert choice.thought is not None
    assert sentence("notty", choice.thought) == "A card from seat 2 should help: about 5.9 cards would be left."


def test_a_draw_may_be_second_best_to_taking_a_card() -> None:
    """No card of seat 3 finishes the hand, but a draw sometimes does. The hint named that card as second best."""
    dealt: Any = GAME.view(GAME.deal(3, bytes(32)), 0)
    hands = parse_cards("R4 R5"), parse_cards("R6 R3 B1 G1"), parse_cards("B2 G9 Y1 Y7")
    choice = registry.player("notty", "strong").choose(replace(dealt, hands=hands, turn=0), random.Random(1))
    assert choice.action == Take(1)
    assert choice.second is not None
    assert isinstance(choice.second.action, Draw)
    assert choice.second.reasons["chance"] > 0


def test_no_level_takes_an_opponents_last_card() -> None:
    """A player who loses the last card wins."""
    for level in ("classic", "strong", "easy"):
        assert chosen(level, "R3 R4", "R5", drawn=parse_cards("R3")) == "end"


def test_strong_discards_a_group_in_the_last_turn() -> None:
    """If the round limit ends the game, the fewest cards win, so `strong` discards a group."""
    done = {"drawn": parse_cards("Y9"), "taken": parse_cards("G1")[0], "taken_from": 1}
    facts = {**done, "turns": 79, "round_limit": 40}
    assert chosen("strong", "R3 R4 R5 G1 Y9", "B1 B3", **facts) == "discard R3 R4 R5"


@pytest.mark.parametrize("patience", [0, 1, 5])
def test_strong_stops_searching_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch, patience: int) -> None:
    """Late in a game, examining one large hand takes milliseconds, so `strong` checks the time before each."""
    hands = (
        parse_cards("R1 R3 B2 B7 G4 G9 Y5"),
        parse_cards("R2 R4 R6 R8 R10 B1 B3 B5 B9 G2 G6 G8 Y1 Y3 Y7 Y9"),
    )
    state = GAME.deal(2, bytes(32))
    view: Any = replace(GAME.view(state, 0), hands=hands, turn=0)
    looks: list[int] = []

    def counted(*known: Any) -> Any:
        looks.append(len(looks))
        return outs(*known)

    monkeypatch.setattr(strong, "outs", counted)
    for seen in (view, replace(view, drawn=parse_cards("R3"))):
        looks.clear()
        registry.player("notty", "strong").choose(seen, random.Random(1), lambda: len(looks) > patience)
        assert len(looks) <= patience + 3
