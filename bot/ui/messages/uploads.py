"""Tracks the pictures of each message, so that edits of the text do not upload them again."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import discord

from bot.ui.kit.pictured import Page

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from discord.ui import LayoutView

    from bot.ui.kit.pictured import Shown

MAX_MESSAGES = 2_000


class Held(discord.Attachment):
    """A file that Discord has: named by its id alone, which is all that an edit has to say of it."""

    def __init__(self, attachment_id: int) -> None:
        self.id = attachment_id

    def to_dict(self) -> Any:
        return {"id": self.id}


class Uploads:
    """The pictures of the messages that were sent or edited last; after a restart they are sent once more.

    Discord tells where a message's pictures are only in its answer to what the bot sent: a message without pictures
    in its answer is taken for one that has none.
    """

    def __init__(self, most: int = MAX_MESSAGES) -> None:
        self._most = most
        self._held: OrderedDict[int, dict[Hashable, Held]] = OrderedDict()

    def attachments(self, message_id: int, view: LayoutView) -> list[discord.File | discord.Attachment]:
        """What an edit of the message has to carry: the pictures that it has by name, all others as files."""
        held = self._held.get(message_id, {})
        return [held.get(shown.mark) or shown.file() for shown in _pictures(view)]

    def note(self, message_id: int, message: discord.Message | None, view: LayoutView) -> None:
        """The message shows this now, as Discord answered."""
        self.forget(message_id)
        shown = _pictures(view)
        found = list(_ids(message.components)) if message is not None else []
        if not shown or len(found) != len(shown):
            return
        self._held[message_id] = {picture.mark: Held(number) for picture, number in zip(shown, found, strict=True)}
        if len(self._held) > self._most:
            self._held.popitem(last=False)

    def forget(self, message_id: int) -> None:
        """The message is gone, or what it has is not known."""
        self._held.pop(message_id, None)


def _pictures(view: LayoutView) -> Sequence[Shown]:
    return view.pictures if isinstance(view, Page) else ()


def _ids(components: Sequence[Any]) -> Iterator[int]:
    """The ids of the pictures of a message's body, in their order."""
    for component in components:
        if isinstance(component, discord.MediaGalleryComponent):
            yield from (item.media.attachment_id for item in component.items if item.media.attachment_id)
        yield from _ids(getattr(component, "children", ()))
