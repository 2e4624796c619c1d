"""The columns of a table that name people in JSON: their text, and reading one of them alone."""

from __future__ import annotations

from dataclasses import astuple

from bot.tables.model.damage import checked, read_or
from bot.tables.model.records import Former, Proposal, ProposalKind
from db import values


def dump_former(former: tuple[Former, ...]) -> str:
    return values.dumps(tuple(map(astuple, former)))


def load_former(text: str) -> tuple[Former, ...]:
    """Read what `dump_former` wrote. Raises one of DAMAGES."""
    found: tuple[Former, ...] = checked(tuple(Former(*one) for one in values.loads(text)), tuple[Former, ...])
    return found


def dump_proposal(proposal: Proposal) -> str:
    return values.dumps((proposal.kind.value, proposal.by, proposal.agreed, proposal.number))


def load_proposal(text: str) -> Proposal:
    """Read what `dump_proposal` wrote. Raises one of DAMAGES."""
    kind, by, agreed, number = values.loads(text)
    found: Proposal = checked(Proposal(ProposalKind(kind), by, agreed, number), Proposal)
    return found


def former_of(table_id: int, text: str) -> tuple[Former, ...]:
    """A table's `former`; empty if it is damaged, which is reported."""
    return read_or((), load_former, text, "tables.former", f"of table {table_id}")


def proposal_of(table_id: int, text: str | None) -> Proposal | None:
    """A table's `proposal`; None if it is damaged, which is reported."""
    return None if text is None else read_or(None, load_proposal, text, "tables.proposal", f"of table {table_id}")


def people_of(table_id: int, name: str, text: str | None) -> tuple[int, ...]:
    """The people in a table's column of that name; nobody if it is damaged, which is reported."""
    if text is None:
        return ()
    found: tuple[int, ...] = values.loads_or((), text, tuple[int, ...], f"tables.{name}", f"of table {table_id}")
    return found
