"""A message keeps the pictures that it has: each is uploaded once, by the bot's own edits and by answers to presses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.hands.test_pictures import begun, files
from tests.e2e.table_talk import control, pictures

if TYPE_CHECKING:
    from tests.e2e.conftest import World


@pytest.mark.usefixtures("drawn")
async def test_an_unchanged_picture_is_not_sent_again(world: World) -> None:
    """A message keeps its picture if only its words change. After a restart, it is sent once more and shown."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", seats=6)

    async def edited(act: Any) -> tuple[str, bytes]:
        await act
        (attachment,) = world.board().attachments
        assert pictures(world.board())
        return str(attachment.id), files(world, world.board())["lobby.png"]

    first = await edited(anna.slash(world.channel, "table bot add"))
    second = await edited(anna.slash(world.channel, "table bot add"))
    assert second == first
    assert await edited(anna.click(world.board(), custom_id=control(world.board(), "bot-add"))) == first
    assert await edited(anna.slash(world.channel, "table bot remove")) == first
    await world.restart()
    again = await edited(world.person("anna").slash(world.channel, "table bot add"))
    assert again[1] == first[1]
    assert await edited(world.person("anna").slash(world.channel, "table bot remove")) == again


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize("by_button", [False, True])
async def test_pictures_are_sent_again_after_a_refused_edit(world: World, *, by_button: bool) -> None:
    """A refused edit is repeated once with all its files."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", seats=6)
    await anna.slash(world.channel, "table bot add")  # Discord's answer names the picture
    board = world.board()
    shown = board.attachments[0].id
    if by_button:
        world.env.inject_error("POST", "/interactions/*", status=400, times=1)
        await anna.click(board, custom_id=control(board, "bot-add"))
    else:
        world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/{board.id}", status=400, times=1)
        await anna.slash(world.channel, "table bot add")
    (attachment,) = world.board().attachments
    assert attachment.id != shown
    assert files(world, world.board())["lobby.png"]


@pytest.mark.usefixtures("drawn")
async def test_a_press_on_a_private_hand_sends_only_changed_pictures(world: World) -> None:
    """With a hint or another order of the hand, the table's picture stays."""
    await begun(world)
    anna = world.person("anna")
    hand = (await anna.slash(world.channel, "hand")).response
    ids = []
    for verb in ("hint", "sort", "sort"):
        hand = (await anna.click(hand, custom_id=control(hand, verb))).response
        ids.append({part.filename: part.id for part in hand.attachments})
    assert ids[0].keys() == {"table.png", "hand.png"}
    assert {each["table.png"] for each in ids} == {ids[0]["table.png"]}
    assert len({each["hand.png"] for each in ids}) > 1
