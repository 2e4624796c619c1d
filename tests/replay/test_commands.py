"""`python -m bot replay` and `python -m bot verify`, run on a file from the terminal."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.__main__ import main
from bot.replay.game_file import Move, dumps
from bot.rules.catalogue import GAMES
from tests.e2e.payloads import check_direction
from tests.replay.games import finished, forged

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the language to English, whatever the machine's language is."""
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(dumps(finished("rummy", 3)), encoding="utf-8")
    return path


def test_verify_confirms_a_true_file_with_its_commitment(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Yes: Rummy, table 7.")
    assert finished("rummy").commitment in said


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "there was no action to check"), (1, "its only action was legal"), (2, "all 2 actions were legal")],
)
def test_verify_of_a_game_that_was_stopped_at_once_counts_its_actions(
    file: Path, capsys: pytest.CaptureFixture[str], count: int, said: str
) -> None:
    game = finished("rummy", 3)
    file.write_text(dumps(replace(game, moves=game.moves[:count], result=None)), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    assert f"The cards came from the secret, {said}, and it stopped before its end.\n" in capsys.readouterr().out


def test_a_deal_of_the_day_is_not_called_a_table(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(forged(finished("rummy"), table=0, again=1), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Yes: Rummy, a deal of the day.")
    assert "the one that /daily deal showed the day before" in said
    assert main(["replay", str(file), "--all"]) == 0
    said += capsys.readouterr().out
    assert "Rummy · a deal of the day · " in said
    assert "table 0" not in said


def test_verify_names_the_changed_action(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = finished("rummy")
    actions = [f"{move.seat + 1} {move.text}" for move in game.moves]
    actions[1] = actions[1].split()[0] + " draw stock"
    file.write_text(forged(game, actions=actions), encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    said = capsys.readouterr().out
    assert said.startswith("No, ")
    assert "Action 2, “draw stock”" in said


def test_verify_rejects_a_changed_name(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(file.read_text(encoding="utf-8").replace("Ada L.", "Eve L."), encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    assert "checksum" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe", b'{"format": 1}'])
def test_an_unreadable_file_gives_one_line_and_exit_code_2(
    command: str, content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.json"
    if content is not None:
        path.write_bytes(content)
    assert main([command, str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("games", ["1", "2"])
def test_a_log_of_simulated_games_is_called_another_kind_of_file(
    games: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The advice was once to get it again, and that it was cut off."""
    log = tmp_path / "games.jsonl"
    main(["simulate", "six-holes", "--games", games, "--jobs", "1", "--log", str(log)])
    capsys.readouterr()
    assert main(["replay", str(log)]) == 2
    said = capsys.readouterr().err
    assert "file that /replay saved" in said
    assert "choose another one" in said


def test_a_step_within_a_turn_is_told_as_on_discord(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both once said “End the turn”, as on the button."""
    path = tmp_path / "game.json"
    path.write_text(dumps(finished("notty")), encoding="utf-8")
    assert main(["replay", str(path), "--all"]) == 0
    said = capsys.readouterr().out
    assert " ended the turn." in said
    assert "End the turn" not in said


@pytest.mark.parametrize("key", GAMES)
def test_all_steps_are_printed_at_once(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The steps are sentences with all players' names, from the deal to the result."""
    path = tmp_path / "game.json"
    path.write_text(dumps(finished(key, 4)), encoding="utf-8")
    assert main(["replay", str(path), "--all"]) == 0
    said = capsys.readouterr().out
    assert f"{GAMES[key].title} · table 7" in said
    assert "Ada L." in said
    assert "**" not in said
    assert "\\" not in said
    assert "1. " in said


def test_characters_missing_from_the_encoding_cause_no_error(file: Path) -> None:
    """This is what happens when the output is written to a file on Windows, in its encoding cp1252."""
    done = subprocess.run(
        [sys.executable, "-m", "bot", "replay", str(file), "--all"],
        env={**os.environ, "PYTHONIOENCODING": "cp1252", "LANGUAGE": "en"},
        capture_output=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert "Stock: " in done.stdout.decode("cp1252")


def test_right_to_left_names_do_not_affect_other_text(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Right-to-left names do not affect the text around them, whatever characters the file puts into a name."""
    names = [{"name": name, "computer": None} for name in ("דנה\u2069\u202e x", "مريم *5*\u200f", "Ada")]
    game = finished("rummy", 3)
    file.write_text(forged(game, seats=names), encoding="utf-8")
    assert main(["replay", str(file), "--all"]) == 0
    said = capsys.readouterr().out
    assert "\u2068דנה x\u2069" in said
    assert "\u2068مريم *5*\u2069" in said
    check_direction(said, "the terminal")


def test_a_name_may_end_with_a_backslash(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its bold used to have no end, and two asterisks followed the name."""
    names = [{"name": name, "computer": None} for name in ("Ada\\", "¯\\_(ツ)_/¯", "Bo")]
    file.write_text(forged(finished("rummy", 3), seats=names), encoding="utf-8")
    assert main(["replay", str(file), "--all"]) == 0
    said = capsys.readouterr().out
    assert "Ada\\: " in said
    assert "¯\\_(ツ)_/¯" in said
    assert "*" not in said


def test_people_with_the_same_name_are_numbered(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [{"name": name, "computer": None} for name in ("Max", "Max", "Ada")]
    file.write_text(forged(finished("rummy", 3), seats=names), encoding="utf-8")
    assert main(["replay", str(file), "--all"]) == 0
    said = capsys.readouterr().out
    assert "Max 1" in said
    assert "Max 2" in said
    assert "Max:" not in said


def test_titles_are_not_cut_off_in_a_narrow_terminal(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    for command, end in ((("replay", "--all"), "actions"), (("review",), "seat 1, Ada L.")):
        assert main([*command, str(file)]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert end in said[:80]
        assert "\N{HORIZONTAL ELLIPSIS}" not in said


def test_replay_for_a_seat_shows_only_what_it_saw(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The output contains the seat's own hand, and no card that another seat drew from the stock."""
    assert main(["replay", str(file), "--all", "--seat", "2"]) == 0
    said = capsys.readouterr().out
    assert "Hand of 🤖 Blaise" in said
    assert "Hand of Ada" not in said
    draws = [line for line in said.splitlines() if " drew " in line and "Blaise" not in line]
    assert draws
    assert all(line.endswith(" drew from the stock.") for line in draws)


@pytest.mark.parametrize("key", ["six-holes", "notty"])
@pytest.mark.parametrize("seat", [(), ("--seat", "2")])
def test_open_hands_are_printed_only_once(
    key: str, seat: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table already shows them. Below it is what only the seat knows, such as the card that it has drawn."""
    game = finished(key, 2)
    path = tmp_path / "game.json"
    path.write_text(dumps(game), encoding="utf-8")
    step = next(number for number, move in enumerate(game.moves, 1) if move.seat == 1 and "draw" in move.text)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{step}\nq\n"))
    assert main(["replay", str(path), *seat]) == 0
    said = capsys.readouterr().out
    assert "Hand of" not in said
    assert "Positions:" not in said
    assert ("You hold" in said or "You drew" in said) is bool(seat)


def test_the_help_of_replay_is_english_throughout(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its last line was in the terminal's language."""
    monkeypatch.setenv("LANGUAGE", "de")
    assert main(["replay", "--help"]) == 0
    assert "Enter: next" in capsys.readouterr().out


def test_replay_uses_the_language_of_the_terminal(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sentences, headings and refusals are all translated."""
    monkeypatch.setenv("LANGUAGE", "de")
    assert main(["replay", str(file), "--all"]) == 0
    said = capsys.readouterr().out
    assert "Rummy · Tisch 7 · " in said
    assert "Schritt 0 von " in said
    assert "Karten von Ada L.: " in said
    assert "Step" not in said
    assert "A player discarded the last card and won." not in said
    assert main(["replay", str(file), "--seat", "4"]) == 2
    assert capsys.readouterr().err.startswith("Dieses Spiel hat keinen Platz 4; ")


def test_an_unknown_seat_gives_one_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file), "--seat", "4"]) == 2
    assert capsys.readouterr().err == "This game has no seat 4; choose one from 1 to 3.\n"


def test_replay_is_stepped_through_by_keyboard(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Enter goes forward, b goes back, a number jumps, and q stops."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\nb\n999999999999\nb\n2\nq\n"))
    assert main(["replay", str(file)]) == 0
    last = len(finished("rummy", 3).moves)
    said = capsys.readouterr().out
    shown = [line for line in said.splitlines() if "Step " in line]
    numbers = [int(line[line.index("Step ") :].split()[1]) for line in shown]
    assert numbers == [0, 1, 2, 1, last, last - 1, 2]


def test_replay_stops_at_the_end_of_input(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert main(["replay", str(file)]) == 0
    assert "Step 1 of" in capsys.readouterr().out


def test_a_broken_game_is_shown_up_to_the_break(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing in the file can control the terminal."""
    game = finished("rummy")
    actions = [f"{move.seat + 1} {move.text}" for move in game.moves]
    actions[1] = actions[1].split()[0] + " fly\x1b[31m"
    names = [{"name": "Ada \x1b[2J[red]", "computer": None}, {"name": "", "computer": None}]
    file.write_text(forged(game, actions=actions, seats=names), encoding="utf-8")
    assert main(["replay", str(file), "--all"]) == 1
    said = capsys.readouterr().out
    assert "breaks off" in said
    assert "Former player" in said
    assert "\x1b" not in said


@pytest.mark.parametrize("command", ["verify", "replay", "review"])
@pytest.mark.parametrize("changes", [{"rules_version": "\x1b[2J\u202e"}, {"\x1b[2J\u202e": 1}])
def test_errors_about_a_file_contain_no_control_characters(
    command: str, changes: dict[str, Any], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(forged(finished("rummy"), **changes), encoding="utf-8")
    assert main([command, str(file)]) == 2
    said = capsys.readouterr().err
    assert "[2J" in said
    assert not {"\x1b", "\u202e"} & set(said)


def test_two_lines_of_a_deal_are_compared(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The output says where they part, what each did then, and how each ended. Files of different deals are refused."""
    game = finished("six-holes")
    first, second = tmp_path / "one.json", tmp_path / "two.json"
    first.write_text(dumps(game), encoding="utf-8")
    open_at = {move.text for move in game.moves[:1]}
    other = next(f"open {place}" for place in ("TL", "TR") if f"open {place}" not in open_at)
    again = replace(game, moves=(Move(game.moves[0].seat, other),), result=None, again=game.moves[0].seat)
    second.write_text(dumps(again), encoding="utf-8")
    assert main(["replay", str(first), "--beside", str(second)]) == 0
    said = capsys.readouterr().out
    assert "0 actions in common" in said
    assert "Played again:" in said
    assert "The game stopped before its end." in said
    assert main(["replay", str(first), "--beside", str(file)]) == 2
    assert "not two lines of one deal" in capsys.readouterr().err


def test_a_compared_line_that_is_broken_or_changed_is_reported(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An impossible action is named, as it is when the file is played back alone. The game used to be said to have
    stopped before its end.
    """
    game = finished("rummy", 3)
    actions = [*(f"{move.seat + 1} {move.text}" for move in game.moves[:1]), "1 fly"]
    broken = tmp_path / "broken.json"
    broken.write_text(forged(game, actions=actions).replace("Ada L.", "Eve L."), encoding="utf-8")
    for one, beside in ((file, broken), (broken, file)):
        assert main(["replay", str(one), "--beside", str(beside)]) == 1
        said = " ".join(capsys.readouterr().out.split())
        assert said.count("The game breaks off here: Action 2, “fly” by seat 1, is not possible") == 1
        assert said.count("This file was changed after it was written") == 1
        assert "The game stopped before its end." not in said


@pytest.mark.parametrize("ignored", [["--all"], ["--seat", "1"]])
def test_two_lines_are_compared_without_other_options(
    ignored: list[str], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They used to be ignored without a word."""
    assert main(["replay", str(file), "--beside", str(file), *ignored]) == 2
    assert "leave --all and --seat out" in capsys.readouterr().err


@pytest.mark.parametrize(("key", "seats"), [("rummy", 2), ("three-thirteen", 3)])
def test_the_same_seed_with_other_seats_or_game_is_another_deal(
    key: str, seats: int, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The other game has more or fewer seats, or is another kind of game."""
    other = tmp_path / "other.json"
    other.write_text(forged(finished(key, seats), seed=finished("rummy", 3).seed.hex()), encoding="utf-8")
    for one, beside in ((file, other), (other, file)):
        assert main(["replay", str(one), "--beside", str(beside)]) == 2
        assert "not two lines of one deal" in capsys.readouterr().err
