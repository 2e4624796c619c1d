"""A finished game, step by step: one position as a spectator or a seat saw it, with buttons to other steps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.language import N_, _, listing
from bot.numbers import whole_number
from bot.render.catalogue import text_of
from bot.render.names import FORMER_PLAYER, label, made_unique, plain, seat_names
from bot.render.pictures.picture import says_all
from bot.replay.game_file import DEAL_OF_THE_DAY
from bot.replay.telling import told
from bot.review.marks import Mark
from bot.tables.model.position import Position
from bot.tables.model.records import Phase, Seat
from bot.ui.art.pictured_parts import if_drawn, round_end_parts, table_and_hand, table_parts
from bot.ui.board.board import players
from bot.ui.board.ending import result
from bot.ui.kit.controls import Entry, Style, button, select
from bot.ui.kit.layout import GOLD, Part, page, page_that_fits
from bot.ui.wording.rating_lines import rating_lines
from bot.ui.wording.seats import cast_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.records.model import RatedGame
    from bot.render.cast import Cast
    from bot.replay.steps import Steps, Turn
    from bot.review.report import Finding
    from bot.tables.model.records import TableRecord
    from bot.ui.art.hand_style import HandStyle
    from bot.ui.art.illustrations import Illustrations
    from bot.ui.kit.controls import Button, Select

TURNS_A_PAGE = 23
"""Turns per page of the list; the other two entries switch pages."""
SPECTATOR = "s"
_EARLIER, _LATER = "earlier", "later"
_NEXT = {
    Mark.INACCURACY: N_("Next inaccuracy"),
    Mark.MISTAKE: N_("Next mistake"),
    Mark.BLUNDER: N_("Next blunder"),
}


@dataclass(frozen=True, slots=True)
class Selection:
    """What is shown of a game: the step, the viewer's seat (None: a spectator), and the page of the list of turns.

    `verbs` is the prefix of its controls' verbs, empty for a table's game.
    """

    step: int
    seat: int | None
    list_page: int | None
    verbs: str

    @property
    def viewer(self) -> str:
        """The seat as encoded in custom ids."""
        return SPECTATOR if self.seat is None else str(self.seat)

    @classmethod
    def of(cls, steps: Steps, step: int, viewer: str, list_page: int | None = None, verbs: str = "") -> Selection:
        """A valid selection, whatever an old control contains."""
        seat = whole_number(viewer)
        seat = seat if seat is not None and seat < len(steps.game.players) else None
        return cls(max(0, min(step, steps.last)), seat, list_page, verbs)


def position_at(position: Position, steps: Steps, step: int) -> Position:
    """The table as of that step, with its players then; its version is negative, so it never equals a stored one."""
    seats = tuple(Seat(player.name, level=player.level) for player in steps.players(step))
    record = replace(
        position.record,
        phase=Phase.PLAYING,
        version=min(0, position.record.version) - 1 - step,
        decision=step,
        seats=seats,
        recent=(),
        drawn=(),
    )
    return Position(record, position.game, steps.state(step))


def build_replay(
    position: Position,
    steps: Steps,
    selected: Selection,
    style: HandStyle,
    pictures: Illustrations,
    rated: RatedGame | None,
    findings: Sequence[Finding],
) -> LayoutView:
    """One step of the game, the last one with rating changes; `pictures` show `position_at` that step.

    `findings` are those of the viewer's review, if they have one.
    """
    table = position.record
    if steps.last < 0:
        return page([_heading(position, steps), steps.problem or ""], GOLD)
    then = position_at(position, steps, selected.step)
    is_end = selected.step == steps.last
    end: list[Part] = [None, result(position), rating_lines(position, rated)] if is_end else []
    attempts = (
        [
            _heading(position, steps),
            *_position(then, steps, selected, style, pictures, with_players=with_players),
            *end,
            *_controls(table, steps, selected, findings),
        ]
        for with_players in ((True, False) if is_end else (True,))  # the result names everybody too
    )
    return page_that_fits(attempts, GOLD)


def _heading(position: Position, steps: Steps) -> str:
    title, number = position.game.title, steps.game.table
    if number == DEAL_OF_THE_DAY:
        return _("## Replay of {game}\n-# A deal of the day, as you played it").format(game=title)
    if steps.game.again is not None:
        return _("## Replay of {game}\n-# The deal of table {number}, played again by {name}").format(
            game=title, number=number, name=plain(steps.game.players[steps.game.again].name)
        )
    return _("## Replay of {game}\n-# Table {number}").format(game=title, number=number)


def _position(
    then: Position,
    steps: Steps,
    selected: Selection,
    style: HandStyle,
    pictures: Illustrations,
    *,
    with_players: bool,
) -> list[Part]:
    text, view, cast = text_of(steps.game.game), then.view(selected.seat), cast_of(then.record)
    parts: list[Part] = [
        _("Step {step} of {last} · {stand}").format(step=selected.step, last=steps.last, stand=text.subtitle(view)),
        _happened(steps, selected, cast),
    ]
    if text.is_round_fresh(view) and (selected.step < steps.last or not _is_table(then, pictures)):
        parts += [*_joined(_round_end(then, pictures)), None]
    shown_players = players(then, view, text, cast) if with_players else ""
    if selected.seat is None or text.open_hands:
        return [*parts, *table_parts(then, selected.seat, pictures), None, shown_players]
    table, hand = table_and_hand(then, selected.seat, style, pictures)
    return [*parts, *table, None, shown_players, *([None, *hand] if hand else [])]


def _round_end(then: Position, pictures: Illustrations) -> list[Part]:
    """The last round; after the game without words if the picture shows it, as the result below has the points."""
    if then.outcome is not None and says_all(pictures.round_end):
        return if_drawn("round", pictures.round_end)
    return round_end_parts(then, pictures)


def _is_table(then: Position, pictures: Illustrations) -> bool:
    """Whether the end of the last round is shown by the table itself."""
    if pictures.table is not None:
        return pictures.round_end == pictures.table
    text, view, cast = text_of(then.record.game), then.view(None), cast_of(then.record)
    return text.round_end(view, cast) == text.board(view, cast)


def _joined(parts: list[Part]) -> list[Part]:
    """The parts with all texts merged into one, because a message has at most 40 components."""
    texts = [part for part in parts if isinstance(part, str) and part]
    return [*(part for part in parts if not isinstance(part, str)), "\n".join(texts)]


def _happened(steps: Steps, selected: Selection, cast: Cast) -> str:
    """What the step's action did, as the viewer saw it."""
    if selected.step == 0:
        return _("The cards are dealt.")
    step, seat = selected.step, selected.seat
    sentences = told(steps, step, steps.events(step, seat), steps.view(step, seat), cast)
    return "\n".join(f"> {sentence}" for sentence in sentences)


def _controls(table: TableRecord, steps: Steps, selected: Selection, findings: Sequence[Finding]) -> list[Part]:
    start, end = selected.step == 0, selected.step == steps.last
    return [
        (
            _step(table, selected, "first", 0, _("⏮ First"), disabled=start),
            _step(table, selected, "back", selected.step - 1, _("◀ Back"), disabled=start),
            _step(table, selected, "next", selected.step + 1, _("Next ▶"), disabled=end, main=True),
            _step(table, selected, "last", steps.last, _("Last ⏭"), disabled=end),
        ),
        *_turns(table, steps, selected),
        _viewers(table, steps, selected),
        (
            *_next_finding(table, steps, selected, findings),
            button(table.id, f"{selected.verbs}replay-file", _("Save as a file")),
            button(table.id, f"{selected.verbs}verify", _("Check the shuffle")),
            *_other_lines(table, steps, selected),
        ),
    ]


def _other_lines(table: TableRecord, steps: Steps, selected: Selection) -> list[Button]:
    """Buttons to play the same cards again, or to compare a line with its game."""
    if steps.game.table == DEAL_OF_THE_DAY:
        return []
    if selected.verbs:
        return [button(table.id, f"{selected.verbs}both", _("Both games"))]
    seat = "" if selected.seat is None else selected.viewer
    return [button(table.id, "again", _("Play this deal again"), argument=seat)]


def _next_finding(table: TableRecord, steps: Steps, selected: Selection, findings: Sequence[Finding]) -> list[Button]:
    """A button to the next decision that the review marked, as its player saw it; wraps around."""
    if not findings:
        return []
    found = next((finding for finding in findings if finding.step > selected.step), findings[0])
    argument = f"{steps.game.moves[found.step].seat}:mistake"
    label = _(_NEXT[found.mark])
    return [button(table.id, "replay", label, style=Style.danger, decision=found.step, argument=argument)]


def _step(
    table: TableRecord, selected: Selection, tag: str, step: int, label: str, *, disabled: bool, main: bool = False
) -> Button:
    style = Style.primary if main else Style.secondary
    argument = f"{selected.viewer}:{tag}"
    verb = f"{selected.verbs}replay"
    return button(table.id, verb, label, style=style, decision=max(0, step), argument=argument, disabled=disabled)


def _turns(table: TableRecord, steps: Steps, selected: Selection) -> list[Select]:
    """A select of turns to jump to, in pages."""
    now = steps.turn_at(selected.step)
    if not steps.turns:
        return []
    pages = -(-len(steps.turns) // TURNS_A_PAGE)
    list_page = min(now // TURNS_A_PAGE if selected.list_page is None else selected.list_page, pages - 1)
    first = list_page * TURNS_A_PAGE
    entries = [
        Entry(
            str(turn.step),
            _("Turn {number}: {name}").format(number=number, name=_credited(steps, turn)),
            chosen=number - 1 == now,
        )
        for number, turn in enumerate(steps.turns[first : first + TURNS_A_PAGE], first + 1)
    ]
    if list_page:
        entries.insert(0, Entry(f"{_EARLIER}{list_page - 1}", _("◀ Earlier turns …")))
    if list_page + 1 < pages:
        entries.append(Entry(f"{_LATER}{list_page + 1}", _("Later turns … ▶")))
    verb = f"{selected.verbs}replay-turn"
    return [select(table.id, verb, _("Jump to a turn"), entries, decision=selected.step, argument=selected.viewer)]


def chosen_turn(value: str, now: int) -> tuple[int, int | None]:
    """The step that an entry of that select leads to, or the current step and another page of the list."""
    for mark in (_EARLIER, _LATER):
        if value.startswith(mark) and (page := whole_number(value.removeprefix(mark))) is not None:
            return now, page
    step = whole_number(value)
    return now if step is None else step, None


def _credited(steps: Steps, turn: Turn) -> str:
    """Who began the turn."""
    players = steps.players(turn.step + 1)
    name = label(seat_names([player.name for player in players])[turn.seat])
    return f"🤖 {name}" if players[turn.seat].level else name


def _viewers(table: TableRecord, steps: Steps, selected: Selection) -> Select:
    entries = [Entry(SPECTATOR, _("As a spectator saw it"), chosen=selected.seat is None)]
    seats = range(len(steps.game.players))
    names = [listing([label(name or _(FORMER_PLAYER)) for name in steps.names(seat)]) for seat in seats]
    entries += [
        Entry(str(seat), _("As {name} saw it").format(name=name), chosen=selected.seat == seat)
        for seat, name in enumerate(made_unique(names, lambda seat: f"{names[seat]} {seat + 1}"))
    ]
    return select(table.id, f"{selected.verbs}replay-view", _("Whose view"), entries, decision=selected.step)
