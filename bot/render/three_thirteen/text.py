"""Three Thirteen in words: the board, the hand, what may be done and what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.render.cards import WILD, face, faces, full_name, in_order
from bot.render.three_thirteen.rounds import last_round
from bot.render.three_thirteen.rules import RULES
from bot.render.three_thirteen.told import told
from bot.render.words import listing, plural
from bot.rules.three_thirteen import best_arrangement
from bot.rules.three_thirteen.actions import Action, Discard, DrawStock
from bot.rules.three_thirteen.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.cards import Card
    from bot.rules.game import Event
    from bot.rules.three_thirteen.view import ThreeThirteenView as View

_RANK_WORDS = {"0": "10s", "J": "Jacks", "Q": "Queens", "K": "Kings"}


class ThreeThirteenText:
    """The texts of Three Thirteen."""

    verbs = {  # noqa: RUF012  # a constant of the class
        "draw": "/draw from: stock or discard",
        "discard": "/discard with one card of your hand",
    }
    rules = RULES
    unit = "point"
    open_hands = False

    def subtitle(self, view: View) -> str:
        return f"Round {view.round} of {view.rounds} · **{ranks(view.wild_rank)} are wild {WILD}**"

    def board(self, view: View, cast: Cast) -> Sequence[str]:
        top = f"# {face(view.upcard, view.wild_rank)}" if view.upcard else "# —"
        stock = f"-# Stock: {plural(view.stock_size, 'card')} · pile: {len(view.discard_pile)}"
        blocks = [f"-# Top of the discard pile\n{top}\n{stock}"]
        if view.went_out is not None and view.last_turns:
            names = listing([cast.short(seat) for seat in view.last_turns])
            blocks.append(f"🏁 {cast.name(view.went_out)} is out. Last turn for {names}.")
        return blocks

    def players(self, view: View, cast: Cast) -> Sequence[str]:
        return [self._player(view, seat) for seat in range(view.seats)]

    def _player(self, view: View, seat: int) -> str:
        facts = [plural(view.totals[seat], "point"), plural(view.hand_sizes[seat], "card")]
        if seat == view.went_out:
            facts.append("out 🏁")
        if view.taken[seat]:
            facts.append(f"took {faces(view.taken[seat], view.wild_rank, ' ')}")
        return " · ".join(facts)

    def hand(self, view: View, order: str) -> Sequence[str]:
        cards = in_order(view.hand, order)
        blocks = [f"# {faces(cards, view.wild_rank)}"]
        if view.drawn is not None and view.seat == view.seat_to_act:
            blocks.append(f"You drew **{face(view.drawn, view.wild_rank)}**.")
        blocks.append(self._arrangement(view, order))
        return blocks

    def _arrangement(self, view: View, order: str) -> str:
        best = best_arrangement(view.hand, view.wild_rank, view.arrangement == "most-cards")
        left = faces(in_order(best.unplaced, order), view.wild_rank)
        points = plural(best.penalty, "point")
        if not best.melds:
            lines = [f"No meld yet: {points}."]
        elif not best.unplaced:
            lines = [f"Melds: {melds(best.melds, view.wild_rank)}", "Every card is in a meld: 0 points."]
        else:
            lines = [f"Melds: {melds(best.melds, view.wild_rank)}", f"Left over: {left} — {points}"]
        if view.penalties and view.seat is not None:
            cost, total = view.penalties[-1][view.seat], view.totals[view.seat]
            lines.append(f"-# The last round cost you {plural(cost, 'point')}: {total} in all.")
        return "\n".join(lines)

    def to_do(self, view: View) -> str:
        if view.phase is Phase.DRAW:
            if view.upcard is None:
                return "draw from the stock"
            return (
                f"draw from the stock, or take **{face(view.upcard, view.wild_rank)}** from the discard pile"
            )
        return "discard one card" + (
            " — this is the last turn of the round" if view.went_out is not None else ""
        )

    def event(self, event: Event, cast: Cast, wild: str | None = None) -> str | None:
        return told(event, cast, wild)

    def round_end(self, view: View, cast: Cast) -> Sequence[str]:
        return last_round(view, cast)

    def is_round_fresh(self, view: View) -> bool:
        return view.last_round is not None and (view.outcome is not None or view.turns < view.seats)

    def choices(self, view: View) -> Sequence[Action]:
        return view.legal_actions

    def label(self, action: Action, view: View) -> str:
        if isinstance(action, Discard):
            drawn = " (drawn)" if action.card == view.drawn else ""
            return f"{face(action.card, view.wild_rank)}{drawn}"
        if isinstance(action, DrawStock):
            return "Draw from the stock"
        return f"Take {face(view.upcard, view.wild_rank)}" if view.upcard else "Take the top discard"

    def spoken(self, action: Action, view: View) -> str:
        if isinstance(action, Discard):
            return f"Discard the {full_name(action.card, view.wild_rank)}"
        if isinstance(action, DrawStock):
            return "Draw from the stock"
        return f"Take the {full_name(view.upcard, view.wild_rank)}" if view.upcard else "Take the top discard"


def ranks(rank: str) -> str:
    """A wild rank in the plural: `3s`, `10s`, `Jacks`."""
    return _RANK_WORDS.get(rank, f"{rank}s")


def melds(groups: tuple[tuple[Card, ...], ...], wild: str) -> str:
    """Melds beside each other: `[7♠ 8♠ 9♠] [K♥ K♦ K♣]`."""
    return " ".join(f"[{faces(group, wild, ' ')}]" for group in groups)


TEXT: Any = ThreeThirteenText()
