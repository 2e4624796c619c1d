"""What a person has chosen, and what the bot learned about reaching them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

TWO_COLOURS, FOUR_COLOURS = ("two", "four")
NEVER, WHEN_AWAY, ALWAYS = MENTIONS = ("never", "away", "always")
"""When to mention people because it is their turn."""


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """A person's settings, and what the bot learned about reaching them.

    `language` is a key of `bot.language.LANGUAGES`, None for their Discord language: `locale`, as last sent by Discord,
    such as `en-GB`. `everywhere`: global leaderboards may list the person. `mentions`, one of `MENTIONS`, says when to
    mention the person at their turn; None leaves it to the server. `hand_order` is `suit` or `rank`, and `deck` says
    how many colours the suits have, `two` or `four`; None is what suits each game. `large_cards`: fewer cards in a row
    of a picture, so that each is larger on a phone. `last_tables` is how the person set up their last table, by game.
    `zone` is the name of a time zone (None: UTC), and `quiet` the hours of the day there without notifications, such as
    `22:00-07:00`; `quiet_changed_at` is when either was last changed. `digest` says when one message lists the tables
    that wait, instead of a mention each: at a time of day (`08:00`) or after some hours (`3h`). `away_until` is the end
    of an absence, and `absences` are the last ones, each from when to when. `lesson_offers` is, by game, the table at
    which its lesson was offered, or 0 if it need not be. `call_hours` are the hours of a day in which the person may be
    called to a game they asked to be called for (None: any but quiet ones), `calls_a_day` times at most.
    """

    hand_by_dm: bool = True
    mentions: str | None = None
    hand_order: str | None = None
    dm_closed: bool = False
    text_only: bool = False
    language: str | None = None
    locale: str | None = None
    everywhere: bool = False
    deck: str | None = None
    large_cards: bool = False
    last_tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    lesson_offers: Mapping[str, int] = field(default_factory=dict)
    zone: str | None = None
    quiet: str | None = None
    quiet_changed_at: float = 0.0
    digest: str | None = None
    away_until: float | None = None
    absences: Sequence[Sequence[float]] = ()
    call_hours: str | None = None
    calls_a_day: int = 3

    @property
    def gets_hand_by_dm(self) -> bool:
        """Whether direct messages with their hand are wanted and arrive, as far as known."""
        return self.hand_by_dm and not self.dm_closed
