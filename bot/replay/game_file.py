"""A finished game as one JSON file: everything that is needed to play it again and to check its shuffle."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.language import _
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.rules.game import Game

FORMAT = "rummy-table game 1"
MOST_BYTES = 10_000_000
_SECRET_HEX = 64


class FileError(ValueError):
    """The text is no game file that this version can read; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who had a seat at the end; `level` of a computer player, None where a person played."""

    name: str
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """One action: the 0-based seat and the text form."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Result:
    """Ranks such as (1, 2, 2, 4) and scores, by seat."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameFile:
    """One game. `result` is None when it ended before its end. Times are ISO 8601 in UTC.

    `intact`: the file's checksum fits what it says.
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
    intact: bool = True

    @property
    def rules(self) -> Game:
        """The game's rules, of the version that this file was read for."""
        return GAMES[self.game]

    @property
    def name(self) -> str:
        """A name for the file on disk."""
        return f"{self.game}-table-{self.table}.json"


def dumps(game: GameFile) -> str:
    """Write the file; `loads(dumps(game)) == game`."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "table": game.table,
        "game": game.game,
        "rules_version": game.rules_version,
        "options": dict(game.options),
        "seats": [{"name": player.name, "computer": player.level} for player in game.players],
        "commitment": game.commitment,
        "secret": game.secret.hex(),
        "start_interaction": str(game.start_interaction),  # above 2**53, where other languages lose digits
        "seed": game.seed.hex(),
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "actions": [f"{move.seat + 1} {move.text}" for move in game.moves],
        "result": None
        if game.result is None
        else {"ranks": list(game.result.ranks), "scores": list(game.result.scores)},
    }
    document["checksum"] = checksum(document)
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def checksum(document: Mapping[str, Any]) -> str:
    """The SHA-256 of the document without its checksum, as JSON with sorted names and no spaces, in hex."""
    rest = {name: value for name, value in document.items() if name != "checksum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def loads(text: str) -> GameFile:
    """Read a file.

    Raises:
        FileError: it is no game file, or of a game or rules version that this program does not know.
    """
    if len(text) > MOST_BYTES:
        raise FileError(_("This file is too long for a game; choose a file that the bot has written."))
    try:
        document = json.loads(text, object_pairs_hook=_each_once, parse_constant=_no_constant)
        fits = isinstance(document, dict) and document.get("checksum") == checksum(document)
    except (ValueError, RecursionError) as error:
        raise FileError(
            _("This is no whole JSON file: it was cut, or changed since it was written.")
        ) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise FileError(_("This is no game file of this bot, or one of a newer version; get the file again."))
    return _game_file(document, intact=fits)


def _game_file(document: dict[str, Any], *, intact: bool) -> GameFile:
    if set(document) != _FIELDS:
        odd = ", ".join(sorted(set(document) ^ _FIELDS))[:100]
        raise FileError(
            _("Something is missing from this file, or too much in it: {names}.").format(names=odd)
        )
    _require_known(document)
    players = tuple(_read(document, "seats", _players))
    return GameFile(
        table=_read(document, "table", _whole),
        game=document["game"],
        rules_version=document["rules_version"],
        options=_read(document, "options", _options),
        players=players,
        secret=_read(document, "secret", _hex),
        commitment=_read(document, "commitment", _hex).hex(),
        start_interaction=_read(document, "start_interaction", _digits),
        seed=_read(document, "seed", _hex),
        moves=tuple(_read(document, "actions", lambda value: [_move(line, len(players)) for line in value])),
        result=_read(document, "result", _result),
        started_at=_read(document, "started_at", _text_or_none),
        ended_at=_read(document, "ended_at", _text_or_none),
        intact=intact,
    )


def _require_known(document: dict[str, Any]) -> None:
    name = document["game"]
    game = GAMES.get(name) if isinstance(name, str) else None
    if game is None:
        raise FileError(
            _("This file is of a game that this version of the bot does not know; update the bot.")
        )
    if type(document["rules_version"]) is not int or document["rules_version"] != game.version:
        raise FileError(
            _(
                "This game was played under rules version {played}; this version of the bot knows version {known} of "
                "{game} only: use the version of the bot that wrote the file."
            ).format(played=str(document["rules_version"])[:20], known=game.version, game=game.title)
        )


def _read(document: dict[str, Any], name: str, reader: Callable[[Any], Any]) -> Any:
    try:
        return reader(document[name])
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise FileError(
            _("“{name}” cannot be read in this file; get the file again.").format(name=name)
        ) from error


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name twice")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def _digits(value: Any) -> int:
    if not (isinstance(value, str) and value.isascii() and value.isdigit() and str(int(value)) == value):
        raise ValueError(value)
    return int(value)


def _hex(value: Any) -> bytes:
    if not isinstance(value, str) or len(value) != _SECRET_HEX or value != value.lower():
        raise ValueError(value)
    return bytes.fromhex(value)


def _text_or_none(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise TypeError(value)
    return value


def _options(value: Any) -> dict[str, object]:
    if not isinstance(value, dict) or any(isinstance(item, list | dict) for item in value.values()):
        raise TypeError(value)
    return value


def _players(value: list[Any]) -> list[Player]:
    players = [
        Player(str(_text_or_none(seat["name"]) or ""), _text_or_none(seat["computer"])) for seat in value
    ]
    if not players or any(len(seat) != 2 for seat in value):
        raise ValueError(value)
    return players


def _move(line: Any, seats: int) -> Move:
    number, _space, text = str(line).partition(" ")
    seat = _digits(number) - 1
    if not isinstance(line, str) or seat not in range(seats):
        raise ValueError(line)
    return Move(seat, text)


def _result(value: Any) -> Result | None:
    if value is None:
        return None
    if len(value) != 2:
        raise ValueError(value)
    return Result(*(tuple(_whole(item) for item in value[name]) for name in ("ranks", "scores")))


_FIELDS = frozenset({
    "format", "table", "game", "rules_version", "options", "seats", "commitment", "secret", "start_interaction",
    "seed", "started_at", "ended_at", "actions", "result", "checksum",
})  # fmt: skip
