"""A finished game as one JSON file: everything needed to replay it and to verify its shuffle.

`bot.replay.parsing` reads such a file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from bot.rules.game import AnyGame, Outcome

FORMAT = "rummy-table game 2"
WITHOUT_HANDOVERS = "rummy-table game 1"
"""The previous format, which only named the owners of the seats at the end."""
MAX_BYTES = 10_000_000
DEAL_OF_THE_DAY = 0
"""Replaces the table number if the cards are those of a day; the day's number, counted from 1970, then replaces the
interaction.
"""


class FileError(ValueError):
    """Not a game file that this version can read; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Player:
    """The player of a seat; `level` is set for computer players, including one that plays for the named person."""

    name: str
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """One action: the 0-based seat and the text form. Written as one text, the seat counts from 1: `2 draw stock`."""

    seat: int
    text: str

    def __str__(self) -> str:
        return f"{self.seat + 1} {self.text}"

    @classmethod
    def of(cls, written: str) -> Move:
        """Read what `str` wrote. Raises ValueError if it begins with no number."""
        seat, _space, text = written.partition(" ")
        return cls(int(seat) - 1, text)


@dataclass(frozen=True, slots=True)
class Handover:
    """A change of player: from action `number` (1-based) on, somebody else plays the 0-based seat."""

    number: int
    seat: int
    player: Player


@dataclass(frozen=True, slots=True)
class Result:
    """Ranks such as (1, 2, 2, 4) and scores, by seat."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]

    @classmethod
    def of(cls, outcome: Outcome) -> Result:
        """The result of a game that was played to its end."""
        return cls(tuple(outcome.ranks), tuple(outcome.scores))


@dataclass(frozen=True, slots=True)
class GameFile:
    """One game. `players` are those at the deal. `result` is None if the game was not played to its end. Times are ISO
    8601 in UTC.

    `again`: the 0-based seat from which the table's deal was played once more, alone against computer players; None for
    the table's own game. `intact`: whether the file's checksum matches its content.
    """

    table: int
    game: str
    rules_version: int
    options: Mapping[str, object]
    players: tuple[Player, ...]
    secret: bytes = field(repr=False)
    commitment: str
    start_interaction: int
    seed: bytes
    moves: tuple[Move, ...]
    result: Result | None
    started_at: str | None = None
    ended_at: str | None = None
    handovers: tuple[Handover, ...] = ()
    again: int | None = None
    intact: bool = True

    @property
    def rules(self) -> AnyGame:
        """The game's rules, in the version that the file was recorded with."""
        return GAMES[self.game]

    @property
    def name(self) -> str:
        """A name for the file on disk."""
        if self.table == DEAL_OF_THE_DAY:
            return f"{self.game}-deal-{self.start_interaction}.json"
        return f"{self.game}-table-{self.table}{'' if self.again is None else '-again'}.json"


def dumps(game: GameFile) -> str:
    """Write the file; `parsing.loads(dumps(game)) == game`."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "table": game.table,
        "game": game.game,
        "rules_version": game.rules_version,
        "options": dict(game.options),
        "seats": [_written(player) for player in game.players],
        "commitment": game.commitment,
        "secret": game.secret.hex(),
        "start_interaction": str(game.start_interaction),  # above 2**53, where other languages lose digits
        "seed": game.seed.hex(),
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "actions": [str(move) for move in game.moves],
        "handovers": [{"action": one.number, "seat": one.seat + 1, **_written(one.player)} for one in game.handovers],
        "result": None
        if game.result is None
        else {"ranks": list(game.result.ranks), "scores": list(game.result.scores)},
    }
    if game.again is not None:
        document["again"] = game.again + 1
    document["checksum"] = checksum(document)
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _written(player: Player) -> dict[str, str | None]:
    return {"name": player.name, "computer": player.level}


def checksum(document: Mapping[str, Any]) -> str:
    """The SHA-256 of the document without its checksum, as JSON with sorted names and no spaces, in hex."""
    rest = {name: value for name, value in document.items() if name != "checksum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
