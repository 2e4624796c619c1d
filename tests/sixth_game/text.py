"""Pairs in words, including the words beside its pictures and its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.brief import SUIT_OR_RANK
from bot.render.cards import face, faces, full_name, in_order
from bot.render.doing import Doing
from bot.render.hands_left import cards_left, points_left
from bot.render.just_drawn import marked, source_name, you_drew
from bot.render.rulebook import Chapter, Rulebook
from bot.render.words import cards_in_words, points_in_words
from tests.sixth_game.rules import Discard, unpaired_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.render.game_text import GameText
    from bot.rules.cards import Card
    from bot.rules.game import Event
    from tests.sixth_game.rules import PairsAction, PairsView


class PairsBrief:
    """The words beside the pictures of Pairs."""

    hand_needs_table = False
    words_tell_table = False
    table_begins_with_hands = False
    sort_labels = SUIT_OR_RANK
    usual_order = "suit"

    def rounds(self, view: PairsView) -> Sequence[Sequence[int]]:
        return ()

    def table(self, view: PairsView, cast: Cast) -> Sequence[str]:
        return ()

    def hand(self, view: PairsView) -> Sequence[str]:
        return () if view.drawn is None else (you_drew(face(view.drawn), taken=False),)

    def round_end(self, view: PairsView, cast: Cast) -> Sequence[str]:
        return points_left(view, cast)


def now(view: PairsView) -> Sequence[str]:
    """Return what the viewer can do."""
    return ("**Discard a card**: press its button.",) if view.has_drawn else ("**Draw a card**.",)


class PairsText:
    """The texts of Pairs."""

    also_called = "twos"
    verbs = {"draw": "/draw from: stock", "discard": "/discard cards: K♠"}  # noqa: RUF012  # a constant of the class
    rules = Rulebook((Chapter("In short", "Draw, discard, and hold two pairs."),), now)
    brief = PairsBrief()
    unit = "point"
    open_hands = False

    def subtitle(self, view: PairsView) -> str:
        return f"Stock: {cards_in_words(view.stock_size)}"

    def board(self, view: PairsView, cast: Cast) -> Sequence[str]:
        return (f"Top of the pile: {face(view.upcard) if view.upcard else '—'}",)

    def players(self, view: PairsView) -> Sequence[str]:
        return [cards_in_words(size) for size in view.hand_sizes]

    def hand(self, view: PairsView, order: str) -> Sequence[str]:
        worth = points_in_words(unpaired_points(view.hand))
        return (f"# {faces(in_order(view.hand, order))}\n-# {worth}", *self.brief.hand(view))

    def to_do(self, view: PairsView) -> str:
        return "discard a card" if view.has_drawn else "draw a card"

    def event(self, event: Event, cast: Cast, view: PairsView) -> str | None:
        who, card = cast.name(event.seat), event.facts.get("card")
        if event.kind == "game_ended":
            return None
        if event.kind == "card_discarded":
            return f"{who} discarded {face(event.facts['card'])}."
        return f"{who} took {face(card)}." if card else f"{who} drew from the stock."

    def doing(self, event: Event, cast: Cast, view: PairsView) -> Doing | None:
        if event.kind == "game_ended":
            return None
        return (
            Doing(f"discarded {face(event.facts['card'])}") if event.kind == "card_discarded" else Doing("drew", True)
        )

    def wild(self, view: PairsView) -> str | None:
        return None

    def listed(self, card: Card, view: PairsView) -> str:
        return marked(face(card), taken=False) if card == view.drawn else face(card)

    def word(self, verb: str, word: str, view: PairsView, cast: Cast) -> str:
        return source_name(word, face(view.upcard) if view.upcard else None)

    def round_end(self, view: PairsView, cast: Cast) -> Sequence[str]:
        return cards_left(view, cast)

    def is_round_fresh(self, view: PairsView) -> bool:
        return view.outcome is not None

    def choices(self, view: PairsView) -> Sequence[PairsAction]:
        return view.legal_actions

    def label(self, action: PairsAction, view: PairsView) -> str:
        return face(action.card) if isinstance(action, Discard) else source_name(action.source, "discard")

    def spoken(self, action: PairsAction, view: PairsView) -> str:
        if isinstance(action, Discard):
            return f"Discard the {full_name(action.card)}"
        return "Draw from the stock" if action.source == "stock" else "Take the top discard"


TEXT: GameText[PairsView, PairsAction] = PairsText()
