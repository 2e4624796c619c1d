"""Rummy in words: the melds on the table, the discard pile, and what may be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.render.cards import face, faces, full_name, in_order
from bot.render.rummy.rules import RULES
from bot.render.rummy.told import told
from bot.render.words import listing, plural
from bot.rules.rummy import best_laydown
from bot.rules.rummy.actions import Action, Discard, DrawStock, LayDown, LayOff, Swap, lay_down
from bot.rules.rummy.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.render.cast import Cast
    from bot.rules.game import Event
    from bot.rules.rummy.view import RummyView as View


class RummyText:
    """The texts of Rummy."""

    verbs = {  # noqa: RUF012  # a constant of the class
        "draw": "/draw from: stock or discard",
        "lay": "/lay melds:",
        "layoff": "/layoff card: meld:",
        "swap": "/swap card: meld:",
        "discard": "/discard cards: one card",
    }
    rules = RULES
    unit = "point"
    open_hands = False

    def subtitle(self, view: View) -> str:
        if view.round < view.first_laydown_round:
            return f"Round {view.round} · laying down from round {view.first_laydown_round}"
        return f"Round {view.round} · first laying down: {view.minimum} points"

    def board(self, view: View, cast: Cast) -> Sequence[str]:
        top = f"# {face(view.upcard)}" if view.upcard else "# —"
        pile = f"-# Top of the discard pile\n{top}\n-# Stock: {plural(view.stock_size, 'card')}"
        return (pile, _melds(view, [cast.short(owner) for owner in view.meld_owners]))

    def players(self, view: View, cast: Cast) -> Sequence[str]:
        return [
            f"{plural(size, 'card')} · {'has laid down' if laid else 'not laid down yet'}"
            for size, laid in zip(view.hand_sizes, view.laid_down, strict=True)
        ]

    def hand(self, view: View, order: str) -> Sequence[str]:
        cards = f"# {faces(in_order(view.hand, order))}\n-# {plural(view.hand_points, 'point')} in hand"
        if view.seat != view.seat_to_act:
            return (cards,)
        drawn = f"You drew **{face(view.drawn)}**." if view.drawn is not None else ""
        return (cards, drawn, _melds(view, [f"player {owner + 1}" for owner in view.meld_owners]))

    def to_do(self, view: View) -> str:
        if view.phase is Phase.DRAW:
            may_take = view.laid_down[view.turn_seat] and view.upcard is not None
            return f"draw from the stock{f', or take **{face(view.upcard)}**' if may_take and view.upcard else ''}"
        if view.laid_down[view.turn_seat]:
            return "lay down melds, lay off cards or swap jokers if you like, then discard one card"
        if view.round < view.first_laydown_round:
            return "discard one card"
        return f"lay down melds worth {view.minimum} if you like, then discard one card"

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
        best = best_laydown(view.hand, 0 if _has_laid(view) else view.minimum) if view.hand else ()
        suggested = lay_down(best) if best else None
        if suggested is not None and suggested in legal:
            yield suggested
        few = [action for action in _first(legal, view) if not isinstance(action, LayDown)]
        yield from (action for action in few if isinstance(action, LayOff | Swap))
        yield from (action for action in few if not isinstance(action, LayOff | Swap))
        yield from (action for action in legal if isinstance(action, LayDown) and action != suggested)

    def label(self, action: Action, view: View) -> str:
        match action:
            case DrawStock():
                return "Draw from the stock"
            case LayDown():
                return f"Lay {' / '.join(faces(meld, None, ' ') for meld in action.melds)}"
            case LayOff() | Swap():
                verb = "joker of" if isinstance(action, Swap) else "to"
                return (
                    f"{face(action.card)} {verb} meld {action.meld}{f' ({action.end})' if action.end else ''}"
                )
            case Discard():
                return f"Discard {face(action.card)}"
        return f"Take {face(view.upcard)}" if view.upcard else "Take the discard"

    def spoken(self, action: Action, view: View) -> str:
        match action:
            case LayDown():
                return f"Lay down {listing([' '.join(card.name for card in meld) for meld in action.melds])}"
            case LayOff():
                return f"Lay the {full_name(action.card)} off on meld {action.meld}{_end(action.end)}"
            case Swap():
                return (
                    f"Swap the {full_name(action.card)} for the joker of meld {action.meld}{_end(action.end)}"
                )
            case Discard():
                return f"Discard the {full_name(action.card)}"
        return self.label(action, view)


def _has_laid(view: View) -> bool:
    return view.seat is not None and view.laid_down[view.seat]


def _first(legal: Sequence[Action], view: View) -> Iterator[Action]:
    """The actions before the lay-downs, which come last and may be thousands."""
    for action in legal:
        if isinstance(action, LayDown):
            return
        yield action


def _end(end: str | None) -> str:
    return f" at the {end} end" if end else ""


def _melds(view: View, owners: Sequence[str]) -> str:
    lines = [
        f"**{number}** · {faces(meld, None, ' ')} — {owner}"
        for number, (meld, owner) in enumerate(zip(view.melds, owners, strict=True), 1)
    ]
    return "\n".join(["-# Melds on the table", *lines]) if lines else "No melds on the table yet."


TEXT: Any = RummyText()
