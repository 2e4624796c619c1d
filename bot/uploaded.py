"""Files that Discord has of a message already, so that an edit refers to them instead of uploading them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class UploadedFile(discord.Attachment):
    """A file that Discord already has, referenced by id, which is all an edit needs."""

    def __init__(self, attachment_id: int) -> None:
        self.id = attachment_id

    def to_dict(self) -> Any:
        return {"id": self.id}


def picture_ids(components: Sequence[Any]) -> Iterator[int]:
    """The ids of the pictures in a message's body, in order."""
    for component in components:
        if isinstance(component, discord.MediaGalleryComponent):
            yield from (item.media.attachment_id for item in component.items if item.media.attachment_id)
        yield from picture_ids(getattr(component, "children", ()))
