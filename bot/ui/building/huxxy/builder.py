"""Huxxy's turn builder: choose a card and its destination; each play is a game action, made immediately."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.language import _, ngettext
from bot.render.cards import face, faces, in_order
from bot.render.words import listing
from bot.rules.huxxy import best_turn
from bot.rules.huxxy.actions import DRAW, END_TURN, RESET, UNDO
from bot.tables.model.errors import TableError
from bot.ui.building.builder import Builder
from bot.ui.building.huxxy.cards import Chosen, chosen, fitting, likely, movable, targets
from bot.ui.building.huxxy.missing import missing
from bot.ui.building.paging import PAGE, placeholder, shown, turn_page, turners
from bot.ui.building.picking import card_of
from bot.ui.building.suggesting import (
    NOTE,
    STEPS,
    carried_suggestion,
    decline,
    suggest_button,
    suggested,
    suggestion,
)
from bot.ui.kit.controls import Entry, Style

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.huxxy.actions import HuxxyAction
    from bot.rules.huxxy.view import HuxxyView
    from bot.ui.building.builder import Step, Stop
    from bot.ui.building.desk import Draft
    from bot.ui.building.huxxy.cards import HuxxyDesk
    from bot.ui.kit.layout import Part

MAX_TARGET_BUTTONS = 4
_KEPT = ("pages",)
"""Keys of the draft that a new choice keeps."""


def _progress(view: HuxxyView) -> str:
    """The progress of the turn and what it still needs."""
    if not view.plays:
        return ""
    lines = [f"⚠️ {sentence}" for sentence in missing(view)]
    return "\n".join(lines or [_("✅ You can end your turn.")])


def _hand(desk: HuxxyDesk) -> list[Part]:
    """The hand cards in order, each with the groups it fits."""
    view, what = desk.view, chosen(desk)
    entries = []
    for card in dict.fromkeys(in_order(view.hand, desk.order)):
        groups = fitting(view, Chosen(card, None))
        numbers = listing([str(group) for group in groups])
        fits = ngettext("Fits group {groups}", "Fits groups {groups}", len(groups)).format(groups=numbers)
        entries.append(Entry(f"{card}#1", face(card), fits if groups else None, what == Chosen(card, None)))
    if not entries:
        return []
    title = placeholder(desk, "hand", entries, _("Play a card of your hand …"))
    picker = desk.steps(title, "card", entries=shown(desk.draft, "hand", entries))
    return [picker, turners(desk, "hand", entries)]


def _table(desk: HuxxyDesk) -> list[Part]:
    """The cards on the table that can be moved; by group first if there are too many for one select."""
    view, what, cards = desk.view, chosen(desk), movable(desk.view)
    if not cards:
        return []
    opened = desk.draft.get("group")
    found: list[Part] = []
    if len(cards) > PAGE:
        groups = sorted({card.source or 0 for card in cards})
        entries = [
            Entry(str(n), _("Group {number}").format(number=n), faces(view.table[n - 1], None, " "), n == opened)
            for n in groups
        ]
        title = placeholder(desk, "groups", entries, _("Move a card of a group …"))
        found = [
            desk.steps(title, "group", entries=shown(desk.draft, "groups", entries)),
            turners(desk, "groups", entries),
        ]
        cards = [card for card in cards if card.source == opened]
        if not cards:
            return found
    entries = [_moved(view, each, what) for each in cards]
    return [*found, desk.steps(_("Move a card of the table …"), "move", entries=entries)]


def _moved(view: HuxxyView, each: Chosen, what: Chosen | None) -> Entry:
    label = _("{card} of group {number}").format(card=face(each.card), number=each.source)
    group = faces(view.table[(each.source or 1) - 1], None, " ")
    return Entry(f"{each.card}#{each.source}", label, group, each == what)


def _where(desk: HuxxyDesk) -> list[Part]:
    """The destinations of the chosen card: buttons for the likely ones, a select for the others."""
    view, what = desk.view, chosen(desk)
    if what is None:
        return []
    possible = targets(view, what)
    first = likely(view, what, possible)[:MAX_TARGET_BUTTONS]
    buttons = [
        desk.action(_("To group {number}").format(number=number), what.to(number), Style.success) for number in first
    ]
    if None in possible:
        buttons.append(desk.action(_("To a new group"), what.to(None)))
    if len(buttons) < 5:
        buttons.append(desk.step(_("Not this one"), "none"))
    rest = [number for number in possible if number is not None and number not in first]
    found: list[Part] = [_("**{card}** goes …").format(card=face(what.card)), buttons]
    if rest:
        entries = [
            Entry(
                desk.form(what.to(number)),
                _("Group {number}").format(number=number),
                faces(view.table[number - 1], None, " ") or _("empty"),
            )
            for number in rest
        ]
        title = placeholder(desk, "where", entries, _("To another group …"))
        found += [
            desk.actions(title, "where", shown(desk.draft, "where", entries)),
            turners(desk, "where", entries),
        ]
    return found


def _turn(desk: HuxxyDesk) -> Part:
    """The buttons to draw, or to end, undo or reset the turn being built."""
    suggest = [] if suggested(desk.draft) else [suggest_button(desk, _("Suggest a turn"))]
    if not desk.view.plays:
        style = Style.secondary if chosen(desk) or suggested(desk.draft) else Style.success
        return [desk.action(_("Draw a card"), DRAW, style), *suggest]
    can_end = END_TURN in desk.view.legal_actions
    return [
        desk.action(_("End turn"), END_TURN, Style.success if can_end else Style.secondary, disabled=not can_end),
        desk.action(_("Undo"), UNDO, Style.secondary),
        desk.action(_("Reset"), RESET, Style.secondary),
        *suggest,
    ]


def _card(desk: HuxxyDesk, argument: str, values: Sequence[str]) -> Draft:
    """Step: choose a card of the hand, which is raised in the picture."""
    card = card_of(values[0]) if values else None
    if card not in desk.view.hand:
        raise TableError(_("You no longer have this card; press Refresh."))
    return {**_kept(desk.draft), "card": str(card), "picked": [str(card)]}


def _move(desk: HuxxyDesk, argument: str, values: Sequence[str]) -> Draft:
    """Step: choose a card on the table; the value `4C#3` is the four of clubs in group 3."""
    notation, _sign, number = (values[0] if values else "").partition("#")
    what = next(
        (each for each in movable(desk.view) if (str(each.card), str(each.source)) == (notation, number)),
        None,
    )
    if what is None:
        raise TableError(_("This card is no longer there; press Refresh."))
    group = {"group": what.source} if "group" in desk.draft else {}
    return {**_kept(desk.draft), **group, "card": str(what.card), "source": what.source}


def _group(desk: HuxxyDesk, argument: str, values: Sequence[str]) -> Draft:
    """Step: open a group to choose one of its cards."""
    return {**_kept(desk.draft), "group": int(values[0])}


def _none(desk: HuxxyDesk, argument: str, values: Sequence[str]) -> Draft:
    """Step: deselect the chosen card."""
    return _kept(desk.draft)


def _kept(draft: Draft) -> Draft:
    return {name: value for name, value in draft.items() if name in _KEPT}


class HuxxyBuilder(Builder["HuxxyView", "HuxxyAction"]):
    """The turn builder of Huxxy."""

    steps: ClassVar[Mapping[str, Step[HuxxyView, HuxxyAction]]] = {
        "card": _card,
        "move": _move,
        "group": _group,
        "none": _none,
        "page": turn_page,
        "decline": decline,
    }
    suggests = True

    def parts(self, desk: HuxxyDesk) -> list[Part]:
        """What is missing, the cards to choose, the destinations of the chosen one, and the turn's own buttons."""
        found: list[Part] = [_progress(desk.view)]
        if desk.view.plays_left:
            found += [*_hand(desk), *_table(desk), *_where(desk)]
        return [*found, *suggestion(desk), _turn(desk)]

    def suggest(self, desk: HuxxyDesk, stop: Stop) -> Draft:
        """The strongest table turn, from the start of the turn."""
        game, state, view = desk.position.game, desk.position.state, desk.view
        steps = []
        if view.plays:
            steps = [desk.form(RESET)]
            view = game.view(game.apply(state, view.turn_seat, RESET), view.turn_seat)
        turn = best_turn(view.hand, view.table, view.opened[view.turn_seat], view.jokers, stop=stop)
        if turn:
            steps += [desk.form(action) for action in turn.actions]
            return {**_kept(desk.draft), STEPS: steps}
        note = (
            _("There is no table turn with these cards; draw a card.")
            if turn is None
            else _("I found no table turn in a quick search; look for one yourself, or draw a card.")
        )
        return {**_kept(desk.draft), NOTE: note}

    def carried(self, desk: HuxxyDesk, form: str) -> Draft:
        """Keep the pages and the rest of a suggestion."""
        return {**_kept(desk.draft), **carried_suggestion(desk, form)}


BUILDER: Builder[HuxxyView, HuxxyAction] = HuxxyBuilder()
