"""Runs a command with only the system calls that a systemd unit allows: `python confined.py UNIT [--without CALL,…]
command …`.

systemd itself is not needed, only its list of what groups such as `@system-service` contain, and its library for
filters.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__)
ROOT = HERE.parents[2]
UNIT = ROOT / "deploy" / "rummy-table.service"

_LIBRARY = "libseccomp.so.2"
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM
_UNKNOWN = -1
_PROT_WRITE, _PROT_EXEC = 2, 4
_MASKED_EQUAL = 7


class CannotConfineError(Exception):
    """This machine cannot confine commands; the text says why."""


def confined(*command: str, without: tuple[str, ...] = ()) -> list[str]:
    """A command that confines itself to the unit's system calls, apart from those in `without`, and then runs the given
    one.
    """
    return [sys.executable, str(HERE), str(UNIT), "--without", ",".join(without), *command]


def why_not() -> str | None:
    """Why commands cannot be confined here, or None if they can."""
    if sys.platform != "linux":
        return "needs Linux"
    if shutil.which("systemd-analyze") is None:
        return "needs systemd-analyze, for what the unit's groups of system calls stand for"
    tried = subprocess.run(confined("true"), capture_output=True, text=True, timeout=60, check=False)
    return None if tried.returncode == 0 else tried.stderr.strip()


def allowed_calls(unit: str) -> set[str]:
    """The system calls that the unit's `SystemCallFilter=` lines allow. The first line must be a list
    of allowed calls.
    """
    groups = _groups()
    allowed = set(groups["@default"])
    for line in re.findall(r"^SystemCallFilter=(.+)$", unit, re.MULTILINE):
        names = {call for word in line.lstrip("~").split() for call in groups.get(word, {word})}
        allowed = allowed - names if line.startswith("~") else allowed | names
    return allowed


def _groups() -> dict[str, set[str]]:
    """The system calls in each of systemd's groups, with groups inside groups resolved."""
    listed = subprocess.run(["systemd-analyze", "syscall-filter"], capture_output=True, text=True, check=True)
    direct: dict[str, set[str]] = {}
    for line in listed.stdout.splitlines():
        word = line.strip()
        if line.startswith("@"):
            members = direct[word] = set()
        elif line.startswith(" ") and direct and not word.startswith("#"):
            members.add(word)

    def resolved(group: str) -> set[str]:
        return {call for word in direct[group] for call in (resolved(word) if word in direct else {word})}

    return {group: resolved(group) for group in direct}


class _Comparison(ctypes.Structure):
    """libseccomp's `struct scmp_arg_cmp`: requires a value in an argument's bits under a mask."""

    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("mask", ctypes.c_uint64),
        ("value", ctypes.c_uint64),
    )


class _Filter:
    """One of the kernel's filters. All filters of a process apply together."""

    def __init__(self, default: int) -> None:
        try:
            self._library = ctypes.CDLL(_LIBRARY)
        except OSError as error:
            raise CannotConfineError(f"needs {_LIBRARY}: {error}") from error
        self._library.seccomp_init.restype = ctypes.c_void_p
        self._context = ctypes.c_void_p(self._library.seccomp_init(ctypes.c_uint32(default)))

    def add(self, action: int, call: str, *comparisons: _Comparison) -> None:
        number = self._library.seccomp_syscall_resolve_name(call.encode())
        if number == _UNKNOWN:
            return
        array = (_Comparison * len(comparisons))(*comparisons)
        self._library.seccomp_rule_add_array(self._context, ctypes.c_uint32(action), number, len(comparisons), array)

    def load(self) -> None:
        failed = self._library.seccomp_load(self._context)
        if failed:
            raise CannotConfineError(f"the kernel refuses a filter: {os.strerror(-failed)}")


def confine(unit: str, without: set[str]) -> None:
    """Restrict this process, and everything that it starts, to the unit's system calls."""
    if "MemoryDenyWriteExecute=yes" in unit:
        memory = _Filter(_ALLOW)
        both = _PROT_WRITE | _PROT_EXEC
        memory.add(_REFUSE, "mmap", _Comparison(2, _MASKED_EQUAL, both, both))
        for call in ("mprotect", "pkey_mprotect"):
            memory.add(_REFUSE, call, _Comparison(2, _MASKED_EQUAL, _PROT_EXEC, _PROT_EXEC))
        memory.load()
    calls = _Filter(_REFUSE)
    for call in sorted(allowed_calls(unit) - without):
        calls.add(_ALLOW, call)
    calls.load()


def main(unit: str, option: str, without: str, *command: str) -> None:
    assert option == "--without"
    try:
        confine(Path(unit).read_text(encoding="utf-8"), set(without.split(",")))
    except CannotConfineError as error:
        sys.exit(str(error))
    os.execvp(command[0], command)  # noqa: S606 — it is the whole purpose


if __name__ == "__main__":
    main(*sys.argv[1:])
