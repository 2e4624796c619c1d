"""Commands in texts become mentions, which can be clicked; other words stay as they are."""

from __future__ import annotations

import pytest

from bot.language import SpokenLanguage, _, speaking
from bot.ui.help.texts import HELP
from bot.ui.kit.mentions import clickable

IDS = (("table new", 5), ("table", 5), ("play", 6), ("end", 7), ("help", 8), ("hand", 9))
ENGLISH = SpokenLanguage("en", "en", IDS)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Open one with /table new.", "Open one with </table new:5>."),
        ("/table new game: Rummy", "</table new:5> game: Rummy"),
        ("**/help**, /hand, (/play)", "**</help:8>**, </hand:9>, (</play:6>)"),
        ("/tables, /playing and /leave", "/tables, /playing and /leave"),
        (
            "win/end, a/end/b, ./end, https://a.b/end, 2/play",
            "win/end, a/end/b, ./end, https://a.b/end, 2/play",
        ),
        ("`/help` and ```\n/help\n``` but /help", "`/help` and ```\n/help\n``` but </help:8>"),
        ("</help:1> \\/help", "</help:1> \\/help"),
    ],
)
def test_commands_in_texts_become_mentions(text: str, shown: str) -> None:
    with speaking(ENGLISH):
        assert clickable(text) == shown


def test_texts_stay_unchanged_without_command_ids() -> None:
    """Commands stay words in channels, in tests without Discord, and if Discord named no ids."""
    with speaking("en"):
        assert clickable("/help") == "/help"
    with speaking(SpokenLanguage("en", "en")):
        assert clickable("/help") == "/help"


def test_a_translated_command_name_does_not_become_a_mention() -> None:
    """A mention would show `/table new` although the reader's Discord says `/tisch neu`. `/hand` has the same name in
    both.
    """
    with speaking(SpokenLanguage("de", "de", IDS)):
        assert "/tisch neu" in clickable(_(HELP))
        assert "</hand:9>" in clickable(_(HELP))
        assert "</table" not in clickable(_(HELP))
    with speaking(SpokenLanguage("de", "en", IDS)):
        assert "</table new:5>" in clickable(_(HELP))
