"""How a program of the bot is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import signal


def stop_signal() -> asyncio.Event:
    """An event that SIGTERM or SIGINT sets; call it in the running event loop."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        # Windows has no signal handlers in asyncio; Ctrl-C interrupts asyncio.run there.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, stop.set)
    return stop
