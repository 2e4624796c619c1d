"""The level `strong` of Notty: collect cards until the whole hand can be discarded, and hinder others from doing so."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bot.players.notty import classic
from bot.players.notty.emptying import UNITS, Packed, can_empty, outs, pack
from bot.players.notty.why import explain
from bot.players.player import Choice, Rated, Stop, Thought, never, second
from bot.rules.cards import Card
from bot.rules.notty import best_discards
from bot.rules.notty.actions import END, Discard, Draw, Take
from bot.rules.notty.solver.when_to_discard import drawing_sheds, groups_to_discard

if TYPE_CHECKING:
    import random

    from bot.rules.notty.melds import Group
    from bot.rules.notty.view import NottyView

_WORK = 300
"""Work limit in cards per number drawn: the larger the hand, the fewer draws are sampled."""
_MIN_SAMPLES = 10
_COLLECTING = 0.004
"""Value of one more card in the hand, in probability of winning this turn: it gives more options later."""
_DANGER = 0.5
"""Weight of another player's danger relative to the probability of winning this turn."""


class StrongNottyPlayer:
    """Discards only to win, since holding complete groups costs nothing and keeps their split open.

    It chooses how many cards to draw and whom to take from to maximize the probability of emptying the hand; all hands,
    and so the cards in the deck, are known. Just before the round limit ends the game, it sheds what it can; it ends
    the game by passing only if it wins.

    Values are probabilities of emptying the hand this turn, with a little for each card collected and, for taking, for
    the danger averted.
    """

    def choose(self, view: NottyView, rng: random.Random, stop: Stop = never) -> Choice:
        if can_empty(pack(view.hand)):
            return Choice(Discard(best_discards(view.hand)[0]), Thought("discarded_to_win", {"cards": len(view.hand)}))
        if view.pass_wins:
            return Choice(END, Thought("passed_to_win", {"cards": len(view.hand)}))
        groups = groups_to_discard(view)
        if groups:
            return _discard(view, groups)
        if view.rounds_left == 0:
            return _last_turn(view, rng)
        draw = _draw(view, rng, stop)
        if draw is not None:
            return _before_drawing(view, draw, stop) or draw
        return _take(view, stop) or _play_on(view) or _end(view)


def _discard(view: NottyView, groups: tuple[Group, ...]) -> Choice:
    """Discard the first of the groups that should go before the whole hand can."""
    if view.rounds_left == 0:
        why = Thought("discarded_at_the_limit", {"cards": sum(map(len, groups))})
    elif view.needs_room:
        why = Thought("discarded_for_room", {"limit": view.hand_limit})
    else:
        why = Thought("played_on")
    return Choice(Discard(groups[0]), why)


def _play_on(view: NottyView) -> Choice | None:
    """Take a card rather than pass where that would end the game without winning it."""
    takes = [action for action in view.legal_actions if isinstance(action, Take)]
    return Choice(takes[0], Thought("played_on")) if takes and view.pass_ends_game else None


def _before_drawing(view: NottyView, draw: Choice, stop: Stop) -> Choice | None:
    """Take first where that finishes more often than any draw, whose cards would have to go too; None otherwise."""
    drawing = max(it.reasons["chance"] for it in draw.ranked)
    if view.taken is not None or not view.room or _best_take(pack(view.hand), _others(view)) <= drawing:
        return None
    take = _take(view, stop)
    if take is None or take.ranked[0].reasons["chance"] <= drawing:
        return None
    best, *others = take.ranked
    return replace(take, ranked=(best, *sorted((*others, *draw.ranked), key=lambda rated: -rated.value)))


def _draw(view: NottyView, rng: random.Random, stop: Stop) -> Choice | None:
    """Draw the number of cards after which, with a card taken if that is still allowed, the hand can most likely be
    emptied.
    """
    actions = [action for action in view.legal_actions if isinstance(action, Draw)]
    if not actions:
        return None
    hand, deck = pack(view.hand), view.deck_cards
    others = _others(view)
    samples = max(_MIN_SAMPLES, _WORK // (len(view.hand) + sum(len(other.cards) for other in others)))
    futures = [rng.sample(deck, actions[-1].count) for _ in range(samples)]
    chances = {action: _COLLECTING * action.count for action in actions}
    for action in actions:
        takes = others if view.taken is None and view.room > action.count else []
        for future in futures:
            if stop():
                break
            drawn = hand + pack(future[: action.count])
            chances[action] += (can_empty(drawn) or _best_take(drawn, takes)) / samples
    actions.sort(key=lambda action: (chances[action], action.count), reverse=True)
    ranked = tuple(
        Rated(action, chances[action], {"chance": chances[action] - _COLLECTING * action.count}) for action in actions
    )
    return Choice(actions[0], explain(view, ranked[0], second(ranked)), ranked)


class _Other(NamedTuple):
    """Another player: the seat, the packed hand, and its cards with the number of copies."""

    seat: int
    hand: Packed
    cards: tuple[tuple[Card, int], ...]


def _others(view: NottyView) -> list[_Other]:
    """The players from whom a card can be taken without letting them win."""
    return [
        _Other(seat, pack(hand), tuple(Counter(hand).items()))
        for seat, hand in enumerate(view.hands)
        if seat != view.seat and len(hand) > 1
    ]


def _best_take(hand: Packed, others: list[_Other]) -> float:
    return max((outs(hand, other.cards) for other in others), default=0.0)


def _take(view: NottyView, stop: Stop) -> Choice | None:
    """Take where that most likely wins or stops another player from winning; None if it does not help."""
    if not any(isinstance(action, Take) for action in view.legal_actions):
        return None
    hand, ranked = pack(view.hand), []
    unseen = tuple(Counter(view.deck_cards).items())
    for other in _others(view):
        chance, relief = outs(hand, other.cards), _relief(other, unseen, stop)
        gain = chance + _COLLECTING + (1 - chance) * _DANGER * relief
        if gain > 0:
            ranked.append(Rated(Take(other.seat), gain, {"chance": chance, "relief": relief}))
    if not ranked:
        return None
    ranked.sort(key=lambda rated: -rated.value)
    return Choice(ranked[0].action, explain(view, ranked[0], None), tuple(ranked))


def _relief(other: _Other, unseen: tuple[tuple[Card, int], ...], stop: Stop) -> float:
    """How much taking a card lowers the other player's danger on average; 0 if time is up."""
    after, total = 0.0, sum(count for _, count in other.cards)
    for card, count in other.cards:
        if stop():
            return 0.0
        after += _danger(other.hand - UNITS[card], unseen) * count / total
    return _danger(other.hand, unseen) - after


def _danger(hand: Packed, unseen: tuple[tuple[Card, int], ...]) -> float:
    """How close a hand is to winning: 1 if it can be emptied, else the probability that one more card allows it."""
    return 1.0 if can_empty(hand) else outs(hand, unseen)


def _end(view: NottyView) -> Choice:
    """End the turn, and keep the groups if there are any."""
    return Choice(END, Thought("collects" if best_discards(view.hand) else "ended_with_nothing_to_discard"))


def _last_turn(view: NottyView, rng: random.Random) -> Choice:
    """Minimize the cards left before the groups go: draw or take only if that leaves fewer on average."""
    choice = classic.draw(view, rng, must=drawing_sheds(view)) or classic.take(view)
    return choice or Choice(END, Thought("ended_with_nothing_to_discard"))
