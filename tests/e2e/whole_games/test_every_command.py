"""Every command at any time, with what its options offer or with nonsense, and every control and form in an answer.

Two people read English and one German. A failing walk is repeated by its seed, and its last steps are in its output.
"""

from __future__ import annotations

import random
import re
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import discord
import pytest
from babel.messages.pofile import read_po
from discord import AppCommandOptionType as Type
from simcord.backend.errors import SetupError

import bot
from bot.rules.catalogue import GAMES
from bot.tables.model.records import Phase
from tests.commands import leaves
from tests.e2e.people.moderators import let_use
from tests.e2e.table_talk import choose_setting, parts
from tests.e2e.whole_games.standing import all_of, channels, check_everything_shown
from tests.e2e.whole_games.walking import (
    CLOCK,
    JUNK,
    NAMES,
    assert_secrets_kept,
    close_dms,
    cut,
    delete,
    disturb_clock,
    every_table_can_end,
    fail,
    leave_server,
    move,
    new_table,
    restart,
)
from tests.puzzles.ready import READY, for_day
from tests.soaking import bounded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.e2e.conftest import World

SEEDS = range(bounded(1, 12))
STEPS = bounded(40, 500)
REST_AFTER = 20
"""Steps between pauses in which Discord accepts everything."""
TYPED = ("in 1 hour", "20:00", "tomorrow 18:00", "in 2 days", "off", "22-7", "Europe/Berlin", "+2", "0-6", *JUNK)
"""What people type into fields and options that take any text."""
TOO_LONG = "random"
"""The level at which six players of Three Thirteen, without a pause, take longer than the simulation waits."""
TOO_SHORT = "30"
"""The clock that the simulation would wait for in real time."""
PACE = 3.0
"""Seconds between steps. At a faster pace, three people would request more messages than a channel takes."""
MAX_PRESSES = 4
"""Maximum number of controls pressed in a row, each in the answer to the previous one."""
NEVER_SHOWN = re.compile(
    r"\{[a-z_]*\}|Traceback|\b[A-Z][a-z]+Error\b|\bNaN\b|\bNone\b(?! of)| at 0x|\b[bsm]:\d+:|<@!?0>"
)
"""A placeholder that was not filled in, an error, one of Python's own words, a custom id, or a mention of nobody."""
GERMAN_READER = "ben"
MIN_LETTERS = 20
"""Minimum length of the sentences that are searched for in the wrong language."""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
async def test_every_command_is_answered(world: World, game: str, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    """Each answer is in the caller's language, and the log has no error.

    The table in memory equals the stored one, and comes to an end.
    """
    walk = Walk(world, random.Random(f"{game} {seed}"))
    await walk.begin(game)
    with walk.note_steps_on_failure():
        for step in range(STEPS):
            await world.env.advance_time(PACE)
            await walk.step()
            table = await world.table()
            assert table is None or await world.bot.store.tables.load(table.id) == table.record
            assert not [record for record in caplog.get_records("call") if record.levelname == "ERROR"]
            if table is not None and table.record.phase is Phase.PLAYING:
                assert_secrets_kept(world, table)
            if step % REST_AFTER == REST_AFTER - 1:
                await check_everything_shown(world)
        await every_table_can_end(world)
        walk.check_all_messages()


class Walk:
    """What is done, one thing after another."""

    def __init__(self, world: World, chance: random.Random) -> None:
        self.world = world
        self.chance = chance
        self.done: list[str] = []

    async def begin(self, game: str) -> None:
        """Set up three people, puzzles for some days, and a running table. One person may use the server's settings."""
        world = self.world
        today = world.bot.daily.today
        for day in range(-2, 12):
            await world.bot.store.records.add_puzzle_day(for_day(today + day, self.chance.choice(READY)))
        for name, nick in NAMES.items():
            world.people[name] = world.guild.add_member(world.env.create_user(name), nick=nick)
        await let_use(world, world.person("anna"))
        await choose_setting(world.person(GERMAN_READER), world.channel, "language", "de")
        await world.person("anna").slash(world.channel, "table new", game=game, seats=2, clock=CLOCK)
        await world.person("ben").slash(world.channel, "table join")
        await world.person("anna").slash(world.channel, "table start")

    async def step(self) -> None:
        """Type a command, press some controls, make a move, or let something happen at Discord."""
        kind = self.chance.choices(("command", "press", "move", "Discord"), (45, 70, 25, 18))[0]
        if kind == "command":
            await self._type()
        elif kind == "press":
            await self._press()
        elif kind == "move":
            self._note("a move")
            await move(self.world, self.chance)
        else:
            act = self.chance.choice(ELSEWHERE)
            self._note(act.__name__)
            await act(self.world, self.chance)

    @contextmanager
    def note_steps_on_failure(self) -> Iterator[None]:
        """Add the last steps to a failure."""
        try:
            yield
        except Exception as failure:
            failure.add_note("\n".join(self.done[-15:]))
            raise

    # Typing

    async def _type(self) -> None:
        person, command = self._somebody(), self.chance.choice(leaves(self.world.bot))
        options: dict[str, Any] = {}
        try:
            for option in command.parameters:
                if option.required or self.chance.random() < 0.4:
                    options[option.display_name] = await self._value(person, command, option, options)
            in_own_dm = person.user.dm_channel is not None and self.chance.random() < 0.15
            who, place = (person.user, ()) if in_own_dm else (person, (self.world.channel,))
            language = await self._language(person)
            self._note(f"/{command.qualified_name} {options} by {person.name}{' in their messages' * in_own_dm}")
            result = await who.slash(*place, command.qualified_name, **options)
        except SetupError as error:  # the command is not offered to them there
            self._note(f"{error}")
            return
        await self._read(person, result, language)
        await self._fill_in(person, who, result)

    async def _value(self, person: Any, command: Any, option: Any, options: Mapping[str, Any]) -> Any:
        """Return a value that somebody gives an option."""
        if option.type is Type.user:
            return self._somebody()
        if option.type is Type.channel:
            return self.world.channel
        if option.type is Type.boolean:
            return self.chance.random() < 0.5
        if option.choices:
            return self.chance.choice(option.choices).value
        if option.type is Type.integer:
            return self.chance.randint(int(option.min_value or 0), int(min(option.max_value or 12, 12)))
        if option.autocomplete and self.chance.random() < 0.85:
            offered = await person.autocomplete(
                self.world.channel, command.qualified_name, option.display_name, "", **options
            )
            values = [choice["value"] for choice in offered if choice["value"] != TOO_LONG]
            if values:
                return self.chance.choice(values)
        return self.chance.choice(TYPED) or "x"

    # Pressing

    async def _press(self) -> None:
        """Press controls of a message that the person sees, and of the answers."""
        person, world = self._somebody(), self.world
        public = [(person, message) for message in world.channel.history(viewer=person) if message.components]
        own = person.user.dm_channel
        private = [(person.user, message) for message in (own.history() if own else ()) if message.components]
        shown = public[-14:] + private[-8:] * 2
        if not shown:
            return
        who, message = self.chance.choice(shown)
        for _ in range(self.chance.randint(1, MAX_PRESSES)):
            language, pressed = await self._language(person), all_of(message)
            result = await self._press_one_of(who, message)
            if result is None:
                return
            await self._read(person, result, language, pressed)
            if result.modal is not None:
                await self._fill_in(person, who, result)
                return
            answers = [one for one in (result.response, *result.followups) if one is not None and one.components]
            if not answers:
                return
            message = answers[-1]

    async def _press_one_of(self, who: Any, message: Any) -> Any:
        """Press one of the message's controls and return the answer, or return None if it has no controls."""
        controls = [part for part in parts(message) if part.get("custom_id") and not part.get("disabled")]
        if not controls:
            return None
        control = self.chance.choice(controls)
        custom_id, kind = control["custom_id"], discord.ComponentType(control["type"])
        self._note(f"{custom_id} by {who.name}")
        if kind is discord.ComponentType.button:
            result = await who.click(message, custom_id=custom_id)
        elif kind is discord.ComponentType.string_select:
            result = await who.select(message, self._picked(control), custom_id=custom_id)
        elif kind is discord.ComponentType.user_select:
            result = await who.select(message, [self._somebody()], custom_id=custom_id)
        elif kind is discord.ComponentType.channel_select:
            result = await who.select(message, [self.world.channel], custom_id=custom_id)
        else:
            return None
        assert result.acknowledged
        return result

    def _picked(self, select: Mapping[str, Any]) -> list[str]:
        values = [option["value"] for option in select["options"] if option["value"] != TOO_SHORT]
        least, most = select.get("min_values", 1), min(select.get("max_values", 1), 4, len(values))
        return self.chance.sample(values, self.chance.randint(least, max(least, most)))

    async def _fill_in(self, person: Any, who: Any, result: Any) -> None:
        """Submit the form, if the answer was one."""
        if result.modal is None:
            return
        values: dict[str, Any] = {}
        for label in result.modal["components"]:
            field = label.get("component", label)
            if field["type"] == discord.ComponentType.text_input.value:
                typed = self.chance.choice(TYPED)[: field.get("max_length", 4000)]
                values[field["custom_id"]] = typed or ("x" if field.get("required", True) else "")
            elif "options" in field:
                values[field["custom_id"]] = self._picked(field)
        self._note(f"the form {result.modal['custom_id']} {values}")
        language = await self._language(person)
        await self._read(person, await who.submit_modal(result, values), language)

    # Reading

    async def _read(self, person: Any, result: Any, before: str, pressed: str = "") -> None:
        """Check that an answer makes sense, and that a private one is in the person's language, unless they changed
        that.

        A message that was pressed and did not change may be older.
        """
        language = await self._language(person)
        for message in (result.response, *result.followups):
            if message is None:
                continue
            said = all_of(message)
            assert not NEVER_SHOWN.search(said), said
            if message.flags.ephemeral and language == before and said != pressed:
                foreign = [one for one in sentences("en" if language == "de" else "de") if one in said]
                assert not foreign, f"{foreign} in\n{said}"

    def check_all_messages(self) -> None:
        """Check that every message in the channel and in direct messages makes sense."""
        for message in (one for channel in channels(self.world) for one in channel.history()):
            assert not NEVER_SHOWN.search(all_of(message)), all_of(message)

    async def _language(self, person: Any) -> str:
        """Return the language in which the person is answered. In the simulation, everybody's Discord is in English."""
        return (await self.world.bot.store.people.settings(person.id)).language or "en"

    def _somebody(self) -> Any:
        return self.world.person(self.chance.choice(tuple(NAMES)))

    def _note(self, what: str) -> None:
        self.done.append(what)


@cache
def sentences(language: str) -> tuple[str, ...]:
    """Return the catalogue's texts in a language, `en` or `de`, without placeholders, and too long to be names."""
    with (Path(bot.__file__).parent / "locales/de/LC_MESSAGES/bot.po").open("rb") as file:
        messages = [one for one in read_po(file, locale="de") if isinstance(one.id, str) and one.id != one.string]
    said = [str(one.id if language == "en" else one.string) for one in messages]
    return tuple(one for one in said if len(one) >= MIN_LETTERS and "{" not in one and not one.startswith("/"))


async def time_passes(world: World, chance: random.Random) -> None:
    await world.env.advance_time(chance.choice([60, 3600, 24 * 3600]))


ELSEWHERE = (time_passes, time_passes, time_passes, restart, delete, close_dms, leave_server, new_table, fail, cut,
             disturb_clock)  # fmt: skip
