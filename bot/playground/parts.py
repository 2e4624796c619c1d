"""Data passed between the wire and the Discord behind it: uploads, answers, and a bounded log."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final, TypeVar

T = TypeVar("T")
Json = dict[str, Any]

KEPT = 50
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


class Recent(list[T]):
    """A list that keeps only its newest items."""

    def append(self, item: T) -> None:
        super().append(item)
        if len(self) > 2 * KEPT:
            del self[:-KEPT]


@dataclass
class Upload:
    """One file of a multipart request, in the shape SimCord reads."""

    filename: str
    data: bytes
    description: str | None = None
    fp: BytesIO = field(init=False)

    def __post_init__(self) -> None:
        self.fp = BytesIO(self.data)


@dataclass(frozen=True)
class Answer:
    """Discord's answer to a REST call: an HTTP status and a JSON body (none for 204)."""

    status: int
    body: Any


def picture_size(data: bytes) -> Json:
    """Return the width and height of a PNG, which Discord reports so that clients can reserve space."""
    if not data.startswith(_SIGNATURE):
        return {}
    return {"width": int.from_bytes(data[16:20], "big"), "height": int.from_bytes(data[20:24], "big")}
