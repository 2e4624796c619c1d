"""A finished game is one JSON file, which is read back exactly as written, or refused with a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.replay.game_file import FileError, Handover, Player, checksum, dumps
from bot.replay.parsing import loads
from bot.rules.catalogue import GAMES
from tests.replay.games import finished, forged


@pytest.mark.parametrize("key", GAMES)
def test_a_file_is_read_back_as_written(key: str) -> None:
    game = finished(key)
    assert loads(dumps(game)) == game


def test_handovers_are_read_back() -> None:
    """This includes a player whose name has been deleted."""
    handovers = (Handover(3, 1, Player("Ben", "classic")), Handover(5, 1, Player("")))
    game = replace(finished("rummy"), handovers=handovers)
    assert loads(dumps(game)) == game


def test_a_file_of_the_previous_format_is_read() -> None:
    """The previous format has no handovers, and its checksum is still valid."""
    game = finished("rummy")
    document = {**json.loads(dumps(game)), "format": "rummy-table game 1"}
    del document["handovers"]
    document["checksum"] = checksum(document)
    assert loads(json.dumps(document)) == game


def test_a_stopped_game_is_read_back_without_a_result() -> None:
    game = replace(finished("rummy"), result=None, started_at=None, ended_at=None, moves=())
    assert loads(dumps(game)) == game


def test_different_whitespace_changes_nothing() -> None:
    game = finished("notty")
    assert loads(json.dumps(json.loads(dumps(game)))) == game


def test_numbers_above_2_to_the_53_are_written_as_text() -> None:
    """JavaScript and jq would read a different number."""
    assert json.loads(dumps(finished("rummy")))["start_interaction"] == str(2**62 + 12345)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "7",
        "null",
        '{"format": "rummy-table game 2"}',
        '{"format": "rummy-table game 3"}',
        '{"format": "rummy-table game 1"}',
        '{"format": NaN}',
        '{"a": 1, "a": 2}',
        "[" * 100_000,
        '{"name": "\\ud800"}',
        "9" * 5_000,
        " " * 10_000_001,
    ],
)
def test_an_invalid_file_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(FileError, match=r"[.]$"):
        loads(text)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("table", "7"),
        ("table", True),
        ("game", "whist"),
        ("game", None),
        ("rules_version", 99),
        ("rules_version", "1"),
        ("options", []),
        ("options", {"a": [1]}),
        ("seats", []),
        ("seats", [{"name": "A"}]),
        ("seats", [{"name": "A", "computer": None, "id": 5}]),
        ("seats", [{"name": 5, "computer": None}]),
        ("seats", 3),
        ("secret", "ab"),
        ("secret", "G" * 64),
        ("secret", "A" * 64),
        ("commitment", None),
        ("start_interaction", 12),
        ("start_interaction", "012"),
        ("start_interaction", "-1"),
        ("seed", 5),
        ("started_at", 5),
        ("handovers", None),
        ("handovers", [{"action": 1, "seat": 9, "name": "A", "computer": None}]),
        ("handovers", [{"action": 0, "seat": 1, "name": "A", "computer": None}]),
        ("handovers", [{"action": "1", "seat": 1, "name": "A", "computer": None}]),
        ("handovers", [{"action": 1, "seat": 1, "name": "A", "computer": None, "id": 7}]),
        ("handovers", [5]),
        ("actions", None),
        ("actions", [5]),
        ("actions", ["draw"]),
        ("actions", ["3 draw"]),
        ("actions", ["0 draw"]),
        ("result", [1, 2]),
        ("result", {"ranks": [1], "scores": ["a"]}),
        ("result", {"ranks": [1], "scores": [1], "more": 1}),
        ("more", 1),
    ],
)
def test_an_invalid_field_is_named(field: str, value: Any) -> None:
    """The field is named even if the checksum fits."""
    with pytest.raises(FileError, match=r"[.]$") as refused:
        loads(forged(finished("rummy"), **{field: value}))
    assert field in str(refused.value) or field in ("game", "rules_version")


def test_a_missing_field_is_named() -> None:
    document = json.loads(dumps(finished("rummy")))
    del document["seed"]
    with pytest.raises(FileError, match="seed"):
        loads(json.dumps(document))
