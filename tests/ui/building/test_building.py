"""Building a turn: choices are kept, the page says what is missing, and a suggestion is never played by itself."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot.players.registry import player
from bot.render.cards import face
from bot.render.pictures.picture import Picture
from bot.rules.cards import format_cards, parse_card, parse_cards
from bot.rules.huxxy.state import Made
from bot.rules.notty.actions import END, Discard
from bot.tables.acts.play import apply
from bot.tables.model.errors import TableError
from bot.ui.art.hand_style import HandStyle
from bot.ui.art.illustrations import Illustrations
from bot.ui.building.catalogue import BUILDERS
from bot.ui.building.exercise import pressed
from bot.ui.building.suggesting import suggested
from bot.ui.kit.controls import button
from bot.ui.turn.hand import build_hand as hand_message
from bot.ui.wording.place import Place
from tests.e2e.payloads import check_message
from tests.ui.building.crowded import crowded_huxxy, crowded_notty, rich_rummy, state_of, with_state
from tests.ui.building.desks import after_asking, desk_at, labels, never, said, step
from tests.ui.building.explorer import Explorer
from tests.ui.building.sampled import dealt, played

if TYPE_CHECKING:
    from bot.ui.building.desk import AnyDesk


def test_picking_does_not_change_the_order_of_the_list() -> None:
    """Every option of a list keeps its place when it is picked, so that the finger finds it again."""
    desk = desk_at(rich_rummy())
    [before] = [p for p in Explorer(desk.position).components({}) if p.get("max_values", 1) > 1]
    desk = step(desk, "pick", "KH#1", "5D#1")
    [after] = [p for p in Explorer(desk.position).components(desk.draft) if p.get("max_values", 1) > 1]
    assert [option["value"] for option in before["options"]] == [o["value"] for o in after["options"]]
    assert {o["value"] for o in after["options"] if o.get("default")} == {"KH#1", "5D#1"}
    assert sorted(desk.draft["picked"]) == ["5D", "KH"]


def test_steps_can_be_undone_one_by_one_or_reset() -> None:
    """Undo restores the previous draft, and even a reset can be undone."""
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
def test_an_impossible_step_is_refused_with_a_sentence(words: str) -> None:
    """Missing cards, cards that were not picked and steps of another version are each refused with a sentence."""
    position = rich_rummy() if words != "card" else dealt("huxxy", 4)
    with pytest.raises(TableError, match=r"\.$"):
        step(desk_at(position), words, "KC#2")


def test_a_hand_of_one_meld_says_why_it_cannot_be_laid() -> None:
    """A meld of the whole hand cannot be laid, because one card is kept for the discard. The bot used to answer that
    there is no meld.
    """
    position = rich_rummy()
    for cards, words in (
        ("7S 8S 9S", "One card must stay in your hand for the discard."),
        ("7S 8S", "no meld"),
        ("7S 8S KD", "no meld"),
    ):
        desk = desk_at(with_state(position, hands=(parse_cards(cards), state_of(position).hands[1])))
        draft = BUILDERS["rummy"].suggest(desk, never).draft
        assert words in said(replace(desk, draft=draft))


def test_the_last_card_is_kept_for_the_discard() -> None:
    """A meld of the whole hand cannot be added, or laid down once a lay-off has left nothing else. Setting it aside
    used to be offered, and was refused.
    """
    position = rich_rummy()
    small, larger = (
        with_state(position, hands=(parse_cards(cards), state_of(position).hands[1]))
        for cards in ("7S 8S 9S", "7S 8S 9S 9C")
    )
    desk = step(desk_at(small), "pick", "7S#1", "8S#1", "9S#1")
    assert "· One card must stay in your hand for the discard." in said(desk)
    assert "Set this meld aside" not in labels(desk)
    with pytest.raises(TableError, match="you cannot lay down your whole hand"):
        step(desk, "add 7S 8S 9S")
    desk = step(desk_at(larger), "pick", "7S#1", "8S#1", "9S#1")
    assert "Set this meld aside" in labels(desk)
    desk = step(desk, "add 7S 8S 9S")
    assert "Lay down" in labels(desk)
    after = apply(larger, 0, larger.game.parse_action("layoff 9C 3"))
    left = desk_at(after, dict(BUILDERS["rummy"].carried(desk_at(after, dict(desk.draft)), "layoff 9C 3")))
    assert "⚠️ One card must stay in your hand for the discard." in said(left)
    assert "Lay down" not in labels(left)
    assert "Reset" in labels(left), "which brings the discards back"


def test_melds_set_aside_are_kept_after_a_swap() -> None:
    """A swap starts a new decision. The melds set aside are kept for it while their cards are still in the hand."""
    position = rich_rummy()
    desk = step(desk_at(position), "pick", "7S#1", "8S#1", "9S#1")
    desk = step(desk, "add 7S 8S 9S")
    after = apply(position, 0, position.game.parse_action("swap 5D 1"))
    carried = BUILDERS["rummy"].carried(desk_at(after, dict(desk.draft)), "swap 5D 1")
    assert carried["melds"] == ["7S 8S 9S"]
    laid = apply(after, 0, position.game.parse_action("lay 7S 8S 9S"))
    assert BUILDERS["rummy"].carried(desk_at(laid, dict(carried)), "lay 7S 8S 9S") == {}


def test_melds_set_aside_are_kept_outside_tables_too() -> None:
    """Melds set aside are also kept in lines, exercises, lessons and puzzles. Nothing is kept once the turn is over."""
    desk = replace(desk_at(rich_rummy(), {"melds": ["7S 8S 9S"]}), verbs="train-")
    forms, draft = pressed(desk, "train-act", "away", ["swap 5D 1"])
    assert (list(forms), draft) == (["swap 5D 1"], {"melds": ["7S 8S 9S"]})
    assert pressed(desk, "train-act", "discard KD", ()) == (["discard KD"], {})
    assert pressed(desk, "train-step", "reset", ())[0] == ()


def picking(hand: str, table: str, plays: int, *values: str) -> AnyDesk:
    """A turn of Huxxy with this hand and table, after `plays` plays and after picking `values`."""
    position = dealt("huxxy", 4)
    groups = tuple(map(parse_cards, table.split(" / ")))
    made = tuple(Made(card, None, 1, is_new=False) for card in parse_cards("2H 2D 2C 2S")[:plays])
    hands = (tuple(sorted(parse_cards(hand))), *state_of(position).hands[1:])
    desk = desk_at(with_state(position, hands=hands, table=groups, plays=made, seat=0))
    return step(desk, "pick", *values)


def test_huxxy_groups_are_offered_only_as_many_cards_as_plays() -> None:
    """The cards used to be played one by one until the rules refused the rest, which left the group half built."""
    hand, table = "3H 4S 5H 6S 7H 8S 9H KC", "2H 2D 2C 2S"
    run = ("3H#1", "4S#1", "5H#1", "6S#1", "7H#1", "8S#1", "9H#1")
    seven = picking(hand, table, 0, *run)
    assert "This turn has 6 plays left; pick fewer cards." in said(seven)
    assert not any("→" in label for label in labels(seven))
    assert "6 cards → new group" in labels(picking(hand, table, 0, *run[:6]))
    assert "This turn has 2 plays left; pick fewer cards." in said(picking(hand, table, 4, *run[:3]))
    assert "2 cards → new group" in labels(picking(hand, table, 4, *run[:2]))


def test_huxxy_groups_are_offered_no_second_joker() -> None:
    both = picking("XX XX 3H 4S", "7H 8S XX / 9C 9D 9H", 1, "XX#1", "XX#2")
    assert "A group can hold only one joker; pick one of them." in said(both)
    assert not any("→" in label for label in labels(both))
    one = picking("XX 3H 4S", "7H 8S XX / KC KD KH", 1, "XX#1", "3H#1")
    parts = Explorer(one.position).components(one.draft)
    [where] = [part for part in parts if part.get("placeholder", "").startswith("To another group")]
    assert [option["value"] for option in where["options"]] == ["2 3H XX"]


def test_suggested_huxxy_turns_are_legal_and_leave_the_end_open() -> None:
    """A suggested turn starts by taking back the turn's plays, if any. After each step, the remaining ones stay
    suggested.
    """
    tried, begun = 0, set()
    suggest = BUILDERS["huxxy"].suggest
    assert suggest is not None
    for position in list(played("huxxy", "classic", 5, 120))[::6]:
        desk = desk_at(position)
        draft = suggest(desk, after_asking(40)).draft
        steps = suggested(draft)
        if not steps:
            assert "💡" in said(replace(desk, draft=draft))
            continue
        tried += 1
        plays = state_of(position).plays
        assert (steps[0] == "reset") is bool(plays)
        begun.add(bool(plays))
        seat, after = position.seat_to_act, position
        assert seat is not None
        for form in steps:
            assert f"these {len(suggested(draft))} steps" in " ".join(labels(desk_at(after, dict(draft)))) or (
                "Play this step" in labels(desk_at(after, dict(draft)))
            )
            after = apply(after, seat, position.game.parse_action(form))
            draft = BUILDERS["huxxy"].carried(desk_at(after, dict(draft)), form)
        assert not suggested(draft)
        assert after.seat_to_act == seat
        assert "End turn" in labels(desk_at(after))
    assert tried > 5
    assert begun == {True, False}


def test_a_huxxy_turn_without_a_suggestion_says_how_to_draw() -> None:
    """A turn that has begun has no button to draw a card until its plays are taken back."""
    position, hand = dealt("huxxy", 4), tuple(sorted(parse_cards("2S 7D 9H")))
    fresh = with_state(position, hands=(hand, *state_of(position).hands[1:]), start_hand=hand)
    begun = apply(fresh, 0, fresh.game.parse_action("play 2S new"))
    for turn, words, pressed_first in (
        (fresh, "There is no table turn with these cards; draw a card.", "Draw a card"),
        (begun, "There is no table turn with these cards; press Reset, then draw a card.", "Reset"),
    ):
        desk = desk_at(turn)
        noted = replace(desk, draft=BUILDERS["huxxy"].suggest(desk, never).draft)
        assert words in said(noted)
        assert pressed_first in labels(noted)


def test_a_search_that_was_given_up_is_no_help() -> None:
    """Whoever is told that a quick search found nothing knows as much as before. Nor is there always a meld or a group
    to say something about.
    """
    position, hand = dealt("huxxy", 4), tuple(sorted(parse_cards("9S 9H 9D 2C 5D KH")))
    fresh = desk_at(with_state(position, hands=(hand, *state_of(position).hands[1:]), start_hand=hand))
    given_up = BUILDERS["huxxy"].suggest(fresh, lambda: True)
    assert "I found no table turn in a quick search" in said(replace(fresh, draft=given_up.draft))
    assert not given_up.is_help
    assert BUILDERS["huxxy"].suggest(fresh, never).is_help
    whole_hand = desk_at(with_state(rich_rummy(), hands=(parse_cards("7S 8S 9S"), ())))
    assert not BUILDERS["rummy"].suggest(whole_hand, never).is_help


def test_a_different_play_drops_the_suggestion() -> None:
    desk = desk_at(crowded_huxxy(), {"suggested": ["play AS 1", "play 2S 1"], "pages": {"hand": 1}})
    assert BUILDERS["huxxy"].carried(desk, "play 3S 1") == {"pages": {"hand": 1}}
    assert suggested(step(desk, "decline").draft) == []


def test_suggested_melds_are_set_aside_for_laying_down() -> None:
    """The melds are only set aside: the player decides whether to lay them down."""
    desk = desk_at(with_state(rich_rummy(), hands=(parse_cards("7S 8S 9S 2C"), ())))
    suggest = BUILDERS["rummy"].suggest
    assert suggest is not None
    filled = replace(desk, draft=suggest(desk, never).draft)
    assert "Lay down" in labels(filled)
    assert "Ready to lay down" in said(filled)
    assert step(filled, "undo").draft.get("melds") is None
    for hand, words in (("2C 5D KH", "no meld in your hand"), ("2S 2D 2H KH", "worth 6 points; you need 40")):
        poor = with_state(rich_rummy(), hands=(parse_cards(hand), ()), laid_down=(False, False))
        assert words in said(replace(desk_at(poor), draft=suggest(desk_at(poor), never).draft))


@pytest.mark.parametrize(
    ("hand", "laid_down", "melds"),
    [
        ("7S 8S 9S 5H 5D 5C 2C", True, ["5H 5D 5C", "7S 8S 9S"]),  # the whole hand can go
        ("7S 8S 9S 5D 2C", True, ["7S 8S 9S"]),  # the 5 can be laid off
        ("5D 2C", True, []),  # a way out without melds
        ("7S 8S 9S 4H 2C", True, []),
        ("KS KH KD 0C JC QC 2S 3S 4S 7D 5H", False, ["0C JC QC", "KS KH KD"]),  # the least that lays down
        ("KS KH KD 0C JC QC 2S 3S 4S 7H", False, ["0C JC QC", "2S 3S 4S", "KS KH KD"]),
    ],
)
def test_only_melds_that_a_hint_would_lay_are_suggested(hand: str, laid_down: bool, melds: list[str]) -> None:
    """A review reports melds that were laid before the whole hand can go. It reported those that had been suggested."""
    position = with_state(rich_rummy(), hands=(parse_cards(hand), ()), laid_down=(laid_down, False))
    draft = BUILDERS["rummy"].suggest(desk_at(position), never).draft
    assert sorted(draft.get("melds", [])) == sorted(map(format_cards, map(sorted, map(parse_cards, melds))))


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ("7S 8S 9S 4H 2C", "Your whole hand cannot go this turn: keep its melds until it can."),
        ("5D 2C", "Your whole hand can go this turn: lay cards off or swap jokers first."),
        ("9S QH 5D 9D", "Your whole hand can go this turn: lay cards off or swap jokers first."),  # 9S 9D XR then
    ],
)
def test_why_no_melds_are_suggested_is_said(hand: str, why: str) -> None:
    position = with_state(rich_rummy(), hands=(tuple(sorted(parse_cards(hand))), ()))
    desk = desk_at(position)
    asked = replace(desk, draft=BUILDERS["rummy"].suggest(desk, never).draft)
    assert why in said(asked)
    assert "Ready to lay down" not in said(asked)


def test_notty_discards_are_suggested_one_after_another() -> None:
    """The exact solver's groups are suggested one after another. If there are none, a sentence says so."""
    suggest = BUILDERS["notty"].suggest
    assert suggest is not None
    position = with_state(crowded_notty(), hands=(parse_cards("R1 R2 R3 B5 G5 Y5"), parse_cards("R9")))
    draft = suggest(desk_at(position), never).draft
    assert len(suggested(draft)) == 2
    assert "Play these 2 steps" in labels(desk_at(position, dict(draft)))
    none = with_state(position, hands=(parse_cards("R1 B5"), parse_cards("R9")))
    noted = desk_at(none, dict(suggest(desk_at(none), never).draft))
    assert "no group in your hand" in said(noted)
    assert "no group in your hand" not in said(step(noted, "pick", "R1#1"))


DRAWN = parse_cards("Y9")


@pytest.mark.parametrize(
    ("options", "steps"),
    [
        ({}, 0),
        ({"round_limit": 1}, 2),  # the fewest cards win
        ({"hand_limit": 9}, 0),
        ({"hand_limit": 8}, 1),  # there is too little room to draw
        ({"hand_limit": 7}, 1),
        ({"hand_limit": 9, "drawn": DRAWN}, 1),  # there would be too little room on the next turn
        ({"hand_limit": 10, "drawn": DRAWN}, 0),
    ],
)
def test_only_groups_that_a_hint_would_discard_are_suggested(options: dict[str, Any], steps: int) -> None:
    """A hint keeps groups until the whole hand can go. Whoever discarded what was suggested lost to it every time. With
    room for one or two cards, a hint said to draw them.
    """
    hands = (parse_cards("R1 R2 R3 B5 G5 Y5 Y9"), parse_cards("R9"))
    position = with_state(crowded_notty(), hands=hands, turns=0, **options)
    desk = desk_at(position)
    hint = player("notty", "strong").choose(position.view(0), Random(1)).action
    assert isinstance(hint, Discard) is (steps > 0)
    draft = BUILDERS["notty"].suggest(desk, never).draft
    assert len(suggested(draft)) == steps
    kept = "Your hand cannot all go at once yet: keep its groups." in said(replace(desk, draft=draft))
    assert kept is (steps == 0)


@pytest.mark.parametrize("options", [{}, {"hand_limit": 9}, {"hand_limit": 7}, {"round_limit": 3}], ids=str)
@pytest.mark.parametrize(("other", "wins"), [("R9 R10 B9 G9 Y9 B10 G10 Y10", True), ("R9 B9", False)])
def test_no_discards_are_suggested_where_a_pass_wins(options: dict[str, int], other: str, wins: bool) -> None:
    """A hint passed, which ended the game with the fewest cards, while the suggestion made room or shed all groups."""
    hands = (parse_cards("R1 R2 R3 B5 G5 Y5 B7"), parse_cards(other))
    position = with_state(crowded_notty(), hands=hands, turns=5, passes=5, **options)
    hint = player("notty", "strong").choose(position.view(0), Random(1)).action
    assert (hint == END) is wins
    suggestion = BUILDERS["notty"].suggest(desk_at(position), never)
    told = said(replace(desk_at(position), draft=suggestion.draft))
    assert ("Pass and keep your groups: that ends the game, and you hold the fewest cards." in told) is wins
    assert suggestion.is_help
    if wins:
        assert not suggested(suggestion.draft)


@pytest.mark.parametrize(
    ("group", "kind"), [(("R1#1", "R2#1", "R3#1"), "a sequence"), (("R5#1", "B5#1", "G5#1"), "a set")]
)
def test_notty_says_what_the_picked_cards_form(group: tuple[str, ...], kind: str) -> None:
    position = with_state(crowded_notty(), hands=(parse_cards("R1 R2 R3 R5 B5 G5"), parse_cards("R9")))
    assert f"** · {kind}" in said(step(desk_at(position), "pick", *group)).splitlines()[-1]


def test_the_grid_of_6_holes_is_laid_out_like_the_cards() -> None:
    """The buttons form two rows of three. Those that cannot be used are shown, but disabled."""
    position = dealt("six-holes", 2)
    rows = [p for p in Explorer(position).components({}) if p["type"] == 1]
    grid = [[button["label"][:2] for button in row["components"]] for row in rows[:2]]
    assert grid == [["TL", "TM", "TR"], ["BL", "BM", "BR"]]
    assert [bool(button.get("disabled")) for button in rows[0]["components"]] == [False, True, False]


def test_laying_down_says_what_is_missing() -> None:
    """The page shows the value so far and the minimum."""
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


def discard_of(card: str) -> str:
    return f"Discard {face(parse_card(card))}"


def test_rummy_cards_have_discard_buttons_until_melds_are_set_aside() -> None:
    """Each card has a discard button. A picked card gets a button that names it, and discarding the last card wins."""
    desk = desk_at(rich_rummy())
    assert face(parse_card("KH")) in labels(desk)
    assert discard_of("KH") in labels(step(desk, "pick", "KH#1"))
    ready = step(step(desk, "pick", "7S#1", "8S#1", "9S#1"), "add 7S 8S 9S")
    assert face(parse_card("KH")) not in labels(ready)
    assert discard_of("KH") not in labels(step(ready, "pick", "KH#1"))
    last = with_state(rich_rummy(), hands=(parse_cards("2D"), parse_cards("3S")))
    assert f"{discard_of('2D')} and win" in labels(desk_at(last))


def test_rummy_cards_that_fit_the_table_are_listed_with_melds() -> None:
    """Cards that fit the table are listed only for a player who has laid down. If one card is picked, only its own
    moves are listed.
    """
    desk = desk_at(rich_rummy())
    assert any(" → " in entry for entry in entries(desk, "away"))
    assert any("for the joker of" in entry for entry in entries(desk, "away"))
    assert {entry.split()[0] for entry in entries(step(desk, "pick", "5D#1"), "away")} == {face(parse_card("5D"))}
    assert entries(desk_at(with_state(rich_rummy(), laid_down=(False, False))), "away") == []


def test_picked_rummy_cards_are_recognised_as_several_melds() -> None:
    """Seven cards picked at once can be laid down with one press."""
    position = with_state(rich_rummy(), laid_down=(False, False), hands=(parse_cards("0S JS QS KS 5H 5D 5C 2C"), ()))
    desk = step(desk_at(position), "pick", "0S#1", "JS#1", "QS#1", "KS#1", "5H#1", "5D#1", "5C#1")
    assert "40 points" in said(desk)
    assert "15 points" in said(desk)
    assert "Lay down" in labels(desk)
    assert len(step(desk, "add 0S JS QS KS / 5H 5D 5C").draft["melds"]) == 2


def entries(desk: AnyDesk, argument: str) -> list[str]:
    """The labels of a select's options, or an empty list if there is no such select."""
    found = Explorer(desk.position).components(desk.draft)
    ending = f":{argument}"
    return [one["label"] for p in found if p.get("custom_id", "").endswith(ending) for one in p.get("options", ())]


def test_the_fullest_rummy_hand_with_a_hint_fits_in_a_message() -> None:
    """A hand message with fourteen different cards, lists of melds and of fitting cards, a hint with its button, and a
    note has forty components, which is Discord's limit.
    """
    hand = parse_cards("5H 5D 5C 7S 8S 9S 0S XR XB KD KH 2C 3H AD")
    position = with_state(rich_rummy(), hands=(hand, ()))
    seat = position.seat_to_act
    assert seat is not None
    person = position.record.seats[seat].person
    assert person is not None
    hint = ("💡 a hint", [button(1, "hint-play", "Play it")])
    style = HandStyle(note="a note", aside=hint)
    picture = Picture(b"", "alt.")
    view = hand_message(
        position, person, Place("X", "#x", "https://discord.com"), style, Illustrations(picture, picture)
    )
    components: Any = view.to_components()  # type: ignore[no-untyped-call]
    check_message({"components": components, "flags": 1 << 15, "allowed_mentions": {}}, "rummy")
