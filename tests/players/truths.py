"""When a computer player's sentence is true: a check for every kind of thought, by game.

A check gets the view, the choice and the facts, and finds out from the rules, or from the evaluation that chose,
whether the sentence holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from bot.players.huxxy.strong import best_plan
from bot.players.huxxy.turn import start_of
from bot.players.notty.emptying import can_empty, outs, pack
from bot.players.player import Choice, Rated, never
from bot.players.rummy import house
from bot.players.rummy.strong import can_go_out, is_gift
from bot.players.three_thirteen.outlook import Outlook, unseen_cards
from bot.players.three_thirteen.strong import _thrown_after, serves_next
from bot.players.three_thirteen.worth import LOW
from bot.rules.cards import Card, with_card, without
from bot.rules.huxxy import GAME as HUXXY
from bot.rules.huxxy.actions import Move, Play
from bot.rules.notty import best_discards, largest_discard
from bot.rules.rummy.fitting import lay_offs, swaps
from bot.rules.rummy.melds import CARD_POINTS, hand_points, meld_value
from bot.rules.rummy.solver.laydown import best_laydown, best_value
from bot.rules.six_holes.actions import Open, Place, Take
from bot.rules.three_thirteen.actions import DRAW_DISCARD
from bot.rules.three_thirteen.solver.arrangement import best_arrangement, is_complete

Check: TypeAlias = Callable[[Any, Choice, Mapping[str, Any]], bool]


def true(_view: Any, _choice: Choice, _facts: Mapping[str, Any]) -> bool:
    """Says nothing that could be wrong of the cards: a mood, or what a level does by its nature."""
    return True


def against(choice: Choice) -> Rated:
    """What the sentence compares the choice with."""
    assert choice.second is not None
    return choice.second


# Three Thirteen


def penalty(view: Any, cards: tuple[Card, ...]) -> int:
    return best_arrangement(cards, view.wild_rank, view.arrangement != "fewest-points").penalty


def least(view: Any, cards: tuple[Card, ...]) -> int:
    """The fewest points after the best discard."""
    return min(penalty(view, without(cards, card)) for card in set(cards))


def after_stock(view: Any) -> float:
    outlook = Outlook(view)
    return round(outlook.after_stock(outlook.pack(view.hand)), 1)


def shown_first(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    """The points that the card leaves now are those of the rules, those of the stock an average over its cards."""
    taken = with_card(view.hand, view.upcard)
    assert abs(facts["take"] - least(view, taken)) <= 5, "an approximation, which is nearly always exact"
    return bool(facts["stock"] == after_stock(view))


def last_turn(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    better = facts["take"] < facts["stock"] if choice.action == DRAW_DISCARD else facts["stock"] < facts["take"]
    return view.went_out is not None and better and shown_first(view, choice, facts)


def figure(kind: str) -> Check:
    """The figure is that of the evaluation, and it speaks for the choice."""

    def check(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
        outlook, hand, best = Outlook(view), view.hand, choice.ranked[0]
        if "other" in facts:
            looks = [outlook.look(outlook.pack(without(hand, card))) for card in (facts["card"], facts["other"])]
            for_choice = (facts["with_it"], facts["without"])
        else:
            taken = outlook.look(outlook.grown(outlook.pack(hand), view.upcard), 1)
            stock = outlook.look_from_stock(outlook.pack(hand))
            took = choice.action == DRAW_DISCARD
            looks = [taken, stock] if took else [stock, taken]
            for_choice = (facts["with_it"], facts["without"])[:: 1 if took else -1]
        name = {"soon": "near", "later": "far", "soon_out": "near_out", "later_out": "far_out"}[kind]
        if kind.endswith("_out"):
            shown = tuple(round(100 * getattr(look, name)) for look in looks)
            return shown == for_choice and shown[0] > shown[1] and best.action == choice.action
        shown = tuple(round(getattr(look, name), 1) for look in looks)
        return shown == for_choice and shown[0] < shown[1] and best.action == choice.action

    return check


def hardly_differs(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    other = against(choice)
    if "soon" not in other.reasons:
        return bool(round(choice.ranked[0].reasons["points"], 1) == round(other.reasons["points"], 1))
    return choice.ranked[0].value - other.value < 0.5


def last_discard(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    left = [penalty(view, without(view.hand, facts[card])) for card in ("card", "other")]
    return left == [facts["after"], facts["more"]] and left[0] < left[1] and view.went_out is not None


def serving(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    unseen = unseen_cards(view)
    return serves_next(view, facts["other"], unseen) > serves_next(view, facts["card"], unseen)


THREE_THIRTEEN: dict[str, Check] = {
    "drew_as_pile_is_empty": lambda view, choice, facts: view.upcard is None,
    "took_discard_to_improve": lambda view, choice, facts: (
        (penalty(view, view.hand), least(view, with_card(view.hand, view.upcard))) == (facts["before"], facts["after"])
        and facts["after"] < facts["before"]
    ),
    "drew_as_discard_is_no_help": lambda view, choice, facts: (
        penalty(view, view.hand) == facts["before"] <= least(view, with_card(view.hand, view.upcard))
    ),
    "discarded_to_go_out": lambda view, choice, facts: is_complete(without(view.hand, facts["card"]), view.wild_rank),
    "discarded_costliest": lambda view, choice, facts: (
        penalty(view, without(view.hand, facts["card"])) == facts["after"] == least(view, view.hand)
    ),
    "took_to_go_out": lambda view, choice, facts: least(view, with_card(view.hand, view.upcard)) == 0,
    "drew_as_it_would_be_thrown": lambda view, choice, facts: (
        _thrown_after(view, facts["card"], never) == facts["card"]
    ),
    "took_either_way": hardly_differs,
    "drew_either_way": hardly_differs,
    "took_for_last_turn": last_turn,
    "drew_for_last_turn": last_turn,
    "stock_looks_better": lambda view, choice, facts: (
        facts["stock"] < facts["take"] and choice.action == DRAW_DISCARD and shown_first(view, choice, facts)
    ),
    "discard_looks_better": lambda view, choice, facts: (
        facts["take"] < facts["stock"] and choice.action != DRAW_DISCARD and shown_first(view, choice, facts)
    ),
    **{
        f"{start}_for_{kind}": figure(kind)
        for start in ("took", "drew", "discarded")
        for kind in ("soon", "later", "soon_out", "later_out")
    },
    "discarded_only_choice": lambda view, choice, facts: len(set(view.hand)) == 1,
    "discarded_either_way": hardly_differs,
    "discarded_for_last_turn": last_discard,
    "discarded_for_serving": serving,
    "discarded_for_low": lambda view, choice, facts: facts["card"].value < LOW <= facts["other"].value,
}


# 6 Holes


def by_margin(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    """The margin is that to the best move that is no twin, and it is above what reads as nothing."""
    other = choice.second
    assert other is not None
    places_named(choice, other, facts)
    return bool(facts["margin"] == round(choice.ranked[0].value - other.value, 1) >= 0.1)


def as_good(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    other = choice.second
    assert other is not None
    places_named(choice, other, facts)
    return choice.ranked[0].value - other.value < 0.05


def places_named(choice: Choice, other: Rated, facts: Mapping[str, Any]) -> None:
    for name, action in (("place", choice.action), ("other", other.action)):
        if isinstance(action, Open | Take | Place):
            assert facts[name] == action.position.english


_MOVES = ("open", "draw", "take", "place", "discard")
SIX_HOLES: dict[str, Check] = {
    "drew_for_choice": true,
    "took_to_save": lambda view, choice, facts: facts["saves"] > 0 and facts["card"] == view.takeable,
    "placed_to_save": lambda view, choice, facts: facts["saves"] > 0 and facts["card"] == view.drawn,
    "discarded_as_no_help": lambda view, choice, facts: facts["card"] == view.drawn,
    "opened_out_of_curiosity": true,
    **{f"{one}_beats_{other}": by_margin for one in _MOVES for other in _MOVES},
    **{f"{one}_as_good_as_{other}": as_good for one in _MOVES for other in _MOVES},
    **{f"{one}_is_all_there_is": lambda view, choice, facts: choice.second is None for one in _MOVES},
}


# Huxxy


def turn_sheds(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    """Played to its end on the table, the plan is legal and sheds what it says."""
    start = start_of(view)
    plan = choice.ranked[0].reasons["plan"]
    groups, hand = [list(group) for group in start.table], start.hand
    for action in plan:
        if isinstance(action, Play):
            hand = without(hand, action.card)
            target = action.group
        else:
            groups[action.source - 1].remove(action.card)
            target = action.target
        if target is None:
            groups.append([action.card])
        else:
            groups[target - 1].append(action.card)
    moves = sum(isinstance(action, Move) for action in plan)
    assert facts["cards"] == len(start.hand) - len(hand) > 0
    assert facts.get("moves", 0) == moves
    if "card" in facts:
        assert facts["card"] == choice.action.card
    return choice.action in plan and choice.action in view.legal_actions


def and_no_turn_sheds_more(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    found = best_plan(start_of(view))
    most = sum(isinstance(action, Play) for action in found.actions)
    return found.certain and most == facts["cards"] and turn_sheds(view, choice, facts)


def no_turn(view: Any, _choice: Choice, _facts: Mapping[str, Any]) -> bool:
    return best_plan(start_of(view)) == ((), True)


HUXXY_TRUTHS: dict[str, Check] = {
    "drew_at_random": true,
    "drew_without_looking": true,
    "ended_as_it_could": lambda view, choice, facts: view.why_not_end is None,
    "took_back_all": lambda view, choice, facts: view.why_not_end is not None,
    "drew_as_nothing_goes": lambda view, choice, facts: view.opened[view.seat] and no_turn(view, choice, facts),
    "drew_as_nothing_opens": lambda view, choice, facts: not view.opened[view.seat] and no_turn(view, choice, facts),
    "drew_as_nothing_found": true,
    "winning_turn": lambda view, choice, facts: facts["cards"] == len(start_of(view).hand),
    "best_turn": and_no_turn_sheds_more,
    "found_turn": turn_sheds,
    "ends_turn": lambda view, choice, facts: (
        HUXXY.format_action(choice.action) == "end" and len(view.plays) == len(choice.ranked[0].reasons["plan"])
    ),
    **{
        f"{start}_{kind}_turn{moves}": and_no_turn_sheds_more if kind == "best" else turn_sheds
        for start in ("plays", "moves", "moves_to_new")
        for kind in ("best", "found")
        for moves in ("", "_with_moves")
    },
}


# Notty


def others(view: Any) -> list[tuple[int, tuple[Card, ...]]]:
    return [(seat, hand) for seat, hand in enumerate(view.hands) if seat != view.seat]


def chance_of(view: Any, seat: int) -> int:
    return round(100 * outs(pack(view.hand), tuple(Counter(view.hands[seat]).items())))


def danger(hand: tuple[Card, ...], unseen: tuple[tuple[Card, int], ...]) -> float:
    return 1.0 if can_empty(pack(hand)) else outs(pack(hand), unseen)


def hinders(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    """On average over the card taken, the other's chance to finish with one more card sinks by that much."""
    unseen, hand = tuple(Counter(view.deck_cards).items()), view.hands[facts["seat"] - 1]
    after = sum(danger(without(hand, card), unseen) for card in hand) / len(hand)
    relief = round(100 * (danger(hand, unseen) - after))
    return bool(relief == facts["relief"] >= 1 and relief > chance_of(view, facts["seat"] - 1))


def drew(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    chances = {it.action.count: round(100 * it.reasons["chance"]) for it in choice.ranked}
    assert chances[facts["count"]] == facts["percent"] > 0
    return bool(facts["percent"] > facts["less"] == chances[facts["other"]])


def whole_hand(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    return facts["cards"] == len(view.hand) and can_empty(pack(view.hand))


def most_discarded(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    return bool(facts["cards"] == sum(map(len, best_discards(view.hand))))


NOTTY: dict[str, Check] = {
    "discarded_to_win": whole_hand,
    "drew_to_shed": lambda view, choice, facts: facts["count"] == choice.action.count,
    "took_to_shed": lambda view, choice, facts: facts["left"] < house_left(view),
    "discarded_most": most_discarded,
    "ended_with_nothing_to_discard": lambda view, choice, facts: not best_discards(view.hand),
    "drew_by_feeling": true,
    "overlooked_group": true,
    "discarded_largest": lambda view, choice, facts: facts["cards"] == len(largest_discard(view.hand)),
    "drew_to_collect": lambda view, choice, facts: all(100 * it.reasons["chance"] < 6 for it in choice.ranked),
    "drew_for_the_end": drew,
    "drew_for_the_end_alike": lambda view, choice, facts: (
        round(100 * against(choice).reasons["chance"]) == facts["percent"] > 0
    ),
    "drew_what_is_left": lambda view, choice, facts: len(choice.ranked) == 1,
    "took_for_the_end": lambda view, choice, facts: chance_of(view, facts["seat"] - 1) == facts["percent"] > 0,
    "took_to_hinder": hinders,
    "took_to_collect": lambda view, choice, facts: len(view.hands[facts["seat"] - 1]) > 1,
    "collects": lambda view, choice, facts: not can_empty(pack(view.hand)),
    "discarded_for_room": lambda view, choice, facts: view.hand_limit == facts["limit"],
    "discarded_at_the_limit": lambda view, choice, facts: view.rounds_left == 0 and most_discarded(view, choice, facts),
}


def house_left(view: Any) -> int:
    return len(view.hand) - sum(map(len, best_discards(view.hand)))


# Rummy


def outside(view: Any) -> tuple[Card, ...]:
    return house.outside(view.hand, best_laydown(view.hand, 0))


def reads(name: str, unit: int, digits: int) -> Check:
    """The figure as shown is that of the evaluation, and greater for the choice."""

    def check(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
        shown = [round(unit * it.reasons[name], digits) for it in (choice.ranked[0], against(choice))]
        assert facts["other"] == against(choice).action.card
        return bool(shown == [facts["with_it"], facts["without"]] and shown[0] > shown[1])

    return check


def laid(view: Any, choice: Choice, _facts: Mapping[str, Any]) -> bool:
    """No other melds of the hand are worth more."""
    return sum(map(meld_value, choice.action.melds)) == best_value(view.hand)


def reaches(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    melds = choice.action.melds
    total = sum(map(meld_value, melds))
    return total >= facts["minimum"] and all(total - meld_value(meld) < facts["minimum"] for meld in melds)


def gift(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    return view.laid_down[(view.seat + 1) % view.seats] and bool(lay_offs((facts["other"],), view.melds))


def costliest(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    loose = outside(view)
    return facts["card"] in loose


RUMMY: dict[str, Check] = {
    "drew_as_it_must": lambda view, choice, facts: len(view.legal_actions) == 1 and not view.laid_down[view.seat],
    "drew_as_pile_is_empty": lambda view, choice, facts: view.upcard is None,
    "took_discard_to_lay_off": lambda view, choice, facts: bool(lay_offs((view.upcard,), view.melds)),
    "took_discard_for_meld": lambda view, choice, facts: (
        facts["after"] == best_value(with_card(view.hand, view.upcard)) > best_value(view.hand) == facts["before"]
    ),
    "drew_as_discard_does_not_fit": lambda view, choice, facts: (
        best_value(with_card(view.hand, view.upcard)) <= best_value(view.hand)
        and not lay_offs((view.upcard,), view.melds)
    ),
    "laid_down_all": laid,
    "laid_down_least": lambda view, choice, facts: (
        facts["held"] > 0 and sum(map(meld_value, choice.action.melds)) >= view.minimum
    ),
    "laid_down_what_reaches": reaches,
    "laid_off": lambda view, choice, facts: choice.action in lay_offs(view.hand, view.melds),
    "swapped_joker": lambda view, choice, facts: choice.action in swaps(view.hand, view.melds),
    "discarded_spare": costliest,
    "discarded_of_melds": lambda view, choice, facts: all(card.is_joker for card in outside(view)),
    "whole_hand_goes": lambda view, choice, facts: can_go_out(view),
    "discarded_all_alike": lambda view, choice, facts: choice.ranked[0].value - against(choice).value < 0.01,
    "discarded_no_gift": gift,
    "discarded_to_lay_down": reads("reach", 100, 0),
    "discarded_for_melds": reads("melds", 1, 0),
    "discarded_to_go_out": reads("out", 100, 0),
    "discarded_to_shed": reads("shed", 1, 1),
    "discarded_costlier": lambda view, choice, facts: (
        CARD_POINTS[facts["card"].rank] > CARD_POINTS[facts["other"].rank]
        and hand_points(view.hand) - choice.ranked[0].reasons["points"] == CARD_POINTS[facts["card"].rank]
    ),
    "discarded_for_draws": lambda view, choice, facts: (
        facts["compared"] == len(choice.ranked) and choice.ranked[0].value == max(it.value for it in choice.ranked)
    ),
    "broke_a_meld": lambda view, choice, facts: facts["after"] < facts["before"],
    "gave_a_lay_off": lambda view, choice, facts: is_gift(view, facts["card"]),
    "threw_back": lambda view, choice, facts: facts["card"] == view.drawn and view.drew_discard,
    "discarded_what_is_left": lambda view, choice, facts: len(choice.ranked) <= 1,
}

COMMON: dict[str, Check] = {
    "chose_at_random": lambda view, choice, facts: facts["of"] == len(view.legal_actions),
    "played_in_an_emergency": true,
    "overlooked_discard": lambda view, choice, facts: facts["card"] == view.upcard,
    "discarded_by_feeling": lambda view, choice, facts: facts["card"] in view.hand,
}
TRUTHS: dict[str, dict[str, Check]] = {
    "huxxy": {**COMMON, **HUXXY_TRUTHS},
    "three-thirteen": {**COMMON, **THREE_THIRTEEN},
    "notty": {**COMMON, **NOTTY},
    "rummy": {**COMMON, **RUMMY},
    "six-holes": {**COMMON, **SIX_HOLES},
}
