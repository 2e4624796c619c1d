"""The board of a table where only computers play shows what each did and thought."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, get_args

from bot.render.cards import TEXT_STYLE
from bot.render.cast import Cast
from bot.render.catalogue import text_of
from bot.rules.cards import parse_card, parse_cards
from bot.rules.game import Event
from bot.tables.acts import news
from bot.tables.acts.news import KINDS, THOUGHT
from bot.tables.acts.proposals import Ending
from bot.tables.model.records import ProposalKind
from bot.ui.board.recent import MAX_SENTENCES, recent
from bot.ui.wording.news import news_sentence
from bot.ui.wording.seats import cast_of
from tests.ui.since import BEN, CARL, act, after, discarded, drawn


def thought(seat: int, kind: str, **facts: Any) -> Event:
    return Event(THOUGHT, seat, {"kind": kind, "facts": facts})


def lines_of(game: str, *events: Event) -> list[str]:
    """The lines of the board, without markdown."""
    position = after(game, *events)
    seats = tuple(replace(seat, person=None, level="classic") for seat in position.record.seats)
    table = replace(position.record, seats=seats)
    lines = recent(table, text_of(game), cast_of(table), position.view(None))
    return lines.replace(TEXT_STYLE, "").replace("*", "").replace("-# 🤖 ", "").splitlines()


def test_the_thought_of_ending_a_turn_is_not_the_next_players() -> None:
    """In Notty, the end of a turn has no line of its own."""
    assert lines_of(
        "notty",
        thought(BEN, "ended_with_nothing_to_discard"),
        act("turn_ended", BEN, drawn=1, discarded=0, taken=0),
        thought(CARL, "drew_by_feeling", count=1),
        act("cards_drawn", CARL, cards=parse_cards("R1")),
    ) == ["Carl drew 🔴1. 💭 I draw 1 on a hunch."]


def test_a_huxxy_table_turn_has_one_thought() -> None:
    """One line covers up to six plays and the end of the turn, each of which has its own thought."""
    plays = [thought(BEN, "plays_best_turn", cards=3)] * 3
    ended = act("table_turn_ended", BEN, played=parse_cards("9S 9H 9D"), moved=(), points=27, opening=False)
    assert lines_of("huxxy", *plays, thought(BEN, "ends_turn"), ended) == [
        "Ben played 9♠ 9♥ 9♦ (27 points). 💭 This plays 3 cards."
    ]


def test_the_points_of_a_huxxy_turn_stand_beside_the_cards_that_made_them() -> None:
    """They stood after the moved cards, as if these were worth them."""
    facts = {"played": parse_cards("6H"), "moved": parse_cards("2H 3C"), "points": 6}
    assert lines_of("huxxy", act("table_turn_ended", BEN, **facts, opening=False)) == [
        "Ben played 6♥ (6 points) and moved 2♥ 3♣."
    ]


def test_a_shuffle_between_a_thought_and_its_act_has_no_thought() -> None:
    assert lines_of(
        "three-thirteen",
        thought(BEN, "drew_as_pile_is_empty"),
        act("pile_reshuffled", None, cards=30),
        drawn(BEN),
    ) == [
        "-# The stock was empty: 30 cards of the discard pile were shuffled into a new stock.",
        "Ben drew from the stock. 💭 There is nothing on the discard pile, so I draw from the stock.",
    ]


def test_the_oldest_line_has_its_thought_too() -> None:
    turn = thought(BEN, "discarded_spare", card=parse_card("9S")), discarded(BEN, "9S")
    line = "Ben discarded 9♠. 💭 I can spare the 9♠."
    assert lines_of("rummy", *turn * (MAX_SENTENCES + 1)) == [line] * MAX_SENTENCES


def test_every_kind_of_news_is_explained_and_has_a_sentence() -> None:
    """News without a sentence would count as an act of the game in the hands, and boards and logs would not show it."""
    assert (
        set(re.findall(r"`([a-z_]+)`", "".join(re.findall(r"^\| (`[^|]+)\|", news.__doc__ or "", re.MULTILINE))))
        == KINDS
    )
    cast = Cast(("Anna",), (None,))
    assert [kind for kind in KINDS if news_sentence(Event(kind, 0, {}), cast) is None] == []


def test_every_end_of_a_question_is_news() -> None:
    """Its kind is put together from both."""
    assert {f"{kind}_{ending}" for kind in ProposalKind for ending in get_args(Ending)} <= KINDS
