"""A hand that one process shows is kept up to date by the process of its table, and stays when that one changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.tables.model.leases import Leases
from tests.e2e.hands.open_hands import in_turn, keep_hands_in_channel, live_hands, open_hand, play
from tests.e2e.other_process import another_process
from tests.e2e.table_talk import actions, choose_setting, control, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_private_hands_are_paused_when_another_process_takes_over(world: World) -> None:
    """They used to show an old turn, as nobody had a token for them, until the former process paused them after a
    quarter of an hour, even if they had been continued in the other one by then. And the direct message went on
    pointing to the paused hand.
    """
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    hand = await open_hand(world, name)
    await world.env.advance_time(3)
    with world.env._bot_scope():
        world.bot.among_others.apply_leases(Leases(frozenset(), leads=False), 30)
    await world.env.settle()
    assert "Paused: press Continue to go on." in text(hand).replace("**", "")
    assert actions(world.dm(name))
    await world.person(name).click(hand, custom_id=control(hand, "refresh"))
    assert actions(hand)


async def test_a_hand_that_was_continued_is_not_paused_by_the_former_process(world: World) -> None:
    """It had been stopped for longer than its lease, and paused the hand late, over what the new process had shown."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    hand = await open_hand(world, name)
    private = world.bot.announcer._private
    live = private.live.of(table.id, world.person(name).id)
    assert live is not None
    async with another_process(world, table):
        with world.env._bot_scope():
            await private._leave(live)
        assert not actions(hand)
    assert actions(hand)


async def test_a_hand_that_another_process_has_shown_is_kept_up_to_date(world: World) -> None:
    """In a server of another process, say. It used to stay as it was until it was pressed."""
    await keep_hands_in_channel(world, "anna", "ben")
    table = await world.seated("anna", "ben")
    first, other = in_turn(world, table)
    await open_hand(world, first)
    older = await open_hand(world, other)
    async with another_process(world, table):
        waiting = await open_hand(world, other)
    assert "Your hand is open in a newer message" in text(older)
    await play(world, table, first)
    assert "Your turn" in text(waiting)
    async with another_process(world, table):
        await play(world, table, other)
    assert "Your turn" not in text(world.hand(other))
    await play(world, table, first)
    assert "Your turn" in text(world.hand(other))
    assert [m.id for m in live_hands(world, other)] == [waiting.id]


async def test_an_older_hand_links_in_its_persons_language_to_one_of_another_process(world: World) -> None:
    """The notice of the newer hand has no language, so the link was in the host's."""
    await keep_hands_in_channel(world, "anna", "ben")
    await choose_setting(world.person("ben"), world.channel, "language", "de")
    table = await world.seated("anna", "ben")
    older = await open_hand(world, "ben")
    async with another_process(world, table):
        await world.person("ben").slash(world.channel, "hand")
    assert "Deine Karten sind jetzt in einer neueren Nachricht" in text(older)


async def test_an_answer_of_another_process_does_not_replace_something_newer(world: World) -> None:
    """Two processes may answer a press. The one that does not look after the table was slow, and showed an older
    position last, so it looked as if it were nobody's turn.
    """
    await keep_hands_in_channel(world, "anna", "ben")
    table = await world.seated("anna", "ben")
    first, other = in_turn(world, table)
    await open_hand(world, first)
    waiting = await open_hand(world, other)
    before = table.position
    await play(world, table, first)
    async with another_process(world, table):
        with pytest.MonkeyPatch.context() as slow:
            slow.setattr(type(table), "position", before)
            await world.person(other).click(waiting, custom_id=control(waiting, "refresh"))
        assert "Your turn" not in text(waiting)
    assert "Your turn" in text(waiting)


async def test_a_hint_of_another_process_stays(world: World) -> None:
    """The table's own process does not know the hint, so it does not draw the hand again until something changes."""
    await keep_hands_in_channel(world, "anna", "ben")
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    hand = await open_hand(world, name)
    async with another_process(world, table):
        await world.person(name).click(hand, custom_id=control(hand, "hint"))
        hinted = text(world.hand(name))
        assert "After a hint" in hinted
    assert text(world.hand(name)) == hinted


async def test_a_hand_at_a_table_that_is_no_longer_here_is_not_taken(world: World) -> None:
    """Its shard has changed hands since it was handed on. Nor is it handed on once more."""
    await keep_hands_in_channel(world, "anna", "ben")
    table = await world.seated("anna", "ben")
    await open_hand(world, "anna")
    private, anna = world.bot.announcer._private, world.person("anna").id
    hand = private.live.of(table.id, anna)
    assert hand is not None
    before = len(world.env.http_requests)
    async with another_process(world, table):
        await world.bot.announcer.answers.take_private_hand(hand.to_data())
        assert private.live.of(table.id, anna) is None
    assert private.live.of(table.id, anna) is hand
    assert len(world.env.http_requests) == before
