"""A puzzle as a table that only one person sits at: its position, its pictures, its turn."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from bot.daily.tries import draft_of
from bot.language import _
from bot.tables.model.position import Position
from bot.tables.model.records import Phase, Seat, TableRecord
from bot.ui.art.hand_style import HandStyle
from bot.ui.art.illustrations import PLAIN
from bot.ui.building.desk import Desk
from bot.ui.kit.card_emojis import NO_EMOJIS, CardEmojis

if TYPE_CHECKING:
    from bot.daily.daily import Standing
    from bot.puzzles.puzzle import Attempt
    from bot.tables.model.records import PersonSettings
    from bot.ui.art.illustrations import Illustrations
    from bot.ui.building.desk import AnyDesk
    from bot.ui.interaction.services import BotServices

NO_TABLE = 0
VERBS = "daily-"
"""What the verbs of a puzzle's controls begin with."""


def position_of(attempt: Attempt, number: int, name: str) -> Position:
    """The attempt as a table's position, whose decision is `number`; `name` is the solver's."""
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


def _mark(attempt: Attempt) -> int:
    """A number that no two positions share, by which pictures are told apart."""
    known = " ".join((attempt.puzzle.fingerprint, *attempt.actions))
    return int.from_bytes(hashlib.sha256(known.encode()).digest()[:6])


def desk_of(
    standing: Standing, then: Position, chosen: PersonSettings, emojis: CardEmojis = NO_EMOJIS, verbs: str = VERBS
) -> AnyDesk:
    """The turn of the try under way, as built so far; its controls' verbs begin with `verbs`."""
    style = HandStyle.of(chosen, then.record.game)
    view = then.view(standing.attempt.seat)
    draft = draft_of(standing.tried)
    return Desk(then, view, style.order, draft, emojis, two_colours=style.two_colours, verbs=verbs)


async def drawn(bot: BotServices, then: Position, seat: int, style: HandStyle) -> Illustrations:
    """The pictures of a position as its solver sees it."""
    return PLAIN if style.text_only else await bot.illustrator.of_replay(then, seat, style)
