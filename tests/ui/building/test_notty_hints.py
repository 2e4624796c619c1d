"""What a hint says in Notty and what is suggested never differ, with any hand limit, draw or number of rounds left."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.players.registry import player
from bot.rules.cards import NOTTY_PACK, Card, format_cards, parse_cards
from bot.rules.notty import GAME, best_discards
from bot.rules.notty.actions import Discard, Draw
from bot.ui.building.catalogue import BUILDERS
from bot.ui.building.suggesting import suggested
from tests.soaking import bounded
from tests.ui.building.crowded import with_state
from tests.ui.building.desks import desk_at, never, said
from tests.ui.building.sampled import dealt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.tables.model.position import Position

POSITIONS = bounded(100, 4000)
LIMITS: tuple[Any, ...] = next(option.choices for option in GAME.options if option.name == "hand_limit")
ROOM = (0, 1, 2, 3, 4, 8, 14)
"""How many cards a hand may have less than its limit."""
OTHERS = (1, 2, 4, 8, 16, 30)
"""How many cards the others may have; with the last, the deck may be empty."""


def positions(number: int) -> Iterator[Position]:
    """Positions at any stage of a turn, often with a nearly full hand, in the last round or before the last pass."""
    rng = random.Random(number)
    for at in range(POSITIONS):
        seats = rng.choice(GAME.seats)
        limit = rng.choice(LIMITS)
        hands, deck = _hands(rng, seats, (limit or 20) - rng.choice(ROOM))
        drawn = tuple(rng.sample(hands[0], rng.randint(1, 3))) if rng.random() < 0.5 else ()
        taken = rng.choice(hands[0]) if rng.random() < 0.4 else None
        yield with_state(
            dealt("notty", seats, at, hand_limit=limit),
            hands=hands,
            deck=deck,
            turn=0,
            turns=(39 - rng.choice((0, 1, 5, 20))) * seats,
            passes=rng.choice((0, 0, 3 * seats - 1)),
            drawn=drawn,
            taken=taken,
            taken_from=None if taken is None else 1,
        )


def _hands(rng: random.Random, seats: int, own: int) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The hands, of which the first has `own` cards, and the deck."""
    pack, hands = list(NOTTY_PACK), []
    rng.shuffle(pack)
    for size in (own, *rng.choices(OTHERS, k=seats - 1)):
        hands.append(tuple(sorted(pack[:size])))
        pack = pack[size:]
    return tuple(hands), tuple(pack)


@pytest.mark.parametrize("number", range(4))
def test_a_hint_discards_the_group_that_is_suggested_first_or_none(number: int) -> None:
    """After the draw, a hint said to take a card where a group was suggested, to make room; in the last round, it said
    to draw or take first where all groups were suggested.
    """
    differ, tried = [], Counter[bool]()
    for position in positions(number):
        view = position.view(0)
        hint = player("notty", "strong").choose(view, random.Random(1)).action
        steps = suggested(BUILDERS["notty"].suggest(desk_at(position), never).draft)
        agrees = steps[0] == GAME.format_action(hint) if steps else not isinstance(hint, Discard)
        tried[bool(steps)] += bool(best_discards(view.hand))
        if not agrees:
            differ.append((format_cards(view.hand), position.state, hint, steps))
    assert differ == []
    assert min(tried[True], tried[False]) > POSITIONS / 10, "too few positions in which the two could differ"


def test_in_the_last_round_it_is_said_to_draw_or_take_first_where_a_hint_does() -> None:
    """All groups were suggested, although a card drawn before them lets more go."""
    hands = (parse_cards("R1 R2 R4 R5 R7 R8 Y1 Y2 Y4 Y5 Y7 Y8 B1"), parse_cards("G9 G10"))
    position = with_state(dealt("notty", 2, round_limit=20), hands=hands, turn=0, turns=39)
    hint = player("notty", "strong").choose(position.view(0), random.Random(1)).action
    draft = BUILDERS["notty"].suggest(desk_at(position), never).draft
    assert isinstance(hint, Draw)
    assert "Draw or take a card first: you can probably discard more then." in said(
        replace(desk_at(position), draft=draft)
    )
