"""Each person has one live hand at a table, wherever they opened it last, and it is always up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.tables.model.records import Phase
from bot.ui.interaction.free_edits import LIFETIME_SECONDS
from tests.e2e.hands.open_hands import in_turn, keep_hands_in_channel, live_hands, open_hand, play
from tests.e2e.table_talk import (
    actions,
    advice,
    choose_setting,
    control,
    parts,
    text,
)

if TYPE_CHECKING:
    from tests.e2e.conftest import World

MINUTE = 60


@pytest.mark.parametrize("game", ["three-thirteen", "notty"])
async def test_a_hand_in_the_channel_is_kept_up_to_date(world: World, game: str) -> None:
    """A hand that was opened once shows when it is its owner's turn, whoever played before."""
    await keep_hands_in_channel(world, "anna", "ben")
    table = await world.seated("anna", "ben", game=game)
    first, other = in_turn(world, table)
    waiting = await open_hand(world, other)
    assert "Wait for your turn; this message will tell you." in text(waiting)
    await open_hand(world, first)
    if game == "notty":
        await world.person(first).slash(world.channel, "draw", **{"from": "1"})
        await world.person(first).slash(world.channel, "end")
    else:
        await play(world, table, first)
    assert "Your turn" in text(waiting)
    assert actions(waiting)
    assert "Your turn" not in text(world.hand(first))
    assert len(live_hands(world, first)) == len(live_hands(world, other)) == 1


async def test_an_older_hand_becomes_a_link_to_the_newer_one(world: World) -> None:
    """An older hand becomes a link to the newer one, opened by the button, `/hand`, a move by command, or a hint."""
    await keep_hands_in_channel(world, "anna", "ben")
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    person = world.person(name)
    shown = [await open_hand(world, name)]
    for command, options in (("hand", {}), ("move", {"action": "draw stock"}), ("hint", {})):
        shown.append((await person.slash(world.channel, command, **options)).response)
        older, newer = shown[-2:]
        assert f"Your hand is open in a newer message: https://discord.com/channels/{world.guild.id}/" in text(older)
        assert str(newer.id) in text(older)
        assert not any("custom_id" in part for part in parts(older))
        assert [m.id for m in live_hands(world, name)] == [newer.id]


async def test_the_dm_points_to_a_hand_opened_in_the_channel(world: World) -> None:
    """The direct message is correct right after a command, and one press on it brings the hand back."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    person = world.person(name)
    drawn = (await person.slash(world.channel, "draw", **{"from": "stock"})).response
    await world.env.advance_time(3)
    assert "Your hand is open in a message that only you can see" in text(world.dm(name))
    assert [m.id for m in live_hands(world, name)] == [drawn.id]
    await person.user.click(world.dm(name), custom_id=control(world.dm(name), "refresh"))
    assert "Discard one card" in text(world.dm(name))
    assert "Your hand is open in a newer message: https://discord.com/channels/@me/" in text(drawn)
    assert [m.id for m in live_hands(world, name)] == [world.dm(name).id]
    assert world.dm(name).id == world.person(name).user.dm_channel.history()[0].id


async def test_the_dm_points_to_the_channels_hand_after_a_restart(world: World) -> None:
    """After a restart there were once two hands until the next move."""
    await world.seated("anna", "ben")
    await world.restart()
    shown = (await world.person("anna").slash(world.channel, "hand")).response
    await world.env.advance_time(3)
    assert [m.id for m in live_hands(world, "anna")] == [shown.id]
    assert "Your hand is open in a message that only you can see" in text(world.dm("anna"))


async def test_a_hand_pauses_before_its_token_expires_and_continues(world: World) -> None:
    await keep_hands_in_channel(world, "anna", "ben")
    await world.seated("anna", "ben")
    hand = await open_hand(world, "anna")
    await world.env.advance_time(LIFETIME_SECONDS + 1)
    assert "Paused: press Continue to go on." in text(hand).replace("**", "")
    [press] = [part for part in parts(hand) if "custom_id" in part]
    assert press["label"] == "Continue"
    await world.person("anna").click(hand, custom_id=press["custom_id"])
    assert "-# Seats: " in text(hand)
    await world.env.advance_time(LIFETIME_SECONDS - MINUTE)
    assert "-# Seats: " in text(hand)


async def test_a_paused_hand_is_in_the_language_that_was_chosen_since(world: World) -> None:
    """Its heading used to stay in the language in which the hand was opened."""
    await keep_hands_in_channel(world, "anna")
    await world.seated("anna", "ben")
    hand = await open_hand(world, "anna")
    await choose_setting(world.person("anna"), world.channel, "language", "de")
    await world.env.advance_time(LIFETIME_SECONDS + 1)
    assert "Pause: Drück **Weiter**" in text(hand)
    assert "## Deine Hand" in text(hand)


async def test_the_dm_becomes_the_hand_again_when_the_token_expires(world: World) -> None:
    await world.seated("anna", "ben")
    hand = await open_hand(world, "anna")
    await world.env.advance_time(3)
    assert [m.id for m in live_hands(world, "anna")] == [hand.id]
    await world.env.advance_time(LIFETIME_SECONDS + 1)
    assert "your hand is in your direct messages again" in text(hand)
    assert [m.id for m in live_hands(world, "anna")] == [world.dm("anna").id]


async def test_a_solo_games_message_is_the_hand_again_whatever_was_chosen_for_hands(world: World) -> None:
    """Its message in the direct messages once went on pointing to a hand that was paused, and showed none."""
    await keep_hands_in_channel(world, "anna")
    anna = world.person("anna")
    await anna.user.slash("solo", game="rummy")
    hand = (await anna.user.slash("hand")).response
    await world.env.advance_time(3)
    assert "Your hand is open in a message that only you can see" in text(world.dm("anna"))
    await world.env.advance_time(LIFETIME_SECONDS + 1)
    assert "your hand is in your direct messages again" in text(hand)
    assert "-# Seats: " in text(world.dm("anna"))


async def started_in_quiet_hours(world: World) -> None:
    """Begin a game of Ben's in Anna's quiet hours, which end at 20:00."""
    await world.bot.store.people.change(world.person("anna").id, quiet="00:00-20:00", zone="UTC")
    await world.seated("ben", "anna", start=False)
    await world.env.advance_time(3 * MINUTE)
    await world.person("ben").click(world.board(), custom_id=control(world.board(), "start"))


async def test_a_hand_that_expires_in_quiet_hours_promises_no_direct_message(world: World) -> None:
    """It once said that the hand was in the direct messages again, where none is sent in quiet hours."""
    await started_in_quiet_hours(world)
    assert world.dm("anna") is None
    hand = await open_hand(world, "anna")
    await world.env.advance_time(LIFETIME_SECONDS + 1)
    assert world.dm("anna") is None
    assert "Paused: press **Continue** to go on." in text(hand)


async def test_a_hand_that_expires_after_the_quiet_hours_continues_by_direct_message(world: World) -> None:
    """After the machine had slept, the hand still went by the time before, and promised nothing."""
    await started_in_quiet_hours(world)
    hand = await open_hand(world, "anna")
    world.machine.ahead += 21 * 60 * MINUTE
    await world.run_checks()
    await world.env.advance_time(LIFETIME_SECONDS + 1)
    assert "your hand is in your direct messages again" in text(hand)
    assert [m.id for m in live_hands(world, "anna")] == [world.dm("anna").id]


async def test_a_paused_hand_of_notty_is_continued_by_a_press(world: World) -> None:
    """It once said that the hand was in the direct messages again, where Notty's hands never are."""
    await world.seated("anna", "ben", game="notty")
    hand = await open_hand(world, "anna")
    await world.env.advance_time(LIFETIME_SECONDS + 1)
    assert "Paused: press **Continue** to go on." in text(hand)


async def test_the_dm_continues_when_a_hands_token_is_refused(world: World) -> None:
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    other = "ben" if name == "anna" else "anna"
    await open_hand(world, other)
    live = world.bot.announcer._private.live.of(table.id, world.person(other).id)
    assert live is not None
    token = live.token.value
    world.env.inject_error("PATCH", f"/webhooks/*/{token}/*", status=401, code=50027, times=None)
    for _ in range(2):
        hand = world.hand(name) or world.dm(name)
        await world.person(name).user.click(hand, custom_id=control(hand, "act", advice(table, world.person(name).id)))
    assert "Your turn" in text(world.dm(other))
    tried = [r for r in world.env.http_requests if token in r.path and r.method == "PATCH"]
    assert len([r for r in tried if not r.path.endswith("@original")]) == 1, "that would be the board"


@pytest.mark.parametrize("way", ["left", "kicked", "ended"])
async def test_a_private_hand_says_at_once_that_its_player_is_out(world: World, way: str) -> None:
    """A private hand says at once that its player is out, and has no button but that of a leaver to return, which makes
    it a hand again.
    """
    table = await world.seated("anna", "ben", "cleo")
    await world.play_beginning(table)
    hand = await open_hand(world, "ben")
    if way == "left":
        await world.slash_and_confirm("ben", "table leave")
        assert "A computer player has taken your seat" in text(hand)
    elif way == "kicked":
        await world.slash_and_confirm("anna", "table kick", user=world.person("ben"))
        assert "You were removed from this game" in text(hand)
    else:
        await world.slash_and_confirm("anna", "table end")
        assert "The host ended it." in text(hand)
    verbs = [part["custom_id"].split(":")[2] for part in parts(hand) if "custom_id" in part]
    assert verbs == (["back"] if way == "left" else [])
    if way == "left":
        await world.person("ben").click(hand, custom_id=control(hand, "back"))
        assert "-# Seats: " in text(hand)


async def test_hands_of_a_finished_game_become_its_result(world: World) -> None:
    """After the game, direct message and private hand show the result, and their buttons do what the board's do."""
    table = await world.seated("anna", "ben", game="rummy")
    hand = await open_hand(world, "ben")
    await world.play_to_end(table)
    for message in (hand, world.dm("anna")):
        assert "won!" in text(message)
        assert {part["custom_id"].split(":")[2] for part in parts(message) if "custom_id" in part} == {
            "rematch",
            "replay",
            "review",
            "again",
        }
    shown = (await world.person("ben").click(hand, custom_id=control(hand, "replay"))).response
    assert "Replay" in text(shown) or "Step" in text(shown)
    await world.person("anna").user.click(world.dm("anna"), custom_id=control(world.dm("anna"), "rematch"))
    assert (await world.table()).record.phase is Phase.LOBBY
    assert (await world.table()).record.host == world.person("anna").id


async def test_private_hands_are_paused_when_the_bot_stops(world: World) -> None:
    """Private hands say that they are paused, as nothing updates them. One press continues them with the next bot."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    person = world.person(name)
    hand = await open_hand(world, name)
    await world.env.advance_time(3)
    before = len(world.env.http_requests)
    await world.restart()
    assert "Paused: press Continue to go on." in text(hand).replace("**", "")
    assert not live_hands(world, name)
    assert all("/webhooks/" in r.path for r in world.env.http_requests[before:] if r.method == "PATCH")
    await person.click(hand, custom_id=control(hand, "refresh"))
    assert [m.id for m in live_hands(world, name)] == [hand.id]
    assert actions(hand)


@pytest.mark.parametrize("way", ["accept", "takeover"])
async def test_a_hand_opened_in_an_invitation_is_the_only_live_one(world: World, way: str) -> None:
    """If an invitation is accepted after the start, the hand moves to it and is kept up to date there."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table new", game="three-thirteen", invite_only=True)
    for guest in (world.person("cleo"), ben):
        await anna.slash(world.channel, "table invite", user=guest)
    message = world.dm("ben")
    await (ben if way == "accept" else world.person("cleo")).click(
        world.board(), custom_id=control(world.board(), "join")
    )
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    if way == "takeover":
        await world.play_beginning(await world.table())
        await world.slash_and_confirm("cleo", "table leave")
    pressed = (await ben.user.click(message, custom_id=control(message, "accept"))).response
    if way == "takeover":
        await ben.user.click(pressed, custom_id=control(pressed, "takeover"))
    await world.env.settle()
    assert len(live_hands(world, "ben")) == 1
    table = await world.table()
    await world.play_on(table, until=lambda: table.position.person_to_act == anna.id)
    await world.play_on(table, until=lambda: table.position.person_to_act == ben.id)
    [shown] = live_hands(world, "ben")
    assert "Your turn" in text(shown)
    assert actions(shown)


@pytest.mark.parametrize("way", ["accept", "takeover"])
async def test_nottys_hand_is_shown_beside_an_invitation(world: World, way: str) -> None:
    """The invitation once became the hand, which said that it would tell of the turn, and was never updated."""
    anna, ben, cleo = (world.person(name) for name in ("anna", "ben", "cleo"))
    await anna.slash(world.channel, "table new", game="notty", invite_only=True)
    for guest in (cleo, ben):
        await anna.slash(world.channel, "table invite", user=guest)
    message = world.dm("ben")
    await (ben if way == "accept" else cleo).click(world.board(), custom_id=control(world.board(), "join"))
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    table = await world.table()
    if way == "takeover":
        await world.play_beginning(table)
        await world.slash_and_confirm("cleo", "table leave")
    await world.play_on(table, until=lambda: table.position.person_to_act == anna.id)
    pressed = (await ben.user.click(message, custom_id=control(message, "accept"))).response
    if way == "takeover":
        await ben.user.click(pressed, custom_id=control(pressed, "takeover"))
    [message] = [each for each in ben.user.dm_channel.history() if each.id == message.id]
    assert "You are at the table; the game has begun." in text(message)
    [hand] = live_hands(world, "ben")
    assert hand.flags.ephemeral
    await world.play_on(table, until=lambda: table.position.person_to_act == ben.id)
    await world.env.advance_time(3)
    [hand] = live_hands(world, "ben")
    assert "### Your turn" in text(hand)


async def test_a_press_on_a_stale_hand_shows_the_current_one(world: World) -> None:
    """A press on an outdated hand shows the current one, which is kept up to date from then on."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    person = world.person(name)
    hand = await open_hand(world, name)
    old = [*hand.components]
    await world.restart()
    world.put_back(hand, old)
    table = await world.table()
    await person.user.click(world.dm(name), custom_id=control(world.dm(name), "refresh"))
    await person.user.click(world.dm(name), custom_id=control(world.dm(name), "act", "draw stock"))
    assert "Draw" in text(hand), "nothing can change it"
    result = await person.click(hand, custom_id=control(hand, "act", "draw stock"))
    assert "earlier position" in text(hand)
    assert "Discard one card" in text(hand)
    assert not result.followups
    assert [m.id for m in live_hands(world, name)] == [hand.id]


async def test_refusals_and_questions_are_shown_in_the_hand(world: World) -> None:
    """Refusals and questions are shown in the hand, without a second message, and the turn's controls stay."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    person = world.person(name)
    shown = world.dm(name)
    old = [component.to_dict() for component in shown.components]
    await person.user.click(shown, custom_id=control(shown, "act", "draw stock"))
    world.put_back(shown, old)
    refused = await person.user.click(shown, custom_id=control(shown, "act", "draw stock"))
    assert not refused.followups
    assert "⚠️ " in text(world.dm(name))
    assert actions(world.dm(name))
    asked = await person.user.click(world.dm(name), custom_id=control(world.dm(name), "hint"))
    assert not asked.followups
    assert "⚠️ " not in text(world.dm(name))
    assert "After a hint, this game can only lower your rating." in text(world.dm(name))
    assert len(world.person(name).user.dm_channel.history(viewer=person.user)) == 1


async def test_a_press_on_the_board_lets_its_token_edit_board_and_hand(world: World) -> None:
    """A press on the board is acknowledged without editing it, and its token then edits board and hand for free."""
    await keep_hands_in_channel(world, "anna", "ben")
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    before = len(world.env.http_requests)
    await open_hand(world, name)
    [callback] = [r for r in world.env.http_requests[before:] if r.path.endswith("/callback")]
    assert callback.json["type"] == 6
    before = len(world.env.http_requests)
    await play(world, table, name)
    patched = [r for r in world.env.http_requests[before:] if r.method == "PATCH" and r.path.startswith("/channels/")]
    assert not patched, "board and hands are edited freely"


async def test_a_private_hand_recovers_from_a_failed_edit(world: World) -> None:
    await keep_hands_in_channel(world, "anna", "ben")
    table = await world.seated("anna", "ben")
    first, other = in_turn(world, table)
    await open_hand(world, first)
    waiting = await open_hand(world, other)
    hand = world.bot.announcer._private.live.of(table.id, world.person(other).id)
    assert hand is not None
    world.env.inject_error("PATCH", f"/webhooks/*/{hand.token.value}/messages/{waiting.id}", status=503)
    await play(world, table, first)
    await world.env.advance_time(20)
    assert not world.env.backend.faults
    assert "Your turn" in text(waiting)
