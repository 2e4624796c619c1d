"""A table's game: turns, refusals, repeats, computer players and the end."""

from __future__ import annotations

import asyncio
import hashlib
from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.errors import IllegalActionError, InvalidActionError
from bot.tables.acts.turn_clock import SHORT_PAUSE
from bot.tables.model.errors import NotSeatedError, NotYourTurnError, StaleControlError, TableError
from bot.tables.model.records import Phase, Wake
from bot.tables.model.seed import game_seed
from bot.tables.model.stores import StoreConflictError
from tests.now import phase
from tests.tables.conftest import ADA, BEN, CLEO, House

if TYPE_CHECKING:
    from bot.tables.model.protocols import Choice


def actor(table: Any) -> int:
    """The person whose turn it is."""
    person: int | None = table.position.person_to_act
    assert person is not None
    return person


def other(table: Any) -> int:
    return BEN.id if actor(table) == ADA.id else ADA.id


async def test_the_seed_is_the_hash_of_secret_start_and_game(house: House) -> None:
    """The seed is the hash of the secret, start interaction, game, options, seats and rules version, one per line."""
    table = await house.lobby()
    secret = table.record.secret
    assert table.record.commitment == hashlib.sha256(secret).hexdigest()
    text = f'{secret.hex()}\n77\nthree-thirteen\n{{"arrangement":"most-cards"}}\n4\n1'
    expected = hashlib.sha256(text.encode()).digest()
    assert game_seed(secret, 77, "three-thirteen", {"arrangement": "most-cards"}, 4, 1) == expected


async def test_the_dealt_game_follows_from_the_seed(house: House) -> None:
    table = await house.playing(BEN)
    record, game = table.record, table.position.game
    seed = game_seed(record.secret, record.start_interaction, record.game, record.options, 2, game.version)
    assert table.position.state == game.deal(2, seed, record.options)


async def test_actions_played_as_text_are_logged(house: House) -> None:
    table = await house.playing(BEN)
    person = actor(table)
    seat = table.record.seat_of(person)
    await table.act(person, "draw stock", house.interaction(), decision=0)
    card = table.position.view(seat).hand[0]
    await table.act(person, f"discard {card}", house.interaction(), decision=1)
    log = await house.store.tables.actions(table.id)
    assert [(entry.number, entry.seat, entry.text, entry.by) for entry in log] == [
        (1, seat, "draw stock", person),
        (2, seat, f"discard {card}", person),
    ]
    assert table.position.seat_to_act != seat


async def test_wrong_turn_wrong_person_and_unreadable_actions_change_nothing(house: House) -> None:
    table = await house.playing(BEN)
    before = table.record
    with pytest.raises(NotYourTurnError, match="turn"):
        await table.act(other(table), "draw stock")
    with pytest.raises(NotSeatedError, match="not playing"):
        await table.act(CLEO.id, "draw stock")
    with pytest.raises(InvalidActionError):
        await table.act(actor(table), "fly to the moon")
    with pytest.raises(InvalidActionError, match="too long"):
        await table.act(actor(table), "draw " * 200)
    with pytest.raises(IllegalActionError):
        await table.act(actor(table), "discard 0C")
    assert table.record == before
    assert await house.store.tables.load(table.id) == before


async def test_acting_before_the_start_or_after_the_end_is_refused(house: House) -> None:
    table = await house.lobby()
    with pytest.raises(TableError, match="has not begun"):
        await table.act(ADA.id, "draw stock")
    await table.end(ADA.id, may_manage=False)
    with pytest.raises(TableError, match="closed before its game was played"):
        await table.act(ADA.id, "draw stock")


async def test_a_control_of_an_earlier_position_is_stale(house: House) -> None:
    table = await house.playing(BEN)
    person = actor(table)
    await table.act(person, "draw stock", decision=0)
    before = table.record
    with pytest.raises(StaleControlError):
        await table.act(person, "draw stock", decision=0)
    assert table.record == before


async def test_a_repeated_interaction_is_applied_once(house: House) -> None:
    """Discord may deliver a click twice. The second one gets the position after the first."""
    table = await house.playing(BEN)
    person, click = actor(table), house.interaction()
    await table.act(person, "draw stock", click)
    card = table.position.view(table.record.seat_of(person)).hand[0]
    position = await table.act(person, f"discard {card}", click)
    assert position.record.decision == 1
    assert len(await house.store.tables.actions(table.id)) == 1


async def test_simultaneous_clicks_play_once(house: House) -> None:
    table = await house.playing(BEN)
    person = actor(table)
    results = await asyncio.gather(
        *(table.act(person, "draw stock", house.interaction(), decision=0) for _ in range(5)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, StaleControlError) for result in results) == 4
    assert table.record.decision == 1


async def test_concurrent_changes_by_two_processes_are_both_kept(house: House) -> None:
    """If another process has saved first, the change is made again from the newer position."""
    table = await house.lobby()
    elsewhere = house.another()
    twin = await elsewhere.require(table.id)
    await twin.join(BEN)
    await table.join(CLEO)
    assert table.record.people == (ADA.id, BEN.id, CLEO.id)
    assert await house.store.tables.load(table.id) == table.record
    await elsewhere.close()


async def test_persistent_save_conflicts_ask_to_try_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """If other processes win every race for the table, the bot gives up after five tries, and nothing has changed."""
    table = await house.lobby()

    async def too_late(_change: object) -> None:
        raise StoreConflictError

    with monkeypatch.context() as patched:
        patched.setattr(house.store.tables, "save", too_late)
        with pytest.raises(TableError, match="very busy; please try again"):
            await table.join(BEN)
    assert table.record.people == (ADA.id,)
    await table.join(BEN)
    assert table.record.people == (ADA.id, BEN.id)


async def test_computer_players_draw_and_discard_together_after_the_pause(house: House) -> None:
    table = await house.playing(computers=1)
    await house.clock.advance(house.pace.move_delay + 0.01)
    while table.position.person_to_act is None:
        await house.clock.advance(house.pace.move_delay + 0.01)
    start = table.record.decision
    await table.act(ADA.id, "draw stock")
    await table.act(ADA.id, f"discard {table.position.view(0).hand[0]}")
    assert table.record.deadline.kind is Wake.COMPUTER_MOVE
    await house.clock.advance(house.pace.move_delay - 0.1)
    assert table.record.decision == start + 2
    await house.clock.advance(0.2)
    assert table.record.decision == start + 4
    assert table.position.person_to_act == ADA.id


async def test_a_table_of_computer_players_plays_itself_to_the_end(house: House) -> None:
    table = await house.lobby(watch=True, places=2)
    assert phase(table) is Phase.PLAYING
    assert table.record.people == ()
    for _ in range(5_000):
        if phase(table) is not Phase.PLAYING:
            break
        await house.clock.advance(house.pace.move_delay)
    assert phase(table) is Phase.OVER
    assert min(table.position.outcome.ranks) == 1
    assert len(table.position.view(None).penalties) == 11


async def test_a_failing_computer_player_is_logged_and_retried(house: House, caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        async def choose(self, *_: object) -> Choice:
            raise RuntimeError("no thought today")

    table = await house.playing(computers=1)
    good, house.tables._waker._thinkers = house.tables._waker._thinkers, Broken()
    await house.clock.advance(2)
    for _ in range(60):
        if table.position.person_to_act == ADA.id:
            await table.act(ADA.id, "draw stock")
            await table.act(ADA.id, f"discard {table.position.view(0).hand[0]}")
        await house.clock.advance(2)
        if "could not act on its deadline" in caplog.text:
            break
    assert "could not act on its deadline" in caplog.text
    stuck = table.record.decision
    house.tables._waker._thinkers = good
    await house.clock.advance(60)
    assert table.record.decision > stuck


async def test_a_leavers_turn_is_played_by_the_computer(house: House) -> None:
    table = await house.playing(BEN)
    leaver = actor(table)
    await table.leave(leaver)
    await house.clock.advance(house.pace.move_delay + 0.1)
    assert table.record.decision == 2
    assert leaver not in table.record.people
    assert table.position.person_to_act not in (leaver, None)


async def test_a_game_that_everybody_left_is_closed(house: House) -> None:
    table = await house.playing(BEN)
    await table.leave(ADA.id)
    await table.leave(BEN.id)
    assert phase(table) is Phase.CLOSED
    assert table.record.closing_reason == "Everybody left."


async def test_a_player_who_does_not_move_for_days_is_replaced(house: House) -> None:
    """A player who keeps a game waiting is replaced by a computer player, and the others play on. When nobody is left,
    the table closes.
    """
    table = await house.playing(BEN)
    slow = table.position.person_to_act
    await house.clock.advance(house.pace.idle + 10)
    assert slow not in table.record.people
    assert phase(table) is Phase.PLAYING
    assert table.position.person_to_act in table.record.people
    await house.clock.advance(house.pace.idle + 10)
    assert phase(table) is Phase.CLOSED
    assert table.record.ended_at == pytest.approx(house.clock.now(), abs=20)


async def test_only_the_host_or_a_channel_manager_ends_a_game(house: House) -> None:
    table = await house.playing(BEN)
    with pytest.raises(TableError, match="Only the host"):
        await table.end(BEN.id, may_manage=False)
    await table.end(CLEO.id, may_manage=True)
    assert phase(table) is Phase.CLOSED
    assert table.position.seat_to_act is None
    with pytest.raises(TableError, match="already ended"):
        await table.end(ADA.id, may_manage=False)
    assert await table.close("again") is None


async def test_every_saved_change_is_announced_once_and_in_order(house: House) -> None:
    table = await house.playing(BEN)
    await table.act(actor(table), "draw stock")
    assert [told.record.version for told in house.herald.told] == [1, 2, 3, 4]
    assert house.herald.told[-1] is table.position


async def test_recent_events_do_not_show_a_drawn_card(house: House) -> None:
    """The card drawn from the stock is the player's secret, and everybody sees the recent events."""
    table = await house.playing(BEN)
    await table.act(actor(table), "draw stock")
    drawn = table.record.recent[-1]
    assert drawn.kind == "card_drawn"
    assert "card" not in drawn.facts


async def test_a_draft_belongs_to_one_decision(house: House) -> None:
    table = await house.playing(BEN)
    person = actor(table)
    await table.save_draft(person, 0, {"cards": ["0C"]})
    draft = await table.draft(person)
    assert draft is not None
    assert draft.content == {"cards": ["0C"]}
    assert await table.draft(other(table)) is None
    with pytest.raises(NotYourTurnError):
        await table.save_draft(other(table), 0, {})
    await table.act(person, "draw stock")
    assert await table.draft(person) is None
    with pytest.raises(StaleControlError):
        await table.save_draft(person, 0, {"cards": []})


async def test_consecutive_computer_players_pause_less(house: House) -> None:
    """People who wait for their turn wait for only one full pause."""
    table = await house.playing(computers=3, places=4)
    while table.position.person_to_act is None:
        await house.clock.advance(house.pace.move_delay + 0.01)
    await table.act(ADA.id, "draw stock")
    await table.act(ADA.id, f"discard {table.position.view(0).hand[0]}")
    waited = []
    while table.position.person_to_act is None:
        waited.append(round(table.record.deadline.at - house.clock.now(), 2))
        await house.clock.advance(waited[-1] + 0.001)
    assert waited == [house.pace.move_delay, SHORT_PAUSE, SHORT_PAUSE]


async def test_many_watched_tables_slow_down_together(house: House) -> None:
    """Together they play ten turns a second, however many there are. Tables where people play are not affected."""
    peopled = await house.playing(computers=1)
    watched = [await house.lobby(watch=True, places=2, channel_id=99 + number) for number in range(51)]
    assert pause(watched[50]) == 5.0
    assert pause(watched[0]) == house.pace.move_delay, "when its turn was set it was alone"
    await house.clock.advance(5.0)
    assert pause(watched[0]) == 5.0
    while peopled.position.person_to_act is None:
        await house.clock.advance(2)
    await peopled.act(ADA.id, "draw stock")
    await peopled.act(ADA.id, f"discard {peopled.position.view(0).hand[0]}")
    assert pause(peopled) == house.pace.move_delay
    for table in watched[:40]:
        await table.end(ADA.id, may_manage=True)
    await house.clock.advance(5.0)
    assert pause(watched[50]) == house.pace.move_delay


def pause(table: Any) -> float:
    """How long the table's computer player waits before its turn."""
    deadline = table.record.deadline
    assert deadline is not None
    assert deadline.kind is Wake.COMPUTER_MOVE
    return round(float(deadline.at - deadline.since), 3)


async def test_a_hint_is_computed_once_for_a_position(house: House) -> None:
    """A second computation may run out of time, and suggest something else."""
    table = await house.playing(BEN)
    choose, asked = house.thinkers.choose, list[Any]()

    async def count(*about: Any) -> Any:
        asked.append(about)
        return await choose(*about)

    house.thinkers.choose = count
    person = table.position.person_to_act
    hints = [await house.tables.hints.hint(table, person) for _ in range(2)]
    assert hints[0] is hints[1]
    assert len(asked) == 1
    await table.act(person, "draw stock")
    await house.tables.hints.hint(table, person)
    assert len(asked) == 2


async def test_no_draft_is_saved_for_a_turn_that_another_process_has_moved_on(house: House) -> None:
    table = await house.playing(BEN)
    person = table.position.person_to_act
    elsewhere = house.another()
    await (await elsewhere.require(table.id)).act(person, "draw stock")
    with pytest.raises(StaleControlError):
        await table.save_draft(person, 0, {"picked": []})
    assert table.record.decision == 1
    assert await table.draft(person) is None
    await elsewhere.close()
