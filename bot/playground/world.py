"""The playground's server, channels and people, with the same ids on every run.

Fixed ids let a restarted playground continue the tables in its SQLite file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Person:
    """A person the visitor can act as.

    Attributes:
        id: Their Discord user id.
        name: Their unique user name.
        shown: The display name (any script and length Discord allows, including emoji).
        dm: The id of their direct-message channel with the bot.
    """

    id: int
    name: str
    shown: str
    dm: int


# Real Discord ids grow with time; these are from 2021, before anything a run creates.
_BASE: Final = 900_000_000_000_000_000

BOT_ID: Final = _BASE + 1
APPLICATION_ID: Final = BOT_ID  # as for every application made since 2016
BOT_NAME: Final = "Rummy Table"
GUILD_ID: Final = _BASE + 10
GUILD_NAME: Final = "Rummy Table"
BOT_ROLE_ID: Final = _BASE + 11
CHANNELS: Final = (
    (_BASE + 20, "cards", "Pull up a chair"),
    (_BASE + 21, "lounge", "Talk, or a second table"),
)

_NAMES: Final = (
    ("ada", "Ada"),
    ("bruno", "Bruno"),
    ("mei.lin", "Mei-Lin 🦊"),
    ("yusuf", "يوسف"),
    ("maximiliana", "Maximiliana von Hohenfels-Waldt"),
    ("otis", "Otis"),
)
PEOPLE: Final = tuple(
    Person(id=_BASE + 100 + index, name=name, shown=shown, dm=_BASE + 200 + index)
    for index, (name, shown) in enumerate(_NAMES)
)
HOST: Final = PEOPLE[0]  # owns the server, so may use commands that need "Manage Server"; has the bot in their account


@dataclass(frozen=True)
class Visited:
    """A place to which the host brings the bot, and where it can only answer.

    Attributes:
        id: The channel's id.
        name: Its name.
        members: Who can read it.
        guild_id: The server that never installed the bot; None for a group DM.
        public: Whether people there may Use External Apps: if not, only the person who asked sees an answer.
    """

    id: int
    name: str
    members: tuple[int, ...]
    guild_id: int | None = None
    public: bool = True


_OTHERS: Final = (HOST.id, PEOPLE[1].id, PEOPLE[2].id, PEOPLE[5].id)
OTHER_GUILD_ID: Final = _BASE + 40
GROUP: Final = Visited(_BASE + 30, "Friday friends", (HOST.id, PEOPLE[2].id, PEOPLE[5].id))
BOOK_CLUB: Final = Visited(_BASE + 41, "book-club", _OTHERS, OTHER_GUILD_ID)
QUIET_READING: Final = Visited(_BASE + 42, "quiet-reading", _OTHERS, OTHER_GUILD_ID, public=False)
VISITED: Final = (GROUP, BOOK_CLUB, QUIET_READING)

# The permissions in the bot's invite link and no more, so that a missing one is noticed here first.
BOT_PERMISSIONS: Final = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
)
