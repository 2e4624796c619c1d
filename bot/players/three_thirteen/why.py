"""Why a choice in Three Thirteen is better than another: the deciding figure of the evaluation that chose it.

A sentence is made from the reasons that the level `strong` gives to what it compares, so it cannot contradict them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.language import N_
from bot.players.player import Rated, Thought
from bot.players.three_thirteen.classic import completing
from bot.players.three_thirteen.worth import LOW, Worth
from bot.rules.three_thirteen.actions import DRAW_DISCARD, Discard
from bot.rules.three_thirteen.state import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.cards import Card
    from bot.rules.three_thirteen.view import ThreeThirteenView

CLOSE = 0.5
"""Two choices that differ by less, in points, are called equal."""
_VISIBLE = 0.1
"""Points are shown with one decimal."""


def explain(view: ThreeThirteenView, best: Rated, other: Rated | None) -> Thought:
    """Why `best` was chosen rather than `other`, by the figure that makes most of the difference."""
    return _why_draw(view, best, other) if view.phase is Phase.DRAW else _why_discard(view, best, other)


def _why_draw(view: ThreeThirteenView, best: Rated, other: Rated | None) -> Thought:
    take = best.action == DRAW_DISCARD
    start, public = ("took" if take else "drew"), {"card": view.upcard}
    if other is None or view.upcard is None:
        return Thought("drew_as_pile_is_empty")
    if take and not best.reasons["points"]:
        return Thought("took_to_go_out", public)
    with_it, without = (best, other) if take else (other, best)
    facts = {"take": round(with_it.reasons["points"], 1), "stock": round(without.reasons["points"], 1)}
    if other.reasons.get("thrown_back"):
        return Thought("drew_as_it_would_be_thrown", public)
    if "soon" not in best.reasons:
        told = facts["take"] != facts["stock"]
        return Thought(f"{start}_for_last_turn" if told else f"{start}_either_way", public, facts if told else {})
    found = _decisive(view, best, other)
    if found is None:
        return Thought(f"{start}_either_way", public)
    hidden = best.reasons["points"] - other.reasons["points"] >= _VISIBLE
    before = Thought("stock_looks_better" if take else "discard_looks_better", public, facts) if hidden else None
    return Thought(f"{start}_for_{found.kind}", public, found.facts(take=take), before)


def _why_discard(view: ThreeThirteenView, best: Rated, other: Rated | None) -> Thought:
    public = {"card": best.action.card}
    if not best.reasons.get("points", 1):
        return Thought(completing(view), public)
    if other is None:
        return Thought("discarded_only_choice", public, {"after": best.reasons["points"]})
    facts: dict[str, object] = {"other": other.action.card}
    if "soon" not in best.reasons:
        facts |= {"after": best.reasons["points"], "more": other.reasons["points"]}
        same = facts["after"] == facts["more"]
        return Thought("discarded_either_way" if same else "discarded_for_last_turn", public, facts)
    found = _decisive(view, best, other)
    if found is None:
        return Thought("discarded_either_way", public, facts)
    return Thought(f"discarded_for_{found.kind}", public, {**facts, **found.facts(take=True)})


class _Figure(NamedTuple):
    """A figure that favours the better choice: its name, by how many points, and its value for each choice."""

    kind: str
    gain: float
    best: float
    other: float

    def facts(self, *, take: bool) -> dict[str, float]:
        """The values as shown: `with_it` is that of the card in the sentence, `without` that of the alternative."""
        if self.kind in ("serving", "low"):
            return {}
        best, other = _shown(self.kind, self.best), _shown(self.kind, self.other)
        return {"with_it": best, "without": other} if take else {"with_it": other, "without": best}


def _shown(kind: str, figure: float) -> float:
    """Points with one decimal, chances in hundredths."""
    return round(100 * figure) if kind.endswith("_out") else round(figure, 1)


def _decisive(view: ThreeThirteenView, best: Rated, other: Rated) -> _Figure | None:
    """The figure that most favours the better choice; None if the choices are about equal."""
    if best.value - other.value < CLOSE:
        return None
    return max(_figures(view, best, other), key=lambda it: it.gain, default=None)


def _figures(view: ThreeThirteenView, best: Rated, other: Rated) -> list[_Figure]:
    """The figures that visibly favour the better choice: one that reads the same for both decides nothing."""
    gains = Worth(view).gains(best.reasons, other.reasons)
    found = [_Figure(kind, gain, best.reasons[kind], other.reasons[kind]) for kind, gain in gains.items()]
    found = [it for it in found if it.gain > 0 and _reads_better(it)]
    if isinstance(best.action, Discard) and isinstance(other.action, Discard):
        prices = _prices(view, best.reasons, best.action.card), _prices(view, other.reasons, other.action.card)
        found += [_Figure(kind, prices[1][kind] - prices[0][kind], 0, 0) for kind in ("serving", "low")]
    return [it for it in found if it.gain > 0]


def _reads_better(figure: _Figure) -> bool:
    """Whether the displayed figures favour it: fewer points, or a greater chance of going out."""
    best, other = _shown(figure.kind, figure.best), _shown(figure.kind, figure.other)
    return best > other if figure.kind.endswith("_out") else best < other


def _prices(view: ThreeThirteenView, reasons: Mapping[str, float], card: Card) -> dict[str, float]:
    """The extra cost of a discard: what it gives to the next seat, and what a low one saves."""
    worth = Worth(view)
    return {"serving": worth.price(LOW, reasons.get("serves", 0.0)), "low": worth.price(card.value, 0.0)}


WHY = {
    "took_to_go_out": (
        N_("I take the {card}, which fits my hand."),
        N_("With the {card} every card but one is in a meld: discard that one, and nothing counts against you."),
    ),
    "drew_as_it_would_be_thrown": (
        N_("I hope for more from the stock than from the {card}."),
        N_("The {card} would be the first card to throw away again."),
    ),
    "took_either_way": (
        N_("I take the {card}, which fits my hand."),
        N_("The {card} or a card from the stock: it makes next to no difference."),
    ),
    "drew_either_way": (
        N_("I hope for more from the stock than from the {card}."),
        N_("The {card} or a card from the stock: it makes next to no difference."),
    ),
    "took_for_last_turn": (
        N_("I take the {card}, which fits my hand."),
        N_(
            "This is your last turn: the {card} leaves you with {take:points}, a card from the stock with about "
            "{stock}."
        ),
    ),
    "drew_for_last_turn": (
        N_("I hope for more from the stock than from the {card}."),
        N_(
            "This is your last turn: a card from the stock leaves you with about {stock:points}, the {card} with "
            "{take}."
        ),
    ),
    "stock_looks_better": (
        N_("I take the {card}, which fits my hand."),
        N_(
            "At first sight the stock is better: it leaves about {stock:points} outside melds, the {card} leaves "
            "{take}."
        ),
    ),
    "discard_looks_better": (
        N_("I hope for more from the stock than from the {card}."),
        N_("At first sight the {card} is better: it leaves {take:points} outside melds, the stock about {stock}."),
    ),
    "took_for_soon": (
        N_("I take the {card}, which fits my hand."),
        N_(
            "The {card} leaves you with about {with_it:points} after your next turn, a card from the stock with about "
            "{without}."
        ),
    ),
    "drew_for_soon": (
        N_("I hope for more from the stock than from the {card}."),
        N_(
            "A card from the stock leaves you with about {without:points} after your next turn, the {card} with "
            "about {with_it}."
        ),
    ),
    "took_for_later": (
        N_("I take the {card}, which fits my hand."),
        N_(
            "The {card} leaves you with about {with_it:points} after three more turns, a card from the stock with "
            "about {without}."
        ),
    ),
    "drew_for_later": (
        N_("I hope for more from the stock than from the {card}."),
        N_(
            "A card from the stock leaves you with about {without:points} after three more turns, the {card} with "
            "about {with_it}."
        ),
    ),
    "took_for_soon_out": (
        N_("I take the {card}, which fits my hand."),
        N_("With the {card} you can go out on your next turn in {with_it} of 100 cases, without it in {without}."),
    ),
    "drew_for_soon_out": (
        N_("I hope for more from the stock than from the {card}."),
        N_(
            "With a card from the stock you can go out on your next turn in {without} of 100 cases, with the "
            "{card} in {with_it}."
        ),
    ),
    "took_for_later_out": (
        N_("I take the {card}, which fits my hand."),
        N_("With the {card} you can be out after three more turns in {with_it} of 100 cases, without it in {without}."),
    ),
    "drew_for_later_out": (
        N_("I hope for more from the stock than from the {card}."),
        N_(
            "With a card from the stock you can be out after three more turns in {without} of 100 cases, with "
            "the {card} in {with_it}."
        ),
    ),
    "discarded_only_choice": (
        N_("I have least use for the {card}."),
        N_("Without the {card} the cards outside melds cost {after:points}: no other discard leaves less."),
    ),
    "discarded_either_way": (
        N_("I have least use for the {card}."),
        N_("The {card} or the {other}: it makes next to no difference."),
    ),
    "discarded_for_last_turn": (
        N_("I have least use for the {card}."),
        N_("Without the {card} you are left with {after:points}, without the {other} with {more}."),
    ),
    "discarded_for_now": (
        N_("I have least use for the {card}."),
        N_("Without the {card} the cards outside melds cost {after:points}, without the {other} they cost {more}."),
    ),
    "discarded_for_soon": (
        N_("I have least use for the {card}."),
        N_(
            "Without the {card} you are left with about {with_it:points} after your next turn, without the {other} "
            "with about {without}."
        ),
    ),
    "discarded_for_later": (
        N_("I have least use for the {card}."),
        N_(
            "Without the {card} you are left with about {with_it:points} after three more turns, without the {other} "
            "with about {without}."
        ),
    ),
    "discarded_for_soon_out": (
        N_("I have least use for the {card}."),
        N_(
            "Without the {card} you can go out on your next turn in {with_it} of 100 cases, without the {other} "
            "in {without}."
        ),
    ),
    "discarded_for_later_out": (
        N_("I have least use for the {card}."),
        N_(
            "Without the {card} you can be out after three more turns in {with_it} of 100 cases, without the "
            "{other} in {without}."
        ),
    ),
    "discarded_for_serving": (
        N_("I have least use for the {card}."),
        N_("The {other} would suit the next player better than the {card}."),
    ),
    "discarded_for_low": (
        N_("I have least use for the {card}."),
        N_("The {card} is low, and what goes with low cards seldom comes to the pile."),
    ),
}
