"""If another process's answer changes a message of a table, the table's own process checks that message again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from bot.tables.model.errors import UnknownRulesError
from bot.tables.model.sent_message import BOARD, PROPOSAL, SentMessage
from bot.tables.model.share import Share
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.kit.layout import GREY, page
from bot.ui.messages.answers import Answers
from bot.ui.messages.at_tables import ANSWERED, AtTables
from bot.ui.messages.known_tables import KnownTables
from bot.ui.messages.services import MessageServices
from bot.ui.messages.table_messages import BOARD_SHOWN, QUESTIONS
from tests.db.examples import a_lobby

if TYPE_CHECKING:
    import pytest

ADA, TABLE, GUILD = 3, 7, 1 << 22
HAND, BOARD_MESSAGE, QUESTION = 51, 52, 53
POSITION: Any = SimpleNamespace(record=a_lobby(id=TABLE, guild_id=GUILD))


class Process:
    """One of two processes, with shard 0 or 1."""

    def __init__(self, shard: int) -> None:
        self.said: list[str] = []
        self.due: list[Any] = []
        self.is_away = False
        self.rules_are_known = True
        due: Any = SimpleNamespace(add=lambda _messages, kind, _urgency: self.due.append(kind), has_lapsed=False)
        self.store: Any = SimpleNamespace(of_table=self.of_table, notify=self.notify, attempts=self.attempts)
        table = SimpleNamespace(record=POSITION.record, position=POSITION)
        loaded = SimpleNamespace(of={TABLE: table}.get)
        tables: Any = SimpleNamespace(share=Share(frozenset({shard}), 2), get=self.get, loaded=loaded)
        unused: Any = None
        services = MessageServices(
            client=unused,
            store=SimpleNamespace(messages=self.store),
            languages=unused,
            illustrator=unused,
            contact_limit=unused,
            scheduler=unused,
            clock=unused,
            tables=lambda: tables,
            known=KnownTables(self.store),
        )
        self.known = services.known
        self.at_tables = AtTables(services, {ANSWERED: self.check_again})
        self.answers = Answers(services, due, unused, self.at_tables, unused)

    def check_again(self, position: Any, message_id: int) -> None:
        self.answers.check_again(position, message_id)

    async def get(self, _table: int) -> Any:
        if not self.rules_are_known:
            raise UnknownRulesError(POSITION.record)
        return SimpleNamespace(position=POSITION)

    async def of_table(self, _table: int) -> tuple[SentMessage, ...]:
        return tuple(
            SentMessage(TABLE, audience, 9, message, 0.0, 1)
            for audience, message in ((ADA, HAND), (BOARD, BOARD_MESSAGE), (PROPOSAL, QUESTION))
        )

    async def attempts(self, _table: int) -> dict[int, str]:
        return {}

    async def notify(self, notice: str) -> None:
        if self.is_away:
            raise StoreUnavailableError("away")
        self.said.append(notice)


async def test_a_message_answered_elsewhere_is_drawn_again() -> None:
    other, own = Process(0), Process(1)
    messages = own.known.of_position(POSITION)
    for process in (other, own):  # the other one has had the table until just now
        await process.known.of_position(POSITION).load()
    shown = {ADA: "a hand", BOARD: "a board", PROPOSAL: "a question"}
    for audience, message, kind in (
        (ADA, HAND, ADA),
        (BOARD, BOARD_MESSAGE, BOARD_SHOWN),
        (PROPOSAL, QUESTION, QUESTIONS),
    ):
        messages.digests.update(shown)
        messages.pointing.add(ADA)
        await other.at_tables.do(ANSWERED, POSITION, message)
        await other.at_tables.handle_notice(other.said[-1])
        await own.at_tables.handle_notice(other.said[-1])
        assert own.due[-1] == kind
        assert set(messages.digests) == set(shown) - {audience}
        assert (ADA in messages.pointing) == (audience != ADA)
    assert other.due == [], "it is not its table"
    await own.at_tables.handle_notice(f"{ANSWERED}:{GUILD}:{TABLE}:99")
    await own.at_tables.handle_notice("table:7:3")
    own.rules_are_known = False
    await own.at_tables.handle_notice(other.said[-1])
    assert len(own.due) == 3


async def test_what_was_answered_after_the_lease_had_run_out_is_drawn_again() -> None:
    """A process that had been stopped finished an answer with what it knew, which stayed until the next move."""
    own = Process(1)
    await own.answers.record(TABLE, HAND, page(["a hand"], GREY))
    assert own.said == []
    due: Any = own.answers._due
    due.has_lapsed = True
    await own.answers.record(TABLE, HAND, page(["a hand"], GREY))
    assert own.said == [f"{ANSWERED}:{GUILD}:{TABLE}:{HAND}"]


async def test_an_unreachable_database_is_not_an_error(caplog: pytest.LogCaptureFixture) -> None:
    process = Process(0)
    process.is_away = True
    with caplog.at_level("INFO"):
        await process.at_tables.do(ANSWERED, POSITION, HAND)
    assert "Could not tell the process" in caplog.text
