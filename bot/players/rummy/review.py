"""The review of a turn of Rummy: the draw, what was laid and what was held back, the discard, and the draw's luck.

Every choice is compared with `strong`'s. A point is a twentieth of the chance to win: docs/review.md says how the
cost of a card left lying or laid too early was measured, and what a unit of `strong`'s values is worth.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.players.judging import chance_of, verdict
from bot.players.player import JudgedTurn, Thought, Verdict
from bot.players.rummy.after_play import after_play
from bot.players.rummy.strong import (
    StrongRummyPlayer,
    best_discard,
    can_go_out,
    is_gift,
    rate_discards,
    unseen_cards,
)
from bot.players.rummy.why import explain
from bot.rules.cards import with_card, without
from bot.rules.rummy.actions import DRAW_DISCARD, DRAW_STOCK, Discard, LayDown, LayOff, Swap
from bot.rules.rummy.fitting import lay_offs
from bot.rules.rummy.melds import CARD_POINTS
from bot.rules.rummy.solver.laydown import best_value
from bot.rules.rummy.state import Phase

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from bot.players.player import Choice, Step
    from bot.rules.cards import Card
    from bot.rules.rummy.actions import RummyAction
    from bot.rules.rummy.view import RummyView

MISSED_OUT = 8.0
LEFT_LYING = 3.5
LAID_EARLY = 2.0
HELD_BACK = 0.5
GIFT = 1.7
THROWN_BACK = 1.0
"""Losses in points: not going out; not taking a discard that `strong` takes; each meld or card laid while the hand
cannot go out, two at most; not laying down when possible; a discard that the next player lays off; one just taken.
"""
UNIT = 4.0
"""Points for a unit of the values of discards: a card that can go next turn, or the certainty to lay down soon."""
_FUTURES = 64
_NOISE = 1.0
"""Before laying down, values come from samples: smaller losses are ignored."""
_PLAYER = StrongRummyPlayer()


def review(turn: Sequence[Step[RummyView]]) -> JudgedTurn:
    """Judge the draw where there was a choice, and all plays as one decision, once the discard has ended the turn."""
    verdicts = [_draw(step) for step in turn if step.view.phase is Phase.DRAW and len(step.view.legal_actions) > 1]
    plays = [step for step in turn if step.view.phase is not Phase.DRAW]
    if plays and isinstance(plays[-1].action, Discard):
        verdicts.append(_plays(plays, took=turn[0].action == DRAW_DISCARD))
    luck = _luck(turn[0]) if turn[0].action == DRAW_STOCK else None
    return JudgedTurn(verdicts, luck)


def _draw(step: Step[RummyView]) -> Verdict:
    choice = _PLAYER.choose(step.view, chance_of(step))
    if choice.action in (step.action, DRAW_STOCK):
        return Verdict(step.number, 0.0)
    return verdict(step, LEFT_LYING, (choice.action,), choice.thought)


def _plays(plays: Sequence[Step[RummyView]], *, took: bool) -> Verdict:
    """The costliest fault of the turn."""
    first, last = plays[0], plays[-1]
    if not last.after.hand:
        return Verdict(first.number, 0.0)
    best = whole_turn(first.view, chance_of(first))
    if can_go_out(first.view):
        return _of_turn(plays, MISSED_OUT, [choice.action for choice in best], best[0].thought)
    return max(_laying(plays, best), _discard(plays, took=took), key=lambda found: found.loss)


def whole_turn(view: RummyView, rng: random.Random) -> list[Choice]:
    """What `strong` would play from a position after the draw; the last choice is the discard."""
    choices = [_PLAYER.choose(view, rng)]
    while not isinstance(action := choices[-1].action, Discard):
        view = after_play(view, action)
        choices.append(_PLAYER.choose(view, rng))
    return choices


def _of_turn(
    plays: Sequence[Step[RummyView]], loss: float, better: Sequence[RummyAction], why: Thought | None
) -> Verdict:
    return verdict(plays[0], loss, better, why, len(plays))


def _laying(plays: Sequence[Step[RummyView]], best: Sequence[Choice]) -> Verdict:
    """Whether more was laid than `strong` lays, or nothing although it lays down."""
    mine, better = [step.action for step in plays], [choice.action for choice in best]
    early = sum(map(_pieces, mine)) - sum(map(_pieces, better))
    cards = tuple(sorted((Counter(_laid(mine)) - Counter(_used(better))).elements()))
    if early > 0 and cards:
        return _of_turn(plays, LAID_EARLY * min(early, 2), better, Thought("laid_early", {}, {"cards": cards}))
    held = len(plays) == 1 and isinstance(better[0], LayDown)
    return _of_turn(plays, HELD_BACK * held, better, best[0].thought)


def _pieces(action: RummyAction) -> int:
    """How many melds and single cards it lays on the table."""
    return len(action.melds) if isinstance(action, LayDown) else isinstance(action, LayOff)


def _laid(actions: Sequence[RummyAction]) -> list[Card]:
    """The cards laid in melds or one by one."""
    cards = [card for action in actions if isinstance(action, LayDown) for meld in action.melds for card in meld]
    return cards + [action.card for action in actions if isinstance(action, LayOff)]


def _used(actions: Sequence[RummyAction]) -> list[Card]:
    """The cards that leave the hand by these actions."""
    single = [action.card for action in actions if isinstance(action, Swap | Discard)]
    return single + _laid(actions)


def _discard(plays: Sequence[Step[RummyView]], *, took: bool) -> Verdict:
    """What the discard lost compared with the best one after the same plays."""
    view, card = plays[-1].view, plays[-1].action.card
    best = best_discard(view, chance_of(plays[0])).action
    if best.card == card:
        return Verdict(plays[0].number, 0.0)
    rated = rate_discards(view, (best.card, card), chance_of(plays[0]), _FUTURES)
    if not rated:
        return Verdict(plays[0].number, 0.0)
    better, played = rated
    loss = UNIT * (better.value - played.value)
    if loss < _NOISE and not view.turn.laid_down:
        loss = 0.0
    least, certain = _certain(view, card, best.card, took=took)
    why = certain if certain is not None else explain(view, better, played)
    return _of_turn(plays, max(loss, least), [*(step.action for step in plays[:-1]), best], why)


def _certain(view: RummyView, card: Card, better: Card, *, took: bool) -> tuple[float, Thought | None]:
    """What is wrong with a discard whatever is drawn next, and the least it costs."""
    worth = {it: best_value(without(view.hand, it)) for it in (better, card)}
    if worth[card] < worth[better]:
        return 0.0, Thought("broke_a_meld", {"card": card}, {"before": worth[better], "after": worth[card]})
    if is_gift(view, card) and not is_gift(view, better):
        return GIFT, Thought("gave_a_lay_off", {"card": card})
    if took and card == view.drawn:
        return THROWN_BACK, Thought("threw_back", {"card": card})
    return 0.0, None


def _luck(step: Step[RummyView]) -> float:
    """How many points more the drawn card adds to the hand's melds than an average unseen one."""
    [drawn] = without(step.after.hand, *step.view.hand)
    unseen = Counter(unseen_cards(step.view))
    worth = {card: _worth_with(step.view, card) for card in (drawn, *unseen)}
    return worth[drawn] - sum(worth[card] * copies for card, copies in unseen.items()) / unseen.total()


def _worth_with(view: RummyView, card: Card) -> int:
    """The points of the hand's melds with this card, or without it if it is worth more laid off."""
    melded = best_value(with_card(view.hand, card))
    if view.turn.laid_down and lay_offs((card,), view.melds):
        return max(melded, best_value(view.hand) + CARD_POINTS[card.rank])
    return melded
