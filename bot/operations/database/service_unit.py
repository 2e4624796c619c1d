"""What a systemd service has as its database: from its unit, what `systemctl edit` added, and its environment files."""

from __future__ import annotations

import re
from pathlib import Path

_SETTING = re.compile(
    r"""
    ^DATABASE_PATH=[ ]*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'].*?))[ ]*$   # alone on its line in the environment file
    |"DATABASE_PATH=([^"\n]+)"|'DATABASE_PATH=([^'\n]+)'              # quoted after the unit's Environment=
    |[ =]DATABASE_PATH=([^\s"']+)                                    # or not
    """,
    re.MULTILINE | re.VERBOSE,
)


def database_of(unit: Path) -> Path | None:
    """The database of the service with this unit; None if the unit does not name one or cannot be read."""
    said = "\n".join(_text(file) for file in (unit, *_added_to(unit)))
    own = [f"Environment={line}" for line in _effective_values(_assigned(said, "Environment"))]
    files = [_text(Path(file.removeprefix("-"))) for file in _effective_values(_assigned(said, "EnvironmentFile"))]
    read = [line for text in (*own, *files) for line in text.splitlines() if not line.startswith("#")]
    found = [match[match.lastindex or 0] for match in _SETTING.finditer("\n".join(read))]
    folder = ["/", *_assigned(said, "WorkingDirectory")][-1]
    return Path(folder, found[-1]) if found else None


def _added_to(unit: Path) -> list[Path]:
    """The files that `systemctl edit` created, in the order in which systemd reads them."""
    try:
        return sorted(unit.with_name(f"{unit.name}.d").glob("*.conf"))
    except OSError:
        return []


def _assigned(unit: str, name: str) -> list[str]:
    """The values of the unit's lines with this name, in order."""
    return [value.strip() for value in re.findall(rf"^{name}=(.*)$", unit, re.MULTILINE)]


def _effective_values(values: list[str]) -> list[str]:
    """The values that apply: an empty one makes systemd discard those before it."""
    return values if "" not in values else _effective_values(values[values.index("") + 1 :])


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
