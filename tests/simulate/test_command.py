"""`python -m bot simulate` on the command line: the table, the files, and the refusals."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.__main__ import main as bot_main
from bot.arena.command import main as arena
from bot.rules.catalogue import GAMES
from bot.simulate.command import main

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).parents[2]
KNOWN_WORDS = """
Rummy games shared first places actions a game longest s in all player seats wins mean rank score choices random classic
First of one seat against the others even brackets interval v x The matches match difference tied inf levels level
openskill median p slowest ms
"""
"""All words in the tables of simulate and arena, so that half a word is noticed."""


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([game, "--games", "2", "--players", "random", "--jobs", "1"]) == 0
    assert f"{GAMES[game].title}: 2 games" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("command", [main, arena])
@pytest.mark.parametrize("width", [30, 40, 60, 80])
def test_a_narrow_terminal_breaks_no_word_and_cuts_no_number(
    command: Callable[[Sequence[str]], int],
    width: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """On a phone's width, headings break between words, and if that is not enough, each row becomes a list."""
    monkeypatch.setenv("COLUMNS", str(width))
    assert command(["rummy", "--games", "2", "--jobs", "1", "--players", "random,classic"]) == 0
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= width
    assert "\N{HORIZONTAL ELLIPSIS}" not in printed
    assert set(re.findall(r"[^\W\d_]+", printed)) <= set(KNOWN_WORDS.split())


def test_the_files_contain_the_table_and_replayable_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, log = tmp_path / "table.json", tmp_path / "games.jsonl"
    line = [
        "three-thirteen",
        "--games",
        "3",
        "--players",
        "classic,random",
        "--jobs",
        "1",
        "--json",
        str(table),
    ]
    assert main([*line, "--log", str(log), "--option", "arrangement=fewest-points"]) == 0
    report = json.loads(table.read_text())
    games = [json.loads(text) for text in log.read_text().splitlines()]
    assert report["games"] == len(games) == 3
    assert sum(entry["wins"] for entry in report["lines"]) == pytest.approx(3)
    assert "classic" in capsys.readouterr().out
    for document in games:
        game = GAMES[document["game"]]
        state = game.deal(len(document["players"]), bytes.fromhex(document["seed"]), document["options"])
        for seat, text in document["actions"]:
            state = game.apply(state, seat, game.parse_action(text))
        outcome = game.outcome(state)
        assert outcome is not None
        assert (list(outcome.ranks), list(outcome.scores)) == (document["ranks"], document["scores"])
        assert document["options"] == {"arrangement": "fewest-points"}
    assert {tuple(document["players"]) for document in games} == {
        ("classic", "random") * 2,
        ("random", "classic") * 2,
    }


def test_the_game_argument_may_follow_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    """The usage line of the help shows this order."""
    options = ["--option", "minimum=30", "--option", "first_laydown_round=2"]
    assert main(["--games", "1", "--jobs", "1", *options, "rummy"]) == 0, capsys.readouterr().err


def test_games_depend_on_the_seed_but_not_on_the_processes(tmp_path: Path) -> None:
    logs = []
    for name, jobs, seed in (("a", "1", "7"), ("b", "2", "7"), ("c", "1", "8")):
        log = tmp_path / name
        line = ["notty", "--games", "4", "--jobs", jobs, "--seed", seed, "--log", str(log)]
        assert main(line) == 0
        logs.append(log.read_text())
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (["poker"], "There is no game “poker”"),
        (["rummy", "--players", "genius"], "no computer player “genius”"),
        (["huxxy", "--seats", "3"], "played by exactly 4"),
        (["notty", "--players", "random,random,random,random"], "played by 2 to 3"),
        (["rummy", "--seats", "2", "--players", "random,random,random"], "more than the 2 seats"),
        (["rummy", "--option", "minimum"], "NAME=VALUE"),
        (["rummy", "--option", "minimum=35"], "choose one of: 30, 40"),
        (["rummy", "--games", "0"], "not a whole number greater than 0"),
        (["rummy", "--games", "many"], "not a whole number greater than 0"),
        (["rummy", "--seats", "two"], "not a whole number greater than 0"),
        (["rummy", "--fast"], "unrecognized arguments"),
        ([], "required: game"),
        (["notty", "--games", "1", "--log", "/dev/null/x"], "/dev/null/x cannot be written"),
        (["notty", "--games", "1000000", "--json", "/dev/null/x"], "/dev/null/x cannot be written"),
    ],
)
def test_a_bad_command_line_is_refused_in_one_line(
    line: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bot_main(["simulate", *line]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_simulate_is_a_subcommand_of_the_bot(tmp_path: Path) -> None:
    """It runs through `python -m bot`, in its own process, with a boolean option."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "bot",
            "simulate",
            "huxxy",
            "--games",
            "1",
            "--option",
            "jokers=true",
            "--log",
            "log",
        ],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Huxxy: 1 game," in " ".join(done.stdout.split())
    assert json.loads((tmp_path / "log").read_text())["options"] == {"jokers": True}
