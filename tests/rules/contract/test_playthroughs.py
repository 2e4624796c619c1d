"""Every listed game has a recorded game, which replays exactly. See record.py for how to record it again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.rules.catalogue import GAMES
from tests.rules.contract import record

if TYPE_CHECKING:
    from bot.rules.game import AnyGame


def _how_to_record(key: str) -> str:
    return f"write it with: python -m tests.rules.contract.record {key}"


_AFTER_A_CHANGE = (
    "if the rules or the state have changed on purpose, raise the game's version, unless all that is new is an option"
)


def test_every_playthrough_file_belongs_to_a_listed_game() -> None:
    """A file without a game is left over from one that was renamed or unlisted."""
    assert {path.stem for path in record.FOLDER.glob("*.txt")} <= set(GAMES)


def test_the_playthrough_replays_exactly(game: AnyGame) -> None:
    """The deal, the events after every action, the views, the outcome and the last state are all the same."""
    path = record.path_of(game.key)
    assert path.exists(), f"{game.title} has no recorded playthrough; {_how_to_record(game.key)}"
    recorded = path.read_text(encoding="utf-8")
    replayed = record.render(record.read(game.key))
    pairs = zip(recorded.splitlines(), replayed.splitlines(), strict=False)
    differing = [f"line {i}: recorded {was!r}, now {now!r}" for i, (was, now) in enumerate(pairs, 1) if was != now]
    assert not differing, f"{differing[:3]}; {_AFTER_A_CHANGE}; {_how_to_record(game.key)}"
    assert recorded == replayed
    assert re.search(r"^outcome: \(\(\d", recorded, re.MULTILINE), "the recorded game has not ended"
