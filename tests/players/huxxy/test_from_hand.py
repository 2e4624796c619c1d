"""The best Huxxy turn from the hand alone agrees with brute force, and a plan in progress is continued."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from bot.players import registry
from bot.players.huxxy.from_hand import best_from_hand
from bot.players.huxxy.turn import Start, start_of
from bot.rules.cards import JOKER, STANDARD_PACK, Card, parse_cards, without
from bot.rules.huxxy import GAME, is_valid_group
from bot.rules.huxxy.actions import END_TURN, Move, Play
from bot.rules.huxxy.melds import hand_points
from bot.rules.huxxy.state import OPENING_POINTS, Made
from tests.players.test_truth import assert_true

MAX_CARDS = 3


def brute_force(start: Start) -> tuple[int, int]:
    """Return the most cards, and then points, over all ways to put up to three cards into old and new groups."""
    best = (0, 0)
    groups = [*start.table, ()]
    for size in range(1, MAX_CARDS + 1):
        for cards in combinations(start.hand, size):
            shed = (size, hand_points(cards))
            enough = start.opened or sum(card.value for card in cards) >= OPENING_POINTS
            if (
                enough
                and shed > best
                and any(all_valid(groups, cards, places) for places in product(range(len(groups)), repeat=size))
            ):
                best = shed
    return best


def all_valid(groups: list[tuple[Card, ...]], cards: tuple[Card, ...], places: tuple[int, ...]) -> bool:
    return all(
        is_valid_group([*groups[place], *(card for card, at in zip(cards, places, strict=True) if at == place)])
        for place in set(places)
    )


@cache
def positions(seed: int, count: int) -> tuple[Start, ...]:
    """Return hands of eight cards with up to two groups on the table. Half have low cards only, so that much fits."""
    rng = random.Random(seed)
    found = []
    for number in range(count):
        pack = [*STANDARD_PACK, *STANDARD_PACK, JOKER, JOKER]
        if number % 2:
            pack = [card for card in pack if card.value <= 6]
        rng.shuffle(pack)
        table: list[tuple[Card, ...]] = []
        for _ in range(1500):
            if len(table) == 2:
                break
            group = tuple(rng.sample(pack, rng.choice((3, 3, 4))))
            if is_valid_group(group):
                table.append(group)
                for card in group:
                    pack.remove(card)
        found.append(Start(tuple(sorted(pack[:8])), tuple(table), opened=number % 3 != 0))
    return tuple(found)


def test_best_from_hand_matches_brute_force() -> None:
    """The best turn sheds the most cards, then the most points. Jokers and opening turns are included."""
    possible = 0
    for start in positions(seed=1, count=80):
        played = [action.card for action in best_from_hand(start, MAX_CARDS)]
        expected = brute_force(start)
        assert (len(played), hand_points(played)) == expected
        possible += expected > (0, 0)
    assert possible > 25


def test_classic_completes_a_turn_begun_by_somebody_else() -> None:
    """An autopilot that takes over in mid-turn never leaves the table out of order, and completes its own plan."""
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


def test_a_valid_turn_begun_by_somebody_else_is_ended() -> None:
    """Two players with different plans who act in turn within one turn always make progress."""
    group = parse_cards("5S 5H 5D")
    dealt: Any = GAME.view(GAME.deal(4, bytes(32)), 0)
    plays = tuple(Made(card, None, 1, is_new=number == 0) for number, card in enumerate(group))
    view = replace(dealt, table=(group,), plays=plays, hand=parse_cards("AS 2S 9C"), opened=(True,) * 4)
    for level in ("easy", "classic", "strong"):
        assert registry.player("huxxy", level).choose(view, random.Random(1)).action == END_TURN


@pytest.mark.parametrize("level", ["classic", "strong"])
def test_a_turn_begun_in_another_order_is_continued(level: str) -> None:
    """Hints complete a turn from any order of its actions, so nobody takes back a card only to play it again."""
    rng = random.Random(7)
    dealt: Any = GAME.view(GAME.deal(4, bytes(32)), 0)
    tried = 0
    for start in positions(seed=3, count=150):
        view = replace(dealt, table=start.table, hand=start.hand, opened=(start.opened,) * 4)
        best = turn(level, view)
        for number in range(3 if len(best) > 2 else 0):
            begun, places = view, dict[int, int]()
            plan = [GAME.parse_action(form) for form in best[:-1]]
            numbered = as_links(plan, len(start.table))
            rng.shuffle(numbered)
            for card, source, target in sorted(numbered, key=lambda link: link[1] is not None)[: number + 1]:
                group = target if target <= len(start.table) else places.get(target)
                begun = after(begun, Play(card, group) if source is None else Move(card, source, group))
                places.setdefault(target, len(begun.table))
            assert len(turn(level, begun)) == len(best) - min(number + 1, len(plan)), (start, begun.plays, best)
            assert_true("huxxy", begun, registry.player("huxxy", level).choose(begun, rng))
            tried += 1
    assert tried > 100


def as_links(plan: list[Any], groups: int) -> list[tuple[Card, int | None, int]]:
    """Return each play's card, source and target. A new group gets the number that it will have."""
    links = []
    for action in plan:
        target = action.target if isinstance(action, Move) else action.group
        if target is None:
            groups = target = groups + 1
        links.append((action.card, action.source if isinstance(action, Move) else None, target))
    return links


def test_strong_takes_cards_from_the_table_if_that_sheds_more() -> None:
    """The 6 of a run of four completes a kind with two cards of the hand; cards of the hand mend a group of three."""
    dealt: Any = GAME.view(GAME.deal(4, bytes(32)), 0)
    opened = replace(dealt, opened=(True,) * 4)
    run = parse_cards("3S 4H 5S 6H")
    view = replace(opened, table=(run,), hand=parse_cards("6S 6C"))
    assert turn("classic", view) == ["draw"]
    assert turn("strong", view) == ["play 6S new", "play 6C 2", "move 6H 1 2", "end"]
    kind = parse_cards("9S 9H 9D")
    view = replace(opened, table=(kind,), hand=parse_cards("8S 9C 0S"))
    assert sorted(turn("strong", view)) == [
        "end",
        "move 9H 1 2",
        "play 0S 2",
        "play 8S new",
        "play 9C 1",
    ] or sorted(turn("strong", view)) == ["end", "move 9D 1 2", "play 0S 2", "play 8S new", "play 9C 1"]


def test_strong_finds_turns_that_chain_moves_between_groups() -> None:
    """A card replaces another in a run, and the freed one goes elsewhere; cards freed from two groups mend one."""
    dealt: Any = GAME.view(GAME.deal(4, bytes(32)), 0)
    opened = replace(dealt, opened=(True,) * 4)
    view = replace(opened, table=(parse_cards("5H 6S 7H"), parse_cards("6H 6D 6C")), hand=parse_cards("6C KC"))
    assert turn("strong", view) == ["play 6C 1", "move 6S 1 2", "end"]
    view = replace(opened, table=(parse_cards("8S 9D 0S"), parse_cards("JD QC KD")), hand=parse_cards("KH KC 2S"))
    assert sum(action.startswith("play") for action in turn("strong", view)) == 2


def turn(level: str, view: Any) -> list[str]:
    """Return the actions of a whole turn that starts with this view."""
    found = []
    while True:
        choice = registry.player("huxxy", level).choose(view, random.Random(1))
        assert choice.action in view.legal_actions
        found.append(GAME.format_action(choice.action))
        if not isinstance(choice.action, Play | Move):
            return found
        view = after(view, choice.action)


def after(view: Any, action: Play | Move) -> Any:
    """Return the view after a play or move."""
    table = list(view.table)
    source = action.source if isinstance(action, Move) else None
    target = action.target if isinstance(action, Move) else action.group
    hand = view.hand
    if source is None:
        hand = without(hand, action.card)
    else:
        table[source - 1] = without(table[source - 1], action.card)
    if target is None:
        table.append(())
    number = target or len(table)
    table[number - 1] = tuple(sorted((*table[number - 1], action.card), key=lambda card: (card.value, card)))
    made = Made(action.card, source, number, is_new=target is None)
    return replace(view, hand=hand, table=tuple(table), plays=(*view.plays, made))


def test_random_play_takes_fewer_than_40_actions_per_turn() -> None:
    """A turn takes about twenty actions on average, and a game has as many turns as the stock has cards."""
    rng = random.Random(1)
    player = registry.player("huxxy", "random")
    state = GAME.deal(4, bytes(32))
    actions = 0
    while (seat := GAME.seat_to_act(state)) is not None:
        state = GAME.apply(state, seat, player.choose(GAME.view(state, seat), rng).action)
        actions += 1
    assert actions < 56 * 40
