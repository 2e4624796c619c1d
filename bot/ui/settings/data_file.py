"""The file with everything stored about a person: JSON with a line for each row, written to be read by people."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bot import __version__

MAX_BYTES = 8_000_000
"""A larger file is compressed; Discord takes up to 10 MiB."""
_TIMES = {"at", "due", "away_until", "absences"}
"""Facts that are times in seconds since the epoch, besides those that end in `_at`."""
_MAX_TIME = 2.0**37
"""What is later (the year 6325) or before 1970 is no time; it stays a number."""
_JSON = {"settings", "content", "moves", "draft", "played", "begun"}
"""Facts that are stored as JSON."""
_IDS = {"guild_id", "channel_id", "parent_id", "message_id", "event_id"}
"""Discord's ids. Many programs round numbers of that size."""


def data_file(person: int, stored: Mapping[str, Sequence[Mapping[str, Any]]]) -> tuple[str, bytes]:
    """The file's name and content, built row by row so that other tasks can run."""
    head = json.dumps({"person": str(person), "written_by": f"rummy-table {__version__}"}, indent=1)
    parts = (f"  {json.dumps(table)}: [" + ",".join(map(_line, rows)) + "]" for table, rows in stored.items())
    text = head.removesuffix("\n}") + ',\n "stored": {\n' + ",\n".join(parts) + "\n }\n}\n"
    data = text.encode()
    if len(data) <= MAX_BYTES:
        return "my-data.json", data
    return "my-data.json.gz", gzip.compress(data)


def _line(row: Mapping[str, Any]) -> str:
    return f"\n   {json.dumps(_readable('', row), ensure_ascii=False)}"


def _readable(name: str, value: Any) -> Any:
    """The fact with times in UTC, Discord's ids in full, and stored JSON unpacked, if it can be read."""
    if isinstance(value, Mapping):
        return {key: _readable(key, item) for key, item in value.items()}
    if isinstance(value, list):
        return [_readable(name, item) for item in value]
    if isinstance(value, str):
        return _readable("", _unpacked(value)) if name in _JSON else value
    if isinstance(value, (int, float)) and (name in _TIMES or name.endswith("_at")) and 0 <= value < _MAX_TIME:
        return datetime.fromtimestamp(value, UTC).isoformat(timespec="seconds")
    return str(value) if name in _IDS and value else value


def _unpacked(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
