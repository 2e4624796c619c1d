"""What Huxxy's players say about positions that seem to allow more than the rules do."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from bot.players import registry
from bot.players.thoughts import sentence
from bot.rules.cards import parse_cards
from bot.rules.huxxy import GAME, is_valid_group
from bot.rules.huxxy.actions import DRAW


def test_a_card_that_needs_a_seventh_play_may_still_fit_a_group() -> None:
    """With six moves, three sets become three runs, one of which takes the two; a turn has six plays in all.

    A hint used to say that no group can take the card, even if cards on the table are moved.
    """
    dealt: Any = GAME.view(GAME.deal(4, bytes(32)), 0)
    table = tuple(map(parse_cards, ("3H 3D 3C", "4S 4H 4C", "5H 5D 5C")))
    assert all(map(is_valid_group, map(parse_cards, ("2S 3H 4S 5D", "3D 4C 5H", "3C 4H 5C"))))
    view = replace(dealt, hand=parse_cards("2S"), table=table, opened=(True,) * 4)
    choice = registry.player("huxxy", "strong").choose(view, random.Random(1))
    assert choice.action == DRAW
    assert choice.thought is not None
    assert sentence("huxxy", choice.thought, private=True) == (
        "None of your cards can go this turn, even if cards on the table are moved."
    )
