"""Four people at a table: hands by DM, one with closed DMs, turn pings, leaving and coming back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.tables.model.records import Phase
from tests.e2e.table_talk import actions, advice, control, pictures, text
from tests.e2e.test_refusals import sentence

if TYPE_CHECKING:
    from tests.e2e.conftest import World

NAMES = ("anna", "ben", "cleo", "dan")


async def _play(world: World, table: Any, turns: int, closed: str = "") -> None:
    """Some turns from each person's DM; who has closed DMs plays from an answer to “My hand”."""
    for _ in range(turns):
        if table.record.phase is not Phase.PLAYING:
            return
        name = world.name_to_act(table)
        person = world.person(name)
        if name != closed:
            for _ in range(2):
                hand = world.dm(name)
                await person.user.click(hand, custom_id=control(hand, "act", advice(table, person.id)))
            continue
        hand = (await person.click(world.board(), custom_id=control(world.board(), "hand"))).response
        assert hand.ephemeral
        for _ in range(2):
            result = await person.click(hand, custom_id=control(hand, "act", advice(table, person.id)))
            assert result.acknowledged
            hand = next(m for m in world.channel.history(viewer=person) if m.id == hand.id)


async def test_four_people_one_of_them_with_closed_dms(world: World) -> None:
    """Everybody plays two rounds of turns; the person without DMs is told once and plays from the channel."""
    world.close_dms("dan")
    table = await world.seated(*NAMES)
    await _play(world, table, 12, closed="dan")
    assert table.record.decision == 24
    for name in NAMES[:3]:
        assert len(world.person(name).user.dm_channel.history()) == 1
        assert "cards · Friends" in text(world.dm(name))
    pings = [m.content for m in _posted(world) if "could not send you your cards" in m.content]
    assert len(pings) == 1
    assert f"<@{world.person('dan').id}>" in pings[0]


def _posted(world: World) -> list[Any]:
    """Every message that the bot posted in the channel, deleted ones too."""

    class Posted:
        def __init__(self, body: Any) -> None:
            self.content = body.get("content") or ""

    path = f"/channels/{world.channel.id}/messages"
    return [Posted(r.json) for r in world.env.http_requests if r.method == "POST" and r.path == path]


async def test_a_hand_shows_only_its_owners_cards(world: World) -> None:
    """The board shows nobody's hand, and each DM the cards of its person."""
    table = await world.seated(*NAMES)
    state = table.position.state
    for seat, name in enumerate(NAMES):
        shown = pictures(world.dm(name))["hand.png"]
        for card in state.hands[seat]:
            assert card.name in shown
    others = {card.name for card in state.hands[1]} - {card.name for card in state.hands[0]}
    assert not [card for card in others if card in pictures(world.dm("anna"))["hand.png"]]


async def test_one_ping_at_a_time_and_only_by_others_moves(world: World) -> None:
    """The newest ping mentions who is to play; it goes when they have begun."""
    table = await world.seated(*NAMES)
    for _ in range(3):
        await _play(world, table, 1)
        pings = [m for m in world.channel.history() if "it is your turn" in m.content]
        assert [text(m).split(",")[0] for m in pings] == [f"<@{table.position.person_to_act}>"]
    name = world.name_to_act(table)
    hand = world.dm(name)
    await world.person(name).user.click(hand, custom_id=control(hand, "act", "draw stock"))
    assert not [m for m in world.channel.history() if "it is your turn" in m.content]


async def test_a_ping_has_the_hand_and_goes_with_the_game(world: World) -> None:
    """One press shows the cards, whatever scrolled away; a ping about a table that was closed would mislead."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    [ping] = [m for m in world.channel.history() if "it is your turn at" in m.content]
    hand = (await world.person(name).click(ping, custom_id=control(ping, "hand"))).response
    assert "Your hand" in text(hand)
    await world.for_sure("anna", "table end")
    assert not [m for m in world.channel.history() if "it is your turn at" in m.content]


async def test_a_hand_says_who_has_which_seat(world: World) -> None:
    """Pictures and commands name seats by their numbers."""
    await world.seated("anna", "ben", bots=1)
    assert "-# Seats: 1 you · 2 🤖 **Blaise** · 3 **ben**" in text(world.dm("anna"))
    assert "-# Seats: 1 **anna** · 2 🤖 **Blaise** · 3 you" in text(world.dm("ben"))


async def test_pings_can_be_turned_off(world: World) -> None:
    """A person who chose so is not mentioned."""
    for name in NAMES:
        page = (await world.person(name).slash(world.channel, "settings")).response
        await world.person(name).select(page, ["never"], custom_id=control(page, "set", "mentions"))
    table = await world.seated(*NAMES)
    await _play(world, table, 3)
    assert not [m for m in _posted(world) if "it is your turn" in m.content]


async def test_the_hand_may_stay_in_the_channel(world: World) -> None:
    """Who chose no DMs gets none, and plays by “My hand”."""
    page = (await world.person("anna").slash(world.channel, "settings")).response
    await world.person("anna").select(page, ["channel"], custom_id=control(page, "set", "hand"))
    table = await world.seated("anna", bots=2)
    await _play(world, table, 2, closed="anna")
    assert not world.person("anna").user.dm_channel.history()


async def test_a_dm_is_edited_only_when_its_hand_or_turn_changes(world: World) -> None:
    """Ben's message is left alone while Cleo and Dan play."""
    table = await world.seated(*NAMES)
    same_round = False
    while not same_round:  # a new deal changes every hand
        while world.name_to_act(table) != "cleo":
            await _play(world, table, 1)
        before, dealt = len(world.env.http_requests), table.position.view(None).round
        await _play(world, table, 1)
        same_round = table.position.view(None).round == dealt
    ben = f"/channels/{world.person('ben').user.dm_channel.id}/"
    assert not [r for r in world.env.http_requests[before:] if r.path.startswith(ben)]


async def test_two_rest_calls_a_move_beside_the_answer(world: World) -> None:
    """A draw costs the board and the heeded ping; passing the turn on the board, a DM and a ping; a deal all DMs."""
    table = await world.seated(*NAMES)
    await _play(world, table, 4)
    before, moves, rounds = len(world.env.http_requests), table.record.decision, table.position.state.round
    await _play(world, table, 8)
    made = [r for r in world.env.http_requests[before:] if not r.path.endswith("/callback")]
    deals = table.position.state.round - rounds
    assert len(made) <= 2.5 * (table.record.decision - moves) + deals * len(NAMES)


async def test_leaving_hands_the_seat_to_a_computer_player_until_one_comes_back(world: World) -> None:
    """From the menu, without typing and after a question; the table plays on, and coming back takes the seat again."""
    table = await world.seated("anna", "ben")
    await world.begun(table)
    ben = world.person("ben")
    menu = (await ben.click(world.board(), custom_id=control(world.board(), "menu"))).response
    for answer in ("menu-back", "quit-yes"):
        await ben.click(menu, custom_id=control(menu, "quit"))
        menu = next(m for m in world.channel.history(viewer=ben) if m.id == menu.id)
        assert "A computer player takes your seat" in text(menu)
        assert "You will be rated last." in text(menu)
        assert not table.record.seats[1].plays_itself
        await ben.click(menu, custom_id=control(menu, answer))
        menu = next(m for m in world.channel.history(viewer=ben) if m.id == menu.id)
    assert "A computer player plays on for you" in text(menu)
    assert table.record.seats[1].plays_itself
    assert table.position.person_to_act == world.person("anna").id
    menu = (await ben.click(world.board(), custom_id=control(world.board(), "menu"))).response
    await ben.click(menu, custom_id=control(menu, "return"))
    assert table.record.seats[1].occupant == ben.id


async def test_the_last_one_out_closes_the_table(world: World) -> None:
    """A table without people ends; the menu says so before, the answer and the board afterwards."""
    table = await world.seated("anna", bots=2)
    await world.begun(table)
    anna = world.person("anna")
    menu = (await anna.click(world.board(), custom_id=control(world.board(), "menu"))).response
    await anna.click(menu, custom_id=control(menu, "quit"))
    asked = next(m for m in world.channel.history(viewer=anna) if m.id == menu.id)
    assert "Nobody else is playing, so it ends." in text(asked)
    await anna.click(asked, custom_id=control(asked, "quit-yes"))
    told = text(next(m for m in world.channel.history(viewer=anna) if m.id == menu.id))
    assert "left table" in told
    assert "it is closed" in told
    assert table.record.phase is Phase.CLOSED
    assert "Everybody left" in text(world.board())
    assert "**anna** left early and is rated last" in text(world.board())
    assert "🤖 **anna**" not in text(world.board())


async def test_what_needs_no_doing_is_told_so(world: World) -> None:
    """A second start, an autopilot that was off, and taking back where one does not play."""
    await world.seated("anna", "ben")
    anna, zoe = world.person("anna"), world.person("zoe")
    assert "already begun" in sentence(await anna.slash(world.channel, "table start"))
    assert "already playing your own seat" in sentence(await anna.slash(world.channel, "table autopilot", on=False))
    assert "You are not playing at this table" in sentence(await zoe.slash(world.channel, "undo"))
    assert "one season here so far" in sentence(await anna.slash(world.channel, "leaderboard", season="9"))


async def test_the_hand_is_promised_where_it_is(world: World) -> None:
    """Where all hands lie open nobody is sent one."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="notty", bots=1)
    assert "Press **My hand**" in sentence(await anna.slash(world.channel, "table start"))
    assert world.dm("anna") is None


async def test_kicked_by_the_host(world: World) -> None:
    """The host takes a player out; others cannot."""
    table = await world.seated("anna", "ben", start=False)
    refused = await world.person("ben").slash(world.channel, "table kick", user=world.person("anna"))
    assert "Only the host" in refused.response.content
    await world.person("anna").slash(world.channel, "table kick", user=world.person("ben"))
    assert table.record.people == (world.person("anna").id,)


async def test_actions_are_offered_to_the_one_whose_turn_it_is(world: World) -> None:
    """/move offers nothing to others, and the legal actions to the one who is to play."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    other = "ben" if name == "anna" else "anna"
    assert await world.person(other).autocomplete(world.channel, "move", "action", "") == []
    offered = await world.person(name).autocomplete(world.channel, "move", "action", "dis")
    assert [choice["value"] for choice in offered] == ["draw discard"]
    assert actions(world.dm(name)) == ["draw stock", "draw discard"]
    assert actions(world.dm(other)) == []
