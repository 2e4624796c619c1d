"""The board of a table that has ended: standings, and the last round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, listing
from bot.render.catalogue import text_of
from bot.render.pictures.drawing.drawn_names import drawn_name
from bot.render.pictures.picture import says_all
from bot.render.words import score_in_words
from bot.tables.acts.closing import UNREADABLE_ENDED
from bot.tables.model.records import Phase
from bot.ui.art.illustrations import PLAIN, Illustrations
from bot.ui.art.pictured_parts import if_drawn, points_by_round, round_end_parts
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import GOLD, GREY, Part, page
from bot.ui.kit.timestamps import relative
from bot.ui.wording.games import title_of
from bot.ui.wording.ranking import medal
from bot.ui.wording.rating_lines import rating_lines
from bot.ui.wording.seats import cast_of, heading, names, without_forgotten

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.records.model import RatedGame
    from bot.rules.game import Outcome
    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord


def build_ending(position: Position, pictures: Illustrations = PLAIN, rated: RatedGame | None = None) -> LayoutView:
    """The final board, of a finished game with its rating changes or of a closed table."""
    table = position.record
    played = table.phase is Phase.OVER
    parts: list[Part] = [heading(position.game.title, table, _("over") if played else _("closed"))]
    if played and _picture_says_all(pictures, position):
        parts += [won(position), rating_lines(position, rated, beside_card=True)]
    else:
        parts += [result(position), rating_lines(position, rated)]
    if played:
        if not says_all(pictures.result):
            parts.append(points_by_round(position))
        parts += [*if_drawn("result", pictures.result), None, *_last_round(position, pictures), None]
    buttons = [button(table.id, "rematch", _("Rematch"), style=Style.success)]
    if played and table.ever_seated:
        buttons.append(button(table.id, "review", _("How did I play?")))
    if table.start_interaction is not None:
        buttons.append(button(table.id, "replay", _("Replay")))
        buttons.append(button(table.id, "again", _("Play this deal again")))
    buttons.append(button(table.id, "status", _("Check the shuffle")))
    return page([*parts, buttons], GOLD if played else GREY)


def unreadable_ending(table: TableRecord) -> LayoutView:
    """The final board, and everybody's hand, of a table that was closed because it cannot be read."""
    return page([heading(title_of(table.game), table, _("closed")), _closed(UNREADABLE_ENDED)], GREY)


def one_line(position: Position, rated: RatedGame | None = None) -> LayoutView:
    """The board of a game that ended long ago: one line with the game and its result, and a button to replay it."""
    table, outcome = position.record, position.outcome
    if table.phase is Phase.OVER and outcome is not None:
        ended = _("🤝 a draw") if outcome.is_draw else _("🎉 {names} won").format(names=_winners(position, outcome))
    else:
        ended = _("closed before its end")
    line = _("**{game}** · table {number} · {ended} {when}").format(
        game=position.game.title, number=table.id, ended=ended, when=relative(table.ended_at or 0)
    )
    if rated is not None and rated.voided:
        line += " · " + _("voided by the moderators: counts for nothing")
    return page([line, (button(table.id, "replay", _("Replay")),)], GREY)


def result(position: Position) -> str:
    """How the table ended: the standings, or why it was closed."""
    if position.record.phase is Phase.OVER:
        return standings(position)
    reason = position.record.closing_reason
    if reason is None:
        return _("This table was closed.")
    return _closed(reason)


def _closed(reason: str) -> str:
    return _("This table was closed. {reason}").format(reason=without_forgotten(_(reason)))


def won(position: Position) -> str:
    """Who won, or that it was a draw, and why the game ended."""
    outcome = position.outcome
    if outcome is None:
        return ""
    if outcome.is_draw:
        return "\n".join([_("### 🤝 A draw!"), _(outcome.reason)])
    return "\n".join([_("### 🎉 {names} won!").format(names=_winners(position, outcome)), _(outcome.reason)])


def _winners(position: Position, outcome: Outcome) -> str:
    cast = cast_of(position.record)
    return listing([cast.name(seat) for seat, rank in enumerate(outcome.ranks) if rank == 1])


def standings(position: Position) -> str:
    """Who won, and everybody's place, points and seat."""
    outcome, cast = position.outcome, cast_of(position.record)
    if outcome is None:
        return ""
    unit = text_of(position.record.game).unit
    lines = [won(position)]
    for seat in outcome.order:
        rank = outcome.ranks[seat]
        points = score_in_words(outcome.scores[seat], unit)
        place = _("{place} {name} – {points} · seat {seat}").format(
            place=medal(rank), name=cast.name(seat), points=points, seat=seat + 1
        )
        lines.append(place)
    return "\n".join(lines)


def _picture_says_all(pictures: Illustrations, position: Position) -> bool:
    """Whether the picture of the result shows everything in the standings, including everybody's name."""
    return says_all(pictures.result) and all(map(drawn_name, names(position.record)))


def _last_round(position: Position, pictures: Illustrations) -> list[Part]:
    """Everybody's cards and their points, and the final table."""
    hands, table, text = pictures.round_end, pictures.table, text_of(position.record.game)
    points_shown = _picture_says_all(pictures, position) or not text.brief.rounds(position.view(None))
    shown = if_drawn("round", hands) if points_shown and says_all(hands) else round_end_parts(position, pictures)
    if not says_all(table) and text.brief.words_tell_table:
        shown += text.board(position.view(None), cast_of(position.record))
    return [*shown, *(if_drawn("table", table) if table != hands else [])]
