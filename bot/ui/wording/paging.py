"""The pages of a list, counted from 0: the buttons that turn them, and the page that a button names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.numbers import whole_number
from bot.ui.kit.controls import NO_TABLE, button

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.ui.kit.controls import Button

MAX_PAGES = 10_000


def read_page(number: str) -> int:
    """The page that a control's argument names; the first one if it is invalid."""
    return min(whole_number(number) or 0, MAX_PAGES)


def page_buttons(
    verb: str,
    page: int,
    last: int,
    argument: Callable[[int, str], str],
    *,
    newest_first: bool = False,
) -> list[Button]:
    """The ways to the pages before and after, with the page's number between them; none for a single page.

    `argument` makes a button's argument from the page it leads to and a tag that keeps ids unique.
    """
    if not last:
        return []
    back, following = back_and_next(verb, page, argument, has_more=page < last, newest_first=newest_first)
    label = _("Page {page} of {pages}").format(page=page + 1, pages=last + 1)
    return [back, button(NO_TABLE, verb, label, argument=argument(page, "here"), disabled=True), following]


def back_and_next(
    verb: str,
    page: int,
    argument: Callable[[int, str], str],
    *,
    has_more: bool,
    newest_first: bool = False,
    decision: int | None = None,
) -> list[Button]:
    """The ways to the pages before and after of a list whose pages are not counted; none for a single page.

    `argument` is as for `page_buttons`.
    """
    if not page and not has_more:
        return []
    back, following = (_("◀ Newer"), _("Older ▶")) if newest_first else (_("◀ Back"), _("Next ▶"))
    before, after = argument(max(0, page - 1), "back"), argument(page + 1, "next")
    return [
        button(NO_TABLE, verb, back, decision=decision, argument=before, disabled=not page),
        button(NO_TABLE, verb, following, decision=decision, argument=after, disabled=not has_more),
    ]
