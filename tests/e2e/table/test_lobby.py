"""A table before its game, as a newcomer sees it: requests are met, and nothing is offered that can only be refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model.records import Phase
from tests.e2e.table_talk import choose_setting, control, parts, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def offered(world: World) -> set[str]:
    """Return the verbs of the board's controls that can be used."""
    used = [part for part in parts(world.board()) if "custom_id" in part and not part.get("disabled")]
    return {part["custom_id"].split(":")[2] for part in used}


async def test_seats_grow_with_the_requested_computer_players(world: World) -> None:
    """If the number of seats is left out, it grows with the computer players, as far as the game allows."""
    anna = world.person("anna")
    for command in ("table new", "solo"):
        told = sentence(await anna.slash(world.channel, command, game="notty", bots=9))
        assert told.startswith("9 computer players do not fit: choose at most "), "not more seats, which it cannot have"
    await anna.slash(world.channel, "table new", game="rummy", bots=3)
    assert "4 of 4 seats taken" in text(world.board())


async def test_solo_with_too_few_computer_players_says_how_many_it_needs(world: World) -> None:
    """The refusal used to suggest to leave out `start:`, which `/solo` does not have."""
    told = sentence(await world.person("anna").slash(world.channel, "solo", game="huxxy", bots=2))
    assert told == "Huxxy needs at least 3 computer players: raise bots:, or leave bots: out."
    await world.person("anna").slash(world.channel, "solo", game="huxxy", bots=3)
    assert "**anna**, it's your turn" in text(world.board())


async def test_hand_before_the_game_says_that_it_has_not_begun(world: World) -> None:
    """Without a seat, they used to be told to join the next game, though this one was waiting for players."""
    await world.seated("anna", "ben", start=False)
    for name in ("ben", "zoe"):
        told = sentence(await world.person(name).slash(world.channel, "hand"))
        assert told.startswith("The game has not begun yet;")


async def test_joining_a_full_table_says_where_to_add_seats(world: World) -> None:
    """The message used to mention a list that the board no longer has."""
    await world.seated("anna", "ben", start=False, game="rummy")
    told = sentence(await world.person("zoe").slash(world.channel, "table join"))
    named = told.partition("“")[2].partition("”")[0]
    assert named in [part.get("label") for part in parts(world.board())]


async def test_a_lobby_offers_only_what_can_be_done(world: World) -> None:
    """The board offers different controls with too few players, with a full table, and with more seats."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="rummy")
    assert "start" not in offered(world)
    assert offered(world) == {"join", "bot-add", "rules", "menu", "table-form", "options-form"}
    await anna.click(world.board(), custom_id=control(world.board(), "bot-add"))
    assert offered(world) == {"start", "rules", "menu", "table-form", "options-form"}
    assert "The host can choose more seats with “Table …”." in text(world.board())
    told = sentence(await world.person("ben").slash(world.channel, "table join"))
    assert "the host can choose more seats with “Table …” on the board." in told, "it was a list, which is no more"
    await world.set_up("anna", "table-form", places="3")
    assert "join" in offered(world)
    assert "more seats" not in text(world.board())


async def test_a_lobby_for_invited_people_does_not_ask_everybody_to_join(world: World) -> None:
    """It asked everybody to press Join, which then refused them: only invited people may."""
    await world.person("anna").slash(world.channel, "table new", game="rummy", invite_only=True)
    assert "1 more player is needed: the host invites people under **More**" in text(world.board())
    assert "press **Join**" not in text(world.board())
    await world.set_up("anna", "table-form", who="all")
    assert "1 more player is needed: press **Join**" in text(world.board())


async def test_a_lobby_that_starts_by_itself_does_not_say_that_its_host_starts_it(world: World) -> None:
    """It said that the game begins with the last seat, and that it waits for the host."""
    await world.person("anna").slash(world.channel, "table new", game="rummy", seats=3, bots=1, start_when_full=True)
    assert "the game starts when the last seat is taken" in text(world.board())
    assert "can also press **Start** before all seats are taken." in text(world.board())
    assert "when everybody is here" not in text(world.board())


async def test_a_level_is_read_whatever_its_case_and_spaces(world: World) -> None:
    """A trailing space is invisible, and people type “Easy” if the list shows “Easy”."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", bots=1, level=" Easy ")
    await anna.slash(world.channel, "table bot add", level=" EASY ")
    assert [seat.level for seat in (await world.table()).record.seats] == [None, "easy", "easy"]


async def test_a_level_can_be_typed_in_the_persons_language(world: World) -> None:
    """A level may be typed in the person's language. An unknown one is answered with the existing ones."""
    anna = world.person("anna")
    await choose_setting(anna, world.channel, "language", "de")
    told = sentence(await anna.slash(world.channel, "table new", game="rummy", bots=1, level="mittel"))
    assert "zufällig, leicht, klassisch, stark" in told
    await anna.slash(world.channel, "table new", game="rummy", bots=1, level="Leicht")
    assert (await world.table()).record.seats[1].level == "easy"


async def test_options_are_completed_with_the_lobbys_names(world: World) -> None:
    """An option with many numbers offers round ones, and any number typed. A second option follows the first."""
    anna = world.person("anna")

    async def choices(typed: str) -> dict[str, str]:
        found = await anna.autocomplete(world.channel, "table new", "options", typed, game="notty")
        return {choice["name"]: choice["value"] for choice in found}

    assert (await choices(""))["Hand limit: none"] == "hand_limit=None"
    assert (await choices(""))["Round limit: 100"] == "round_limit=100"
    assert len(await choices("")) < 25
    assert await choices("round_limit=33") == {"Round limit: 33": "round_limit=33"}
    assert (await choices("hand_limit=20 round"))["hand_limit=20 · Round limit: 40"] == ("hand_limit=20 round_limit=40")


@pytest.mark.parametrize(("language", "begun"), [("en", "hand l"), ("de", "handgrenze: 2")])
async def test_options_are_searched_by_the_names_in_the_list(world: World, language: str, begun: str) -> None:
    """The first word of a name used to become part of the choice, which was then refused. An option that is chosen
    used to be offered again.
    """
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, language=language)

    async def choices(typed: str) -> list[dict[str, str]]:
        found: list[dict[str, str]] = await anna.autocomplete(
            world.channel, "table new", "options", typed, game="notty"
        )
        return found

    [first] = [choice for choice in await choices(begun) if choice["value"] == "hand_limit=20"]
    assert first["name"].casefold().startswith(begun)
    second = await choices(f"{first['name']} ")
    assert all(choice["value"].startswith("hand_limit=20 round_limit=") for choice in second)
    assert all(choice["name"].startswith("hand_limit=20 · ") for choice in second)
    await anna.slash(world.channel, "table new", game="notty", options=second[-1]["value"])
    assert (await world.table()).record.options["hand_limit"] == 20


async def test_a_lobby_explains_the_limits_of_notty(world: World) -> None:
    """The lobby explains the limit of rounds, which every new table has, and a limit of the hand."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="notty", options="hand_limit=20")
    assert "after round 25, the fewest cards win" in text(world.board())
    assert "Hand limit 20: nobody may draw or take beyond it." in text(world.board())


async def full_by_a_press(world: World) -> None:
    await world.person("anna").click(world.board(), custom_id=control(world.board(), "bot-add"))


async def full_by_a_command(world: World) -> None:
    told = sentence(await world.person("anna").slash(world.channel, "table bot add"))
    assert "sits down." in told
    assert "The cards are dealt" in told


async def full_by_fewer_seats(world: World) -> None:
    await world.set_up("anna", "table-form", places="2")


@pytest.mark.parametrize("fill", [full_by_a_press, full_by_a_command, full_by_fewer_seats])
async def test_start_when_full_works_however_the_table_is_filled(world: World, fill: Any) -> None:
    """The table also starts if the last seat goes to a computer player, or is removed."""
    await world.person("anna").slash(world.channel, "table new", game="rummy", seats=3, start_when_full=True)
    await world.person("ben").click(world.board(), custom_id=control(world.board(), "join"))
    assert (await world.table()).record.phase is Phase.LOBBY
    await fill(world)
    assert (await world.table()).record.phase is Phase.PLAYING
    await world.env.settle()


async def test_start_when_full_starts_a_table_that_opens_full(world: World) -> None:
    told = sentence(
        await world.person("anna").slash(
            world.channel, "table new", game="rummy", seats=2, bots=1, start_when_full=True
        )
    )
    assert "The cards are dealt" in told
    assert (await world.table()).record.phase is Phase.PLAYING
    await world.env.settle()


async def test_a_computer_player_in_a_kept_seat_is_named(world: World) -> None:
    """The answer names the computer player that takes a kept seat. It once named the person in the last seat."""
    await world.seated("anna", "ben")
    await world.slash_and_confirm("anna", "table end")
    await world.person("anna").slash(world.channel, "table rematch")
    assert (await world.table()).record.seats[0].kept, "Ben's seat comes first"
    told = sentence(await world.person("anna").slash(world.channel, "table bot add", level="strong"))
    assert told.startswith("Stella"), told


async def test_an_old_board_is_refused_after_restoring_a_backup(world: World) -> None:
    """The table's number is used again, for instance in another server, where people who pressed here once sat down."""
    anna, ben, zoe = (world.person(name) for name in ("anna", "ben", "zoe"))
    club = world.env.create_guild("Chess club")
    there = club.create_text_channel("tables")
    await world.bot.release()
    backup = world.settings.database_path.read_bytes()
    await world.restart()
    await anna.slash(world.channel, "table new", game="rummy")
    old = world.board()
    await world.restart(kept=backup)
    await club.add_member(ben.user).slash(there, "table new", game="rummy")
    table = await world.table(there)
    assert f":{table.id}:" in control(old, "join")
    pressed = await zoe.click(old, custom_id=control(old, "join"))
    assert "This table no longer exists" in sentence(pressed)
    assert table.record.people == (ben.id,)
