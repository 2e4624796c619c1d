"""What buttons have posted for everybody, which each of them does once."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable

MAX_POSTS = 1_000


class Shared:
    """Links to what recent presses have posted; after a restart, a button can post once more."""

    def __init__(self) -> None:
        self._links: OrderedDict[Hashable, str] = OrderedDict()

    def link(self, button: Hashable) -> str | None:
        """The link to what the button has posted, if it has."""
        return self._links.get(button)

    def remember(self, button: Hashable, link: str) -> None:
        """Note what the button has posted."""
        self._links[button] = link
        if len(self._links) > MAX_POSTS:
            self._links.popitem(last=False)
