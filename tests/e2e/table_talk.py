"""Read what people see: the texts, buttons and selects of a message."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

from bot.players.registry import player
from tests.e2e.payloads import walk

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def parts(message: Any) -> list[dict[str, Any]]:
    """Return all components of a message, whether it is the simulation's or discord.py's."""
    found = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    return list(walk(found))


MENTION = re.compile(r"</([a-z ]+):(\d+)>")
"""A command that can be tapped: its name and its id in Discord."""
REFUSED = "⚠️ "
UNSEEN = re.compile("[\u200e\u2068\u2069]")
"""The marks that isolate the writing direction of a name."""


def raw_text(message: Any) -> str:
    """Return the whole text of a message, as it was sent."""
    said = [part["content"] for part in parts(message) if part["type"] == 10]
    return "\n".join([message.content, *said])


def text(message: Any) -> str:
    """Return the whole text of a message as people read it: commands by their names, and no marks around names."""
    return UNSEEN.sub("", MENTION.sub(r"/\1", raw_text(message)))


def pictures(message: Any) -> dict[str, str]:
    """Return the alternative texts of the message's pictures by file name."""
    items = [item for part in parts(message) if part["type"] == 12 for item in part["items"]]
    return {item["media"]["url"].rsplit("/", 1)[1]: item["description"] for item in items}


def private(result: Any) -> Any:
    """Return the newest message that only the asker sees. A click on a public message is acknowledged first."""
    return [result.response, *result.followups][-1]


def labels(message: Any) -> list[str]:
    """Return the labels of the message's buttons."""
    return [part["label"] for part in parts(message) if part["type"] == 2 and part.get("label")]


def control(message: Any, verb: str, argument: str | None = None) -> str:
    """Return the custom id of the message's only control with that verb (and argument)."""
    ids = [
        part["custom_id"]
        for part in parts(message)
        if "custom_id" in part
        and part["custom_id"].split(":")[2] == verb
        and argument in (None, part["custom_id"].split(":", 4)[4])
    ]
    assert len(ids) == 1, (verb, argument, ids)
    return str(ids[0])


async def setting_shown(who: Any, page: Any, verb: str, setting: str) -> Any:
    """Open the section with this setting on a page of settings (`set`: one's own, `server`: the server's)."""
    for section in sections(page, verb):
        if any(part.get("custom_id", "").endswith(f":{verb}::{setting}") for part in parts(page)):
            return page
        page = (await who.click(page, custom_id=section)).response
    return page


def sections(page: Any, verb: str = "") -> list[str]:
    """Return the custom ids of the buttons for the sections of a page of settings."""
    return [part["custom_id"] for part in parts(page) if f"{verb}-section:" in part.get("custom_id", "")]


async def choose_setting(who: Any, channel: Any, setting: str, value: str, *, command: str = "settings") -> Any:
    """Choose a value on the page of settings, and return the page as it is then."""
    verb = "server" if command == "server settings" else "set"
    page = await setting_shown(who, (await who.slash(channel, command)).response, verb, setting)
    return (await who.select(page, [value], custom_id=control(page, verb, setting))).response


def actions(message: Any) -> list[str]:
    """Return the text forms of the actions that the message's buttons and selects offer."""
    found = []
    for part in parts(message):
        if part.get("custom_id", "").split(":")[2:3] == ["act"] and not part.get("disabled"):
            found += (
                [option["value"] for option in part["options"]]
                if part["type"] == 3
                else [part["custom_id"].split(":", 4)[4]]
            )
    return found


def advice(table: Any, person: int) -> str:
    """Return what a classic player would do in the person's place, in text form."""
    position = table.position
    choice = player(table.record.game, "classic").choose(position.view_of(person), random.Random(1))
    return str(position.game.format_action(choice.action))


def sentence(result: Any) -> str:
    """Return the one sentence that only the asker sees: a message of its own, or a line in their hand."""
    said = [result.response, *result.followups] if result.response else result.followups
    told = [text(message) for message in said if message.ephemeral and message.content]
    for message in said:
        told += [line.removeprefix(REFUSED) for line in text(message).splitlines() if line.startswith(REFUSED)]
    assert len(told) == 1, told
    return told[0]


async def menu(world: World, name: str) -> Any:
    """Open the person's private menu."""
    return (await world.person(name).click(world.board(), custom_id=control(world.board(), "menu"))).response


def form_values(modal: dict[str, Any]) -> dict[str, str]:
    """Return a form's fields with their initial values."""
    found = {}
    for label in modal["components"]:
        field = label["component"]
        found[field["custom_id"]] = next(option["value"] for option in field["options"] if option.get("default"))
    return found


def filled(modal: dict[str, Any], **changes: str) -> dict[str, list[str]]:
    """Return what a form submits after these fields were changed."""
    return {name: [value] for name, value in {**form_values(modal), **changes}.items()}
