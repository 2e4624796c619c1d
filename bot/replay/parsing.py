"""Parses game files; everything in them is validated before use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.language import _
from bot.replay.game_file import (
    FORMAT,
    MAX_BYTES,
    WITHOUT_HANDOVERS,
    FileError,
    GameFile,
    Handover,
    Move,
    Player,
    Result,
    checksum,
)
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable


_SECRET_HEX = 64


def loads(text: str) -> GameFile:
    """Read a file.

    Raises:
        FileError: not a game file, or of an unknown game or rules version.
    """
    if len(text) > MAX_BYTES:
        raise FileError(_("This file is too long for a game; choose a file written by this bot."))
    try:
        document = json.loads(text, object_pairs_hook=_each_once, parse_constant=_no_constant)
        fits = isinstance(document, dict) and document.get("checksum") == checksum(document)
    except (ValueError, RecursionError) as error:
        raise FileError(
            _("This is not a whole file that /replay saved: choose another one, or get this one again.")
        ) from error
    if isinstance(document, dict) and document.get("format") == WITHOUT_HANDOVERS:
        document |= {"format": FORMAT, "handovers": []}
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise FileError(
            _("This is not a file that /replay saved, or a newer bot saved it: choose another one, or update the bot.")
        )
    return _game_file(document, intact=fits)


def _game_file(document: dict[str, Any], *, intact: bool) -> GameFile:
    odd = (set(document) - {_AGAIN}) ^ _FIELDS
    if odd:
        names = ", ".join(sorted(odd))[:100]
        raise FileError(_("This file has missing or unexpected entries: {names}.").format(names=names))
    _require_known(document)
    players = tuple(_read(document, "seats", _players))
    moves = tuple(_read(document, "actions", lambda value: [_move(line, len(players)) for line in value]))
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
        moves=moves,
        handovers=tuple(
            _read(
                document,
                "handovers",
                lambda value: [_handover(one, len(players), len(moves)) for one in value],
            )
        ),
        result=_read(document, "result", _result),
        started_at=_read(document, "started_at", _text_or_none),
        ended_at=_read(document, "ended_at", _text_or_none),
        again=_read(document, _AGAIN, lambda value: _seat(value, len(players))) if _AGAIN in document else None,
        intact=intact,
    )


def _require_known(document: dict[str, Any]) -> None:
    name = document["game"]
    game = GAMES.get(name) if isinstance(name, str) else None
    if game is None:
        raise FileError(_("This file holds a game that this version of the bot does not know; update the bot."))
    if type(document["rules_version"]) is not int or document["rules_version"] != game.version:
        raise FileError(
            _(
                "This game was played under rules version {played}; this version of the bot only knows "
                "version {known} of {game}: use the version of the bot that wrote the file."
            ).format(played=str(document["rules_version"])[:20], known=game.version, game=game.title)
        )


def _read(document: dict[str, Any], name: str, reader: Callable[[Any], Any]) -> Any:
    try:
        return reader(document[name])
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise FileError(_("“{name}” in this file cannot be read; get the file again.").format(name=name)) from error


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
    players = [_player(seat) for seat in value]
    if not players or any(len(seat) != 2 for seat in value):
        raise ValueError(value)
    return players


def _player(value: Any) -> Player:
    return Player(str(_text_or_none(value["name"]) or ""), _text_or_none(value["computer"]))


def _handover(value: Any, seats: int, moves: int) -> Handover:
    number = _whole(value["action"])
    if len(value) != 4 or number not in range(1, moves + 1):
        raise ValueError(value)
    return Handover(number, _seat(value["seat"], seats), _player(value))


def _seat(value: Any, seats: int) -> int:
    seat = _whole(value) - 1
    if seat not in range(seats):
        raise ValueError(value)
    return seat


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


_AGAIN = "again"
"""An entry found only in files of deals that were played again."""
_FIELDS = frozenset({
    "format", "table", "game", "rules_version", "options", "seats", "commitment", "secret", "start_interaction",
    "seed", "started_at", "ended_at", "actions", "handovers", "result", "checksum",
})  # fmt: skip


def read(path: Path | str) -> GameFile:
    """Read a game file.

    Raises:
        FileError: the file does not exist or cannot be read as a game.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise FileError(
            _("{path} cannot be opened ({why}): check the path.").format(path=path, why=error.strerror)
        ) from error
    try:
        return loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise FileError(_("This is not a text file in UTF-8: choose a file written by this bot.")) from error
