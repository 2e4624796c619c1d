"""Paging of selects with more than 25 entries, with buttons that turn the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from bot.language import _
from bot.numbers import whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.ui.building.desk import AnyDesk, Draft
    from bot.ui.kit.controls import Button

PAGE = 25
T = TypeVar("T")


def page_of(draft: Draft, name: str, entries: Sequence[object]) -> int:
    """The current page (from 0) of the named list, clamped to the existing pages."""
    pages = max(1, -(-len(entries) // PAGE))
    return min(int(draft.get("pages", {}).get(name, 0)), pages - 1)


def shown(draft: Draft, name: str, entries: Sequence[T]) -> Sequence[T]:
    """The entries on the current page."""
    first = page_of(draft, name, entries) * PAGE
    return entries[first : first + PAGE]


def page_buttons(desk: AnyDesk, name: str, entries: Sequence[object]) -> list[Button]:
    """The buttons that turn the named list's pages; none for a single page."""
    page = page_of(desk.draft, name, entries)
    pages = -(-len(entries) // PAGE)
    buttons = []
    if page > 0:
        buttons.append(desk.step(_("◀ Page {page}").format(page=page), "page", name, page - 1))
    if page < pages - 1:
        buttons.append(desk.step(_("Page {page} ▶").format(page=page + 2), "page", name, page + 1))
    return buttons


def turn_page(desk: AnyDesk, argument: str, values: Sequence[str]) -> Draft:
    """Step `page hand 1`: show another page, counted from 0."""
    name, _space, page = argument.partition(" ")
    pages = desk.draft.get("pages", {})
    return {**desk.draft, "pages": {**pages, name: whole_number(page) or 0}}


def placeholder(desk: AnyDesk, name: str, entries: Sequence[object], text: str) -> str:
    """A select's placeholder, with the page number if there are several."""
    pages = -(-len(entries) // PAGE)
    if pages < 2:
        return text
    page = page_of(desk.draft, name, entries) + 1
    return _("{text} ({page} of {pages})").format(text=text, page=page, pages=pages)
