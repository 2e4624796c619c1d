"""The texts of Notty: open hands, and turns of drawing, taking and discarding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _, listing
from bot.render.cards import face, faces, in_order
from bot.render.notty.brief import NottyBrief, came_this_turn, discarded_this_turn
from bot.render.notty.events import doing, event_sentence
from bot.render.notty.rules import RULES
from bot.render.words import card_row, cards_in_words
from bot.rules.notty import best_discards
from bot.rules.notty.actions import Discard, Draw, End, NottyAction, Take

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.render.cast import Cast
    from bot.render.doing import Doing
    from bot.render.game_text import GameText
    from bot.rules.cards import Card
    from bot.rules.game import Event
    from bot.rules.notty.view import NottyView


_DRAW = ("", N_("draw a card"), N_("draw up to two cards"), N_("draw up to three cards"))
"""What to do with the deck, by the number of cards that may be drawn."""


class NottyText:
    """Implements `GameText` for Notty."""

    also_called = ""
    verbs = {  # noqa: RUF012  # a constant of the class
        "draw": N_("/draw from: 3"),
        "take": N_("/take what: 2"),
        "discard": N_("/discard cards: blue 4, blue 5, blue 6"),
        "end": N_("/end"),
        "undo": N_("/undo"),
        "reset": N_("/reset"),
    }
    rules = RULES
    brief = NottyBrief()
    unit = "card"
    open_hands = True

    def subtitle(self, view: NottyView) -> str:
        deck = cards_in_words(view.deck_size)
        if view.rounds_left == 0 and view.outcome is None:
            return _("Last round: the fewest cards win · deck: {cards}").format(cards=deck)
        return _("Round {round} of {rounds} · deck: {cards}").format(
            round=view.round, rounds=view.round_limit, cards=deck
        )

    def board(self, view: NottyView, cast: Cast) -> Sequence[str]:
        blocks = []
        for seat, hand in enumerate(view.hands):
            lines = [f"-# {seat + 1} · {cast.short(seat)}", card_row(faces(hand), "### ")]
            if seat == view.seat_to_act:
                done = (*came_this_turn(view, cast.short, faces), *discarded_this_turn(view, faces))
                lines += [f"-# {' '.join(done)}"] if done else []
            blocks.append("\n".join(lines))
        return blocks

    def players(self, view: NottyView) -> Sequence[str]:
        sizes = view.hand_sizes
        ahead = _("would win now") if sizes.count(min(sizes)) == 1 else _("would share the win now")
        return [
            f"{cards_in_words(size)} · {ahead}" if size == min(sizes) and view.outcome is None else cards_in_words(size)
            for size in sizes
        ]

    def hand(self, view: NottyView, order: str) -> Sequence[str]:
        return (card_row(faces(in_order(view.hand, order))), *self.brief.hand(view))

    def to_do(self, view: NottyView) -> str:
        turn = [_(_DRAW[view.most_drawn])]
        if view.taken is None and view.room:
            turn.append(_("take a card from another hand"))
        if best_discards(view.hands[view.turn]):
            turn.append(_("discard groups"))
        if not any(turn):
            return _("end your turn")
        fills_hand = view.room <= view.most_drawn  # then no card can be taken after drawing the most
        possible = listing([each for each in turn if each], _("or") if fills_hand else None)
        return _("{possible} if you like, then end your turn").format(possible=possible)

    def event(self, event: Event, cast: Cast, view: NottyView) -> str | None:
        return event_sentence(event, cast, is_over=view.outcome is not None)

    def doing(self, event: Event, cast: Cast, view: NottyView) -> Doing | None:
        return doing(event, cast)

    def wild(self, view: NottyView) -> str | None:
        return None

    def listed(self, card: Card, view: NottyView) -> str:
        return face(card)

    def word(self, verb: str, word: str, view: NottyView, cast: Cast) -> str:
        if verb == "draw":
            return cards_in_words(int(word))
        return _("Seat {number}: {name}").format(number=word, name=cast.label(int(word) - 1))

    def round_end(self, view: NottyView, cast: Cast) -> Sequence[str]:
        return self.board(view, cast) if view.outcome is not None else ()

    def is_round_fresh(self, view: NottyView) -> bool:
        return view.outcome is not None

    def choices(self, view: NottyView) -> Iterator[NottyAction]:
        legal = list(view.legal_actions)
        best = [Discard(cards) for cards in best_discards(view.hand)]
        first = [action for action in best if action in legal]
        yield from first
        yield from (action for action in legal if not isinstance(action, Discard))
        yield from (action for action in legal if isinstance(action, Discard) and action not in first)

    def label(self, action: NottyAction, view: NottyView) -> str:
        if isinstance(action, Discard):
            return _("Discard {cards}").format(cards=faces(action.cards))
        if isinstance(action, Draw):
            return _("Draw {number}").format(number=action.count)
        if isinstance(action, Take):
            return _("Take from seat {number}").format(number=action.seat + 1)
        return _("End the turn") if isinstance(action, End) and view.has_acted else _("Pass")

    def spoken(self, action: NottyAction, view: NottyView) -> str:
        if isinstance(action, Discard):
            return _("Discard {cards}").format(cards=listing([card.name for card in action.cards]))
        if isinstance(action, Draw):
            return _("Draw {cards} from the deck").format(cards=cards_in_words(action.count))
        if isinstance(action, Take):
            return _("Take a random card from seat {number}").format(number=action.seat + 1)
        return self.label(action, view)


TEXT: GameText[NottyView, NottyAction] = NottyText()
