"""What processes that share a database agree on: who looks after which shard, and who does what only one may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

SHARD_NEWS = "shards"
"""The notice that another process should claim again at once."""


class LeaseRefusedError(Exception):
    """This process cannot go together with the others as it is set up; `str(error)` is one line for the host."""


class ShardCountError(LeaseRefusedError):
    """There is another number of shards than this process goes by."""


class NameTakenError(LeaseRefusedError):
    """A live process has the same name, or one that died had it and its lease has not run out."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a process wants.

    Args:
        process: its name.
        of: the number of shards in all.
        named: the shards that it wants; None: a fair part of them.
        ready: shards that it is connected to without having their leases.
        shunned: shards that it wants no longer while somebody else has them.
        leaving: whether it is about to stop.
        life: tells it from another of the same name.
    """

    process: str
    of: int
    named: frozenset[int] | None = None
    ready: frozenset[int] = frozenset()
    shunned: frozenset[int] = frozenset()
    leaving: bool = False
    life: str = ""


@dataclass(frozen=True, slots=True)
class Leases:
    """What it has until its next claim, at most for as long as the claim was made for.

    `coming` are shards of another process: who connects to them and says `ready` gets them. `heirs` are, by shard, the
    processes that have taken one over with this claim. `living` are the names of all that are alive, this one too;
    `others_stay` says whether any other of them is not about to stop.
    """

    own: frozenset[int]
    coming: frozenset[int] = frozenset()
    heirs: tuple[tuple[int, str], ...] = ()
    living: frozenset[str] = frozenset()
    leads: bool = True
    others_stay: bool = False

    @property
    def processes(self) -> int:
        """The number of processes that are alive."""
        return max(1, len(self.living))


class ShardStore(Protocol):
    """Leases on shards. The times are those of the database's clock."""

    async def planned(self, now: float) -> int | None:
        """The number of shards that processes alive agreed on; None if there are none."""
        ...

    async def renew(self, claim: Claim, now: float, until: float) -> Leases:
        """Renew the leases until then, hand over shards that others are ready for, and take free ones.

        Raises:
            LeaseRefusedError: live processes have agreed on another number of shards, or one has this name.
        """
        ...

    async def release(self, claim: Claim) -> None:
        """Release all leases at once, unless another process of that name has them now."""
        ...

    async def go_alone(self) -> None:
        """There is one process with one shard, which needs no lease."""
        ...

    async def of_table(self, table_id: int) -> int | None:
        """The shard whose process looks after a table; None if there is no such table."""
        ...

    async def of_person(self, person: int) -> frozenset[int]:
        """The shards of all live tables at which a person plays."""
        ...

    async def tell(self, notice: str) -> None:
        """Say something to all processes."""
        ...
