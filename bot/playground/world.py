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
GROUP_ID: Final = _BASE + 30
GROUP_NAME: Final = "Friday friends"
GROUP_MEMBERS: Final = (PEOPLE[0].id, PEOPLE[2].id, PEOPLE[5].id)
HOST: Final = PEOPLE[0]  # owns the server, so may use commands that need "Manage Server"

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
