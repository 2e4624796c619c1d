"""Encrypts what processes tell each other, because whoever reads an interaction's token can answer as the bot."""

from __future__ import annotations

import base64
import json
import zlib
from hashlib import sha256
from typing import Any, TypeAlias

from cryptography.fernet import Fernet, InvalidToken

Data: TypeAlias = dict[str, Any]
"""An interaction as Discord sends it, or a private hand with an interaction's token."""


class UnreadableError(Exception):
    """The data was encrypted by a process that has another bot token."""


class Seal:
    """Packs data so that only processes with the same bot token can read it.

    PostgreSQL may be set to log statements with their parameters, and may keep waiting notices in files. So they are
    encrypted, by Fernet, with a key that every process can make from the bot's token and nobody else knows.
    """

    def __init__(self, bot_token: str) -> None:
        digest = sha256(b"notices between processes\n" + bot_token.encode()).digest()
        self._fernet = Fernet(base64.urlsafe_b64encode(digest))

    def encrypt(self, data: Data) -> str:
        """The data as part of a notice: letters, digits, `-`, `_` and `=`."""
        text = json.dumps(data, separators=(",", ":"))
        return self._fernet.encrypt(zlib.compress(text.encode(), 1)).decode()

    def decrypt(self, sealed: str) -> Data:
        """The data that was encrypted.

        Raises:
            UnreadableError: by a process that has another bot token.
        """
        try:
            text = self._fernet.decrypt(sealed.encode())
        except InvalidToken:
            raise UnreadableError from None
        data: Data = json.loads(zlib.decompress(text))
        return data
