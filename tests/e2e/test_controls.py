"""Every control of the lobby, the menu and the boards does what it says, without typing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.tables.model.protocols import StoreUnavailableError
from bot.tables.model.records import Phase
from tests.e2e.table_talk import advice, control, parts, text
from tests.e2e.test_refusals import sentence
from tests.now import phase

if TYPE_CHECKING:
    import pytest

    from tests.e2e.conftest import World


async def test_the_lobby_by_controls_only(world: World) -> None:
    """Seats, options, levels, people coming and going."""
    table = await world.seated("anna", "ben", start=False)
    anna, ben = world.person("anna"), world.person("ben")
    await ben.click(world.board(), custom_id=control(world.board(), "leave"))
    assert table.record.people == (anna.id,)
    await anna.select(world.board(), ["5"], custom_id=control(world.board(), "places"))
    await anna.select(world.board(), ["easy"], custom_id=control(world.board(), "bot-level"))
    await anna.select(world.board(), ["fewest-points"], custom_id=control(world.board(), "option", "arrangement"))
    said = text(world.board())
    assert "2 of 5 seats taken" in said
    assert "easy" in said
    assert table.record.options == {"arrangement": "fewest-points"}
    refused = await ben.select(world.board(), ["3"], custom_id=control(world.board(), "places"))
    assert "Only the host" in sentence(refused)


async def test_the_menu_by_controls_only(world: World) -> None:
    """Status, rules, settings and help; the host takes a player out and ends the table."""
    table = await world.seated("anna", "ben")
    await world.begun(table)
    anna, ben = world.person("anna"), world.person("ben")
    menu = (await anna.click(world.board(), custom_id=control(world.board(), "menu"))).response
    words = {
        "status": table.record.commitment,
        "rules": "What can I do now?",
        "settings": "Your settings",
        "help": "How to play",
    }
    for verb, word in words.items():
        shown = (await anna.click(menu, custom_id=control(menu, verb))).response
        assert shown.ephemeral
        assert word in text(shown)
    await anna.select(menu, [str(ben.id)], custom_id=control(menu, "kick"))
    menu = _again(world, anna, menu)
    await anna.click(menu, custom_id=control(menu, "kick-yes"))
    assert table.record.people == (anna.id,)
    menu = _again(world, anna, menu)
    await anna.click(menu, custom_id=control(menu, "end"))
    menu = _again(world, anna, menu)
    assert "End the game?" in text(menu)
    assert phase(table) is Phase.PLAYING
    await anna.click(menu, custom_id=control(menu, "end-yes"))
    assert phase(table) is Phase.CLOSED
    assert "The host ended it." in text(world.board())
    assert "This table was closed" in text(world.dm("anna"))
    status = (await ben.click(world.board(), custom_id=control(world.board(), "status"))).response
    assert table.record.secret.hex() in text(status)


def _again(world: World, person: Any, message: Any) -> Any:
    return next(m for m in world.channel.history(viewer=person) if m.id == message.id)


async def test_nobody_but_the_host_is_offered_the_hosts_powers(world: World) -> None:
    """The menu of a player and of a spectator."""
    await world.seated("anna", "ben")
    for name, quits in (("ben", True), ("zoe", False)):
        person = world.person(name)
        menu = (await person.click(world.board(), custom_id=control(world.board(), "menu"))).response
        verbs = {part.get("custom_id", "::").split(":")[2] for part in parts(menu)}
        assert ("quit" in verbs) is quits
        assert not verbs & {"end", "kick"}


async def test_the_last_round_on_request(world: World) -> None:
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
    assert "The last round cost you" in text(world.dm("anna"))


async def test_the_tables_commands(world: World) -> None:
    """The same by typing: bots, status, board, end."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", seats=3)
    table = await world.table()
    added = await anna.slash(world.channel, "table bot add", level="easy")
    assert "sits down" in added.response.content
    removed = await anna.slash(world.channel, "table bot remove")
    assert "has left" in removed.response.content
    await world.person("ben").slash(world.channel, "table join")
    assert len(table.record.people) == 2
    status = (await anna.slash(world.channel, "table status")).response
    assert table.record.commitment in text(status)
    refused = await world.person("ben").slash(world.channel, "table end")
    assert "Only the host" in sentence(refused)
    await world.for_sure("anna", "table end")
    assert phase(table) is Phase.CLOSED
    again = await world.person("ben").slash(world.channel, "table rematch")
    assert "rematch" in again.response.content
    assert (await world.table()).record.host == world.person("ben").id


async def test_every_verb_of_another_game_is_explained(world: World) -> None:
    """None of them raises; each names what Three Thirteen knows."""
    await world.seated("anna", bots=1)
    anna = world.person("anna")
    calls: dict[str, dict[str, Any]] = {
        "play": {"card": "4C"},
        "lay": {"melds": "4C 4D 4H"},
        "layoff": {"card": "4C", "meld": "1"},
        "swap": {"card": "4C", "meld": "1"},
        "take": {"what": "2"},
        "open": {"position": "TL"},
        "place": {"position": "TL"},
        "end": {},
        "reset": {},
    }
    for verb, options in calls.items():
        assert f"/{verb}" in sentence(await anna.slash(world.channel, verb, **options))


async def test_a_store_that_refuses_for_now(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full: one sentence, and the game goes on when there is room again."""

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


async def test_an_interaction_that_is_over_is_only_noted(world: World) -> None:
    """Discord says 10062: nobody waits, nothing is an error; the move is made all the same."""
    table = await world.seated("anna", bots=1)
    hand = world.dm("anna")
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, message="over")
    decision = table.record.decision
    await world.person("anna").user.click(hand, custom_id=control(hand, "act", "draw stock"))
    assert table.record.decision == decision + 1
    for record in world.interactions:
        record.responded = True


async def test_far_more_tables_than_are_remembered(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the announcer forgot it finds in the store again: the same board is edited."""
    monkeypatch.setattr("bot.ui.messages.announcer.MAX_ROOMS", 1)
    await world.seated("anna", bots=1)
    board = world.board()
    other = world.guild.create_text_channel("other")
    await world.person("ben").slash(other, "table new", game="three-thirteen", seats=2, bots=1)
    assert len(world.bot.announcer._rooms) == 1
    table, anna = await world.table(), world.person("anna")
    hand = world.dm("anna")
    await anna.user.click(hand, custom_id=control(hand, "act", advice(table, anna.id)))
    assert world.board().id == board.id
    assert "discard one card" in text(world.board()).lower()
    assert len(anna.user.dm_channel.history()) == 1
