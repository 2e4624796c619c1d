"""Runs the bot on a machine whose clock the test sets: a file says by how many seconds it is off."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

from bot import clock
from bot.__main__ import main

FILE = Path(os.environ["CLOCK_IS_OFF_BY"])


def _off() -> float:
    return float(FILE.read_text()) if FILE.exists() else 0.0


if __name__ == "__main__":
    true = clock._machine_time
    clock._machine_time = lambda: true() + _off()
    if os.environ.get("DATABASE_URL"):
        from db.engines.postgres import connection

        skewed = SimpleNamespace(time=clock._machine_time, monotonic=time.monotonic, sleep=time.sleep)
        vars(connection)["time"] = skewed
    sys.exit(main(sys.argv[1:]))
