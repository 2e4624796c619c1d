"""`python -m bot puzzle`."""

from __future__ import annotations

import pytest

from bot.__main__ import main
from bot.puzzles.puzzle import read
from tests.puzzles.ready import READY


def test_a_puzzle_is_printed_with_its_task_and_fingerprint(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "notty", "--seed", "a", "--json"]) == 0
    puzzle = read(capsys.readouterr().out)
    assert main(["puzzle", "notty", "--seed", "a"]) == 0
    shown = capsys.readouterr().out
    assert "Discard all 15 cards in your hand in groups" in shown
    assert puzzle.fingerprint in shown.replace("\n", "")
    assert puzzle.solution[0] not in shown


def test_the_answer_is_printed_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "notty", "--seed", "a", "--answer"]) == 0
    assert "Solution: " in capsys.readouterr().out


def test_a_card_that_was_just_drawn_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it, the reader would not know which card to place."""
    placing = next(puzzle for puzzle in READY if puzzle.solution[0].startswith("place"))
    monkeypatch.setattr("bot.puzzles.command.make", lambda _kind, _seed: placing)
    assert main(["puzzle", placing.game]) == 0
    assert "You drew" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["chess"], "invalid choice"), (["huxxy", "--kind", "x"], "choose one of: huxxy-most, huxxy-out"), ([], "game")],
)
def test_misuse_prints_one_line(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", *arguments]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
