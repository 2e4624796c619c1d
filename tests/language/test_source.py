"""No sentence for people bypasses the catalogue: each one in the source is looked up, or marked for it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.syntax import parsed, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
FOLDERS = ("bot/render", "bot/rules", "bot/tables", "bot/ui", "bot/records", "bot/ratings", "cogs")
LOOKED_UP = {"_", "N_", "ngettext", "pgettext"}
NOT_FOR_PEOPLE = LOOKED_UP | {
    "cast", "TypeVar", "create_task", "spawn", "getattr", "compile", "parse_cards", "TypeError", "KeyError",
    "IndexError", "UnknownVersionError", "RuntimeError", "AssertionError", "encode", "debug", "info", "warning",
    "error", "exception", "critical", "Example", "log_failures", "log_unavailable", "uninterrupted", "Recurring",
    "report_damage", "attempt",
}  # fmt: skip
"""Calls whose strings are names, patterns, card notation, log lines, or messages of programming errors."""
LABELS = {"button": 2, "select": 2, "person_select": 2, "Entry": 1, "sentence": 0}
"""Calls with an argument that people read, at this position, however short it is."""
SENTENCE = re.compile(r"[A-Za-z]{2,}[,.;:]? +[a-z]{2,}|[“”]")
"""Two words in a row, or a quotation mark, which is another one in German."""
WORD = re.compile(r"[A-Za-z]{2,}")
ALLOWED = {
    "A lobby has no cards to view.",  # a programming error
    "Cards that are no meld take no other cards.",
    "Only a game that began and has ended can be given away.",
    "A curve needs a rating.",
    "A seed is {} bytes, not {}.",
    "There is no joker rule “{}”; choose one of: {}.",
    "This saved game of {} is damaged: {}.",
    "This saved game is damaged: it does not say of which kind it is.",
    "an unknown place",  # of a log line
    "draw stock",  # text forms of actions
    "draw discard",
    "tuple[int, int, Chain] | None",
    "Invalid emoji",  # Discord's words
}


def sentences(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every text for people that is not looked up, as (line, text)."""
    for child in _children(node):
        text = _text(child)
        if text is not None and SENTENCE.search(text):
            if text not in ALLOWED:
                yield child.lineno, text  # type: ignore[attr-defined]
        elif isinstance(child, ast.JoinedStr):
            for part in child.values:
                if isinstance(part, ast.FormattedValue):
                    yield from sentences(part)
        elif isinstance(child, ast.Call):
            yield from _call(child)
        elif text is None:
            yield from sentences(child)


def _call(node: ast.Call) -> Iterator[tuple[int, str]]:
    name = _name(node)
    place = LABELS.get(name)
    if place is not None and len(node.args) > place:
        label = _text(node.args[place])
        if label is not None and WORD.search(label):
            yield node.lineno, label
    if name not in NOT_FOR_PEOPLE:
        yield from sentences(node)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the child nodes, without docstrings, decorators and annotations."""
    for field, value in ast.iter_fields(node):
        if field in ("decorator_list", "annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                continue
            yield child


def _text(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values)
    return None


def _name(node: ast.Call) -> str:
    function = node.func
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


@pytest.fixture(scope="module", params=FOLDERS)
def modules(request: pytest.FixtureRequest) -> list[tuple[Path, ast.Module]]:
    """The modules of a folder with their syntax trees."""
    folder = ROOT / request.param
    return [(path.relative_to(ROOT), parsed(path.read_text("utf-8"))) for path in sorted(folder.rglob("*.py"))]


def test_every_sentence_is_looked_up(modules: list[tuple[Path, ast.Module]]) -> None:
    """Wrap it: `_("…").format(…)` where it is shown, `N_("…")` for a constant. Texts of commands are collected."""
    found = [
        f"{path}:{line}: {text}"
        for path, tree in modules
        for line, text in sentences(tree)
        if path.parts[0] != "cogs" or not _is_of_a_command(tree, line)
    ]
    assert not found, "\n".join(found)


def _is_of_a_command(tree: ast.Module, line: int) -> bool:
    """Return whether the line belongs to a constant of a module or class, like the texts of commands."""
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    return any(
        isinstance(node, ast.Assign) and node.lineno <= line <= (node.end_lineno or line)
        for body in bodies
        for node in body
    )


def throw_aways(tree: ast.Module) -> list[int]:
    """Return the lines that bind `_` in a module that looks texts up with it, which hides the look-up from there on."""
    nodes = walk(tree)
    imported = any(
        isinstance(node, ast.ImportFrom) and node.module == "bot.language" and "_" in {name.name for name in node.names}
        for node in nodes
    )
    bound = [node.lineno for node in nodes if isinstance(node, ast.Name | ast.arg) and _binds(node)]
    return bound if imported else []


def _binds(node: ast.Name | ast.arg) -> bool:
    return node.arg == "_" if isinstance(node, ast.arg) else (node.id, type(node.ctx)) == ("_", ast.Store)


def test_nothing_shadows_the_lookup_function(modules: list[tuple[Path, ast.Module]]) -> None:
    """After `for _ in range(5)`, `_("…")` calls a number, which fails only when that sentence is needed."""
    assert [f"{path}:{line}" for path, tree in modules for line in throw_aways(tree)] == []


def test_throw_away_variables_are_found() -> None:
    """Loops, targets and arguments are found in modules that look texts up; all other modules may use `_` freely."""
    source = "for _ in range(5):\n    pass\nfirst, _ = pair\nact = lambda state, _: state\n"
    assert sorted(throw_aways(parsed("from bot.language import N_, _\n" + source))) == [2, 4, 5]
    assert throw_aways(parsed("from bot.language import N_\n" + source)) == []


def test_sentences_that_are_not_looked_up_are_found() -> None:
    """Sentences, f-strings and short labels are found; what is looked up, logged or documented is not."""
    source = (
        '"""A module about this and that."""\n'
        'log.info("Table %d is gone now.", 1)\n'
        'reply.sentence(_("You sit at this table."))\n'
        'reply.sentence(f"You sit at table {number}.")\n'
        'button(1, "leave", "Leave")\n'
        'raise TableError("There is no table here.")\n'
    )
    assert sorted({line for line, _text_found in sentences(parsed(source))}) == [4, 5, 6]
