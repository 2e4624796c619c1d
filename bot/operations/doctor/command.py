"""`python -m bot doctor`: checks everything the bot needs and says what to fix.

It changes nothing, except that `--live` posts messages, which it deletes again.
"""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from bot.command_line import Parser
from bot.operations.doctor.discord_checks import check_discord
from bot.operations.doctor.finding import Finding, Grade, bad, counted
from bot.operations.doctor.local_checks import check_machine
from bot.operations.doctor.player_checks import check_players
from bot.redirect import follow
from bot.settings import Settings, SettingsError

if TYPE_CHECKING:
    from collections.abc import Sequence

_GRADE_WIDTH = max(map(len, Grade))
_STYLES = {Grade.GOOD: "green", Grade.DOUBTFUL: "yellow", Grade.BAD: "bold red"}


def main(arguments: list[str]) -> int:
    """Print the findings. Returns 0, or 2 when something keeps the bot from running."""
    parser = Parser(
        prog="python -m bot doctor",
        description="Check the settings, the token, the database, the computer players, the clock and the "
        "permissions. Nothing is changed.",
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--offline", action="store_true", help="do not ask Discord")
    how.add_argument(
        "--live",
        type=int,
        metavar="CHANNEL",
        help="also test in the channel with this id what keeps the bot within Discord's limits: it posts there, "
        "asks you to press two buttons, and deletes what it posted",
    )
    options = parser.parse_args(arguments)
    findings = examine(offline=options.offline, live=options.live)
    show(findings, Console(file=sys.stdout, highlight=False, soft_wrap=True))
    return 2 if any(finding.grade is Grade.BAD for finding in findings) else 0


def examine(*, offline: bool, live: int | None = None) -> list[Finding]:
    """Run all checks; `live` is the channel for the live check."""
    try:
        settings = Settings.from_env()
        follow(settings)
    except SettingsError as error:
        return [bad("settings", str(error))]
    findings = [*check_machine(settings), check_players()]
    if not offline and settings.discord_token and settings.can_be_a_token:
        findings += asyncio.run(_ask_discord(settings.discord_token, live))
    return findings


async def _ask_discord(token: str, live: int | None) -> list[Finding]:
    findings = [finding async for finding in check_discord(token)]
    if live is None or any(finding.grade is Grade.BAD for finding in findings):
        return findings
    from bot.operations.doctor.live_check import check_live

    return findings + await check_live(token, live, _say)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def show(findings: Sequence[Finding], console: Console) -> None:
    """Print one line per finding, which no console breaks, because links are copied from it; and a summary."""
    width = max((len(finding.subject) for finding in findings), default=0)
    for finding in findings:
        grade = f"{finding.grade.value:<{_GRADE_WIDTH}}", _STYLES[finding.grade]
        console.print(Text.assemble(grade, f"  {finding.subject:<{width}}  {finding.sentence}"))
    wrong = sum(finding.grade is Grade.BAD for finding in findings)
    odd = sum(finding.grade is Grade.DOUBTFUL for finding in findings)
    if wrong:
        console.print(f"{counted(wrong, 'problem')} to fix before the bot can run.")
    elif odd:
        console.print(f"The bot can run; {counted(odd, 'problem')} to look at.")
    else:
        console.print("All is well.")
