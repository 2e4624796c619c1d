"""docs/listing.md keeps within Discord's limits and states what the bot really requests."""

from __future__ import annotations

import re

from bot.permissions import _NAMES
from tests.docs.pages import rows, section, text_of

PAGE = text_of("docs/listing.md")
FIELDS = {name: (limit, text) for name, limit, text in rows(section(PAGE, "What Discord shows"))}
LONG = re.findall(r"^> (.+)$", section(PAGE, "Expanded description"), re.MULTILINE)


def test_the_short_texts_fit_discords_limits() -> None:
    """These limits are Discord's; the page cites its documentation."""
    assert len(FIELDS["Name"][1]) <= 32
    assert len(FIELDS["Summary"][1]) <= 200
    assert len(FIELDS["Description"][1]) <= 400
    tags = FIELDS["Tags"][1].split(", ")
    assert len(set(tags)) == len(tags) <= 5
    assert all(len(tag) <= 20 for tag in tags)


def test_the_expanded_description_has_300_to_2000_characters() -> None:
    assert 300 <= len("\n\n".join(LONG)) < 2000


def test_the_answers_on_permissions_and_intents_are_true() -> None:
    """The permissions are those of the invitation link, and the intents are those that the bot identifies with."""
    answers = {row[0]: row[1] for row in rows(section(PAGE, "What verification asks"))}
    [permissions] = [text for question, text in answers.items() if "permissions" in question]
    assert permissions.startswith(", ".join(_NAMES.values()) + ";")
    [intents] = [text for question, text in answers.items() if "intents" in question]
    assert intents.startswith("None.")
    assert "intents=discord.Intents(guilds=True, guild_messages=True)" in text_of("bot/app.py")
