"""What a host installs agrees with the program."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import subprocess
import sys
from asyncio.subprocess import DEVNULL
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from aiohttp import web

from bot.operations.monitoring.monitor import Monitor
from bot.permissions import NEEDED, missing
from bot.players.workers import DEFAULT_MAX_WORKERS, Workers
from bot.settings import Settings, SettingsError
from bot.sharding.keeper import GRACE_SECONDS, LEAVING_SECONDS
from bot.ui.messages.announcer import SHUTDOWN_GRACE_SECONDS
from db.engines.postgres.errors import place_of
from tests.cut_network import Network
from tests.players.watched import MAX_WORKER_MIB

if TYPE_CHECKING:
    from tests.postgres import Server

ROOT = Path(__file__).parents[2]
OPERATIONS = ROOT / "docs" / "operations.md"
SCALE = ROOT / "docs" / "scale.md"
COMPOSE, DOCKERFILE = ROOT / "deploy" / "compose.yaml", ROOT / "deploy" / "Dockerfile"
UNIT = ROOT / "deploy" / "rummy-table.service"
TEMPLATE = ROOT / "deploy" / "rummy-table@.service"
COMPOSE_POSTGRES, PROMETHEUS = ROOT / "deploy" / "compose.postgres.yaml", ROOT / "deploy" / "prometheus.yml"
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


@pytest.mark.parametrize("compose", [COMPOSE, COMPOSE_POSTGRES], ids=["one", "several"])
def test_a_crash_in_the_container_leaves_no_core_file(compose: Path) -> None:
    """Docker's own default is no limit, and the container may write only to its volume, which is copied and kept."""
    assert re.search(r"^( +)mem_limit: .*\n(?: +#.*\n)*\1ulimits:\n\1  core: 0$", compose.read_text(), re.MULTILINE)


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


def test_compose_processes_share_one_database_and_are_monitored() -> None:
    """Each process has a name, all have one database and what they need to reach it, and all are watched where they
    answer.
    """
    text = COMPOSE_POSTGRES.read_text()
    names = re.findall(r"^  (bot-\d+):\n    <<: \*bot$", text, re.MULTILINE)
    assert len(names) == 2
    assert re.findall(r"^      BOT_PROCESS: (\S+)$", text, re.MULTILINE) == names
    environment = dict(re.findall(r"^  ([A-Z_]+): (.+)$", text, re.MULTILINE))
    url = environment["DATABASE_URL"]
    environment["DATABASE_URL"] = re.sub(r"\$\{[^}]*\}", "secret", url)
    assert place_of(environment["DATABASE_URL"]) == "PostgreSQL database rummy at postgres:5432"
    settings = Settings.from_env({name: value for name, value in environment.items() if "$" not in value})
    assert settings.database_url.startswith("postgresql://rummy:secret@")
    assert re.search(r"^      REQUIREMENTS: requirements-postgres.txt$", text, re.MULTILINE)
    watched = re.findall(r'"([\w-]+):(\d+)"', PROMETHEUS.read_text())
    assert watched == [(name, str(settings.metrics_port)) for name in names]
    assert settings.metrics_host == "0.0.0.0", "Prometheus is another container"  # noqa: S104
    assert environment.keys() <= {field.name.upper() for field in fields(Settings)}
    database = dict(re.findall(r"^      POSTGRES_(\w+): (.+)$", text, re.MULTILINE))
    assert url == f"postgresql://{database['USER']}:{database['PASSWORD']}@postgres:5432/{database['DB']}"
    assert seconds_to_stop("x-bot: &bot\n  ", text) > LEAVING_SECONDS + GRACE_SECONDS + SHUTDOWN_GRACE_SECONDS
    assert "--storage.tsdb.path=/prometheus" in text, "what the volume is mounted at, whatever the image's default"
    mounted = re.findall(r"^      - (\./[^:]+):", text, re.MULTILINE)
    assert mounted == ["./prometheus.yml"]
    assert all((COMPOSE_POSTGRES.parent / path).exists() for path in mounted)


def seconds_to_stop(service: str, text: str) -> int:
    """Seconds that Docker waits for the processes of a service that it stops."""
    found = re.search(r"stop_grace_period: (\d+)s", text.partition(service)[2])
    assert found, service
    return int(found[1])


def health_check(service: str) -> list[str]:
    """The command with which Docker checks whether a service of the compose file is healthy."""
    found = re.search(
        rf"^  {service}:\n(?:    .*\n)*?    healthcheck:\n(?: +#.*\n)*      test: \[(.*)\]$",
        COMPOSE_POSTGRES.read_text(),
        re.MULTILINE,
    )
    assert found, service
    kind, *command = re.findall(r'"([^"]*)"', found[1])
    assert kind == "CMD"
    return command


async def test_postgres_is_healthy_once_the_bot_can_reach_it(postgres: Server, unused_tcp_port: int) -> None:
    """The compose file's own check, run unchanged, fails while only the server's socket answers."""
    check = health_check("postgres")

    async def is_healthy(port: str) -> bool:
        process = await asyncio.create_subprocess_exec(*check, env={**os.environ, "PGPORT": port}, stdout=DEVNULL)
        return await process.wait() == 0

    assert "--username=rummy" in check
    assert not await is_healthy(str(unused_tcp_port))
    async with Network(postgres.url("postgres")) as network:
        assert await is_healthy(network.url.rpartition(":")[2].partition("/")[0])


@pytest.mark.skipif(shutil.which("wget") is None, reason="needs wget")
@pytest.mark.parametrize(("status", "is_healthy"), [(200, True), (503, False)])
async def test_prometheus_is_healthy_when_it_says_so(unused_tcp_port: int, status: int, is_healthy: bool) -> None:
    """The compose file's own check is run, except for its port, which another program may be using here."""
    *command, url = health_check("prometheus")
    asked: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        return web.Response(status=status)

    application = web.Application()
    application.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", unused_tcp_port).start()
    try:
        where = url.replace(":9090/", f":{unused_tcp_port}/")
        process = await asyncio.create_subprocess_exec(*command, "--tries=1", where)
        assert (await process.wait() == 0) == is_healthy
    finally:
        await runner.cleanup()
    assert asked == ["/-/healthy"]


def test_the_documents_name_the_permissions_the_bot_asks_for() -> None:
    """Readers of the documents know what the invite link will ask for."""
    table = (ROOT / "docs" / "operations.md").read_text().partition("## 3. Invite it")[2]
    for name in missing(type(NEEDED).none()):
        assert name in table.replace("Channels", "Channel")


def in_the_container() -> dict[str, str]:
    """The environment of the bot in its container, with a `.env` that is a copy of the example."""
    image = re.search(r"^ENV (.*)$", DOCKERFILE.read_text(), re.MULTILINE)
    environment = re.search(r"^    environment:\n((?: {6}.*\n)+)", COMPOSE.read_text(), re.MULTILINE)
    assert image
    assert environment
    file = re.findall(r"^(\w+)=(.*)$", (ROOT / ".env.example").read_text(), re.MULTILINE)
    composed = re.findall(r"^ +(\w+): (.*)$", environment[1], re.MULTILINE)
    return dict(word.split("=", 1) for word in shlex.split(image[1])) | dict(file) | dict(composed)


@pytest.mark.parametrize("proxy", ["", "http://127.0.0.1:9"], ids=["no proxy", "a proxy"])
async def test_the_containers_health_check_reaches_the_bot(unused_tcp_port: int, proxy: str) -> None:
    """The container has the example's settings, where the port for health is 0, and the proxy of Docker's own settings.
    It used to be never healthy with either.
    """
    environment = in_the_container()
    assert Settings.from_env(environment).metrics_port > 0
    found = re.search(r"^HEALTHCHECK .*\\\n +CMD \[(.*)\]$", DOCKERFILE.read_text(), re.MULTILINE)
    assert found
    _, *arguments = re.findall(r'"([^"]*)"', found[1])
    monitor = Monitor()
    await monitor.start("127.0.0.1", unused_tcp_port)
    try:
        check = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            env={**os.environ, **environment, "METRICS_PORT": str(unused_tcp_port), "http_proxy": proxy},
        )
        assert await check.wait() == 0
    finally:
        await monitor.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_the_container_can_read_a_clone_that_was_only_its_owners(tmp_path: Path) -> None:
    """The image's own line is run in a temporary folder. With a umask of 077 or 027, the bot's user in the container
    could not read its program, and Docker restarted it without end.
    """
    lines = re.findall(r"^RUN (.*[ ]/app\b.*)$", DOCKERFILE.read_text(), re.MULTILINE)
    program = tmp_path / "app" / "bot"
    program.mkdir(parents=True)
    (program / "run.py").write_text("")
    (program / "words.mo").write_text("")
    for place in (program / "run.py", program / "words.mo", program, program.parent):
        place.chmod(place.stat().st_mode & 0o700)
    script = "\n".join(lines).replace(" /app", f" {tmp_path}/app").replace("python ", f"{sys.executable} ")
    subprocess.run(["sh", "-e"], input=f"umask 077\n{script}", text=True, check=True)
    found = [program.parent, *program.parent.rglob("*")]
    assert {place.name: oct(place.stat().st_mode & 0o777) for place in found} == {
        place.name: oct(0o755 if place.is_dir() else 0o644) for place in found
    }
    assert list(program.glob("__pycache__/run.*.pyc")), "the bot could not save what it compiles at each start"


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


@pytest.mark.parametrize(("cores", "size"), [(1, 1), (2, 1), (4, 3), (64, 4)])
def test_the_default_number_of_workers_is_limited(monkeypatch: pytest.MonkeyPatch, cores: int, size: int) -> None:
    """The host may still ask for more."""
    monkeypatch.setattr("bot.players.workers.os.cpu_count", lambda: cores)
    assert Workers().size == size
    assert Workers(9).size == 9


def commands(heading: str, page: Path = OPERATIONS) -> list[str]:
    """The lines of the first block of commands after a heading, or a sentence, on a page for hosts."""
    block = page.read_text().partition(heading)[2].partition("```sh\n")[2].partition("```")[0]
    return [line.partition("  #")[0].strip() for line in block.splitlines()]


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


def test_a_backup_is_restored_into_the_containers_volume(tmp_path: Path) -> None:
    """The page's own script is run on a temporary folder in place of the volume. The page used to leave a host with a
    copy inside the volume, and no way out of it or back.
    """
    copying, moving, clearing = commands("With Docker, the copy is made")
    where = shlex.split(copying)[-1]
    assert f" cp bot:{where} " in moving
    assert shlex.split(clearing)[-2:] == ["rm", where]
    stopping, restoring, starting = commands("With Docker, the old database stays")
    assert stopping.endswith(" stop bot")
    assert starting.endswith(" up -d"), "with the image that was built last, even if another one was stopped"
    words = shlex.split(restoring)
    database = Path(in_the_container()["DATABASE_PATH"])
    for name in ("tables.sqlite3", "tables.sqlite3-wal"):
        (tmp_path / name).write_text("old")
    script = words[words.index("-c") + 1].replace(f"{database.parent}/", f"{tmp_path}/")
    subprocess.run(["sh", "-c", script], input="backup", text=True, check=True)
    restored = tmp_path / database.name
    assert (restored.read_text(), restored.stat().st_mode & 0o777) == ("backup", 0o600)
    assert not restored.with_name("tables.sqlite3-wal").exists()
    assert len(list(tmp_path.glob("before-restore-*/tables.sqlite3*"))) == 2


@pytest.mark.parametrize("page", [OPERATIONS, SCALE], ids=["operations", "scale"])
def test_commands_for_docker_name_a_file_and_a_service(page: Path) -> None:
    """Each command is for a compose file of this project, and for services that the file has."""
    found = re.findall(r"docker compose -f (\S+) (\w+)((?: -{1,2}\S+)*) ?([\w-]*)", page.read_text())
    assert found
    for file, verb, _, service in found:
        services = re.findall(r"^  ([\w-]+):$", (ROOT / file).read_text().partition("\nservices:")[2], re.MULTILINE)
        assert not service or verb not in ("exec", "logs", "stop") or service in services, (file, verb, service)
