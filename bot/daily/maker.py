"""Makes puzzles one at a time in a separate process at the lowest priority, so that it delays nobody's move."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from typing import TYPE_CHECKING

from bot.puzzles.puzzle import read

if TYPE_CHECKING:
    from bot.puzzles.choosing import PuzzleRequest
    from bot.puzzles.puzzle import Puzzle

MAX_SECONDS = 3600.0
"""Time limit for one puzzle. The slowest kind takes a minute of an idle processor, and everything else goes first."""
BOOT = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from bot.puzzles.choosing import main; main()"


class MakingError(Exception):
    """No puzzle was made; the text is for the log."""


async def make_puzzle(puzzle_request: PuzzleRequest) -> Puzzle:
    """Make a puzzle in a process of its own.

    Raises:
        MakingError: the process failed or took too long.
    """
    request = json.dumps(puzzle_request._replace(used=sorted(puzzle_request.used))).encode() + b"\n"
    try:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            BOOT,
            json.dumps(sys.path),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise MakingError(f"No process could be started: {error}.") from error
    try:
        answer = await asyncio.wait_for(_ask(process, request), MAX_SECONDS)
        return read(answer.decode())
    except TimeoutError as error:
        raise MakingError(f"It took longer than {MAX_SECONDS:g} s.") from error
    except ValueError as error:
        raise MakingError(f"The process ended with {process.returncode}.") from error
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _ask(process: asyncio.subprocess.Process, request: bytes) -> bytes:
    """The answer to a request, after which the process ends. Standard input stays open, and the process ends when it
    closes, even if the bot is killed.
    """
    assert process.stdin is not None  # noqa: S101  # both are pipes
    assert process.stdout is not None  # noqa: S101
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(request)
        await process.stdin.drain()
    answer = await process.stdout.read()
    await process.wait()
    return answer
