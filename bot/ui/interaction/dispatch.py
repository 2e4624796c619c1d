"""Dispatch of clicks on controls: the handlers by verb, and their argument."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

from bot.language import N_, _, speaking
from bot.logs import about
from bot.numbers import whole_number
from bot.tables.model.errors import StaleControlError, table_gone
from bot.ui.interaction.failures import answer_failure
from bot.ui.interaction.flood_control import Press
from bot.ui.interaction.reply import Reply, in_time
from bot.ui.interaction.services import services_of
from bot.ui.interaction.visibility import known_table, may_use
from bot.ui.kit.controls import CONTROL, NO_TABLE, has_control, table_in
from bot.ui.kit.forms import answers

if TYPE_CHECKING:
    import re

    from discord.ui import LayoutView

    from bot.tables.table.table import Table
    from bot.ui.interaction.services import BotServices
    from bot.ui.kit.types import Interaction


_OTHER_VERSION = N_("This control belongs to another version of the bot; use /table board.")


@dataclass(frozen=True, slots=True)
class Click:
    """One use of a control."""

    reply: Reply
    table_id: int
    verb: str
    decision: int | None
    argument: str
    values: Sequence[str]
    fields: Mapping[str, str]
    """The values chosen in a form, by field."""

    @property
    def interaction(self) -> Interaction:
        return self.reply.interaction

    @property
    def services(self) -> BotServices:
        return self.reply.services

    async def table(self) -> Table:
        """The table that the control belongs to.

        Raises:
            NoTableError: there is none that they may know about.
            UnknownRulesError: it cannot be read.
        """
        may_use_here = partial(may_use, self.interaction, self.verb)
        table = await known_table(self.interaction, self.table_id, may_use_here)
        if table is None:
            raise table_gone()
        return table

    @property
    def chosen(self) -> str:
        """The value chosen in the select that was used. Raises StaleControlError if there is none."""
        if not self.values:
            raise StaleControlError(_(_OTHER_VERSION))
        return self.values[0]

    def number(self, text: str) -> int:
        """The number that this part of the control names. Raises StaleControlError if it names none."""
        number = whole_number(text)
        if number is None:
            raise StaleControlError(_(_OTHER_VERSION))
        return number

    async def note_shown(self, view: LayoutView, version: int = 0) -> None:
        """Tell the announcer what the clicked message shows now, and of which version, so that it is not edited
        again.
        """
        message = self.interaction.message
        if message is not None:
            await self.services.announcer.answers.record(self.table_id, message.id, view, version)


class DuplicateHandlerError(Exception):
    """A verb already has a handler; the message names the verb and the handler's module."""


Handler = Callable[[Click], Awaitable[None]]


_HANDLERS: dict[str, Handler] = {}


_OPEN_FORMS: set[str] = set()
"""Verbs answered with a form, which must be the first answer, so they are not acknowledged meanwhile."""


def on(*verbs: str, opens_form: bool = False, at_once: bool = False) -> Callable[[Handler], Handler]:
    """Register the handler of a control's verbs. `at_once`: it does not wait for earlier presses on the same private
    message to be answered.

    Raises:
        DuplicateHandlerError: a verb already has a handler; the bot does not start.
    """

    def register(handler: Handler) -> Handler:
        for verb in verbs:
            if verb in _HANDLERS:
                raise DuplicateHandlerError(verb, _HANDLERS[verb].__module__)
            _HANDLERS[verb] = handler if at_once or opens_form else _in_order(handler)
            if opens_form:
                _OPEN_FORMS.add(verb)
        return handler

    return register


def _in_order(handler: Handler) -> Handler:
    """The handler for presses that wait until earlier ones on the same private message are answered, so that what the
    last one shows stays.
    """

    @wraps(handler)
    async def handle(click: Click) -> None:
        message = click.interaction.message
        if message is None or not click.reply.is_private:
            await handler(click)
            return
        async with click.services.keyed_locks.hold(message.id):
            await handler(click)

    return handle


async def on_interaction(interaction: Interaction) -> None:
    """Handle a press, a choice or the answer to a form, known by its custom id alone: whichever process sent it."""
    services_of(interaction).announcer.record_activity(interaction.user.id)
    data: Any = interaction.data or {}
    match = CONTROL.fullmatch(data.get("custom_id", ""))
    if match is not None:
        await _handle(interaction, match, data.get("values", ()), answers(data))


async def _handle(
    interaction: Interaction, match: re.Match[str], values: Sequence[str], fields: Mapping[str, str]
) -> None:
    """Call the handler. Every failure is answered and reported here."""
    reply = Reply.to(interaction)
    decision = int(match["decision"]) if match["decision"] else None
    click = Click(reply, int(match["table"]), match["verb"], decision, match["argument"], values, fields)
    with (
        about(table=click.table_id, interaction=interaction.id),
        click.services.metrics.answering("component"),
    ):
        try:
            with click.services.announcer.hold_messages(click.table_id):
                await (_run_handler(click) if click.verb in _OPEN_FORMS else in_time(reply, _run_handler(click)))
        except Exception as error:  # noqa: BLE001  # the one place that answers for all controls
            with speaking(click.services.languages.guess(interaction)):
                await answer_failure(reply, error, click.table_id)


def _may_be_of_message(click: Click) -> bool:
    """Whether the public message that was used may have the control, or the button that opened the form. Many handlers
    replace the message: an altered client could put a page of its own in place of everybody's board.

    A board may have lost the control meanwhile, but it remains one of the same table.
    """
    message = click.interaction.message
    if message is None:
        return True
    if click.table_id == NO_TABLE:
        return has_control(message.components, NO_TABLE, click.verb)
    return table_in(message.components) in (None, click.table_id)


async def _run_handler(click: Click) -> None:
    pace = click.services.press_limit.press(click.interaction.user.id)
    if pace is Press.STILL_TOO_FAST:
        await click.reply.defer()
        return
    with speaking(await click.services.languages.of_interaction(click.interaction)):
        handler = _HANDLERS.get(click.verb)
        if pace is Press.TOO_FAST:
            await click.reply.sentence(_("That was too fast for me; wait a few seconds, then press again."))
        elif handler is None or not (click.reply.is_private or _may_be_of_message(click)):
            await click.reply.sentence(_(_OTHER_VERSION))
        else:
            await handler(click)
        await click.reply.defer()
