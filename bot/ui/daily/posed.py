"""A puzzle as a table for one person: its position, pictures and turn."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from bot.daily.tries import decision_number, draft_of
from bot.language import _
from bot.tables.model.position import Position
from bot.tables.model.records import Phase, Seat, TableRecord
from bot.ui.art.hand_style import HandStyle
from bot.ui.art.pictured_parts import as_seen
from bot.ui.building.desk import AnyDesk, Desk
from bot.ui.building.exercise import pressed
from bot.ui.kit.card_emojis import NO_EMOJIS, CardEmojis
from bot.ui.kit.controls import NO_TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from bot.daily.daily import Change, Standing
    from bot.puzzles.puzzle import Attempt
    from bot.tables.model.person_settings import PersonSettings
    from bot.ui.art.illustrations import Illustrator
    from bot.ui.interaction.dispatch import Click
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.layout import Part

VERBS = "daily-"
"""Prefix of the verbs of a puzzle's controls."""


def position_of(attempt: Attempt, number: int, name: str) -> Position:
    """The attempt as a table's position with decision `number`; `name` is the solver's."""
    game, state = attempt.puzzle.rules, attempt.state
    seats = tuple(
        Seat(name if seat == attempt.seat else _("Player {n}").format(n=seat + 1)) for seat in range(attempt.view.seats)
    )
    record = TableRecord(
        NO_TABLE,
        guild_id=0,
        channel_id=0,
        game=attempt.puzzle.game,
        options={},
        places=len(seats),
        host=0,
        secret=b"",
        created_at=0.0,
        phase=Phase.PLAYING,
        seats=seats,
        decision=number,
        version=-1 - _mark(attempt),
    )
    return Position(record, game, state)


async def posed(
    illustrator: Illustrator, attempt: Attempt, name: str, style: HandStyle
) -> tuple[Position, Sequence[Part]]:
    """The attempt as a table's position to look at, and as its solver `name` sees it."""
    then = position_of(attempt, 0, name)
    return then, await as_seen(illustrator, then, attempt.seat, style)


def _mark(attempt: Attempt) -> int:
    """A number unique to the position, which distinguishes its pictures."""
    known = " ".join((attempt.puzzle.fingerprint, *attempt.actions))
    return int.from_bytes(hashlib.sha256(known.encode()).digest()[:6])


def _desk_of(
    standing: Standing, then: Position, style: HandStyle, verbs: str, emojis: CardEmojis = NO_EMOJIS
) -> AnyDesk:
    """The turn of the try in progress, as built so far; its controls' verbs begin with `verbs`."""
    view, draft = then.view(standing.attempt.seat), draft_of(standing.tried)
    return Desk(then, view, style.order, draft, emojis, style.two_colours, verbs)


async def try_in_progress(reply: Reply, standing: Standing, verbs: str = VERBS) -> tuple[AnyDesk, Sequence[Part]]:
    """The turn and the position of the try in progress, as its solver likes to see them; its controls' verbs begin with
    `verbs`.
    """
    bot, user = reply.services, reply.interaction.user
    then = position_of(standing.attempt, decision_number(standing.tried), user.display_name)
    style = await reply.hand_style(then.record.game, draft_of(standing.tried))
    seen = await as_seen(bot.illustrator, then, standing.attempt.seat, style)
    return _desk_of(standing, then, style, verbs, bot.illustrator.emojis), seen


def change_by(click: Click, chosen: PersonSettings, verbs: str = VERBS) -> Change:
    """The change that the pressed control makes to the try in progress."""

    def change(standing: Standing) -> tuple[Sequence[str], Mapping[str, Any]]:
        then = position_of(standing.attempt, decision_number(standing.tried), click.interaction.user.display_name)
        desk = _desk_of(standing, then, HandStyle.of(chosen, then.record.game), verbs)
        return pressed(desk, click.verb, click.argument, click.values)

    return change
