"""Every control of the lobby, the menu and the boards does what it says, without typing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.catalogue import GAMES
from bot.tables.model.records import Person, Phase
from bot.ui.table import may_open, rematch
from tests.e2e.table_talk import advice, control, menu, parts, private, sentence, text
from tests.now import phase

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_the_lobby_works_by_controls_alone(world: World) -> None:
    """A player leaves, and the host changes seats, level and options, which others may not."""
    table = await world.seated("anna", "ben", start=False)
    anna, ben = world.person("anna"), world.person("ben")
    more = (await ben.click(world.board(), custom_id=control(world.board(), "menu"))).response
    await ben.click(more, custom_id=control(more, "quit"))
    assert table.record.people == (anna.id,)
    await world.set_up("anna", "table-form", places="5", level="easy")
    await anna.click(world.board(), custom_id=control(world.board(), "bot-add"))
    await world.set_up("anna", "options-form", **{"option.arrangement": "fewest-points"})
    said = text(world.board())
    assert "2 of 5 seats taken" in said
    assert "easy" in said
    assert table.record.options == {"arrangement": "fewest-points"}
    assert "Only the host" in sentence(await world.set_up("ben", "table-form"))


async def test_the_menu_works_by_controls_alone(world: World) -> None:
    """Status, rules, settings and help are shown. The host removes a player and ends the table."""
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    anna, ben = world.person("anna"), world.person("ben")
    menu = (await anna.click(world.board(), custom_id=control(world.board(), "menu"))).response
    words = {
        "status": table.record.commitment,
        "now": "What can I do now?",
        "rules": "In short",
        "settings": "Your settings",
        "help": "How to play",
    }
    for verb, word in words.items():
        shown = (await anna.click(menu, custom_id=control(menu, verb))).response
        assert shown.ephemeral
        assert word in text(shown)
    await anna.select(menu, [str(ben.id)], custom_id=control(menu, "kick"))
    await anna.click(menu, custom_id=control(menu, "kick-yes"))
    assert table.record.people == (anna.id,)
    await anna.click(menu, custom_id=control(menu, "end"))
    assert "End the game?" in text(menu)
    assert phase(table) is Phase.PLAYING
    await anna.click(menu, custom_id=control(menu, "end-yes"))
    assert phase(table) is Phase.CLOSED
    assert "The host ended it." in text(world.board())
    assert "This table was closed" in text(world.dm("anna"))
    status = (await ben.click(world.board(), custom_id=control(world.board(), "status"))).response
    assert table.record.secret.hex() in text(status)


async def test_the_last_round_can_be_shown_on_request(world: World) -> None:
    """After a round, the board's button shows everybody's hands and points, privately."""
    table = await world.seated("anna", bots=2)
    anna = world.person("anna")
    while table.position.state.round == 1:
        hand = world.dm("anna")
        await anna.user.click(hand, custom_id=control(hand, "act", advice(table, anna.id)))
    shown = (await anna.click(world.board(), custom_id=control(world.board(), "round"))).response
    assert shown.ephemeral
    assert "Round 1" in text(shown)
    assert "in all" in text(shown)


async def test_a_table_closed_before_the_deal_promises_no_secret(world: World) -> None:
    """Its status used to say that the secret is shown when the game is over."""
    await world.seated("anna", "ben", start=False)
    await world.slash_and_confirm("anna", "table end")
    shown = text((await world.person("ben").slash(world.channel, "table status")).response)
    assert "nothing was shuffled" in shown
    assert "when the game is over" not in shown


@pytest.mark.parametrize(("rated", "words"), [(True, "rated"), (False, "not rated")])
async def test_the_status_says_what_is_played_for(world: World, rated: bool, words: str) -> None:
    await world.person("anna").slash(world.channel, "table new", game="notty", bots=1, rated=rated, start=True)
    shown = text((await world.person("ben").slash(world.channel, "table status")).response)
    [rules] = [line for line in shown.splitlines() if line.startswith("House rules: ")]
    assert rules.split(" · ")[-1] == words


async def test_two_simultaneous_rematch_requests_share_a_table(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two people who ask for a rematch at once, one opens it, and the other takes the seat kept for them."""
    table = await world.seated("anna", "ben")
    await world.slash_and_confirm("anna", "table end")
    anna, ben = world.person("anna"), world.person("ben")
    applicant_at = may_open.applicant_at

    async def overtaken(*asked: Any) -> Any:
        await world.bot.tables.opener.rematch(table, Person(ben.id, "Ben"), 1)
        return await applicant_at(*asked)

    monkeypatch.setattr(rematch, "applicant_at", overtaken)
    answer = await anna.slash(world.channel, "table rematch")
    assert sentence(answer) == "You are at table 2."
    assert sorted((await world.table()).record.people) == sorted((anna.id, ben.id))


async def test_the_hosts_role_can_be_passed_on_by_menu_and_command(world: World) -> None:
    """The chosen player has the host's powers from then on."""
    table = await world.seated("anna", "ben", start=False)
    anna, ben = world.person("anna"), world.person("ben")
    page = await menu(world, "anna")
    await anna.select(page, [str(ben.id)], custom_id=control(page, "host"))
    assert table.record.host == ben.id
    assert "Only the host" in sentence(await anna.slash(world.channel, "table host", user=anna))
    await ben.slash(world.channel, "table host", user=anna)
    assert table.record.host == anna.id
    await world.slash_and_confirm("anna", "table leave")
    assert table.record.host == ben.id


async def test_the_menu_depends_on_who_opens_it(world: World) -> None:
    """Players get their hand, and a hint on their turn, and can leave. Others can watch. The host alone has a host's
    powers.
    """
    table = await world.seated("anna", "ben")
    mine = world.name_to_act(table)
    other = "ben" if mine == "anna" else "anna"
    asked_for = {"hand", "hint", "watch", "back", "quit", "end", "kick"}
    powers = {"anna": {"end", "kick"}, "ben": set[str]()}

    async def offered(name: str) -> set[str]:
        return asked_for & {part.get("custom_id", "::").split(":")[2] for part in parts(await menu(world, name))}

    assert await offered(mine) == {"hand", "hint", "quit", *powers[mine]}
    assert await offered(other) == {"hand", "quit", *powers[other]}
    assert await offered("zoe") == {"watch"}
    await world.person(other).slash(world.channel, "table autopilot", on=True)
    assert await offered(other) == {"hand", "back", "quit", *powers[other]}
    page = await menu(world, mine)
    shown = private(await world.person(mine).click(page, custom_id=control(page, "hand")))
    assert shown.ephemeral
    assert "Your hand" in text(shown)


async def test_the_menu_offers_a_seat_back_only_to_those_who_may_return(world: World) -> None:
    """Somebody whom the host had removed could press it, and was sent to the host for an invitation."""
    await world.seated("anna", "ben", "cleo")
    await world.slash_and_confirm("anna", "table kick", user=world.person("ben"))
    await world.slash_and_confirm("cleo", "table leave")
    offered = [":return:" in str(parts(await menu(world, name))) for name in ("ben", "cleo")]
    await world.person("anna").slash(world.channel, "table invite", user=world.person("ben"))
    offered.append(":return:" in str(parts(await menu(world, "ben"))))
    assert offered == [False, True, True]


async def test_the_menu_offers_thoughts_once_there_are_some(world: World) -> None:
    """Before a computer player had moved, it offered them and answered that there were none."""
    table = await world.seated("anna", bots=3, game="huxxy")
    offered = [":thoughts:" in str(parts(await menu(world, "anna")))]
    await world.person("anna").slash(world.channel, "draw")
    assert any(event.kind == "thought" for event in table.record.recent)
    offered.append(":thoughts:" in str(parts(await menu(world, "anna"))))
    assert offered == [False, True]


@pytest.mark.parametrize("game", ["three-thirteen", "six-holes"])
async def test_watching_is_private_and_shows_no_hand(world: World, game: str) -> None:
    """“Watch” in the menu shows the public board, only to the person who pressed it, and without the controls that
    only players can use: “My hand” was answered with “You are not playing at this table”.
    """
    await world.seated("anna", "ben", game=game)
    page = await menu(world, "zoe")
    shown = (await world.person("zoe").click(page, custom_id=control(page, "watch"))).response
    assert shown.ephemeral
    assert GAMES[game].title in text(shown)
    assert "Your hand" not in text(shown)
    assert "My hand" not in text(shown)
    assert {part["custom_id"].split(":")[2] for part in parts(shown) if "custom_id" in part} == {"rules", "menu"}
