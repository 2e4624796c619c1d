"""The board of a table that has ended: standings, the last round, and the secret of its shuffle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import _
from bot.render.catalogue import text_of
from bot.render.words import listing, score_in_words
from bot.tables.model.records import Phase
from bot.tables.model.seed import game_seed
from bot.ui.art.illustrations import PLAIN, Illustrations
from bot.ui.art.pictured_parts import round_end_parts
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import GOLD, GREY, Part, page
from bot.ui.kit.pictured import Shown
from bot.ui.wording.rating_lines import rating_lines
from bot.ui.wording.seats import cast_of, heading, without_forgotten

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.records.model import RatedGame
    from bot.tables.model.position import Position

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def ending(position: Position, pictures: Illustrations = PLAIN, rated: RatedGame | None = None) -> LayoutView:
    """The final board, of a finished game with its rating changes or of a closed table."""
    table = position.record
    played = table.phase is Phase.OVER
    parts: list[Part] = [heading(position, _("over") if played else _("closed"))]
    parts += [result(position), rating_lines(position, rated)]
    if played:
        parts += [Shown("result", pictures.result)] if pictures.result is not None else []
        parts += [None, *_last_round(position, pictures), None]
    parts.append(
        (
            button(table.id, "rematch", _("Rematch"), style=Style.success),
            *((button(table.id, "review", _("How did I play?")),) if played and _anybody(position) else ()),
            *((button(table.id, "replay", _("Replay")),) if table.start_interaction is not None else ()),
            *((button(table.id, "again", _("Play this deal again")),) if table.start_interaction is not None else ()),
            button(table.id, "status", _("Check the shuffle")),
        )
    )
    return page(parts, GOLD if played else GREY)


def _anybody(position: Position) -> bool:
    """Whether people sat at the table, at its end or before."""
    return bool(position.record.ever_seated)


def one_line(position: Position) -> LayoutView:
    """What a board of long ago is: which game it was, how it ended, and its replay."""
    table, outcome = position.record, position.outcome
    if table.phase is Phase.OVER and outcome is not None:
        cast = cast_of(table)
        winners = [cast.name(seat) for seat, rank in enumerate(outcome.ranks) if rank == 1]
        ended = _("🎉 {names} won").format(names=listing(winners))
    else:
        ended = _("closed before its end")
    line = _("**{game}** · table {number} · {ended} {when}").format(
        game=position.game.title, number=table.id, ended=ended, when=f"<t:{int(table.ended_at or 0)}:R>"
    )
    return page([line, (button(table.id, "replay", _("Replay")),)], GREY)


def result(position: Position) -> str:
    """How the table ended: the standings, or why it was closed."""
    if position.record.phase is Phase.OVER:
        return standings(position)
    reason = position.record.closing_reason
    if reason is None:
        return _("This table was closed.")
    return _("This table was closed. {reason}").format(reason=without_forgotten(_(reason)))


def standings(position: Position) -> str:
    """Who won, and everybody's place, points and seat."""
    outcome, cast = position.outcome, cast_of(position.record)
    if outcome is None:
        return ""
    order = sorted(range(len(outcome.ranks)), key=lambda seat: (outcome.ranks[seat], seat))
    unit = text_of(position.record.game).unit
    winners = [cast.name(seat) for seat in order if outcome.ranks[seat] == 1]
    lines = [_("### 🎉 {names} won!").format(names=listing(winners)), _(outcome.reason)]
    for seat in order:
        rank = outcome.ranks[seat]
        points = score_in_words(outcome.scores[seat], unit)
        place = _("{place} {name} — {points} · seat {seat}").format(
            place=_MEDALS.get(rank, f"**{rank}.**"), name=cast.name(seat), points=points, seat=seat + 1
        )
        lines.append(place)
    return "\n".join(lines)


def _last_round(position: Position, pictures: Illustrations) -> list[Part]:
    """Who went out, everybody's cards and what they cost: the table as it was left."""
    picture = pictures.table
    if text_of(position.record.game).brief.is_one_round and picture is not None and picture.says_all:
        return [Shown("round", picture)]  # the words would repeat the standings
    return round_end_parts(position, replace(pictures, round_end=picture))


def revealed(position: Position) -> str:
    """The secret and the seed of a game that ended."""
    table = position.record
    if table.state is None or table.phase.is_live:
        return ""
    return _("-# Shuffle secret: `{secret}`\n-# Seed: `{seed}`").format(
        secret=table.secret.hex(), seed=seed_of(position).hex()
    )


def seed_of(position: Position) -> bytes:
    """The seed that the game was dealt from; for ended games only."""
    table = position.record
    return game_seed(
        table.secret,
        table.start_interaction or 0,
        table.game,
        table.options,
        len(table.seats),
        position.game.version,
    )
