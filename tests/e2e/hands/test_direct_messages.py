"""Hands by direct message: everybody gets their own, edited only when it changes, or in the channel without DMs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.ui.messages.hand_sender import FLAGGED_PAUSE_SECONDS
from bot.ui.messages.posting import OLD_AFTER_SECONDS
from tests.e2e.four_people import NAMES, play_turns, posted, times_opened
from tests.e2e.table_talk import advice, choose_setting, control, pictures, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_a_player_with_closed_dms_plays_from_the_channel(world: World) -> None:
    """Everybody plays three turns. The person with closed direct messages is told once, and plays from the channel."""
    world.close_dms("dan")
    table = await world.seated(*NAMES)
    await play_turns(world, table, 12, closed="dan")
    assert table.record.decision == 24
    for name in NAMES[:3]:
        assert len(world.person(name).user.dm_channel.history()) == 1
        assert "cards · Friends" in text(world.dm(name))
    pings = [m.content for m in posted(world) if "could not send you your cards" in m.content]
    assert len(pings) == 1
    assert f"<@{world.person('dan').id}>" in pings[0]


async def test_closed_dms_are_noticed_when_the_dm_cannot_be_opened(world: World) -> None:
    """Discord refuses to open the conversation with another status. The bot once tried forever, and told nobody."""
    world.env.inject_error("POST", "/users/@me/channels", status=400, code=50007, message="closed", times=None)
    anna = world.person("anna")
    await world.play_beginning(await world.seated("anna", "ben"))
    await world.env.advance_time(30)
    assert (await world.bot.store.people.settings(anna.id)).dm_closed
    assert any("could not send you your cards" in message.content for message in posted(world))
    exported = (await anna.slash(world.channel, "privacy export")).response
    assert "I cannot send you direct messages, so here it is." in text(exported)


async def test_a_hand_in_closed_dms_is_edited_or_else_deleted(world: World) -> None:
    """A person who closes their direct messages keeps the hand sent before, so it is still edited.

    It once showed an old hand for the rest of the game. If it cannot be edited either, it is deleted.
    """
    table = await world.seated("anna", "ben")
    await world.env.advance_time(OLD_AFTER_SECONDS + 60)
    anna = world.person("anna")
    world.close_dms("anna")

    async def until_it_is(name: str) -> None:
        for _ in range(3):
            with world.env._bot_scope():
                to_act = table.position.person_to_act
                await table.act(to_act, advice(table, to_act))
                await table.act(to_act, advice(table, to_act))
            await world.env.advance_time(30)
            if world.name_to_act(table) == name:
                break

    await until_it_is("anna")
    assert (await world.bot.store.people.settings(anna.id)).dm_closed
    assert "Your turn" in text(world.dm("anna"))
    await until_it_is("ben")
    assert "Your turn" not in text(world.dm("anna"))
    await until_it_is("anna")
    assert "Your turn" in text(world.dm("anna"))
    world.env.inject_error("PATCH", f"/channels/{anna.user.dm_channel.id}/*", status=403, code=50007, times=None)
    await until_it_is("ben")
    assert anna.user.dm_channel.history() == []


async def test_an_old_hand_is_replaced_only_when_its_players_turn_comes(world: World) -> None:
    """Discord limits edits of old messages, and a new message is seen. The other's hand is edited however old it is."""
    table = await world.seated("anna", "ben")
    await world.env.advance_time(OLD_AFTER_SECONDS + 60)
    played = world.name_to_act(table)
    before = {name: world.dm(name).id for name in ("anna", "ben")}
    await world.play_on(table, until=lambda: world.name_to_act(table) != played)
    await world.env.settle()
    for name, hand in before.items():
        assert [message.id == hand for message in world.person(name).user.dm_channel.history()] == [name == played]


async def test_a_replaced_hand_that_is_pressed_before_it_is_deleted_stays(world: World) -> None:
    """Discord fails to delete it for a while. It was the hand again, and then deleted as well as the newer one."""
    table = await world.seated("anna", "ben")
    name = "anna" if world.name_to_act(table) == "ben" else "ben"
    user, older = world.person(name).user, world.dm(name)
    await world.env.advance_time(OLD_AFTER_SECONDS + 60)
    world.env.inject_error("DELETE", f"/channels/{user.dm_channel.id}/*", status=503, times=None)
    await play_turns(world, table, 1)
    assert len(user.dm_channel.history()) == 2
    world.env.backend.faults.clear()
    await user.click(older, custom_id=control(older, "refresh"))
    await world.env.advance_time(120)
    assert [message.id for message in user.dm_channel.history()] == [older.id]


@pytest.mark.parametrize(
    ("path", "code"),
    [("/channels/{}/messages", 40003), ("/users/@me/channels", 40003), ("/users/@me/channels", 50001)],
)
async def test_a_direct_message_refused_for_a_moment_is_sent_later(world: World, path: str, code: int) -> None:
    """Discord limits how fast a bot opens direct messages, and for a moment may know of no access to one.

    Such a refusal says nothing about the person's settings. The second kind was once taken for closed direct messages.
    """
    anna = world.person("anna")
    path = path.format(anna.user.dm_channel.id)
    world.env.inject_error("POST", path, status=403, code=code, message="not now")
    table = await world.seated("anna", "ben")
    await world.env.advance_time(30)
    assert not world.env.backend.faults
    assert len(anna.user.dm_channel.history()) == 1
    assert "Your hand" in text(world.dm("anna"))
    await world.play_beginning(table)
    world.env.inject_error("PATCH", f"/channels/{anna.user.dm_channel.id}/*", status=403, code=code, message="not now")
    await world.slash_and_confirm("anna", "table end")
    await world.env.advance_time(30)
    assert "This table was closed" in text(world.dm("anna"))
    assert not (await world.bot.store.people.settings(anna.id)).dm_closed


async def test_bot_flagged_for_spam_writes_to_new_people_later(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """Discord lets a flagged bot write only to people to whom it has written before, until its owner has appealed.

    New players used to be stored as accepting no direct messages, for good. At each of their turns, they are mentioned
    and told where their cards are. Discord is asked again once an hour.
    """

    async def until_it_is(name: str) -> None:
        await world.play_on(table, until=lambda: world.name_to_act(table) == name)
        await world.env.advance_time(5)

    world.env.inject_error("POST", "/users/@me/channels", status=403, code=20026, message="flagged", times=None)
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    await until_it_is("anna")
    for name in ("ben", "anna", "ben"):
        await until_it_is(name)
        shown = [message.content for message in world.channel.history()]
        [mention] = [words for words in shown if "could not send you your cards" in words]
        assert f"<@{world.person(name).id}>" in mention
    assert times_opened(world) == 2
    assert "flagged the bot for spam" in caplog.text
    world.env.backend.faults.clear()
    for person in (world.person("anna"), world.person("ben")):
        assert not person.user.dm_channel.history()
        assert not (await world.bot.store.people.settings(person.id)).dm_closed
    await world.env.advance_time(FLAGGED_PAUSE_SECONDS + 60)
    await until_it_is("ben")
    await until_it_is("anna")
    assert "Your turn" in text(world.dm("anna"))
    assert times_opened(world) == 4


@pytest.mark.parametrize("method", ["POST", "PATCH"])
async def test_direct_messages_without_access_are_opened_anew(
    world: World, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """Discord goes on refusing messages until the bot opens the conversation again, which discord.py does only once.

    The hand was never sent.
    """
    anna, open_dm = world.person("anna"), discord.http.HTTPClient.start_private_message

    def opened(http: discord.http.HTTPClient, person: int) -> Any:
        world.env.backend.faults.clear()
        return open_dm(http, person)

    table = await world.seated("anna", "ben")
    if method == "POST":
        await world.env.advance_time(OLD_AFTER_SECONDS + 60)  # at her turn, the hand is sent anew
    await world.play_on(table, until=lambda: world.name_to_act(table) == "ben")
    await world.env.advance_time(30)
    monkeypatch.setattr(discord.http.HTTPClient, "start_private_message", opened)
    path = f"/channels/{anna.user.dm_channel.id}/messages*"
    world.env.inject_error(method, path, status=403, code=50001, message="Missing Access", times=None)
    await world.play_on(table, until=lambda: world.name_to_act(table) == "anna")
    await world.env.advance_time(30)
    assert "Your turn" in text(world.dm("anna"))


async def test_a_hand_says_who_has_which_seat(world: World) -> None:
    """Pictures and commands refer to seats by number, so a hand lists who has which seat."""
    await world.seated("anna", "ben", bots=1)
    assert "-# Seats: 1 you · 2 🤖 **Carl** · 3 **ben**" in text(world.dm("anna"))
    assert "-# Seats: 1 **anna** · 2 🤖 **Carl** · 3 you" in text(world.dm("ben"))


async def test_a_player_can_choose_to_get_no_direct_messages(world: World) -> None:
    """A person who chose to have no direct messages gets none, and plays with “My hand”."""
    await choose_setting(world.person("anna"), world.channel, "hand", "channel")
    table = await world.seated("anna", bots=2)
    await play_turns(world, table, 2, closed="anna")
    assert not world.person("anna").user.dm_channel.history()


async def test_a_dm_is_edited_only_when_its_hand_or_turn_changes(world: World) -> None:
    """Ben's message is not edited while Cleo and Dan play."""
    table = await world.seated(*NAMES)
    same_round = False
    while not same_round:  # a new deal changes every hand
        while world.name_to_act(table) != "cleo":
            await play_turns(world, table, 1)
        before, dealt = len(world.env.http_requests), table.position.view(None).round
        await play_turns(world, table, 1)
        same_round = table.position.view(None).round == dealt
    ben = f"/channels/{world.person('ben').user.dm_channel.id}/"
    assert not [r for r in world.env.http_requests[before:] if r.path.startswith(ben)]


async def test_starting_a_game_with_open_hands_refers_to_the_board(world: World) -> None:
    """Nobody is sent a hand in a game with open hands, so the answer to the start refers to the board's buttons."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="notty", bots=1)
    assert "with the buttons on the board" in sentence(await anna.slash(world.channel, "table start"))
    assert world.dm("anna") is None


async def test_a_deleted_hand_is_sent_again(world: World) -> None:
    """A deleted hand is sent again with the next change of hand or turn."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    other = world.person("ben" if name == "anna" else "anna")
    for message in other.user.dm_channel.history():
        world.env.backend.delete_message(message.channel.id, message.id)
    for _ in range(2):
        hand, person = world.dm(name), world.person(name)
        await person.user.click(hand, custom_id=control(hand, "act", advice(table, person.id)))
    assert "Your turn" in text(other.user.dm_channel.history()[-1])


async def test_a_changed_setting_shows_in_the_hand_at_once(world: World) -> None:
    """A changed language or picture setting shows in the hand at once. It once waited for the next move."""
    await world.seated("anna", "ben")
    ben = world.person("ben")
    before = len(world.env.http_requests)
    for setting, value, now in (("language", "de", "Deine Hand"), ("pictures", "off", "★")):
        await choose_setting(ben, world.channel, setting, value)
        await world.env.advance_time(5)
        assert now in text(world.dm("ben"))
    assert not pictures(world.dm("ben"))
    anna = f"/channels/{world.person('anna').user.dm_channel.id}/"
    assert not [request for request in world.env.http_requests[before:] if request.path.startswith(anna)]


async def test_a_hand_is_sent_at_once_when_dms_are_reopened(world: World) -> None:
    """The hand is sent as soon as direct messages are allowed again, because everybody is waiting for its owner."""
    world.close_dms("anna")
    table = await world.seated("anna", "ben")
    anna = world.person("anna")
    await world.env.advance_time(30)
    assert (await world.bot.store.people.settings(anna.id)).dm_closed
    world.env.backend.faults.clear()
    while world.name_to_act(table) != "anna":
        with world.env._bot_scope():
            await table.act(world.person("ben").id, advice(table, world.person("ben").id))
    await world.env.advance_time(30)
    await choose_setting(anna, world.channel, "hand", "dm")
    await world.env.advance_time(5)
    assert "Your turn" in text(world.dm("anna"))


async def test_the_note_about_closed_dms_says_how_to_get_the_hand_there_again(world: World) -> None:
    """It only said to open them, and whoever did that went on getting no hand."""
    world.close_dms("anna")
    await world.seated("anna", "ben")
    await world.env.advance_time(30)
    hand = (await world.person("anna").slash(world.channel, "hand")).response
    assert "then choose “My hand by direct message” in /settings" in text(hand)


async def test_an_old_hand_is_edited_during_quiet_hours(world: World) -> None:
    """No new hand is sent in quiet hours, so the old one is edited. It once said to wait until they were over."""
    table = await world.seated("anna", "ben")
    name = "ben" if world.name_to_act(table) == "anna" else "anna"
    person, mover = world.person(name), table.position.person_to_act
    await world.bot.store.people.change(person.id, quiet="00:30-20:00", zone="UTC")
    await world.env.advance_time(2 * 3600)
    for _ in range(2):
        with world.env._bot_scope():
            await table.act(mover, advice(table, mover))
    await world.env.advance_time(30)
    (hand,) = person.user.dm_channel.history()
    assert "Your turn" in text(hand)
