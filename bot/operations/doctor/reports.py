"""People's reports to the host, as the doctor shows them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.operations.doctor.finding import Finding, doubtful
from bot.render.names import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

MAX_SHOWN = 5
COUNTED = "SELECT count(*) FROM reports"
LATEST = f"SELECT at, guild_id, channel_id, message_id, words FROM reports ORDER BY at DESC LIMIT {MAX_SHOWN}"  # noqa: S608  # constant


def report_findings(number: int, latest: Sequence[Sequence[Any]]) -> Iterator[Finding]:
    """The latest reports, one finding each, with links to the messages.

    Of their words only what can be seen: a terminal obeys the rest.
    """
    for at, guild_id, channel_id, message_id, words in latest:
        day = datetime.fromtimestamp(at, UTC).date().isoformat()
        link = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}/{message_id}"
        yield doubtful("report", f"{day}: “{visible(words)}” about {link}")
    if number > len(latest):
        yield doubtful("report", f"{number - len(latest)} more in the last 90 days, in the table reports.")
