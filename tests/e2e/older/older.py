"""A stored database of an older version, and the Discord that this version finds at its start."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.e2e.older.reading import listed, read
from tests.e2e.table_talk import sections

if TYPE_CHECKING:
    from tests.e2e.conftest import World
    from tests.e2e.older.kept_discord import KeptDiscord

    Json = dict[str, Any]

HERE = Path(__file__).parent
AWAY = 1200
"""Seconds of simulated time between the stop of that version's bot and the start of this one."""


def stored(version: str) -> tuple[Json, bytes]:
    """Return the facts about that version's database, and the database."""
    facts: Json = json.loads((HERE / f"version-{version}.json").read_text(encoding="utf-8"))
    return facts, gzip.decompress((HERE / f"version-{version}.sqlite3.gz").read_bytes())


class Older:
    """The world after the start, with that version's people, channels and messages."""

    def __init__(self, world: World, kept: KeptDiscord, facts: Json) -> None:
        self.world, self.kept, self.facts = world, kept, facts
        world.people = {name: member for (_server, name), member in kept.members.items()}

    def person(self, name: str, channel: int) -> Any:
        """Return somebody as a member of the channel's server."""
        return self.kept.members[self.kept.channels[channel].guild.name, name]

    async def table(self, key: str) -> Any:
        """Return the table as this version loads it."""
        return await self.world.bot.tables.get(self.facts["tables"][key]["id"])

    async def press(self, key: str) -> Any:
        """Use an existing control."""
        fact = self.facts["controls"][key]
        who = self.person(fact["by"], fact["channel"])
        message = self.message(who, fact["channel"], fact["message"])
        if fact["values"]:
            return await who.select(message, fact["values"], custom_id=fact["custom_id"])
        return await who.click(message, custom_id=fact["custom_id"])

    def message(self, who: Any, channel: int, number: int) -> Any:
        history = self.kept.channels[channel].history(viewer=who)
        return next(message for message in history if message.id == number)

    async def ask(self, by: str, channel: int, command: str, **options: Any) -> Any:
        return (await self.person(by, channel).slash(self.kept.channels[channel], command, **options)).response

    async def read(self, by: str, channel: int, command: str, **options: Any) -> dict[str, Any]:
        """Return what the page says, combining its sections if it has several."""
        page, who = await self.ask(by, channel, command, **options), self.person(by, channel)
        found = read(page)
        if options.get("scope") != "everywhere":  # everywhere, that version also showed names
            found["ratings"] += [
                (str(self.person(name, channel).id if name else who.id), rating) for name, rating in listed(page)
            ]
        for section in sections(page)[1:]:
            page = (await who.click(page, custom_id=section)).response
            more = read(page)
            found["chosen"] |= more["chosen"]
            found["numbers"] += more["numbers"]
        return found

    async def saved_game(self, by: str, channel: int, table: int) -> bytes:
        """Return the file of a finished game."""
        [file] = (await self.ask(by, channel, "replay", id=str(table), file=True)).attachments
        return bytes(await file.read())
