"""The card of a person's statistics: rating, place, win rate, last games, best win, hardest opponent, and the curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from bot.language import _, listing, ngettext
from bot.render.names import isolated
from bot.render.pictures.drawing.drawn_names import drawn_name, spoken_name
from bot.render.pictures.layout.grids import below
from bot.render.pictures.picture import Picture
from bot.render.pictures.records.curve import chart, curve_alt_text
from bot.render.pictures.records.rows import Cells, RowsCard, draw_above, draw_all
from bot.render.words import signed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from PIL import Image

_MAX_LINE = 24
"""Letters in a line of names."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating on one ladder: `trend` is its change over the last five games, `points` its history, oldest first."""

    ladder: str
    rating: str
    trend: int
    points: tuple[int, ...]
    place: int | None = None
    of: int = 0

    @property
    def top(self) -> int | None:
        """The top percentage that the place belongs to, rounded up; None beyond 50, which says nothing of a top."""
        percent = -(-100 * (self.place or 1) // max(1, self.of))
        return percent if percent <= 50 else None


class BestWin(NamedTuple):
    """The rating points that a win gained, and the names of those who were beaten."""

    gain: int
    names: tuple[str, ...]


class Opponent(NamedTuple):
    """An opponent's name, and in how many games the person ended ahead of them and behind them."""

    name: str
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class PersonCard:
    """The content of the card; `form` lists the last games, newest last: True for a win, None for a draw."""

    name: str
    games: int
    wins: int
    form: tuple[bool | None, ...]
    standing: Standing | None = None
    best_win: BestWin | None = None
    hardest: Opponent | None = None


def person_card(card: PersonCard) -> Picture:
    """Draw the card."""
    title = drawn_name(card.name)
    rows = RowsCard(title, tuple(_rows(card)))
    standing = card.standing

    def drawn() -> Image.Image:
        if standing is None:
            return draw_all([rows])
        curve = chart(standing.ladder, standing.points)
        return below([draw_above(curve, rows), curve])

    heading = [_("{title}.").format(title=name)] if (name := _spoken(card.name)) else []
    alt_text = [*heading, *person_words(card, _spoken)]
    return Picture.made(("person", rows, standing), drawn, alt_text)


def _rows(card: PersonCard) -> Iterator[Cells]:
    standing = card.standing
    if standing is not None:
        sign = "arrow" if standing.trend > 0 else "fall" if standing.trend < 0 else ""
        yield Cells((_("Rating"), f"{standing.rating} ({signed(standing.trend)})"), bright=True, sign=sign)
        if standing.place is not None:
            text = _("{place} of {all}, top {percent}%") if standing.top else _("{place} of {all}")
            yield Cells((_("Place"), text.format(place=standing.place, all=standing.of, percent=standing.top)))
    share = round(100 * card.wins / card.games) if card.games else 0
    yield Cells((_("Won"), _("{wins} of {games}, {percent}%").format(wins=card.wins, games=card.games, percent=share)))
    letters = {True: _("W"), False: _("L"), None: _("D")}
    if card.form:
        yield Cells((_("Last games"), " ".join(letters[won] for won in card.form)))
    if card.best_win is not None:
        first, *more = _lines([drawn_name(name, _MAX_LINE) or _("somebody") for name in card.best_win.names])
        yield Cells((_("Best win"), f"+{card.best_win.gain} · {first}"))
        yield from (Cells(("", line)) for line in more)
    if card.hardest is not None:
        who = drawn_name(card.hardest.name) or _("somebody")
        yield Cells((_("Hardest opponent"), f"{who} {card.hardest.ahead}:{card.hardest.behind}"))


def _lines(names: Sequence[str]) -> list[str]:
    """The names in lines that a phone shows large enough to read."""
    lines = [""]
    for number, name in enumerate(names, 1):
        listed = name if number == len(names) else f"{name},"
        if lines[-1] and len(lines[-1]) + len(listed) > _MAX_LINE:
            lines.append(listed)
        else:
            lines[-1] = f"{lines[-1]} {listed}".lstrip()
    return lines


def person_words(card: PersonCard, written: Callable[[str], str]) -> Iterator[str]:
    """All that the card shows except its heading, in sentences; `written` is how they write a name."""
    standing = card.standing
    if standing is not None:
        text = _("{ladder}: rating {rating}, {trend} in the last games.")
        yield text.format(ladder=standing.ladder, rating=standing.rating, trend=signed(standing.trend))
        if standing.place is not None:
            text = _("Place {place} of {all}, in the top {percent}%.") if standing.top else _("Place {place} of {all}.")
            yield text.format(place=standing.place, all=standing.of, percent=standing.top)
    games = ngettext("Won {wins} of {games} game.", "Won {wins} of {games} games.", card.games)
    yield games.format(wins=card.wins, games=card.games)
    words = {True: _("won"), False: _("lost"), None: _("drawn")}
    form = ", ".join(words[won] for won in card.form)
    if card.form:
        yield _("Last games, newest last: {form}.").format(form=form)
    if card.best_win is not None:
        names = listing([written(name) or _("somebody") for name in card.best_win.names])
        yield _("Best win: {gain} against {names}.").format(gain=f"+{card.best_win.gain}", names=names)
    if (other := card.hardest) is not None:
        text = _("Hardest opponent: {name}, {ahead} ahead and {behind} behind.")
        yield text.format(name=written(other.name) or _("somebody"), ahead=other.ahead, behind=other.behind)
    if standing is not None:
        yield from curve_alt_text(standing.ladder, standing.points)


def _spoken(name: str) -> str:
    return isolated(spoken_name(name))
