"""The wire and the playground as processes: a bot is killed, a playground is stopped, a port is taken."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import signal
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.playground import command, wire
from db.engines.sqlite.lock import FileLock
from tests.playground.conftest import ADA, CARDS, newest
from tests.playground.real_bot import WITHOUT_CERTIFICATES
from tests.wire_client import WireClient

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

SCRIPT = str(Path(__file__).with_name("play_sample.py"))
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of this kind exist on POSIX systems only")


async def start(*argv: str, **environment: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, *argv, stdout=asyncio.subprocess.PIPE, env={**os.environ, **WITHOUT_CERTIFICATES, **environment}
    )


async def line(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    return (await asyncio.wait_for(process.stdout.readline(), 60)).decode()


async def end(process: asyncio.subprocess.Process, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
    """Stop a process and return its exit code and the rest of what it printed."""
    if process.returncode is None:
        process.send_signal(how)
    rest, _ = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode is not None
    return process.returncode, rest.decode()


@pytest.fixture
async def apart() -> AsyncIterator[dict[str, str]]:
    """What a wire in a process of its own prints: its address and keys."""
    process = await start("-m", "bot.playground.wire", "--port", "0")
    yield json.loads(await line(process))
    assert await end(process) == (0, "")


async def test_the_wire_survives_a_killed_bot(apart: dict[str, str]) -> None:
    """After SIGKILL a new process takes over, and the old message's button still works."""
    known = {"WIRE_URL": apart["url"], "DISCORD_TOKEN": apart["token"]}
    async with WireClient(apart["url"], apart["secret"]) as client:
        ada = client.person(ADA)
        first = await start(SCRIPT, "guest", **known)
        await client.until_online()
        await ada.slash(CARDS, "table new", game="rummy")
        assert (await end(first, signal.SIGKILL))[0] == -signal.SIGKILL
        await client.until_online(online=False)
        second = await start(SCRIPT, "guest", **known)
        await client.until_online()
        assert (await ada.click(await newest(ada), "count:1"))["outcome"] == "update"
        await end(second)


async def test_the_playground_prints_its_address_and_stops_the_bot_first(tmp_path: Path) -> None:
    process = await start(SCRIPT, "playground", "0", str(tmp_path))
    printed = ""
    while "-m bot run" not in printed:
        printed += await line(process)
    page = next(word for word in printed.split() if word.startswith("http://127.0.0.1:"))
    url, _, secret = page.partition("/?key=")
    async with WireClient(url, secret) as client:
        await client.until_online()
    code, rest = await end(process, signal.SIGINT)
    assert (code, rest) == (0, "the bot said goodbye\n")
    assert (tmp_path / "discord.json").exists()


@pytest.fixture
def taken() -> Iterator[str]:
    """A port on which another program listens."""
    listener = socket.create_server(("127.0.0.1", 0))
    yield str(listener.getsockname()[1])
    listener.close()


@pytest.mark.parametrize("main", [wire.main, command.main])
def test_a_taken_port_is_reported_in_one_line(
    main: Callable[[list[str]], int], taken: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--port", taken, "--data", str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert said.out == "", "it is not open"
    assert said.err.count("\n") == 1
    assert f"Port {taken} is taken" in said.err


@pytest.mark.parametrize("main", [wire.main, command.main])
def test_a_folder_that_is_a_file_is_reported_in_one_line(
    main: Callable[[list[str]], int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.touch()
    assert main(["--port=0", f"--data={file}"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"The folder {file} cannot be written")
    assert said.count("\n") == 1


@pytest.mark.parametrize("port", ["65536", "99999", "-1", "many"])
@pytest.mark.parametrize("main", [wire.main, command.main])
def test_an_invalid_port_is_reported(
    main: Callable[[list[str]], int], port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([f"--port={port}"])
    assert ended.value.code == 2
    assert f"“{port}” is no port, a number from 0 to 65535" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        (PermissionError(errno.EACCES, "error while attempting to bind"), "Port 80 is not for everybody: choose"),
        (OSError(errno.EROFS, "Read-only file system", "somewhere"), "cannot be written (Read-only file system)"),
        (FileNotFoundError(errno.ENOENT, "No such file or directory", "x"), "cannot be written (No such file"),
        (OSError(errno.ENOSPC, "No space left on device"), "cannot go on: No space left on device."),
    ],
)
def test_startup_errors_are_reported_in_one_line(
    why: OSError, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A privileged port, or a folder that cannot be written, is not reported as a port that is taken."""

    async def refused(*_: object, **__: object) -> None:
        raise why

    monkeypatch.setattr(command, "play", refused)
    assert command.main(["--port", "80", "--data", str(tmp_path), "--no-browser"]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


async def test_a_taken_port_ends_the_playground_before_the_bot_is_built(taken: str, tmp_path: Path) -> None:
    def build(_address: object) -> command.Client:
        raise AssertionError("the bot must not be built")

    with pytest.raises(OSError, match=r"in use|address"):
        await command.play(build, port=int(taken), data=tmp_path, browser=False)


async def test_a_failing_bot_ends_the_playground_with_its_error(tmp_path: Path) -> None:
    class Broken:
        closed = False

        async def login(self, token: str) -> None:
            raise RuntimeError(f"no good, though {bool(token)}")

        async def connect(self) -> None:
            raise AssertionError("it has not logged in")

        async def close(self) -> None:
            self.closed = True

    bot = Broken()
    with pytest.raises(RuntimeError, match="no good, though True"):
        await command.play(lambda _: bot, port=0, data=tmp_path, browser=False)
    assert bot.closed


@pytest.mark.parametrize(
    ("display", "opened"), [({}, []), ({"DISPLAY": ":0"}, ["page"]), ({"WAYLAND_DISPLAY": "w"}, ["page"])]
)
def test_the_page_opens_automatically_only_with_a_display(
    monkeypatch: pytest.MonkeyPatch, display: dict[str, str], opened: list[str]
) -> None:
    seen: list[str] = []

    def shows(page: str) -> bool:
        seen.append(page)
        return True

    monkeypatch.setattr("bot.playground.command.webbrowser.open", shows)
    monkeypatch.setattr("bot.playground.command.sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in display.items():
        monkeypatch.setenv(name, value)
    assert command._open_browser("page") is bool(opened)
    assert seen == opened


async def test_a_second_playground_on_the_same_files_gets_one_clear_line(tmp_path: Path) -> None:
    """The second playground used to say that it was open, and opened the browser at an address that was
    gone at once.
    """
    first = FileLock.of(tmp_path / "tables.sqlite3")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "playground", "--port", "0", "--data", str(tmp_path), "--no-browser",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    welcome, said = await asyncio.wait_for(process.communicate(), 60)
    first.release()
    assert process.returncode == 2
    assert welcome == b"", "it is not open"
    assert said.decode().count("\n") == 1
    assert "Another copy of the bot is using" in said.decode()
