"""What the playground keeps between runs: its threads, registered commands and secret, in two small files."""

from __future__ import annotations

import contextlib
import json
import logging
import re
import secrets
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bot.playground.backend import VirtualDiscord

_log = logging.getLogger(__name__)

_SECRET_BYTES = 24
_SECRET = re.compile(r"[A-Za-z0-9_-]{32}")
"""How that many bytes are written in an address. Anything else in the file is damage."""


class SavedState:
    """Saves the persistent parts of a Discord when they change, and restores them at start.

    Without it, tables in threads would be lost at every restart, and a bot that only registers its commands when they
    change would have none.

    Args:
        backend: The Discord to save.
        folder: Where to write the file; created if missing.
    """

    def __init__(self, backend: VirtualDiscord, folder: Path) -> None:
        self._backend = backend
        self._file = folder / "discord.json"
        self._restore()
        backend.subscribers.append(self._on_event)
        backend.command_listeners.append(self.save)

    def save(self) -> None:
        """Write the file atomically."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        draft = self._file.with_suffix(".new")
        draft.write_text(json.dumps(self._backend.saved_state()), encoding="utf-8")
        draft.replace(self._file)

    def secret(self) -> str:
        """Return this folder's secret, made on the first run, so that an open page can reconnect after a restart."""
        file = self._file.with_name("key")
        with contextlib.suppress(FileNotFoundError):
            kept = file.read_text(encoding="ascii", errors="replace").strip()
            if _SECRET.fullmatch(kept):
                return kept
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        made = secrets.token_urlsafe(_SECRET_BYTES)
        file.write_text(made, encoding="ascii")
        return made

    def _restore(self) -> None:
        with contextlib.suppress(FileNotFoundError):
            try:
                self._backend.remember(json.loads(self._file.read_text(encoding="utf-8")))
            except (ValueError, KeyError, TypeError):
                _log.warning("Could not read %s; its threads are gone, everything else is there.", self._file)

    def _on_event(self, event: str, _payload: Mapping[str, Any]) -> None:
        if event in {"THREAD_CREATE", "THREAD_DELETE", "THREAD_UPDATE"}:
            self.save()
