"""Why a discard in Rummy is better than another: the deciding figure of the evaluation that chose it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_
from bot.players.player import Rated, Thought

if TYPE_CHECKING:
    from bot.rules.rummy.view import RummyView

CLOSE = 0.01
"""Two discards that differ by less are called equal: a hundredth of the chance to lay down, or of a card."""
FAR = 3
"""The number of draws after which sentences give the chance to lay down."""
_FIGURES = {
    "reach": ("discarded_to_lay_down", 100, 0),
    "melds": ("discarded_for_melds", 1, 0),
    "out": ("discarded_to_go_out", 100, 0),
    "shed": ("discarded_to_shed", 1, 1),
}
"""A figure's name in a sentence, its unit, and the decimals it is shown with; the weightiest first."""


def explain(view: RummyView, best: Rated, other: Rated | None, compared: int = 2) -> Thought:
    """Why `best` was chosen over `other`, given the number of discards compared."""
    public = {"card": best.action.card}
    if other is None:
        return Thought("discarded_what_is_left", public)
    facts: dict[str, object] = {"other": other.action.card}
    if best.value - other.value < CLOSE:
        if best.reasons["points"] < other.reasons["points"] and best.reasons.get("shed") == other.reasons.get("shed"):
            return Thought("discarded_costlier", public, facts)
        return Thought("discarded_all_alike", public, facts)
    if other.reasons["gift"] and not best.reasons["gift"] and best.reasons["prospects"] <= other.reasons["prospects"]:
        return Thought("discarded_no_gift", public, facts)
    for name, (kind, unit, decimals) in _FIGURES.items():
        if name in best.reasons and (name != "reach" or view.round + FAR >= view.first_laydown_round):
            figures = [round(unit * it.reasons[name], decimals) for it in (best, other)]
            if figures[0] != figures[1]:
                if figures[0] < figures[1]:
                    break  # the largest difference favours the other one, so no single figure explains the choice
                return Thought(kind, public, {**facts, "with_it": figures[0], "without": figures[1]})
    return Thought("discarded_for_draws", public, {"compared": compared})


WHY = {
    "whole_hand_goes": (
        N_("My whole hand can go this turn."),
        N_("Your whole hand can go this turn."),
    ),
    "discarded_all_alike": (
        N_("I can spare the {card}."),
        N_("The {card} or the {other}: it makes next to no difference."),
    ),
    "discarded_no_gift": (
        N_("I can spare the {card}."),
        N_("The next player could lay off the {other} at once."),
    ),
    "discarded_to_lay_down": (
        N_("I can spare the {card}."),
        N_(
            "Without the {card} you can lay down after three more draws in about {with_it} of 100 cases, without "
            "the {other} in {without}."
        ),
    ),
    "discarded_for_melds": (
        N_("I can spare the {card}."),
        N_(
            "With three more cards your melds are worth about {with_it:points} if you discard the {card}, about "
            "{without} if you discard the {other}."
        ),
    ),
    "discarded_to_go_out": (
        N_("I can spare the {card}."),
        N_(
            "Without the {card} you can go out on your next turn in about {with_it} of 100 cases, without the "
            "{other} in {without}."
        ),
    ),
    "discarded_to_shed": (
        N_("I can spare the {card}."),
        N_("Without the {card} about {with_it:cards} can go on your next turn, without the {other} about {without}."),
    ),
    "discarded_costlier": (
        N_("I can spare the {card}."),
        N_("The {card} and the {other} help alike, but the {card} costs more if somebody goes out."),
    ),
    "discarded_for_draws": (
        N_("I can spare the {card}."),
        N_("Of the {compared:cards} compared, the {card} is the one your hand misses least."),
    ),
    "broke_a_meld": (
        N_("It breaks a meld."),
        N_("The {card} belongs to a meld: without it your melds are worth {after:points} instead of {before}."),
    ),
    "gave_a_lay_off": (
        N_("It gives the {card} away."),
        N_("The next player could lay off the {card} at once."),
    ),
    "threw_back": (
        N_("It throws the {card} back."),
        N_("Discarding the {card} throws back what you have just taken."),
    ),
    "laid_early": (
        N_("It lays more than it must."),
        N_(
            "Keep {cards} until your whole hand can go at once: cards on the table serve everybody, cards in your "
            "hand only you."
        ),
    ),
    "discarded_last": (
        N_("I discard my last card."),
        N_("The {card} is your last card: discard it, and you have won."),
    ),
    "discarded_what_is_left": (
        N_("I can spare the {card}."),
        N_("The {card} is the only card worth giving away."),
    ),
}
