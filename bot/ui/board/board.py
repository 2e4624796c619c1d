"""The public board of a table, for its current phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.catalogue import text_of
from bot.render.words import capital
from bot.tables.model.records import Phase
from bot.ui.art.illustrations import PLAIN, Illustrations
from bot.ui.art.pictured_parts import round_end_parts, table_parts
from bot.ui.board.ending import build_ending
from bot.ui.board.lobby import build_lobby
from bot.ui.board.recent import recent
from bot.ui.building.catalogue import builder_of
from bot.ui.building.desk import Desk
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import GREEN, Part, page
from bot.ui.wording.absence import absent
from bot.ui.wording.seats import cast_of, heading, mention
from bot.ui.wording.turn_time import time_left

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.records.model import RatedGame
    from bot.render.cast import Cast
    from bot.render.game_text import AnyGameText
    from bot.rules.game import AnyView
    from bot.tables.model.position import Position
    from bot.ui.building.desk import AnyDesk


def build_board(
    position: Position, pictures: Illustrations = PLAIN, rated: RatedGame | None = None, *, to_play: bool = True
) -> LayoutView:
    """The board for everybody, from the spectators' view; words replace missing pictures. If it is not `to_play`, a
    running game's board has no controls that only players can use.
    """
    phase = position.record.phase
    if phase is Phase.LOBBY:
        return build_lobby(position, pictures)
    if phase is Phase.PLAYING:
        return _playing(position, pictures, to_play=to_play)
    return build_ending(position, pictures, rated)


def _playing(position: Position, pictures: Illustrations, *, to_play: bool) -> LayoutView:
    table, text = position.record, text_of(position.record.game)
    view, cast = position.view(None), cast_of(position.record)
    parts: list[Part] = [heading(position.game.title, table, text.subtitle(view))]
    if text.is_round_fresh(view):
        parts += [*round_end_parts(position, pictures), None]
    parts += [*table_parts(position, None, pictures), None, players(position, view, text, cast)]
    parts += [recent(table, text, cast, view), _whose_turn(position, view, text, cast, to_play=to_play)]
    parts += [*(_turn_controls(position, pictures) if to_play else ()), time_left(table), *absent(table, cast)]
    if table.rated and table.voided:
        parts.append(_("-# No longer rated: a player was removed."))
    parts.append(
        (
            *((button(table.id, "hand", _("My hand"), style=Style.primary),) if to_play and table.people else ()),
            button(table.id, "rules", _("Rules")),
            *((button(table.id, "round", _("Last round")),) if text.brief.rounds(view) else ()),
            button(table.id, "menu", _("More")),
        )
    )
    return page(parts, GREEN)


def _turn_controls(position: Position, pictures: Illustrations) -> list[Part]:
    """The controls of whoever is to act, where all hands are open; empty in other games."""
    seat, game = position.seat_to_act, position.record.game
    if seat is None or position.person_to_act is None or not text_of(game).open_hands:
        return []
    desk: AnyDesk = Desk(position, position.view(seat), "suit", emojis=pictures.emojis)
    return builder_of(game).public_parts(desk)


def players(position: Position, view: AnyView, text: AnyGameText, cast: Cast) -> str:
    """Two short lines per seat: name, then facts; the seat to act is marked."""
    lines = []
    for seat, facts in enumerate(text.players(view)):
        mark = "▶ " if seat == position.seat_to_act else ""
        lines.append(f"{mark}{seat + 1} · {cast.name(seat)}\n-# {facts}")
    return "\n".join(lines)


def _whose_turn(position: Position, view: AnyView, text: AnyGameText, cast: Cast, *, to_play: bool) -> str:
    """Whose turn it is, and what they can do; where the board is `to_play`, also with which button."""
    seat = position.seat_to_act
    if seat is None:
        return ""
    if position.record.awaits_return:
        return _("### Paused")
    if position.person_to_act is None:
        return _("### {name} is thinking …").format(name=cast.name(seat))
    words = (
        _("### {name}, it's your turn\n{to_do}.")
        if text.open_hands or not to_play
        else _("### {name}, it's your turn\n{to_do}. Press **My hand** to play.")
    )
    name = mention(position.person_to_act) if position.record.outside else cast.name(seat)
    return words.format(name=name, to_do=capital(text.to_do(view)))
