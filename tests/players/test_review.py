"""The review of a finished game finds planted mistakes, judges only from what was visible, and ranks the levels."""

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
from bot.players.rummy.after_play import after_play
from bot.players.rummy.strong import StrongRummyPlayer, unseen_cards
from bot.players.thoughts import sentence
from bot.rules.cards import Card, parse_cards, with_card, without
from bot.rules.catalogue import GAMES
from bot.rules.huxxy.state import Made
from bot.rules.rummy.actions import Discard
from bot.rules.rummy.state import Phase as RummyPhase
from bot.rules.three_thirteen.state import Phase as ThreeThirteenPhase
from tests.players.playing import play
from tests.players.rummy.test_house import MELDS
from tests.players.rummy.test_house import view as rummy_view
from tests.players.rummy.test_strong import RUNS
from tests.players.three_thirteen.test_strategy import view as three_thirteen_view
from tests.players.three_thirteen.truths import penalty

if TYPE_CHECKING:
    from bot.players.player import Verdict


def played(key: str, level: str, seed: int = 1, actions: int = 400) -> ReviewRequest:
    """Return a game of that level against `classic`, to be reviewed for the first seat."""
    game = GAMES[key]
    moves: list[tuple[int, str]] = []

    def watch(state: Any, view: Any, choice: Any) -> None:
        moves.append((view.seat, game.format_action(choice.action)))

    dealt = random.Random(seed).randbytes(32)
    play(key, [level] + ["classic"] * (game.default_seats - 1), seed, watch, actions, dealt)
    mine = frozenset(number for number, (seat, _) in enumerate(moves) if seat == 0)
    return ReviewRequest(key, game.default_seats, dealt, {}, tuple(moves), mine)


def mean_loss(request: ReviewRequest) -> float:
    verdicts = answer(request).verdicts
    return sum(verdict.loss for verdict in verdicts) / max(1, len(verdicts))


@pytest.mark.parametrize("key", ["three-thirteen", "six-holes"])
def test_the_better_level_loses_less(key: str) -> None:
    """`docs/review.md` has the figures of many games."""
    easy, classic = (mean_loss(played(key, level, actions=200)) for level in ("easy", "classic"))
    assert easy > classic


@pytest.mark.parametrize("key", ["huxxy", "three-thirteen", "six-holes", "rummy"])
def test_strong_loses_nothing_by_its_own_evaluation(key: str) -> None:
    assert mean_loss(played(key, "strong", actions=150)) == 0


@pytest.mark.parametrize("key", GAMES)
def test_a_review_is_repeatable_and_its_reasons_are_sentences(key: str) -> None:
    request = played(key, "easy", actions=100)
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


def test_only_the_requested_decisions_are_judged() -> None:
    request = played("six-holes", "easy", actions=100)
    some = frozenset(sorted(request.judged)[3:6])
    steps = [verdict.step for verdict in answer(replace(request, judged=some)).verdicts]
    assert steps == sorted(some)


def test_an_unplayable_game_is_refused() -> None:
    request = ReviewRequest("six-holes", 2, bytes(32), {}, ((0, "draw"), (0, "draw")), frozenset({0}))
    with pytest.raises(UnreviewableError, match="cannot be played through"):
        answer(request)


# Planted mistakes


def judged(key: str, *steps: tuple[Any, str, Any]) -> list[Verdict]:
    """Return the verdicts on one turn, given as steps of (view, action, view afterwards)."""
    game = GAMES[key]
    turn = [Step(number, view, game.parse_action(form), after) for number, (view, form, after) in enumerate(steps)]
    return registry.PLAYERS[key].review(turn).verdicts


def test_three_thirteen_not_taking_a_card_to_go_out_is_a_blunder() -> None:
    view = three_thirteen_view("8S 9S KD", "0S")
    [verdict] = judged("three-thirteen", (view, "draw stock", view))
    assert verdict.loss >= 6
    assert verdict.better == ("draw discard",)
    assert verdict.why is not None
    assert verdict.why.kind == "took_to_go_out"


def test_three_thirteen_a_bad_discard_is_compared_with_the_best() -> None:
    """The two were once not compared: the reason was about other discards, “it makes next to no difference”."""
    view = three_thirteen_view("AH 5H 9D 9C 2S 6S QC QC 3D 5D", "KD", phase=ThreeThirteenPhase.DISCARD)
    [verdict] = judged("three-thirteen", (view, "discard 9C", view))
    assert verdict.loss >= 3
    [better] = verdict.better
    assert verdict.why is not None
    assert verdict.why.private_facts["other"] == parse_cards("9C")[0]
    said = sentence("three-thirteen", verdict.why, private=True)
    card = parse_cards(better.removeprefix("discard "))[0]
    left = [penalty(view, without(view.hand, it)) for it in (card, parse_cards("9C")[0])]
    outside = f"the cards outside melds cost {left[0]} points"
    assert said == f"Without the {card.name} {outside}, without the 9 of clubs they cost {left[1]}."


def rummy_turn(hand: str, *actions: str, melds: tuple[Any, ...] = MELDS, **facts: Any) -> Verdict:
    """Return the only verdict on the actions of a turn by a seat that has laid down and drawn."""
    view, steps = rummy_view(hand, **{"laid_down": True, "melds": melds, **facts}), []
    for form in actions:
        action = GAMES["rummy"].parse_action(form)
        discards = isinstance(action, Discard)
        after = replace(view, hand=without(view.hand, action.card)) if discards else after_play(view, action)
        steps.append((view, form, after))
        view = after
    [found] = judged("rummy", *steps)
    return found


def kind(verdict: Verdict) -> str:
    return "" if verdict.why is None else verdict.why.kind


def test_huxxy_a_turn_is_compared_with_the_best_one() -> None:
    """A draw was once a decision, and raised the accuracy, even if no card could go."""
    game = GAMES["huxxy"]
    dealt: Any = game.view(game.deal(4, bytes(32)), 0)
    view = replace(dealt, hand=parse_cards("7S 7H 7D 7C KD 2C 0S"), turn_seat=0, opened=(True,) * 4)
    played = replace(view, turn_seat=1, hand=parse_cards("7C KD 2C 0S"))
    [short] = judged("huxxy", (view, "end", played))
    assert short.why is not None
    assert sentence("huxxy", short.why, private=True) == "That sheds 4 cards instead of 3, and no turn sheds more."
    drew = replace(view, turn_seat=1, hand=with_card(view.hand, parse_cards("4C")[0]))
    [none] = judged("huxxy", (view, "draw", drew))
    assert none.why is not None
    assert sentence("huxxy", none.why, private=True) == "That sheds 4 cards, and no turn sheds more."
    few = replace(view, hand=parse_cards("KD 2C 0S"))
    assert judged("huxxy", (few, "draw", replace(drew, hand=with_card(few.hand, parse_cards("4C")[0])))) == []


def test_huxxy_a_turn_that_somebody_else_began_is_not_judged() -> None:
    """The computer had played a card when its player came back. The better turn began with that card, which was no
    longer in the hand.
    """
    game = GAMES["huxxy"]
    dealt: Any = game.view(game.deal(4, bytes(32)), 0)
    begun = replace(
        dealt,
        hand=parse_cards("7H 7D 7C KD 2C 0S"),
        table=(parse_cards("7S"),),
        plays=(Made(parse_cards("7S")[0], None, 1, is_new=True),),
        opened=(True,) * 4,
    )
    played = replace(begun, turn_seat=1, hand=parse_cards("7C KD 2C 0S"), plays=())
    assert judged("huxxy", (begun, "end", played)) == []


def test_rummy_a_missed_way_out_is_shown_in_full() -> None:
    missed = rummy_turn("2S 3S 4S KD", "discard KD")
    assert (missed.loss, missed.better) == (8, ("lay 2S 3S 4S", "discard KD"))
    assert rummy_turn("2S 3S 4S KD", "lay 2S 3S 4S", "discard KD").loss == 0
    kept = rummy_turn("2H 4D XR", "discard 4D", melds=RUNS)
    assert (kept.loss, kept.better) == (8, ("layoff XR 2 low", "layoff 2H 2", "discard 4D"))


def test_rummy_the_fault_of_a_discard_is_explained() -> None:
    """A broken meld, a card for the next player, and a discard that leaves less to go next turn are each explained."""
    assert kind(rummy_turn("2S 3S 4S KD QC 0H", "discard 4S")) == "broke_a_meld"
    assert kind(rummy_turn("8H KD QC 2S", "discard 8H")) == "gave_a_lay_off"
    worse = rummy_turn("2S 3S KD KC QC 4D 4H", "discard 3S")
    assert worse.why is not None
    assert "next turn" in sentence("rummy", worse.why, private=True)
    assert worse.actions == 1
    best = rummy_turn("8H KD QC 2S", "discard KD")
    assert best.loss == 0
    [form] = rummy_turn("2S 3S KD KC QC 4D 4H", "discard 3S").better
    assert rummy_turn("2S 3S KD KC QC 4D 4H", form).loss == 0


def test_rummy_laying_down_too_early_is_judged_as_a_whole_turn() -> None:
    """A meld and a fitting card were laid although the hand could not go out; they help the others too."""
    early = rummy_turn("2S 3S 4S 8H KD QC JD", "lay 2S 3S 4S", "layoff 8H 1", "discard KD")
    assert (early.loss, early.actions) == (4, 3)
    assert early.better in (("discard KD",), ("discard QC",), ("discard JD",))
    assert early.why is not None
    assert sentence("rummy", early.why, private=True) == (
        "Keep 2 of spades, 3 of spades, 4 of spades and 8 of hearts until your whole hand can go at once: cards on "
        "the table serve everybody, cards in your hand only you."
    )


def test_rummy_advice_to_keep_omits_cards_of_the_better_turn() -> None:
    """The better turn swaps the ace of diamonds for the joker.

    The played turn laid it off instead, together with a meld that should have stayed in the hand.
    """
    aces = parse_cards("AS AC XR")
    turn = "lay 4D 5D 6D", "layoff AD 1", "discard KD"
    early = rummy_turn("4D 5D 6D AD QC JC 9H KD", *turn, melds=(aces,))
    assert any(form.startswith("swap AD") for form in early.better)
    assert early.why is not None
    assert parse_cards("AD")[0] not in early.why.private_facts["cards"]


def test_rummy_laying_down_late_or_only_the_minimum_costs_little() -> None:
    hand = "KS KH KD 0C JC QC 2S 3S 4S 7D 5H"
    first: dict[str, Any] = {"laid_down": False, "melds": ()}
    held = rummy_turn(hand, "discard 7D", **first)
    assert held.loss < 1, "measured: it hardly costs anything"
    least = StrongRummyPlayer().choose(rummy_view(hand), random.Random(1)).action
    form = GAMES["rummy"].format_action(least)
    assert rummy_turn(hand, form, "discard 7D", **first).loss < 1
    all_of_it = rummy_turn(hand, "lay KS KH KD / 0C JC QC / 2S 3S 4S", "discard 7D", **first)
    assert kind(all_of_it) == "laid_early"
    assert all_of_it.better[0] == form


def test_rummy_not_taking_a_discard_that_makes_a_meld_is_judged() -> None:
    pile = parse_cards("4S")
    view = rummy_view("2S 3S KD QC", laid_down=True, melds=MELDS, phase=RummyPhase.DRAW, discard_pile=pile)
    drew = replace(view, phase=RummyPhase.PLAY, hand=with_card(view.hand, parse_cards("7C")[0]))
    [left] = judged("rummy", (view, "draw stock", drew))
    assert (left.better, kind(left)) == (("draw discard",), "took_discard_for_meld")
    assert left.loss > 2.5
    took = replace(view, phase=RummyPhase.PLAY, hand=with_card(view.hand, pile[0]), drawn=pile[0], drew_discard=True)
    [right] = judged("rummy", (view, "draw discard", took))
    assert right.loss == 0
    before = replace(view, laid_down=(False, True))
    assert judged("rummy", (before, "draw stock", drew)) == [], "there was no choice"


def test_notty_keeping_a_hand_that_can_go_out_is_a_blunder() -> None:
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


def test_notty_a_group_kept_in_the_last_round_is_named() -> None:
    """A review used to say that “I shed 3 cards”: the words of a computer player, who had no part in it."""
    view = notty_view("R3 R4 R5 B9")
    last = replace(view, turns=(view.round_limit - 1) * view.seats)
    [verdict] = judged("notty", (last, "end", last))
    assert verdict.better == ("discard R3 R4 R5",)
    assert verdict.why is not None
    assert sentence("notty", verdict.why, private=True) == "The game is about to end, and 3 cards can still go."


def test_notty_a_group_that_blocks_others_costs_the_cards_left() -> None:
    """In 3-4-5 and three sixes, the run of four takes a six away; a group that lets the most cards go is right."""
    whole = notty_view("R3 R4 R5 R6 B6 G6 Y1")
    [verdict] = judged("notty", (whole, "discard R3 R4 R5 R6", notty_view("B6 G6 Y1")))
    assert verdict.loss == 2.5, "two cards stay"
    assert verdict.better == ("discard R3 R4 R5", "discard R6 B6 G6"), "the whole division, to see how they fit"
    assert verdict.why is not None
    assert sentence("notty", verdict.why, private=True) == (
        "Split in the best way, 6 cards of your hand can go; in a worse way, only 4."
    )
    [right] = judged("notty", (whole, "discard R3 R4 R5", notty_view("R6 B6 G6 Y1")))
    assert right.loss == 0
    assert judged("notty", (notty_view("R3 R4 R5 B9"), "discard R3 R4 R5", notty_view("B9"))) == [], "one group only"


def test_notty_ending_without_a_take_that_may_finish_is_judged() -> None:
    """Two of the four cards in the other hand would let the whole hand go."""
    view = notty_view("R3 R4 R5 R7 R8", "R6 R9 B1 G1")
    [verdict] = judged("notty", (view, "end", view))
    assert verdict.better == (("take 2",) if view.turn == 0 else ("take 1",))
    assert verdict.loss >= 2.5


def test_notty_taking_the_last_card_of_another_player_is_a_blunder() -> None:
    """It makes them win. A review found nothing that was clearly wrong."""
    view = replace(notty_view("R3 R4 B9", "G5"), drawn=())
    form = "take 2" if view.turn == 0 else "take 1"
    [verdict] = judged("notty", (view, form, notty_view("R3 R4 B9 G5", "")))
    assert (verdict.loss, kind(verdict)) == (10, "took_the_last_card")
    assert verdict.better[0].startswith("draw")


def test_notty_taking_a_card_before_drawing_is_not_judged() -> None:
    """The draw is still to come. The take used to be judged against the numbers of cards that can be drawn."""
    hand = "R1 R2 R2 R3 R3 R4 R5 R5 R6 R8 R9 B1 B2 B2 B3 B3 B7 B8 B8 B9 B10 G1 G2 G2 G3 G3 G4 G6 G8 G8 G9 G10 G10 "
    view = replace(notty_view(hand + "Y2 Y3 Y3 Y4 Y5 Y6 Y6 Y7 Y8 Y9 Y10", "R7 R10 G6 Y7 Y10"), drawn=())
    after = replace(view, taken=parse_cards("R7")[0], taken_from=1 - view.turn)
    assert judged("notty", (view, "take 2" if view.turn == 0 else "take 1", after)) == []


def notty_view(hand: str, others: str = "R1 B3 G5 Y7") -> Any:
    """Return a view of the seat to act, which has drawn in this turn."""
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


def test_rummy_luck_of_a_draw_averages_to_zero() -> None:
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
