"""Checks for the sentences of Rummy's computer players: one for every kind of thought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.players.rummy import house
from bot.players.rummy.strong import is_gift
from bot.rules.cards import Card, with_card, without
from bot.rules.rummy.fitting import fits, freed_joker, lay_offs, swaps
from bot.rules.rummy.melds import CARD_POINTS, hand_points, meld_value
from bot.rules.rummy.solver.candidates import candidates
from bot.rules.rummy.solver.laydown import best_laydown, best_value
from bot.rules.rummy.solver.way_out import way_out
from tests.players.checks import Check, against

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.players.player import Choice


def outside(view: Any) -> tuple[Card, ...]:
    return house.outside(view.hand, best_laydown(view.hand, 0))


def reads(name: str, unit: int, digits: int) -> Check:
    """Return a check that the figure shown is the evaluation's, and greater for the choice than for the alternative."""

    def check(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
        shown = [round(unit * it.reasons[name], digits) for it in (choice.ranked[0], against(choice))]
        assert facts["other"] == against(choice).action.card
        return bool(shown == [facts["with_it"], facts["without"]] and shown[0] > shown[1])

    return check


def goes(view: Any) -> bool:
    """Whether the whole hand can go this turn."""
    if view.laid_down[view.seat]:
        return way_out(view.hand, view.melds, 100_000) is not None
    melds = best_laydown(view.hand, view.minimum) if view.turn.may_lay_down else ()
    return bool(melds) and way_out(outside(view), (*view.melds, *melds), 100_000) is not None


def held(check: Check) -> Check:
    """Return the check for a hand that has to stay, because it cannot all go this turn."""
    return lambda view, choice, facts: check(view, choice, facts) and not goes(view)


def laid(view: Any, choice: Choice, _facts: Mapping[str, Any]) -> bool:
    """Check that no other melds of the hand are worth more."""
    return sum(map(meld_value, choice.action.melds)) == best_value(view.hand)


def reaches(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    melds = choice.action.melds
    total = sum(map(meld_value, melds))
    return bool(total >= facts["minimum"] == view.minimum and len(melds) == facts["melds"])


def no_meld_stays(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    left = without(view.hand, *(card for meld in choice.action.melds for card in meld))
    return facts["held"] == 0 and not best_laydown(left, 0)


def gift(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    return view.laid_down[(view.seat + 1) % view.seats] and bool(lay_offs((facts["other"],), view.melds))


def frees_a_joker(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    """Check that the freed joker fits another meld, or a new one that leaves a card of the hand for the discard."""
    places = fits(view.melds[facts["meld"] - 1]).swaps[facts["card"]]
    after = places[choice.action.end or next(iter(places))]
    joker = freed_joker(view.melds[facts["meld"] - 1], after)
    hand = with_card(without(view.hand, facts["card"]), joker)
    table = [after if number == facts["meld"] else meld for number, meld in enumerate(view.melds, 1)]
    laid = any(joker in one.meld and len(one.meld) < len(hand) for one in candidates(hand))
    return choice.action in swaps(view.hand, view.melds) and (laid or bool(lay_offs((joker,), table)))


def costliest(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    loose = outside(view)
    return facts["card"] in loose


DISCARDS: dict[str, Check] = {
    "discarded_all_alike": lambda view, choice, facts: choice.ranked[0].value - against(choice).value < 0.01,
    "discarded_no_gift": gift,
    "discarded_to_lay_down": lambda view, choice, facts: (
        view.round + 3 >= view.first_laydown_round and reads("reach", 100, 0)(view, choice, facts)
    ),
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
}
TRUTHS: dict[str, Check] = {
    "drew_as_it_must": lambda view, choice, facts: len(view.legal_actions) == 1 and not view.laid_down[view.seat],
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
        facts["held"] == len(best_laydown(view.hand, 0)) - facts["melds"] > 0 and reaches(view, choice, facts)
    ),
    "laid_down_what_reaches": lambda view, choice, facts: (
        no_meld_stays(view, choice, facts) and reaches(view, choice, facts)
    ),
    "laid_off": lambda view, choice, facts: choice.action in lay_offs(view.hand, view.melds),
    "swapped_joker": frees_a_joker,
    "discarded_spare": costliest,
    "discarded_of_melds": lambda view, choice, facts: (
        all(card.is_joker for card in outside(view)) and not facts["card"].is_joker
    ),
    "discarded_joker": lambda view, choice, facts: all(card.is_joker for card in view.hand),
    "whole_hand_goes": lambda view, choice, facts: goes(view),
    **{kind: held(check) for kind, check in DISCARDS.items()},
    "broke_a_meld": lambda view, choice, facts: facts["after"] < facts["before"],
    "gave_a_lay_off": lambda view, choice, facts: is_gift(view, facts["card"]),
    "threw_back": lambda view, choice, facts: facts["card"] == view.drawn and view.drew_discard,
    "laid_early": lambda view, choice, facts: set(facts["cards"]) <= set(view.hand) and not goes(view),
    "discarded_last": lambda view, choice, facts: view.hand == (facts["card"],),
    "discarded_what_is_left": lambda view, choice, facts: len(choice.ranked) <= 1 < len(view.hand),
}
