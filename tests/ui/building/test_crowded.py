"""Large hands and full tables: every action can be reached, and every message is within Discord's limits."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from bot.language import LANGUAGES, speaking
from bot.lines.deal import Deal
from bot.lines.lines import Standing
from bot.lines.stored import Line
from bot.review.training import Try
from bot.rules.cards import STANDARD_PACK
from bot.rules.catalogue import GAMES
from bot.rules.huxxy.state import Made
from bot.ui.art.hand_style import HandStyle
from bot.ui.art.illustrations import PLAIN
from bot.ui.art.pictured_parts import seen_parts
from bot.ui.board.board import build_board
from bot.ui.kit.controls import button
from bot.ui.replays.day_words import todays_deal
from bot.ui.replays.line_page import line_page
from bot.ui.replays.train import desk_of, exercise_page
from bot.ui.turn.first_time import lesson_offer
from bot.ui.turn.hand import build_hand
from bot.ui.turn.hint import question
from bot.ui.wording.place import Place
from tests.e2e.payloads import check_message, walk
from tests.ui.building.crowded import crowded_huxxy, crowded_notty, rich_rummy, state_of, with_state
from tests.ui.building.explorer import Explorer
from tests.ui.extremes import (
    NAMES,
    SNOWFLAKE,
    check,
    cut_pictures,
    on_autopilot,
    place,
    some_positions,
    spoken,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.tables.model.position import Position
    from bot.ui.kit.layout import Part

PLACE = Place("A server", "#a-channel", "https://discord.com/channels/1/2")
CROWDED = {"huxxy": crowded_huxxy, "notty": crowded_notty, "rummy": rich_rummy}


def check_hand_message(position: Position, draft: object) -> None:
    """Check that Discord accepts the whole hand message."""
    person = position.person_to_act
    assert person is not None
    view = build_hand(position, person, PLACE, HandStyle(draft=draft))  # type: ignore[arg-type]
    body = {"components": view.to_components(), "flags": 1 << 15, "allowed_mentions": {}}  # type: ignore[no-untyped-call]
    check_message(body, str(draft))


def test_every_action_on_a_crowded_huxxy_table_can_be_reached() -> None:
    """If both the hand and the table have more cards than a select holds, the lists are paged, and every action can be
    reached.
    """
    position = crowded_huxxy(26, 9)
    legal = position.game.legal_actions(position.state)
    offered = Explorer(position).reachable()
    assert len(legal) > 400
    assert offered == {position.game.format_action(action) for action in legal}


@pytest.mark.parametrize("cards", [("R1", "R2", "R3"), ("R10", "B10", "G10", "Y10"), ("Y4", "Y5", "Y6", "Y7", "Y8")])
def test_a_group_can_be_picked_from_several_pages(cards: tuple[str, ...]) -> None:
    """Cards picked on one page stay picked while another page is shown."""
    offered = Explorer(crowded_notty()).reachable([cards])
    assert f"discard {' '.join(sorted(cards, key='RBGY'.find))}" in offered or (f"discard {' '.join(cards)}" in offered)


@pytest.mark.parametrize("game", CROWDED)
def test_crowded_messages_fit_discords_limits(game: str) -> None:
    """Discord accepts the messages with nothing chosen, and after each possible first choice."""
    position = CROWDED[game]()
    explorer = Explorer(position)
    check_hand_message(position, {})
    for part in explorer.components({}):
        if part["type"] == 3 and part["custom_id"].split(":")[2] == "step":
            words = part["custom_id"].split(":", 4)[4]
            for option in part["options"]:
                check_hand_message(position, explorer.after({}, words, [option["value"]]))


def test_a_joker_is_offered_for_either_end_and_several_melds() -> None:
    """The player is asked where to put a card that fits several places."""
    offered = Explorer(rich_rummy()).reachable()
    assert {"layoff XR 1 low", "layoff XR 1 high", "layoff XR 2", "layoff XB 3 high", "swap 5D 1"} <= offered
    assert not {"layoff XB 2", "layoff KD 2", "layoff 5D 1"} & offered


# A hand that says everything at once


def fullest_huxxy() -> Position:
    """Fifty-four cards in the hand, which take three pages, and more groups on the table than one page of a list has,
    some of them begun in this turn.
    """
    position = crowded_huxxy(27, 20)
    state = state_of(position)
    played = STANDARD_PACK[-13:]
    plays = tuple(Made(card, None, 21 + number, is_new=True) for number, card in enumerate(played[:5]))
    return with_state(
        position,
        hands=(tuple(sorted((*state.hands[0], *state.hands[0]))), *state.hands[1:]),
        start_hand=tuple(sorted((*state.hands[0], *state.hands[0], *played))),
        table=(*state.start_table, *((card,) for card in played)),
        plays=plays,
    )


def choices(position: Position) -> Iterator[dict[str, Any]]:
    """Drafts that add controls: nothing chosen, each kind of choice, every page, a suggestion, a note."""
    explorer = Explorer(position)
    pages = {"hand": 1, "table": 1, "fits": 1, "where": 1}
    yield {}
    yield {"pages": pages}
    for part in explorer.components({"pages": pages}):
        if part["type"] == 3 and part["custom_id"].split(":")[2] == "step":
            words, values = part["custom_id"].split(":", 4)[4], [option["value"] for option in part["options"]]
            for pick in ([values[0]], [values[-1]], values[: min(3, part["max_values"])]):
                yield {**explorer.after({"pages": pages}, words, pick), "pages": pages}
    form = position.game.format_action(position.game.legal_actions(position.state)[0])
    yield {"pages": pages, "suggested": [form] * 7}
    yield {"pages": pages, "note": "There is no table turn with these cards; draw a card."}


def asides(position: Position) -> Sequence[Sequence[Part]]:
    """What a hand can say besides the turn."""
    record, game = position.record, position.game
    longest = max(map(game.format_action, game.legal_actions(position.state)), key=len)
    play = button(record.id, "hint-play", "Play it", decision=record.decision, argument=longest)
    hint = ("💡 a hint\n-# because", [play])
    return (), question(record, "hint-yes").parts(), hint, ("⚠️ a refusal",)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*CROWDED, "the fullest huxxy"])
def test_crowded_hands_fit_with_every_other_part(game: str, language: str) -> None:
    """Autopilot, a question or a hint, a note, the lesson, and pictures whose words are cut so that the message has
    them too: a hand of Huxxy used to have 43 components, and one of Rummy 41. Discord refuses more than 40, so
    shortcuts are left out.
    """
    position = {**CROWDED, "the fullest huxxy": fullest_huxxy}[game]()
    seat, person = position.seat_to_act, position.person_to_act
    assert seat is not None
    assert person is not None
    away = on_autopilot(position, seat)
    with speaking(spoken(language)):
        for draft, aside, pictures in product(choices(position), asides(away), (PLAIN, cut_pictures())):
            style = HandStyle(note="a note", draft=draft, aside=aside, offer=lesson_offer(away))
            view = build_hand(away, person, PLACE, style, pictures)
            check(view, f"{game} {draft} {aside}")
            _check_nothing_needed_is_lost(view, away, style)


def _check_nothing_needed_is_lost(view: Any, position: Position, style: HandStyle) -> None:
    """Check that the message has the way back, the aside, what is missing, and the buttons of the turn."""
    components = list(walk(view.to_components()))
    verbs = [part["custom_id"].split(":")[2] for part in components if "custom_id" in part]
    told = "\n".join(part["content"] for part in components if "content" in part)
    seat = position.seat_to_act or 0
    assert ("back" in verbs) is position.record.seats[seat].autopilot
    assert "refresh" in verbs
    assert "a note" in told
    assert "\n…" not in told
    assert all(part in told for part in style.aside if isinstance(part, str))
    own = [part for part in style.aside if not isinstance(part, str) and part]
    assert {each.custom_id for row in own for each in row} <= {part.get("custom_id") for part in components}  # type: ignore[union-attr]
    if position.record.game == "huxxy":
        assert {"end", "undo", "reset"} <= {
            part["custom_id"].split(":", 4)[4] for part in components if ":act:" in part.get("custom_id", "")
        }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*CROWDED, "the fullest huxxy"])
def test_crowded_boards_exercises_and_replayed_deals_fit(game: str, language: str) -> None:
    """With the longest names, in words alone and in pictures whose words are cut."""
    position = {**CROWDED, "the fullest huxxy": fullest_huxxy}[game]()
    seats = tuple(replace(each, name=NAMES["escaped"]) for each in position.record.seats)
    position = replace(position, record=replace(position.record, seats=seats))
    seat = position.seat_to_act
    assert seat is not None
    with speaking(spoken(language)):
        for draft, pictures in product(choices(position), (PLAIN, cut_pictures())):
            style = HandStyle(draft=draft, text_only=pictures is PLAIN)
            line = Line(5, SNOWFLAKE, NAMES["escaped"], 1, 7, None, seat, 0.0, draft=draft)
            deal = Deal(position.record.game, {}, b"", 1, seats)
            exercise, seen = Try((), draft), seen_parts(position, seat, style, pictures)
            for view in (
                build_board(on_autopilot(position, len(seats) - 1), pictures),
                line_page("A heading.", Standing(deal, line, position), style, pictures, [todays_deal()]),
                exercise_page(desk_of(position, seat, exercise, style, pictures.emojis), seen, 99),
            ):
                assert "\n…" not in check(view, f"{game} {draft}")


def test_a_crowded_huxxy_hand_still_reaches_every_action() -> None:
    """What it leaves out are shortcuts: whatever can be played with them can be played without them."""
    position = crowded_huxxy(12, 5)
    legal = position.game.legal_actions(position.state)
    assert Explorer(position, crowded=True).reachable() == {position.game.format_action(action) for action in legal}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["escaped", "right to left"])
@pytest.mark.parametrize("game", GAMES)
def test_hands_with_the_longest_names_fit(game: str, name: str, language: str) -> None:
    """Also when everybody before has played a long turn, which the hand tells."""
    with speaking(spoken(language)):
        for position in some_positions(game, NAMES[name], 61):
            seat = position.seat_to_act
            if seat is None:
                continue
            at = on_autopilot(position, seat)
            for pictures, text_only in ((PLAIN, True), (cut_pictures(), False)):
                for aside in asides(at)[:2]:
                    style = HandStyle(note="a note", aside=aside, offer=lesson_offer(at), text_only=text_only)
                    view = build_hand(at, SNOWFLAKE + seat, place(NAMES[name]), style, pictures)
                    assert "\n…" not in check(view, f"{game} {position.record.decision}")
