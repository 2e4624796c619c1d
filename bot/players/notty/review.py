"""The review of a turn of Notty: a missed chance to discard the whole hand, groups that stand in each other's way,
another player's last card taken, and the luck of the cards drawn and taken. Collecting costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.judging import by_value, chance_of, verdict
from bot.players.notty.emptying import can_empty, pack
from bot.players.notty.strong import StrongNottyPlayer
from bot.players.notty.why import explain
from bot.players.player import JudgedTurn, Thought, Verdict
from bot.rules.notty import best_discards
from bot.rules.notty.actions import END, Discard, Draw, Take
from bot.rules.notty.melds import valid_groups

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.players.player import Step
    from bot.rules.cards import Card
    from bot.rules.notty.view import NottyView

CARD = 1.25
"""Points of loss for each card that could have gone: two cards are a mistake."""
CHANCE = 10.0
"""Points of loss for a certain chance to finish: a tenth is an inaccuracy, six tenths are a blunder."""
_NOISE = 0.1
"""Chances come from a few dozen samples: smaller differences are ignored."""
_DRAWS = 60
"""Number of draws with which the luck of one is compared."""
_PLAYER = StrongNottyPlayer()


def review(turn: Sequence[Step[NottyView]]) -> JudgedTurn:
    """Judge how many cards were drawn, whom a card was taken from, which groups went, and how the turn ended.

    Where there was nothing to win or lose there is no verdict: most turns only collect.
    """
    verdicts = [found for step in turn if (found := _judged(step)) is not None]
    luck = [_luck(step) for step in turn if isinstance(step.action, Draw | Take)]
    return JudgedTurn(verdicts, sum(luck) if luck else None)


def _judged(step: Step[NottyView]) -> Verdict | None:
    view, action = step.view, step.action
    if can_empty(pack(view.hand)):
        return _finishing(step)
    if isinstance(action, Discard):
        return _group(step)
    if isinstance(action, Take) and len(view.hands[action.seat]) == 1:
        return _last_card(step, action.seat)
    if view.rounds_left == 0:
        return _last_round(step) if action == END else None
    choice = _PLAYER.choose(view, chance_of(step))
    if isinstance(action, Take) and isinstance(choice.action, Draw):
        return None  # the draw comes still, and is judged then
    if not choice.ranked or choice.ranked[0].reasons["chance"] < _NOISE:
        return None
    if action == END:
        return verdict(step, CHANCE * choice.ranked[0].reasons["chance"], (choice.action,), choice.thought)
    found = by_value(step, choice, explain, CHANCE)
    return found if found.loss >= CHANCE * _NOISE else Verdict(step.number, 0.0)


def _finishing(step: Step[NottyView]) -> Verdict:
    """The whole hand can go: any discard that still lets the rest go is right."""
    if isinstance(step.action, Discard) and can_empty(pack(step.after.hand)):
        return Verdict(step.number, 0.0)
    why = Thought("discarded_to_win", {"cards": len(step.view.hand)})
    return verdict(step, CHANCE, map(Discard, best_discards(step.view.hand)), why)


def _last_card(step: Step[NottyView], seat: int) -> Verdict:
    """Another player's last card was taken, so that they won."""
    choice = _PLAYER.choose(step.view, chance_of(step))
    return verdict(step, CHANCE, (choice.action,), Thought("took_the_last_card", {"seat": seat + 1}))


def _group(step: Step[NottyView]) -> Verdict | None:
    """A discard where there were several groups: each card that could have gone but stays because of it is lost."""
    if len(valid_groups(step.view.hand)) < 2:
        return None
    groups = best_discards(step.view.hand)
    most = sum(map(len, groups))
    cards = len(step.action.cards) + _goes(step.after.hand)
    why = Thought("split_badly", {"cards": most, "less": cards})
    return verdict(step, CARD * (most - cards), map(Discard, groups), why)


def _last_round(step: Step[NottyView]) -> Verdict:
    """Only the fewest cards count now: ending the turn keeps what could have gone."""
    groups = best_discards(step.view.hand)
    cards = sum(map(len, groups))
    if not cards:
        return Verdict(step.number, 0.0)
    return verdict(step, CARD * cards, map(Discard, groups), Thought("discarded_at_the_limit", {"cards": cards}))


def _luck(step: Step[NottyView]) -> float:
    """How many more cards can go with the cards received than with an average draw or a card taken at random."""
    view, action = step.view, step.action
    if isinstance(action, Draw):
        rng, deck = chance_of(step), view.deck_cards
        draws = [rng.sample(deck, action.count) for _ in range(_DRAWS)]
    else:
        draws = [[card] for card in view.hands[action.seat]]
    return _goes(step.after.hand) - sum(_goes((*view.hand, *cards)) for cards in draws) / len(draws)


def _goes(cards: tuple[Card, ...]) -> int:
    """How many of the cards can go in groups."""
    return sum(map(len, best_discards(cards)))
