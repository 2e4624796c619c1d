"""A leaderboard: ten lines, the viewer's own among or below them, and controls to switch to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.records.model import COMPUTERS, EVERYWHERE, LADDERS, Gain
from bot.records.ratings import SURE_AFTER
from bot.render.options import computer_name
from bot.render.pictures.drawing.drawn_names import drawn_name
from bot.render.pictures.picture import says_all
from bot.render.pictures.records.ranking import Ranked, ranking_card
from bot.render.words import games_in_words, signed
from bot.rules.catalogue import GAMES
from bot.ui.kit.controls import NO_TABLE, Entry, Style, button, select
from bot.ui.kit.layout import GOLD, page
from bot.ui.kit.pictured import Shown
from bot.ui.records.scope import EVER, MONTH, WEEK
from bot.ui.wording.paging import page_buttons
from bot.ui.wording.ranking import listed_name, medal, not_listed, own_mark
from bot.ui.wording.rating_lines import ladder_name, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.records.model import Leaderboard, Rating, Row, Season
    from bot.render.pictures.picture import Picture
    from bot.ui.kit.controls import Button, Select
    from bot.ui.kit.layout import Part
    from bot.ui.records.scope import Scope

LINES = 10
MAX_SEASONS = 24


def build_leaderboard(
    scope: Scope,
    board: Leaderboard,
    seasons: Sequence[Season],
    person: int,
    advice: str,
    *,
    listed: bool,
    picture: Picture | None,
) -> LayoutView:
    """One page of a leaderboard for the viewer; `seasons` are the server's, empty in a DM.

    A `picture` of the page replaces its lines, but for the names that it cannot write. `advice` says how to play, for a
    page without lines.
    """
    parts: list[Part] = [_heading(scope, seasons)]
    if picture is not None:
        parts.append(Shown("leaderboard", picture))
    if says_all(picture):
        parts.append(_unwritten(scope, board, person))
    else:
        lines = "\n".join(_line(scope, row, person) for row in board.rows)
        parts += [lines or _nobody(scope, board, seasons, advice), _own(scope, board, person)]
    if scope.is_everywhere and not listed:
        parts.append(not_listed())
    parts += [
        _note(scope) if board.rows else "",
        _pages(scope, board),
        _periods(scope, seasons),
        _games(scope),
        _ladders(scope),
        *([_seasons(scope, seasons)] if seasons else []),
    ]
    return page(parts, GOLD)


def leaderboard_card(scope: Scope, board: Leaderboard, person: int) -> Picture:
    """The page's lines as a picture, with the viewer's own if it is not among them."""
    ladder = _period_name(scope.period) if scope.period else ladder_name(scope.kind)
    title = _("{game} · {ladder}").format(game=GAMES[scope.game].title, ladder=ladder)
    rows = [_ranked(scope, row, person) for row in board.rows]
    return ranking_card(title, _columns(scope), rows, *(_ranked(scope, row, person) for row in _pinned(board)))


def _columns(scope: Scope) -> tuple[str, str]:
    return _("points") if scope.period else _("rating"), _("games")


def _ranked(scope: Scope, row: Row, person: int) -> Ranked:
    heading, shown, played = _columns(scope)[0], _figure(row.rating), row.rating.games
    games = games_in_words(played)
    spoken = f"{heading} {shown}, {games}"
    return Ranked(row.place, _written(row), (shown, str(played)), spoken, own=row.player.person == person)


def _written(row: Row) -> str:
    """What the picture calls a player."""
    return computer_name(row.player.level) if row.player.is_computer else row.name


def _figure(rating: Rating | Gain) -> str:
    """The figure that ranks a row: its rating, or the points won."""
    return signed(rating.points) if isinstance(rating, Gain) else number(rating)


def _heading(scope: Scope, seasons: Sequence[Season]) -> str:
    title = _("## Leaderboard: {game}").format(game=GAMES[scope.game].title)
    where = _("All servers") if scope.is_everywhere else _("This server")
    if scope.period:
        where = f"{where}, {_period_name(scope.period)}"
    elif not scope.is_everywhere:
        where = f"{where}, {_season_name(scope.season, seasons)}"
    return f"{title}\n-# {where} · {ladder_name(scope.kind)}"


def _period_name(period: str) -> str:
    """A period's name within a line: `last 7 days`."""
    return {WEEK: _("last 7 days"), MONTH: _("last 30 days"), EVER: _("all seasons")}[period]


def _note(scope: Scope) -> str:
    if scope.period:
        return _("-# Rating points won and lost in that time, whatever a player's rating is.")
    return ngettext(
        "-# “?” marks a rating from fewer than {games} game: they are listed below the others.",
        "-# “?” marks a rating from fewer than {games} games: they are listed below the others.",
        SURE_AFTER,
    ).format(games=SURE_AFTER)


def _season_name(season: int, seasons: Sequence[Season]) -> str:
    if seasons and season == seasons[-1].number:
        return _("season {number} (now)").format(number=season)
    return _("season {number}").format(number=season)


def _nobody(scope: Scope, board: Leaderboard, seasons: Sequence[Season], advice: str) -> str:
    """Why the page has no lines, and what to do."""
    if board.total:
        return _("This page is empty; go back to the first.")
    if scope.period and scope.is_everywhere:
        return _("Nobody who is shown here finished a rated game of this kind in that time; choose a longer one.")
    if scope.period and scope.period != EVER:
        return _("No rated game of this kind ended in that time; choose a longer one.")
    if scope.period:
        nobody = _("Nobody has finished a rated game of this kind here yet; {advice}.")
    elif scope.is_everywhere:
        nobody = _("Nobody who is shown here has finished a rated game of this kind yet; {advice}.")
    elif scope.season != seasons[-1].number:
        return _("Nobody finished a rated game of this kind in that season; choose another.")
    elif len(seasons) > 1:
        nobody = _("Nobody has finished a rated game of this kind in this season yet; {advice}.")
    elif scope.kind == COMPUTERS:
        nobody = _("Nobody has finished a rated game with computer players here yet; {advice}.")
    else:
        nobody = _("Nobody has finished a rated game without computer players here yet; {advice}.")
    return nobody.format(advice=advice)


def _line(scope: Scope, row: Row, person: int) -> str:
    games = games_in_words(row.rating.games)
    return f"{_placed(scope, row, person)} – **{_figure(row.rating)}** · {games}"


def _placed(scope: Scope, row: Row, person: int) -> str:
    """A row's place and name."""
    return f"{own_mark(row.player.person, person)}{medal(row.place)} {_name(scope, row)}"


def _unwritten(scope: Scope, board: Leaderboard, person: int) -> str:
    """The places of those whose names have letters that pictures cannot draw."""
    rows = [*board.rows, *_pinned(board)]
    return "\n".join(_placed(scope, row, person) for row in rows if not drawn_name(_written(row)))


def _name(scope: Scope, row: Row) -> str:
    if row.player.is_computer:
        return f"🤖 {_written(row)}"
    return listed_name(row.name, row.player.person, everywhere=scope.is_everywhere)


def _own(scope: Scope, board: Leaderboard, person: int) -> str:
    return "".join("⋯\n" + _line(scope, row, person) for row in _pinned(board))


def _pinned(board: Leaderboard) -> tuple[Row, ...]:
    """The viewer's own row, if it is not among the page's."""
    return () if board.own is None or board.own.player in [row.player for row in board.rows] else (board.own,)


def _pages(scope: Scope, board: Leaderboard) -> list[Button]:
    def argument(page: int, tag: str) -> str:
        return scope.with_changes(page=page).argument(tag)

    turning = page_buttons("leaderboard", scope.page, max(0, (board.total - 1) // LINES), argument)
    if not turning:
        return []
    own = scope.page if board.own is None else (board.own.number - 1) // LINES
    is_here = board.own is None or own == scope.page
    mine = button(NO_TABLE, "leaderboard", _("My place"), argument=argument(own, "own"), disabled=is_here)
    return [*turning, mine]


def _periods(scope: Scope, seasons: Sequence[Season]) -> list[Button]:
    """Buttons for week, month, season and all time; global ratings have no seasons."""
    label = _("All time") if scope.is_everywhere else _("This season")
    now = scope.with_changes(period="", season=EVERYWHERE if scope.is_everywhere else seasons[-1].number)
    kinds = [
        (_("7 days"), now.with_changes(period=WEEK)),
        (_("30 days"), now.with_changes(period=MONTH)),
        (label, now),
    ]
    if len(seasons) > 1 and not scope.is_everywhere:
        kinds.append((_("All time"), now.with_changes(period=EVER)))
    return [_period_button(scope, *kind) for kind in kinds]


def _period_button(scope: Scope, label: str, target: Scope) -> Button:
    shown = (target.season, target.period) == (scope.season, scope.period)
    style = Style.primary if shown else Style.secondary
    tag = f"in-{target.period}"
    return button(NO_TABLE, "leaderboard", label, argument=target.argument(tag), style=style, disabled=shown)


def _games(scope: Scope) -> Select:
    entries = [Entry(key, game.title, chosen=key == scope.game) for key, game in GAMES.items()]
    return select(NO_TABLE, "leaderboard-game", _("Game"), entries, argument=scope.argument())


def _ladders(scope: Scope) -> Select:
    entries = [Entry(kind, ladder_name(kind), chosen=kind == scope.kind) for kind in LADDERS]
    return select(NO_TABLE, "leaderboard-ladder", _("Who plays"), entries, argument=scope.argument())


def _seasons(scope: Scope, seasons: Sequence[Season]) -> Select:
    entries = [
        Entry(
            str(season.number),
            _("This server, {season}").format(season=_season_name(season.number, seasons)),
            chosen=season.number == scope.season and not scope.period,
        )
        for season in reversed(seasons[-MAX_SEASONS:])
    ]
    entries.append(Entry(str(EVERYWHERE), _("All servers"), chosen=scope.is_everywhere and not scope.period))
    return select(NO_TABLE, "leaderboard-season", _("Where and when"), entries, argument=scope.argument())
