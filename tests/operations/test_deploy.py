"""What a host installs agrees with the program."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.permissions import NEEDED, missing

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "rummy-table.service"


def test_the_unit_does_not_restart_what_only_the_host_can_mend() -> None:
    """Exit code 2 is “mend me first”; anything else is started again."""
    unit = UNIT.read_text()
    assert "RestartPreventExitStatus=2" in unit
    assert "Restart=on-failure" in unit


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_the_unit_is_hardened() -> None:
    """systemd's own judgement of what the service could do: below 2 of 10 is good."""
    result = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", str(UNIT)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    found = re.search(r"exposure level for \S+: ([\d.]+)", result.stdout)
    assert found, result.stderr
    assert float(found[1]) < 2


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_the_unit_is_understood(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("/opt/rummy-table/.venv/bin/python", "/bin/true"))
    result = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, timeout=30, check=False
    )
    mine = [line for line in result.stderr.splitlines() if UNIT.name in line]
    assert mine == []


def test_the_documents_name_the_permissions_that_are_asked_for() -> None:
    """Whoever reads them knows what the invite link will ask."""
    table = (ROOT / "docs" / "operations.md").read_text().partition("## 3. Invite it")[2]
    for name in missing(type(NEEDED).none()):
        assert name in table.replace("Channels", "Channel")
