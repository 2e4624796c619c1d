"""Huxxy's hooks for the contract tests: hidden cards, the whole deck, and a player who makes progress."""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING

from bot.rules.huxxy import building
from bot.rules.huxxy.actions import DRAW, END_TURN, RESET, UNDO, HuxxyAction, Play
from bot.rules.huxxy.checks import can_end, turn_of
from bot.rules.huxxy.melds import is_valid_group
from bot.rules.huxxy.state import MAX_PLAYS, SEATS, HuxxyState

if TYPE_CHECKING:
    import random

    from bot.rules.cards import Card

MAX_ACTIONS = 100_000


def reshuffle_hidden(state: HuxxyState, seat: int | None, rng: random.Random) -> HuxxyState:
    """Shuffle the stock and the other hands. A turn that another seat is building is taken back: nobody sees it.

    The hands of a finished game are open.
    """
    if seat != state.seat and state.plays:
        state = building.reset(state)
    if state.ending is not None:
        return state._replace(stock=tuple(rng.sample(state.stock, len(state.stock))))
    others = [other for other in range(SEATS) if other != seat]
    unseen = [*state.stock, *chain.from_iterable(state.hands[other] for other in others)]
    rng.shuffle(unseen)
    hands = list(state.hands)
    for other in others:
        hands[other] = tuple(sorted(unseen.pop() for _ in state.hands[other]))
    start_hand = state.start_hand if seat == state.seat else hands[state.seat]
    return state._replace(hands=tuple(hands), stock=tuple(unseen), start_hand=start_hand)


def all_cards(state: HuxxyState) -> list[Card]:
    """Return both packs, and the jokers of the bonus version."""
    return [*state.stock, *chain.from_iterable(state.table), *chain.from_iterable(state.hands)]


def lively_action(state: HuxxyState, rng: random.Random) -> HuxxyAction:
    """Play whole groups and single cards, end a turn that may end, and otherwise take everything back or draw."""
    turn = turn_of(state)
    if can_end(turn):
        return END_TURN
    if state.plays:
        return _continue_turn(state, rng)
    return DRAW if rng.random() < 0.4 else _begin_group(state) or DRAW


def _continue_turn(state: HuxxyState, rng: random.Random) -> HuxxyAction:
    """Complete the unfinished group, or begin another one, since an opening may need two."""
    left = MAX_PLAYS - len(state.plays)
    for number, group in enumerate(state.table, 1):
        if group and not is_valid_group(group):
            for rest in combinations(dict.fromkeys(state.hand), max(1, 3 - len(group))):
                if len(rest) <= left and is_valid_group((*group, *rest)):
                    return Play(rest[0], number)
            return UNDO if rng.random() < 0.5 else RESET
    return (_begin_group(state) if left >= 3 else None) or RESET


def _begin_group(state: HuxxyState) -> HuxxyAction | None:
    """Return a play of the first card of a group of three in the hand, or of a card that fits a group on the table."""
    for trio in combinations(dict.fromkeys(state.hand), 3):
        if is_valid_group(trio):
            return Play(trio[0], None)
    for number, group in enumerate(state.table, 1):
        for card in state.hand:
            if state.opened[state.seat] and is_valid_group((*group, card)):
                return Play(card, number)
    return None
