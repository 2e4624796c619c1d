"""Notty in words: all hands on the board, what may be done and what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.render.cards import faces, full_name, in_order
from bot.render.notty.rules import RULES
from bot.render.notty.told import told
from bot.render.words import listing, plural
from bot.rules.notty.actions import Action, Discard, Draw, Take

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.game import Event
    from bot.rules.notty.view import NottyView as View


class NottyText:
    """The texts of Notty."""

    verbs = {  # noqa: RUF012  # a constant of the class
        "draw": "/draw with a number of cards, 1 to 3",
        "take": "/take with the seat you take a card from",
        "discard": "/discard with the cards of one group",
        "end": "/end",
    }
    rules = RULES

    def subtitle(self, view: View) -> str:
        return f"Round {view.round} of {view.round_limit}"

    def board(self, view: View, cast: Cast) -> Sequence[str]:
        limit = f" · at most {view.hand_limit} cards in a hand" if view.hand_limit else ""
        hands = [
            f"{seat + 1} · {cast.name(seat)}\n### {faces(in_order(hand, 'suit'), None, ' ') or '—'}"
            for seat, hand in enumerate(view.hands)
        ]
        return [f"-# Deck: {plural(view.deck_size, 'card')}{limit}", *hands]

    def players(self, view: View, cast: Cast) -> Sequence[str]:
        return [plural(size, "card") for size in view.hand_sizes]

    def hand(self, view: View, order: str) -> Sequence[str]:
        return [f"# {faces(in_order(view.hand, order))}"]

    def to_do(self, view: View) -> str:
        left = [
            *(["draw"] if not view.drawn else []),
            *(["take a card"] if view.taken is None else []),
            "discard groups",
            "end your turn",
        ]
        return listing(left, "or")

    def event(self, event: Event, cast: Cast, wild: str | None = None) -> str | None:
        return told(event, cast)

    def round_end(self, view: View, cast: Cast) -> Sequence[str]:
        return ()

    def is_round_fresh(self, view: View) -> bool:
        return False

    def choices(self, view: View) -> Sequence[Action]:
        """The largest groups first, then drawing, taking and the end of the turn."""
        legal = list(view.legal_actions)
        groups = sorted(
            (action for action in legal if isinstance(action, Discard)), key=lambda a: -len(a.cards)
        )
        return [*groups, *(action for action in legal if not isinstance(action, Discard))]

    def label(self, action: Action, view: View) -> str:
        if isinstance(action, Discard):
            return f"Discard {faces(action.cards, None, ' ')}"
        if isinstance(action, Draw):
            return f"Draw {action.count}"
        if isinstance(action, Take):
            return f"Take from seat {action.seat + 1}"
        return "End turn" if view.drawn or view.taken or view.discarded else "Pass"

    def spoken(self, action: Action, view: View) -> str:
        if isinstance(action, Discard):
            return f"Discard {listing([full_name(card) for card in action.cards])}"
        if isinstance(action, Draw):
            return f"Draw {plural(action.count, 'card')}"
        if isinstance(action, Take):
            return f"Take a random card from seat {action.seat + 1}"
        return "End the turn" if view.drawn or view.taken or view.discarded else "Pass"


TEXT: Any = NottyText()
