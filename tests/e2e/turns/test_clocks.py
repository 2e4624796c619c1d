"""Turn clocks as people see them: the time on the board, a warning, the autopilot, and one click to come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.acts.turn_clock import turn_end
from bot.tables.model import guild_settings
from bot.ui.messages.turn_ping import TurnPing
from tests.e2e.four_people import posted
from tests.e2e.table_talk import advice, choose_setting, control, private, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World

MINUTE = 60


async def start_with_clock(world: World, *names: str, clock: int = MINUTE, **options: Any) -> Any:
    """Start a table with a clock."""
    host, *others = [world.person(name) for name in names]
    wanted = {"game": "three-thirteen", "seats": max(2, len(names)), **options}
    await host.slash(world.channel, "table new", clock=clock, **wanted)
    for other in others:
        await other.click(world.board(), custom_id=control(world.board(), "join"))
    await host.click(world.board(), custom_id=control(world.board(), "start"))
    return await world.table()


async def play_turn(world: World, table: Any, name: str) -> None:
    """Draw and discard from the direct message."""
    person = world.person(name)
    for _ in range(2):
        hand = world.dm(name)
        await person.user.click(hand, custom_id=control(hand, "act", advice(table, person.id)))


def pings(world: World) -> list[str]:
    """Return the texts of the messages that are not boards."""
    return [text(message) for message in world.channel.history() if message.content]


async def test_the_clock_warns_before_the_autopilot_plays_the_turn(world: World) -> None:
    """Board and hand show the time in Discord's own form. There is one warning, which replaces the mention."""
    table = await start_with_clock(world, "anna", "ben", clock=5 * MINUTE)
    name = world.name_to_act(table)
    stamp = f"<t:{int(turn_end(table.record) or 0)}:R>"
    assert stamp in text(world.board())
    assert stamp in text(world.dm(name))
    await world.env.advance_time(4 * MINUTE - 2)
    assert not [ping for ping in pings(world) if "then the computer plays it" in ping]
    await world.env.advance_time(4)
    who, link = world.person(name).id, f"https://discord.com/channels/{world.guild.id}/{world.channel.id}"
    assert pings(world) == [
        f"<@{who}>, your turn at [table {table.id}]({link}) ends {stamp}; then the computer plays it for you."
    ]
    assert table.record.decision == 0
    await world.env.advance_time(MINUTE)
    assert table.record.decision == 2
    assert f"**{name}** ran out of time; the computer took over the turn." in text(world.board())
    other = "ben" if name == "anna" else "anna"
    assert [ping.split(",")[0] for ping in pings(world)] == [f"<@{world.person(other).id}>"]


async def test_a_warning_that_comes_while_a_mention_is_put_off_is_not_lost(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock warns while the bot looks up when to mention a player who is still active."""
    table = await start_with_clock(world, "anna", "ben", clock=5 * MINUTE)
    monkeypatch.setattr("bot.ui.messages.turn_ping.PING_AFTER_SECONDS", 45.0)
    due = TurnPing._due

    async def slowly(mention: TurnPing, *about: Any, urgent: bool) -> float | None:
        monkeypatch.setattr(TurnPing, "_due", due)
        when = await due(mention, *about, urgent=urgent)
        await table.warn(table.record.deadline)
        return when

    await play_turn(world, table, world.name_to_act(table))
    monkeypatch.setattr(TurnPing, "_due", slowly)
    await play_turn(world, table, world.name_to_act(table))
    await world.env.settle()
    [warning] = [ping for ping in pings(world) if "then the computer plays it" in ping]
    assert warning.startswith(f"<@{table.position.person_to_act}>")


@pytest.mark.parametrize("chosen_by", ["person", "server"])
async def test_the_clock_also_warns_people_whose_turns_are_not_mentioned(world: World, chosen_by: str) -> None:
    """The computer used to take their turns without a word."""
    if chosen_by == "person":
        for name in ("anna", "ben"):
            await choose_setting(world.person(name), world.channel, "mentions", "never")
    else:
        await guild_settings.save(world.bot.store.people, world.guild.id, mentions="never")
    table = await start_with_clock(world, "anna", "ben", clock=5 * MINUTE)
    who = world.person(world.name_to_act(table)).id
    await world.env.advance_time(4 * MINUTE - 2)
    assert pings(world) == []
    await world.env.advance_time(4)
    [warning] = pings(world)
    assert warning.startswith(f"<@{who}>")
    assert "then the computer plays it" in warning


async def test_the_computer_is_credited_only_with_the_rest_of_a_turn(world: World) -> None:
    """A player who drew by hand and ran out of time was once told that the computer had drawn."""
    table = await start_with_clock(world, "anna", "ben")
    name = world.name_to_act(table)
    person, hand = world.person(name), world.dm(name)
    await person.user.click(hand, custom_id=control(hand, "act", "draw stock"))
    await world.env.advance_time(MINUTE + 1)
    assert table.record.decision == 2
    [drew, ran_out, discarded] = [line for line in text(world.board()).splitlines() if f"**{name}**" in line][-3:]
    assert "drew" in drew
    assert f"**{name}** ran out of time; the computer took over the turn." in ran_out
    assert "discarded" in discarded
    assert "The computer played for you: it discarded" in text(world.dm(name)), "at once, not only at the next turn"
    await play_turn(world, table, "ben" if name == "anna" else "anna")
    assert "The computer played for you: it discarded" in text(world.dm(name))


async def begin_a_turn(world: World, table: Any, person: int) -> None:
    """Play until the person has cards to play, and play one of them by hand."""

    def has_much_to_play() -> bool:
        return table.position.person_to_act == person and advice(table, person).startswith("play")

    await world.play_on(table, until=has_much_to_play)
    with world.env._bot_scope():
        await table.act(person, advice(table, person))


async def test_the_clock_in_huxxy_finishes_a_turn_begun_by_hand(world: World) -> None:
    """A turn of Huxxy is one event at its end. Cards played by hand were once reported as the computer's."""
    table = await start_with_clock(world, "anna", game="huxxy", seats=4, bots=3)
    anna = world.person("anna")
    await begin_a_turn(world, table, anna.id)
    await world.env.advance_time(MINUTE + 1)
    assert table.position.person_to_act == anna.id
    assert "The computer finished the turn that you had begun: you " in text(world.dm("anna"))


async def test_the_autopilot_in_huxxy_finishes_a_turn_begun_by_hand(world: World) -> None:
    """Cards played by hand before the autopilot was turned on were once reported as the computer's."""
    table = await start_with_clock(world, "anna", "ben", game="huxxy", seats=4, bots=2, clock=5 * MINUTE)
    anna = world.person("anna")
    await begin_a_turn(world, table, anna.id)
    await anna.slash(world.channel, "table autopilot", on=True)
    await anna.slash(world.channel, "table autopilot", on=False)
    assert table.position.person_to_act != anna.id
    await world.play_on(table, until=lambda: table.position.person_to_act == anna.id)
    assert "The computer finished the turn that you had begun: you " in text(world.dm("anna"))


async def test_three_missed_turns_start_the_autopilot_until_a_click(world: World) -> None:
    """The board says who is away. The button works for nobody else, and the seat is then played by hand again."""
    table = await start_with_clock(world, "anna", "ben")
    seat, missed = table.record.seat_of(world.person("ben").id), 0
    for _ in range(20):
        if table.record.seats[seat].autopilot:
            break
        if table.position.person_to_act == world.person("anna").id:
            await play_turn(world, table, "anna")
        else:
            missed += 1
            await world.env.advance_time(MINUTE + 1)
    assert table.record.seats[seat].autopilot
    assert missed == 3
    board = world.board()
    assert "The autopilot plays for ben until they are back." in text(board)
    back = control(board, "back")
    assert "already playing your own seat" in sentence(await world.person("anna").click(board, custom_id=back))
    assert "who are away" in sentence(await world.person("zoe").click(board, custom_id=back))
    answer = await world.person("ben").click(board, custom_id=back)
    assert "Your hand" in text(private(answer))
    assert not table.record.seats[seat].autopilot
    assert table.record.seats[seat].helped
    assert "**ben** is back." in text(world.board())


async def test_a_game_that_nobody_played_in_time_says_so(world: World) -> None:
    """Three missed turns of the only player close a game that has not begun. Board and hand used to vanish, so that
    somebody who was reading the rules found nothing left, and no reason.
    """
    table = await start_with_clock(world, "anna", bots=1)
    await world.env.advance_time(10 * MINUTE)
    assert not table.record.phase.is_live
    for shown in (world.board(), world.dm("anna")):
        assert "Nobody played in time" in text(shown)
    assert control(world.board(), "rematch")


async def test_a_hand_on_autopilot_has_a_button_to_come_back(world: World) -> None:
    """It used to say to wait for the turn as well, and promised news of a turn that the autopilot plays."""
    table = await start_with_clock(world, "anna", "ben")
    name = "ben" if world.name_to_act(table) == "anna" else "anna"
    person = world.person(name)
    assert "Wait for your turn" in text(world.dm(name))
    await person.slash(world.channel, "table autopilot", on=True)
    assert "The autopilot plays for you" in text(world.dm(name))
    assert "Wait for your turn" not in text(world.dm(name))
    await person.user.click(world.dm(name), custom_id=control(world.dm(name), "back"))
    assert table.record.present == table.record.people
    assert "The autopilot plays for you" not in text(world.dm(name))
    assert "Wait for your turn" in text(world.dm(name))


async def test_a_running_clock_survives_a_restart(world: World) -> None:
    """The clock runs on in the next process, and the turn ends when it would have ended."""
    table = await start_with_clock(world, "anna", "ben", clock=5 * MINUTE)
    await world.env.advance_time(3 * MINUTE)
    await world.restart()
    table = await world.table()
    await world.env.advance_time(2 * MINUTE + 10)
    assert table.record.decision == 2
    assert "ran out of time" in text(world.board())


async def test_a_warning_is_not_repeated_after_a_restart(world: World) -> None:
    """The process died before it had recorded that the warning was announced, so the next one announces the table."""
    await start_with_clock(world, "anna", "ben", clock=5 * MINUTE)
    await world.env.advance_time(4 * MINUTE + 2)
    [warning] = pings(world)
    assert "then the computer plays it" in warning
    await world.restart()
    with world.env._bot_scope():
        world.bot.announcer.announce((await world.table()).position)
    await world.env.settle()
    assert len([ping for ping in posted(world) if "then the computer plays it" in ping.content]) == 1
