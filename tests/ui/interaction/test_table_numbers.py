"""A table's number is read as people type it, and as the lists of their language show it."""

from __future__ import annotations

import pytest

from bot.language import LANGUAGES, _, speaking
from bot.ui.interaction.table_lookup import table_number
from tests.third_language import third_language

LISTED = (
    "Table {number}",
    "Table {number}: your turn, {game}, {place}",
    "Table {number}: {game}, {place}",
    "Table {number}: {game}, {day}, {people}",
)


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("7", 7), (" #7 ", 7), ("table 7", 7), ("Table #7", 7), ("TABLE7", 7), ("7: Huxxy, #cards", 7),
        ("7 of hearts", None), ("Tisch 7", None), ("table", None), ("", None), ("\u0667", None), ("7 7", None),
    ],
)  # fmt: skip
def test_a_number_is_read_alone_or_with_its_table(typed: str, number: int | None) -> None:
    assert table_number(typed) == number


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_is_read_as_lists_show_it(language: str) -> None:
    """A phone sends the name of an entry. In every language, English is read as well."""
    with speaking(language):
        for text in LISTED:
            shown = _(text).format(number=7, game="6 Holes", place="#cards", day="2026-11-30", people="Anna, Ben")
            assert table_number(shown) == table_number("table 7") == 7


def test_a_table_is_read_where_the_number_comes_first_and_a_space_before_the_colon() -> None:
    """The number had to be the last word, with the colon right behind it."""
    with third_language():
        for shown in ("12e table", "12e table\u00a0: 6 Holes, #cards", "table 12: Huxxy", "12"):
            assert table_number(shown) == 12
