"""What every store does for the deals of the day and their boards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.lines.days import new_deal, playable_setup
from bot.lines.stored import Line, Rank
from tests.db.examples import ADA, BEN, CLEO, NOON

TODAY = 20_779
DORA = 2**62 + 4
HERE = 5


async def finished(store: Any, person: int, place: int, margin: int, **values: Any) -> Line:
    """Save the person's line of the day, played to its end."""
    new = Line(0, person, f"P{person % 10}", HERE, None, TODAY, 1, NOON, ranked=True)
    line: Line = await store.records.begin_line(replace(new, **values))
    over = replace(line, moves=("1 draw",), ended_at=NOON + 60, place=place, score=margin + 50, margin=margin)
    assert await store.records.save_line(line, over)
    return over


async def test_a_day_keeps_its_first_deal(store: Any) -> None:
    first, other = new_deal(TODAY, NOON), new_deal(TODAY, NOON)
    assert first.secret != other.secret
    assert await store.records.deal_day(TODAY) is None
    assert await store.records.add_deal_day(first) == first
    assert await store.records.add_deal_day(other) == first
    assert await store.records.deal_day(TODAY) == first


async def test_a_day_keeps_the_computer_players_pinned_first(store: Any) -> None:
    await store.records.add_deal_day(new_deal(TODAY, NOON))
    assert await store.records.pin_deal_day(TODAY, "these") == "these"
    assert await store.records.pin_deal_day(TODAY, "those") == "these"
    assert await store.records.pin_deal_day(TODAY + 1, "these") == ""


async def test_a_deal_is_renewed_only_until_somebody_begins_it(store: Any) -> None:
    """A deal that is made again keeps the secret that was committed to."""
    old = new_deal(TODAY, NOON)
    old = replace(old, setup=playable_setup(old)._replace(rules_version=0))
    await store.records.add_deal_day(old)
    new = new_deal(TODAY, NOON)
    await store.records.renew_deal_day(new)
    kept = await store.records.deal_day(TODAY)
    assert kept == replace(new, secret=old.secret)
    await store.records.pin_deal_day(TODAY, "these")
    await store.records.renew_deal_day(old)
    kept = await store.records.deal_day(TODAY)
    assert kept.setup == new.setup


async def test_a_person_has_one_line_per_day(store: Any) -> None:
    over = await finished(store, ADA, 1, -20)
    assert await store.records.line_of_day(ADA, TODAY) == over
    assert await store.records.begin_line(Line(0, ADA, "Ada", 0, None, TODAY, 1, NOON)) == over
    assert await store.records.line_of_day(BEN, TODAY) is None
    assert await store.records.line_of_day(ADA, TODAY + 1) is None


async def test_lines_of_a_day_rank_by_place_then_margin(store: Any) -> None:
    """Lines are ranked by the place at the table, then by the margin. Only ranked lines that are over count."""
    lines = [await finished(store, *of) for of in ((ADA, 1, -20), (BEN, 1, -3), (CLEO, 1, -3), (DORA, 2, -40))]
    await finished(store, 7, 1, -99, ranked=False)
    await store.records.begin_line(Line(0, 8, "X", HERE, None, TODAY, 1, NOON, ranked=True))
    ranks = [await store.records.rank_of(line) for line in lines]
    assert ranks == [Rank(0, 1, 4), Rank(1, 2, 4), Rank(1, 2, 4), Rank(3, 1, 4)]
    assert [rank.percent for rank in ranks] == [100, 33, 33, 0], "nobody is better than an equal"
    assert Rank(0, 1, 1).percent == 100
    assert Rank(0, 3, 3).percent == 0
    assert (Rank(1, 1, 300).percent, Rank(0, 2, 300).percent, Rank(0, 1, 300).percent) == (99, 99, 100)


async def test_deal_boards_of_a_server_and_of_everybody_who_opted_in(store: Any) -> None:
    for person, place, margin, guild, listed in (
        (ADA, 1, -20, HERE, True),
        (BEN, 1, -3, HERE, False),
        (CLEO, 1, -3, HERE, False),
        (DORA, 2, -40, 6, True),
    ):
        await store.people.change(person, everywhere=listed)
        await finished(store, person, place, margin, guild_id=guild)
    here = await store.records.deal_board(TODAY, HERE, CLEO, 2, 0)
    assert [(line.place, line.person) for line in here.lines] == [(1, ADA), (2, BEN)]
    assert here.has_more
    assert (here.own.place, here.own.name) == (2, f"P{CLEO % 10}")
    following = await store.records.deal_board(TODAY, HERE, ADA, 2, 2)
    assert [(line.place, line.person) for line in following.lines] == [(2, CLEO)]
    assert not following.has_more
    everywhere = await store.records.deal_board(TODAY, 0, BEN, 10, 0)
    assert [(line.place, line.person) for line in everywhere.lines] == [(1, ADA), (2, DORA)]
    assert everywhere.own is None
    await store.people.change(BEN, everywhere=True)
    assert [line.person for line in (await store.records.deal_board(TODAY, 0, BEN, 10, 0)).lines] == [ADA, BEN, DORA]
    await store.people.forget_person(ADA)
    assert [line.person for line in (await store.records.deal_board(TODAY, HERE, BEN, 10, 0)).lines] == [BEN, CLEO]
