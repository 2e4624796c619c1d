"""The button that sorts a hand otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.catalogue import text_of
from bot.ui.kit.controls import button

if TYPE_CHECKING:
    from bot.ui.kit.controls import Button


def sort_buttons(table_id: int, verb: str, game: str, order: str) -> list[Button]:
    """The button of that verb that sorts the hand in the other order; none where hands are not sorted."""
    labels, other = text_of(game).brief.sort_labels, "rank" if order == "suit" else "suit"
    return [button(table_id, verb, _(labels[other]), argument=other)] if labels else []
