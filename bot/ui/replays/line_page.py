"""A line as a message: the hand with the controls of a real turn but no hints, and finally the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.catalogue import text_of
from bot.render.words import capital
from bot.ui.art.illustrations import PLAIN, Illustrations
from bot.ui.art.pictured_parts import hand_parts, new_round_parts
from bot.ui.board.ending import standings
from bot.ui.building.desk import Desk
from bot.ui.building.exercise import controls
from bot.ui.building.sorting import sort_buttons
from bot.ui.kit.controls import button
from bot.ui.kit.layout import GOLD, GREEN, page, rows
from bot.ui.wording.game_options import house_rules
from bot.ui.wording.legend import legend
from bot.ui.wording.since import since_your_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.lines.lines import Standing
    from bot.ui.art.hand_style import HandStyle
    from bot.ui.building.desk import AnyDesk
    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part

VERBS = "line-"
"""Prefix of the verbs of a line's controls."""


def desk_of(standing: Standing, style: HandStyle, pictures: Illustrations = PLAIN) -> AnyDesk:
    """The turn as built so far."""
    position, line = standing.position, standing.line
    return Desk(position, position.view(line.seat), style.order, line.draft, pictures.emojis, style.two_colours, VERBS)


def line_page(
    heading: str, standing: Standing, style: HandStyle, pictures: Illustrations, others: Sequence[Button]
) -> LayoutView:
    """The person's hand, with the controls to play, and the buttons that lead to other deals."""
    position, seat = standing.position, standing.line.seat
    text, view = text_of(position.record.game), position.view(seat)
    rules = house_rules(position.record.game, position.record.options)
    parts: list[Part] = [
        heading,
        f"{rules}-# {text.subtitle(view)}\n{legend(position, seat, in_words=style.text_only)}",
        *new_round_parts(position, seat, pictures),
        *hand_parts(position, seat, style, pictures),
        None,
        since_your_turn(position, seat),
        _("### Your turn\n{to_do}.").format(to_do=capital(text.to_do(view))),
    ]
    tools = [*_tools(standing, style.order), *others]
    return page([*parts, *controls(desk_of(standing, style, pictures)), tools], GREEN)


def ended_page(heading: str, standing: Standing, beside: str, after: Sequence[Button]) -> LayoutView:
    """The result, how it compares with other lines, and what to do next."""
    return page([heading, standings(standing.position), None, beside, *rows(after)], GOLD)


def _tools(standing: Standing, order: str) -> tuple[Button, ...]:
    record = standing.position.record
    rules = button(record.id, f"{VERBS}rules", _("Rules"))
    return (*sort_buttons(record.id, f"{VERBS}sort", record.game, order), rules)
