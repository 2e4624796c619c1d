"""The texts of Huxxy: the groups on the table, the turn being built, and the legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _, ngettext
from bot.render.cards import face, faces, full_name, in_order
from bot.render.hands_left import cards_left
from bot.render.huxxy.brief import HuxxyBrief
from bot.render.huxxy.events import doing, event_sentence
from bot.render.huxxy.rules import RULES
from bot.render.huxxy.turn_so_far import arrivals, arrivals_in_words, progress_in_words
from bot.render.words import card_row, cards_in_words, points_in_words
from bot.rules.huxxy.actions import END_TURN, Draw, EndTurn, HuxxyAction, Move, Play, Reset, Undo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.render.cast import Cast
    from bot.render.doing import Doing
    from bot.render.game_text import GameText
    from bot.rules.cards import Card
    from bot.rules.game import Event
    from bot.rules.huxxy.view import HuxxyView

_PLAIN: dict[type[HuxxyAction], str] = {
    Draw: N_("Draw a card"),
    Undo: N_("Undo the last play"),
    Reset: N_("Take all plays back"),
    EndTurn: N_("End the turn"),
}


class HuxxyText:
    """Implements `GameText` for Huxxy."""

    also_called = ""
    verbs = {  # noqa: RUF012  # a constant of the class
        "draw": N_("/draw"),
        "play": N_("/play card: 4♣ group: 2"),
        "undo": N_("/undo"),
        "reset": N_("/reset"),
        "end": N_("/end"),
        "move": N_("/move with an action from its list"),
    }
    rules = RULES
    brief = HuxxyBrief()
    unit = "point"
    open_hands = False

    def subtitle(self, view: HuxxyView) -> str:
        stock = cards_in_words(view.stock_size)
        if all(view.opened) if view.seat is None else view.opened[view.seat]:
            return _("Stock: {cards}").format(cards=stock)
        return _("Stock: {cards} · {points} to open").format(cards=stock, points=points_in_words(view.opening_points))

    def board(self, view: HuxxyView, cast: Cast) -> Sequence[str]:
        return (_table(view),)

    def players(self, view: HuxxyView) -> Sequence[str]:
        return [
            f"{cards_in_words(size)} · {_('opened') if opened else _('not opened yet')}"
            for size, opened in zip(view.hand_sizes, view.opened, strict=True)
        ]

    def hand(self, view: HuxxyView, order: str) -> Sequence[str]:
        worth = _("{points} in hand").format(points=points_in_words(view.hand_points))
        cards = f"{card_row(faces(in_order(view.hand, order), between='  '))}\n-# {worth}"
        if view.seat != view.seat_to_act:
            return (cards,)
        return (cards, _table(view))

    def to_do(self, view: HuxxyView) -> str:
        if not view.plays:
            return _("draw a card, or play cards to groups and end your turn")
        may_end = END_TURN in view.legal_actions
        needed = points_in_words(view.opening_points)
        if not view.plays_left:
            if may_end:
                return _("end your turn or take plays back: six plays is the limit")
            if view.invalid_groups:
                return _("take plays back: six plays is the limit, and the table is not valid yet")
            return _("take plays back: six plays is the limit, and your first table turn needs {points}").format(
                points=needed
            )
        if may_end:
            return ngettext(
                "play on ({number} play left), take plays back, or end your turn",
                "play on ({number} plays left), take plays back, or end your turn",
                view.plays_left,
            ).format(number=view.plays_left)
        if view.invalid_groups:
            return ngettext(
                "play on ({number} play left) until every group is valid, or take plays back",
                "play on ({number} plays left) until every group is valid, or take plays back",
                view.plays_left,
            ).format(number=view.plays_left)
        return ngettext(
            "play on ({number} play left), because your first table turn needs {points}, or take plays back",
            "play on ({number} plays left), because your first table turn needs {points}, or take plays back",
            view.plays_left,
        ).format(number=view.plays_left, points=needed)

    def event(self, event: Event, cast: Cast, view: HuxxyView) -> str | None:
        return event_sentence(event, cast)

    def doing(self, event: Event, cast: Cast, view: HuxxyView) -> Doing | None:
        return doing(event, view.table)

    def wild(self, view: HuxxyView) -> str | None:
        return None

    def listed(self, card: Card, view: HuxxyView) -> str:
        return face(card)

    def word(self, verb: str, word: str, view: HuxxyView, cast: Cast) -> str:
        if word.isdecimal():
            group = faces(view.table[int(word) - 1]) or _("empty")
            return _("Group {number}: {cards}").format(number=word, cards=group)
        return _("A new group") if word == "new" else word

    def round_end(self, view: HuxxyView, cast: Cast) -> Sequence[str]:
        return cards_left(view, cast)

    def is_round_fresh(self, view: HuxxyView) -> bool:
        return view.outcome is not None

    def choices(self, view: HuxxyView) -> Iterator[HuxxyAction]:
        legal = view.legal_actions
        yield from (action for action in legal if not isinstance(action, Play | Move))
        yield from (action for action in legal if isinstance(action, Play))
        yield from (action for action in legal if isinstance(action, Move))

    def label(self, action: HuxxyAction, view: HuxxyView) -> str:
        if isinstance(action, Play):
            if action.group is None:
                return _("{card} to a new group").format(card=face(action.card))
            return _("{card} to group {group}").format(card=face(action.card), group=action.group)
        if isinstance(action, Move):
            return _moved(action, face(action.card), _MOVE_SHORT)
        return _(_PLAIN[type(action)])

    def spoken(self, action: HuxxyAction, view: HuxxyView) -> str:
        if isinstance(action, Play):
            if action.group is None:
                return _("Play the {card} to a new group").format(card=full_name(action.card))
            return _("Play the {card} to group {group}").format(card=full_name(action.card), group=action.group)
        if isinstance(action, Move):
            return _moved(action, full_name(action.card), _MOVE_LONG)
        return _(_PLAIN[type(action)])


_MOVE_SHORT = (
    N_("{card} from group {source} to a new group"),
    N_("{card} from group {source} to group {target}"),
)
_MOVE_LONG = (
    N_("Move the {card} from group {source} to a new group"),
    N_("Move the {card} from group {source} to group {target}"),
)


def _moved(action: Move, card: str, sentences: tuple[str, str]) -> str:
    """The sentence for a move to a new group or to an existing one."""
    sentence = sentences[action.target is not None]
    return _(sentence).format(card=card, source=action.source, target=action.target)


def _table(view: HuxxyView) -> str:
    """The numbered groups; the cards added in the turn being built are listed, and groups changed last are named."""
    invalid, (played, moved) = dict(view.invalid_groups), arrivals(view.plays)
    lines = []
    for number, group in enumerate(view.table, 1):
        mark = " ⚠️" if number in invalid else ""
        lines.append(f"**{number}** · {faces(group) or _('empty')}{mark}")
        if added := " ".join(arrivals_in_words(number, played, moved, faces)):
            lines.append(f"-# {added}")
        elif number in view.changed:
            lines.append(f"-# {_('Changed last.')}")
    if progress := " ".join(progress_in_words(view)):
        lines.append(f"-# {progress}")
    return "\n".join([f"-# {_('On the table')}", *lines]) if lines else _("The table is empty.")


TEXT: GameText[HuxxyView, HuxxyAction] = HuxxyText()
