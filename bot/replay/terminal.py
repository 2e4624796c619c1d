"""Renders Discord's markdown, and positions of replayed games, for a terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.text import Text

from bot.language import _
from bot.render.cast import Cast
from bot.render.catalogue import text_of
from bot.render.names import seat_names, unescaped
from bot.render.words import END_ISOLATE, FIRST_ISOLATE, LEFT_TO_RIGHT
from bot.replay.game_file import DEAL_OF_THE_DAY
from bot.replay.telling import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console

    from bot.replay.game_file import GameFile
    from bot.replay.steps import Steps
    from bot.rules.game import Event

_HEADINGS = {"# ": "bold", "## ": "bold", "### ": "bold", "-# ": "dim"}
_PIECES = re.compile(r"(\*\*|__)|((?:\\.|(?!\*\*|__).)+)")
"""What begins or ends bold words, or the words between, in which a backslash escapes the next character."""
_AROUND_TITLE = 4
"""Columns that a rule needs beside its title: one of the line and a space on either side."""
_AROUND_NAMES = frozenset((LEFT_TO_RIGHT, FIRST_ISOLATE, END_ISOLATE))


def lines(block: str) -> Iterator[Text]:
    """Lines of a block of Discord's markdown, without terminal control characters."""
    for line in block.split("\n"):
        mark = next((mark for mark in _HEADINGS if line.startswith(mark)), "")
        yield _styled(line[len(mark) :], _HEADINGS.get(mark, ""))


def _styled(line: str, style: str) -> Text:
    """The line with its bold parts bold."""
    text = Text(style=style)
    bold = False
    for mark, words in _PIECES.findall(line):
        if mark:
            bold = not bold
        else:
            text.append(harmless(unescaped(words)), "bold" if bold else "")
    return text


def harmless(text: str) -> str:
    """The text without terminal control characters; isolates around names stay."""
    return "".join(char for char in text if char.isprintable() or char in _AROUND_NAMES)


def heading(console: Console, title: Text | str) -> None:
    """A title in a rule, or above it where it would be cut."""
    text = Text(title) if isinstance(title, str) else title
    if text.cell_len + _AROUND_TITLE <= console.width:
        console.rule(text)
    else:
        console.print(text)
        console.rule()


def write(console: Console, rows: Iterable[Text]) -> None:
    """Print each of the lines."""
    for row in rows:
        console.print(row)


def whence(game: GameFile) -> str:
    """Where the game comes from, within a heading: its table, or a deal of the day."""
    return _("a deal of the day") if game.table == DEAL_OF_THE_DAY else _("table {number}").format(number=game.table)


class PositionWriter:
    """Writes positions as one seat saw them, or with all hands open (seat None)."""

    def __init__(self, steps: Steps, seat: int | None) -> None:
        self._steps = steps
        self._seat = seat
        self._text = text_of(steps.game.game)

    def cast(self, step: int) -> Cast:
        """The players at that step."""
        players = self._steps.players(step)
        names = seat_names([player.name for player in players])
        return Cast(names, tuple(player.level for player in players))

    def happened(self, step: int) -> Iterator[Text]:
        """The step's events, in sentences."""
        view, cast = self._steps.view(step, self._seat), self.cast(step)
        for sentence in told(self._steps, step, self._events(step), view, cast):
            yield from lines(sentence)

    def position(self, step: int) -> Iterator[Text]:
        """The whole position: status, table, players, hands."""
        view, cast = self._steps.view(step, self._seat), self.cast(step)
        yield from lines(f"-# {self._text.subtitle(view)}")
        for block in self._text.board(view, cast):
            yield from lines(block)
        for seat, facts in enumerate(self._text.players(view)):
            mark = "▶" if seat == self._steps.seat_to_act(step) else " "
            yield from lines(f"{mark} {seat + 1} {cast.name(seat)}: {facts}")
        if not self._text.brief.table_begins_with_hands:
            for seat in range(len(self._steps.game.players)) if self._seat is None else (self._seat,):
                yield from self._hand(step, seat)
        elif self._seat is not None:
            for block in self._text.hand(view, "suit")[1:]:
                yield from lines(block) if block else ()

    def ending(self) -> Iterator[Text]:
        """The result, or why there is none."""
        problem, outcome, cast = self._steps.problem, self._steps.outcome, self.cast(self._steps.last)
        if problem is not None:
            yield Text(_("The game breaks off here: {why}").format(why=harmless(problem)))
            return
        if outcome is None:
            yield Text(_("The game stopped before its end."), "bold")
            return
        yield Text(_(outcome.reason), "bold")
        for seat in outcome.order:
            yield from lines(f"{outcome.ranks[seat]}. {cast.name(seat)}: {outcome.scores[seat]}")

    def _hand(self, step: int, seat: int) -> Iterator[Text]:
        view = self._steps.view(step, seat)
        cards = self._text.hand(view, "suit")[0].removeprefix("# ")
        yield from lines(_("Hand of {name}: {cards}").format(name=self.cast(step).name(seat), cards=cards))

    def _events(self, step: int) -> Sequence[Event]:
        """The events; with all hands open, as the acting seat saw them, because it knows the card it drew."""
        seat = self._steps.game.moves[step - 1].seat if self._seat is None and step else self._seat
        return self._steps.events(step, seat)
