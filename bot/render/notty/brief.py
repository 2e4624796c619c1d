"""Text beside Notty's pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.cards import face, faces
from bot.render.words import cards_in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bot.render.cast import Cast
    from bot.rules.cards import Card
    from bot.rules.notty.view import NottyView


COLOUR_OR_NUMBER = {"suit": N_("Sort by colour"), "rank": N_("Sort by number")}


class NottyBrief:
    """Implements `Brief` for Notty."""

    hand_needs_table = True
    words_tell_table = False
    table_begins_with_hands = True
    sort_labels = COLOUR_OR_NUMBER
    usual_order = "suit"

    def rounds(self, view: NottyView) -> Sequence[Sequence[int]]:
        return ()

    def table(self, view: NottyView, cast: Cast) -> Sequence[str]:
        """Nothing: the picture is complete."""
        return ()

    def hand(self, view: NottyView) -> Sequence[str]:
        """The cards the viewer has drawn, taken and discarded this turn."""
        if view.seat != view.seat_to_act:
            return ()
        done = []
        if view.drawn:
            done.append(_("You drew {cards}.").format(cards=faces(view.drawn)))
        if view.taken is not None:
            done.append(_("You took {card}.").format(card=face(view.taken)))
        if view.discarded:
            groups = " / ".join(faces(group) for group in view.discarded)
            done.append(_("You discarded {cards}.").format(cards=groups))
        return (" ".join(done),) if done else ()

    def round_end(self, view: NottyView, cast: Cast) -> Sequence[str]:
        """Who has no cards left, and how many the others have, in the order of the result."""
        if view.outcome is None:
            return ()
        lines = []
        for seat in view.outcome.order:
            size = view.hand_sizes[seat]
            line = _("{name}: {cards} left") if size else _("{name} has no cards left.")
            lines.append(line.format(name=cast.name(seat), cards=cards_in_words(size)))
        return ("\n".join(lines),)


def came_this_turn(
    view: NottyView, name: Callable[[int], str], cards: Callable[[Sequence[Card]], str]
) -> Iterator[str]:
    """What the seat to act has drawn and taken; `name` and `cards` word seats and cards."""
    if view.drawn:
        yield _("Drawn this turn: {cards}.").format(cards=cards(view.drawn))
    if view.taken is not None and view.taken_from is not None:
        took = _("Taken from {name}: {card}.")
        yield took.format(name=name(view.taken_from), card=cards((view.taken,)))


def discarded_this_turn(view: NottyView, cards: Callable[[Sequence[Card]], str]) -> Iterator[str]:
    """What the seat to act has discarded."""
    if view.discarded:
        yield _("Discarded this turn: {cards}.").format(cards="; ".join(map(cards, view.discarded)))
