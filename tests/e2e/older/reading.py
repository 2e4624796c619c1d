"""The parts of a page or a saved game that must stay from version to version, whatever the wording or layout."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from tests.e2e.table_talk import parts, text

_MADE_OF = ("game", "options", "secret", "start_interaction", "seed", "actions", "result")


def read(page: Any) -> dict[str, Any]:
    """Return people and their ratings in order, the numbers in words and descriptions, and the chosen settings."""
    said = text(page)
    return {
        "ratings": re.findall(r"<@(\d+)>[^\d\n]*(\d{3,4})\b", said),
        "numbers": sorted(re.findall(r"[1-9]\d*", re.sub(r"<\S+>", "", f"{said} {_described(page)}"))),
        "chosen": {
            part["custom_id"]: values
            for part in parts(page)
            if part.get("custom_id", "").split(":")[2:3] in (["set"], ["server"]) and (values := _chosen(part))
        },
    }


def listed(page: Any) -> list[tuple[str, str]]:
    """Return the names and ratings of a leaderboard that is a picture, from its description. Its reader has no name."""
    return re.findall(r"(?:You: place \d+,|\d+\. (\w+):) rating (\d{3,4})\b", _described(page))


def _described(page: Any) -> str:
    """Return the descriptions of all pictures."""
    return " ".join(item.get("description") or "" for part in parts(page) for item in part.get("items", ()))


def _chosen(part: dict[str, Any]) -> list[str]:
    entries = [option["value"] for option in part.get("options", ()) if option.get("default")]
    return entries or [str(default["id"]) for default in part.get("default_values", ())]


def digest(file: bytes) -> str:
    """Return the SHA-256 digest of a saved game's essential parts."""
    game = json.loads(file)
    return hashlib.sha256(json.dumps([game[name] for name in _MADE_OF], sort_keys=True).encode()).hexdigest()
