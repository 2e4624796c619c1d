"""Looking texts up: commands and options are named as the listener's Discord names them."""

from __future__ import annotations

import pytest

from bot.language import Tongue, _, pgettext, speaking

HERE = "There is no table in this channel; open one with /table new."
WHICH = "You sit at several tables; say which one with table:, for example table: {number}."
TAKE = "Press the buttons under your hand. Or write:\n- /draw from: stock, or /draw from: discard\n- /discard with the card, such as 10C for the ten of clubs"


@pytest.mark.parametrize(
    ("tongue", "named"),
    [
        (Tongue("de", "de"), ("/tisch neu", "tisch:", "/ziehen von:")),
        (Tongue("de", "en"), ("/table new", "table:", "/draw from:")),
    ],
)
def test_commands_in_a_text(tongue: Tongue, named: tuple[str, str, str]) -> None:
    """A German text names them in German, or in English where the listener's Discord shows them so."""
    with speaking(tongue):
        assert _(HERE) == f"In diesem Kanal ist kein Tisch; eröffne einen mit {named[0]}."
        assert _(WHICH).count(named[1]) == 2
        assert _(TAKE).count(named[2]) == 2
        assert pgettext("command", "draw") == named[2][1:].split()[0]


def test_english_is_left_alone() -> None:
    """An English text in a German Discord names the commands in German; without a tongue nothing changes."""
    with speaking(Tongue("en", "de")):
        assert _(HERE) == "There is no table in this channel; open one with /tisch neu."
    with speaking("en"):
        assert _(HERE) == HERE
