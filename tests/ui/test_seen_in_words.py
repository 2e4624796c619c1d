"""A game shown in words, without pictures: the whole table and the seat's cards appear once each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.render.cards import TEXT_STYLE
from bot.render.catalogue import text_of
from bot.render.pictures.games.catalogue import pictures_of
from bot.render.pictures.picture import Picture, _brief
from bot.rules.catalogue import GAMES
from bot.tables.model.records import Phase
from bot.ui.art.hand_style import HandStyle
from bot.ui.art.illustrations import PLAIN
from bot.ui.art.pictured_parts import hand_parts, seen_parts, table_parts
from bot.ui.board.ending import build_ending
from bot.ui.wording.legend import legend
from bot.ui.wording.seats import cast_of
from tests.e2e.shortcuts import sketched
from tests.ui.extremes import ended
from tests.ui.test_messages import positions, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.tables.model.position import Position

TABLE = {
    "huxxy": r"On the table|The table is empty",
    "three-thirteen": r"Top of the discard pile",
    "notty": r"### ",
    "rummy": r"Melds on the table|No melds on the table yet",
    "six-holes": r"(?m)^# \S+ +\S+ +\S+$",
}
"""Patterns for the words of a table; in 6 Holes, the pattern matches each row of a player's cards."""

SAID = {
    "huxxy": r"Played here: [^.]+\.|\d of 6 plays made\.|\d+ of 24 points to open\.",
    "notty": r"(?:Drawn|Discarded) this turn: [^.]+\.|Taken from",
    "rummy": r"\(for [^)]+\)|may be taken|The discard pile is empty\.",
    "six-holes": r"Discard pile: [^.]+\.|The discard pile is empty\.|drew a card\.",
}
"""Patterns for what a picture's text says of the table besides its cards and seats."""


@pytest.fixture(autouse=True)
def without_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the pictures, only the alternative text is read."""
    monkeypatch.setattr(Picture, "made", classmethod(sketched))


def turns(game: str, seed: int = 3, most: int = 60) -> Iterator[tuple[Position, int]]:
    """Yield the positions in which somebody is to act, with the seat to act."""
    for position in positions(game, seed, most):
        if position.record.phase is Phase.PLAYING and position.seat_to_act is not None:
            yield position, position.seat_to_act


@pytest.mark.parametrize("game", GAMES)
def test_a_position_in_words_shows_its_table_once(game: str) -> None:
    """Reviews, exercises and puzzles used to show only the player's own half in 6 Holes, and the table twice in Huxxy
    and Rummy.
    """
    for position, seat in turns(game):
        said = "\n".join(str(part) for part in seen_parts(position, seat, HandStyle(text_only=True), PLAIN))
        found = {"notty": len(position.record.seats), "six-holes": 4}.get(game, 1)
        assert len(re.findall(TABLE[game], said)) == found, said
        if game == "rummy":
            assert re.search(r"Top of the discard pile\n# [^—]|The discard pile is empty\.", said)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_in_words_says_how_the_game_and_each_seat_stand(game: str) -> None:
    """Reviews in words did not name the wild rank of Three Thirteen, nor exercises and puzzles the cards that the
    others had left. Their pictures show both.
    """
    text = text_of(game)
    for position, seat in turns(game):
        said = "\n".join(str(part) for part in seen_parts(position, seat, HandStyle(text_only=True), PLAIN))
        view = position.view(seat)
        assert said.count(text.subtitle(view)) == 1
        assert all(f"({facts})" in said for facts in text.players(view)), said


@pytest.mark.parametrize("game", SAID)
def test_a_table_in_words_says_what_its_picture_says(game: str) -> None:
    """Words lacked the cards played this turn in Huxxy and Notty, what jokers stand for and whether the discard may be
    taken in Rummy, and in 6 Holes a discard that nobody may take.
    """
    said = set()
    for position, seat in turns(game, 4, 140):
        waiting = (seat + 1) % len(position.record.seats)
        for viewer in (None, waiting) if game == "six-holes" else (None, waiting, seat):
            alt = " ".join(_brief([pictures_of(game).table(position.view(viewer)).alt]))
            words = "\n".join(map(str, table_parts(position, viewer, PLAIN))).replace(TEXT_STYLE, "")
            found = sorted(re.findall(SAID[game], alt.replace(",", "")))
            assert sorted(re.findall(SAID[game], words)) == found, words
            said.update(found)
    assert said


@pytest.mark.parametrize("game", GAMES)
def test_a_waiting_hand_in_words_says_whose_turn_it_is(game: str) -> None:
    """Its picture does, but the words did not."""
    for position, seat in turns(game):
        waiting = (seat + 1) % len(position.record.seats)
        assert f"▶ {seat + 1} " in legend(position, waiting, in_words=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_result_in_words_says_what_its_pictures_say(game: str) -> None:
    """It lacked the points by round, the last wild rank, and the final table of Huxxy and Rummy."""
    position, _steps = ended(game, "plain")
    view, cast = position.view(None), cast_of(position.record)
    said = text(build_ending(position))
    assert ("**Points by round**" in said) is bool(text_of(game).brief.rounds(view))
    assert ("Wild: K." in said) is (game == "three-thirteen")
    for block in text_of(game).board(view, cast) if game in ("huxxy", "rummy") else text_of(game).round_end(view, cast):
        assert block in said


def test_grids_in_words_show_the_points_of_their_columns() -> None:
    """Their pictures have always shown them, and those of the last round."""
    for position, seat in turns("six-holes"):
        view = position.view(seat)
        points = re.compile(r"[TB][LMR] B[LMR]: [^.]+\.")
        for words, picture in (
            (hand_parts(position, seat, HandStyle(text_only=True), PLAIN), pictures_of("six-holes").hand(view, "suit")),
            (text_of("six-holes").round_end(view, cast_of(position.record)), pictures_of("six-holes").round_end(view)),
        ):
            alt = "" if picture is None else picture.alt
            assert sorted(points.findall("\n".join(map(str, words)))) == sorted(points.findall(alt))


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_in_words_shows_the_whole_table_once(game: str) -> None:
    """During the player's turn in Rummy, it used to lack the discard pile and the stock, which its pictures show."""
    for position, seat in turns(game):
        said = "\n".join(map(str, hand_parts(position, seat, HandStyle(text_only=True), PLAIN)))
        found = {"notty": len(position.record.seats) - 1, "six-holes": 4}.get(game, 1)
        assert len(re.findall(TABLE[game], said)) == found, said
        if game == "rummy":
            assert re.search(r"Top of the discard pile\n# [^—]|The discard pile is empty\.", said)
            assert "Stock: " in said
