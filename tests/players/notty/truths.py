"""Checks for the sentences of Notty's computer players: one for every kind of thought."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from bot.players.notty.emptying import can_empty, outs, pack
from bot.rules.cards import Card, without
from bot.rules.notty import best_discards, largest_discard
from bot.rules.notty.actions import END, Draw
from tests.players.checks import Check, against, true

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.players.player import Choice


def others(view: Any) -> list[tuple[int, tuple[Card, ...]]]:
    return [(seat, hand) for seat, hand in enumerate(view.hands) if seat != view.seat]


def chance_of(view: Any, seat: int) -> int:
    return round(100 * outs(pack(view.hand), tuple(Counter(view.hands[seat]).items())))


def danger(hand: tuple[Card, ...], unseen: tuple[tuple[Card, int], ...]) -> float:
    return 1.0 if can_empty(pack(hand)) else outs(pack(hand), unseen)


def hinders(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    """Check by how much, on average over the taken card, the other's chance to finish with one more card drops."""
    unseen, hand = tuple(Counter(view.deck_cards).items()), view.hands[facts["seat"] - 1]
    after = sum(danger(without(hand, card), unseen) for card in hand) / len(hand)
    relief = round(100 * (danger(hand, unseen) - after))
    return bool(relief == facts["relief"] >= 1 and relief > chance_of(view, facts["seat"] - 1))


def unlikely(view: Any, choice: Choice, _facts: Mapping[str, Any]) -> bool:
    """Check that neither a draw of any number nor a card taken first makes going out likely.

    Taking counts only if it is allowed and does not let another player win.
    """
    takes = [outs(pack(view.hand), tuple(Counter(hand).items())) for _seat, hand in others(view) if len(hand) > 1]
    may_take = view.taken is None and view.room > 0
    chances = [it.reasons["chance"] for it in choice.ranked] + takes * may_take
    return all(100 * chance < 6 for chance in chances)


def fewer(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    """Check that each larger number that could be drawn gives the hand a smaller chance to go."""
    chances = {it.action.count: it.reasons["chance"] for it in choice.ranked if isinstance(it.action, Draw)}
    more = [chance for count, chance in chances.items() if count > facts["count"]]
    assert choice.action.count == facts["count"]
    return bool(more) and chances[facts["count"]] > max(more) and unlikely(view, choice, facts)


def drew(view: Any, choice: Choice, facts: Mapping[str, Any]) -> bool:
    chances = {it.action.count: round(100 * it.reasons["chance"]) for it in choice.ranked}
    assert chances[facts["count"]] == facts["percent"] > 0
    return bool(facts["percent"] > facts["less"] == chances[facts["other"]])


def whole_hand(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    return facts["cards"] == len(view.hand) and can_empty(pack(view.hand))


def most_discarded(view: Any, _choice: Choice, facts: Mapping[str, Any]) -> bool:
    return bool(facts["cards"] == sum(map(len, best_discards(view.hand))))


TRUTHS: dict[str, Check] = {
    "discarded_to_win": whole_hand,
    "drew_to_shed": lambda view, choice, facts: facts["count"] == choice.action.count,
    "took_to_shed": lambda view, choice, facts: facts["left"] < house_left(view),
    "discarded_most": most_discarded,
    "ended_with_nothing_to_discard": lambda view, choice, facts: not best_discards(view.hand),
    "drew_by_feeling": true,
    "overlooked_group": true,
    "discarded_largest": lambda view, choice, facts: facts["cards"] == len(largest_discard(view.hand)),
    "drew_to_collect": lambda view, choice, facts: (
        choice.action.count == view.most_drawn and unlikely(view, choice, facts)
    ),
    "drew_fewer": fewer,
    "drew_for_the_end": drew,
    "drew_for_the_end_alike": lambda view, choice, facts: (
        round(100 * against(choice).reasons["chance"]) == facts["percent"] > 0
    ),
    "drew_what_is_left": lambda view, choice, facts: len(choice.ranked) == 1,
    "took_for_the_end": lambda view, choice, facts: chance_of(view, facts["seat"] - 1) == facts["percent"] > 0,
    "took_to_hinder": hinders,
    "took_to_collect": lambda view, choice, facts: len(view.hands[facts["seat"] - 1]) > 1,
    "collects": lambda view, choice, facts: bool(best_discards(view.hand)) and not can_empty(pack(view.hand)),
    "discarded_for_room": lambda view, choice, facts: view.hand_limit == facts["limit"],
    "passed_to_win": lambda view, choice, facts: (
        choice.action == END and facts["cards"] == len(view.hand) and view.hand_sizes.count(min(view.hand_sizes)) == 1
    ),
    "played_on": lambda view, choice, facts: choice.action != END and view.passes == 3 * view.seats - 1,
    "took_the_last_card": lambda view, choice, facts: len(view.hands[facts["seat"] - 1]) == 1,
    "split_badly": lambda view, choice, facts: facts["less"] < facts["cards"] == len(view.hand) - house_left(view),
    "discarded_at_the_limit": lambda view, choice, facts: view.rounds_left == 0 and most_discarded(view, choice, facts),
}


def house_left(view: Any) -> int:
    return len(view.hand) - sum(map(len, best_discards(view.hand)))
