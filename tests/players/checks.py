"""What the checks of all games' sentences share.

A check gets the view, the choice and the facts, and finds out from the rules, or from the evaluation that chose,
whether the sentence holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from bot.players.player import Choice, Rated

Check: TypeAlias = Callable[[Any, Choice, Mapping[str, Any]], bool]


def true(_view: Any, _choice: Choice, _facts: Mapping[str, Any]) -> bool:
    """Says nothing that could be wrong of the cards: a mood, or what a level does by its nature."""
    return True


def against(choice: Choice) -> Rated:
    """What the sentence compares the choice with."""
    assert choice.second is not None
    return choice.second
