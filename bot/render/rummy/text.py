"""The texts of Rummy: the melds on the table, the discard pile, and the legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _, ngettext
from bot.render.cards import face, faces, full_name, in_order, pile_top
from bot.render.hands_left import cards_left
from bot.render.just_drawn import marked, source_name
from bot.render.rummy.brief import RummyBrief, meld_faces
from bot.render.rummy.events import doing, event_sentence
from bot.render.rummy.rules import RULES
from bot.render.words import card_row, cards_in_words, points_in_words
from bot.rules.rummy import best_laydown
from bot.rules.rummy.actions import Discard, DrawDiscard, DrawStock, LayDown, LayOff, RummyAction, Swap, lay_down
from bot.rules.rummy.melds import MIN_MELD
from bot.rules.rummy.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.render.cast import Cast
    from bot.render.doing import Doing
    from bot.render.game_text import GameText
    from bot.rules.cards import Card
    from bot.rules.game import Event
    from bot.rules.rummy.view import RummyView


_FEW_ROUNDS = 5
"""The board warns of a draw by a cap on rounds once this many or fewer are left."""


class RummyText:
    """Implements `GameText` for Rummy."""

    also_called = N_("rummy, rum")
    verbs = {  # noqa: RUF012  # a constant of the class
        "draw": N_("/draw from: stock"),
        "lay": N_("/lay melds: 5♥ 5♦ 5♣ / 7♠ 8♠ 9♠"),
        "layoff": N_("/layoff card: 7♣ meld: 2"),
        "swap": N_("/swap card: 7♥ meld: 3"),
        "discard": N_("/discard cards: K♠"),
        "undo": N_("/undo"),
        "reset": N_("/reset"),
    }
    rules = RULES
    brief = RummyBrief()
    unit = "point"
    open_hands = False

    def subtitle(self, view: RummyView) -> str:
        if view.outcome is None and (warning := _near_a_draw(view)):
            return warning
        if view.round < view.first_laydown_round:
            return _("Round {round} · laying down from round {first}").format(
                round=view.round, first=view.first_laydown_round
            )
        if all(view.laid_down) if view.seat is None else view.laid_down[view.seat]:
            return _("Round {round}").format(round=view.round)
        return _("Round {round} · {points} to lay down").format(round=view.round, points=points_in_words(view.minimum))

    def board(self, view: RummyView, cast: Cast) -> Sequence[str]:
        melds = _melds(view, [cast.short(owner) for owner in view.meld_owners])
        if view.outcome is not None:
            return (melds,)
        stock = _("Stock: {cards} · pile: {number}").format(
            cards=cards_in_words(view.stock_size), number=len(view.discard_pile)
        )
        pile = pile_top(view.upcard, takeable=view.takeable)
        return (f"{pile}\n-# {stock}", melds)

    def players(self, view: RummyView) -> Sequence[str]:
        return [
            f"{cards_in_words(size)} · {_('has laid down') if laid else _('not laid down yet')}"
            for size, laid in zip(view.hand_sizes, view.laid_down, strict=True)
        ]

    def hand(self, view: RummyView, order: str) -> Sequence[str]:
        worth = _("{points} in hand").format(points=points_in_words(view.hand_points))
        cards = f"{card_row(faces(in_order(view.hand, order), between='  '))}\n-# {worth}"
        if view.seat != view.seat_to_act:
            return (cards,)
        owners = [_("seat {seat}").format(seat=owner + 1) for owner in view.meld_owners]
        return (cards, *self.brief.hand(view), _melds(view, owners))

    def to_do(self, view: RummyView) -> str:
        if view.phase is Phase.DRAW:
            if view.takeable and view.upcard is not None:
                return _("draw from the stock, or take **{card}**").format(card=face(view.upcard))
            return _("draw from the stock")
        if view.hand_sizes[view.turn_seat] == 1:
            return _("discard your last card and win")
        if view.laid_down[view.turn_seat] and view.hand_sizes[view.turn_seat] <= MIN_MELD:
            return _("lay off cards or swap jokers if you like, then discard one card")
        if view.laid_down[view.turn_seat]:
            return _("lay down melds, lay off cards or swap jokers if you like, then discard one card")
        if view.round < view.first_laydown_round:
            return _("discard one card")
        return _("lay down melds worth at least {points} if you like, then discard one card").format(
            points=points_in_words(view.minimum)
        )

    def event(self, event: Event, cast: Cast, view: RummyView) -> str | None:
        return event_sentence(event, cast)

    def doing(self, event: Event, cast: Cast, view: RummyView) -> Doing | None:
        return doing(event)

    def wild(self, view: RummyView) -> str | None:
        return None

    def listed(self, card: Card, view: RummyView) -> str:
        return marked(face(card), taken=view.drew_discard) if card == view.drawn else face(card)

    def word(self, verb: str, word: str, view: RummyView, cast: Cast) -> str:
        if word.isdecimal():
            meld = faces(view.melds[int(word) - 1])
            return _("Meld {number}: {cards}").format(number=word, cards=meld)
        return source_name(word, face(view.upcard) if view.upcard else None)

    def round_end(self, view: RummyView, cast: Cast) -> Sequence[str]:
        return cards_left(view, cast)

    def is_round_fresh(self, view: RummyView) -> bool:
        return view.outcome is not None

    def choices(self, view: RummyView) -> Iterator[RummyAction]:
        legal = view.legal_actions
        best = best_laydown(view.hand, 0 if _has_laid(view) else view.minimum) if view.hand else ()
        suggested = lay_down(best) if best else None
        if suggested is not None and suggested in legal:
            yield suggested
        few = [action for action in _first(legal) if not isinstance(action, LayDown)]
        yield from (action for action in few if isinstance(action, LayOff | Swap))
        yield from (action for action in few if not isinstance(action, LayOff | Swap))
        yield from (action for action in legal if isinstance(action, LayDown) and action != suggested)

    def label(self, action: RummyAction, view: RummyView) -> str:
        match action:
            case DrawStock():
                return _("Draw from the stock")
            case LayDown():
                melds = " / ".join(faces(meld) for meld in action.melds)
                return _("Lay {melds}").format(melds=melds)
            case LayOff() | Swap():
                return _at_meld(action, face(action.card), _SHORT[type(action)])
            case Discard():
                return _("Discard {card}").format(card=face(action.card))
        return _("Take {card}").format(card=face(view.upcard)) if view.upcard else _("Take the discard")

    def spoken(self, action: RummyAction, view: RummyView) -> str:
        match action:
            case LayDown():
                melds = "; ".join(", ".join(card.name for card in meld) for meld in action.melds)
                return _("Lay down: {melds}").format(melds=melds)
            case LayOff() | Swap():
                return _at_meld(action, full_name(action.card), _LONG[type(action)])
            case Discard():
                return _("Discard the {card}").format(card=full_name(action.card))
            case DrawDiscard() if view.upcard is not None:
                return _("Take the {card}").format(card=full_name(view.upcard))
        return self.label(action, view)


def _near_a_draw(view: RummyView) -> str:
    """A warning that a cap on rounds will soon end the game in a draw; empty while that is far off."""
    if view.rounds_left <= min(_FEW_ROUNDS, view.idle_rounds_left):
        return ngettext(
            "Round {round} · after this round the game is a draw",
            "Round {round} · after {number} rounds the game is a draw",
            view.rounds_left,
        ).format(round=view.round, number=view.rounds_left)
    if view.idle_rounds_left <= _FEW_ROUNDS:
        return ngettext(
            "Round {round} · a draw after this round if nobody lays a card",
            "Round {round} · a draw after {number} rounds if nobody lays a card",
            view.idle_rounds_left,
        ).format(round=view.round, number=view.idle_rounds_left)
    return ""


def _has_laid(view: RummyView) -> bool:
    return view.seat is not None and view.laid_down[view.seat]


def _first(legal: Sequence[RummyAction]) -> Iterator[RummyAction]:
    """The actions before the laydowns, which come last and may be thousands."""
    for action in legal:
        if isinstance(action, LayDown):
            return
        yield action


_SHORT: dict[type[RummyAction], dict[str | None, str]] = {
    LayOff: {
        None: N_("{card} to meld {meld}"),
        "low": N_("{card} to meld {meld} (low)"),
        "high": N_("{card} to meld {meld} (high)"),
    },
    Swap: {
        None: N_("{card} joker of meld {meld}"),
        "low": N_("{card} joker of meld {meld} (low)"),
        "high": N_("{card} joker of meld {meld} (high)"),
    },
}
_LONG: dict[type[RummyAction], dict[str | None, str]] = {
    LayOff: {
        None: N_("Lay the {card} off on meld {meld}"),
        "low": N_("Lay the {card} off on meld {meld} at the low end"),
        "high": N_("Lay the {card} off on meld {meld} at the high end"),
    },
    Swap: {
        None: N_("Swap the {card} for the joker of meld {meld}"),
        "low": N_("Swap the {card} for the joker of meld {meld} at the low end"),
        "high": N_("Swap the {card} for the joker of meld {meld} at the high end"),
    },
}


def _at_meld(action: LayOff | Swap, card: str, sentences: dict[str | None, str]) -> str:
    """The sentence for a lay-off or swap, with the end of the meld if it must be named."""
    return _(sentences[action.end]).format(card=card, meld=action.meld)


def _melds(view: RummyView, owners: Sequence[str]) -> str:
    lines = [
        f"**{number}** · {meld_faces(meld)} – {owner}"
        for number, (meld, owner) in enumerate(zip(view.melds, owners, strict=True), 1)
    ]
    return "\n".join([f"-# {_('Melds on the table')}", *lines]) if lines else _("No melds on the table yet.")


TEXT: GameText[RummyView, RummyAction] = RummyText()
