"""The systemd units agree with the program, and with the recipes of the pages for hosts."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.players.workers import DEFAULT_MAX_WORKERS
from bot.settings import Settings, SettingsError
from tests.operations.recipes import COMPOSE, OPERATIONS, ROOT, SCALE, commands
from tests.players.watched import MAX_WORKER_MIB

UNIT = ROOT / "deploy" / "rummy-table.service"
TEMPLATE = ROOT / "deploy" / "rummy-table@.service"
UNITS = pytest.mark.parametrize("unit", [UNIT, TEMPLATE], ids=["one", "several"])


@UNITS
def test_the_unit_does_not_restart_after_exit_code_2(unit: Path) -> None:
    """Exit code 2 means that the host has to fix something first. After any other failure, the bot is started again."""
    assert "RestartPreventExitStatus=2" in unit.read_text()
    assert "Restart=on-failure" in unit.read_text()


@UNITS
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_the_unit_is_hardened(unit: Path) -> None:
    """systemd itself rates what the service could do; less than 2 out of 10 is good."""
    result = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", str(unit)],
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    found = re.search(r"exposure level for \S+: ([\d.]+)", result.stdout)
    assert found, result.stderr
    assert float(found[1]) < 2


@UNITS
def test_a_crash_of_the_service_leaves_no_core_file(unit: Path) -> None:
    """It would hold the token and everybody's hands. systemd's own default is no limit."""
    assert "\nLimitCORE=0\n" in unit.read_text()


@UNITS
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_the_unit_is_valid_for_systemd(unit: Path, tmp_path: Path) -> None:
    copy = tmp_path / unit.name.replace("@", "@1")
    copy.write_text(unit.read_text().replace("/opt/rummy-table/.venv/bin/python", "/bin/true"))
    result = subprocess.run(
        ["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, timeout=90, check=False
    )
    mine = [line for line in result.stderr.splitlines() if copy.name in line]
    assert mine == []


def test_template_and_unit_differ_only_in_names_and_settings() -> None:
    """Unit and template differ only in names, folders and settings, so that a fix in one is not missing
    in the other.
    """
    own = ("Description=", "Documentation=", "WorkingDirectory=", "Environment", "StateDirectory=", "TimeoutStopSec=")

    def lines(unit: Path) -> list[str]:
        return [line for line in unit.read_text().splitlines() if not line.startswith(("#", *own))]

    assert lines(TEMPLATE) == lines(UNIT)
    assert "DATABASE_PATH" not in TEMPLATE.read_text()


def mebibytes(text: str) -> int:
    """The size that systemd and Docker write as 1G, 1g or 512M."""
    return int(text[:-1]) * {"g": 1024, "m": 1}[text[-1].lower()]


def test_memory_limits_agree_with_the_documents() -> None:
    """Unit and container have the same limit: at least one and a half times what the documents say is needed with the
    default number of workers.
    """
    unit = re.search(r"^MemoryMax=(\w+)$", UNIT.read_text(), re.MULTILINE)
    compose = re.search(r"^    mem_limit: (\w+)$", COMPOSE.read_text(), re.MULTILINE)
    page = re.search(r"Allow (\d+) MiB for the bot itself and (\d+) MiB for each process", OPERATIONS.read_text())
    assert unit
    assert compose
    assert page
    bot, worker = int(page[1]), int(page[2])
    assert worker == MAX_WORKER_MIB
    assert f"({worker} MiB each)" in (ROOT / ".env.example").read_text()
    assert mebibytes(unit[1]) == mebibytes(compose[1]) >= 1.5 * (bot + DEFAULT_MAX_WORKERS * worker)


@UNITS
def test_the_unit_allows_as_many_processes_as_the_settings(unit: Path) -> None:
    """Each process in which computer players think has a thread in the bot, and the bot needs some beside them. The
    last ones used to be refused, without end.
    """
    limit = re.search(r"^TasksMax=(\d+)$", unit.read_text(), re.MULTILINE)
    assert limit
    with pytest.raises(SettingsError, match=r"from 0 to 64\.$"):
        Settings.from_env({"THINK_PROCESSES": "65"})
    assert int(limit[1]) >= 2 * 64 + 50


def unit_setting(name: str) -> str:
    """The value of a line of the unit."""
    found = re.search(rf"^{name}=(.*)$", UNIT.read_text(), re.MULTILINE)
    assert found, name
    return found[1]


def test_the_update_recipe_matches_the_unit() -> None:
    """The recipe has the unit's folder, interpreter and name. It begins with a backup, and checks
    before it restarts.
    """
    recipe = commands("## 6. Update")
    folder = Path(recipe[0].removeprefix("cd "))
    python = shlex.split(unit_setting("ExecStart"))[0]
    assert str(folder / ".venv/bin/python") == python
    assert f"PYTHONPATH={folder} " in unit_setting("Environment")
    assert recipe[-1] == f"sudo systemctl restart {UNIT.stem}"
    steps = [step.removeprefix("sudo ") for step in recipe[1:-1]]
    assert [step.split(" /")[0] for step in steps] == [
        "umask 022",
        ".venv/bin/python -m bot backup",
        "git pull",
        "make install",
        ".venv/bin/python -m bot doctor",
    ]


@pytest.mark.parametrize("heading", ["## 2. Install", "**With systemd**"])
def test_what_is_installed_can_be_read_by_the_services_user(heading: str) -> None:
    """After a host's umask of 077, the service ended with “Permission denied”, as did the host's own `cd`."""
    recipe = commands(heading)
    copying = next(step for step in recipe if "git clone" in step or "cp -r" in step)
    assert "umask 022" in recipe[: recipe.index(copying)]


def test_an_update_can_be_undone_and_made_again_as_the_page_says(tmp_path: Path) -> None:
    """The page used to say to restore the backup, but not how to get the older version of the bot that it needs."""
    there, here = tmp_path / "there", tmp_path / "here"

    def git(folder: Path, *arguments: str) -> str:
        who = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
        return subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout

    there.mkdir()
    git(there, "init", "-q")
    git(there, "commit", "-q", "--allow-empty", "-m", "old")
    git(tmp_path, "clone", "-q", str(there), str(here))
    git(there, "commit", "-q", "--allow-empty", "-m", "new")
    [update] = [step for step in commands("## 6. Update") if step.startswith("sudo git")]
    [back] = [step for step in commands("An older version of the bot refuses") if step.startswith("sudo git")]
    for step, version in ((update, "new"), (back, "old"), (update, "new")):
        git(here, *shlex.split(step)[2:])
        assert git(here, "log", "-1", "--format=%s").strip() == version


def test_the_update_recipe_for_several_processes_matches_their_unit() -> None:
    """The recipe of the other page would start the single service beside them, and leave the packages for PostgreSQL as
    they are.
    """
    recipe = commands("**Updating**", SCALE)
    assert recipe[0] == commands("## 6. Update")[0]
    assert [step.split(" /")[0] for step in recipe[1:]] == [
        "umask 022",
        "sudo .venv/bin/python -m bot backup",
        "sudo git pull",
        "sudo .venv/bin/pip install --require-hashes -r requirements-postgres.txt",
        "sudo .venv/bin/python -m bot doctor",
        "sudo systemctl restart rummy-table@1",
        "sudo systemctl restart rummy-table@2",
    ]


def test_each_of_several_processes_gets_its_name_from_the_unit(tmp_path: Path) -> None:
    """The example's empty name, in the shared file, overrides the unit's in systemd, unless the page's
    steps remove it.
    """
    (tmp_path / "etc").mkdir()
    shared = tmp_path / "etc/rummy-table.env"
    shared.write_text((ROOT / ".env.example").read_text())
    steps = [step for step in commands("**With systemd**", SCALE) if "/etc/rummy-table" in step]
    script = "\n".join(steps).replace("/etc/rummy", f"{tmp_path}/etc/rummy").replace("sudo ", "")
    subprocess.run(["sh", "-e"], input=script, text=True, check=True, stdout=subprocess.DEVNULL)
    named = re.findall(r"^Environment=(.*)$", TEMPLATE.read_text(), re.MULTILINE)[0]
    environment = dict(re.findall(r"(\w+)=(\S+)", named))
    for file in (shared, tmp_path / "etc/rummy-table-1.env"):
        environment |= dict(re.findall(r"^(\w+)=(.*)$", file.read_text(), re.MULTILINE))
    assert (environment["BOT_PROCESS"], environment["METRICS_PORT"]) == ("%H-%i", "9464")


def test_documents_install_packages_into_the_bots_venv() -> None:
    """Debian's own pip refuses to install them, and any other pip installs them elsewhere."""
    pages = [page.read_text() for page in (OPERATIONS, SCALE, ROOT / ".env.example")]
    assert {how for page in pages for how in re.findall(r"([^\s`]*)\bpip install", page)} == {".venv/bin/"}


def test_commands_in_the_install_folder_use_the_services_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page's own lines about settings are run in a temporary folder in place of the machine."""
    install = commands("**With systemd**")
    folder = tmp_path / "opt/rummy-table"
    folder.mkdir(parents=True)
    (tmp_path / "etc").mkdir()
    (folder / ".env").write_text((ROOT / ".env.example").read_text().rstrip("\n"))  # as some editors end a file
    script = "\n".join(line for line in install if "/etc/rummy-table.env" in line)
    for place in ("/etc/", "/var/lib/"):
        script = script.replace(place, f"{tmp_path}{place}")
    subprocess.run(["sh", "-e"], input=script.replace("sudo ", ""), text=True, cwd=folder, check=True)
    monkeypatch.chdir(folder)
    for name in ("DATABASE_PATH", "METRICS_PORT"):
        monkeypatch.delenv(name, raising=False)
    path = Settings.from_env().database_path
    assert f"DATABASE_PATH=/{path.relative_to(tmp_path)}" in unit_setting("Environment")
    assert unit_setting("EnvironmentFile") == "/etc/rummy-table.env"
    assert path.parent == tmp_path / "var/lib" / unit_setting("StateDirectory")


def test_a_restored_backup_belongs_to_the_service(tmp_path: Path) -> None:
    """The page's own lines are run in a temporary folder in place of the machine. A plain copy by root of root's backup
    would be read-only for the service.
    """
    folder, backups = tmp_path / "var/lib" / unit_setting("StateDirectory"), tmp_path / "var/backups"
    folder.mkdir(parents=True)
    backups.mkdir(parents=True)
    recipe = commands("To restore")
    backup = next(part for part in " ".join(recipe).split() if part.startswith("/var/backups/tables-"))
    for file in (tmp_path / backup.lstrip("/"), folder / "tables.sqlite3", folder / "tables.sqlite3-wal"):
        file.write_text(file.name)
        file.chmod(0o600)
    if os.geteuid() == 0:
        os.chown(folder, 65534, 65534)
    assert (recipe[0], recipe[-1]) == (f"sudo systemctl stop {UNIT.stem}", f"sudo systemctl start {UNIT.stem}")
    script = "\n".join(recipe[1:-1]).replace("sudo ", "").replace("/var/", f"{tmp_path}/var/")
    subprocess.run(["sh", "-e"], input=script, text=True, check=True)
    restored = folder / "tables.sqlite3"
    assert [file.name for file in folder.iterdir()] == [restored.name]
    assert restored.read_text() == Path(backup).name
    assert (restored.stat().st_uid, restored.stat().st_mode & 0o777) == (folder.stat().st_uid, 0o600)
    assert len(list(backups.glob("before-restore-*/tables.sqlite3*"))) == 2
