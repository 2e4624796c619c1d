"""The container and the compose files run the bot as the pages for hosts say, and Docker sees whether it is healthy."""

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
from bot.settings import Settings
from bot.sharding.keeper import GRACE_SECONDS, LEAVING_SECONDS
from bot.ui.messages.announcer import SHUTDOWN_GRACE_SECONDS
from db.engines.postgres.errors import place_of
from tests.cut_network import Network
from tests.operations.recipes import COMPOSE, OPERATIONS, ROOT, SCALE, commands

if TYPE_CHECKING:
    from tests.postgres import Server

DOCKERFILE, PROMETHEUS = ROOT / "deploy" / "Dockerfile", ROOT / "deploy" / "prometheus.yml"
COMPOSE_POSTGRES = ROOT / "deploy" / "compose.postgres.yaml"


@pytest.mark.parametrize("compose", [COMPOSE, COMPOSE_POSTGRES], ids=["one", "several"])
def test_a_crash_in_the_container_leaves_no_core_file(compose: Path) -> None:
    """Docker's own default is no limit, and the container may write only to its volume, which is copied and kept."""
    assert re.search(r"^( +)mem_limit: .*\n(?: +#.*\n)*\1ulimits:\n\1  core: 0$", compose.read_text(), re.MULTILINE)


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
