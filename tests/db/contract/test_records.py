"""What every store does for results, ratings, seasons and leaderboards."""

from __future__ import annotations

import asyncio
import math
import random
import time
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.records.model import COMPUTERS, EVERYWHERE, PEOPLE, Ladder, Player
from bot.records.ratings import SURE_AFTER, rate
from bot.tables.model.records import HOST_ENDED, Former, Phase, Seat
from db.records import ratings
from db.store import SqliteStore
from tests.db.examples import ADA, BEN, CLEO, NOON, a_lobby, saved
from tests.records.played import result, seat

if TYPE_CHECKING:
    from bot.records.model import Participant

HERE = Ladder("three-thirteen", PEOPLE, 1, 1)
ALL = Ladder("three-thirteen", PEOPLE)


async def played(store: Any, *participants: Participant, **values: Any) -> int:
    """Save a table whose game ended with these participants, and its result. Return the table's id."""
    guild = values.get("guild_id", 1)
    seats = tuple(
        Seat(f"Name {p.player.person}", p.player.person) if p.player.person else Seat("Bot", None, p.player.level)
        for p in participants
    )
    table = await saved(store, a_lobby(phase=Phase.OVER, seats=seats, guild_id=guild, ended_at=5.0))
    await store.records.record(result(table.id, *participants, **values))
    return int(table.id)


async def test_a_result_is_recorded_once(store: Any) -> None:
    """Recording a result again changes nothing, and neither does a result of a table that is gone."""
    table_id = await played(store, seat(ADA, 1), seat(BEN, 2, 1))
    before = await store.records.leaderboard(HERE, ADA, 10, 0)
    await store.records.record(result(table_id, seat(ADA, 2), seat(BEN, 1, 1)))
    await store.records.record(result(table_id + 99, seat(ADA, 2), seat(BEN, 1, 1)))
    assert await store.records.leaderboard(HERE, ADA, 10, 0) == before
    assert await store.records.count_games_of(ADA, 1) == 1


@pytest.mark.parametrize("drawn", [True, False])
async def test_a_game_is_a_draw_by_its_rules_whoever_left(store: Any, drawn: bool) -> None:
    """Cleo left and comes last, and so does Dora, whose seat Ben took over. The rules say how the seats did."""
    table_id = await played(
        store,
        seat(ADA, 1),
        seat(BEN, 1, 1),
        seat(CLEO, 4, 2, left=True),
        seat(CLEO + 1, 4, None, left=True),
        drawn=drawn,
    )
    for person, won in ((ADA, not drawn), (CLEO, False)):
        [game] = await store.records.games_of(person, 1, 9)
        assert (game.table_id, game.is_draw, game.won) == (table_id, drawn and person == ADA, won)


async def test_a_result_from_before_draws_were_stored_is_a_draw_by_its_places(store: Any) -> None:
    await played(store, seat(ADA, 1), seat(BEN, 1, 1), drawn=None)
    [game] = await store.records.games_of(ADA, 1, 9)
    assert game.is_draw


async def test_a_result_saved_after_a_deletion_does_not_name_the_person(store: Any) -> None:
    """They delete their data at the moment the game ends. The other player's rating changes as usual."""
    table = await saved(store, a_lobby(phase=Phase.OVER, seats=(Seat("Ada", ADA), Seat("Ben", BEN)), ended_at=NOON))
    made = result(table.id, seat(ADA, 1), seat(BEN, 2, 1))
    await store.people.forget_in_tables(ADA, [table.id])
    await store.people.forget_person(ADA)
    await store.records.record(made)
    assert not any((await store.people.all_about(ADA)).values())
    [game] = await store.records.all_games_of(BEN, None)
    assert (game.own.rank, game.others[0].name) == (2, "")
    assert game.change is not None
    assert await store.records.rebuild() == {}


async def test_ended_games_without_a_result_are_found(store: Any) -> None:
    """The one that ended first comes first. Running and closed tables are left out."""
    late = await saved(store, a_lobby(phase=Phase.OVER, ended_at=9.0))
    early = await saved(store, a_lobby(phase=Phase.OVER, ended_at=5.0))
    for phase in (Phase.PLAYING, Phase.CLOSED, Phase.LOBBY):
        await saved(store, a_lobby(phase=phase, ended_at=1.0))
    await played(store, seat(ADA, 1), seat(BEN, 2, 1))
    assert await store.records.tables_without_result() == (early.id, late.id)


async def test_a_closed_game_needs_a_result_if_somebody_left_it_after_its_beginning(store: Any) -> None:
    """Others never get one. Every start loaded all such games again, and took longer from month to month."""
    stayed, left = (Seat("Ada", ADA), Seat("Bot", None, "classic")), (Seat("Ada", ADA, "classic"), Seat("Ben", BEN))
    closed = {"phase": Phase.CLOSED, "started_at": 1.0, "ended_at": 2.0}
    needed = (
        {"seats": left},
        {"seats": (left[0], Seat("Ben", BEN, "classic")), "excused": (ADA,)},
        {"seats": stayed, "closing_reason": HOST_ENDED},
        {"seats": stayed, "former": (Former(BEN, "Ben", 0, 3),)},
    )
    unneeded = (
        {"seats": stayed},
        {"seats": left, "excused": (ADA, BEN)},
        {"seats": left, "ended_by_agreement": True},
        {"seats": left, "voided": True},
        {"seats": left, "started_at": None},
        {"seats": (Seat("Bot", None, "classic"), Seat("Bot 2", None, "classic")), "closing_reason": HOST_ENDED},
    )
    expected = [await saved(store, a_lobby(**closed | values)) for values in needed]
    for values in unneeded:
        await saved(store, a_lobby(**closed | values))
    assert await store.records.tables_without_result() == tuple(table.id for table in expected)


async def test_the_rating_changes_of_a_game_are_stored(store: Any) -> None:
    table_id = await played(store, seat(ADA, 1), seat(BEN, 2, 1))
    rated = await store.records.rated_game(table_id)
    assert (rated.ladder, rated.season) == (PEOPLE, 1)
    assert rated.changes[Player(ADA)].after.mu > 25 > rated.changes[Player(BEN)].after.mu
    assert rated.changes[Player(ADA)].after == (await store.records.ratings_of(ADA, 1, 1))[HERE]
    assert await store.records.rated_game(table_id + 1) is None


async def test_a_game_outside_servers_counts_on_the_global_ladder_only(store: Any) -> None:
    """A game in direct messages belongs to no server whose ladder it could change."""
    table_id = await played(store, seat(ADA, 1), seat(BEN, 2, 1), guild_id=EVERYWHERE)
    assert set(await store.records.ratings_of(ADA, EVERYWHERE, EVERYWHERE)) == {ALL}
    assert not await store.records.ratings_of(ADA, EVERYWHERE, 1)
    rated = await store.records.rated_game(table_id)
    assert rated.changes[Player(ADA)].after.mu > 25
    assert rated.season == EVERYWHERE


async def test_an_unrated_game_is_stored_but_changes_no_rating(store: Any) -> None:
    table_id = await played(store, seat(ADA, 1), seat(BEN, 2, 1), ladder=None)
    rated = await store.records.rated_game(table_id)
    assert (rated.ladder, rated.changes) == (None, {})
    assert (await store.records.all_games_of(ADA, 1))[0].change is None
    assert await store.records.ratings_of(ADA, 1, 1) == {}


async def test_ladders_servers_and_seasons_are_rated_separately(store: Any) -> None:
    """The ladder of all servers counts all their games, in every season."""
    await played(store, seat(ADA, 1), seat(BEN, 2, 1))
    await played(store, seat(ADA, 1), seat(BEN, 2, 1), guild_id=2)
    await played(store, seat(ADA, 1), seat("easy", 2, 1))
    await store.records.start_season(1, 1_900_000_000.0)
    await played(store, seat(ADA, 1), seat(BEN, 2, 1), ended_at=1_900_000_001.0)
    assert await store.records.ladders_played(1, 1) == (
        ("three-thirteen", COMPUTERS),
        ("three-thirteen", PEOPLE),
    )
    for ladder in (HERE, HERE._replace(guild_id=2), HERE._replace(season=2), HERE._replace(kind=COMPUTERS)):
        found = await store.records.ratings_of(ADA, ladder.guild_id, ladder.season)
        assert found[ladder].games == 1
        assert {(one.guild_id, one.season) for one in found} == {(ladder.guild_id, ladder.season)}
    assert (await store.records.ratings_of(ADA, EVERYWHERE, EVERYWHERE))[ALL].games == 3
    [_ada, easy] = (await store.records.leaderboard(HERE._replace(kind=COMPUTERS), ADA, 10, 0)).rows
    assert easy.player == Player(level="easy")


async def test_a_game_belongs_to_the_season_in_which_it_ended(store: Any) -> None:
    """A game that ended earlier belongs to the previous season, even if it is recorded later."""
    assert [season.number for season in await store.records.seasons(1)] == [1]
    new = await store.records.start_season(1, 1_900_000_000.0)
    assert (new.number, [season.number for season in await store.records.seasons(1)]) == (2, [1, 2])
    assert [season.number for season in await store.records.seasons(2)] == [1]
    await played(store, seat(ADA, 1), seat(BEN, 2, 1), ended_at=1_899_999_999.0)
    assert HERE in await store.records.ratings_of(ADA, 1, 1)


async def test_a_leaderboard_has_pages_and_the_readers_own_line(store: Any) -> None:
    """Ratings that are no longer provisional come before provisional ones, however high these are."""
    for _ in range(SURE_AFTER):
        await played(store, seat(ADA, 1), seat(BEN, 2, 1))
    await played(store, seat(CLEO, 1), seat(ADA, 2, 1))
    board = await store.records.leaderboard(HERE, BEN, 2, 0)
    assert [(row.place, row.player.person) for row in board.rows] == [(1, ADA), (2, BEN)]
    assert (board.total, board.own.place) == (3, 2)
    assert board.rows[0].name == f"Name {ADA}"
    second = await store.records.leaderboard(HERE, CLEO, 2, 2)
    assert [(row.place, row.player.person) for row in second.rows] == [(3, CLEO)]
    assert second.own == second.rows[0]
    assert (await store.records.leaderboard(HERE, 99, 2, 0)).own is None


async def test_leaderboards_show_the_names_used_in_their_server(store: Any) -> None:
    """A server's leaderboard does not show the name that a person uses in another server, which nobody
    here should see.
    """
    await store.people.change(ADA, everywhere=True)
    await played(store, seat(ADA, 1), seat(BEN, 2, 1))
    seats = (Seat("Elsewhere", ADA), Seat("Gone elsewhere", BEN))
    table = await saved(store, a_lobby(phase=Phase.OVER, seats=seats, guild_id=2, ended_at=5.0))
    await store.records.record(result(table.id, seat(ADA, 1), seat(BEN, 2, 1), guild_id=2))
    boards = [await store.records.leaderboard(HERE, ADA, 10, 0)]
    boards += [await store.records.gains(HERE, since, ADA, 10, 0) for since in (None, 0.0)]
    for board in boards:
        assert [row.name for row in (*board.rows, board.own)] == [f"Name {ADA}", f"Name {BEN}", f"Name {ADA}"]
    assert (await store.records.leaderboard(ALL, ADA, 10, 0)).rows[0].name == "Elsewhere"


async def test_gains_count_recent_games_across_seasons(store: Any) -> None:
    """Gains are counted in one server or everywhere, across seasons, for games that count. There are pages, and the
    reader's own line.
    """
    day = 86_400.0
    await played(store, seat(ADA, 1), seat(BEN, 2, 1), ended_at=1 * day)
    await store.records.start_season(1, 2 * day)
    await played(store, seat(BEN, 1), seat(ADA, 2, 1), seat(CLEO, 3, 2), ended_at=3 * day)
    void = await played(store, seat(CLEO, 1), seat(ADA, 2, 1), ended_at=4 * day)
    await store.records.void(1, void, 5 * day)
    await played(store, seat(CLEO, 1), seat(BEN, 2, 1), ended_at=4 * day, guild_id=2)
    lately = await store.records.gains(HERE, 2.5 * day, CLEO, 2, 0)
    assert [(row.place, row.player.person, row.rating.games) for row in lately.rows] == [(1, BEN, 1), (2, ADA, 1)]
    assert lately.rows[0].rating.points > 0 > lately.own.rating.points
    assert (lately.total, lately.own.place, lately.rows[0].name) == (3, 3, f"Name {BEN}")
    beyond = await store.records.gains(HERE, 2.5 * day, 99, 2, 40)
    assert (beyond.rows, beyond.total, beyond.own) == ((), 3, None)
    assert (await store.records.gains(HERE, 6 * day, ADA, 2, 0)).total == 0
    ever = await store.records.gains(HERE, None, ADA, 9, 0)
    assert {row.player.person: row.rating.games for row in ever.rows} == {ADA: 2, BEN: 2, CLEO: 1}
    await store.people.change(CLEO, everywhere=True)
    await played(store, seat(CLEO, 1), seat(ADA, 2, 1), ended_at=4 * day)
    everywhere = await store.records.gains(ALL, 2.5 * day, ADA, 9, 0)
    assert [(row.player.person, row.rating.games) for row in everywhere.rows] == [(CLEO, 3)]


async def test_equal_ratings_and_gains_share_a_place(store: Any) -> None:
    """Of two with the same rating, the one with the older account used to be first. A page may begin among equals."""
    for one in range(0, 6, 2):
        await played(store, seat(100 + one, 1), seat(101 + one, 2, 1))
    places = [(1, 1), (1, 2), (1, 3), (4, 4), (4, 5), (4, 6)]
    for limit, skip in ((6, 0), (2, 2), (2, 4)):
        boards = [await store.records.leaderboard(HERE, 105, limit, skip)]
        boards += [await store.records.gains(HERE, since, 105, limit, skip) for since in (None, 0.0)]
        for board in boards:
            assert [(row.place, row.number) for row in board.rows] == places[skip : skip + limit]
            assert (board.own.place, board.own.number, board.own.player.person) == (4, 6, 105)


async def test_the_readers_own_line_is_the_one_that_everybody_sees(store: Any) -> None:
    """A person's own line is the one that everybody sees, even among equals."""
    for one in range(0, 12, 2):
        await played(store, seat(100 + one, 1), seat(101 + one, 2, 1))
    rows = (await store.records.leaderboard(HERE, 0, 50, 0)).rows
    assert len(rows) == 12
    for row in rows:
        assert (await store.records.leaderboard(HERE, row.player.person, 1, 0)).own == row


async def test_the_global_leaderboard_shows_only_people_who_opted_in(store: Any) -> None:
    await played(store, seat(ADA, 1), seat(BEN, 2, 1))
    assert (await store.records.leaderboard(ALL, ADA, 10, 0)).rows == ()
    await store.people.change(ADA, everywhere=True)
    assert [row.player.person for row in (await store.records.leaderboard(ALL, ADA, 10, 0)).rows] == [ADA]
    await played(store, seat(ADA, 1), seat(CLEO, 2, 1))
    assert (await store.records.leaderboard(ALL, ADA, 10, 0)).total == 1
    await store.people.change(ADA, everywhere=False)
    assert (await store.records.leaderboard(ALL, ADA, 10, 0)).own is None
    assert (await store.records.leaderboard(HERE, ADA, 10, 0)).total == 3


async def test_game_history_is_newest_first_and_by_server(store: Any) -> None:
    first = await played(store, seat(ADA, 1), seat(BEN, 2, 1))
    second = await played(store, seat(ADA, 3, 0, left=True), seat(BEN, 1, 1), seat("easy", 2, 2))
    other = await played(store, seat(ADA, 1), seat(CLEO, 2, 1), guild_id=2)
    assert [game.table_id for game in await store.records.all_games_of(ADA, 1)] == [second, first]
    assert [game.table_id for game in await store.records.all_games_of(ADA, None)] == [other, second, first]
    assert [game.table_id for game in await store.records.games_of(ADA, 1, 1, 1)] == [first]
    assert (await store.records.count_games_of(ADA, 1), await store.records.count_games_of(ADA, None)) == (
        2,
        3,
    )
    [game] = await store.records.games_of(ADA, 1, 1)
    assert (game.own.left, game.own.score, game.won) == (True, None, False)
    assert [other.player for other in game.others] == [Player(BEN), Player(level="easy")]
    assert game.change is not None
    assert await store.records.all_games_of(0, None) == ()


async def test_forgetting_a_person_keeps_the_ratings_of_the_others(store: Any) -> None:
    """The former player's games keep counting for those who played them."""
    for _ in range(3):
        await played(store, seat(ADA, 1), seat(BEN, 2, 1), seat(CLEO, 3, 2))
    before = await store.records.ratings_of(BEN, 1, 1)
    await store.people.forget_person(ADA)
    assert await store.records.ratings_of(BEN, 1, 1) == before
    assert await store.records.rebuild() == {}
    assert await store.records.ratings_of(ADA, 1, 1) == {}
    assert {row.player.person for row in (await store.records.leaderboard(HERE, BEN, 10, 0)).rows} == {
        BEN,
        CLEO,
    }


GAME = st.tuples(
    st.lists(st.sampled_from([ADA, BEN, CLEO, "easy", "classic"]), min_size=2, max_size=4, unique=True),
    st.lists(st.integers(1, 4), min_size=4, max_size=4),
    st.integers(0, 4),
    st.booleans(),
)


@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(GAME, min_size=1, max_size=6))
def test_a_rebuild_reproduces_all_ratings(tmp_path_factory: Any, games: list[Any]) -> None:
    """Ratings are equal to the last digit, whatever was played, even if people were forgotten in between."""

    async def run() -> None:
        store = await SqliteStore.open(tmp_path_factory.mktemp("rebuilt") / "bot.db")
        try:
            for who, ranks, helped, forget in games:
                seats = [seat(one, ranks[index], index, helped=index == helped) for index, one in enumerate(who)]
                await played(store, *seats)
                if forget:
                    await store.people.forget_person(BEN)
            changes = await store.people.all_about(ADA)
            assert await store.records.rebuild() == {}
            assert await store.people.all_about(ADA) == changes
        finally:
            await store.close()

    asyncio.run(run())


@pytest.mark.parametrize("opener", ["postgres"], indirect=True)
async def test_a_rebuild_may_exceed_the_transaction_timeout(store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight thousand games take a quarter of a minute, after which PostgreSQL's other transactions are given up."""

    def slowly(*what: Any) -> None:
        time.sleep(0.7)
        change(*what)

    await played(store, seat(ADA, 1), seat(BEN, 2, 1))
    change = ratings.change
    monkeypatch.setattr("db.engines.postgres.connection.HUNG_SECONDS", 0.2)
    monkeypatch.setattr(ratings, "change", slowly)
    assert await store.records.rebuild() == {}


async def test_a_voided_result_counts_for_nothing(store: Any) -> None:
    """Ratings are as if the game had not been played, in its season and everywhere. It stays in the history."""
    first = await played(store, seat(ADA, 1), seat(BEN, 2, 1))
    await played(store, seat(ADA, 2, 1), seat(CLEO, 1))
    await played(store, seat(BEN, 1), seat(CLEO, 2, 1), guild_id=2)
    assert not await store.records.void(2, first, 9.0), "it is another server's"
    assert await store.records.void(1, first, 9.0)
    assert await store.records.void(1, first, 9.0), "asked again, as after a connection that was lost at the commit"
    assert not await store.records.void(1, first, 10.0)
    rated = await store.records.rated_game(first)
    assert (rated.voided, rated.changes) == (True, {})
    assert await store.records.rebuild() == {}
    assert {row.player.person: row.rating.games for row in (await store.records.leaderboard(HERE, ADA, 9, 0)).rows} == {
        ADA: 1,
        CLEO: 1,
    }
    assert {row.rating.games for row in await everywhere(store)} <= {1, 2}
    assert [game.voided for game in await store.records.games_of(ADA, 1, 9)] == [False, True]
    assert [row["voided_at"] for row in (await store.people.all_about(ADA))["result_seats"]] == [9.0, None]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e300])
async def test_a_rating_that_is_none_concerns_nobody_else(store: Any, value: float) -> None:
    """Whoever met that player again had no result, and neither they nor the moderators could read the earlier one."""
    if math.isnan(value) and isinstance(store, SqliteStore):
        return  # SQLite stores none
    first = await played(store, seat(ADA, 1), seat(BEN, 2, 1))
    later = await played(store, seat(ADA, 1), seat(BEN, 2, 1))
    for table, column in (("ratings", "mu"), ("rating_changes", "mu_before"), ("rating_changes", "mu_after")):
        put = f"UPDATE {table} SET {column} = ? WHERE person = ?"  # noqa: S608
        await store.database.write(lambda sql, put=put: sql.execute(put, (value, ADA)))
    await played(store, seat(ADA, 1), seat(BEN, 2, 1))
    boards = [await store.records.leaderboard(HERE, BEN, 10, 0)]
    boards += [await store.records.gains(HERE, since, BEN, 10, 0) for since in (None, 0.0)]
    assert [board.total for board in boards] == [2, 2, 2]
    games = await store.records.games_of(ADA, 1, 10)
    assert [game.change is None for game in games] == [False, True, True]
    assert set((await store.records.rated_game(later)).changes) == {Player(BEN)}
    assert await store.records.void(1, first, 9.0)
    assert await store.records.rebuild() == {}


@pytest.mark.parametrize("opener", ["postgres"], indirect=True)
async def test_voiding_a_result_may_exceed_the_transaction_timeout(store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Voiding a result rates all later games of the ladder again. From about five thousand games on, PostgreSQL used to
    be reported as unreachable.
    """

    def slowly(*what: Any) -> None:
        time.sleep(0.7)
        take_back(*what)

    first = await played(store, seat(ADA, 1), seat(BEN, 2, 1))
    take_back = ratings.take_back
    monkeypatch.setattr("db.engines.postgres.connection.HUNG_SECONDS", 0.2)
    monkeypatch.setattr(ratings, "take_back", slowly)
    assert await store.records.void(1, first, 9.0)
    assert (await store.records.rated_game(first)).voided


async def everywhere(store: Any) -> Any:
    """Let everybody be shown on the ladder of all servers, and return its rows."""
    for person in (ADA, BEN, CLEO):
        await store.people.change(person, everywhere=True)
    return (await store.records.leaderboard(ALL, ADA, 9, 0)).rows


@pytest.mark.parametrize("forgotten", [False, True])
async def test_voiding_results_gives_the_same_ratings_as_a_rebuild(store: Any, forgotten: bool) -> None:
    """Results are voided in any order, in two servers, games and seasons, with computer players, helped seats, and
    somebody who was forgotten meanwhile.
    """
    rng = random.Random(16)  # some of the voided games have later ones on their ladder in both seasons
    games = []
    for number in range(24):
        people: list[Any] = rng.sample([ADA, BEN, CLEO, "easy", "classic"], 3)
        seats = [seat(who, rank, rank - 1, helped=rng.random() < 0.3) for rank, who in enumerate(people, 1)]
        guild = rng.choice((1, 2))
        games.append((guild, await played(store, *seats, guild_id=guild, game=rng.choice(("rummy", "huxxy")))))
        if number == 12:
            await store.records.start_season(1, 1_800_000_000.5 + games[-1][1])
    if forgotten:
        await store.people.forget_person(BEN)
    for guild, table in rng.sample(games, 8):
        assert await store.records.void(guild, table, 9.0)
        assert await store.records.rebuild() == {}


async def test_voiding_a_result_rates_few_of_the_games_before_it(store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only those of people who were forgotten. If one of them had played since, all were rated again, and nobody could
    move meanwhile: for half a minute after a year.
    """
    for winner in (*[ADA] * 9, CLEO):
        await played(store, seat(winner, 1), seat(BEN, 2, 1))
    wrong = await played(store, seat(ADA, 1), seat(BEN, 2, 1))
    await played(store, seat(CLEO, 1), seat(ADA, 2, 1))
    await store.people.forget_person(CLEO)
    rated = Mock(wraps=rate)
    monkeypatch.setattr(ratings, "rate", rated)
    assert await store.records.void(1, wrong, 9.0)
    assert rated.call_count == 4, "the game before and the one after, in the server and everywhere"


async def test_voiding_a_result_keeps_what_was_won_in_a_deleted_server(store: Any) -> None:
    """If somebody who was forgotten played later, such games used to stop counting."""
    for _ in range(3):
        await played(store, seat(ADA, 1), seat(BEN, 2, 1), guild_id=2)
    before = await store.records.ratings_of(ADA, EVERYWHERE, EVERYWHERE)
    wrong = await played(store, seat(ADA, 1), seat(CLEO, 2, 1))
    await played(store, seat(CLEO, 1), seat(BEN, 2, 1))
    await store.people.forget_person(BEN)
    await store.people.delete_guild(2)
    assert await store.records.void(1, wrong, 9.0)
    assert await store.records.ratings_of(ADA, EVERYWHERE, EVERYWHERE) == before
