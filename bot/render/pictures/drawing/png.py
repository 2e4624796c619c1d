"""Pictures as PNG files. Most of a picture's time is compression, so ISA-L does it, four times as fast as zlib."""

from __future__ import annotations

import io
import struct
import zlib
from typing import TYPE_CHECKING

try:
    from isal import isal_zlib
except ImportError:  # ISA-L is not available for every processor
    isal_zlib = None  # type: ignore[assignment]

from bot.render.pictures.drawing.quick import MAX_QUICK_MS, spend

if TYPE_CHECKING:
    from PIL import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_BITS, _PALETTED = 8, 3
_LEVEL, _LEVEL_WITHOUT_ISAL, _STRONG_LEVEL = 2, 3, 6


def png(image: Image.Image, most_bytes: int) -> bytes:
    """Encode a paletted picture, with slower, stronger compression if it would exceed `most_bytes`."""
    fast = _by_pillow(image, _LEVEL_WITHOUT_ISAL) if isal_zlib is None else _by_isal(image)
    return fast if len(fast) <= most_bytes else _by_pillow(image, _STRONG_LEVEL)


def _by_isal(image: Image.Image) -> bytes:
    header = struct.pack(">IIBBBBB", *image.size, _BITS, _PALETTED, 0, 0, 0)
    # In a PNG each row begins with its filter, here 0; Pillow can end each row with a 0 instead.
    rows = memoryview(b"\0" + image.tobytes("raw", "P", image.width + 1, 1))[:-1]
    begin = _SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"PLTE", bytes(image.getpalette() or ()))
    return begin + _chunk(b"IDAT", isal_zlib.compress(rows, _LEVEL)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _by_pillow(image: Image.Image, level: int) -> bytes:
    spend(MAX_QUICK_MS)
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=level)
    return buffer.getvalue()
