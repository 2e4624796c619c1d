"""Names in pictures are short, use letters that the typefaces have, and never come from another table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PIL import ImageFont

from bot.language import speaking
from bot.render.pictures.drawing.drawn_names import MAX_LETTERS, drawn_names
from bot.render.pictures.drawing.typeface import font, font_for
from bot.render.pictures.games.catalogue import PICTURES
from bot.render.pictures.picture_style import PictureStyle
from bot.render.pictures.records.result import Placed, result_card
from bot.rules.catalogue import GAMES
from tests.render.sampled import random_game

if TYPE_CHECKING:
    from collections.abc import Sequence


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Zoë", "Zoë"),
        ("Łukasz Żak", "Łukasz Żak"),
        ("Nguyễn", "Nguyễn"),
        ("Σωκράτης", "Σωκράτης"),
        ("Ольга 🌸", "Ольга"),
        ("𝓛𝓾𝓷𝓪", "Luna"),  # noqa: RUF001  # letters of mathematics, as people choose them for their names
        ("e\u0301va", "éva"),
        ("\u202eevil", "evil"),
        ("Maximiliane von Berg", "Maximiliane…"),
        ("MAXIMILIAN W", "MAXIMILIAN W"),
        ("WWWWWWWWWWWWWWWW", "WWWWWWWW…"),
        ("太郎", "Seat 1"),
        ("مريم", "Seat 1"),
        ("🎉🎉", "Seat 1"),
        ("___", "Seat 1"),
        ("Anna ❤️", "Anna"),
        ("☀️ Anna ☀️ Bo", "Anna Bo"),
        ("Zoe (she/her)", "Zoe she her"),
        ("dark_knight", "dark knight"),
        ("O’Neil", "O’Neil"),  # noqa: RUF001
    ],
)
def test_a_name_is_drawn_if_the_typeface_has_its_letters(name: str, drawn: str) -> None:
    assert drawn_names((name,)) == (drawn,)
    assert len(drawn) <= MAX_LETTERS


def test_an_undrawable_name_is_a_seat_in_the_viewers_language() -> None:
    """Drawn names are cached, and the first viewer's language used to be cached with them."""
    for language, seat in (("en", "Seat 2"), ("de", "Sitz 2"), ("en", "Seat 2")):
        with speaking(language):
            assert drawn_names(("Carl", "太郎")) == ("Carl", seat)


def test_the_winner_of_a_german_result_is_no_place() -> None:
    """“Platz” is both a seat and a place: a result used to say “Gewonnen: Platz 2!” and “2. Platz 1”."""
    with speaking("de"):
        card = result_card([Placed(1, 1, "0 Punkte"), Placed(0, 2, "9 Punkte")], (), PictureStyle(("🎉", "✨")))
    assert card.alt == "Gewonnen: Sitz 2. 1. Sitz 2: 0 Punkte. 2. Sitz 1: 9 Punkte."


def test_equal_names_are_numbered_in_words_as_in_the_picture() -> None:
    """The alternative text used to say “To move: Max.” for either player, while the picture had “Max 1” and “Max 2”."""
    style = PictureStyle(("Max", "✨Max✨", "Carl"))
    assert [style.spoken(seat) for seat in range(3)] == ["Max 1", "Max 2", "Carl"]
    assert [style.written(seat) for seat in range(3)] == ["Max 1", "Max 2", "Carl"]


def test_names_that_differ_in_an_emoji_are_numbered() -> None:
    """What makes a heart red stayed behind as a space, so “Anna ” and “Anna” were told apart by nothing visible."""
    style = PictureStyle(("Anna ❤️", "Anna"))
    assert [style.written(seat) for seat in range(2)] == ["Anna 1", "Anna 2"]
    assert [style.spoken(seat) for seat in range(2)] == ["Anna 1", "Anna 2"]


def test_a_name_equal_to_a_numbered_one_is_made_unique() -> None:
    """A picture used to have the names “Anna 1”, “Anna 2” and “Anna 1”."""
    for names in (("Anna", "Anna", "Anna 1"), ("Anna 2", "Anna", "Anna"), ("Seat 3", "Carl", "太郎")):
        style = PictureStyle(names)
        for shown in (style.written, style.spoken):
            assert len({shown(seat) for seat in range(3)}) == 3
    assert drawn_names(("Anna", "Anna", "Anna 1")) == ("Anna 1", "Anna 2", "Anna 1 3")


def test_shortened_names_with_the_same_beginning_stay_distinct() -> None:
    first, second, third = drawn_names(("Maximiliane Abel", "Maximiliane Bach", "Carl"))
    assert first != second
    assert third == "Carl"
    assert max(map(len, (first, second))) <= MAX_LETTERS


@pytest.mark.parametrize("game", GAMES)
def test_a_cached_picture_is_not_reused_for_other_names(game: str) -> None:
    """The picture cache takes names into account: equal cards with other people give another picture."""
    rules = GAMES[game]
    state = random_game(game, rules.seats[-1], 3, 60)[-1]
    view: Any = rules.view(state, None)

    def drawn(names: Sequence[str]) -> Any:
        return PICTURES[game].table(view, PictureStyle(tuple(names)))

    seats = range(rules.seats[-1])
    ours, theirs = [f"Anna{seat}" for seat in seats], [f"Ben{seat}" for seat in seats]
    first, second = drawn(ours), drawn(theirs)
    assert first.data != second.data
    assert not any(name in second.alt for name in ours)
    assert all(name in first.alt for name in ours)
    assert drawn(ours) == first


def test_words_are_as_wide_on_every_machine() -> None:
    """Pillow's other layout needs the system's FriBidi, which slim containers lack: pictures had other line breaks
    there, and card emojis other names.
    """
    assert {typeface.layout_engine for typeface in (font(20), font_for("Łukasz", 20))} == {ImageFont.Layout.BASIC}
