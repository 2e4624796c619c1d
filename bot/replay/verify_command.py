"""`python -m bot verify FILE`: verifies that a finished game was dealt and played as its file says."""

from __future__ import annotations

import sys

from bot.command_line import Parser
from bot.replay.arguments import add_file
from bot.replay.check import differences
from bot.replay.game_file import DEAL_OF_THE_DAY, FileError
from bot.replay.parsing import read
from bot.replay.steps import Steps
from bot.replay.terminal import harmless, whence

YES, DIFFERS, UNREADABLE = 0, 1, 2


def main(arguments: list[str]) -> int:
    """Verify one file. Returns 0 if it is correct, 1 if it differs, 2 if it cannot be read."""
    parser = Parser(
        prog="python -m bot verify",
        description="Replay a finished game from its secret and actions, and say whether the file is right, or where "
        "it differs.",
        epilog="Exit code: 0 if the file is right, 1 if it differs, 2 if it cannot be read.",
    )
    add_file(parser)
    try:
        game = read(parser.parse_args(arguments).file)
    except FileError as error:
        sys.stderr.write(f"{harmless(str(error))}\n")
        return UNREADABLE
    found = differences(Steps(game))
    if found:
        sys.stdout.write("No, this game is not what its file says:\n")
        sys.stdout.writelines(f"- {harmless(sentence)}\n" for sentence in found)
        return DIFFERS
    is_of_a_day = game.table == DEAL_OF_THE_DAY
    shown = "/daily deal showed the day before" if is_of_a_day else "your table showed in its lobby"
    ended = "its result is right" if game.result is not None else "it stopped before its end"
    count = len(game.moves)
    actions = {0: "there was no action to check", 1: "its only action was legal"}.get(
        count, f"all {count} actions were legal"
    )
    sys.stdout.write(
        f"Yes: {game.rules.title}, {whence(game)}. The cards came from the secret, {actions}, and {ended}.\n"
        f"Commitment: {game.commitment}\n"
        f"Compare it with the one that {shown}; docs/fairness.md explains how to deal the cards yourself.\n"
    )
    return YES
