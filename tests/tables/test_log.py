"""The effective game: a log without the actions that were taken back."""

from __future__ import annotations

import pytest

from bot.rules.catalogue import GAMES
from bot.rules.errors import ActionError
from bot.tables.model.action_log import LoggedAction, effective, undo_text, undone_from


def log(*texts: str) -> tuple[LoggedAction, ...]:
    return tuple(LoggedAction(number, 0, text, 1, 0.0) for number, text in enumerate(texts, 1))


def texts(actions: tuple[LoggedAction, ...]) -> list[str]:
    return [action.text for action in actions]


def test_a_log_without_undo_stays_unchanged() -> None:
    actions = log("a", "b", "c")
    assert effective(actions) == actions
    assert effective(()) == ()


def test_an_undo_removes_its_action_and_all_later_ones() -> None:
    actions = log("a", "b", "c", undo_text(2), "d")
    assert texts(effective(actions)) == ["a", "d"]
    assert [action.number for action in effective(actions)] == [1, 5]


def test_a_second_undo_can_go_further_back_or_undo_the_new_action() -> None:
    """A second undo may go further back, or take back the action that was played instead."""
    assert texts(effective(log("a", "b", undo_text(2), undo_text(1), "c"))) == ["c"]
    assert texts(effective(log("a", "b", undo_text(2), "c", undo_text(4), "d"))) == ["a", "d"]


@pytest.mark.parametrize("game", GAMES)
def test_no_game_reads_an_undo_as_an_action(game: str) -> None:
    """A log can never be misread, and nobody can type an undo."""
    assert undone_from(undo_text(7)) == 7
    with pytest.raises(ActionError):
        GAMES[game].parse_action(undo_text(7))
