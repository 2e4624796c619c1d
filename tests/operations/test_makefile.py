"""Which Python the Makefile makes the environment with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")

MAKEFILE = Path(__file__).parents[2] / "Makefile"
GOOD = f'exec {sys.executable} "$@"'
TOO_OLD = "exit 1"
WITHOUT_VENV = f'case "$*" in *ensurepip*) exit 1;; esac; {GOOD}'
"""What Debian leaves of the previous Python after an update, until somebody runs `apt autoremove`."""


@pytest.mark.parametrize(
    ("installed", "chosen"),
    [
        ({"python3": GOOD}, "python3"),
        ({"python3": GOOD, "python3.13": GOOD}, "python3"),
        ({"python3": GOOD, "python3.13": WITHOUT_VENV}, "python3"),
        ({"python3": TOO_OLD, "python3.12": GOOD, "python3.11": GOOD}, "python3.12"),
        ({"python3": WITHOUT_VENV, "python3.14": GOOD}, "python3.14"),
        ({"python": GOOD}, "python"),
        ({"python3": WITHOUT_VENV}, "python3"),  # and `make` says how to install what is missing
        ({"python3": TOO_OLD}, ""),
        ({}, ""),
    ],
)
def test_a_python_that_can_make_an_environment_is_chosen(
    installed: dict[str, str], chosen: str, tmp_path: Path
) -> None:
    for name, does in installed.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    make = shutil.which("make")
    assert make is not None
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHON", "MAKEFLAGS"}}
    run = subprocess.run(
        [make, "--no-print-directory", "-f", MAKEFILE, "--eval", "which: ; @/bin/echo '$(PYTHON)'", "which"],
        env=environment | {"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert run.stdout == f"{chosen}\n"
