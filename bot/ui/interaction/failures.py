"""The one place where failures are answered: a sentence for the person, a line for the host."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.language import N_, _
from bot.players.workers import WorkersClosedError
from bot.render.cards import lettered
from bot.rules.errors import ActionError
from bot.tables.model.errors import NotYourTurnError, TableError
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.interaction.flood_control import TooFastError
from bot.ui.interaction.reply import UnansweredError, is_already_answered, is_lost, is_shown_by_answers
from bot.ui.kit.failing import REQUEST_FAILURES, may_pass
from bot.ui.wording.seats import cast_of

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply


log = logging.getLogger(__name__)

UNEXPECTED = N_("Something went wrong, and it has been logged; please press Refresh or try again.")
SAVED = N_("That was saved, but the bot cannot use its database to show it: look at it again soon before you go on.")
"""Said where the change itself was saved and the store failed while the answer was put together."""
_SENTENCES: dict[type[BaseException], str] = {
    app_commands.CommandNotFound: N_("This command has changed; restart Discord, then try again."),
    app_commands.CommandSignatureMismatch: N_("This command has changed; restart Discord, then try again."),
    app_commands.TransformerError: N_("That cannot be used there; pick one from the list that Discord offers."),
    app_commands.NoPrivateMessage: N_("This only works in a server; use it in one of its channels."),
    app_commands.MissingPermissions: N_("Only people who may manage this server can do that; ask one of them."),
    app_commands.CheckFailure: N_("That cannot be done here; /help shows what you can do."),
    TooFastError: N_("That was too fast for me; wait a few seconds, then try again."),
    WorkersClosedError: N_("The bot is closing: try again soon."),
}


def sentence_for(error: BaseException) -> str | None:
    """The sentence for the person; None if it is the bot's own failure and must be reported."""
    if isinstance(error, NotYourTurnError):
        name = cast_of(error.table).short(error.seat)
        return _("It's {name}'s turn; you can play when it is yours.").format(name=name)
    if isinstance(error, ActionError | TableError):
        return lettered(str(error))
    if isinstance(error, StoreUnavailableError):
        return _(str(error)) if str(error) else _("The tables cannot be saved right now; please try again in a minute.")
    return next((_(sentence) for kind, sentence in _SENTENCES.items() if isinstance(error, kind)), None)


def _unwrapped(error: BaseException) -> BaseException:
    """The failure inside discord.py's wrappers."""
    while isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    return error


async def answer_failure(reply: Reply, error: BaseException, table_id: int | None = None) -> None:
    """Tell the person in one sentence; log failures that they cannot fix. Never raises."""
    error = _unwrapped(error)
    sentence = sentence_for(error)
    if isinstance(error, UnansweredError):
        if error.is_over:
            return
        sentence = _(UNEXPECTED)
    elif sentence is None:
        _report(reply, error, table_id)
        sentence = _(UNEXPECTED)
    elif isinstance(error, StoreUnavailableError):
        log.warning("The store refused interaction %d at table %s.", reply.interaction.id, table_id)
        if reply.saved.anything:
            sentence = _(SAVED)
    by_answers = is_shown_by_answers(reply)
    try:
        if by_answers and reply.is_click and not reply.is_private:
            await reply.defer()  # so that the token can edit the board that was pressed
        await reply.sentence(sentence)
        if by_answers:
            await reply.services.announcer.answered_outside(reply.interaction)
    except UnansweredError:
        return
    except (discord.HTTPException, StoreUnavailableError) as failed:
        log.warning("Interaction %d could not be answered: %s", reply.interaction.id, failed)


def _report(reply: Reply, error: BaseException, table_id: int | None) -> None:
    if may_pass(error):
        log.warning("Discord failed at interaction %d: %s", reply.interaction.id, error)
        return
    log.error("Interaction %d at table %s failed.", reply.interaction.id, table_id, exc_info=error)


def downgrade_lost_completions() -> None:
    """Log completions that did not reach Discord as one-line warnings.

    discord.py logs each as an error with a traceback, which nobody can act on.
    """
    logging.getLogger("discord.app_commands.tree").addFilter(_downgrade)


def _downgrade(record: logging.LogRecord) -> bool:
    """Shorten discord.py's log record of a lost completion; returns whether to log it.

    A completion that another process gave first is not logged.
    """
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, REQUEST_FAILURES) and is_lost(error):
        if not is_already_answered(error):
            log.warning("A completion did not reach Discord: %r", error)
        return False
    return True
