"""Which Python the Makefile makes the environment with, and when it makes it again."""

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
    said = _made(tmp_path, "--eval", "which: ; @/bin/echo '$(PYTHON)'", "which", path=str(tmp_path))
    assert said == f"{chosen}\n"


def test_an_environment_of_another_python_is_made_again(tmp_path: Path) -> None:
    """After an upgrade of Debian, nothing was installed for the new Python, and `make install` said “Installed”."""
    (tmp_path / "requirements.txt").touch()
    (tmp_path / "requirements-dev.txt").touch()
    made, python = "Creating .venv", f"PYTHON={sys.executable}"  # which `make` would look for at every mention
    assert made in _made(tmp_path, "-n", "install", python)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / ".venv"], check=True, timeout=60)
    for name in ("run.done", "dev.done"):
        (tmp_path / ".venv" / name).touch()
    for target in ("install", "types"):
        assert made not in _made(tmp_path, "-n", target, python)
    [packages] = (tmp_path / ".venv" / "lib").glob("python3.*")
    packages.rename(packages.with_name("python3.10"))
    for target, requirements in (("install", "requirements.txt"), ("types", "requirements-dev.txt")):
        planned = _made(tmp_path, "-n", target, python)
        assert planned.index(made) < planned.index(f"-r {requirements}")


def _made(folder: Path, *arguments: str, path: str = os.environ["PATH"]) -> str:
    """What `make` says in that folder."""
    make = shutil.which("make")
    assert make is not None
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHON", "MAKEFLAGS"}}
    run = subprocess.run(
        [make, "--no-print-directory", "-f", MAKEFILE, *arguments],
        env=environment | {"PATH": path},
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
    )
    return run.stdout
