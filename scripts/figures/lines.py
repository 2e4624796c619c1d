"""Lengths of files and functions in lines of code, without blank lines, comments and docstrings."""

from __future__ import annotations

import ast
import io
import statistics
import tokenize
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

SHORT_FILE = 30
LONG_FUNCTION = 40
_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class File(NamedTuple):
    """A source file: its lines of code, and those of each function by name."""

    path: Path
    lines: int
    functions: tuple[tuple[str, int], ...]

    @property
    def is_frame(self) -> bool:
        """Whether it is a package's `__init__` or `__main__`, which may well be short."""
        return self.path.stem in ("__init__", "__main__")


def read_files(root: Path, folders: tuple[str, ...]) -> list[File]:
    """Read all Python files in these folders."""
    return [_read(path, root) for folder in folders for path in sorted((root / folder).rglob("*.py"))]


def measure_lines(files: list[File], tests: list[File]) -> dict[str, object]:
    """Return metrics of the product's files, and the amount of test code."""
    lines = [file.lines for file in files]
    functions = [(count, f"{file.path}: {name}") for file in files for name, count in file.functions]
    longest = max(files, key=lambda file: file.lines)
    return {
        "files": len(files),
        "code lines": sum(lines),
        "median lines of a file": statistics.median(lines),
        "longest file": f"{longest.lines} ({longest.path})",
        f"files of at most {SHORT_FILE} lines": sum(file.lines <= SHORT_FILE and not file.is_frame for file in files),
        "functions": len(functions),
        "median lines of a function": statistics.median(count for count, _ in functions),
        f"functions over {LONG_FUNCTION} lines": sum(count > LONG_FUNCTION for count, _ in functions),
        "longest function": "{} ({})".format(*max(functions)),
        "test code lines": sum(file.lines for file in tests),
        "test code to code": round(sum(file.lines for file in tests) / sum(lines), 2),
    }


def _read(path: Path, root: Path) -> File:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    code = _code_lines(text) - set(_docstring_lines(tree))
    functions = tuple(
        (node.name, len(code & set(range(node.lineno, (node.end_lineno or node.lineno) + 1))))
        for node in ast.walk(tree)
        if isinstance(node, _Function)
    )
    return File(path.relative_to(root), len(code), functions)


def _code_lines(text: str) -> set[int]:
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            found.update(range(token.start[0], token.end[0] + 1))
    return found


def _docstring_lines(tree: ast.AST) -> Iterator[int]:
    """Yield the lines of all string statements: docstrings and attribute docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)
