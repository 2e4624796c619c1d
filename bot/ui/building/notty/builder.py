"""Notty's turn builder: draw, take, and discard groups of picked cards, in any order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from bot.language import N_, _
from bot.render.cards import faces
from bot.render.names import label, seat_names
from bot.render.words import cards_in_words
from bot.rules.notty import is_valid_group
from bot.rules.notty.actions import END, Discard, Draw, NottyAction, Take
from bot.rules.notty.melds import is_sequence, valid_groups
from bot.rules.notty.solver.when_to_discard import groups_to_discard
from bot.rules.notty.view import NottyView
from bot.ui.building.builder import Builder, Suggestion
from bot.ui.building.desk import Desk
from bot.ui.building.paging import PAGE, turn_page
from bot.ui.building.picking import hand_picker, pick, picked, reset, taking_back, undo
from bot.ui.building.suggesting import (
    NOTE,
    STEPS,
    carried_suggestion,
    decline,
    suggest_button,
    suggested,
    suggestion,
    without_note,
)
from bot.ui.kit.controls import Entry, Style
from bot.ui.kit.layout import rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.cards import Card
    from bot.ui.building.builder import Step, Stop
    from bot.ui.building.desk import Draft
    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part


NottyDesk: TypeAlias = Desk[NottyView, NottyAction]


def _draws(desk: NottyDesk) -> list[Button]:
    """The buttons to draw one, two or three cards, if legal."""
    draws = [action for action in desk.view.legal_actions if isinstance(action, Draw)]
    return [desk.action(_("Draw {count}").format(count=draw.count), draw, Style.success) for draw in draws]


def _takes(desk: NottyDesk) -> list[Button]:
    """The buttons to take a card from each other player."""
    names = seat_names([seat.name for seat in desk.position.record.seats])
    takes = [action for action in desk.view.legal_actions if isinstance(action, Take)]
    return [desk.action(_("Take from {name}").format(name=label(names[take.seat])), take) for take in takes]


def _groups(desk: NottyDesk) -> list[Part]:
    """The groups in the hand, largest first, each discarded by choosing it."""
    groups = sorted(valid_groups(desk.view.hand), key=lambda group: -len(group))[:PAGE]
    if not groups:
        return []
    entries = [Entry(desk.form(Discard(group)), faces(group), _kind(group)) for group in groups]
    return [desk.actions(_("Discard a group …"), "groups", entries)]


def _kind(group: Sequence[Card]) -> str:
    words = _("a sequence of {cards}") if is_sequence(group) else _("a set of {cards}")
    return words.format(cards=cards_in_words(len(group)))


def _group(desk: NottyDesk) -> list[Part]:
    """What the picked cards form, and the button that discards them."""
    cards = picked(desk)
    if not cards:
        return []
    shown = faces(cards)
    if not is_valid_group(cards):
        return [f"**{shown}** · {why_no_group(cards)}"]
    kind = _("a sequence") if is_sequence(cards) else _("a set")
    line = _("**{cards}** · {kind}").format(cards=shown, kind=kind)
    return [line, [desk.action(_("Discard this group"), Discard(cards), Style.success)]]


def why_no_group(cards: Sequence[Card]) -> str:
    """Message saying why the cards are not a group."""
    colours, numbers = {card.suit for card in cards}, {card.value for card in cards}
    if len(cards) < 3:
        return _("A group has at least three cards.")
    if len(colours) == 1:
        if len(numbers) < len(cards):
            return _("A sequence has each number only once.")
        return _("A sequence has no gaps, and does not go on from 10 to 1.")
    if len(numbers) == 1:
        return _("A set has each colour only once.")
    return _("Pick one colour with consecutive numbers, or one number in different colours.")


def _turn(desk: NottyDesk) -> list[Button]:
    """The buttons to end the turn, undo picks, and get help."""
    suggest = [] if suggested(desk.draft) else [suggest_button(desk, _("Suggest discards"))]
    return [_end(desk), *taking_back(desk), *suggest]


def _end(desk: NottyDesk) -> Button:
    acted = desk.view.has_acted
    return desk.action(_("End turn") if acted else _("Pass"), END, Style.success if acted else Style.secondary)


def _no_suggestion(desk: NottyDesk) -> Suggestion:
    """Why no discards are suggested. The groups themselves are listed anyway."""
    has_groups, why = bool(valid_groups(desk.view.hand)), N_("There is no group in your hand now.")
    if has_groups and desk.view.pass_wins:
        why = N_("Pass and keep your groups: that ends the game, and you hold the fewest cards.")
    elif has_groups and desk.view.rounds_left == 0:
        why = N_("Draw or take a card first: you can probably discard more then.")
    elif has_groups:
        why = N_("Your hand cannot all go at once yet: keep its groups.")
    return Suggestion({**desk.draft, NOTE: why}, is_help=has_groups)


def _pick(desk: NottyDesk, argument: str, values: Sequence[str]) -> Draft:
    return pick(replace(desk, draft=without_note(desk.draft)), values)


class NottyBuilder(Builder["NottyView", "NottyAction"]):
    """The turn builder of Notty."""

    steps: ClassVar[Mapping[str, Step[NottyView, NottyAction]]] = {
        "pick": _pick,
        "undo": undo,
        "reset": reset,
        "page": turn_page,
        "decline": decline,
    }

    def parts(self, desk: NottyDesk) -> list[Part]:
        """Draws and takes, the cards to pick, what they form, and the turn's own buttons."""
        return [
            [*_draws(desk), *_takes(desk)],
            *([] if picked(desk) else _groups(desk)),
            *hand_picker(desk, _("Pick the cards of a group …")),
            *_group(desk),
            *suggestion(desk),
            _turn(desk),
        ]

    def public_parts(self, desk: NottyDesk) -> list[Part]:
        """All hands are open, so the turn is played on the board; cards are picked one by one in one's own hand."""
        return [*rows([*_draws(desk), *_takes(desk), _end(desk)]), *_groups(desk)]

    def suggest(self, desk: NottyDesk, stop: Stop) -> Suggestion:
        """The groups that a hint would discard, else why there are none."""
        groups = groups_to_discard(desk.view)
        if not groups:
            return _no_suggestion(desk)
        steps = [desk.form(Discard(group)) for group in groups]
        return Suggestion({**without_note(desk.draft), STEPS: steps}, is_help=True)

    def carried(self, desk: NottyDesk, form: str) -> Draft:
        return carried_suggestion(desk, form)


BUILDER: Builder[NottyView, NottyAction] = NottyBuilder()
