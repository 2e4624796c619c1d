"""The report “How did I play?” as a message: the figures, and the costliest decisions one at a time, with pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.review.marks import Mark
from bot.review.words import NAMES, finding_lines, summary
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import GOLD, Part, page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.replay.steps import Steps
    from bot.review.report import Report
    from bot.tables.model.position import Position
    from bot.ui.kit.controls import Button


def review_page(
    position: Position,
    steps: Steps,
    made: Report,
    index: int,
    seen: Sequence[Part],
    *,
    shareable: bool,
) -> LayoutView:
    """The report with its decision number `index`; `seen` is the position before it."""
    parts: list[Part] = [_heading(position), "\n".join(summary(made))]
    if made.costliest:
        parts += [None, *_moment(steps, made, index, seen)]
    return page([*parts, *_controls(position, steps, made, index, shareable=shareable)], GOLD)


def _heading(position: Position) -> str:
    return _("## How you played\n-# {game} · table {number} · only you see this").format(
        game=position.game.title, number=position.record.id
    )


def _moment(steps: Steps, made: Report, index: int, seen: Sequence[Part]) -> list[Part]:
    """The decision: its mark, the position, what was played, what was better and why."""
    finding = made.costliest[index]
    seat = steps.game.moves[finding.step].seat
    title = _("### {mark}, step {step} of {last}").format(
        mark=_(NAMES[finding.mark]), step=finding.step, last=steps.last
    )
    return [title, *seen, "\n".join(filter(None, finding_lines(made, finding, steps.state(finding.step), seat)))]


def _controls(position: Position, steps: Steps, made: Report, index: int, *, shareable: bool) -> list[Part]:
    rows: list[Part] = []
    more: list[Button] = []
    if made.costliest:
        rows.append(_stepping(position, steps, made, index))
        finding = made.costliest[index]
        if finding.mark >= Mark.MISTAKE:
            more.append(button(position.record.id, "train", _("Try again"), style=Style.success, decision=finding.step))
    if shareable:
        more.append(button(position.record.id, "review-share", _("Share")))
    return [*rows, *([tuple(more)] if more else [])]


def _stepping(position: Position, steps: Steps, made: Report, index: int) -> tuple[Button, ...]:
    table, step, count = position.record.id, made.costliest[index].step, len(made.costliest)
    argument = f"{steps.game.moves[step].seat}:there"
    see = button(table, "replay", _("Open in the replay"), decision=step, argument=argument)
    if count == 1:
        return (see,)
    following = (index + 1) % count
    label = _("Next ({number} of {all})").format(number=following + 1, all=count)
    return (button(table, "review", label, style=Style.primary, decision=following), see)


def shared_page(position: Position, made: Report, name: str) -> LayoutView:
    """The report's figures for everybody, without any card."""
    title = _("## How {name} played\n-# {game} · table {number}").format(
        name=name, game=position.game.title, number=position.record.id
    )
    return page([title, "\n".join(summary(made))], GOLD)
