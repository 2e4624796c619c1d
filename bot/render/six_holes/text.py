"""6 Holes in words: two grids of six cards, the deck, and what may be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.render.cards import face, faces, full_name
from bot.render.six_holes.rules import RULES
from bot.render.six_holes.told import told
from bot.render.words import plural
from bot.rules.six_holes.actions import Action, Draw, Open, Place, Position, Take
from bot.rules.six_holes.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.cards import Card
    from bot.rules.game import Event
    from bot.rules.six_holes.view import SixHolesView as View

FACE_DOWN = "▢"


class SixHolesText:
    """The texts of 6 Holes."""

    verbs = {  # noqa: RUF012  # a constant of the class
        "open": "/open position:",
        "draw": "/draw",
        "place": "/place position:",
        "discard": "/discard",
        "take": "/take what: a position",
    }
    rules = RULES
    unit = "point"
    open_hands = False

    def subtitle(self, view: View) -> str:
        return f"Round {view.round} of {view.rounds} · deck: {plural(view.deck_size, 'card')}"

    def board(self, view: View, cast: Cast) -> Sequence[str]:
        grids = [f"-# {cast.short(seat)}\n{grid_lines(grid)}" for seat, grid in enumerate(view.grids)]
        takeable = f"On the discard pile, to be taken now: **{face(view.takeable)}**" if view.takeable else ""
        last = "🏁 All side cards of one player are up: this is the last turn." if view.is_last_turn else ""
        return [*grids, *(line for line in (takeable, last) if line)]

    def players(self, view: View, cast: Cast) -> Sequence[str]:
        return [plural(points, "point") for points in view.totals]

    def hand(self, view: View, order: str) -> Sequence[str]:
        if view.seat is None:
            return ()
        drawn = f"You hold **{face(view.drawn)}**." if view.drawn is not None else ""
        return (f"{grid_lines(view.grids[view.seat])}\n-# Places: TL TM TR above, BL BM BR below", drawn)

    def to_do(self, view: View) -> str:
        if view.phase is Phase.DRAWN:
            return "place the card you drew, or discard it"
        if view.takeable is None:
            return "turn up a side card, or draw from the deck"
        return f"turn up a side card, draw from the deck, or take **{face(view.takeable)}** and place it"

    def event(self, event: Event, cast: Cast, wild: str | None = None) -> str | None:
        return told(event, cast)

    def round_end(self, view: View, cast: Cast) -> Sequence[str]:
        result = view.last_round
        if result is None:
            return ()
        blocks = [f"**Round {result.round}**"]
        for seat, grid in enumerate(result.grids):
            points = plural(result.scores[seat], "point")
            rows = "\n".join(f"-# {row}" for row in grid_rows(grid))
            blocks.append(f"{cast.name(seat)}: {points}, {view.totals[seat]} in all\n{rows}")
        return ("\n".join(blocks),)

    def is_round_fresh(self, view: View) -> bool:
        return view.last_round is not None and (view.outcome is not None or view.turns < view.seats)

    def choices(self, view: View) -> Sequence[Action]:
        return view.legal_actions

    def label(self, action: Action, view: View) -> str:
        if isinstance(action, Open):
            return f"Turn up {action.position.label}"
        if isinstance(action, Place):
            return f"Place {action.position.label}{_over(view, action.position)}"
        if isinstance(action, Take):
            return f"{_taken(view)} to {action.position.label}{_over(view, action.position)}"
        return "Draw" if isinstance(action, Draw) else "Discard it"

    def spoken(self, action: Action, view: View) -> str:
        if isinstance(action, Take) and view.takeable is not None:
            return f"Take the {full_name(view.takeable)} to {action.position.label}"
        if isinstance(action, Draw):
            return "Draw from the deck"
        return self.label(action, view)


def _taken(view: View) -> str:
    return f"Take {face(view.takeable)}" if view.takeable is not None else "Take"


def _over(view: View, position: Position) -> str:
    """The card that would be replaced, where it is known."""
    card = view.grids[view.seat][position] if view.seat is not None else None
    return f" (over {face(card)})" if card is not None else ""


def grid_rows(grid: Sequence[Card | None]) -> list[str]:
    """A grid as its two rows of three cards."""
    signs = [FACE_DOWN if card is None else faces([card]) for card in grid]
    return ["   ".join(signs[start : start + 3]) for start in (0, 3)]


def grid_lines(grid: Sequence[Card | None]) -> str:
    """A grid as two big lines."""
    return "\n".join(f"# {row}" for row in grid_rows(grid))


TEXT: Any = SixHolesText()
