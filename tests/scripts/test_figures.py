"""The code metrics, checked on a small code base whose figures are obvious."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scripts.figures.imports import circles, neighbours
from scripts.figures.lines import measure_lines, read_files

if TYPE_CHECKING:
    from pathlib import Path

CODE = '''"""A module."""

import os  # not a line of its own


def greet(name: str) -> str:
    """Say hello.

    In two paragraphs.
    """
    # the words
    return (
        f"Hello {name}"
    )


class Guest:
    """Somebody."""

    name: str = ""
    """Theirs."""
'''


def test_lines_of_code_exclude_comments_and_docstrings(tmp_path: Path) -> None:
    """Blank lines, comments and docstrings do not count, including docstrings of attributes."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "greeting.py").write_text(CODE)
    [file] = files = read_files(tmp_path, ("bot",))
    assert file.lines == 7
    assert file.functions == (("greet", 4),)
    figures = measure_lines(files, files)
    assert figures["longest file"] == "7 (bot/greeting.py)"
    assert figures["test code to code"] == 1


def test_circles_are_the_modules_that_reach_each_other() -> None:
    """The largest circle comes first. A module that only imports from a circle is not in it."""
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a", "e"}, "e": {"d"}, "f": {"f", "a"}}
    assert circles(graph) == [["a", "b", "c"], ["d", "e"]]
    assert circles({"a": {"b"}, "b": set()}) == []


def test_packages_import_each_other_through_their_modules() -> None:
    """Imports in both directions make a circle of two packages, even if no modules form one."""
    graph = {
        "house.hall.chair.leg": {"house.attic.box"},
        "house.attic.box": set[str](),
        "house.attic.trunk": {"house.hall.door", "garden"},
        "house.hall.door": set[str](),
        "garden": set[str](),
    }
    assert circles(graph) == []
    rooms = neighbours(graph, "house")
    assert rooms == {"house.hall": {"house.attic"}, "house.attic": {"house.hall"}}
    assert circles(rooms) == [["house.attic", "house.hall"]]
