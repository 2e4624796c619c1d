"""Where the picked hand cards, or the chosen card of the table, can go in a turn of Huxxy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.cards import face, faces
from bot.render.words import cards_in_words
from bot.rules.cards import format_cards
from bot.rules.huxxy import is_valid_group
from bot.ui.building.huxxy.cards import Chosen, chosen, chosen_in_hand, fitting, likely, targets
from bot.ui.building.paging import paged
from bot.ui.kit.controls import Entry, Style

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.rules.cards import Card
    from bot.rules.huxxy.view import HuxxyView
    from bot.ui.building.huxxy.cards import HuxxyDesk
    from bot.ui.kit.controls import Select
    from bot.ui.kit.layout import Part

MAX_TARGET_BUTTONS = 3
NEW = "new"


def destinations(desk: HuxxyDesk) -> list[Part]:
    """The destinations of the chosen cards: buttons for the likely ones, a select for the others; empty if none are
    chosen.
    """
    cards, moved = chosen_in_hand(desk), chosen(desk)
    if moved is not None:
        return _of_one(desk, moved)
    if len(cards) == 1:
        return _of_one(desk, Chosen(cards[0], None))
    return _of_several(desk, cards) if cards else []


def _of_one(desk: HuxxyDesk, what: Chosen) -> list[Part]:
    view = desk.view
    possible = targets(view, what)
    first = likely(view, what, possible)[:MAX_TARGET_BUTTONS]
    buttons = [desk.action(_group(view, number), what.to(number), Style.success) for number in first]
    buttons += [desk.action(_("To a new group"), what.to(None)), desk.step(_("Not this one"), "none")]
    found: list[Part] = [_("**{card}** goes …").format(card=face(what.card)), buttons]
    rest = [number for number in possible if number not in first]
    entries = [Entry(desk.form(what.to(number)), _group(view, number)) for number in rest]
    return [*found, *_others(desk, entries, desk.actions)]


def _of_several(desk: HuxxyDesk, cards: Sequence[Card]) -> list[Part]:
    """Several cards are played one after another, to a new group or to one on the table; all of them or none."""
    view = desk.view
    if why := _why_too_many(view, cards):
        return [f"**{faces(cards, None, ' ')}** · {why}", [desk.step(_("Not these"), "none")]]
    style = Style.success if is_valid_group(cards) else Style.primary
    new = _("{cards} → new group").format(cards=cards_in_words(len(cards)))
    buttons = [desk.series(new, _words(NEW, cards), style)]
    first = fitting(view, *cards)[:MAX_TARGET_BUTTONS]
    buttons += [desk.series(_group(view, number), _words(str(number), cards), Style.success) for number in first]
    buttons.append(desk.step(_("Not these"), "none"))
    rest = [number for number in _with_room(view, cards) if number not in first]
    entries = [Entry(_words(str(number), cards), _group(view, number)) for number in rest]
    found: list[Part] = [_("**{cards}** go …").format(cards=faces(cards)), buttons]
    return [*found, *_others(desk, entries, desk.series_select)]


def _others(
    desk: HuxxyDesk, entries: Sequence[Entry], made: Callable[[str, str, Sequence[Entry]], Select]
) -> list[Part]:
    """A select for the groups for which there is no button."""
    return paged(desk, "where", _("To another group …"), entries, lambda title, page: made(title, "where", page))


def _why_too_many(view: HuxxyView, cards: Sequence[Card]) -> str:
    """Why the cards cannot all be played to one group; empty if they can."""
    if len(cards) > view.plays_left:
        return ngettext(
            "This turn has {n} play left; pick fewer cards.",
            "This turn has {n} plays left; pick fewer cards.",
            view.plays_left,
        ).format(n=view.plays_left)
    return _("A group can hold only one joker; pick one of them.") if _jokers(cards) > 1 else ""


def _with_room(view: HuxxyView, cards: Sequence[Card]) -> list[int]:
    """The groups that can take all the cards: those with a joker take no other one."""
    return [
        number for number, group in enumerate(view.table, 1) if _jokers((*group, *cards)) <= 1 or not _jokers(cards)
    ]


def _jokers(cards: Sequence[Card]) -> int:
    return sum(not card.value for card in cards)


def _words(target: str, cards: Sequence[Card]) -> str:
    return f"{target} {format_cards(cards)}"


def _group(view: HuxxyView, number: int) -> str:
    """`→ group 4: 5♥ 6♠ 7♥`."""
    group = faces(view.table[number - 1]) or _("empty")
    return _("→ group {number}: {cards}").format(number=number, cards=group)
