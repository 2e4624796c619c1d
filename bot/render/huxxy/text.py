"""Huxxy in words: the groups on the table, the turn being built, and what may be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.render.cards import face, faces, full_name, in_order
from bot.render.huxxy.rules import RULES
from bot.render.huxxy.told import told
from bot.render.words import plural
from bot.rules.huxxy.actions import Action, Draw, EndTurn, Move, Play, Reset, Undo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.render.cast import Cast
    from bot.rules.game import Event
    from bot.rules.huxxy.view import HuxxyView as View

_PLAIN: dict[type[Action], str] = {
    Draw: "Draw a card",
    Undo: "Undo the last play",
    Reset: "Take all plays back",
    EndTurn: "End the turn",
}


class HuxxyText:
    """The texts of Huxxy."""

    verbs = {  # noqa: RUF012  # a constant of the class
        "draw": "/draw",
        "play": "/play card: group:",
        "undo": "/undo",
        "reset": "/reset",
        "end": "/end",
        "move": "/move with “move 2C 1 new”",
    }
    rules = RULES
    unit = "point"
    open_hands = False

    def subtitle(self, view: View) -> str:
        return f"Stock: {plural(view.stock_size, 'card')} · {view.opening_points} points open"

    def board(self, view: View, cast: Cast) -> Sequence[str]:
        return (_table(view),)

    def players(self, view: View, cast: Cast) -> Sequence[str]:
        return [
            f"{plural(size, 'card')} · {'opened' if opened else 'not opened yet'}"
            for size, opened in zip(view.hand_sizes, view.opened, strict=True)
        ]

    def hand(self, view: View, order: str) -> Sequence[str]:
        cards = (
            f"# {faces(in_order(view.hand, order)) or '—'}\n-# {plural(view.hand_points, 'point')} in hand"
        )
        if view.seat != view.seat_to_act:
            return (cards,)
        return (cards, _table(view))

    def to_do(self, view: View) -> str:
        if view.plays:
            return f"play on ({plural(view.plays_left, 'play')} left), take plays back, or end your turn"
        return "draw a card, or play cards to groups and end your turn"

    def event(self, event: Event, cast: Cast, wild: str | None = None) -> str | None:
        return told(event, cast)

    def round_end(self, view: View, cast: Cast) -> Sequence[str]:
        lines = [
            f"{cast.name(seat)}: {faces(cards, None, ' ') or '—'}" for seat, cards in enumerate(view.hands)
        ]
        return ("\n".join(lines),) if lines else ()

    def is_round_fresh(self, view: View) -> bool:
        return view.outcome is not None

    def choices(self, view: View) -> Iterator[Action]:
        legal = view.legal_actions
        yield from (action for action in legal if not isinstance(action, Play | Move))
        yield from (action for action in legal if isinstance(action, Play))
        yield from (action for action in legal if isinstance(action, Move))

    def label(self, action: Action, view: View) -> str:
        if isinstance(action, Play):
            return f"{face(action.card)} to {_group(action.group)}"
        if isinstance(action, Move):
            return f"{face(action.card)} from {action.source} to {_group(action.target)}"
        return _PLAIN[type(action)]

    def spoken(self, action: Action, view: View) -> str:
        if isinstance(action, Play):
            return f"Play the {full_name(action.card)} to {_group(action.group)}"
        if isinstance(action, Move):
            return f"Move the {full_name(action.card)} from group {action.source} to {_group(action.target)}"
        return _PLAIN[type(action)]


def _group(number: int | None) -> str:
    return "a new group" if number is None else f"group {number}"


def _table(view: View) -> str:
    """The groups with their numbers; those that changed last are marked."""
    invalid = dict(view.invalid_groups)
    lines = []
    for number, group in enumerate(view.table, 1):
        if group:
            mark = " ⚠️" if number in invalid else " •" if number in view.changed else ""
            lines.append(f"**{number}** · {faces(group, None, ' ')}{mark}")
    return "\n".join(["-# On the table", *lines]) if lines else "The table is empty."


TEXT: Any = HuxxyText()
