"""Agreements of processes that share a database: which one looks after which shard, and which one does the work that
only one of them may do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

SHARDS_CHANGED = "shards"
"""The notice that another process should claim again at once."""


class LeaseRefusedError(Exception):
    """This process's settings are incompatible with the other processes; `str(error)` is one line for the host."""


class ShardCountError(LeaseRefusedError):
    """The other processes use a different number of shards."""


class NameTakenError(LeaseRefusedError):
    """Another process has the same name, or a dead one does whose lease has not expired yet."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A process's request for shards.

    Args:
        process: its name.
        of: the total number of shards.
        named: the shards that it wants; None for a fair share.
        ready: shards that it has connected to without holding their leases.
        excluded: shards that it no longer wants while another process has them.
        leaving: whether it is about to stop.
        life: distinguishes it from another process with the same name.
    """

    process: str
    of: int
    named: frozenset[int] | None = None
    ready: frozenset[int] = frozenset()
    excluded: frozenset[int] = frozenset()
    leaving: bool = False
    life: str = ""


@dataclass(frozen=True, slots=True)
class Leases:
    """The result of a claim, valid until the next one, and at most for the time claimed.

    `incoming` are shards of other processes, which this one gets by connecting to them and reporting them as `ready`.
    `heirs` are, by shard, the processes that took one over with this claim. `living` are the names of all that
    are alive, this one too; `others_stay` says whether any other of them is not about to stop.
    """

    own: frozenset[int]
    incoming: frozenset[int] = frozenset()
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
        """The number of shards that the living processes agreed on; None if there are none."""
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

    async def use_single_shard(self) -> None:
        """Note that there is only one process with one shard, which needs no lease."""
        ...

    async def of_table(self, table_id: int) -> int | None:
        """The shard whose process looks after a table; None if there is no such table."""
        ...

    async def of_person(self, person: int) -> frozenset[int]:
        """The shards of all live tables at which a person plays."""
        ...

    async def notify(self, notice: str) -> None:
        """Send a notice to all processes."""
        ...
