"""An empty PostgreSQL database and the place of a SQLite file, as a host's settings name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.postgres import Server


@pytest.fixture
def url(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An empty database, which the settings name."""
    url = postgres.empty()
    monkeypatch.setenv("DATABASE_URL", url)
    yield url
    postgres.drop(url)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "tables.sqlite3"))
    return tmp_path / "tables.sqlite3"
