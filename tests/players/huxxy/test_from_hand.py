"""The best Huxxy turn from the hand alone agrees with brute force, and plans are carried on, not begun anew."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import Any

from bot.players import registry
from bot.players.huxxy.from_hand import best_from_hand
from bot.players.huxxy.turn import Start, start_of
from bot.rules.cards import JOKER, STANDARD_PACK, Card
from bot.rules.huxxy import GAME, is_valid_group
from bot.rules.huxxy.actions import Play
from bot.rules.huxxy.melds import hand_points
from bot.rules.huxxy.state import OPENING_POINTS

MOST = 3


def brute_force(start: Start) -> tuple[int, int]:
    """Most cards, then most points, over every way to put up to three cards into groups and new groups."""
    best = (0, 0)
    groups = [*start.table, ()]
    for size in range(1, MOST + 1):
        for cards in combinations(start.hand, size):
            shed = (size, hand_points(cards))
            enough = start.opened or sum(card.value for card in cards) >= OPENING_POINTS
            if (
                enough
                and shed > best
                and any(
                    all_valid(groups, cards, places) for places in product(range(len(groups)), repeat=size)
                )
            ):
                best = shed
    return best


def all_valid(groups: list[tuple[Card, ...]], cards: tuple[Card, ...], places: tuple[int, ...]) -> bool:
    return all(
        is_valid_group(
            [*groups[place], *(card for card, at in zip(cards, places, strict=True) if at == place)]
        )
        for place in set(places)
    )


def positions(seed: int, count: int) -> list[Start]:
    """Hands of eight cards with up to two groups on the table; half with low cards only, so that much fits."""
    rng = random.Random(seed)
    found = []
    for number in range(count):
        pack = [*STANDARD_PACK, *STANDARD_PACK, JOKER, JOKER]
        if number % 2:
            pack = [card for card in pack if card.value <= 6]
        rng.shuffle(pack)
        table: list[tuple[Card, ...]] = []
        for _ in range(1500):
            group = tuple(rng.sample(pack, rng.choice((3, 3, 4))))
            if len(table) < 2 and is_valid_group(group):
                table.append(group)
                for card in group:
                    pack.remove(card)
        found.append(Start(tuple(sorted(pack[:8])), tuple(table), opened=number % 3 != 0))
    return found


def test_it_sheds_what_brute_force_finds() -> None:
    """Most cards, then most points, jokers and the opening turn included."""
    possible = 0
    for start in positions(seed=1, count=80):
        played = [action.card for action in best_from_hand(start, MOST)]
        expected = brute_force(start)
        assert (len(played), hand_points(played)) == expected
        possible += expected > (0, 0)
    assert possible > 25


def test_what_somebody_else_began_is_taken_back() -> None:
    """An autopilot takes over in mid-turn: it never ends with a table out of order, and its own plan goes through."""
    for seed in range(30):
        state = GAME.deal(4, bytes([seed] * 32))
        before = state
        state = GAME.apply(state, 0, Play(state.hands[0][0], None))
        view: Any = GAME.view(state, 0)
        assert start_of(view).hand == before.hands[0]
        for _ in range(20):
            if GAME.seat_to_act(state) != 0:
                break
            choice = registry.player("huxxy", "classic").choose(GAME.view(state, 0), random.Random(1))
            state = GAME.apply(state, 0, choice.action)
        assert GAME.seat_to_act(state) == 1


def test_random_play_neither_dithers_nor_gets_stuck() -> None:
    """A turn takes some twenty actions on average, and a game its stock's worth of turns."""
    rng = random.Random(1)
    player = registry.player("huxxy", "random")
    state = GAME.deal(4, bytes(32))
    actions = 0
    while (seat := GAME.seat_to_act(state)) is not None:
        state = GAME.apply(state, seat, player.choose(GAME.view(state, seat), rng).action)
        actions += 1
    assert actions < 56 * 40
