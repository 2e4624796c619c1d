"""Two lines of one deal side by side: one seat's turns, and where they diverged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.cards import face
from bot.render.catalogue import text_of
from bot.render.names import FORMER_PLAYER, plain
from bot.render.words import score_in_words
from bot.replay.comparing import common, have_parted, turn_of, turns_of
from bot.replay.game_file import DEAL_OF_THE_DAY
from bot.replay.steps import Steps
from bot.tables.model.position import Position
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import GOLD, Part, page
from bot.ui.kit.pictured import Shown
from bot.ui.replays.replay import position_at
from bot.ui.wording.seats import cast_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.rules.game import Event
    from bot.ui.kit.controls import Button

MAX_ACTIONS = 12
"""Number of actions of one turn that are listed; a long turn of Huxxy has more."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two lines: its table, its steps, and the verb that shows a step (empty if none does)."""

    position: Position
    steps: Steps
    verb: str


def beside(game: Steps, line: Steps, seat: int) -> str:
    """Both results, and how long the lines were the same."""
    return "\n".join([_result(game, seat), _result(line, seat), parted(game, line, seat)])


def _result(steps: Steps, seat: int) -> str:
    outcome, where = steps.outcome, _("alone") if steps.game.again is not None else _("at the table")
    name = " → ".join(plain(name or _(FORMER_PLAYER)) for name in steps.names(seat))
    if outcome is None:
        return _("**{name}**, {where}: not played to its end").format(name=name, where=where)
    points = score_in_words(outcome.scores[seat], text_of(steps.game.game).unit)
    return _("**{name}**, {where}: {points}, place {place} of {seats}").format(
        name=name, where=where, points=points, place=outcome.ranks[seat], seats=len(outcome.ranks)
    )


def parted(game: Steps, line: Steps, seat: int) -> str:
    """Where the lines diverged, and by whose choice, or where the game was stopped."""
    count = common(game, line)
    if not have_parted(game, line):
        if game.last == line.last:
            return _("Both played it the same way to the end.")
        if not count:
            return _("The game was stopped before its first action.")
        return ngettext(
            "Both played it the same way for {count} action; then the game was stopped.",
            "Both played it the same way for {count} actions; then the game was stopped.",
            count,
        ).format(count=count)
    if not count:
        return _("The games diverge at the very first action.")
    number = turn_of(turns_of(game, seat), count) + 1
    if game.seat_to_act(count) == seat:
        sentence = ngettext(
            "The games diverge in turn {number} of seat {seat}, after {count} action in common.",
            "The games diverge in turn {number} of seat {seat}, after {count} actions in common.",
            count,
        )
    else:
        sentence = ngettext(
            "The games diverge before turn {number} of seat {seat}, after {count} action in common, by another "
            "player's choice.",
            "The games diverge before turn {number} of seat {seat}, after {count} actions in common, by another "
            "player's choice.",
            count,
        )
    return sentence.format(number=number, seat=seat + 1, count=count)


def both_page(game: Side, line: Side, seat: int, turn: int, seen: Sequence[Sequence[Part]]) -> LayoutView:
    """The seat's turn with that number in both lines; `seen` are the positions of `moments`."""
    name, table = game.position.game.title, game.steps.game.table
    if table == DEAL_OF_THE_DAY:
        title = _("## Both games\n-# {game} · a deal of the day").format(game=name)
    else:
        title = _("## Both games\n-# {game} · table {number} · seat {seat}").format(
            game=name, number=table, seat=seat + 1
        )
    parts: list[Part] = [f"{title}\n{beside(game.steps, line.steps, seat)}", None]
    parting = first_difference(game, line, seat)
    heading = _("### Turn {number} of seat {seat}").format(number=turn + 1, seat=seat + 1)
    parts.append(
        heading + (_(" · here they diverge") if turn == parting and have_parted(game.steps, line.steps) else "")
    )
    shown = [[_numbered(part, number) for part in then] for number, then in enumerate(seen)]
    if len(shown) == 1:
        told = _("{name}: {acts}")
        acts = [told.format(name=_name(side, seat), acts=_turn_actions(side, seat, turn)) for side in (game, line)]
        parts += [*shown[0], "\n".join(acts)]
    else:
        for (side, _step), then in zip(moments(game, line, seat, turn), shown, strict=True):
            parts += [_name(side, seat), *then, _turn_actions(side, seat, turn)]
    return page([*parts, *_controls(game, line, seat, turn, parting)], GOLD)


def first_difference(game: Side, line: Side, seat: int) -> int:
    """The number of the seat's turn in which the lines diverge."""
    return turn_of(turns_of(game.steps, seat), common(game.steps, line.steps))


def last_turn(game: Side, line: Side, seat: int) -> int:
    """The number of the last turn that either line has."""
    return max(len(turns_of(game.steps, seat)), len(turns_of(line.steps, seat)), 1) - 1


def moments(game: Side, line: Side, seat: int, turn: int) -> list[tuple[Side, int]]:
    """The positions to picture: where each line's turn began, only one if they are the same."""
    found = _begins(game, line, seat, turn)
    if len(found) == 2 and found[0][1] == found[1][1] <= common(game.steps, line.steps):
        return found[:1]
    return found


def _numbered(part: Part, number: int) -> Part:
    """The picture under a unique name, since one message has those of both lines."""
    return replace(part, name=f"{part.name}-{number + 1}") if isinstance(part, Shown) else part


def _name(side: Side, seat: int) -> str:
    """Whose line it is, in bold."""
    then = side.steps.players(side.steps.last)[seat]
    where = _("alone") if side.steps.game.again is not None else _("at the table")
    return _("**{name}**, {where}").format(name=plain(then.name or _(FORMER_PLAYER)), where=where)


def _turn_actions(side: Side, seat: int, turn: int) -> str:
    """The seat's actions in that turn."""
    turns = turns_of(side.steps, seat)
    if turn >= len(turns):
        return _("it was over by then")
    begin, end = turns[turn]
    text, cast = text_of(side.steps.game.game), cast_of(position_at(side.position, side.steps, begin).record)
    acts = [
        (event, doing)
        for step in range(begin + 1, end + 1)
        for event in side.steps.events(step, seat)
        if event.seat == seat and (doing := text.doing(event, cast, side.steps.view(step, seat))) is not None
    ]
    sentences = [_with_card(event, doing.words) for event, doing in acts]
    said = ", ".join(sentences[:MAX_ACTIONS]) + (" …" if len(sentences) > MAX_ACTIONS else "")
    if acts and end - begin > sum(doing.actions for _event, doing in acts):
        return _("{acts} (after plays that were taken back)").format(acts=said)
    return said


def _with_card(event: Event, words: str) -> str:
    """The seat's action, including the card that only it saw."""
    card = event.facts.get("card")
    return words if card is None or face(card) in words else f"{words} ({face(card)})"


def _controls(game: Side, line: Side, seat: int, turn: int, parting: int) -> list[Part]:
    number, last = line.position.record.id, last_turn(game, line, seat)

    def to(label: str, tag: str, wanted: int, style: Style = Style.secondary, *, disabled: bool = False) -> Button:
        wanted = max(0, min(wanted, last))
        return button(number, "line-both", label, style=style, decision=wanted, argument=tag, disabled=disabled)

    there = [
        button(
            side.position.record.id,
            side.verb,
            _("The second game in the replay") if side is line else _("The first game in the replay"),
            decision=begin,
            argument=f"{seat}:there",
        )
        for side, begin in _begins(game, line, seat, turn)
        if side.verb
    ]
    middle = [to(_("Where they diverge"), "part", parting, Style.primary, disabled=turn == parting)]
    return [
        [
            to(_("◀ Turn"), "back", turn - 1, disabled=turn == 0),
            *(middle if have_parted(game.steps, line.steps) else ()),
            to(_("Turn ▶"), "next", turn + 1, disabled=turn == last),
        ],
        *([tuple(there)] if there else []),
    ]


def _begins(game: Side, line: Side, seat: int, turn: int) -> list[tuple[Side, int]]:
    """The position where the seat's turn began, in each line that has it."""
    return [(side, turns[turn].begin) for side in (game, line) if turn < len(turns := turns_of(side.steps, seat))]
