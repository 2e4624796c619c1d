"""Paging of selects with more than 25 entries, with buttons that turn the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from bot.language import _
from bot.numbers import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.ui.building.desk import AnyDesk, Draft
    from bot.ui.kit.controls import Select
    from bot.ui.kit.layout import Part

PAGE = 25
T = TypeVar("T")


def _page_of(draft: Draft, name: str, items: Sequence[object]) -> tuple[int, int]:
    """The current page (from 0) of the named list, clamped to the existing pages, and their number."""
    pages = max(1, -(-len(items) // PAGE))
    return min(int(draft.get("pages", {}).get(name, 0)), pages - 1), pages


def shown(draft: Draft, name: str, items: Sequence[T]) -> Sequence[T]:
    """The items on the current page."""
    page, _pages = _page_of(draft, name, items)
    return items[page * PAGE : (page + 1) * PAGE]


def paged(
    desk: AnyDesk, name: str, text: str, items: Sequence[T], made: Callable[[str, Sequence[T]], Select]
) -> list[Part]:
    """The select that is `made` from its placeholder and the items on the current page, and the buttons that turn the
    pages; empty if there are no items. If there are several pages, the placeholder is the text with the page's number.
    """
    if not items:
        return []
    page, pages = _page_of(desk.draft, name, items)
    if pages > 1:
        text = _("{text} ({page} of {pages})").format(text=text, page=page + 1, pages=pages)
    buttons = []
    if page > 0:
        buttons.append(desk.step(_("◀ Page {page}").format(page=page), "page", name, page - 1))
    if page < pages - 1:
        buttons.append(desk.step(_("Page {page} ▶").format(page=page + 2), "page", name, page + 1))
    return [made(text, shown(desk.draft, name, items)), buttons]


def turn_page(desk: AnyDesk, argument: str, values: Sequence[str]) -> Draft:
    """Step `page hand 1`: show another page, counted from 0."""
    name, _space, page = argument.partition(" ")
    pages = desk.draft.get("pages", {})
    return {**desk.draft, "pages": {**pages, name: whole_number(page) or 0}}
