"""JSON for the facts of events and drafts: `loads(dumps(value)) == value`, and tuples stay tuples.

A tuple is written as an array, a card as `{"card": "0C"}`, a list as `{"list": […]}`, a mapping with string keys
as `{"map": {…}}` and any other as `{"pairs": [[key, value], …]}`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from bot.rules.cards import Card, parse_card
from bot.rules.game import Event
from bot.tables.model.damage import report_damage

log = logging.getLogger(__name__)

DAMAGES = (ValueError, TypeError, KeyError, AttributeError)
"""What reading a damaged value may raise."""


def dumps(value: Any) -> str:
    """Serialize None, booleans, numbers, strings, cards, tuples, lists and mappings.

    Raises:
        TypeError: the value contains any other type.
    """
    return _text(encode(value))


def loads(text: str) -> Any:
    """Parse the output of `dumps`."""
    return decode(json.loads(text))


def loads_or(default: Any, text: str, what: str) -> Any:
    """Parse the output of `dumps`; the default, and a line in the log that says what is damaged, if that fails."""
    try:
        return loads(text)
    except DAMAGES:
        report_damage(what)
        return default


def plain(text: str) -> Any:
    """What `dumps` wrote, as JSON without marks for people to read: cards by their names, tuples as arrays. What is
    damaged stays as it is.
    """
    try:
        return _unmarked(json.loads(text))
    except DAMAGES:
        return text


def read_setting(text: str, table: str, owner: int, name: str = "") -> Any:
    """The stored setting; None, which stands for the default, and a line in the log, if it cannot be read."""
    try:
        return json.loads(text)
    except ValueError:
        report_unreadable(table, owner, name)
        return None


@cache
def report_unreadable(table: str, owner: int, name: str) -> None:
    """Report it once, because settings are read all the time. Logs name no person."""
    named = "What a person has set"
    if name:
        whose = f"of server {owner}" if table == "guild_settings" else "of a person"
        named = f"The setting “{name}” {whose}"
    log.warning(
        "%s in the table %s cannot be read, so the default is used: restore the row from a backup, or delete it.",
        named,
        table,
    )


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
