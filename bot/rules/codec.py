"""Serialize states to JSON by the types of their fields: `loads(dumps(state)) == state`.

A field at the end of a state may have a default, which is then not stored: a state that is older than the field can be
read, and so can one of a newer program that leaves the field as it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from bot.rules.cards import Card, parse_card
from bot.rules.catalogue import GAMES

Decoder = Callable[[Any], Any]
_PLAIN = frozenset({int, str, bool, float, NoneType})
"""The types whose values are the same in JSON."""


class UnknownVersionError(ValueError):
    """The text belongs to a game or rules version that this program does not support."""


def dumps(state: Any) -> str:
    """Serialize a state of any game in the catalogue to JSON."""
    game = _game_of(state)
    kept = encode(state)
    for default in reversed(_defaults(game.state_type)):  # not stored: older programs may not know the field
        if kept[-1] != default:
            break
        kept.pop()
    document = {"game": game.key, "rules": game.version, "state": kept}
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)


def loads(text: str) -> Any:
    """Parse a state written by `dumps`.

    Raises:
        UnknownVersionError: the game or rules version is unknown.
        ValueError: the text is not a valid state of its game.
    """
    document = json.loads(text)
    kind = document.get("game") if isinstance(document, dict) else None
    if type(kind) is not str:
        raise ValueError("This saved game is damaged: it does not say of which kind it is.")
    game = GAMES.get(kind)
    if game is None:
        raise UnknownVersionError("This saved game is of a kind that this version of the bot does not know.")
    version = document.get("rules")
    if version != game.version:
        raise UnknownVersionError(
            f"This game of {game.title} was saved under rules version {version}; "
            f"this version of the bot plays version {game.version}."
        )
    try:
        return decode(game.state_type, document["state"])
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise ValueError(f"This saved game of {game.title} is damaged: {error!r}.") from error


@cache
def _defaults(kind: Any) -> tuple[Any, ...]:
    """The encoded defaults of the type's last fields, in order; cached per type."""
    given = (parameter.default for parameter in signature(kind).parameters.values())
    return tuple(encode(default) for default in given if default is not Parameter.empty)


def _game_of(state: Any) -> Any:
    for game in GAMES.values():
        if type(state) is game.state_type:
            return game
    raise TypeError(f"{type(state).__name__} is no state of a game in the catalogue.")


def encode(value: Any) -> Any:
    """Convert a state, an action or part of one to JSON values; named tuples and dataclasses become lists of fields."""
    kind = type(value)
    if kind is Card:
        return str(value)
    if kind in _PLAIN:
        return value
    if kind is bytes:
        return value.hex()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if isinstance(value, Mapping):
        return {key: encode(item) for key, item in value.items()}
    if is_dataclass(value):
        return [encode(getattr(value, field.name)) for field in fields(value)]
    raise TypeError(f"A state cannot hold a {kind.__name__}.")


def decode(kind: Any, data: Any) -> Any:
    """Convert JSON values written by `encode` back to the given type."""
    return _decoder(kind)(data)


@cache
def _decoder(kind: Any) -> Decoder:
    """The function that decodes one type; cached per type."""
    if kind is Card:
        return parse_card
    if kind is Any:
        return _same
    if kind in _PLAIN:
        return _plain_decoder(frozenset({kind}))
    if kind is bytes:
        return bytes.fromhex
    origin = get_origin(kind)
    if origin is not None:
        return _generic_decoder(origin, get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    return _fields_decoder(kind)


def _same(data: Any) -> Any:
    return data


def _plain_decoder(kinds: frozenset[type]) -> Decoder:
    """The function that passes on values of these types; a JSON number without a fraction may be a float."""
    allowed = kinds | {int} if float in kinds else kinds

    def read(data: Any) -> Any:
        if type(data) not in allowed:
            raise TypeError(f"A {type(data).__name__} was stored in place of another type.")
        return data

    return read


def _generic_decoder(origin: Any, args: tuple[Any, ...]) -> Decoder:
    if origin is Literal:
        return _literal_decoder(args)
    if origin in (Union, UnionType):
        return _optional_decoder(args)
    if origin is tuple:
        return _tuple_decoder(args)
    if issubclass(origin, Mapping):
        value = _decoder(args[1])
        return lambda data: {key: value(item) for key, item in data.items()}
    raise TypeError(f"The codec cannot read {origin}.")


def _optional_decoder(args: tuple[Any, ...]) -> Decoder:
    if _PLAIN.issuperset(args):
        return _plain_decoder(frozenset(args))
    present = [arg for arg in args if arg is not NoneType]
    if len(present) != 1:
        raise TypeError(f"The codec cannot tell {args} apart.")
    inner = _decoder(present[0])
    return lambda data: None if data is None else inner(data)


def _literal_decoder(args: tuple[Any, ...]) -> Decoder:
    def read(data: Any) -> Any:
        if data not in args:
            raise ValueError(data)
        return data

    return read


def _tuple_decoder(args: tuple[Any, ...]) -> Decoder:
    if len(args) == 2 and args[1] is Ellipsis:
        item = _decoder(args[0])
        return lambda data: tuple([item(part) for part in _array(data)])
    items = [_decoder(arg) for arg in args]
    return lambda data: tuple([item(part) for item, part in zip(items, _array(data), strict=True)])


def _array(data: Any) -> list[Any]:
    """The data. Raises TypeError if it is no array: a text would be taken for one of letters."""
    if type(data) is not list:
        raise TypeError(f"A {type(data).__name__} was stored in place of an array.")
    return data


def _fields_decoder(kind: Any) -> Decoder:
    hints = get_type_hints(kind)
    names = kind._fields if hasattr(kind, "_fields") else [field.name for field in fields(kind)]
    readers = [_decoder(hints[name]) for name in names]
    required = len(readers) - len(_defaults(kind))

    def read(data: Any) -> Any:
        """Read the fields; those at the end that have a default may be newer than the data."""
        known = readers[: max(required, len(_array(data)))]
        return kind(*[reader(part) for reader, part in zip(known, data, strict=True)])

    return read
