"""The settings of a person, by section. A new one is one entry here and its field in `PersonSettings`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import LANGUAGES, N_
from bot.tables.model.person_settings import ALWAYS, FOUR_COLOURS, NEVER, TWO_COLOURS, WHEN_AWAY
from bot.ui.kit.controls import Entry
from bot.ui.settings.sections import Choice, Section, Setting
from bot.ui.settings.time_choices import USUAL_HOURS, ZONE, other_hours

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.tables.model.person_settings import PersonSettings

QUIET = "quiet"
"""Name of the section about when a person wants to be notified."""
CALLS = "calls"
"""Name of the section about when a person may be called to a game."""


def _languages(chosen: PersonSettings) -> Sequence[Entry]:
    """Each language under its native name, so that people who read no other can find it."""
    return [Entry(code, name, chosen=chosen.language == code) for code, name in LANGUAGES.items()]


def _read_language(value: str) -> Mapping[str, Any]:
    return {"language": value if value in LANGUAGES else None}


_TURNS = (
    Setting(
        "hand",
        N_("Your hand"),
        N_("Where your cards are when it is your turn. Nobody else sees them either way."),
        (
            Choice("dm", N_("My hand by direct message"), {"hand_by_dm": True, "dm_closed": False}),
            Choice("channel", N_("My hand only when I press “My hand”"), {"hand_by_dm": False}),
        ),
    ),
    Setting(
        "mentions",
        N_("Mentions"),
        N_("When the bot mentions you in a channel because it is your turn."),
        (
            Choice("server", N_("Mentions: the server's setting"), {"mentions": None}),
            Choice(WHEN_AWAY, N_("Mention me when I am away on my turn"), {"mentions": WHEN_AWAY}),
            Choice(ALWAYS, N_("Mention me on each of my turns"), {"mentions": ALWAYS}),
            Choice(NEVER, N_("Mention me only before my time runs out"), {"mentions": NEVER}),
        ),
    ),
)
_CARDS = (
    Setting(
        "order",
        N_("Order of cards"),
        N_("Unless you choose, Huxxy sorts by rank and the other games by suit."),
        (
            Choice("game", N_("Sort my hand the usual way for each game"), {"hand_order": None}),
            Choice("suit", N_("Sort my hand by suit"), {"hand_order": "suit"}),
            Choice("rank", N_("Sort my hand by rank"), {"hand_order": "rank"}),
        ),
    ),
    Setting(
        "pictures",
        N_("Pictures"),
        N_("Text says everything the pictures show, and loads faster."),
        (
            Choice("on", N_("Show my cards as pictures"), {"text_only": False}),
            Choice("off", N_("Show my cards as text only"), {"text_only": True}),
        ),
    ),
    Setting(
        "deck",
        N_("Colours of the suits"),
        N_("With four colours, clubs are dark blue and diamonds are orange."),
        (
            Choice("game", N_("Suit colours: two in Huxxy, four elsewhere"), {"deck": None}),
            Choice(TWO_COLOURS, N_("Suit colours: always two, red and black"), {"deck": TWO_COLOURS}),
            Choice(FOUR_COLOURS, N_("Suit colours: always four"), {"deck": FOUR_COLOURS}),
        ),
    ),
    Setting(
        "size",
        N_("Size of the cards"),
        N_("Large cards help on a small screen; the picture then has more rows."),
        (
            Choice("usual", N_("Card size: small cards in low pictures"), {"large_cards": False}),
            Choice("large", N_("Card size: large cards in taller pictures"), {"large_cards": True}),
        ),
    ),
)
_PERSON = (
    Setting(
        "language",
        N_("Language"),
        N_("For your direct messages and for answers that only you see."),
        (Choice("discord", N_("My Discord language"), {"language": None}),),
        more=_languages,
        read=_read_language,
    ),
    Setting(
        "everywhere",
        N_("Leaderboards everywhere"),
        N_("Whether people in servers where you never played can find you on a leaderboard."),
        (
            Choice("off", N_("Show my ratings only in servers where I play"), {"everywhere": False}),
            Choice("on", N_("Show my name and ratings in all servers"), {"everywhere": True}),
        ),
    ),
)
_QUIET = (
    ZONE,
    Setting(
        "quiet",
        N_("Quiet hours"),
        N_(
            "The bot sends you nothing in these hours; afterwards one message lists the tables that wait. Reminders of "
            "planned tables name you without a sound. /quiet sets other hours."
        ),
        (
            Choice("none", N_("Quiet hours: none"), {"quiet": None}),
            *(Choice(hours, hours.replace("-", "\u2013"), {"quiet": hours}) for hours in USUAL_HOURS),
        ),
        more=other_hours,
    ),
    Setting(
        "digest",
        N_("One message instead of mentions"),
        N_("It lists the tables that wait for you. If your time would be over first, you are mentioned as usual."),
        (
            Choice("none", N_("No, mention me as chosen under “Turns”"), {"digest": None}),
            Choice("3h", N_("One message, 3 hours after the first turn"), {"digest": "3h", "dm_closed": False}),
            Choice("8h", N_("One message, 8 hours after the first turn"), {"digest": "8h", "dm_closed": False}),
            Choice("08:00", N_("One message a day, at 8:00"), {"digest": "08:00", "dm_closed": False}),
            Choice("13:00", N_("One message a day, at 13:00"), {"digest": "13:00", "dm_closed": False}),
            Choice("18:00", N_("One message a day, at 18:00"), {"digest": "18:00", "dm_closed": False}),
        ),
    ),
)
_CALLS = (
    Setting(
        "call-hours",
        N_("When people may call you"),
        N_("For the games you chose with /calls. Nobody calls you in your quiet hours."),
        (
            Choice("any", N_("At any hour"), {"call_hours": None}),
            Choice("08:00-18:00", N_("By day, 8:00 to 18:00"), {"call_hours": "08:00-18:00"}),
            Choice("17:00-22:00", N_("In the evening, 17:00 to 22:00"), {"call_hours": "17:00-22:00"}),
            Choice("18:00-00:00", N_("Late, 18:00 to midnight"), {"call_hours": "18:00-00:00"}),
        ),
    ),
    Setting(
        "calls-a-day",
        N_("How often a day"),
        N_("In all servers together, within 24 hours."),
        (
            Choice("3", N_("At most 3 calls a day"), {"calls_a_day": 3}),
            Choice("1", N_("At most 1 call a day"), {"calls_a_day": 1}),
            Choice("10", N_("At most 10 calls a day"), {"calls_a_day": 10}),
        ),
    ),
)
OWN = (
    Section("turns", N_("Turns"), N_("Your turns"), _TURNS),
    Section(QUIET, N_("Quiet hours"), N_("Quiet hours and digest"), _QUIET),
    Section(CALLS, N_("Calls"), N_("Calls to play"), _CALLS),
    Section("cards", N_("Cards"), N_("Cards and pictures"), _CARDS),
    Section("person", N_("Language"), N_("Language and leaderboards"), _PERSON),
)
