"""Limits on the number of open tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.language import ngettext
from bot.tables.model.errors import TableError
from bot.tables.model.records import NO_GUILD

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.model.records import OpenTables


@dataclass(frozen=True, slots=True)
class Bounds:
    """The host's limits on live tables: per person, per server, and per server without people at the table.

    They exist because all tables share the bot's time and its requests to Discord.
    """

    of_person: int
    in_server: int
    watched: int

    def require_room(self, live: OpenTables, guild_id: int, *, watch: bool) -> None:
        """Refuse another table if a limit on live tables has been reached.

        Raises:
            TooManyTablesError: the person or the server has reached the limit.
        """
        if live.of_person >= self.of_person:
            raise TooManyTablesError(_of_person, live.of_person)
        if guild_id == NO_GUILD:
            return
        if live.in_server >= self.in_server:
            raise TooManyTablesError(_in_server, live.in_server)
        if watch and live.watched >= self.watched:
            raise TooManyTablesError(_watched, live.watched)


class TooManyTablesError(TableError):
    """A limit on open tables has been reached. The message is built when it is read: the store knows no language."""

    def __init__(self, sentence: Callable[[int], str], number: int) -> None:
        super().__init__(sentence, number)
        self._sentence = sentence
        self._number = number

    def __str__(self) -> str:
        return self._sentence(self._number)


def _of_person(number: int) -> str:
    return ngettext(
        "You have {number} table open already; end it with /table end before you open another one.",
        "You have {number} tables open already; end one of them with /table end before you open another one.",
        number,
    ).format(number=number)


def _in_server(number: int) -> str:
    return ngettext(
        "This server has {number} open table already; join it, or wait until it ends.",
        "This server has {number} open tables already; join one of them, or wait until one ends.",
        number,
    ).format(number=number)


def _watched(number: int) -> str:
    return ngettext(
        "Computer players are playing at {number} table here already; watch that one, or end it first.",
        "Computer players are playing at {number} tables here already; watch one of those, or end one first.",
        number,
    ).format(number=number)
