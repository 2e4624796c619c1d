"""A new player takes the seat of a player who left, or the leaver comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.acts.setup import Setup
from tests.e2e.table_talk import advice, control, parts, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_another_person_can_take_a_leavers_seat(world: World) -> None:
    """`/table join` offers the seat. The new player gets that hand and plays on, and the leaver is told so."""
    table = await world.seated("anna", "ben", "dan")
    ben, cleo = world.person("ben"), world.person("cleo")
    await world.slash_and_confirm("ben", "table leave")
    await world.slash_and_confirm("anna", "table kick", user=world.person("dan"))
    offer = (await cleo.slash(world.channel, "table join")).response
    assert "ben, who left" in text(offer)
    assert "dan, who was removed" in text(offer), "he used to be called a leaver"
    await cleo.click(offer, custom_id=control(offer, "takeover", "1"))
    assert table.record.seats[1].occupant == cleo.id
    assert "Your hand" in text(offer)
    assert world.dm("cleo") is None
    assert "**cleo** took over **ben**'s seat." in text(world.board())
    assert "somebody else has your seat" in sentence(await ben.slash(world.channel, "table join"))
    while table.position.person_to_act != cleo.id:
        anna = world.person("anna")
        dm = world.dm("anna")
        await anna.user.click(dm, custom_id=control(dm, "act", advice(table, anna.id)))
    hand = world.hand("cleo")
    await cleo.click(hand, custom_id=control(hand, "act", advice(table, cleo.id)))
    assert [a.by for a in await world.bot.store.tables.actions(table.id)][-1] == cleo.id


async def test_a_new_player_is_not_told_to_have_drawn_the_leavers_card(world: World) -> None:
    """In Huxxy, a hand says until the next turn ends which card was drawn. It said “You drew” to the new player."""
    table = await world.seated("anna", "ben", bots=2, game="huxxy")
    await world.play_on(table, until=lambda: table.position.person_to_act == world.person("ben").id)
    await world.person("ben").slash(world.channel, "draw")
    assert "You drew" in text(world.hand("ben"))
    await world.slash_and_confirm("ben", "table leave")
    cleo = world.person("cleo")
    offer = (await cleo.slash(world.channel, "table join")).response
    await cleo.click(offer, custom_id=control(offer, "takeover"))
    assert "Your hand" in text(offer)
    assert "You drew" not in text(offer)
    assert await world.bot.store.tables.load(table.id) == table.record


async def test_a_leavers_commands_say_how_to_come_back(world: World) -> None:
    """The leaver was once told to join the next game, which is right only once somebody else has the seat."""
    table = await world.seated("anna", "ben")
    ben, cleo = world.person("ben"), world.person("cleo")
    await world.slash_and_confirm("ben", "table leave")
    for command in ("hand", "hint", "undo"):
        assert sentence(await ben.slash(world.channel, command)) == (
            "A computer player has taken your seat. /table join in the table's channel brings you back."
        )
    assert "brings you back" in sentence(await ben.slash(world.channel, "move", action="draw stock"))
    offer = (await cleo.slash(world.channel, "table join")).response
    await cleo.click(offer, custom_id=control(offer, "takeover"))
    assert table.record.seats[1].occupant == cleo.id
    assert "welcome to watch" in sentence(await ben.slash(world.channel, "hand"))


async def test_an_invite_only_seat_is_offered_only_to_the_invited(world: World) -> None:
    """Others used to be offered it as well, and were refused when they pressed."""
    table = await world.seated("anna", "ben", start=False)
    anna, zoe = world.person("anna"), world.person("zoe")
    await table.set_up(anna.id, Setup(invite_only=True))
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    await world.slash_and_confirm("ben", "table leave")
    assert sentence(await zoe.slash(world.channel, "table join")).startswith("Only invited people may join this table")
    menu = (await zoe.click(world.board(), custom_id=control(world.board(), "menu"))).response
    assert ":takeover:" not in str(parts(menu))
    await anna.slash(world.channel, "table invite", user=zoe)
    offer = (await zoe.slash(world.channel, "table join")).response
    await zoe.click(offer, custom_id=control(offer, "takeover"))
    assert table.record.seats[1].occupant == zoe.id


async def test_an_offer_in_direct_messages_ends_with_the_membership(world: World) -> None:
    """Cleo was removed from the server with the offer of Ben's seat in her direct messages, and could still take it:
    she was shown his hand, and played on in a server that she was not in.
    """
    table = await world.seated("anna", "ben")
    await world.slash_and_confirm("ben", "table leave")
    cleo = world.person("cleo")
    await world.person("anna").slash(world.channel, "table invite", user=cleo)
    invitation = world.dm("cleo")
    await cleo.user.click(invitation, custom_id=control(invitation, "accept"))
    offer = world.dm("cleo")
    world.guild.remove_member(cleo)
    await world.env.settle()
    said = sentence(await cleo.user.click(offer, custom_id=control(offer, "takeover")))
    assert said == "You are no longer in that table's server; ask for a new invitation to it."
    assert table.record.seat_of(cleo.id) is None
    assert "Your hand" not in text(world.dm("cleo"))
