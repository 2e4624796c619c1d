"""Message bodies with pictures, and the files to upload with them."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.render.pictures.picture import Picture

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture in a message; `name` states its kind and never its content, because everybody can read it.

    If nothing but a `fleeting` one has changed, the message is not edited for it.
    """

    name: str
    picture: Picture
    fleeting: bool = False

    @property
    def filename(self) -> str:
        return f"{self.name}.png"

    @property
    def mark(self) -> tuple[str, str, int]:
        """A key that distinguishes this picture from others in this process; Python caches the hash of bytes."""
        return self.name, self.picture.alt, hash(self.picture.data)

    def file(self) -> discord.File:
        """The picture as a file; a new one per call, because a file can only be sent once."""
        return discord.File(io.BytesIO(self.picture.data), self.filename, description=self.picture.alt)


class Page(ui.LayoutView):
    """A message body as Discord takes it, with its pictures; `files_of` returns what must be sent with it.

    It counts as finished: discord.py then neither keeps it nor lets it time out (an ephemeral one would get 15 minutes
    and a task of its own). Clicks are dispatched by the controls' custom ids alone.
    """

    def __init__(self, components: list[dict[str, Any]], pictures: Sequence[Shown] = ()) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.pictures = tuple(pictures)

    def to_components(self) -> list[dict[str, Any]]:
        return self._components

    def has_components_v2(self) -> bool:
        return True

    def is_finished(self) -> bool:
        return True


def shown_in(view: ui.LayoutView) -> Sequence[Shown]:
    """The pictures of a message body."""
    return view.pictures if isinstance(view, Page) else ()


def files_of(view: ui.LayoutView) -> list[discord.File]:
    """The files that must be sent with a message body."""
    return [shown.file() for shown in shown_in(view)]
