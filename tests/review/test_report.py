"""Reports: marks, accuracy, what is shown, and that reports survive being stored."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.language import LANGUAGES, speaking
from bot.players.player import Thought
from bot.players.thoughts import sentence
from bot.render.catalogue import text_of
from bot.review.command import main
from bot.review.report import Finding, Report, dumps, loads, report
from bot.review.words import finding_lines, luck, spoken_in_turn, summary
from bot.rules.cards import parse_cards
from bot.rules.catalogue import GAMES
from bot.rules.huxxy.actions import Play
from tests.e2e.payloads import check_direction
from tests.replay.games import finished, forged, reviewed

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("key", GAMES)
def test_a_report_survives_being_stored(key: str) -> None:
    made = report(*reviewed(key))
    again = loads(dumps(made))
    assert (again.losses, again.luck, again.accuracy) == (made.losses, made.luck, made.accuracy)
    assert [finding.better for finding in again.findings] == [finding.better for finding in made.findings]
    assert dumps(again) == dumps(made)


def test_a_turn_is_listed_without_what_was_taken_back() -> None:
    """In Huxxy, plays can be taken back without end. They pushed what was played in the end out of the list."""
    game = GAMES["huxxy"]
    state = game.deal(4, bytes(32))
    seat = game.seat_to_act(state)
    assert seat is not None
    one, other, *_ = [game.format_action(each) for each in game.legal_actions(state) if isinstance(each, Play)]
    forms = (one, "undo", one, other, "reset", *(other, "undo") * 20, other)
    made = Report("huxxy", (9.0,), (Finding(3, 9.0, forms, (one,), None),), None)
    played, _better, _why = finding_lines(made, made.findings[0], state, seat)
    assert played == f"Played: {text_of('huxxy').spoken(game.parse_action(other), game.view(state, seat))}"


def test_a_reason_with_several_cards_survives_being_stored() -> None:
    cards = parse_cards("2S 3S XR")
    why = Thought("laid_early", {}, {"cards": cards})
    made = Report("rummy", (4.0,), (Finding(3, 4.0, ("discard KD",), ("discard QC",), why),), None)
    again = loads(dumps(made)).findings[0].why
    assert again is not None
    assert again.private_facts["cards"] == cards
    assert sentence("rummy", again, private=True) == sentence("rummy", why, private=True), "a card is a tuple too"


def test_the_three_costliest_findings_are_in_order_of_play() -> None:
    findings = tuple(Finding(step, loss, ("draw",), ("draw",), None) for step, loss in enumerate((3.0, 9.0, 1.5, 7.0)))
    made = Report("notty", (3.0, 9.0, 1.5, 7.0), findings, None)
    assert [finding.step for finding in made.costliest] == [0, 1, 3]


def test_luck_is_described_in_the_games_units_or_left_out() -> None:
    """Where the fewest points win, points are saved or cost: cards “worth more” could be good or bad ones."""

    def said(points: float | None, game: str = "six-holes") -> str:
        return luck(Report(game, (0.0,), (), points))

    assert said(None) == ""
    assert "draws were average" in said(0.4)
    assert "the draws saved 12.3 points" in said(12.3)
    assert "the draws cost 1 point" in said(-1.0, "three-thirteen")
    assert "the draws saved 1 point," in said(1.04), "shown without its decimals"
    assert "3.4 more cards could go than with average ones" in said(3.4, "notty")
    assert "1 fewer card could go" in said(-1.0, "huxxy")
    assert "23 points less in melds" in said(-23.0, "rummy")
    assert "draws were average" in said(4.0, "rummy")


def test_a_review_of_notty_says_that_early_discards_are_not_judged() -> None:
    """Whoever always discards at once loses to those who collect, and may have an accuracy of 100%."""
    assert (
        "Whether collecting on would have been better is not judged."
        in summary(Report("notty", (0.0,) * 9, (), 0.0))[-1]
    )


def test_a_game_without_judged_decisions_has_no_accuracy() -> None:
    lines = summary(Report("notty", (), (), None))
    assert "no choice that could be judged" in lines[0]
    assert not any("Accuracy" in line or "clearly wrong" in line for line in lines)
    assert "too few to give an accuracy" in summary(Report("notty", (0.0, 0.0), (), None))[0]


def test_a_long_game_with_one_inaccuracy_is_not_perfect() -> None:
    """One loss of a point among sixty decisions rounds to 100%."""
    losses = (*[0.0] * 60, 1.0)
    lines = summary(Report("rummy", losses, (Finding(60, 1.0, ("draw",), ("draw",), None),), None))
    assert lines[:2] == ["**Accuracy 99%** in 61 decisions", "1 inaccuracy"]
    assert "Accuracy 100%" in summary(Report("rummy", (*losses[:-1], 0.5), (), None))[0]


ADDRESSED = re.compile(r"\b(you|your|yours|du|dich|dir|dein\w*|ihr|euch|euer\w*)\b", re.IGNORECASE)


def test_a_series_of_actions_is_worded_step_by_step() -> None:
    """In Notty, ending a turn in which nothing was done is a pass."""
    game = GAMES["notty"]
    state = game.deal(2, bytes(32))
    seat = game.seat_to_act(state)
    assert seat is not None
    assert spoken_in_turn("notty", ("end",), state, seat) == "Pass"
    said = spoken_in_turn("notty", ("draw 1", "end"), state, seat)
    assert said == "\n- Draw 1 card from the deck\n- End the turn"


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_do_not_address_the_reader(key: str, language: str) -> None:
    """Players can show the figures to everybody. Under “How Ada played”, every reader used to read “your draws”."""
    with speaking(language):
        for losses in ((), (0.0,), (0.0,) * 9):
            for points in (None, 0.0, 9.5, -9.5):
                said = " ".join(summary(Report(key, losses, (), points)))
                assert ADDRESSED.search(said) is None


def test_the_command_prints_a_review(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    game = finished("six-holes")
    file.write_text(forged(game), encoding="utf-8")
    assert main([str(file), "--seat", "1"]) == 0
    said = capsys.readouterr().out
    assert "Accuracy" in said
    assert "Better: " in said
    names = [{"name": "[/b] [AFK] \x1b[2JAda דנה", "computer": None}, {"name": "", "computer": None}]
    file.write_text(forged(game, seats=names, table=0), encoding="utf-8")
    assert main([str(file), "--seat", "1"]) == 0
    heading = capsys.readouterr().out.splitlines()[0]
    assert "6 Holes · a deal of the day · seat 1, " in heading
    assert "[/b] [AFK] [2JAda דנה" in heading, "a name is no markup, and steers no terminal"
    check_direction(heading, "the terminal")
    assert main([str(file), "--seat", "2"]) == 0
    assert "seat 2, Former player" in capsys.readouterr().out
    assert main([str(file), "--seat", "5"]) == 2
    file.write_text(forged(game, result=None), encoding="utf-8")
    assert main([str(file)]) == 1
    assert "not played to its end" in capsys.readouterr().err
    assert main([str(tmp_path / "none.json")]) == 2
