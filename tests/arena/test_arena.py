"""The arena compares fairly: equal deals for everyone, every seat in turn, honest margins, clear refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.arena.command import main
from bot.arena.contest import Contest, Played, play
from bot.arena.ratings import ratings
from bot.arena.report import sheets
from bot.arena.series import Estimate, Match, MatchResult, Share, matches

if TYPE_CHECKING:
    from pathlib import Path

KEY = "three-thirteen"


def played(levels: tuple[str, ...], ranks: tuple[int, ...], deal: str = "1") -> Played:
    return Played(Contest(KEY, levels, deal, {}), ranks, ranks, 10, dict.fromkeys(levels, (0.001, 0.002)))


def test_a_contest_can_be_repeated() -> None:
    """The same deal and line-up give the same game; another deal gives a different one."""
    contest = Contest(KEY, ("random", "easy"), "deal 1", {})
    first, again = play(contest), play(contest)
    assert (first.scores, first.actions) == (again.scores, again.actions)
    assert play(Contest(KEY, ("random", "easy"), "deal 2", {})).scores != first.scores
    assert len(first.seconds["random"]) + len(first.seconds["easy"]) == first.actions


def test_every_deal_is_played_once_from_every_seat() -> None:
    """Good cards favour no level, and all matches of a series use the same deals."""
    first, second = matches(KEY, ["strong", "classic"], games=10, seats=4, name="x", options={})
    assert (first.one, first.rest, second.one, second.rest) == ("strong", "classic", "classic", "strong")
    contests = first.contests()
    assert len(contests) == 12
    assert [c.levels.index("strong") for c in contests] == [0, 1, 2, 3] * 3
    assert len({c.deal for c in contests}) == 3
    assert {c.deal for c in contests} == {c.deal for c in second.contests()}


def test_with_two_seats_each_pair_of_levels_has_one_match() -> None:
    """With two seats, three levels make three matches, not six."""
    series = matches(KEY, ["a", "b", "c"], games=4, seats=2, name="x", options={})
    assert [(match.one, match.rest) for match in series] == [("a", "b"), ("a", "c"), ("b", "c")]


def test_levels_far_apart_play_fewer_games() -> None:
    """A level plays many games against the next weaker one. Other pairs play few, on the first of the same deals."""
    series = matches(KEY, ["a", "b", "c"], games=40, seats=4, name="x", options={}, games_apart=8)
    counts = {(match.one, match.rest): len(match.contests()) for match in series}
    many = {pair for pair, count in counts.items() if count == 40}
    assert many == {("a", "b"), ("b", "c")}
    assert {pair for pair, count in counts.items() if count == 8} == counts.keys() - many
    assert {c.deal for c in series[1].contests()} < {c.deal for c in series[0].contests()}


def test_a_shared_first_place_counts_as_part_of_a_win() -> None:
    """Two winners get half a win each, three get a third each."""
    assert played(("a", "b"), (1, 1)).share(0) == 0.5
    assert played(("a", "b", "b"), (1, 1, 1)).share(1) == pytest.approx(1 / 3)
    assert played(("a", "b"), (2, 1)).share(0) == 0


def test_the_margin_is_computed_from_deals_not_games() -> None:
    """Games on one deal resemble each other: two deals with equal results have no margin, with any number of games."""
    match = Match(KEY, "a", "b", 2, 2, "x")
    games = [played(("a", "b"), (1, 2), deal) for deal in ("1", "2")]
    games += [played(("b", "a"), (1, 2), deal) for deal in ("1", "2")]
    result = MatchResult.of(match, games)
    assert result.first_places == Share(0.5, 0.5, 0.5)
    assert (result.games, result.ties) == (4, 0)


def test_a_margin_is_the_95_percent_interval_of_a_mean() -> None:
    """The margin is 1.96 standard errors of the mean, and infinite for a single value."""
    estimate = Estimate.of([0.0, 1.0] * 50)
    assert estimate.mean == 0.5
    assert estimate.margin == pytest.approx(1.96 * 0.5025 / 10, rel=1e-3)
    assert Estimate.of([1.0]).margin == float("inf")


def test_an_unbeaten_record_still_has_a_margin() -> None:
    """Wilson's interval: forty wins in forty games leave room for losing one in eleven. It never exceeds 0 to 1."""
    share = Share.of([1.0] * 20, games=40)
    assert share.mean == 1.0
    assert share.high == pytest.approx(1.0)
    assert share.low == pytest.approx(0.9124, abs=1e-4)
    other = share.of_the_other()
    assert (other.mean, other.low, other.high) == pytest.approx((0.0, 0.0, 0.0876), abs=1e-4)
    nearly = Share.of([1.0] * 99 + [0.5], games=200)
    assert 0.96 < nearly.low < nearly.mean < nearly.high < 1
    assert Share.of([1.0], games=2) == Share(1.0, 0.0, 1.0)


def test_a_share_of_independent_games_has_wilsons_interval() -> None:
    """The interval for 50 of 100 is Wilson's, from a table. Values that vary less get a narrower one."""
    share = Share.of([0.0, 1.0] * 50, games=100)
    assert (share.low, share.high) == pytest.approx((0.4038, 0.5962), abs=2e-3)
    narrow = Share.of([0.4, 0.6] * 50, games=200)
    assert 0.47 < narrow.low < narrow.high < 0.53


def test_the_level_that_wins_is_rated_higher() -> None:
    """Each pair of seats with different levels counts as one result."""
    games = [played(("a", "b", "b", "b"), (1, 2, 3, 4)), played(("b", "a", "b", "b"), (2, 1, 3, 4))]
    best, worst = ratings(games, ["b", "a"])
    assert (best.level, worst.level) == ("a", "b")
    assert best.mu > 25 > worst.mu
    assert best.sigma < 25 / 3


def test_the_ratings_hardly_depend_on_the_order_of_matches() -> None:
    """`a` beats `b` in seven games of ten and both beat `c`; the ratings hardly depend on which match comes last."""
    often = [played(("a", "b", "b", "b"), (1, 2, 2, 2) if i % 10 < 7 else (4, 1, 2, 3)) for i in range(200)]
    easily = [played(("b", "c", "c", "c"), (1, 2, 3, 4) if i % 20 else (2, 1, 3, 4)) for i in range(400)]
    seldom = [played(("a", "c", "c", "c"), (1, 2, 3, 4)) for _ in range(40)]
    orders = [*seldom, *often, *easily], [*easily, *often, *seldom], [*often, *seldom, *easily]
    rated = [ratings(order, ["b", "c", "a"]) for order in orders]
    assert all([rating.level for rating in found] == ["a", "b", "c"] for found in rated)
    best = [found[0].mu for found in rated]
    assert max(best) - min(best) < 7  # 14 if matches are rated one after another


def test_the_99th_percentile_never_exceeds_the_slowest_time() -> None:
    """With few choices, the 99th percentile is the slowest one or less."""
    match = Match(KEY, "a", "b", 2, 2, "x")
    games = [played(("a", "b"), (1, 2)), played(("b", "a"), (1, 2))]
    levels = sheets([MatchResult.of(match, games)], games[:1], ["a", "b"])[-1]
    assert levels.head[-2:] == ("p99", "slowest")
    assert [row[-2:] for row in levels.rows] == [("2.0 ms", "2.0 ms")] * 2


def test_the_command_prints_the_matrix_and_writes_the_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A second run replaces the arena's own part of the document and leaves the rest unchanged."""
    document = tmp_path / "players.md"
    document.write_text("# Players\n\nIntroduction.\n")
    line = f"{KEY} --players easy,random --games 2 --seats 2 --jobs 1 --write {document}".split()
    assert main(line) == 0
    assert "easy" in capsys.readouterr().out
    first = document.read_text()
    assert first.startswith("# Players\n\nIntroduction.\n\n<!-- arena three-thirteen -->")
    assert "| easy v random | 2 |" in first
    assert main([*line, "--seed", "2"]) == 0
    assert document.read_text().count("<!-- arena three-thirteen -->") == 1


def test_results_do_not_depend_on_the_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    """The results, apart from the times, do not depend on the number of processes."""
    line = f"{KEY} --players easy,random --games 2 --seats 2 --processes".split()
    printed = []
    for processes in ("1", "2"):
        assert main([*line, processes]) == 0
        printed.append(capsys.readouterr().out.partition("The levels")[0])
    assert printed[0] == printed[1] != ""


def test_an_unwritable_document_is_reported_before_any_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.arena.command.spread", None)
    assert main([KEY, "--write", "/dev/null/players.md"]) == 2
    assert capsys.readouterr().err == "/dev/null/players.md cannot be written: Not a directory; name another file.\n"


def test_levels_may_be_written_with_spaces(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([KEY, "--players", "easy, random", "--games", "1", "--seats", "2", "--jobs", "1"]) == 0
    assert "random" in capsys.readouterr().out


def test_ctrl_c_prints_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.arena.command.spread", stopped)
    assert main([KEY]) == 130
    assert capsys.readouterr().err.strip() == "Stopped before all games were played."


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("chess", "There is no game “chess”"),
        (f"{KEY} --players classic,godlike", "has no computer player “godlike”"),
        (f"{KEY} --players classic", "at least two different levels"),
        (f"{KEY} --players classic,classic", "at least two different levels"),
        (f"{KEY} --seats 9", "is played by 2 to 7 people, not 9"),
        (f"{KEY} --option arrangement", "Write an option as NAME=VALUE"),
        (f"{KEY} --option colour=red", "no option “colour”"),
        (f"{KEY} --option arrangement=wild", "Option “arrangement” cannot be wild"),
    ],
)
def test_a_bad_command_line_is_refused(line: str, problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A bad command line prints one plain sentence and exits with code 2."""
    assert main(line.split()) == 2
    assert problem in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value"), [("--seats", "two"), ("--games", "0"), ("--games-apart", "many"), ("--jobs", "1.5")]
)
def test_a_number_that_is_none_is_refused_in_our_own_words(
    option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The text of argparse names a type of Python (“invalid int value”)."""
    with pytest.raises(SystemExit, match="2"):
        main([KEY, option, value])
    assert f"“{value}” is not a whole number greater than 0" in capsys.readouterr().err
