"""What the checks of all games' sentences share.

A check receives the view, the choice and the facts. It works out from the rules, or from the evaluation behind the
choice, whether the sentence is true.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from bot.players.player import Choice, Rated

Check: TypeAlias = Callable[[Any, Choice, Mapping[str, Any]], bool]


def true(_view: Any, _choice: Choice, _facts: Mapping[str, Any]) -> bool:
    """Accept any sentence that cannot be wrong about the cards: a mood, or how a level plays in general."""
    return True


def against(choice: Choice) -> Rated:
    """Return the alternative that the sentence compares the choice with."""
    assert choice.second is not None
    return choice.second
