"""Games alone against computer players in direct messages with the bot, where a single message shows everything."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest

from bot.render.catalogue import text_of
from bot.rules.catalogue import GAMES
from tests.e2e.table_talk import control, form_values, parts, pictures, private, sentence, text
from tests.e2e.whole_games.test_played_out import goes_on, in_words, play_by_components
from tests.soaking import SOAKING, bounded

if TYPE_CHECKING:
    from tests.e2e.conftest import World

GAMES_PLAYED = list(GAMES) if SOAKING else ["six-holes", "notty"]
"""In the suite, a game with hidden hands and the one with open hands, because only that makes a difference there."""
LONG, A_WHILE = ("huxxy", "notty"), bounded(8, 100_000)
"""Games that the suite only begins; `make soak` plays them to their end."""


def shown(anna: Any) -> list[Any]:
    """Return the messages with controls in Anna's direct messages that are not ephemeral."""
    messages = anna.user.dm_channel.history(viewer=anna.user)
    return [each for each in messages if not each.flags.ephemeral and any("custom_id" in part for part in parts(each))]


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize("game", GAMES_PLAYED)
async def test_a_solo_game_is_played_in_one_message(world: World, game: str) -> None:
    """The hand, or the board if hands are open, is dealt, played with its controls to its end, and requested again."""
    await in_words(world, by_dm=False)  # the table is in the direct messages, whatever is chosen for hands
    anna = world.person("anna")
    answer = await anna.user.slash("solo", game=game, bots=GAMES[game].seats[0] - 1, level="easy")
    assert "is open." in sentence(answer)
    table = await world.table(anna.user.dm_channel)

    def message() -> Any:
        [only] = shown(anna)
        return only

    steps = itertools.count()
    while goes_on(table) and (game not in LONG or next(steps) < A_WHILE):
        await play_by_components(anna.user, message, table)
    if table.record.phase.is_live:  # a long game: she ends it from the same message
        menu = await anna.user.click(message(), custom_id=control(message(), "menu"))
        ended = await anna.user.click(private(menu), custom_id=control(private(menu), "end"))
        await anna.user.click(private(ended), custom_id=control(private(ended), "end-yes"))
        assert not table.record.phase.is_live
        return
    rated = "Ratings: games with computers" if text_of(game).open_hands else "Rating (games with computers):"
    assert rated in text(message()), "the board's picture has the numbers"
    await anna.user.click(message(), custom_id=control(message(), "rematch"))
    assert "seats taken" in text(shown(anna)[-1])


async def test_the_result_shows_the_last_hands_and_the_ratings(world: World) -> None:
    """It used to name only places and points, and no board there shows the rest."""
    anna = world.person("anna")
    await anna.user.slash("solo", game="rummy")
    table = await world.table(anna.user.dm_channel)
    await world.play_to_end(table)
    [over] = shown(anna)
    assert "Ratings: games with computers" in text(over)
    assert {"result.png", "round.png"} <= pictures(over).keys()


async def test_a_rematch_is_refused_while_another_table_is_open(world: World) -> None:
    """The answer once suggested joining that table or opening one in a thread, and neither is possible there."""
    anna = world.person("anna")
    await anna.user.slash("solo", game="rummy")
    table = await world.table(anna.user.dm_channel)
    await world.play_to_end(table)
    over = shown(anna)[-1]
    await anna.user.slash("solo", game="rummy")
    refused = await anna.user.click(over, custom_id=control(over, "rematch"))
    assert sentence(refused) == "Table 2 is still open here; end it with /table end before you open another one."


async def test_a_second_table_is_refused_while_one_is_open(world: World) -> None:
    """A table with a lobby becomes the hand at the deal. A second table has to wait until the first is over."""
    anna = world.person("anna")
    await anna.user.slash("table new", game="rummy", bots=1)
    [lobby] = shown(anna)
    refused = await anna.user.slash("solo", game="huxxy")
    assert "is still open here; end it with /table end" in sentence(refused)
    await anna.user.click(lobby, custom_id=control(lobby, "start"))
    [hand] = shown(anna)
    assert "## Your hand" in text(hand)
    assert "thread" in sentence(await anna.user.slash("solo", game="huxxy", thread=True))
    assert "a server's tables" in sentence(await anna.user.slash("table list"))


async def test_answers_refer_to_the_hand_where_there_is_no_board(world: World) -> None:
    """`/table board` once said that the table is here but posted none. A second start said to press “My hand” on it."""
    anna = world.person("anna")
    await anna.user.slash("solo", game="rummy")
    again = sentence(await anna.user.slash("table start"))
    assert again == "The game has already begun; /hand shows your cards."
    assert "### Your turn" in text((await anna.user.slash("table board")).response)
    table = await world.table(anna.user.dm_channel)
    await world.play_to_end(table)
    assert "won!" in text((await anna.user.slash("table board")).response)


async def test_in_a_server_the_table_is_said_to_be_in_direct_messages(world: World) -> None:
    """Lists of tables and the hand once said that it was “here”, wherever they were read."""
    anna = world.person("anna")
    await anna.user.slash("solo", game="rummy")
    listed = (await anna.slash(world.channel, "tables")).response
    hand = (await anna.slash(world.channel, "hand", table="1")).response
    offered = await anna.autocomplete(world.channel, "hand", "table", "")
    for told in (text(listed), text(hand), offered[0]["name"]):
        assert "direct messages" in told
        assert "here" not in told.split()


async def test_a_press_on_nottys_board_is_answered_with_the_board(world: World) -> None:
    """As in a channel. Each press once turned the board into the hand, until it was drawn again."""
    anna = world.person("anna")
    await anna.user.slash("solo", game="notty", bots=1, level="easy")
    await world.env.advance_time(5)
    board, before = shown(anna)[0], len(world.env.http_requests)
    await anna.user.click(board, custom_id=control(board, "act", "draw 1"))
    [answer] = [each for each in world.env.http_requests[before:] if each.path.endswith("/callback")]
    assert "drew" in str(answer.json)
    assert "Your hand" not in str(answer.json)


async def test_the_lobby_asks_nobody_else_to_join(world: World) -> None:
    """It once had a Join button, which could only be refused, and said to press it or to wait for everybody."""
    anna = world.person("anna")
    await anna.user.slash("table new", game="rummy")
    [lobby] = shown(anna)
    assert "At least 1 more player is needed: press **+ Computer**." in text(lobby)
    await anna.user.click(lobby, custom_id=control(lobby, "bot-add"))
    [lobby] = shown(anna)
    assert "Press **Start** to begin.\n-# Want more computer players? Choose more seats" in text(lobby)
    assert "Join" not in [part.get("label") for part in parts(lobby)]
    menu = private(await anna.user.click(lobby, custom_id=control(lobby, "menu")))
    now = private(await anna.user.click(menu, custom_id=control(menu, "now")))
    assert "- Choose the house rules, and press **Start**." in text(now)
    assert "everybody" not in text(now)


async def test_nothing_about_invitations_is_offered_there(world: World) -> None:
    """The last table's invitations were once kept for this one, and the menu offered to invite people, in vain."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="rummy")
    await world.set_up("anna", "table-form", who="invited")
    await anna.user.slash("table new", game="rummy")
    [lobby] = shown(anna)
    assert "only invited people" not in text(lobby)
    menu = private(await anna.user.click(lobby, custom_id=control(lobby, "menu")))
    assert not [part for part in parts(menu) if ":invite:" in part.get("custom_id", "")]
    opened = await anna.user.click(lobby, custom_id=control(lobby, "table-form"))
    assert "who" not in form_values(opened.modal)
    assert sentence(await anna.user.slash("table start")) == "Rummy needs 1 more player: add a computer player."


async def test_the_hand_is_there_after_coming_back_from_the_question(world: World) -> None:
    """The pressed question became the hand and was then deleted as answered, and so was the older hand: nothing was
    left.
    """
    anna = world.person("anna")
    await anna.user.slash("solo", game="rummy")
    table = await world.table(anna.user.dm_channel)
    await world.play_beginning(table)
    await world.play_on(table, until=lambda: table.position.person_to_act == anna.id)
    while not table.record.awaits_return:
        await world.env.advance_time(86400)
    question = shown(anna)[-1]
    assert "your game at table 1 waits for you" in text(question)
    await anna.user.click(question, custom_id=control(question, "back"))
    await world.env.advance_time(3)
    [hand] = shown(anna)
    assert "### Your turn" in text(hand)
