"""A fingerprint of what decides deals and moves: two programs with the same fingerprint play the same games.

It covers what the code does, not how it is written: sentences for people, comments, docstrings and line breaks do not
change it, and neither does the version of Python.
"""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_BOT = Path(__file__).parent.parent
_DECIDING = (
    "players", "rules", "lines/course.py", "lines/deal.py", "lines/lines.py", "tables/acts/forced.py",
    "tables/model/seed.py",
)  # fmt: skip
"""Files and folders within `bot`: the rules, the computer players, how a deal is dealt and how its turns go on."""
_KINDS = (".py", ".bin")
_SENTENCES = frozenset({"_", "N_", "ngettext"})
"""The functions that look up a text for people, or mark one."""
_UNSAID = frozenset({"ctx", "kind", "type_comment"})
"""Fields of a syntax tree that do not affect what the code does."""
_NUMBERS = frozenset({"conversion", "is_async", "level", "simple"})
"""Fields that Python 3.11 has and that are numbers: they are part of the essence even if they are 0."""

_PARSING = Lock()
"""Held while a module is parsed: in Python 3.11, that may fail if two threads do it at once (cpython issue 106905)."""


@cache
def fingerprint() -> str:
    """The SHA-256 of everything that decides, in hex."""
    made_of = hashlib.sha256()
    for file in _files():
        content = file.read_bytes()
        if file.suffix == ".py":
            content = essence(content.decode()).encode()
        made_of.update(f"{file.relative_to(_BOT).as_posix()}\n".encode())
        made_of.update(hashlib.sha256(content).digest())
    return made_of.hexdigest()


def _files() -> Iterator[Path]:
    for place in (_BOT / name for name in _DECIDING):
        yield from [place] if place.is_file() else sorted(each for each in place.rglob("*") if each.suffix in _KINDS)


def essence(source: str) -> str:
    """The syntax of a module in a form of its own, because Python's own changes between versions.

    >>> essence('raise Refused(_("Draw first."))  # a rule') == essence('raise Refused(_("Please draw first."))')
    True
    >>> essence("limit = 6") == essence("limit = 7")
    False
    """
    found: list[str] = []
    with _PARSING:
        tree = ast.parse(source)
    _write(tree, found)
    return "".join(found)


def _write(node: object, found: list[str]) -> None:
    """Append a node and everything in it, without its sentences."""
    if isinstance(node, list):
        found.append("[")
        for each in node:
            if not _is_docstring(each):
                _write(each, found)
        found.append("]")
    elif not isinstance(node, ast.AST):
        found.append(f"{node!a} ")  # `!a`, because which characters are printable depends on the version
    elif isinstance(node, ast.Call) and (sentence := _sentence(node)) is not None:
        found.append("sentence")
        _write([each for each in sentence.args if not _is_text(each)], found)
    else:
        _write_fields(node, found)


def _write_fields(node: ast.AST, found: list[str]) -> None:
    found.append(f"{type(node).__name__}(")
    for name, value in _fields(node):
        # Newer versions of Python have more fields, which are empty or 0 in code that older ones can read.
        if name not in _UNSAID and (value or name in _NUMBERS):
            found.append(f"{name}=")
            _write(value, found)
    found.append(")")


def _fields(node: ast.AST) -> Iterable[tuple[str, object]]:
    if isinstance(node, ast.Constant):
        return [("value", ascii(node.value))]  # also None
    if isinstance(node, ast.JoinedStr):
        return [("values", _merged(node.values))]
    return ast.iter_fields(node)


def _merged(values: list[ast.expr]) -> list[object]:
    """The parts of an f-string; versions of Python differ in where they divide its plain text."""
    merged: list[object] = []
    for value in values:
        part = value.value if isinstance(value, ast.Constant) else value
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        elif part != "":
            merged.append(part)
    return merged


def _sentence(call: ast.Call) -> ast.Call | None:
    """The call that looks up a text, also where something is filled in at once: `_("…").format(…)`."""
    if isinstance(call.func, ast.Name) and call.func.id in _SENTENCES:
        return call
    if isinstance(call.func, ast.Attribute) and call.func.attr == "format" and isinstance(call.func.value, ast.Call):
        return _sentence(call.func.value)
    return None


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_docstring(node: object) -> bool:
    """Whether it is a text that stands alone: a docstring, or the description of an attribute."""
    return isinstance(node, ast.Expr) and _is_text(node.value)
