"""Every command is answered in every place where docs/commands.md offers it, and sends nothing that Discord refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.playground import outside as rules
from bot.ui.interaction.failures import UNEXPECTED
from tests.e2e.outside import MESSAGE, PERSON, Outside
from tests.e2e.table_talk import control, sentence, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.conftest import World

PLACES: dict[str, dict[str, bool] | None] = {
    "bot dm": None,
    "group": {},
    "server without the bot": {"in_server": True},
    "hidden answers": {"in_server": True, "public": False},
}
TYPED = {"game": "rummy", "when": "in 2 hours", "table": "1", "id": "1", "what": "end", "answer": "yes", "on": True}
"""Values for required options. Any text will do for the others."""
TRUE = {
    ("group", False, "table rematch"): "has not begun yet",
    ("group", False, "undo"): "has not begun yet",
    ("bot dm", True, "table invite"): "Nobody else can join",
}
"""Texts that have to appear in a lobby, or where nobody else can join."""
LAST = ("table end", "table leave", "privacy delete")
"""Commands that end the table or remove the person, tried last."""


def leaves(world: World, *, in_own_dm: bool, in_server: bool) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the commands that Discord offers there with their options, those that end something last."""
    found = []
    for root in world.env.backend.commands[None].values():
        if root["type"] == 1 and (1 in root["contexts"] if in_own_dm else rules.offers(root, in_server=in_server)):
            found += _leaves(root, root["name"])
    yield from sorted(found, key=lambda each: each[0] in LAST)


def _leaves(node: dict[str, Any], name: str) -> list[tuple[str, list[dict[str, Any]]]]:
    below = [option for option in node.get("options") or [] if option["type"] in (1, 2)]
    if not below:
        return [(name, node.get("options") or [])]
    return [leaf for option in below for leaf in _leaves(option, f"{name} {option['name']}")]


@pytest.mark.parametrize("where", PLACES)
async def test_every_command_is_answered_where_it_is_offered(
    world: World, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Commands are answered without a table and with one. Where answers are hidden, only the caller sees them."""
    kind, person = PLACES[where], world.person("anna")
    place = None if kind is None else Outside(world, monkeypatch, "anna", **kind)
    actor = person.user if place is None else place.guest("anna")
    offered = list(leaves(world, in_own_dm=place is None, in_server=bool(kind and kind.get("in_server"))))
    assert {"table new", "tables", "daily deal", "privacy export"} <= {name for name, _options in offered}
    for opens in (False, True):
        if opens:
            await actor.slash("table new", game="rummy", bots=1, start=True)
        for name, options in offered:
            given = {each["name"]: filled(world, each) for each in options if each.get("required")}
            result = await actor.slash(name, **given)
            said = [message for message in (result.response, *result.followups) if message is not None]
            assert said or result.modal, name
            words = " ".join(text(one) for one in said)
            assert UNEXPECTED not in words, name
            assert TRUE.get((where, opens, name), "") in words, name
            if where == "hidden answers":
                assert all(message.ephemeral for message in said), name
    if place is not None:
        assert place.refused() == []
        assert where != "hidden answers" or place.messages() == []


def filled(world: World, option: dict[str, Any]) -> Any:
    """Return a value for a required option."""
    if option["type"] == 6:
        return world.person("ben")
    if option["type"] == 4:
        return 1
    choices = [choice["value"] for choice in option.get("choices") or []]
    return choices[0] if choices else TYPED.get(option["name"], "K♠")


@pytest.mark.parametrize("in_server", [False, True], ids=["group", "server without the bot"])
async def test_context_menus_work_where_the_bot_can_only_answer(
    world: World, monkeypatch: pytest.MonkeyPatch, in_server: bool
) -> None:
    """The context menus work outside. Inviting lets the person in, and the host has to tell them, as the bot cannot."""
    place = Outside(world, monkeypatch, "anna", in_server=in_server)
    anna, ben = place.guest("anna"), world.person("ben")
    await anna.slash("table new", game="rummy", invite_only=True)
    board = place.boards()[-1]
    invited = await anna.menu("Invite to my table", ben, on=PERSON)
    assert f"<@{ben.id}> may join now; tell them yourself" in sentence(invited)
    assert "can be seen in the server where they were played" in sentence(await anna.menu("Statistics", ben, on=PERSON))
    assert "still open" in sentence(await anna.menu("Replay", board, on=MESSAGE))
    assert (await anna.menu("Report a problem", board, on=MESSAGE)).modal is not None
    await place.guest("ben").click(place.boards()[0], custom_id=control(place.boards()[0], "join"))
    table = await world.bot.tables.in_channel(place.id)
    assert table is not None
    assert table.record.seat_of(ben.id) is not None
    assert place.refused() == []
