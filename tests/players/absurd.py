"""Moves that nobody at a table would believe of a player: one detector for each kind, over whole games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bot.players.huxxy.from_hand import best_from_hand
from bot.players.huxxy.turn import start_of
from bot.players.six_holes.situation import rank_number, situation, total
from bot.players.three_thirteen.classic import points_outside
from bot.rules.cards import with_item, without
from bot.rules.huxxy import actions as huxxy
from bot.rules.notty import actions as notty
from bot.rules.notty import best_discards
from bot.rules.rummy import actions as rummy
from bot.rules.six_holes import actions as six_holes
from bot.rules.three_thirteen import actions as three_thirteen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


class Decision(NamedTuple):
    """One action of a seat, and what the seat saw."""

    level: str
    view: Any
    action: Any


Game = list[Decision]
"""The decisions of one seat, in order."""


def throws_back(decisions: Game) -> Iterator[str]:
    """Find discards that return a card taken from the pile in the same turn."""
    for level, view, action in decisions:
        took = view.took_discard if view.game == "three-thirteen" else view.drew_discard
        if isinstance(action, three_thirteen.Discard | rummy.Discard) and took and action.card == view.drawn:
            yield f"{level} throws the {action.card} back"


def ends_a_round_with_more_points(decisions: Game) -> Iterator[str]:
    """Find last discards, after another seat has gone out, that leave more points than another discard would."""
    for level, view, action in decisions:
        if view.went_out is not None and isinstance(action, three_thirteen.Discard):
            least = min(_left(view, card) for card in view.hand)
            if _left(view, action.card) > least:
                yield f"{level} keeps {_left(view, action.card)} points where {least} would do"


def throws_what_it_took_a_turn_ago(decisions: Game) -> Iterator[str]:
    """Find discards of a card taken a turn ago, if another card, neither wild nor taken, would leave no more points.

    `strong` is exempt, because it looks further ahead.
    """
    taken = None
    for level, view, action in decisions:
        if isinstance(action, three_thirteen.Discard) and level != "strong":
            kept = view.taken[view.seat]
            others = {card for card in view.hand if card not in kept and card.rank != view.wild_rank}
            if (
                action.card == taken
                and taken in kept
                and any(_left(view, card) <= _left(view, taken) for card in others)
            ):
                yield f"{level} throws the {taken} that it took a turn ago"
            taken = view.drawn if view.took_discard else None


def _left(view: Any, card: Any) -> int:
    return points_outside(view, without(view.hand, card))


def draws_twice_without_looking(decisions: Game) -> Iterator[str]:
    """Find seats that draw in two consecutive turns although they could play from their hands."""
    blind = False
    for level, view, action in decisions:
        if not view.plays:
            was_blind, blind = blind, action == huxxy.DRAW and bool(best_from_hand(start_of(view), 3))
            if blind and was_blind:
                yield f"{level} draws twice running"


def draws_the_last_card_instead_of_playing(decisions: Game) -> Iterator[str]:
    """Find draws of the last card, which end the game, by seats that could play cards."""
    for level, view, action in decisions:
        if view.stock_size == 1 and action == huxxy.DRAW and best_from_hand(start_of(view), 3):
            yield f"{level} ends the game with cards that it could play"


def turns_up_in_the_last_turn(decisions: Game) -> Iterator[str]:
    """Find cards turned up in the last turn. Drawing first costs nothing, because the card is turned up anyway."""
    for level, view, action in decisions:
        if view.is_last_turn and isinstance(action, six_holes.Open):
            yield f"{level} turns up a card in the last turn"


def ends_a_round_with_a_worse_grid(decisions: Game) -> Iterator[str]:
    """Find last turns in which the drawn card would have saved more elsewhere."""
    for level, view, action in decisions:
        if view.is_last_turn and view.drawn is not None:
            now = situation(view)
            model = now.model.with_chances(now.chances)
            costs: dict[int | None, float] = {None: total(now.mine, model)}
            for place in now.places():
                costs[place] = total(with_item(now.mine, place, rank_number(view.drawn)), model)
            if costs[getattr(action, "position", None)] > min(costs.values()) + 1e-9:
                yield f"{level} does not place the {view.drawn} where it saves most"


def keeps_groups_at_the_end(decisions: Game) -> Iterator[str]:
    """Find turns that end with a group in the hand in Notty's last round, when cards count."""
    for level, view, action in decisions:
        if view.rounds_left == 0 and action == notty.END and best_discards(view.hand):
            yield f"{level} keeps a group"


DETECTORS: dict[str, Sequence[Callable[[Game], Iterator[str]]]] = {
    "huxxy": (draws_twice_without_looking, draws_the_last_card_instead_of_playing),
    "three-thirteen": (throws_back, ends_a_round_with_more_points, throws_what_it_took_a_turn_ago),
    "notty": (keeps_groups_at_the_end,),
    "rummy": (throws_back,),
    "six-holes": (turns_up_in_the_last_turn, ends_a_round_with_a_worse_grid),
}
