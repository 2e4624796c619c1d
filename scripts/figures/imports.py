"""Imports: cycles of modules, cycles of siblings in a package, and modules with a single importer."""

from __future__ import annotations

from posixpath import commonpath
from typing import TYPE_CHECKING

import grimp

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scripts.figures.lines import File

SMALL_MODULE = 60

Graph = dict[str, set[str]]


def measure_imports(packages: tuple[str, ...], files: list[File]) -> dict[str, object]:
    """Return the cycles, with and without type-checking imports, and the number of small modules with one importer."""
    figures: dict[str, object] = {}
    for name, only_at_run_time in (("at run time", True), ("with those for types", False)):
        graph = grimp.build_graph(*packages, exclude_type_checking_imports=only_at_run_time, cache_dir=None)
        imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
        figures[f"import circles {name}"] = _told(circles(imports))
        figures[f"circles of neighbours {name}"] = _told(
            circle for package in sorted(imports) for circle in circles(neighbours(imports, package))
        )
    figures[f"modules of at most {SMALL_MODULE} lines with one importer"] = _serving_one(imports, files)
    return figures


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Return the strongly connected components of at least two modules, largest first."""
    order: list[str] = []
    seen: set[str] = set()
    for start in graph:
        order += _visited(graph, start, seen)
    reverse: Graph = {module: set() for module in graph}
    for module, imported in graph.items():
        for other in imported:
            reverse[other].add(module)
    seen = set()
    groups = [_visited(reverse, start, seen) for start in reversed(order)]
    return sorted((sorted(group) for group in groups if len(group) > 1), key=len, reverse=True)


def neighbours(graph: Mapping[str, Iterable[str]], package: str) -> Graph:
    """Return the import graph between the direct children of a package."""
    prefix, depth = f"{package}.", package.count(".") + 2

    def child(module: str) -> str:
        return ".".join(module.split(".")[:depth])

    found: Graph = {}
    for module, imported in graph.items():
        if module.startswith(prefix):
            others = {child(other) for other in imported if other.startswith(prefix)}
            found.setdefault(child(module), set()).update(others - {child(module)})
    return found


def _visited(graph: Mapping[str, Iterable[str]], start: str, seen: set[str]) -> list[str]:
    """Return the unseen modules reachable from the start, in postorder."""
    if start in seen:
        return []
    seen.add(start)
    found: list[str] = []
    path = [(start, iter(graph[start]))]
    while path:
        module, following = path[-1]
        other = next((each for each in following if each not in seen), None)
        if other is None:
            found.append(module)
            path.pop()
        else:
            seen.add(other)
            path.append((other, iter(graph[other])))
    return found


def _serving_one(imports: Graph, files: list[File]) -> int:
    importers: Graph = {module: set() for module in imports}
    for module, imported in imports.items():
        for other in imported:
            importers[other].add(module)
    return sum(
        file.lines <= SMALL_MODULE
        and not file.is_frame
        and len(importers[".".join(file.path.with_suffix("").parts)]) == 1
        for file in files
    )


def _told(found: Iterable[list[str]]) -> str:
    """Format cycles as `2: 37 in bot.ui, 3 in db`: their number, then the size and place of each."""
    groups = sorted(found, key=len, reverse=True)
    places = ", ".join(f"{len(group)} in {_package_of(group)}" for group in groups)
    return f"{len(groups)}: {places}" if groups else "0"


def _package_of(modules: list[str]) -> str:
    """Return the innermost package that contains them all."""
    common = commonpath([module.replace(".", "/") for module in modules])
    return common.replace("/", ".") or "several packages"
