"""What people do in the playground, handled by a real discord.py bot over real sockets."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from bot.playground import people
from tests.playground.conftest import ADA_DM, BRUNO, BRUNO_DM, CARDS, MEI, Running, newest
from tests.playground.sample_bot import SampleBot, picture
from tests.wire_client import PersonClient, RefusedError, WireClient, components, text_of

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_command_posts_a_layout_with_its_picture_and_alt_text(ada: PersonClient) -> None:
    """The picture arrives complete, at its address, with its description and size."""
    told = await ada.slash(CARDS, "table new", game="rummy", seats=4)
    assert told["outcome"] == "message"
    board = await newest(ada)
    assert board["id"] == told["message"]
    assert board["interaction_metadata"]["name"] == "table new"
    assert "Round 1 of 11" in text_of(board)
    gallery = next(part for part in components(board) if part["type"] == 12)
    assert gallery["items"][0]["description"] == "Board 1"
    attachment = board["attachments"][0]
    assert (attachment["width"], attachment["height"]) == (440, 200)
    async with aiohttp.ClientSession() as session, session.get(gallery["items"][0]["media"]["url"]) as answer:
        assert await answer.read() == picture().getvalue()
        assert answer.content_type == "image/png"


async def test_autocomplete_offers_the_bots_suggestions(ada: PersonClient) -> None:
    offered = await ada.autocomplete(CARDS, "table new", "game", game="th")
    assert offered == [{"name": "Three Thirteen", "value": "three_thirteen"}]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "game is needed"),
        ({"game": "rummy", "seats": "9"}, "at most 8"),
        ({"game": "rummy", "seats": "many"}, "needs a number"),
        ({"game": "rummy", "level": "genius"}, "offered values"),
        ({"game": "rummy", "thread": "perhaps"}, "True or False"),
        ({"game": "rummy", "colour": "red"}, "no option colour"),
    ],
)
async def test_options_that_discord_would_not_send_are_refused(
    ada: PersonClient, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(RefusedError, match=sentence):
        await ada.slash(CARDS, "table new", **options)


async def test_a_button_updates_its_message_in_place(ada: PersonClient) -> None:
    await ada.slash(CARDS, "table new", game="rummy")
    board = await newest(ada)
    assert (await ada.click(board, "count:1"))["outcome"] == "update"
    after = await newest(ada)
    assert after["id"] == board["id"]
    assert "Round 2 of 11" in text_of(after)
    assert len(after["attachments"]) == 1
    with pytest.raises(RefusedError, match="no longer there"):
        await ada.click(after, "count:1")


async def test_a_disabled_button_cannot_be_pressed(ada: PersonClient) -> None:
    await ada.slash(CARDS, "table new", game="rummy")
    with pytest.raises(RefusedError, match="switched off"):
        await ada.click(await newest(ada), "verb:off")


async def test_a_select_accepts_only_valid_numbers_of_offered_values(ada: PersonClient) -> None:
    await ada.slash(CARDS, "table new", game="rummy")
    board = await newest(ada)
    await ada.select(board, "pick:cards", "4C#1", "JK#1")
    assert text_of(await newest(ada)) == "You chose 4C#1, JK#1."
    for values in ((), ("4C#1", "4C#1"), ("9S#1",)):
        with pytest.raises(RefusedError):
            await ada.select(board, "pick:cards", *values)


async def test_a_person_can_be_chosen_and_is_mentioned(ada: PersonClient) -> None:
    await ada.slash(CARDS, "table new", game="rummy")
    await ada.select(await newest(ada), "pick:guest", str(BRUNO))
    message = await newest(ada)
    assert text_of(message) == f"<@{BRUNO}>, you are invited."
    assert message["pings"] == [str(BRUNO)]


async def test_a_channel_of_another_kind_cannot_be_chosen(ada: PersonClient, bot: SampleBot) -> None:
    cards = bot.get_channel(CARDS)
    assert isinstance(cards, discord.TextChannel)
    thread = await cards.create_thread(name="side table", type=discord.ChannelType.public_thread)
    view = ui.View(timeout=None)
    view.add_item(ui.ChannelSelect(custom_id="pick:room", channel_types=[discord.ChannelType.text]))
    message = await cards.send("Choose a channel.", view=view)
    shown = await ada.until(CARDS, lambda one: one["id"] == str(message.id))
    with pytest.raises(RefusedError, match="no longer offered"):
        await ada.select(shown, "pick:room", str(thread.id))


async def test_a_form_opens_checks_its_fields_and_is_sent_once(ada: PersonClient) -> None:
    await ada.slash(CARDS, "table new", game="rummy")
    opened = await ada.click(await newest(ada), "verb:form")
    assert opened["modal"]["title"] == "Table options"
    for values in ({"name": "", "level": ["easy"]}, {"name": "x" * 21, "level": ["easy"]}, {"name": "Fox"}):
        with pytest.raises(RefusedError):
            await ada.submit(opened, **values)
    await ada.submit(opened, name="Fox", level=["classic"])
    assert text_of(await newest(ada)) == "**Fox** plays at classic."
    with pytest.raises(RefusedError, match="no longer open"):
        await ada.submit(opened, name="Fox", level=["classic"])


async def test_a_deferred_answer_replaces_its_thinking_message(ada: PersonClient) -> None:
    await ada.slash(CARDS, "table new", game="rummy")
    told = await ada.click(await newest(ada), "verb:slow")
    assert told["outcome"] == "deferred"
    thinking = await newest(ada)
    assert thinking["id"] == told["message"]
    assert thinking["flags"] & 128
    done = await ada.until(CARDS, lambda message: text_of(message) == "Done after a while.")
    assert done["id"] == thinking["id"]
    assert not done["flags"] & 128


async def test_an_ephemeral_answer_is_for_its_person_only(ada: PersonClient, bruno: PersonClient) -> None:
    await ada.slash(CARDS, "table new", game="rummy")
    board = await newest(ada)
    await ada.click(board, "verb:hand")
    assert "Secret hand of ada" in text_of(await newest(ada))
    assert "Secret" not in str(await bruno.screen())
    with pytest.raises(RefusedError, match="gone"):
        await bruno.click(await newest(ada), "verb:hand")


async def test_a_hand_is_sent_and_edited_by_dm_and_works_there(ada: PersonClient, bruno: PersonClient) -> None:
    await ada.slash(CARDS, "table deal", user=str(BRUNO))
    hand = await bruno.until(BRUNO_DM, lambda message: "joker" in text_of(message))
    assert hand["edited_timestamp"]
    told = await bruno.click(hand, "verb:hand")
    assert told["outcome"] == "message"
    assert "Secret hand of bruno" in text_of(await newest(bruno, BRUNO_DM))
    others = await ada.screen()
    assert "joker" not in str(others)
    assert str(BRUNO_DM) not in [place["id"] for place in others["places"]]
    with pytest.raises(RefusedError, match="not yours"):
        await ada.click(hand, "verb:hand")


async def test_closed_dms_answer_50007_until_they_are_opened(ada: PersonClient, client: WireClient) -> None:
    await client.close_dms(BRUNO)
    await ada.slash(CARDS, "table deal", user=str(BRUNO))
    await ada.until(CARDS, lambda message: text_of(message) == "Could not send: 50007.")
    await client.close_dms(BRUNO, closed=False)
    await ada.slash(CARDS, "table deal", user=str(BRUNO))
    await ada.until(CARDS, lambda message: text_of(message) == f"Dealt to <@{BRUNO}>.")


async def test_only_managers_see_a_managers_command(ada: PersonClient, bruno: PersonClient) -> None:
    assert (await ada.slash(CARDS, "secret"))["outcome"] == "message"
    with pytest.raises(RefusedError, match="cannot be used here"):
        await bruno.slash(CARDS, "secret")
    with pytest.raises(RefusedError, match="cannot be used here"):
        await ada.slash(ADA_DM, "secret")


async def test_a_new_thread_appears_for_everybody(ada: PersonClient, bruno: PersonClient) -> None:
    await ada.slash(CARDS, "table new", game="rummy", thread=True)
    await ada.until(CARDS, lambda message: "Your table is in" in text_of(message))
    thread = next(place for place in (await bruno.screen())["places"] if place["kind"] == "thread")
    assert (thread["name"], thread["parent"]) == ("rummy for 4", str(CARDS))
    board = await newest(bruno, int(thread["id"]))
    assert (await bruno.click(board, "count:1"))["outcome"] == "update"


async def test_an_unanswered_press_fails_after_three_seconds(ada: PersonClient, running: Running) -> None:
    assert people.ANSWER_TIMEOUT_SECONDS == 3.0
    running.wire.people.patience = 0.2
    await ada.slash(CARDS, "table new", game="rummy")
    assert (await ada.click(await newest(ada), "verb:silent"))["outcome"] == "failed"


async def test_a_form_that_nobody_answered_stays_open(ada: PersonClient, running: Running) -> None:
    """The page says “Something went wrong. Try again.”, as Discord does, and every further try was refused."""
    await ada.slash(CARDS, "table new", game="rummy")
    opened = await ada.click(await newest(ada), "verb:form")
    running.wire.people.patience = 0.2
    for _ in range(2):  # discord.py's own forms are answered once, so the second is not either
        assert (await ada.submit(opened, name="silent", level=["easy"]))["outcome"] == "failed"


async def test_an_answer_to_a_failed_act_is_refused(ada: PersonClient, running: Running) -> None:
    """An answer that comes earlier is accepted: tests on slow machines wait for up to a minute."""
    running.wire.people.patience = 0.1
    assert (await ada.slash(CARDS, "table late"))["outcome"] == "failed"
    await ada.until(CARDS, lambda message: text_of(message) == "Too late: 10062.")
    running.wire.people.patience = 60.0
    assert (await ada.slash(CARDS, "table late"))["outcome"] == "message"
    last = list(running.wire.backend.interactions.values())[-1]
    assert (last.initial_response_deadline or "") > running.wire.backend.iso_after(30)


async def test_the_bot_receives_messages_without_their_content(ada: PersonClient, bot: SampleBot) -> None:
    """Without the message-content intent, the bot receives the message, but not its text."""
    await ada.say(CARDS, "Hello <@&1> **you**")
    assert text_of(await newest(ada)) == "Hello <@&1> **you**"
    while not bot.heard:
        await asyncio.sleep(0.02)
    assert bot.heard[0].content == ""
    assert bot.heard[0].author.id == int((await newest(ada))["author"]["id"])


async def test_editing_a_message_that_is_gone_answers_10008(ada: PersonClient, client: WireClient) -> None:
    await ada.slash(CARDS, "table new", game="rummy")
    board = await newest(ada)
    await client.delete_message(CARDS, int(board["id"]))
    await ada.slash(CARDS, "table edit", message=board["id"])
    assert text_of(await newest(ada)) == "Gone: 10008."


async def test_a_deleted_channel_is_gone_for_people_and_bot(
    ada: PersonClient, client: WireClient, bot: SampleBot
) -> None:
    place = await client.create_channel("side-room")
    await ada.slash(place, "table say", text="here")
    await client.delete_channel(place)
    with pytest.raises(RefusedError, match="gone"):
        await ada.slash(place, "table say", text="there")
    with pytest.raises(discord.NotFound) as failure:
        await bot.get_partial_messageable(place).send("there")
    assert failure.value.code == 10003


async def test_a_person_who_left_sees_nothing_and_is_unknown_to_the_bot(
    ada: PersonClient, bruno: PersonClient, client: WireClient, bot: SampleBot
) -> None:
    await client.set_member(BRUNO, present=False)
    left = [place["kind"] for place in (await bruno.screen())["places"]]
    assert sorted({*left}) == ["dm", "visit"], "only the other server, which never installed the bot"
    with pytest.raises(discord.NotFound) as failure:
        await bot.guilds[0].fetch_member(BRUNO)
    assert failure.value.code == 10007


async def test_discord_py_retries_after_a_429(ada: PersonClient, client: WireClient, bot: SampleBot) -> None:
    """A 429 that came through Discord's proxy is retried, so nothing is lost."""
    await client.fail("POST", f"/channels/{CARDS}/messages", 429, message="You are being rate limited.")
    await bot.get_partial_messageable(CARDS).send("at last")
    assert text_of(await newest(ada)) == "at last"
    sent = [call for call in await client.calls() if call == ("POST", f"/channels/{CARDS}/messages")]
    assert len(sent) == 2


@pytest.mark.usefixtures("errors_expected")
async def test_an_unsupported_request_is_an_error(bot: SampleBot, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(discord.HTTPException):
        await bot.http.request(discord.http.Route("GET", "/soundboard-default-sounds"))
    assert "cannot do what the bot asked" in caplog.text


async def test_acts_for_strangers_and_unknown_acts_are_refused(client: WireClient, bot: SampleBot) -> None:
    for act in (
        {"as": 5, "do": "say", "place": CARDS, "text": "x"},
        {"as": MEI, "do": "dance"},
        {"as": MEI, "do": "say"},
        {"as": MEI, "do": "click", "place": CARDS, "message": "x", "custom_id": "y"},
    ):
        with pytest.raises(RefusedError):
            await client.post("/people/act", act)


async def test_a_slow_network_can_be_simulated(ada: PersonClient, client: WireClient) -> None:
    await client.set_latency(0.15)
    before = time.monotonic()
    await ada.slash(CARDS, "table say", text="slowly")
    assert time.monotonic() - before >= 0.3  # once on the way out, once on the way back


async def test_the_controls_refuse_invalid_requests(client: WireClient, bot: SampleBot) -> None:
    bodies: dict[str, dict[str, Any]] = {
        "storm": {},
        "dms": {},
        "delete_channel": {"place": 5},
        "latency": {"seconds": "x"},
    }
    for control, body in bodies.items():
        with pytest.raises(RefusedError):
            await client.post(f"/control/{control}", body)


@pytest.mark.parametrize("door", ["/people/act", "/control/dms", "/control/gateway"])
@pytest.mark.parametrize(
    "body",
    [
        "{",
        "[]",
        '{"as": "x", "seconds": "x"}',
        '{"seconds": [1]}',
        '{"as": 1e999, "seconds": 1e999, "user": 1e999, "closed": true}',
        '{"as": NaN, "seconds": NaN}',
        '{"seconds": 1' + "0" * 400 + "}",
        '{"as": "\\ud800"}',
        "[" * 100_000,
    ],
    ids=lambda body: body[:20],
)
async def test_a_body_that_cannot_be_read_is_answered_with_a_sentence(running: Running, door: str, body: str) -> None:
    """`/control/gateway` answered with the status 500 and a traceback in the log."""
    headers = {"Authorization": f"Bearer {running.address.secret}"}
    url = running.address.url
    async with aiohttp.ClientSession(url, headers=headers) as session, session.post(door, data=body) as answer:
        assert answer.status == 400
        assert (await answer.json())["error"].startswith("That request is incomplete: ")


async def test_a_body_in_an_unknown_encoding_is_answered_with_a_sentence(running: Running) -> None:
    headers = {"Authorization": f"Bearer {running.address.secret}", "Content-Type": "text/plain; charset=runes"}
    async with (
        aiohttp.ClientSession(running.address.url, headers=headers) as session,
        session.post("/control/dms", data="{}") as answer,
    ):
        assert answer.status == 400
        assert (await answer.json())["error"].startswith("That request is incomplete: ")


@pytest.mark.parametrize("number", ["9" * 5000, "²", "-1", ""])
async def test_a_place_or_person_with_an_absurd_number_is_not_here(running: Running, number: str) -> None:
    headers = {"Authorization": f"Bearer {running.address.secret}"}
    async with aiohttp.ClientSession(running.address.url, headers=headers) as session:
        for path, status in ((f"/people/messages?place={number}", 400), (f"/people/screen?as={number}", 404)):
            async with session.get(path) as answer:
                assert answer.status == status
