"""Migrations, read from their folder."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
_OLDEST = re.compile(r"^-- oldest code: (\d+)$", re.MULTILINE)


class Migration(NamedTuple):
    """One migration: `name` is its file name without `.sql`, such as `0001_tables`."""

    number: int
    name: str
    text: str

    @property
    def checksum(self) -> str:
        """The SHA-256 of the text in hex; the same for Unix and Windows line endings."""
        return hashlib.sha256("\n".join(self.text.splitlines()).encode()).hexdigest()

    @property
    def oldest_code(self) -> int:
        """The oldest schema version whose programs can still use a database with this one.

        A migration that only adds things that older programs can ignore says so in a line `-- oldest code: 14`.
        """
        declared = _OLDEST.search(self.text)
        return self.number if declared is None else int(declared[1])


@cache
def migrations_in(folder: Path) -> tuple[Migration, ...]:
    """The migrations in a folder, in order; read once.

    Raises:
        ValueError: the files are not numbered without a gap.
    """
    files = sorted(folder.glob("*.sql"))
    first = int(files[0].name[:4])
    for number, file in enumerate(files, first):
        if re.match(rf"{number:04}_\w+\.sql$", file.name) is None:
            raise ValueError(f"Migration {file.name} should be number {number:04}.")
    return tuple(
        Migration(number, file.stem, file.read_text(encoding="utf-8")) for number, file in enumerate(files, first)
    )
