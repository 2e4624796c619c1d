"""How a program of the bot is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def stop_signal() -> asyncio.Event:
    """An event that SIGTERM or SIGINT sets; call it in the running event loop."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        # Windows has no signal handlers in asyncio; Ctrl-C interrupts asyncio.run there.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, stop.set)
    return stop


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Within the block, Ctrl-C cancels the current task at once.

    `asyncio.run` does that too, but does not wake an event loop that waits: it notices a signal that arrives in another
    thread, or just before the wait, only after it.
    """
    loop, task, before = asyncio.get_running_loop(), asyncio.current_task(), signal.getsignal(signal.SIGINT)
    if task is None:
        raise RuntimeError("Only a task can be interrupted.")
    with contextlib.ExitStack() as afterwards:
        with contextlib.suppress(RuntimeError):  # on Windows, and in a thread, which signals never interrupt
            loop.add_signal_handler(signal.SIGINT, task.cancel)
            afterwards.callback(signal.signal, signal.SIGINT, before)
            afterwards.callback(loop.remove_signal_handler, signal.SIGINT)
        yield
