"""Boards and hands have pictures with alternative texts, and people who want text get text."""

from __future__ import annotations

import asyncio
import io
import logging
import re
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
import pytest
from cachetools import cached
from PIL import Image

from bot.render.cards import face
from bot.render.catalogue import text_of
from bot.render.pictures import picture
from bot.render.pictures.games import examples
from bot.render.pictures.games.catalogue import pictures_of
from bot.render.pictures.picture_style import PictureStyle
from bot.rules.catalogue import GAMES
from bot.tables.model.person_settings import FOUR_COLOURS
from bot.tables.model.records import Phase
from bot.ui.art.drawing_turns import patience_for_board
from bot.ui.art.hand_style import HandStyle
from bot.ui.art.illustrations import IN_BACKGROUND, public_style
from bot.ui.wording.since import has_acted
from tests.e2e.table_talk import choose_setting, control, parts, pictures, private, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def files(world: World, message: Any) -> dict[str, bytes]:
    """Return the message's files as Discord would serve them."""
    found = {}
    for attachment in message.attachments:
        url = attachment["url"] if isinstance(attachment, dict) else attachment.url
        found[url.rsplit("/", 1)[1]] = world.env.backend.cdn.get(url)
    return found


async def begun(world: World, game: str = "three-thirteen", **options: Any) -> Any:
    """Start a game of Anna against computer players."""
    anna, seats = world.person("anna"), GAMES[game].seats[0]
    await anna.slash(world.channel, "table new", game=game, seats=seats, bots=seats - 1, level="random", **options)
    await anna.slash(world.channel, "table start")
    return await world.table()


@pytest.mark.usefixtures("drawn")
async def test_rule_examples_use_the_readers_card_colours(world: World) -> None:
    """Huxxy has only red and black, but its examples once had a blue six of clubs and an orange seven of diamonds."""
    anna = world.person("anna")

    async def first() -> bytes:
        return files(world, (await anna.slash(world.channel, "rules", game="huxxy")).response)["example1.png"]

    styles = (PictureStyle(two_colours=True), PictureStyle())
    two, four = (examples.pictured(pictures_of("huxxy").examples, style)[0][1].data for style in styles)
    assert await first() == two != four
    await world.bot.store.people.change(anna.id, deck=FOUR_COLOURS)
    assert await first() == four


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize("game", GAMES)
async def test_board_and_hand_have_pictures_with_alternative_texts(world: World, game: str) -> None:
    """Lobby, board and hand have pictures as wide as their content. Alternative texts say what they show."""
    anna, seats = world.person("anna"), GAMES[game].seats[0]
    await anna.slash(world.channel, "table new", game=game, seats=seats, bots=seats - 1, level="random")
    assert GAMES[game].title in pictures(world.board())["lobby.png"]
    await anna.slash(world.channel, "table start")
    shown = (await anna.slash(world.channel, "hand")).response
    for message, name in ((world.board(), "table.png"), (shown, "hand.png")):
        assert len(pictures(message)[name]) > 20
        assert set(files(world, message)) == set(pictures(message))
        with Image.open(io.BytesIO(files(world, message)[name])) as image:
            assert 340 <= image.width <= 1100
    position = (await world.table()).position
    assert (
        pictures(world.board())["table.png"] == pictures_of(game).table(position.view(None), public_style(position)).alt
    )


@pytest.mark.usefixtures("drawn")
async def test_nobody_gets_a_picture_of_another_players_hand(world: World) -> None:
    """Each direct message and each answer shows its owner's cards, whoever asked before, and the board shows none."""
    table = await world.seated("anna", "ben", "cleo")
    seen, board_pictures = [], pictures(world.board())
    for name in ("anna", "ben", "cleo"):
        person = world.person(name)
        board, sent = world.board(), world.dm(name)
        mine = pictures_of("three-thirteen").hand(table.position.view_of(person.id), "suit")
        answer = private(await person.click(board, custom_id=control(board, "hand")))
        for message in (sent, answer):
            assert pictures(message) == {"table.png": board_pictures["table.png"], "hand.png": mine.alt}
            assert files(world, message)["hand.png"] == mine.data
        seen.append(mine.data)
    assert len(set(seen)) == 3
    assert set(files(world, world.board())) == {"table.png"}


async def test_a_player_can_choose_words_instead_of_pictures(world: World) -> None:
    """People who choose words get hands and ends of rounds without pictures, and nobody else does."""
    table = await world.seated("anna", "ben")
    anna = world.person("anna")
    await choose_setting(anna, world.channel, "pictures", "off")
    shown = (await anna.slash(world.channel, "hand")).response
    assert not pictures(shown)
    assert not shown.attachments
    assert "Top of the discard pile" in text(shown)
    assert any(words in text(shown) for words in ("eft over", "No meld", "in a meld"))
    assert pictures((await world.person("ben").slash(world.channel, "hand")).response)
    await anna.user.click(world.dm("anna"), custom_id=control(world.dm("anna"), "refresh"))
    assert not pictures(world.dm("anna"))
    assert not world.dm("anna").attachments
    assert pictures(world.board())
    assert table.record.phase is Phase.PLAYING


@pytest.mark.parametrize("game", GAMES)
async def test_texts_name_every_card_and_whose_turn_it_is(world: World, game: str) -> None:
    """A hand's alternative texts name every card, and without pictures its text does. Then it also lists each player's
    cards and points, which nothing else says in a direct message.
    """
    anna = world.person("anna")
    await anna.slash(world.channel, "solo", game=game)
    position = (await world.table()).position
    view: Any = position.view_of(anna.id)
    held = getattr(view, "grids", ()) or getattr(view, "hands", ())
    cards = held[view.seat] if held else view.hand
    mine = [card for card in cards if card is not None]
    assert mine
    for pictured in (True, False):
        shown = (await anna.slash(world.channel, "hand")).response
        told = " ".join([text(shown), *pictures(shown).values()])
        assert bool(pictures(shown)) == pictured
        missing = [card for card in mine if (card.name if pictured else face(card)) not in told]
        assert not missing, told
        assert ("Your turn" in told) == (position.person_to_act == anna.id)
        assert "computer" in told or "🤖" in told
        await choose_setting(anna, world.channel, "pictures", "off")
    facts = text_of(game).players(view)
    assert len(facts) == len(position.record.seats)
    for seat, fact in enumerate(facts, 1):
        assert re.search(rf"{seat} (you|🤖 \*\*\w+\*\*) \({re.escape(fact)}\)", text(shown)), text(shown)


@pytest.mark.parametrize("game", ["notty", "six-holes"])
async def test_a_players_own_open_cards_are_listed_once_in_words(world: World, game: str) -> None:
    """A screen reader reads the others' cards first, and then one's own once, under their own heading."""
    anna = world.person("anna")
    await choose_setting(anna, world.channel, "pictures", "off")
    await anna.slash(world.channel, "table new", game=game, bots=1)
    await anna.slash(world.channel, "table start")
    said = text((await anna.slash(world.channel, "hand")).response)
    lines = said.splitlines()
    assert "-# Your hand" in lines
    assert not {"-# anna", "-# 1 · anna"} & set(lines)
    own = lines[lines.index("-# Your hand") + 1].lstrip("# ")
    assert said.count(own) == 1


@pytest.mark.usefixtures("drawn")
async def test_a_changed_picture_replaces_the_old_one(world: World) -> None:
    """An edited message keeps one file per picture, which shows the current position."""
    table = await world.seated("anna", bots=1)
    anna = world.person("anna")
    hand = world.dm("anna")
    before = files(world, hand)["hand.png"]
    await anna.user.click(hand, custom_id=control(hand, "act", "draw stock"))
    after = files(world, world.dm("anna"))
    assert list(after) == ["table.png", "hand.png"]
    assert after["hand.png"] != before
    assert after["hand.png"] == pictures_of("three-thirteen").hand(table.position.view_of(anna.id), "suit").data
    assert list(files(world, world.board())) == ["table.png"]


async def test_announcing_the_same_position_makes_no_request(world: World) -> None:
    """Announcing the same position again makes no request."""
    table = await world.seated("anna", "ben")
    before = len(world.env.http_requests)
    world.bot.announcer.announce(table.position)
    await world.env.settle()
    assert len(world.env.http_requests) == before


@pytest.mark.usefixtures("drawn")
async def test_words_replace_a_picture_that_cannot_be_drawn(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The board and the hand come without the picture. The log says where drawing failed, but names no card."""

    def fail(*_: Any) -> Any:
        raise ValueError("the 5 of hearts broke it")

    for what in ("table", "hand"):
        monkeypatch.setattr(f"bot.render.pictures.games.three_thirteen.PICTURES.{what}", fail)
    await world.seated("anna", bots=1)
    shown = (await world.person("anna").slash(world.channel, "hand")).response
    assert not pictures(shown)
    assert not pictures(world.board())
    assert "Top of the discard pile" in text(world.board())
    assert "Your turn" in text(shown) or "Wait for your turn" in text(shown)
    failures = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert any("The picture “hand” of 1 was not drawn: ValueError at test_pictures.py:" in said for said in failures)
    assert not [said for said in failures if "hearts" in said]
    caplog.clear()


async def test_rounds_and_games_end_with_a_picture_and_the_points(world: World) -> None:
    """A round's result is on the board while it is new, and later behind “Last round”.

    The finished game shows the card of the result and everybody's cards, and the text does not repeat what a card
    shows.
    """
    table = await begun(world)
    anna = world.person("anna")
    await world.play_on(table, until=lambda: bool(table.position.view(None).penalties))
    board = world.board()
    assert set(pictures(board)) == {"round.png", "table.png"}
    assert "**Round 1:**" in text(board)
    assert "in all" in text(board)
    hand = world.dm("anna")
    assert list(pictures(hand)) == ["round.png", "scores.png", "table.png", "hand.png"]
    assert "**Round 1:**" not in text(hand)
    answer = (await anna.click(board, custom_id=control(board, "round"))).response
    assert set(pictures(answer)) == {"round.png"}
    assert "**Round 1:**" in text(answer)
    await world.play_on(table, until=lambda: has_acted(table.position, 0))
    assert "round.png" not in pictures(world.dm("anna"))
    await world.play_to_end(table)
    board = world.board()
    assert set(pictures(board)) == {"result.png", "round.png"}
    assert "Points by round." in pictures(board)["result.png"]
    assert "won!" in text(board)
    assert not re.search(r"\d points|Round 11|150\d", text(board))
    assert len([part for part in parts(board) if part["type"] == 12]) == 2


async def test_a_closed_table_shows_no_cards(world: World) -> None:
    await world.play_beginning(await world.seated("anna", "ben"))
    await world.slash_and_confirm("anna", "table end")
    assert not pictures(world.board())
    assert not world.board().attachments


def drawings(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Record the views from which tables of Three Thirteen are drawn from now on."""
    drawn = []
    real = pictures_of("three-thirteen").table

    def counted(view: Any, style: Any) -> Any:
        drawn.append(view)
        return real(view, style)

    monkeypatch.setattr("bot.render.pictures.games.three_thirteen.PICTURES.table", counted)
    return drawn


@pytest.mark.usefixtures("drawn")
async def test_a_picture_requested_twice_is_encoded_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second request gets the first one's file, and so does a later version that looks the same."""
    table = await world.seated("anna", "ben")
    illustrator, encoded = world.bot.illustrator, list[int]()

    def packed(image: Image.Image, most_bytes: int) -> bytes:
        encoded.append(most_bytes)
        return b"PNG"

    empty = cached({}, key=lambda shown, *_: shown)(picture._file.__wrapped__)
    monkeypatch.setattr(picture, "_file", empty)
    monkeypatch.setattr("bot.render.pictures.picture.png", packed)
    asked = [illustrator.of_board(table.position) for _ in range(2)]
    assert len(set(await asyncio.gather(*asked))) == 1
    later = replace(table.record, version=table.record.version + 1)
    await illustrator.of_board(replace(table.position, record=later))
    assert len(encoded) == 1


@pytest.mark.parametrize("restarted", ["never", "before", "afterwards"])
async def test_a_channel_without_attachments_gets_words(world: World, restarted: str) -> None:
    """If the bot may not attach files in a channel, its board uses words, and nobody is refused a table. Once the bot
    may, the board gets its picture without a move, also if the bot is restarted before or was away when it was allowed.
    """
    denied = {world.env.bot.guilds[0].me: discord.PermissionOverwrite(attach_files=False)}
    words = world.guild.create_text_channel("words", overwrites=denied)
    anna = world.person("anna")
    await anna.slash(words, "table new", game="three-thirteen", seats=2, bots=1)
    await anna.slash(words, "table start")
    assert not pictures(world.board(words))
    assert "Top of the discard pile" in text(world.board(words))
    if restarted == "before":
        await world.restart()
    if restarted == "afterwards":
        await world.bot.release()
    world.env.backend.delete_overwrite(words.id, world.env.bot.guilds[0].me.id)
    if restarted == "afterwards":
        await world.restart()
    await world.env.settle()
    assert "table.png" in pictures(world.board(words))
    before = len(world.env.http_requests)
    await world.restart()
    assert not [each for each in world.env.http_requests[before:] if each.method == "PATCH"], "it is up to date"


@pytest.mark.usefixtures("drawn")
async def test_hands_overtake_boards_and_only_the_newest_board_is_drawn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the background is busy, the player to act gets their hand at once, and the board catches up later."""
    table = await world.seated("anna", "ben")
    real = pictures_of("three-thirteen").table
    illustrator = world.bot.illustrator
    full = AsyncExitStack()
    for _ in range(IN_BACKGROUND):
        await full.enter_async_context(illustrator.background.turn(patience_for_board))
    drawn = drawings(monkeypatch)
    for _ in range(4):
        position = table.position
        person = position.person_to_act
        action = position.game.format_action(position.game.legal_actions(position.state)[0])
        position = await table.act(person, action, None)
        assert (await illustrator.of_hand(position, person, HandStyle())).hand is not None
    assert all(view.seat is not None for view in drawn)
    await full.aclose()
    newest = table.position.view(None)
    async with asyncio.timeout(60):
        while pictures(world.board())["table.png"] != real(newest, public_style(table.position)).alt:
            await asyncio.sleep(0.01)
    await world.env.settle()
    assert [view for view in drawn if view.seat is None] == [newest]


async def test_a_waiting_hand_is_not_edited_for_the_table_alone(world: World) -> None:
    """The others' moves change the board, but a waiting hand is not edited for the picture of the table alone."""
    table = await world.seated("anna", "ben", "cleo", game="rummy")
    names = {world.person(name).id: name for name in ("anna", "ben", "cleo")}
    first, last = (names[table.record.seats[seat].person] for seat in (table.position.seat_to_act, -1))
    before, edited = pictures(world.dm(last)), world.dm(last).edited_at
    assert set(before) == {"table.png", "hand.png"}
    while table.position.person_to_act == world.person(first).id:
        legal = list(table.position.game.legal_actions(table.position.state))
        await table.act(world.person(first).id, table.position.game.format_action(legal[-1]), None)
    await world.env.settle()
    now = pictures_of("rummy").table(table.position.view(None), public_style(table.position))
    assert now.alt != before["table.png"]
    assert (pictures(world.dm(last)), world.dm(last).edited_at) == (before, edited)


async def test_huxxy_shows_a_player_their_drawn_card_until_their_turn(world: World) -> None:
    """Drawing ends the turn. The hand names and marks the card while others play, and nobody else sees it."""
    table = await world.seated("anna", "ben", game="huxxy", bots=2)
    person = table.position.person_to_act
    name = next(name for name in ("anna", "ben") if world.person(name).id == person)
    hand = world.dm(name)
    await world.person(name).user.click(hand, custom_id=control(hand, "act", "draw"))
    seat = table.record.seat_of(person)
    card = table.record.drawn[seat]
    assert card is not None
    said = text(world.dm(name))
    assert f"You drew **{face(card)}**." in said
    assert f"Just drawn: {card.name}." in pictures(world.dm(name))["hand.png"]
    other = "ben" if name == "anna" else "anna"
    assert "You drew" not in text(world.dm(other))
    await world.play_on(table, until=lambda: table.position.person_to_act == person)
    assert f"You drew **{face(card)}**." in text(world.dm(name))
