"""Building a turn: what was chosen stays, what is missing is said, suggestions only suggest."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.cards import format_cards, parse_cards
from bot.rules.notty import is_valid_group
from bot.rules.rummy.laydowns import lay_downs
from bot.tables.errors import TableError
from bot.tables.play import apply
from bot.ui.building.catalogue import BUILDERS
from bot.ui.building.desk import Desk
from bot.ui.building.huxxy_missing import why_invalid
from bot.ui.building.notty import why_no_group
from bot.ui.building.rummy_melds import melds_of, why_none
from bot.ui.building.suggesting import suggested
from tests.ui.building.crowded import crowded_huxxy, crowded_notty, rich_rummy, with_state
from tests.ui.building.explorer import Explorer
from tests.ui.building.sampled import dealt, played

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.position import Position


def never() -> bool:
    return False


def after_asking(times: int) -> Callable[[], bool]:
    """Stops a search when it has asked so often."""
    asked = iter(range(times))
    return lambda: next(asked, None) is None


def desk_at(position: Position, draft: dict[str, Any] | None = None, order: str = "suit") -> Desk:
    seat = position.seat_to_act
    assert seat is not None
    return Desk(position, position.view(seat), order, draft or {})


def step(desk: Desk, words: str, *values: str) -> Desk:
    """The desk after a step."""
    return replace(desk, draft=BUILDERS[desk.position.record.game].after(desk, words, values))


def said(desk: Desk) -> str:
    """All that the controls say in words."""
    parts = Explorer(desk.position, desk.order).components(desk.draft)
    return "\n".join(part["content"] for part in parts if part["type"] == 10)


def labels(desk: Desk) -> list[str]:
    """The labels of the buttons that can be pressed."""
    parts = Explorer(desk.position, desk.order).components(desk.draft)
    return [part["label"] for part in parts if part["type"] == 2 and not part.get("disabled")]


# Picking


def test_what_is_picked_does_not_change_the_order_of_the_list() -> None:
    """The finger finds each card where it was."""
    desk = desk_at(rich_rummy())
    [before] = [p for p in Explorer(desk.position).components({}) if p.get("max_values", 1) > 1]
    desk = step(desk, "pick", "KH#1", "5D#1")
    [after] = [p for p in Explorer(desk.position).components(desk.draft) if p.get("max_values", 1) > 1]
    assert [option["value"] for option in before["options"]] == [o["value"] for o in after["options"]]
    assert {o["value"] for o in after["options"] if o.get("default")} == {"KH#1", "5D#1"}
    assert sorted(desk.draft["picked"]) == ["5D", "KH"]


def test_steps_are_taken_back_one_by_one_and_all_at_once() -> None:
    """Undo gives the draft before; after a reset too, nothing is lost."""
    first = step(desk_at(rich_rummy()), "pick", "7S#1", "8S#1", "9S#1")
    second = step(first, "add 7S 8S 9S")
    assert second.draft["melds"] == ["7S 8S 9S"]
    assert not second.draft["picked"]
    assert step(second, "undo").draft["picked"] == first.draft["picked"]
    emptied = step(second, "reset")
    assert not emptied.draft["melds"]
    assert step(emptied, "undo").draft["melds"] == ["7S 8S 9S"]
    nothing = desk_at(rich_rummy())
    for words in ("undo", "reset"):
        with pytest.raises(TableError, match="nothing to take back"):
            step(nothing, words)


@pytest.mark.parametrize("words", ["pick", "add 7S 8S 9S", "dance", "card"])
def test_a_step_that_is_not_possible_is_one_sentence(words: str) -> None:
    """Cards that are gone, cards that were not picked, steps of another version."""
    position = rich_rummy() if words != "card" else dealt("huxxy", 4)
    with pytest.raises(TableError, match=r"\.$"):
        step(desk_at(position), words, "KC#2")


def test_the_last_card_is_kept_for_the_discard() -> None:
    """A meld of the whole hand cannot be added, and a lay-off that leaves too little is said."""
    position = rich_rummy()
    hand = parse_cards("7S 8S 9S")
    small = with_state(position, hands=(hand, position.state.hands[1]))
    desk = step(desk_at(small), "pick", "7S#1", "8S#1", "9S#1")
    with pytest.raises(TableError, match="keep one card"):
        step(desk, "add 7S 8S 9S")


def test_melds_that_are_ready_stay_so_after_a_lay_off() -> None:
    """The game's decision is another one; the melds go on with it, as far as their cards are there."""
    position = rich_rummy()
    desk = step(desk_at(position), "pick", "7S#1", "8S#1", "9S#1")
    desk = step(desk, "add 7S 8S 9S")
    after = apply(position, 0, position.game.parse_action("swap 5D 1"), 2.0)
    carried = BUILDERS["rummy"].carried(desk_at(after, dict(desk.draft)), "swap 5D 1")
    assert carried["melds"] == ["7S 8S 9S"]
    laid = apply(after, 0, position.game.parse_action("lay 7S 8S 9S"), 2.0)
    assert BUILDERS["rummy"].carried(desk_at(laid, dict(carried)), "lay 7S 8S 9S") == {}


# Melds and groups


@pytest.mark.parametrize("seed", range(40))
def test_melds_of_cards_are_all_that_the_rules_would_lay(seed: int) -> None:
    """For subsets of hands rich in jokers: the same melds as Rummy's own list, in every arrangement."""
    rng = random.Random(seed)
    suit = rng.choice("SHDC")
    pack = [f"{rank}{suit}" for rank in "A234567890JQK"] + ["5S", "5H", "5D", "5C", "XR", "XR", "XB", "XB"]
    hand = tuple(sorted(parse_cards(" ".join(rng.sample(pack, 7)))))
    single = [
        action.melds[0] for action in lay_downs((*hand, *parse_cards("KC KC")), 0) if len(action.melds) == 1
    ]
    for size in range(1, 8):
        for cards in set(combinations(hand, size)):
            wanted = {meld for meld in single if sorted(meld) == sorted(cards)}
            assert set(melds_of(cards)) == wanted
            assert wanted or why_none(cards).endswith(".")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("4C", "needs 2 more cards"),
        ("4C 4D", "needs 1 more card."),
        ("XX XX 4C", "two jokers"),
        ("4C 4D 4C", "twice"),
        ("4C 4C 4D 4D 4S", "lacks ♥"),
        ("4C 4C 4D 4D 4S 4S 4H 4H XX", "too many"),
        ("4C 5C 6C", "do not alternate"),
        ("4C 6D XX", "do not alternate"),
        ("4C 5D 7D", "gap between 5♦"),
        ("4C 4D 5H", "not of one value"),
        ("AC 2D 3C 4D 5C 6D 7C 8D 9C 0D JC QD KC XX", "stands for no card"),
    ],
)
def test_what_a_group_of_huxxy_lacks_is_said(cards: str, words: str) -> None:
    assert words in why_invalid(3, parse_cards(cards))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("R1 R2", "three cards"),
        ("R1 R2 R2", "each number only once"),
        ("R1 R2 R4", "no gaps"),
        ("R1 B1 B1", "each colour only once"),
        ("R1 B2 G3", "Pick one colour"),
    ],
)
def test_why_cards_of_notty_are_no_group_is_said(cards: str, words: str) -> None:
    assert not is_valid_group(parse_cards(cards))
    assert words in why_no_group(parse_cards(cards))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("5H 5D", "three cards"),
        ("5H XR XB", "two natural"),
        ("5H 5D 5D", "each suit only once"),
        ("5H 5D XR", "own colour"),
        ("5H 6H XB", "colour of its suit"),
        ("5H 6H 8H", "no gaps; the ace"),
        ("5H 6H 6H", "each card only once"),
        ("5H XR XR 8H", "one joker at most"),
        ("5H 6D 7C", "neither"),
    ],
)
def test_why_cards_of_rummy_are_no_meld_is_said(cards: str, words: str) -> None:
    assert not melds_of(parse_cards(cards))
    assert words in why_none(parse_cards(cards))


def test_what_a_turn_of_huxxy_still_needs_is_said_and_it_cannot_be_ended() -> None:
    """Groups that are too small and the opening's points; the end is there once nothing is missing."""
    position = with_state(dealt("huxxy", 4), table=(), start_table=())
    hand = parse_cards("9S 9H 9D KC")
    position = with_state(position, hands=(tuple(sorted(hand)), *position.state.hands[1:]))
    for form, words in (
        ("play 9S new", "Group 1 needs 2 more cards"),
        ("play 9H 1", "6 more points"),
        ("play 9D 1", "You can end your turn"),
    ):
        position = apply(position, 0, position.game.parse_action(form), 2.0)
        assert words in said(desk_at(position))
        assert ("End turn" in labels(desk_at(position))) is ("end" in words)


# Suggestions


def test_a_suggested_turn_of_huxxy_is_legal_step_by_step_and_does_not_end() -> None:
    """It begins with taking the turn's plays back, where there are any; each step leaves the others."""
    tried, begun = 0, set()
    suggest = BUILDERS["huxxy"].suggest
    assert suggest is not None
    for position in list(played("huxxy", "classic", 5, 120))[::6]:
        desk = desk_at(position)
        draft = suggest(desk, after_asking(40))
        steps = suggested(draft)
        if not steps:
            assert "💡" in said(replace(desk, draft=draft))
            continue
        tried += 1
        assert (steps[0] == "reset") is bool(desk.view.plays)
        begun.add(bool(desk.view.plays))
        seat, after = position.seat_to_act, position
        assert seat is not None
        for form in steps:
            assert f"these {len(suggested(draft))} steps" in " ".join(
                labels(desk_at(after, dict(draft)))
            ) or ("Play this step" in labels(desk_at(after, dict(draft))))
            after = apply(after, seat, position.game.parse_action(form), 2.0)
            draft = BUILDERS["huxxy"].carried(desk_at(after, dict(draft)), form)
        assert not suggested(draft)
        assert after.seat_to_act == seat
        assert "End turn" in labels(desk_at(after))
    assert tried > 5
    assert begun == {True, False}


def test_another_play_than_the_suggested_one_puts_the_suggestion_away() -> None:
    desk = desk_at(crowded_huxxy(), {"suggested": ["play AS 1", "play 2S 1"], "pages": {"hand": 1}})
    assert BUILDERS["huxxy"].carried(desk, "play 3S 1") == {"pages": {"hand": 1}}
    assert suggested(step(desk, "decline").draft) == []


def test_suggested_melds_fill_the_laying_down() -> None:
    """They are not laid before the player says so."""
    desk = desk_at(rich_rummy())
    suggest = BUILDERS["rummy"].suggest
    assert suggest is not None
    filled = replace(desk, draft=suggest(desk, never))
    assert "Lay down" in labels(filled)
    assert "Ready to lay down" in said(filled)
    assert step(filled, "undo").draft.get("melds") is None
    for hand, words in (("2C 5D KH", "no meld in your hand"), ("2S 2D 2H KH", "worth 6 points, and 40 are")):
        poor = with_state(rich_rummy(), hands=(parse_cards(hand), ()), laid_down=(False, False))
        assert words in said(replace(desk_at(poor), draft=suggest(desk_at(poor), never)))


def test_suggested_discards_of_notty() -> None:
    """All groups of the exact solver, one after another; without one, a sentence."""
    suggest = BUILDERS["notty"].suggest
    assert suggest is not None
    position = with_state(crowded_notty(), hands=(parse_cards("R1 R2 R3 B5 G5 Y5 Y9"), parse_cards("R9")))
    draft = suggest(desk_at(position), never)
    assert len(suggested(draft)) == 2
    assert "Play these 2 steps" in labels(desk_at(position, dict(draft)))
    none = with_state(position, hands=(parse_cards("R1 B5"), parse_cards("R9")))
    noted = desk_at(none, dict(suggest(desk_at(none), never)))
    assert "no group in your hand" in said(noted)
    assert "no group in your hand" not in said(step(noted, "pick", "R1#1"))


# Small things


def test_the_grid_of_6_holes_is_laid_out_like_the_cards() -> None:
    """Two rows of three; what cannot be done is there, but dead."""
    position = dealt("six-holes", 2)
    rows = [p for p in Explorer(position).components({}) if p["type"] == 1]
    grid = [[button["label"][:2] for button in row["components"]] for row in rows[:2]]
    assert grid == [["TL", "TM", "TR"], ["BL", "BM", "BR"]]
    assert [bool(button.get("disabled")) for button in rows[0]["components"]] == [False, True, False]


def test_laying_down_says_what_is_missing() -> None:
    """The value so far against the minimum."""
    position = with_state(rich_rummy(), laid_down=(False, False))
    desk = step(step(desk_at(position), "pick", "7S#1", "8S#1", "9S#1"), "add 7S 8S 9S")
    assert "24 of 40 points" in said(desk)
    assert "16 more points" in said(desk)
    assert "Lay down" not in labels(desk)
    desk = step(step(desk, "pick", "5H#1", "5D#1", "5C#1"), f"add {format_cards(parse_cards('5H 5D 5C'))}")
    assert "Lay down" not in labels(desk)
    desk = step(step(desk, "pick", "KD#1", "KH#1", "XB#1"), "add KH KD XB")
    assert "69 of 40 points" in said(desk)
    assert "Lay down" in labels(desk)
