"""People's actions (write, use commands, press, choose, fill in forms) and the bot's answers to them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from bot.playground import modals
from bot.playground.backend import BackendError, Interaction, InteractionType, VirtualDiscord
from bot.playground.backend.peoples_side import OF_MESSAGES
from bot.playground.options import UNUSABLE, USER, ActError, option_value

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

Json = dict[str, Any]

ANSWER_TIMEOUT_SECONDS: Final = 3.0
"""Seconds that Discord gives the bot for its first answer."""
_WAY_BACK: Final = 0.1
"""Seconds an answer in time may need to arrive."""
_BUTTON, _SELECTS = 2, {modals.STRING_SELECT, 5, 6, 8}
_LINK_STYLES: Final = {5, 6}


class People:
    """Everything people can do in the playground, validated as by Discord's client.

    Attributes:
        patience: Seconds after which an act without an answer has failed, and an answer is refused; tests that
            allow no failure wait longer.
    """

    def __init__(self, discord: VirtualDiscord) -> None:
        self.patience = ANSWER_TIMEOUT_SECONDS
        self._discord = discord
        self._waiting: dict[int, asyncio.Future[Interaction]] = {}
        self._do: dict[str, Callable[[int, Json], Awaitable[Json]]] = {
            "say": self._say,
            "slash": self._slash,
            "menu": self._menu,
            "autocomplete": self._autocomplete,
            "click": self._click,
            "select": self._select,
            "submit": self._submit,
        }
        discord.answer_listeners.append(self._answered)

    async def act(self, user_id: int, act: Json) -> Json:
        """Act as one person and wait up to 3 s for the bot's first answer.

        Args:
            user_id: Who does it.
            act: `do` (say, slash, menu, autocomplete, click, select or submit), `place` (channel id) and its arguments:
                `text`; `command` and `options`; `command`, its `type` and the `target`; also `focused`; `message` and
                `custom_id`; also `values`; `interaction` and `values`.

        Returns:
            `outcome` (said, message, deferred, deferred_update, update, modal, autocomplete or failed), the
            `interaction`'s id, and what belongs to the outcome: `message`, `modal`, `choices`.

        Raises:
            ActError: A person could not do this in Discord's client.
        """
        if user_id not in self._discord.users:
            raise ActError("Nobody with that id is here.")
        doing = self._do.get(str(act.get("do")))
        if doing is None:
            raise ActError("The playground does not know how to do that.")
        try:
            return await doing(user_id, act)
        except BackendError as error:
            raise ActError(_in_words(error)) from error
        except UNUSABLE as error:
            raise ActError(f"That request is incomplete: {error}.") from error

    # ------------------------------------------------------------- the acts

    async def _say(self, user_id: int, act: Json) -> Json:
        text = str(act["text"]).strip()
        if not text:
            raise ActError("Write something first.")
        message = self._discord.say(self._place(user_id, act), user_id, text)
        return {"outcome": "said", "message": str(message.id)}

    async def _slash(self, user_id: int, act: Json) -> Json:
        place = self._place(user_id, act)
        path, leaf, command = self._command(user_id, place, act["command"])
        given: Json = act.get("options") or {}
        known = {option["name"]: option for option in leaf.get("options") or []}
        for name in given:
            if name not in known:
                raise ActError(f"/{' '.join(path)} has no option {name}.")
        for option in known.values():
            if option.get("required") and option["name"] not in given:
                raise ActError(f"{option['name']} is needed; fill it in and send again.")
        resolved: Json = {}
        options = [
            self._option(user_id, place, option, given[name], resolved)
            for name, option in known.items()
            if name in given
        ]
        data = _command_data(command, self._discord.nested(command, path, options)) | {"resolved": resolved}
        kind = InteractionType.APPLICATION_COMMAND
        return await self._answer(self._discord.interact(kind, place, user_id, data, command=" ".join(path)))

    async def _menu(self, user_id: int, act: Json) -> Json:
        place, target = self._place(user_id, act), int(act["target"])
        offered = self._discord.menus(user_id, place)
        wanted = (act["command"], act["type"])
        command = next((one for one in offered if (one["name"], one["type"]) == wanted), None)
        if command is None:
            raise ActError(f"{act['command']} cannot be used here.")
        resolved: Json = {}
        if command["type"] == OF_MESSAGES:
            self._discord.resolve_message(user_id, place, target, resolved)
        elif not self._discord.resolve(place, user_id, target, resolved):
            raise ActError("That person is not here.")
        data = _command_data(command, []) | {"target_id": str(target), "resolved": resolved}
        kind = InteractionType.APPLICATION_COMMAND
        return await self._answer(self._discord.interact(kind, place, user_id, data, command=command["name"]))

    async def _autocomplete(self, user_id: int, act: Json) -> Json:
        place = self._place(user_id, act)
        path, leaf, command = self._command(user_id, place, act["command"])
        given: Json = act.get("options") or {}
        focused = str(act["focused"])
        options: list[Json] = []
        for option in leaf.get("options") or []:
            name = option["name"]
            part: Json = {"name": name, "type": option["type"]}
            if name == focused:
                options.append(part | {"value": str(given.get(name, "")), "focused": True})
            elif name in given:
                # Half-written values of the other options are left out, as Discord does.
                try:
                    options.append(part | {"value": option_value(option, given[name])})
                except ActError:
                    continue
        data = _command_data(command, self._discord.nested(command, path, options))
        kind = InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
        return await self._answer(self._discord.interact(kind, place, user_id, data))

    async def _click(self, user_id: int, act: Json) -> Json:
        place = self._place(user_id, act)
        button = self._component(user_id, place, act, {_BUTTON})
        if button.get("style") in _LINK_STYLES:
            raise ActError("That button is a link.")
        return await self._use(user_id, place, int(act["message"]), button, {})

    async def _select(self, user_id: int, act: Json) -> Json:
        place = self._place(user_id, act)
        menu = self._component(user_id, place, act, _SELECTS)
        chosen = [str(value) for value in act["values"]]
        extra: Json = {"values": chosen}
        if menu["type"] == modals.STRING_SELECT:
            modals.check_choice(menu, chosen, modals.is_offered(menu))
        else:
            resolved = extra["resolved"] = Json()
            modals.check_choice(menu, chosen, lambda value: self._offers(user_id, place, menu, value, resolved))
        return await self._use(user_id, place, int(act["message"]), menu, extra)

    async def _submit(self, user_id: int, act: Json) -> Json:
        opened = self._discord.interactions.get(int(act["interaction"]))
        if opened is None or opened.user_id != user_id or opened.modal is None or opened.modal_consumed:
            raise ActError("That form is no longer open; start again.")
        place = opened.channel_id
        data = modals.submission(opened.modal, act.get("values") or {})
        opened.modal_consumed = True
        source = opened.source_message_id
        here = self._discord.messages.get(place, {})
        kind = InteractionType.MODAL_SUBMIT
        answer = await self._answer(
            self._discord.interact(kind, place, user_id, data, message_id=source if source in here else None)
        )
        opened.modal_consumed = answer["outcome"] != "failed"  # Discord leaves it open, to be sent again
        return answer

    # ------------------------------------------------------------- lookups

    def _place(self, user_id: int, act: Json) -> int:
        place = int(act["place"])
        if not self._discord.sees(user_id, place):
            raise ActError("That place is gone, or not yours to see.")
        return place

    def _command(self, user_id: int, place: int, name: str) -> tuple[list[str], Json, Json]:
        for path, leaf, command in self._discord.leaves(user_id, place):
            if " ".join(path) == name:
                return path, leaf, command
        raise ActError(f"/{name} cannot be used here.")

    def _option(self, user_id: int, place: int, option: Json, raw: object, resolved: Json) -> Json:
        value = option_value(option, raw)
        if option["type"] == USER and not self._discord.resolve(place, user_id, int(str(value)), resolved):
            raise ActError(f"Choose a person for {option['name']}.")
        return {"name": option["name"], "type": option["type"], "value": value}

    def _component(self, user_id: int, place: int, act: Json, kinds: set[int]) -> Json:
        message = self._discord.message_for(user_id, place, int(act["message"]))
        for component in _walk(message["components"]):
            if component.get("custom_id") == act["custom_id"] and component["type"] in kinds:
                if component.get("disabled"):
                    raise ActError("That is switched off right now.")
                return component
        raise ActError("That is no longer there; look at the message again.")

    def _offers(self, user_id: int, place: int, menu: Json, value: str, resolved: Json) -> bool:
        """Whether a select of people, roles or channels offers what has this id, which is added to `resolved`."""
        if not (value.isdecimal() and self._discord.resolve(place, user_id, int(value), resolved)):
            return False
        channel, types = resolved.get("channels", {}).get(value), menu.get("channel_types")
        return channel is None or not types or channel["type"] in types

    # ------------------------------------------------------------- the answer

    async def _use(self, user_id: int, place: int, message: int, component: Json, extra: Json) -> Json:
        data = {
            "custom_id": component["custom_id"],
            "component_type": component["type"],
            "id": component.get("id", 0),
        }
        kind = InteractionType.MESSAGE_COMPONENT
        return await self._answer(self._discord.interact(kind, place, user_id, data | extra, message_id=message))

    async def _answer(self, record: Interaction) -> Json:
        record.initial_response_deadline = self._discord.iso_after(self.patience)
        waiting = self._waiting[record.id] = asyncio.get_running_loop().create_future()
        told: Json = {"interaction": str(record.id)}
        try:
            await asyncio.wait_for(waiting, self.patience + _WAY_BACK)
        except TimeoutError:
            return told | {"outcome": "failed"}
        finally:
            del self._waiting[record.id]
        told["outcome"] = str(record.response_kind)
        if record.modal is not None:
            told["modal"] = record.modal
        if record.autocomplete_choices is not None:
            told["choices"] = record.autocomplete_choices
        if record.message_id is not None:
            told["message"] = str(record.message_id)
        return told

    def _answered(self, record: Interaction) -> None:
        waiting = self._waiting.get(record.id)
        if waiting is not None and not waiting.done():
            waiting.set_result(record)


def _command_data(command: Json, options: list[Json]) -> Json:
    return {"id": command["id"], "name": command["name"], "type": command.get("type", 1), "options": options}


def _walk(components: list[Json]) -> Iterator[Json]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or [])


def _in_words(error: BackendError) -> str:
    known = {10003: "That place is gone.", 10008: "That message is gone.", 50013: "You may not do that here."}
    return known.get(error.code, error.message)
