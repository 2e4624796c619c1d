"""A contest's results as tables, for the terminal and docs/players.md."""

from __future__ import annotations

from statistics import quantiles
from typing import TYPE_CHECKING

from bot.arena.ratings import ratings
from bot.arena.sheets import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.arena.contest import Played
    from bot.arena.series import MatchResult, Share


def sheets(results: Sequence[MatchResult], games: Sequence[Played], levels: Sequence[str]) -> list[Sheet]:
    """Every table of the report."""
    return [_matrix(results, levels), _details(results), _levels(games, levels)]


def _matrix(results: Sequence[MatchResult], levels: Sequence[str]) -> Sheet:
    """First places of the row's level against a table of the column's level."""
    cells = {(result.match.one, result.match.rest): result.first_places for result in results}
    if results[0].match.seats == 2:
        cells |= {(rest, one): share.of_the_other() for (one, rest), share in cells.items()}
    rows = tuple((one, *(_percent(cells[one, rest]) if one != rest else "" for rest in levels)) for one in levels)
    even = 100 / results[0].match.seats
    title = f"First places of one seat against the others (even: {even:.0f}%; in brackets the 95% interval)"
    return Sheet(title, ("", *(f"v {level}" for level in levels)), rows)


def _details(results: Iterable[MatchResult]) -> Sheet:
    head = ("match", "games", "first places", "score difference", "tied first", "actions a game")
    return Sheet("The matches", head, tuple(_detail(result) for result in results))


def _detail(result: MatchResult) -> tuple[str, ...]:
    match = result.match
    others = match.rest if match.seats == 2 else f"{match.seats - 1} x {match.rest}"
    return (
        f"{match.one} v {others}",
        str(result.games),
        _percent(result.first_places),
        f"{result.score.mean:+.1f} ± {result.score.margin:.1f}",
        str(result.ties),
        f"{result.actions:.0f}",
    )


def _levels(games: Sequence[Played], levels: Sequence[str]) -> Sheet:
    """Ratings, and how long choices took on this machine."""
    seconds = _seconds(games)
    rows = tuple(
        (rating.level, f"{rating.mu:.1f} ± {2 * rating.sigma:.1f}", *_times(seconds[rating.level]))
        for rating in ratings(games, levels)
    )
    return Sheet("The levels", ("level", "openskill", "median", "p99", "slowest"), rows)


def _seconds(games: Iterable[Played]) -> Mapping[str, list[float]]:
    seconds: dict[str, list[float]] = {}
    for played in games:
        for level, values in played.seconds.items():
            seconds.setdefault(level, []).extend(values)
    return seconds


def _times(seconds: Sequence[float]) -> tuple[str, str, str]:
    cuts = quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else [seconds[0]] * 99
    return _milliseconds(cuts[49]), _milliseconds(cuts[98]), _milliseconds(max(seconds))


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def _percent(share: Share) -> str:
    return f"{100 * share.mean:.1f}% ({100 * share.low:.1f}\N{EN DASH}{100 * share.high:.1f})"


def for_document(sheet: Sheet) -> str:
    """The table in Markdown."""
    lines = (sheet.head, ("---",) * len(sheet.head), *sheet.rows)
    body = "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
    return f"**{sheet.title}**\n\n{body}\n"
