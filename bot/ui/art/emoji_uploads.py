"""Uploads card faces as the application's emojis, each once; outdated ones are deleted a week later."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from datetime import timedelta
from typing import TYPE_CHECKING

import discord

from bot.render.pictures.drawing.emojis import decks, faces
from bot.ui.kit.failing import OUTAGES, REQUEST_FAILURES
from bot.ui.pacing.scheduler import low_priority

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.ui.kit.card_emojis import CardEmojis

KEPT = timedelta(days=7)
"""How long an emoji is kept after its face has changed, because messages still show it."""
_HASH = 8
FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 60.0, 3600.0
"""Seconds until a process looks again for what another has yet to upload, or tries again what failed; they double each
time.
"""
log = logging.getLogger(__name__)


def drawn() -> dict[str, tuple[str, bytes]]:
    """Each face's key, with the emoji's name (which contains the file's hash) and its file."""
    return {key: (f"{key}_{hashlib.sha256(data).hexdigest()[:_HASH]}", data) for key, data in faces()}


class EmojiUploads:
    """Finds the application's emojis by their names, and uploads missing ones at low priority."""

    def __init__(self, client: discord.Client, emojis: CardEmojis) -> None:
        self._client = client
        self._emojis = emojis
        self._task: asyncio.Task[None] | None = None

    def start(self, uploads: Callable[[], bool]) -> None:
        """Begin in the background; only one process `uploads`, the others use the emojis they find. Each goes on until
        it has them all.
        """
        self._task = asyncio.get_running_loop().create_task(self._run(uploads), name="card emojis")

    async def close(self) -> None:
        """Stop; anything not uploaded yet is after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self, uploads: Callable[[], bool]) -> None:
        wanted, pause = await asyncio.to_thread(drawn), FIRST_PAUSE_SECONDS
        while not await self._look(wanted, uploads=uploads()):
            await asyncio.sleep(pause)
            pause = min(2 * pause, MAX_PAUSE_SECONDS)

    async def _look(self, wanted: Mapping[str, tuple[str, bytes]], *, uploads: bool) -> bool:
        """Use the emojis that Discord has; return whether that is all: every deck has its own now, or Discord refuses
        to take them.
        """
        with low_priority():
            try:
                found = {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}
                of_decks = [{key: each for key, each in wanted.items() if key in deck} for deck in decks()]
                shown = [await self._show(of_deck, found, uploads) for of_deck in of_decks]
                if uploads:
                    await self._tidy(wanted, list(found.values()))
            except (*REQUEST_FAILURES, discord.MissingApplicationID) as error:
                log.info("Cards have no emojis for now, so their buttons show words: %s", error)
                return uploads and not isinstance(error, OUTAGES)
            return all(shown)

    async def _show(
        self, wanted: Mapping[str, tuple[str, bytes]], found: Mapping[str, discord.Emoji], uploads: bool
    ) -> bool:
        """Use the emojis of a deck if Discord has all of them, because a mixture of emojis and words looks odd. Return
        whether it has.
        """
        emojis = {key: found[name] for key, (name, _data) in wanted.items() if name in found}
        for key in [key for key in wanted if uploads and key not in emojis]:
            name, data = wanted[key]
            emojis[key] = await self._client.create_application_emoji(name=name, image=data)
        if emojis.keys() == wanted.keys():
            for key, emoji in emojis.items():
                self._emojis.put(key, discord.PartialEmoji(name=emoji.name, id=emoji.id))
        return emojis.keys() == wanted.keys()

    async def _tidy(self, wanted: Mapping[str, tuple[str, bytes]], found: Sequence[discord.Emoji]) -> None:
        """Delete emojis of faces that were replaced more than a week ago."""
        names = {name for name, _data in wanted.values()}
        now = discord.utils.utcnow()
        replaced = {
            emoji.name.rpartition("_")[0] for emoji in found if emoji.name in names and now - emoji.created_at > KEPT
        }
        for emoji in found:
            key = emoji.name.rpartition("_")[0]
            if emoji.name not in names and key in wanted and key in replaced:
                await emoji.delete()
