"""Rummy in words: the board with its melds, the hand, what may be done and what happened."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from bot.render.cards import face, faces, full_name, in_order
from bot.render.rummy.rules import RULES
from bot.render.rummy.told import told
from bot.render.words import listing, plural
from bot.rules.rummy.actions import Action, Discard, DrawStock, LayDown, LayOff, Swap
from bot.rules.rummy.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.game import Event
    from bot.rules.rummy.view import RummyView as View

_MOST_CHOICES = 500


class RummyText:
    """The texts of Rummy."""

    verbs = {  # noqa: RUF012  # a constant of the class
        "draw": "/draw from: stock or discard",
        "lay": "/lay with the cards of a meld, several melds parted by “/”",
        "layoff": "/layoff with a card and the number of a meld",
        "swap": "/swap with a card and the number of the meld whose joker you want",
        "discard": "/discard with one card of your hand",
    }
    rules = RULES

    def subtitle(self, view: View) -> str:
        if view.round < view.first_laydown_round:
            return f"Round {view.round} · laying down is allowed from round {view.first_laydown_round} on"
        return f"Round {view.round} · first melds worth {view.minimum} or more"

    def board(self, view: View, cast: Cast) -> Sequence[str]:
        top = f"# {face(view.upcard)}" if view.upcard else "# —"
        pile = f"-# Top of the discard pile\n{top}\n-# Stock: {plural(view.stock_size, 'card')}"
        blocks = [pile]
        if view.melds:
            owned = zip(view.melds, view.meld_owners, strict=True)
            lines = [
                f"**{n}** · {faces(meld, None, ' ')} · {cast.short(owner)}"
                for n, (meld, owner) in enumerate(owned, 1)
            ]
            blocks.append("\n".join(lines))
        if view.idle_rounds_left <= 10:
            blocks.append(f"A draw in {plural(view.idle_rounds_left, 'round')} if nobody lays a card.")
        return blocks

    def players(self, view: View, cast: Cast) -> Sequence[str]:
        return [self._player(view, seat) for seat in range(view.seats)]

    def _player(self, view: View, seat: int) -> str:
        facts = [plural(view.hand_sizes[seat], "card")]
        facts.append("has laid down" if view.laid_down[seat] else "not down yet")
        if view.shown[seat]:
            facts.append(f"holds {faces(view.shown[seat], None, ' ')}")
        return " · ".join(facts)

    def hand(self, view: View, order: str) -> Sequence[str]:
        blocks = [f"# {faces(in_order(view.hand, order))}"]
        if view.drawn is not None and view.seat == view.seat_to_act:
            blocks.append(f"You drew **{face(view.drawn)}**.")
        blocks.append(f"In your hand: {plural(view.hand_points, 'point')}.")
        return blocks

    def to_do(self, view: View) -> str:
        if view.phase is Phase.DRAW:
            may_take = view.laid_down[view.turn_seat] and view.upcard is not None
            return (
                f"draw from the stock, or take **{face(view.upcard)}**"
                if may_take and view.upcard
                else "draw a card"
            )
        if view.laid_down[view.turn_seat]:
            return "lay cards down or off, swap jokers, then discard one card"
        if view.round < view.first_laydown_round:
            return "discard one card"
        return f"lay down melds worth {view.minimum} or more if you can, then discard one card"

    def event(self, event: Event, cast: Cast, wild: str | None = None) -> str | None:
        return told(event, cast)

    def round_end(self, view: View, cast: Cast) -> Sequence[str]:
        if view.outcome is None:
            return ()
        lines = ["**What was left in hand**"]
        for seat, cards in enumerate(view.hands):
            lines.append(f"{cast.name(seat)}: {faces(cards, None, ' ') if cards else 'nothing'}")
        return ("\n".join(lines),)

    def is_round_fresh(self, view: View) -> bool:
        return view.outcome is not None

    def choices(self, view: View) -> Sequence[Action]:
        """Melds first, the most cards at once before fewer; then single cards; discards last."""
        legal: list[Action] = list(islice(view.legal_actions, 20_000))
        lays = sorted((a for a in legal if isinstance(a, LayDown)), key=lambda a: -sum(map(len, a.melds)))
        singles = [action for action in legal if isinstance(action, LayOff | Swap)]
        others = [action for action in legal if not isinstance(action, LayDown | LayOff | Swap)]
        room = _MOST_CHOICES - len(singles) - len(others)
        return [*lays[: max(room, 0)], *singles, *others]

    def label(self, action: Action, view: View) -> str:
        if isinstance(action, LayDown):
            return "Lay " + " ".join(f"[{faces(meld, None, ' ')}]" for meld in action.melds)
        if isinstance(action, LayOff):
            return f"{face(action.card)} to meld {action.meld}{_end(action.end)}"
        if isinstance(action, Swap):
            return f"{face(action.card)} for the joker of meld {action.meld}{_end(action.end)}"
        if isinstance(action, Discard):
            return f"Discard {face(action.card)}"
        if isinstance(action, DrawStock):
            return "Draw from the stock"
        return f"Take {face(view.upcard)}" if view.upcard else "Take the top discard"

    def spoken(self, action: Action, view: View) -> str:
        if isinstance(action, LayDown):
            names = listing([full_name(card) for card in chain.from_iterable(action.melds)])
            return f"Lay down {names}"
        if isinstance(action, LayOff):
            return f"Lay the {full_name(action.card)} off on meld {action.meld}{_end(action.end)}"
        if isinstance(action, Swap):
            return f"Swap the {full_name(action.card)} for the joker of meld {action.meld}{_end(action.end)}"
        if isinstance(action, Discard):
            return f"Discard the {full_name(action.card)}"
        if isinstance(action, DrawStock):
            return "Draw from the stock"
        return f"Take the {full_name(view.upcard)}" if view.upcard else "Take the top discard"


def _end(end: str | None) -> str:
    return f" ({end} end)" if end else ""


TEXT: Any = RummyText()
