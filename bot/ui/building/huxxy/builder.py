"""Huxxy's turn builder: choose a card and its destination; each play is a game action, made immediately."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.language import N_, _, listing, ngettext
from bot.numbers import whole_number
from bot.render.cards import face, faces, in_order
from bot.render.words import cards_in_words, points_in_words
from bot.rules.cards import format_cards, parse_cards
from bot.rules.huxxy import best_turn
from bot.rules.huxxy.actions import DRAW, END_TURN, RESET, UNDO, Play
from bot.tables.model.errors import TableError
from bot.ui.building.builder import Builder, Suggestion
from bot.ui.building.huxxy.cards import chosen, is_left_valid, left_by, movable, safest_first
from bot.ui.building.huxxy.found import fitting_plays, groups_in
from bot.ui.building.huxxy.missing import missing
from bot.ui.building.huxxy.where import NEW, destinations
from bot.ui.building.paging import PAGE, paged, turn_page
from bot.ui.building.picking import hand_picker, pick, picked
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

    from bot.rules.cards import Card
    from bot.rules.huxxy.actions import HuxxyAction
    from bot.rules.huxxy.melds import Group
    from bot.rules.huxxy.view import HuxxyView
    from bot.ui.building.builder import Step, Stop
    from bot.ui.building.desk import Draft
    from bot.ui.building.huxxy.cards import Chosen, HuxxyDesk
    from bot.ui.kit.controls import Select
    from bot.ui.kit.layout import Part

_NO_TURN = {
    (True, False): N_("There is no table turn with these cards; draw a card."),
    (True, True): N_("There is no table turn with these cards; press Reset, then draw a card."),
    (False, False): N_("I found no table turn in a quick search; look for one yourself, or draw a card."),
    (False, True): N_(
        "I found no table turn in a quick search; look for one yourself, or press Reset, then draw a card."
    ),
}
"""Why no turn is suggested, by whether there is none at all, and whether plays must be taken back before drawing."""


def _progress(view: HuxxyView) -> str:
    """The progress of the turn and what it still needs."""
    if not view.plays:
        return ""
    lines = [f"⚠️ {sentence}" for sentence in missing(view)]
    return "\n".join(lines or [_("✅ You can end your turn.")])


def _at_once(desk: HuxxyDesk, plays: Sequence[Play]) -> list[Part]:
    """The plays that fit a group on the table, and the new groups of the hand, each in one choice."""

    def fits(title: str, page: Sequence[Play]) -> Select:
        return desk.actions(title, "fits", [_fitting(desk, play) for play in page])

    found = paged(desk, "fits", _("Play a card that fits …"), plays, fits)
    groups = groups_in(desk.view.hand, desk.view.plays_left)[:PAGE]
    if groups:
        found.append(desk.series_select(_("Lay a new group …"), "groups", [_new_group(group) for group in groups]))
    return found


def _fitting(desk: HuxxyDesk, play: Play) -> Entry:
    group = faces(desk.view.table[(play.group or 1) - 1])
    label = _("{card} → {group}").format(card=face(play.card), group=group)
    number = _("Group {number}").format(number=play.group)
    return Entry(desk.form(play), label, number, emoji=desk.emoji(play.card))


def _new_group(group: Group) -> Entry:
    points = sum(card.value for card in group)
    words = f"{cards_in_words(len(group))}, {points_in_words(points)}"
    return Entry(f"{NEW} {format_cards(group)}", faces(group), words)


def _hand(desk: HuxxyDesk, plays: Sequence[Play]) -> list[Part]:
    """The hand cards in order, any number of them, each with the groups it fits."""

    def note(card: Card) -> str | None:
        groups = [str(play.group) for play in plays if play.card == card]
        fits = ngettext("Fits group {groups}", "Fits groups {groups}", len(groups))
        return fits.format(groups=listing(groups)) if groups else None

    return hand_picker(desk, _("Pick cards from your hand …"), note=note)


def _table(desk: HuxxyDesk) -> list[Part]:
    """The cards on the table that can be moved, each with what its group would be without it."""
    cards, what = safest_first(desk.view, movable(desk.view)), chosen(desk)

    def moves(title: str, page: Sequence[Chosen]) -> Select:
        return desk.steps(title, "move", entries=[_moved(desk, each, what) for each in page])

    return paged(desk, "table", _("Move a card on the table …"), cards, moves)


def _moved(desk: HuxxyDesk, each: Chosen, what: Chosen | None) -> Entry:
    label = _("{card} from group {number}").format(card=face(each.card), number=each.source)
    left = left_by(desk.view, each)
    if not left:
        words = _("The group disappears")
    elif is_left_valid(left):
        words = _("The group stays valid: {cards}").format(cards=faces(left))
    else:
        words = _("Leaves {cards}").format(cards=faces(left))
    return Entry(f"{each.card}#{each.source}", label, words, each == what, desk.emoji(each.card))


def _choices(desk: HuxxyDesk) -> list[Part]:
    """The cards to choose, and the destinations of the chosen ones.

    A crowded message has no room for the list that the chosen cards are not from: “Not this one” brings it back.
    """
    plays = fitting_plays(desk.view, in_order(desk.view.hand, desk.order))
    where, hand, table = destinations(desk), _hand(desk, plays), _table(desk)
    if not desk.crowded:
        return [*([] if where else _at_once(desk, plays)), *hand, *where, *table]
    if not where:
        return [*hand, *table]
    return [*where, *table] if chosen(desk) is not None else [*hand, *where]


def _turn(desk: HuxxyDesk) -> Part:
    """The buttons to draw, or to end, undo or reset the turn being built."""
    suggest = [] if suggested(desk.draft) else [suggest_button(desk, _("Suggest a turn"))]
    if not desk.view.plays:
        style = Style.secondary if picked(desk) or suggested(desk.draft) else Style.success
        return [desk.action(_("Draw a card"), DRAW, style), *suggest]
    can_end = END_TURN in desk.view.legal_actions
    return [
        desk.action(_("End turn"), END_TURN, Style.success if can_end else Style.secondary, disabled=not can_end),
        desk.action(_("Undo"), UNDO, Style.secondary),
        desk.action(_("Reset"), RESET, Style.secondary),
        *suggest,
    ]


def _pick(desk: HuxxyDesk, argument: str, values: Sequence[str]) -> Draft:
    """Step: pick cards of the hand, which are raised in the picture."""
    draft = pick(desk, values)
    return {**_carried_over(draft), "chosen": draft["chosen"], "picked": draft["picked"]}


def _move(desk: HuxxyDesk, argument: str, values: Sequence[str]) -> Draft:
    """Step: choose a card on the table; the value `4C#3` is the four of clubs in group 3."""
    notation, _sign, number = (values[0] if values else "").partition("#")
    what = next(
        (each for each in movable(desk.view) if (str(each.card), str(each.source)) == (notation, number)),
        None,
    )
    if what is None:
        raise TableError(_("This card is no longer there; press Refresh."))
    return {**_carried_over(desk.draft), "card": str(what.card), "source": what.source}


def _none(desk: HuxxyDesk, argument: str, values: Sequence[str]) -> Draft:
    """Step: deselect the chosen card."""
    return _carried_over(desk.draft)


def _carried_over(draft: Draft) -> Draft:
    """What a new choice keeps."""
    return {"pages": draft["pages"]} if "pages" in draft else {}


class HuxxyBuilder(Builder["HuxxyView", "HuxxyAction"]):
    """The turn builder of Huxxy."""

    steps: ClassVar[Mapping[str, Step[HuxxyView, HuxxyAction]]] = {
        "pick": _pick,
        "move": _move,
        "none": _none,
        "page": turn_page,
        "decline": decline,
    }

    def parts(self, desk: HuxxyDesk) -> list[Part]:
        """What is missing, the cards to choose, the destinations of the chosen one, and the turn's own buttons."""
        found: list[Part] = [_progress(desk.view)]
        if desk.view.plays_left:
            found += _choices(desk)
        return [*found, *suggestion(desk), _turn(desk)]

    def suggest(self, desk: HuxxyDesk, stop: Stop) -> Suggestion:
        """The strongest table turn, from the start of the turn."""
        game, state, view = desk.position.game, desk.position.state, desk.view
        steps = []
        if view.plays:
            steps = [desk.form(RESET)]
            view = game.view(game.apply(state, view.turn_seat, RESET), view.turn_seat)
        turn = best_turn(view.hand, view.table, view.opened[view.turn_seat], view.jokers, stop=stop)
        if turn:
            steps += [desk.form(action) for action in turn.actions]
            return Suggestion({**_carried_over(desk.draft), STEPS: steps}, is_help=True)
        none_at_all = turn is None
        draft = {**_carried_over(desk.draft), NOTE: _NO_TURN[none_at_all, bool(desk.view.plays)]}
        return Suggestion(draft, is_help=none_at_all)

    def series(self, desk: HuxxyDesk, words: str) -> list[HuxxyAction]:
        """Plays of hand cards to one group: `new 3S 4H 5S`, or `4 3S 4H` for group 4."""
        where, _space, notation = words.partition(" ")
        target = whole_number(where)
        cards = parse_cards(notation)
        first = [Play(card, target) for card in cards[:1]]
        made = len(desk.view.table) + 1 if target is None else target
        return [*first, *(Play(card, made) for card in cards[1:])]

    def carried(self, desk: HuxxyDesk, form: str) -> Draft:
        """Keep the pages and the rest of a suggestion."""
        return {**_carried_over(desk.draft), **carried_suggestion(desk, form)}


BUILDER: Builder[HuxxyView, HuxxyAction] = HuxxyBuilder()
