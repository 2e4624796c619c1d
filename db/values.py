"""JSON for the facts of events and drafts: `loads(dumps(value)) == value`, and tuples stay tuples.

A tuple is written as an array, a card as `{"card": "0C"}`, a list as `{"list": […]}`, a mapping with string keys
as `{"map": {…}}` and any other as `{"pairs": [[key, value], …]}`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from bot.rules.cards import Card, parse_card
from bot.rules.game import Event
from bot.tables.model.damage import DAMAGES, checked, parse_or, read_or


def dumps(value: Any) -> str:
    """Serialize None, booleans, numbers, strings, cards, tuples, lists and mappings.

    Raises:
        TypeError: the value contains any other type.
    """
    return _text(encode(value))


def loads(text: str, kind: Any = Any) -> Any:
    """Parse the output of `dumps`. Raises one of DAMAGES if it is damaged, or not of that type."""
    return checked(decode(json.loads(text)), kind)


def loads_or(default: Any, text: str, kind: Any, column: str, whose: str) -> Any:
    """Parse the output of `dumps`; the default if it is damaged, which is reported."""
    return read_or(default, partial(loads, kind=kind), text, column, whose)


def plain(text: str) -> Any:
    """What `dumps` wrote, as JSON without marks for people to read: cards by their names, tuples as arrays. What is
    damaged stays as it is.
    """
    try:
        return _unmarked(json.loads(text))
    except DAMAGES:
        return text


def read_settings(text: str) -> dict[str, Any] | None:
    """What a person has set; None if it is damaged, which is reported."""
    found: dict[str, Any] | None = parse_or(None, text, dict[str, Any], "people.settings", "of a person")
    return found


def read_setting(text: str, guild_id: int, name: str, kind: Any = Any) -> Any:
    """A server's stored setting; None, which stands for the default, if it is damaged, which is reported."""
    return parse_or(None, text, kind, "guild_settings.value", f"of server {guild_id} (“{name}”)")


def dump_events(events: Iterable[Event]) -> str:
    return _text([[event.kind, event.seat, encode(event.facts)] for event in events])


def load_events(text: str) -> tuple[Event, ...]:
    return tuple(Event(kind, seat, decode(facts)) for kind, seat, facts in json.loads(text))


def encode(value: Any) -> Any:
    """The JSON form of a value."""
    kind = type(value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if kind is Card:
        return {"card": str(value)}
    if kind is tuple:
        return [encode(item) for item in value]
    if kind is list:
        return {"list": [encode(item) for item in value]}
    if isinstance(value, Mapping):
        if set(map(type, value)) <= {str}:
            return {"map": {key: encode(item) for key, item in value.items()}}
        return {"pairs": [[encode(key), encode(item)] for key, item in value.items()]}
    # A named tuple would be read back as a plain one, and only fail after the next restart.
    raise TypeError(f"The store cannot keep a {kind.__name__} in an event or a draft.")


def decode(data: Any) -> Any:
    """The value for a JSON form made by `encode`."""
    if isinstance(data, list):
        return tuple([decode(item) for item in data])
    if not isinstance(data, dict):
        return data
    [(tag, content)] = data.items()
    return _READERS[tag](content)


def _unmarked(data: Any) -> Any:
    if isinstance(data, list):
        return [_unmarked(item) for item in data]
    if not isinstance(data, dict):
        return data
    [(tag, content)] = data.items()
    return {key: _unmarked(item) for key, item in content.items()} if tag == "map" else _unmarked(content)


def _text(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


_READERS: dict[str, Callable[[Any], Any]] = {
    "card": parse_card,
    "list": lambda items: [decode(item) for item in items],
    "map": lambda items: {key: decode(item) for key, item in items.items()},
    "pairs": lambda pairs: {decode(key): decode(item) for key, item in pairs},
}
