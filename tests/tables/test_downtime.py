"""Time in which nobody could play does not count: the gateway was cut, the machine asleep, or its clock was set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model.leases import Claim
from bot.tables.model.records import Wake
from bot.tables.model.share import ALL, Share, shard_of
from bot.tables.model.stores import StoreUnavailableError
from bot.tables.runtime.downtime import CHECK_SECONDS
from tests.now import deadline
from tests.tables.clocked import CLOCK, clocked, come_back, draw, left
from tests.tables.conftest import ADA, BEN, House

if TYPE_CHECKING:
    from bot.tables.runtime.tables import Tables
    from tests.tables.conftest import HandClock

HOUR = 3600.0


@pytest.fixture
def look_seconds() -> float:
    """The real interval."""
    return CHECK_SECONDS


async def two_shards(house: House) -> Tables:
    """Start a process that looks after both of two shards."""
    now = house.clock.now()
    await house.tables.close()
    await house.store.shards.renew(Claim("anybody", 2), now, now + HOUR)
    tables = house.tables = house.another()
    tables.set_share(Share(frozenset({0, 1}), 2))
    await tables.resume()
    await tables.connected()
    return tables


async def test_a_turn_does_not_end_while_the_gateway_is_cut(house: House) -> None:
    """After the cut, the turn has the time that it had left, and its board shows it. When that is over, the autopilot
    plays.
    """
    table = await clocked(house)
    house.tables.disconnected()
    await house.clock.advance(45)
    assert table.record.decision == 0
    assert house.herald.told == []
    await come_back(house)
    assert left(house, table) == CLOCK - 4
    assert [told.record for told in house.herald.told] == [table.record]
    await house.clock.advance(CLOCK - 4 - 1)
    assert table.record.decision == 0
    await house.clock.advance(1.2)
    assert table.record.decision == 2


async def test_a_cut_begins_when_discord_was_last_heard(house: House) -> None:
    """A dead connection is noticed up to a minute late. An attempt to connect again may fail after its first data."""
    table = await clocked(house)
    house.tables.data_received(0)
    await house.clock.advance(2)
    house.tables.disconnected()
    await house.clock.advance(10)
    house.tables.data_received(0)
    house.tables.disconnected()
    await house.clock.advance(10)
    await come_back(house)
    assert left(house, table) == CLOCK - 4


async def test_a_cut_of_one_shard_begins_when_that_shard_was_last_heard(house: House) -> None:
    """Each shard has a connection of its own: data of another one used to hide up to a minute of the cut."""
    here, tables = shard_of(1, 2), await two_shards(house)
    table = await clocked(house)
    tables.data_received(here)
    await house.clock.advance(2)
    tables.data_received(1 - here)
    tables.disconnected(here)
    await house.clock.advance(20)
    await come_back(house)
    assert left(house, table) == CLOCK - 4


async def test_a_computer_players_turn_waits_for_the_gateway_too(house: House) -> None:
    table = await house.lobby(watch=True, places=2)
    await house.clock.advance(1)
    house.tables.disconnected()
    await house.clock.advance(HOUR)
    assert table.record.decision == 0
    await come_back(house)
    await house.clock.advance(0.4)
    assert table.record.decision == 0
    await house.clock.advance(0.2)
    assert table.record.decision > 0


async def test_deadlines_of_lobbies_and_idle_games_wait_too(house: House) -> None:
    lobby = await house.lobby()
    idle = await house.playing(BEN, channel_id=11)
    house.tables.disconnected()
    await house.clock.advance(2 * HOUR)
    await come_back(house)
    assert lobby.record.deadline.at == house.clock.now() + house.pace.lobby
    assert idle.record.deadline.at == house.clock.now() + house.pace.idle


async def test_an_action_while_reconnecting_keeps_the_turns_time(house: House) -> None:
    """Discord delivers the clicks that were missed before it reports that the connection is back."""
    table = await clocked(house)
    house.tables.disconnected()
    await house.clock.advance(45)
    await draw(table)
    assert left(house, table) == CLOCK - 4 - 45
    await come_back(house)
    assert left(house, table) == CLOCK - 4


async def test_a_turn_begun_while_reconnecting_has_its_full_time(house: House) -> None:
    table = await clocked(house)
    house.tables.disconnected()
    await house.clock.advance(45)
    await draw(table)
    await table.act(table.position.person_to_act, f"discard {table.position.view_of(ADA.id).hand[0]}")
    await house.clock.advance(1)
    await come_back(house)
    assert left(house, table) == CLOCK


async def test_a_click_before_the_gateway_is_ready_keeps_its_time(house: House) -> None:
    """At a start, interactions arrive two seconds or more before READY."""
    table = await house.playing(turn_seconds=CLOCK, computers=1)
    await house.clock.advance(20)
    await house.tables.close()
    house.clock.stop(HOUR)
    tables = house.tables = house.another()
    await tables.resume()
    table = await tables.require(table.id)
    assert 0 < left(house, table) <= CLOCK
    await draw(table)
    await table.act(ADA.id, f"discard {table.position.view_of(ADA.id).hand[0]}")
    assert deadline(table.record).kind is Wake.COMPUTER_MOVE
    await house.clock.advance(2)
    assert table.record.decision == 2, "nothing acts before people can"
    await come_back(house)
    assert deadline(table.record).at == house.clock.now() + house.pace.move_delay
    await house.clock.advance(2)
    assert table.position.person_to_act == ADA.id


async def test_no_heartbeat_is_written_while_the_gateway_is_cut(house: House) -> None:
    """If a process is killed while it is cut off, the next one knows since when nobody could play."""
    table = await clocked(house)
    house.tables.disconnected()
    await house.clock.advance(45)
    tables = await house.restart(after=30)
    assert CLOCK - 4 <= left(house, await tables.require(table.id)) <= CLOCK


async def test_no_turn_is_played_while_the_machine_sleeps(house: House) -> None:
    """When it wakes, its clock is eight hours ahead. The connection is renewed, because it is probably dead."""
    table = await clocked(house)
    on_wakeup: list[bool] = []
    house.tables._watches.at(0)[0]._on_wakeup = lambda: on_wakeup.append(True)
    house.clock.set(8 * HOUR)
    await house.clock.advance(CHECK_SECONDS + 0.1)
    assert on_wakeup == [True]
    assert 0 < left(house, table) <= CLOCK
    assert table.record.decision == 0
    assert [told.record for told in house.herald.told] == [table.record]
    await house.clock.advance(CLOCK + 1)
    assert table.record.decision == 2


async def test_deadlines_due_before_the_sleep_is_noticed_wait(house: House) -> None:
    """The turn would end between two rounds, of which the second notices the sleep. It has the time that it had left at
    the first.
    """
    await house.clock.advance(2)
    table = await clocked(house)
    await house.clock.advance(CLOCK - 4 - 1)
    house.clock.set(8 * HOUR)
    await house.clock.advance(2)
    assert table.record.decision == 0
    await house.clock.advance(2.5)
    assert table.record.decision == 0
    assert left(house, table) == pytest.approx(1.5, abs=0.01)
    await house.clock.advance(2)
    assert table.record.decision == 2


async def test_no_turn_is_played_while_the_process_is_paused(house: House) -> None:
    """When it continues, all timers are due at once, because the clock may have gone on meanwhile."""
    table = await clocked(house)
    house.clock.stop(HOUR)
    await house.clock.advance(0.1)
    await house.clock.quiet()
    assert table.record.decision == 0
    assert 0 < left(house, table) <= CLOCK
    await house.clock.advance(CLOCK + 1)
    assert table.record.decision == 2


@pytest.mark.parametrize("step", [-600, 3 * HOUR])
async def test_setting_the_clock_stops_no_computer_and_ends_no_turn(house: House, step: float) -> None:
    """Setting the clock does not change when the turn ends by people's own clocks either, and its board shows that."""
    table = await clocked(house)
    watched = await house.lobby(watch=True, places=2, channel_id=11)
    await house.clock.advance(2)
    decision, before, true = watched.record.decision, left(house, table), house.clock.now()
    house.clock.set(step)
    await house.clock.advance(CHECK_SECONDS)
    assert table.record in [told.record for told in house.herald.told]
    await house.clock.advance(CHECK_SECONDS)
    assert watched.record.decision > decision
    assert house.clock.now() == pytest.approx(true + step + 10, abs=0.01)
    assert table.record.decision == 0
    assert before - 10 - 0.01 <= left(house, table) <= before - 10 + CHECK_SECONDS


@pytest.mark.parametrize("step", [-600, 3 * HOUR])
async def test_setting_the_clock_changes_the_turns_of_no_shard(house: House, step: float) -> None:
    """Only the shard that was checked first used to notice that the clock was set back: the turns of the others got as
    much time more.
    """
    await two_shards(house)
    tables = [await house.playing(BEN, turn_seconds=600, guild_id=server << 22, channel_id=server) for server in (2, 3)]
    await house.clock.advance(4)
    house.clock.set(step)
    await house.clock.advance(2 * CHECK_SECONDS)
    for table in tables:
        assert 600 - 4 - 10 - 0.01 <= left(house, table) <= 600 - 4 - 10 + CHECK_SECONDS


async def test_small_clock_drift_is_followed_silently(house: House) -> None:
    table = await clocked(house)
    since, before = table.record.deadline.since, left(house, table)
    house.clock.set(-0.5)
    await house.clock.advance(CHECK_SECONDS)
    house.clock.set(0.7)
    await house.clock.advance(CHECK_SECONDS)
    assert table.record.deadline.since == since
    assert left(house, table) == pytest.approx(before - 10 - 0.2, abs=0.01)


async def test_a_start_after_the_clock_was_set_back_does_not_wait(house: House) -> None:
    """If the clock was set back while the bot was down, the last beat is in the future."""
    table = await house.lobby(watch=True, places=2)
    await house.clock.advance(5)
    decision = table.record.decision
    tables = await house.restart(after=-600)
    table = await tables.require(table.id)
    await house.clock.advance(5)
    assert table.record.decision > decision


async def test_a_move_chosen_during_a_gateway_cut_is_not_played(house: House) -> None:
    """Discord was last heard three seconds earlier, so the turn is not over yet."""
    table = await clocked(house)
    await house.clock.advance(CLOCK - 4 - 3)
    house.tables.data_received(0)
    seat, choose = table.position.seat_to_act, house.thinkers.choose

    async def choose_slowly(*asked: Any) -> Any:
        choice = await choose(*asked)
        house.tables.disconnected()
        return choice

    house.thinkers.choose = choose_slowly
    await house.clock.advance(4)
    assert not house.tables.can_be_played
    assert table.record.decision == 0
    house.thinkers.choose = choose
    await house.clock.advance(20)
    await come_back(house)
    assert table.position.seat_to_act == seat
    assert (table.record.decision, left(house, table)) == (0, 3)


async def test_a_move_chosen_during_a_short_cut_is_not_played(house: House) -> None:
    """The gateway is back before the move has been chosen, and the turn has more time by then."""
    table = await clocked(house)
    await house.clock.advance(CLOCK - 4 - 3)
    house.tables.data_received(0)
    choose = house.thinkers.choose

    async def choose_slowly(*asked: Any) -> Any:
        house.thinkers.choose = choose
        choice = await choose(*asked)
        house.tables.disconnected()
        await house.tables.connected()
        return choice

    house.thinkers.choose = choose_slowly
    await house.clock.advance(4)
    assert (table.record.decision, left(house, table)) == (0, 2)
    await house.clock.advance(2)
    assert table.record.decision == 2


async def test_nobody_is_taken_out_during_a_gateway_cut(house: House) -> None:
    """The gateway is cut while the bot asks whether the player is still in the server."""
    table = await clocked(house)

    class Gone:
        async def has_left(self, _guild: int, _person: int) -> bool:
            house.tables.disconnected()
            return True

    house.tables._waker._presence = Gone()
    await house.clock.advance(CLOCK)
    assert not house.tables.can_be_played
    assert table.record.people == (ADA.id, BEN.id)


async def test_no_turn_ends_while_discord_does_not_answer(house: House) -> None:
    """Even before the cut is noticed, no turn ends while Discord does not answer: the player whom the bot asks about
    cannot play either.
    """
    answers: list[bool | None] = [None, None]

    class Silent:
        async def has_left(self, _guild: int, _person: int) -> bool | None:
            return answers.pop() if answers else False

    table = await clocked(house)
    house.tables._waker._presence = Silent()
    await house.clock.advance(CLOCK + 5)
    assert table.record.decision == 0
    await house.clock.advance(90)
    assert table.record.decision > 0


async def test_a_failed_shift_of_deadlines_is_retried(house: House) -> None:
    table = await clocked(house)
    house.tables.disconnected()
    await house.clock.advance(45)
    shift = house.store.deadlines.shift

    async def refuse(*_: Any, **__: Any) -> None:
        raise StoreUnavailableError("The disk is full.")

    house.store.deadlines.shift = refuse  # type: ignore[method-assign]
    await come_back(house)
    await house.clock.advance(20)
    assert table.record.decision == 0
    house.store.deadlines.shift = shift  # type: ignore[method-assign]
    await house.clock.advance(CHECK_SECONDS + 0.1)
    assert 0 < left(house, table) <= CLOCK - 4


@pytest.mark.parametrize(
    "refused", [("beat", "due", "claim", "shift"), ("beat", "claim", "shift")], ids=["away", "full"]
)
async def test_a_turn_does_not_end_while_nothing_can_be_saved(
    house: House, monkeypatch: pytest.MonkeyPatch, refused: tuple[str, ...]
) -> None:
    """If the database is unreachable, or its disk is full, no move is accepted, so nobody's time runs."""
    table = await clocked(house)

    async def refuse(*_: Any, **__: Any) -> None:
        raise StoreUnavailableError("The disk is full.")

    with monkeypatch.context() as trouble:
        for name in refused:
            trouble.setattr(house.store.deadlines, name, refuse)
        await house.clock.advance(90)
    await house.clock.advance(CHECK_SECONDS + 0.1)
    assert table.record.decision == 0
    assert CLOCK - 4 - CHECK_SECONDS <= left(house, table) <= CLOCK
    await house.clock.advance(left(house, table) + 1.2)
    assert table.record.decision == 2, "and then the clock plays"


async def test_a_connection_lost_again_during_recovery_counts_as_lost(house: House) -> None:
    table = await clocked(house)
    house.tables.disconnected()
    await house.clock.advance(45)
    shift = house.store.deadlines.shift

    async def shift_and_lose(since: float, now: float, *, announce: bool, share: Share = ALL) -> None:
        await shift(since, now, announce=announce, share=share)
        house.tables.disconnected()

    house.store.deadlines.shift = shift_and_lose  # type: ignore[method-assign]
    await come_back(house)
    house.store.deadlines.shift = shift  # type: ignore[method-assign]
    assert not house.tables.can_be_played
    await house.clock.advance(45)
    assert table.record.decision == 0
    await come_back(house)
    assert left(house, table) == CLOCK - 4


async def test_the_tests_clock_behaves_like_the_real_one(house: House) -> None:
    """A timer fires when it would have fired anyway, whatever the clock says by then."""
    clock: HandClock = house.clock
    called: list[float] = []
    clock.call_at(clock.now() + 1, lambda: called.append(clock.now()))
    clock.set(-600)
    clock.resync()
    now = clock.now()
    await clock.advance(2)
    assert called == [now + 1]
