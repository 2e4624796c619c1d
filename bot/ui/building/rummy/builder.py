"""Rummy's turn builder: pick cards, add melds until they are worth enough, then lay them all down at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from bot.language import N_, _
from bot.render.cards import face
from bot.render.words import points_in_words
from bot.rules.cards import format_cards, parse_cards
from bot.rules.rummy import best_laydown, best_value
from bot.rules.rummy.actions import DRAW_DISCARD, DRAW_STOCK, lay_down
from bot.rules.rummy.state import Phase
from bot.tables.model.errors import TableError
from bot.ui.building.builder import Builder, Suggestion
from bot.ui.building.paging import turn_page
from bot.ui.building.picking import hand_picker, pick, picked, reset, stepped, taking_back, undo
from bot.ui.building.rummy.advised import advise
from bot.ui.building.rummy.found import discard, discards, fitting, found_melds
from bot.ui.building.rummy.melds import melds_in, melds_of
from bot.ui.building.rummy.picked import picked_parts
from bot.ui.building.rummy.ready import needed_value, pending, pending_cards, ready
from bot.ui.building.suggesting import NOTE, suggest_button, without_note
from bot.ui.kit.controls import Style
from bot.ui.kit.layout import CARDS_IN_A_ROW, rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.cards import Card
    from bot.rules.rummy.actions import RummyAction
    from bot.rules.rummy.view import RummyView
    from bot.ui.building.builder import Step, Stop
    from bot.ui.building.desk import Draft
    from bot.ui.building.rummy.ready import RummyDesk
    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part


def _draws(desk: RummyDesk) -> Part:
    view = desk.view
    buttons = [desk.action(_("Draw from the stock"), DRAW_STOCK, Style.success)]
    if view.upcard is not None and DRAW_DISCARD in view.legal_actions:
        buttons.append(
            desk.action(_("Take {card}").format(card=face(view.upcard)), DRAW_DISCARD, emoji=desk.emoji(view.upcard))
        )
    return buttons


# The turn


def _turn(desk: RummyDesk) -> list[Button]:
    """The buttons to lay down what is ready, undo steps, and get help."""
    melds, buttons = pending(desk), []
    if melds:
        action = lay_down(melds)
        legal = action in desk.view.legal_actions
        style = Style.success if legal else Style.secondary
        buttons.append(desk.action(_("Lay down"), action, style, disabled=not legal))
    return [*buttons, *taking_back(desk), suggest_button(desk, _("Suggest melds"))]


def _ending(desk: RummyDesk) -> list[Part]:
    """The discards, which end the turn, and the turn's other buttons; no discards while melds are ready."""
    if pending(desk):
        return [_turn(desk), _("-# Lay the melds down, or press Reset, before you discard.")]
    return [_("-# Discard a card to end your turn:"), *rows([*discards(desk), *_turn(desk)], CARDS_IN_A_ROW)]


def _fitting_one(desk: RummyDesk) -> list[Part]:
    """Where the picked card fits, and its discard, if only one is picked."""
    cards = picked(desk)
    if len(cards) > 1:
        return []
    return [*fitting(desk), [] if pending(desk) else [discard(desk, cards[0])]]


def _why_nothing(desk: RummyDesk) -> str:
    """Why no melds are suggested; empty if there are some, or nobody has asked."""
    note, view = desk.draft.get(NOTE), desk.view
    if not note:
        return ""
    points = points_in_words(best_value(view.hand))
    return f"💡 {_(note)}".format(points=points, needed=needed_value(view))


def _no_suggestion(desk: RummyDesk, *, can_go: bool) -> Suggestion:
    """Why no melds are suggested. Each of them alone is listed anyway, if it leaves a card for the discard."""
    view = desk.view
    is_help = can_go or best_value(view.hand) > 0
    if can_go:
        why = N_("Your whole hand can go this turn: lay cards off or swap jokers first.")
    elif best_laydown(view.hand, needed_value(view)):
        why = N_(
            "Your whole hand cannot go this turn: keep its melds until it can. On the table they would serve everybody."
        )
    elif is_help:
        why = N_("The best melds in your hand are worth {points}; you need {needed}.")
    elif melds_in(view.hand):
        why = N_("One card must stay in your hand for the discard.")
    else:
        why = N_("There is no meld in your hand now.")
    return Suggestion({**desk.draft, NOTE: why}, is_help=is_help)


# The steps


def _pick(desk: RummyDesk, argument: str, values: Sequence[str]) -> Draft:
    return pick(replace(desk, draft=without_note(desk.draft)), values, pending_cards(desk))


def _add(desk: RummyDesk, argument: str, values: Sequence[str]) -> Draft:
    """Step: set aside the melds chosen in the list, or those on the button for the picked cards."""
    added = [parse_cards(text) for text in (argument or "".join(values[:1])).split("/")]
    cards = [card for meld in added for card in meld]
    if argument and sorted(cards) != sorted(picked(desk)):
        raise TableError(_("The cards you picked have changed; press the button again."))
    if any(meld not in melds_of(meld) for meld in added) or not _are_free(desk, cards):
        raise TableError(_("You no longer have these cards; press Refresh."))
    if len(pending_cards(desk)) + len(cards) >= len(desk.view.hand):
        raise TableError(_("You must keep one card for the discard, so you cannot lay down your whole hand."))
    melds = [*map(format_cards, pending(desk)), *map(format_cards, added)]
    return stepped(without_note(desk.draft), melds=melds, chosen=[], picked=[])


def _are_free(desk: RummyDesk, cards: Sequence[Card]) -> bool:
    """Whether the cards are in the hand and not set aside yet."""
    wanted = [*cards, *pending_cards(desk)]
    return all(wanted.count(card) <= desk.view.hand.count(card) for card in cards)


class RummyBuilder(Builder["RummyView", "RummyAction"]):
    """The turn builder of Rummy."""

    steps: ClassVar[Mapping[str, Step[RummyView, RummyAction]]] = {
        "pick": _pick,
        "add": _add,
        "undo": undo,
        "reset": reset,
        "page": turn_page,
    }

    def parts(self, desk: RummyDesk) -> list[Part]:
        """The draws; or the cards to pick and what can be done with the picked ones."""
        view = desk.view
        if view.phase is Phase.DRAW:
            return [_draws(desk)]
        if not view.turn.may_lay_down:
            return [*rows(discards(desk), CARDS_IN_A_ROW)]
        note = _why_nothing(desk)
        picker = hand_picker(desk, _("Pick cards from your hand …"), pending_cards(desk))
        if picked(desk):
            return [ready(desk), *picker, *picked_parts(desk), *_fitting_one(desk), note, _turn(desk)]
        return [ready(desk), *found_melds(desk), *picker, *fitting(desk), note, *_ending(desk)]

    def suggest(self, desk: RummyDesk, stop: Stop) -> Suggestion:
        """The melds that a hint would lay, ready to lay down; else why there are none.

        Before the draw, help is free where that is the only legal move, and melds are about the rest of the turn.
        """
        if desk.view.phase is Phase.DRAW:
            return super().suggest(desk, stop)
        melds, can_go = advise(desk.view)
        if not melds:
            return _no_suggestion(desk, can_go=can_go)
        notation = [format_cards(meld) for meld in melds]
        draft = stepped(without_note(desk.draft), melds=notation, chosen=[], picked=[])
        return Suggestion(draft, is_help=True)

    def carried(self, desk: RummyDesk, form: str) -> Draft:
        """Keep ready melds after a lay-off or a swap, if their cards are still in the hand."""
        melds = [format_cards(meld) for meld in pending(desk)]
        return {"melds": melds} if melds and desk.view.phase is not Phase.DRAW else {}


BUILDER: Builder[RummyView, RummyAction] = RummyBuilder()
