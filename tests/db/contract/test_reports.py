"""What every store does for reports to the host."""

from __future__ import annotations

from typing import Any

from bot.tables.model.reports import MAX_A_DAY, Report
from tests.db.examples import ADA, BEN, DAY, NOON, a_lobby, saved


def report(person: int, at: float, table_id: int | None = None) -> Report:
    return Report(person, at, 1, 2, 3, table_id, "It froze.")


async def reports_of(store: Any, person: int) -> list[tuple[float, int | None]]:
    return [(row["at"], row["table_id"]) for row in (await store.people.all_about(person))["reports"]]


async def test_reports_are_limited_per_person_and_day(store: Any) -> None:
    """The limit applies to each person. A day later, there is room again. A table that is gone is left out of the
    report.
    """
    table = await saved(store, a_lobby())
    for number in range(MAX_A_DAY):
        assert await store.reports.add(report(ADA, NOON + number, table.id))
    assert not await store.reports.add(report(ADA, NOON + 5))
    assert await store.reports.add(report(BEN, NOON + 5))
    assert await store.reports.add(report(ADA, NOON + DAY + 1, table.id + 99))
    assert await reports_of(store, ADA) == [
        *((NOON + number, table.id) for number in range(MAX_A_DAY)),
        (NOON + DAY + 1, None),
    ]


async def test_old_reports_are_dropped(store: Any) -> None:
    await store.reports.add(report(ADA, NOON))
    await store.reports.add(report(BEN, NOON + DAY))
    await store.reports.drop(NOON)
    assert await reports_of(store, ADA) == [(NOON, None)]
    await store.reports.drop(NOON + 1)
    assert await reports_of(store, ADA) == []
    assert await reports_of(store, BEN) == [(NOON + DAY, None)]


async def test_reports_are_deleted_with_their_server(store: Any) -> None:
    await store.reports.add(report(ADA, NOON))
    await store.people.delete_guild(1)
    assert await reports_of(store, ADA) == []
