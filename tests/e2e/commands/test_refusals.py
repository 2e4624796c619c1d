"""Whatever goes wrong is answered with one sentence, changes nothing, and leaves the table playable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.rules.catalogue import GAMES
from bot.tables.model.stores import StoreUnavailableError
from tests.e2e.failing_store import fail_after
from tests.e2e.table_talk import advice, control, parts, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World

AFTER_THE_END: tuple[tuple[str, dict[str, Any]], ...] = (
    ("table join", {}),
    ("table start", {}),
    ("table bot add", {}),
    ("table autopilot", {"on": True}),
    ("draw", {}),
    ("hint", {}),
)


async def test_a_stranger_is_refused(world: World) -> None:
    """A stranger's click and command are refused, and so is a command after the game."""
    table = await world.seated("anna", "ben")
    board = world.board()
    stranger = world.person("zoe")
    assert "You are not playing at this table" in sentence(
        await stranger.click(board, custom_id=control(board, "hand"))
    )
    assert "You are not playing at this table" in sentence(
        await stranger.slash(world.channel, "move", action="draw stock")
    )
    await world.play_beginning(table)
    await world.slash_and_confirm("anna", "table end")
    for command, options in (("hand", {}), ("move", {"action": "draw stock"})):
        said = sentence(await stranger.slash(world.channel, command, **options))
        assert said == "This game is over; open a new table with /table new.", "a rematch is for those who played"


async def test_a_stranger_who_leaves_or_rests_is_told_the_way_in(world: World) -> None:
    """In a lobby that is the button to join; somebody whose seat a computer plays is told how to take it back."""
    anna, ben, stranger = (world.person(name) for name in ("anna", "ben", "zoe"))
    await anna.slash(world.channel, "table new", game="three-thirteen", seats=2)
    ways: dict[str, dict[str, Any]] = {"table leave": {}, "table autopilot": {"on": True}}
    for command, chosen in ways.items():
        said = sentence(await stranger.slash(world.channel, command, **chosen))
        assert said == "You are not at this table; **Join** on the board takes you in."
    await ben.click(world.board(), custom_id=control(world.board(), "join"))
    for command, chosen in ways.items():
        said = sentence(await stranger.slash(world.channel, command, **chosen))
        assert said == "You are not at this table, and every seat is taken.", "Join is disabled"
    await world.person("anna").slash(world.channel, "table start")
    await world.slash_and_confirm("ben", "table leave")
    said = sentence(await world.person("ben").slash(world.channel, "table leave"))
    assert said == "A computer player has taken your seat. /table join in the table's channel brings you back."


@pytest.mark.parametrize("game", ["three-thirteen", "notty"], ids=["hidden hands", "open hands"])
async def test_acting_out_of_turn_names_the_player_to_act(world: World, game: str) -> None:
    """A refusal names the player to act, for an action typed in the channel or by direct message, and an old button."""
    table = await world.seated("an_na", "be_n", game=game, bots=GAMES[game].seats[0] - 2)
    name = world.name_to_act(table)
    first, other = world.person(name), world.person("be_n" if name == "an_na" else "an_na")
    turn = "It's {name}'s turn; you can play when it is yours.".format(name=name.replace("_", r"\_"))
    typed = advice(table, first.id)
    assert sentence(await other.slash(world.channel, "move", action=typed)) == turn
    assert sentence(await other.user.slash("move", action="no action at all")) == turn
    hand = (await first.slash(world.channel, "hand")).response
    shown = hand.components
    old = next(part["custom_id"] for part in parts(hand) if ":act:" in part.get("custom_id", ""))
    await world.play_on(table, until=lambda: table.position.person_to_act == other.id)
    world.put_back(hand, shown)
    assert sentence(await first.click(hand, custom_id=old)).startswith("It's ")
    assert not [part for part in parts(hand) if part.get("custom_id", "").split(":")[2:3] == ["act"]]


async def test_a_table_closed_unplayed_offers_no_rematch(world: World) -> None:
    """Its board is deleted, but whoever typed a command there was told to press Rematch."""
    await world.seated("anna", "ben", start=False)
    await world.slash_and_confirm("anna", "table end")
    closed = "This table was closed before its game was played. Open another one with /table new."
    for name in ("anna", "zoe"):
        for command, options in AFTER_THE_END:
            assert sentence(await world.person(name).slash(world.channel, command, **options)) == closed
    assert sentence(await world.person("zoe").slash(world.channel, "hand")) == closed


async def test_a_rematch_is_named_to_those_who_can_ask_for_it(world: World) -> None:
    """By its command, as the button is gone with the board after an hour. Spectators were told to press it."""
    table = await world.seated("anna", "ben", game="rummy")
    await world.play_to_end(table)
    for command, options in AFTER_THE_END:
        for name, way in (("ben", "use /table rematch to play again, or open"), ("zoe", "open")):
            said = sentence(await world.person(name).slash(world.channel, command, **options))
            assert said == f"This game is over; {way} a new table with /table new."


async def test_somebody_who_was_removed_is_not_told_to_join(world: World) -> None:
    """Join refused them, but a lobby pointed to it, and a running game bade them welcome to the next one."""
    table, ben = await world.seated("anna", "ben", "cleo", start=False), world.person("ben")
    await world.slash_and_confirm("anna", "table kick", user=ben)
    removed = f"You were removed from this table; ask <@{world.person('anna').id}> to invite you again."
    assert sentence(await ben.slash(world.channel, "table leave")) == removed
    await world.person("anna").slash(world.channel, "table start")
    assert table.record.barred == (ben.id,)
    for command, options in (("hand", {}), ("move", {"action": "draw stock"}), ("table join", {})):
        full = "You were removed from this table, and every seat is taken."
        assert sentence(await ben.slash(world.channel, command, **options)) == full, "no invitation helps any more"


async def test_somebody_who_was_removed_is_told_whom_to_ask_as_long_as_there_is_a_seat(world: World) -> None:
    """Once somebody has taken it over, the host is refused to invite them."""
    await world.seated("anna", "ben", "cleo")
    ben, zoe = world.person("ben"), world.person("zoe")
    await world.slash_and_confirm("anna", "table kick", user=ben)
    assert "to invite you again" in sentence(await ben.slash(world.channel, "hand"))
    offer = (await zoe.slash(world.channel, "table join")).response
    await zoe.click(offer, custom_id=control(offer, "takeover"))
    told = sentence(await ben.slash(world.channel, "hand"))
    assert told == "You were removed from this table, and every seat is taken."


async def test_somebody_who_was_removed_is_not_told_to_ask_for_a_rematch(world: World) -> None:
    table, ben = await world.seated("anna", "ben", "cleo"), world.person("ben")
    await world.play_beginning(table)
    await world.slash_and_confirm("anna", "table kick", user=ben)
    await world.slash_and_confirm("anna", "table end")
    assert sentence(await ben.slash(world.channel, "hand")) == "This game is over; open a new table with /table new."
    assert "You were removed from this table" in sentence(await ben.slash(world.channel, "table rematch"))


async def test_an_unreadable_action_says_what_is_wrong(world: World) -> None:
    """The answer says what is wrong with the action and where to pick a playable one. Nothing is played."""
    table = await world.seated("anna", bots=1)
    decision = table.record.decision  # not 0 if the computer player began
    wrong = {
        "dance": "“dance” is not possible in Three Thirteen: draw from the stock or the discard pile, then discard.",
        "discard 99": "“99” is not a card;",
        "draw everything": "Say where to draw from: the stock or the discard pile.",
        "x" * 500: "That is too long for an action.",
        "discard": "Name one card to discard.",
    }
    for typed, why in wrong.items():
        told = sentence(await world.person("anna").slash(world.channel, "move", action=typed))
        assert told.startswith(why), typed
        assert told.endswith("Pick an action from the list that /move offers, or use the buttons under your hand.")
    assert table.record.decision == decision


async def test_a_stale_button_shows_the_current_hand(world: World) -> None:
    """The old action is not played. The message is updated instead."""
    table = await world.seated("anna", bots=1)
    anna = world.person("anna")
    hand = (await anna.slash(world.channel, "hand")).response
    old, shown = control(hand, "act", "draw stock"), hand.components
    await anna.click(hand, custom_id=old)
    world.put_back(hand, shown)
    decision = table.record.decision
    result = await anna.click(hand, custom_id=old)
    assert "earlier position" in sentence(result)
    assert table.record.decision == decision
    assert "discard one card" in text(hand).lower()


async def test_a_second_table_in_a_channel_is_refused(world: World) -> None:
    """The refusal links to the channel's table. A thread has room for another one."""
    first = await world.seated("anna", bots=1)
    ben = world.person("ben")
    told = sentence(await ben.slash(world.channel, "table new", game="three-thirteen"))
    assert f"/{world.channel.id}" in told
    assert str(first.id) in told
    await ben.slash(world.channel, "table new", game="three-thirteen", thread=True)
    [thread] = world.channel.threads
    assert "1 of 4 seats taken" in text(world.board(thread))


async def test_a_second_table_in_a_thread_suggests_another_channel(world: World) -> None:
    """The refusal suggests another channel. It once suggested `thread: True`, which is refused in a thread."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table new", game="three-thirteen", thread=True)
    [thread] = world.channel.threads
    told = sentence(await ben.slash(thread, "table new", game="three-thirteen"))
    assert "join it, or open yours in another channel." in told


async def test_watching_computers_in_a_busy_channel_needs_a_thread(world: World) -> None:
    """The refusal names the option `thread: True`, and the command that was refused has it."""
    world.slow_computers()
    await world.seated("anna", bots=1)
    ben = world.person("ben")
    told = sentence(await ben.slash(world.channel, "table watch", game="rummy"))
    assert "thread: True" in told
    await ben.slash(world.channel, "table watch", game="rummy", thread=True)
    [thread] = world.channel.threads
    table = await world.table(thread)
    assert table.record.thread
    assert not table.record.people


async def test_a_hand_before_the_deal_says_when_the_cards_come(world: World) -> None:
    """It used to name only the host's press, also where the game begins when the last seat is taken."""
    anna, other = world.person("anna"), world.guild.create_text_channel("other")
    await anna.slash(world.channel, "table new", game="rummy", seats=3)
    assert sentence(await anna.slash(world.channel, "hand")).endswith("you get your cards when the host presses Start.")
    await anna.slash(other, "table new", game="rummy", seats=3, start_when_full=True)
    assert "when the last seat is taken, or the host presses Start" in sentence(await anna.slash(other, "hand"))


async def test_unknown_options_are_refused_with_the_valid_ones(world: World) -> None:
    """The refusal lists the options or values that exist, or how an option is written. Of many numbers, it used to list
    the first twelve as the only ones.
    """
    for game, options, words in (
        ("three-thirteen", "arrangement=sideways", "choose one of: most-cards, fewest-points."),
        ("three-thirteen", "colour=red", "has no option “colour”; its options are: arrangement."),
        ("three-thirteen", "nonsense", "write name=value, as the list offers."),
        ("notty", "round_limit=10", "choose one of: 20, 21, 22, …, 300."),
    ):
        answer = await world.person("anna").slash(world.channel, "table new", game=game, options=options)
        assert sentence(answer).endswith(words), options


async def test_commands_without_a_table_say_how_to_open_one(world: World) -> None:
    """Commands without a corresponding button also say how to open a table."""
    for name in ("table board", "end"):
        assert "/table new" in sentence(await world.person("anna").slash(world.channel, name)), name
    by_dm = sentence(await world.person("anna").user.slash("hand"))
    assert by_dm.endswith("or play alone here with /solo."), "it used to name only servers"


@pytest.mark.parametrize(
    ("denied", "language", "named"),
    [
        ({"send_messages": False}, "en", "the permission “Send Messages” in"),
        (
            {"view_channel": False, "send_messages": False},
            "en",
            "the permissions “View Channel” and “Send Messages” in",
        ),
        (
            {"view_channel": False, "send_messages": False},
            "de",
            "die Berechtigungen „Kanal ansehen“ und „Nachrichten senden“;",
        ),
    ],
)
async def test_no_table_opens_where_the_bot_may_not_write(
    world: World, denied: dict[str, bool], language: str, named: str
) -> None:
    """The refusal names the missing permissions, in the quotation marks of its language. Two of them used to be one
    “permission”.
    """
    rule = {world.bot.user: discord.PermissionOverwrite(**denied)}
    quiet = world.guild.create_text_channel("quiet", overwrites=rule)
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, language=language)
    told = sentence(await anna.slash(quiet, "table new", game="three-thirteen"))
    assert named in told
    assert await world.table(quiet) is None


async def test_acts_without_effect_are_explained(world: World) -> None:
    """A second start, an autopilot that is off, a stranger's undo and an unknown season are each explained."""
    await world.seated("anna", "ben")
    anna, zoe = world.person("anna"), world.person("zoe")
    assert "already begun" in sentence(await anna.slash(world.channel, "table start"))
    assert "already playing your own seat" in sentence(await anna.slash(world.channel, "table autopilot", on=False))
    assert "You are not playing at this table" in sentence(await zoe.slash(world.channel, "undo"))
    assert "one season here so far" in sentence(await anna.slash(world.channel, "leaderboard", season="9"))
    everywhere = await anna.slash(world.channel, "leaderboard", scope="everywhere", season="1")
    assert "leave season: out here" in sentence(everywhere)


async def test_a_player_whose_opponent_is_away_is_not_told_to_end_the_game(world: World) -> None:
    """Only its host can, who is away. The player was called the only person left."""
    await world.seated("anna", "ben")
    ben = world.person("ben")
    await world.person("anna").slash(world.channel, "table autopilot", on=True)
    asked = sentence(await ben.slash(world.channel, "table ask", what="end"))
    assert asked == "The other player is away and cannot be asked; /table leave gives up your seat."
    rests = sentence(await ben.slash(world.channel, "table autopilot", on=True))
    assert rests == "The other player is away; leave the table if you do not want to play on."


async def test_a_full_disk_refuses_a_move_until_there_is_room(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the disk is full, a press is answered with one sentence. The game goes on once there is room."""

    async def refuse(change: Any) -> None:
        raise StoreUnavailableError("The tables cannot be saved right now; please try again in a minute.")

    table = await world.seated("anna", bots=1)
    anna, hand = world.person("anna"), world.dm("anna")
    button = control(hand, "act", "draw stock")
    with monkeypatch.context() as patched:
        patched.setattr(world.bot.store.tables, "save", refuse)
        assert "cannot be saved" in sentence(await anna.user.click(hand, custom_id=button))
    decision = table.record.decision
    await anna.user.click(hand, custom_id=button)
    assert table.record.decision == decision + 1


@pytest.mark.parametrize("way", ["press", "command"])
async def test_a_store_failing_after_a_move_says_it_was_saved(
    world: World, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """The answer says that the move was saved. If it said that nothing was changed, people would repeat the move."""
    table = await world.seated("anna", bots=1)
    anna, hand, decision = world.person("anna"), world.dm("anna"), table.record.decision
    with monkeypatch.context() as patched:
        fail_after(world, patched, "save")
        if way == "press":
            answer = await anna.user.click(hand, custom_id=control(hand, "act", "draw stock"))
        else:
            answer = await anna.slash(world.channel, "move", action="draw stock")
    assert table.record.decision == decision + 1
    assert sentence(answer).startswith("That was saved, but the bot cannot use its database to show it")


async def test_a_store_failing_after_opening_says_it_was_saved(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table exists, so the answer must not say that nothing was changed."""
    with monkeypatch.context() as patched:
        fail_after(world, patched, "create")
        answer = await world.person("anna").slash(world.channel, "solo", game="rummy")
    assert sentence(answer).startswith("That was saved, but the bot cannot use its database to show it")
    assert await world.bot.tables.in_channel(world.channel.id) is not None
