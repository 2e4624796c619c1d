"""Shared by the reviews of all games: judging an action by a player's values for the actions it compares."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from bot.players.player import Verdict
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.players.player import Choice, Rated, Step, Thought
    from bot.rules.game import AnyAction

    Explain = Callable[[Any, Rated, Rated | None], Thought]


def chance_of(step: Step[Any]) -> random.Random:
    """A random stream determined by the position, so that a second review finds the same."""
    return random.Random(step.number)


def by_value(step: Step[Any], choice: Choice, explain: Explain, unit: float = 1.0, unranked: float = 0.0) -> Verdict:
    """Judge an action by what the player thinks of it and of its own choice.

    Args:
        step: The action.
        choice: What the player would have done instead.
        explain: Makes the sentence that compares the two.
        unit: Points of loss per unit of the player's values.
        unranked: The least loss, in points, of an action that the player did not even compare.
    """
    if step.action == choice.action or not choice.ranked:
        return Verdict(step.number, 0.0)
    best, played = choice.ranked[0], next((it for it in choice.ranked if it.action == step.action), None)
    if played is not None:
        loss = max(0.0, unit * (best.value - played.value))
        return verdict(step, loss, (best.action,), explain(step.view, best, played))
    loss = max(unranked, unit * (best.value - choice.ranked[-1].value))
    return verdict(step, loss, (best.action,), choice.thought)


def verdict(
    step: Step[Any], loss: float, better: Iterable[AnyAction], why: Thought | None, actions: int = 1
) -> Verdict:
    """A verdict on `actions` actions; if they cost anything, with what would have been better and why."""
    loss = round(loss, 2)
    if loss <= 0:
        return Verdict(step.number, 0.0)
    forms = tuple(map(GAMES[step.view.game].format_action, better))
    return Verdict(step.number, loss, forms, why, actions)
