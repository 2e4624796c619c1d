"""Every layer has every game, and a missing one is named together with the layer that lacks it."""

from __future__ import annotations

import ast
import importlib
import re
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from bot.lessons.catalogue import LESSONS
from bot.rules.catalogue import GAMES
from bot.ui.building.catalogue import BUILDERS
from tests.docs.pages import ROOT, rows, text_of
from tests.syntax import parsed, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = text_of("docs/adding-a-game.md")


def layers() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield each layer in the page's table: its package, the name of what a game adds, and the catalogue."""
    for _layer, own, _held, line in rows(PAGE):
        brought = re.findall(r"`([A-Z]+)`", own)
        catalogue, path = re.findall(r"`([^`]+)`", line)
        module = path.removesuffix(".py").replace("/", ".")
        yield module.rpartition(".")[0], brought[0], getattr(importlib.import_module(module), catalogue)


def lacking() -> list[str]:
    """Return a sentence for each game that is missing from a layer."""
    known = {key for _package, _name, catalogue in layers() for key in catalogue}
    return [
        f"{package} lacks {key!r}"
        for package, _name, catalogue in layers()
        for key in sorted(known)
        if key not in catalogue
    ]


def test_no_layer_lacks_a_game() -> None:
    assert lacking() == []


def test_the_layer_that_lacks_a_game_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    before = lacking()
    monkeypatch.delitem(BUILDERS, "notty")
    assert set(lacking()) - set(before) == {"bot.ui.building lacks 'notty'"}


def test_every_game_has_a_lesson() -> None:
    """Lessons are optional in general: `/learn` lists only the games that have one."""
    assert [f"bot.lessons lacks {key!r}" for key in GAMES if key not in LESSONS] == []
    assert set(LESSONS) <= set(GAMES)


@pytest.mark.parametrize("key", GAMES)
def test_a_games_classes_share_the_name_of_its_game_class(key: str) -> None:
    """The class names of a game's instances begin with the name of the game's class, such as `SixHolesText`."""
    prefix = type(GAMES[key]).__name__
    own = [catalogue[key] for _package, _name, catalogue in layers() if key in catalogue]
    assert [type(each).__name__ for each in own if not type(each).__name__.startswith(prefix)] == []
    assert GAMES[key].state_type.__name__ == f"{prefix}State"


def test_no_games_rules_import_anothers() -> None:
    """The contract names every game: those that it lacks could be imported, and nothing would say so."""
    contracts = tomllib.loads(text_of("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    (contract,) = (each for each in contracts if each["name"] == "Games never import each other")
    assert set(contract["modules"]) == {type(game).__module__.removesuffix(".game") for game in GAMES.values()}


OWN = {package for key in GAMES for package in (key.replace("-", "_"), f"{key.replace('-', '_')}.py")}
LISTS = {"bot/rules/catalogue.py"} | set(re.findall(r"`(bot/[\w/]+\.py)`", "".join(row[3] for row in rows(PAGE))))
EXTRAS = {"bot/lessons/catalogue.py", "bot/puzzles/kinds.py"}
"""What a game may have besides the five layers: a game without it has no lesson, or no puzzles."""
GENERIC = [
    path.relative_to(ROOT).as_posix()
    for top in ("bot", "cogs", "db")
    for path in sorted((ROOT / top).rglob("*.py"))
    if not OWN.intersection(path.relative_to(ROOT).parts) and path.relative_to(ROOT).as_posix() not in LISTS | EXTRAS
]


def test_generic_code_knows_no_game() -> None:
    """Generic code does not name a game, import a game's modules, or probe a view for attributes of some games."""
    assert len(GENERIC) > 100
    assert [found for path in GENERIC for found in _knows(path)] == []


def _knows(path: str) -> Iterator[str]:
    own = {key.replace("-", "_") for key in GAMES}
    for node in walk(parsed((ROOT / path).read_text("utf-8"))):
        match node:
            case ast.Constant(value=str(text)) if text in GAMES:
                yield f"{path}:{node.lineno} names {text}"
            case ast.ImportFrom(module=str(module)) if own & {
                *module.split("."),
                *(name.name for name in node.names),
            }:
                yield f"{path}:{node.lineno} imports {module}"
            case ast.Call(func=ast.Name(id="getattr" | "hasattr"), args=[ast.Name(id="view" | "state"), *_]):
                yield f"{path}:{node.lineno} asks a view for what not every view has"
