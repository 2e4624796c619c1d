"""The review of a finished game finds planted mistakes, judges from what could be seen, and tells the levels apart."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.players import registry
from bot.players.player import Step
from bot.players.reviewing import ReviewRequest, UnreviewableError, answer
from bot.players.rummy.strong import unseen_cards
from bot.players.thoughts import sentence
from bot.rules.cards import Card, parse_cards, with_card
from bot.rules.catalogue import GAMES
from bot.rules.rummy.state import Phase as RummyPhase
from tests.players.playing import play
from tests.players.rummy.test_house import MELDS
from tests.players.rummy.test_house import view as rummy_view
from tests.players.three_thirteen.test_strategy import view as three_thirteen_view

if TYPE_CHECKING:
    from bot.players.player import Verdict


def played(key: str, level: str, seed: int = 1, actions: int = 400) -> ReviewRequest:
    """A game of that level in the first seat against `classic`, to be reviewed for the first seat."""
    game = GAMES[key]
    moves: list[tuple[int, str]] = []

    def watch(state: Any, view: Any, choice: Any) -> None:
        moves.append((view.seat, game.format_action(choice.action)))

    dealt = random.Random(seed).randbytes(32)
    play(key, [level] + ["classic"] * (game.default_seats - 1), seed, watch, actions, dealt)
    mine = frozenset(number for number, (seat, _) in enumerate(moves) if seat == 0)
    return ReviewRequest(key, game.default_seats, dealt, {}, tuple(moves), mine)


def lost(request: ReviewRequest) -> float:
    verdicts = answer(request).verdicts
    return sum(verdict.loss for verdict in verdicts) / max(1, len(verdicts))


@pytest.mark.parametrize("key", ["three-thirteen", "six-holes"])
def test_the_better_level_loses_less(key: str) -> None:
    """`docs/review.md` has the figures of many games."""
    assert lost(played(key, "easy")) > lost(played(key, "classic"))


@pytest.mark.parametrize("key", ["huxxy", "three-thirteen", "six-holes", "rummy"])
def test_strong_whose_evaluation_judges_loses_nothing(key: str) -> None:
    assert lost(played(key, "strong", actions=150)) == 0


@pytest.mark.parametrize("key", GAMES)
def test_a_review_is_the_same_again_and_every_reason_is_a_sentence(key: str) -> None:
    request = played(key, "easy", actions=150)
    started = time.process_time()
    review = answer(request)
    assert time.process_time() - started < 2 * 3, "two seconds a seat, on a machine that is busy with other tests"
    assert answer(request) == review
    for verdict in review.verdicts:
        assert verdict.loss >= 0
        assert bool(verdict.better) == (verdict.loss > 0)
        if verdict.why is not None:
            assert sentence(key, verdict.why, private=True).endswith(".")
            for form in verdict.better:
                GAMES[key].parse_action(form)


def test_only_what_is_asked_for_is_judged() -> None:
    request = played("six-holes", "easy", actions=100)
    some = frozenset(sorted(request.judged)[3:6])
    steps = [verdict.step for verdict in answer(replace(request, judged=some)).verdicts]
    assert steps == sorted(some)


def test_a_game_that_cannot_be_played_through_is_refused() -> None:
    request = ReviewRequest("six-holes", 2, bytes(32), {}, ((0, "draw"), (0, "draw")), frozenset({0}))
    with pytest.raises(UnreviewableError, match="cannot be played through"):
        answer(request)


# Planted mistakes


def judged(key: str, *steps: tuple[Any, str, Any]) -> list[Verdict]:
    """The verdicts on one turn of (view, action, view afterwards)."""
    game = GAMES[key]
    turn = [Step(number, view, game.parse_action(form), after) for number, (view, form, after) in enumerate(steps)]
    return registry.PLAYERS[key].review(turn).verdicts


def test_three_thirteen_a_card_that_ends_the_round_is_not_left_lying() -> None:
    view = three_thirteen_view("8S 9S KD", "0S")
    [verdict] = judged("three-thirteen", (view, "draw stock", view))
    assert verdict.loss >= 6
    assert verdict.better == ("draw discard",)
    assert verdict.why is not None
    assert verdict.why.kind == "took_to_go_out"


def test_rummy_the_certain_mistakes() -> None:
    """A missed end, a broken meld, a card for the next player, the card just taken: and no others."""

    def after(hand: str) -> Any:
        return rummy_view(hand, laid_down=True, melds=MELDS)

    out = rummy_view("2S 3S 4S KD", laid_down=True, melds=MELDS)
    [missed] = judged("rummy", (out, "discard KD", after("2S 3S 4S")))
    assert (missed.loss, missed.better) == (8, ("lay 2S 3S 4S",))
    broken = rummy_view("2S 3S 4S KD QC 0H", laid_down=True, melds=MELDS)
    [meld] = judged("rummy", (broken, "discard 4S", after("2S 3S KD QC 0H")))
    assert meld.why is not None
    assert meld.why.kind == "broke_a_meld"
    giving = rummy_view("8H KD QC 2S", laid_down=True, melds=MELDS)
    [gift] = judged("rummy", (giving, "discard 8H", after("KD QC 2S")))
    assert gift.why is not None
    assert gift.why.kind == "gave_a_lay_off"
    [fine] = judged("rummy", (giving, "discard KD", after("8H QC 2S")))
    assert fine.loss == 0


def test_notty_a_hand_that_could_go_and_stayed_is_a_blunder() -> None:
    game = GAMES["notty"]
    dealt: Any = game.view(game.deal(2, bytes(32)), 0)
    seat = dealt.turn
    hands = list(dealt.hands)
    hands[seat] = parse_cards("R3 R4 R5")
    view = replace(game.view(game.deal(2, bytes(32)), seat), hands=tuple(hands))
    [verdict] = judged("notty", (view, "end", view))
    assert verdict.loss >= 6
    assert verdict.better[0].startswith("discard")
    hands[seat] = parse_cards("R3 R4 B9")
    collecting = replace(view, hands=tuple(hands))
    assert judged("notty", (collecting, "end", collecting)) == [], "collecting is not judged"


def test_notty_a_group_in_the_way_of_others_costs_the_cards_that_stay() -> None:
    """Of 3-4-5 and three sixes the run of four takes a six away; a group that leaves the most to go is right."""
    whole = notty_view("R3 R4 R5 R6 B6 G6 Y1")
    [verdict] = judged("notty", (whole, "discard R3 R4 R5 R6", notty_view("B6 G6 Y1")))
    assert verdict.loss == 2.5, "two cards stay"
    assert verdict.better == ("discard R3 R4 R5",)
    assert verdict.why is not None
    assert sentence("notty", verdict.why, private=True) == (
        "Split another way, 6 cards of your hand can go; after this group only 4."
    )
    [right] = judged("notty", (whole, "discard R3 R4 R5", notty_view("R6 B6 G6 Y1")))
    assert right.loss == 0
    assert judged("notty", (notty_view("R3 R4 R5 B9"), "discard R3 R4 R5", notty_view("B9"))) == [], "one group only"


def test_notty_who_ends_the_turn_without_taking_the_card_that_may_finish_it_misses_that_chance() -> None:
    """Two of the four cards that the other holds would let the whole hand go."""
    view = notty_view("R3 R4 R5 R7 R8", "R6 R9 B1 G1")
    [verdict] = judged("notty", (view, "end", view))
    assert verdict.better == ("take 2",) if view.turn == 0 else ("take 1",)
    assert verdict.loss >= 2.5


def notty_view(hand: str, others: str = "R1 B3 G5 Y7") -> Any:
    """A view of the seat to act, which has drawn in this turn."""
    game = GAMES["notty"]
    dealt: Any = game.view(game.deal(2, bytes(32)), 0)
    hands = [parse_cards(others), parse_cards(others)]
    hands[dealt.turn] = parse_cards(hand)
    return replace(dealt, seat=dealt.turn, hands=tuple(hands), drawn=parse_cards(hand)[:1])


# Luck


def luck(key: str, *steps: tuple[Any, str, Any]) -> float | None:
    game = GAMES[key]
    turn = [Step(number, view, game.parse_action(form), after) for number, (view, form, after) in enumerate(steps)]
    return registry.PLAYERS[key].review(turn).luck


def test_rummy_the_luck_of_a_draw_is_nothing_on_average_over_all_unseen_cards() -> None:
    view = rummy_view("2S 3S 5H 5D KC QC 7D", phase=RummyPhase.DRAW)
    unseen = Counter(unseen_cards(view))
    found: dict[Card, float] = {}
    for card in unseen:
        after = replace(view, phase=RummyPhase.PLAY, drawn=card, hand=with_card(view.hand, card))
        of_card = luck("rummy", (view, "draw stock", after))
        assert of_card is not None
        found[card] = of_card
    assert sum(found[card] * count for card, count in unseen.items()) == pytest.approx(0, abs=1e-6)
    four, king = parse_cards("4S KH")
    assert found[four] > 5, "it makes a meld"
    assert found[king] < 0
