"""Checks for the sentences of Three Thirteen's computer players: one for every kind of thought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.players.player import Choice, never
from bot.players.three_thirteen.outlook import Outlook, unseen_cards
from bot.players.three_thirteen.strong import _thrown_after, serves_next
from bot.players.three_thirteen.worth import LOW
from bot.rules.cards import Card, with_card, without
from bot.rules.three_thirteen.actions import DRAW_DISCARD
from bot.rules.three_thirteen.solver.arrangement import best_arrangement, is_complete
from tests.players.checks import Check, against

if TYPE_CHECKING:
    from collections.abc import Mapping


def penalty(view: Any, cards: tuple[Card, ...]) -> int:
    return best_arrangement(cards, view.wild_rank, view.arrangement != "fewest-points").penalty


def least(view: Any, cards: tuple[Card, ...]) -> int:
    """Return the fewest points after the best discard."""
    return min(penalty(view, without(cards, card)) for card in set(cards))


def after_stock(view: Any) -> float:
    outlook = Outlook(view)
    return round(outlook.after_stock(outlook.pack(view.hand)), 1)


def shown_first(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    """Check the points left by the discard against the rules, and the stock's against an average over its cards."""
    taken = with_card(view.hand, view.upcard)
    return bool(facts["take"] == least(view, taken) and facts["stock"] == after_stock(view))


def last_turn(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    better = facts["take"] < facts["stock"] if choice.action == DRAW_DISCARD else facts["stock"] < facts["take"]
    return view.went_out is not None and better and shown_first(view, choice, facts)


def figure(kind: str) -> Check:
    """Return a check that the figure shown is the evaluation's, and speaks for the choice."""

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


def left_now(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    left = [penalty(view, without(view.hand, facts[card])) for card in ("card", "other")]
    return left == [facts["after"], facts["more"]] and left[0] < left[1]


def leaves_least(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    return bool(penalty(view, without(view.hand, facts["card"])) == facts["after"] == least(view, view.hand))


def only_melds(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    return is_complete(without(view.hand, facts["card"]), view.wild_rank)


def last_discard(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    return left_now(view, choice, facts) and view.went_out is not None


def serving(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    unseen = unseen_cards(view)
    return serves_next(view, facts["other"], unseen) > serves_next(view, facts["card"], unseen)


TRUTHS: dict[str, Check] = {
    "took_discard_to_improve": lambda view, choice, facts: (
        (penalty(view, view.hand), least(view, with_card(view.hand, view.upcard))) == (facts["before"], facts["after"])
        and facts["after"] < facts["before"]
    ),
    "drew_as_discard_is_no_help": lambda view, choice, facts: (
        penalty(view, view.hand) == facts["before"] <= least(view, with_card(view.hand, view.upcard))
    ),
    "discarded_to_go_out": lambda view, choice, facts: view.went_out is None and only_melds(view, choice, facts),
    "discarded_all_but_melds": lambda view, choice, facts: (
        view.went_out is not None and only_melds(view, choice, facts)
    ),
    "discarded_costliest": leaves_least,
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
    "discarded_only_choice": leaves_least,
    "discarded_either_way": hardly_differs,
    "discarded_for_last_turn": last_discard,
    "discarded_for_now": left_now,
    "discarded_for_serving": serving,
    "discarded_for_low": lambda view, choice, facts: facts["card"].value < LOW <= facts["other"].value,
}
