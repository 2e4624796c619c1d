"""What every store does for lessons."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.lessons.stored import Learning
from bot.tables.model.records import Phase, Seat
from tests.db.examples import ADA, BEN, NOON, a_lobby, saved
from tests.records.played import result, seat

if TYPE_CHECKING:
    from tests.db.contract.stores import Restartable


async def test_lesson_progress_is_kept_until_the_person_is_forgotten(bot: Restartable) -> None:
    """A person's progress survives a restart, and is deleted with everything else about the person."""
    store: Any = bot.store
    rummy = Learning(ADA, "rummy", ("draw stock",), {"picked": ["4♣"]})
    assert await store.records.lessons(ADA) == {}
    await store.records.save_lesson(rummy)
    await store.records.save_lesson(Learning(BEN, "rummy", finished_at=NOON))
    assert await store.records.knows_game(ADA, "rummy")
    assert not await store.records.knows_game(ADA, "notty")
    further = replace(rummy, moves=(*rummy.moves, "discard 9H"), draft={}, finished_at=NOON)
    await store.records.save_lesson(further)
    store = await bot.restarted()
    assert await store.records.lessons(ADA) == {"rummy": further}
    [told] = (await store.people.all_about(ADA))["lessons"]
    assert told["game"] == "rummy"
    await store.people.forget_person(ADA)
    assert await store.records.lessons(ADA) == {}
    assert await store.records.lessons(BEN) == {"rummy": Learning(BEN, "rummy", finished_at=NOON)}


async def test_a_person_knows_the_games_that_they_have_played(store: Any) -> None:
    table = await saved(store, a_lobby(seats=(Seat("Ada", ADA), Seat("Ben", BEN)), phase=Phase.OVER, ended_at=NOON))
    await store.records.record(result(table.id, seat(ADA, 1), seat(BEN, 2, 1), game="notty"))
    assert await store.records.knows_game(ADA, "notty")
    assert not await store.records.knows_game(ADA, "rummy")
