"""The bot on a machine whose clock the test sets: a file says by how many seconds it is off."""

from __future__ import annotations

import os
import time
from pathlib import Path
from types import SimpleNamespace

from bot import clock
from tests.process import forked


def run() -> int:
    """Do what `python -m bot run` does on that machine."""
    file, true = Path(os.environ["CLOCK_IS_OFF_BY"]), clock._machine_time
    clock._machine_time = lambda: true() + (float(file.read_text()) if file.exists() else 0.0)
    if os.environ.get("DATABASE_URL"):
        from db.engines.postgres import connection

        skewed = SimpleNamespace(time=clock._machine_time, monotonic=time.monotonic, sleep=time.sleep)
        vars(connection)["time"] = skewed
    return forked.run()
