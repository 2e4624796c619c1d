"""The message that calls people to a lobby: only those who asked to be called, and only in their hours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import listing, ngettext, speaking
from bot.rules.catalogue import GAMES
from bot.tables.model.records import Phase
from bot.tables.model.sent_message import CALL
from bot.ui.kit.loudness import Sent
from bot.ui.messages import posting
from bot.ui.messages.sending import make_nonce, send_mention
from bot.ui.wording.place import accept_button, link_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables.model.records import TableRecord
    from bot.ui.messages.messenger import Messenger
    from bot.ui.messages.services import MessageServices
    from bot.ui.messages.table_messages import TableMessages


class Calls:
    """Posts a table's call, and deletes it when nobody can join any more."""

    def __init__(self, services: MessageServices, messenger: Messenger) -> None:
        self._client = services.client
        self._languages = services.languages
        self._messenger = messenger

    async def post(self, messages: TableMessages, table: TableRecord, people: Sequence[int]) -> None:
        """Mention them, with a button to join. Raises one of REQUEST_FAILURES."""
        attempt, _again = await messages.attempt(CALL)
        with speaking(await self._languages.of_table(table)):
            words, join = _sentence(table, people), accept_button(table)
        name = make_nonce(table.id, CALL, "call", attempt)
        message = await send_mention(self._client, table.channel_id, words, people, join, kind=Sent.CALL, nonce=name)
        await messages.keep(posting.sent(message, table.id, CALL, table.version), "")

    async def tidy(self, messages: TableMessages) -> None:
        """Delete the call of a table that is no longer a lobby."""
        old = (await messages.load()).get(CALL)
        if old is not None and messages.position.record.phase is not Phase.LOBBY:
            await self._messenger.remove(messages, old)


def _sentence(table: TableRecord, people: Sequence[int]) -> str:
    free = table.places - len(table.seats)
    words = ngettext(
        "{names}: <@{host}> is looking for {n} more player for {game} at {table}.",
        "{names}: <@{host}> is looking for {n} more players for {game} at {table}.",
        free,
    )
    return words.format(
        names=listing([f"<@{person}>" for person in people]),
        host=table.host,
        n=free,
        game=GAMES[table.game].title,
        table=link_to(table),
    )
