"""docs/architecture.md describes the actual folders and imports."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest

from tests.docs.pages import ROOT, rows, text_of
from tests.syntax import parsed, walk

if TYPE_CHECKING:
    from pathlib import Path

    from tests.docs.conftest import Modules

PAGE = text_of("docs/architecture.md")
IMPORTS = PAGE.split("\n## ")[0]
MAX_MODULES_OF_A_TEXT_HELPER = 40


def modules() -> list[Path]:
    """Return every module of the program, as a path from the root."""
    return [path.relative_to(ROOT) for top in ("bot", "cogs", "db") for path in (ROOT / top).rglob("*.py")]


def package(module: str) -> str:
    """Return the name that a module's package has in the table: `bot.ui`, `db`."""
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] == "bot" else parts[0]


def imported(nodes: list[ast.AST]) -> set[str]:
    """Return the project's packages that a module imports, including imports for types only."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module == "bot":
            found |= {f"bot.{name.name}" for name in node.names if not name.name.startswith("__")}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(package(node.module))
        elif isinstance(node, ast.Import):
            found |= {package(name.name) for name in node.names}
    return {name for name in found if name.split(".")[0] in ("bot", "cogs", "db")}


def test_the_map_lists_every_package_and_module_of_bot() -> None:
    """The map names every package and module of `bot`, and nothing that no longer exists."""
    named = re.findall(r"^(\S+/|\S+\.py) ", PAGE.split("```")[1], re.MULTILINE)
    assert len(named) == len(set(named)), "something is named twice"
    assert [name for name in named if not (ROOT / name).exists()] == []
    files = [file for file in modules() if file.parts[0] == "bot"]
    parts = {str(file) if len(file.parts) == 2 else f"bot/{file.parts[1]}/" for file in files}
    assert parts - set(named) == {"bot/__init__.py"}


def test_the_import_table_matches_the_actual_imports(program: Modules) -> None:
    """The table lists every import, so a new one needs a decision, and no others, so the page can be trusted."""
    real: dict[str, set[str]] = {}
    for module, nodes in program.items():
        here = package(module)
        real.setdefault(here, set()).update(imported(nodes) - {here})
    table = {row[0].strip("`"): set(re.findall(r"`([\w.]+)`", row[1])) for row in rows(IMPORTS)}
    assert table == {name: real[name] for name in table}
    assert {name for names in table.values() for name in names if real[name]} <= table.keys(), "a row is missing"


def test_packages_import_only_those_below_them_in_the_table() -> None:
    """Each package in the table imports only packages below it."""
    order = [row[0].strip("`") for row in rows(IMPORTS)]
    for name, imports in rows(IMPORTS):
        above = order[: order.index(name.strip("`"))]
        assert not set(re.findall(r"`([\w.]+)`", imports)) & set(above)


def test_the_seat_wording_imports_few_modules() -> None:
    """The words for seats are needed nearly everywhere, so they must not bring along the texts of all games."""
    program = "import sys, bot.ui.wording.seats; print(*(name for name in sys.modules if name.startswith('bot')))"
    loaded = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert len(loaded.stdout.split()) < MAX_MODULES_OF_A_TEXT_HELPER


def test_imports_are_found() -> None:
    """Imports are found in every form and at every depth; imports of libraries are ignored."""
    source = "import bot.tables.table.core\nfrom bot import ui, __version__\nfrom db.store import x\nimport discord\n"
    assert imported(walk(parsed(source))) == {"bot.tables", "bot.ui", "db"}
    nested = (
        "def f():\n    try:\n        pass\n    except OSError:\n        import db\n    else:\n        import cogs\n"
    )
    assert imported(walk(parsed(nested))) == {"db", "cogs"}


@pytest.mark.parametrize(
    ("chapter", "container"),
    [
        ("The rooms of the user interface", "bot.ui"),
        ("The rooms of the pictures", "bot.render.pictures"),
        ("The rooms of operations", "bot.operations"),
    ],
)
def test_rooms_are_listed_on_the_floors_of_their_contract(chapter: str, container: str) -> None:
    """The page lists the existing rooms, each on the floor that the import contract gives it."""
    table = rows(PAGE.split(f"\n## {chapter}\n")[1].split("\n## ")[0])
    listed = {row[1].strip("`").rstrip("/").removesuffix(".py"): int(row[0]) for row in table}
    contract = next(
        each
        for each in tomllib.loads(text_of("pyproject.toml"))["tool"]["importlinter"]["contracts"]
        if each.get("containers") == [container]
    )
    floors = contract["layers"]
    assert listed == {
        room.strip(): len(floors) - number for number, layer in enumerate(floors) for room in layer.split("|")
    }


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_every_file_that_a_page_names_exists(page: str) -> None:
    """This includes the files of the two walk-throughs and of the reading order."""
    named = set(re.findall(r"`((?:bot|cogs|db|tests)/[\w/]+\.py)`", text_of(page)))
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def members(program: Modules) -> dict[str, set[str]]:
    """Return what the classes of each name define, with what they inherit from others of the program."""
    found: dict[str, set[str]] = {}
    bases: dict[str, set[str]] = {}
    for node in (node for module, nodes in program.items() if package(module) != "scripts" for node in nodes):
        if isinstance(node, ast.ClassDef):
            fields = [each.target for each in node.body if isinstance(each, ast.AnnAssign)]
            methods = [each for each in node.body if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))]
            names = {each.name for each in methods} | {field.id for field in fields if isinstance(field, ast.Name)}
            found.setdefault(node.name, set()).update(names)
            bases.setdefault(node.name, set()).update(base.id for base in node.bases if isinstance(base, ast.Name))

    def with_inherited(name: str) -> set[str]:
        return found.get(name, set()).union(*map(with_inherited, bases.get(name, set()) - {name}))

    return {name: with_inherited(name) for name in found}


@pytest.mark.parametrize("page", ["docs/architecture.md", "docs/adding-a-game.md", "CONTRIBUTING.md"])
def test_every_name_that_a_page_takes_from_the_code_is_there(page: str, program: Modules) -> None:
    """This covers files named without their folder, a class's methods and fields, and private methods."""
    text, defined = text_of(page), members(program)
    files = {path.name for top in ("bot", "cogs", "db", "tests") for path in (ROOT / top).rglob("*.py")}
    assert set(re.findall(r"`(\w+\.py)`", text)) - files == set()
    named = re.findall(r"`([A-Z]\w+)\.(\w+)`", text)
    assert [(owner, name) for owner, name in named if name not in defined.get(owner, set())] == []
    assert set(re.findall(r"`(_\w+)`", text)) <= set().union(*defined.values())


def test_the_parts_of_the_store_are_listed_by_their_names() -> None:
    """The page has each part, and says how many there are."""
    parts = re.findall(r"^        self\.(\w+) = \w+\(database", text_of("db/store.py"), re.MULTILINE)
    assert re.findall(r"`store\.(?!py`)(\w+)`", PAGE) == parts
    assert len(parts) == 11
    assert "The store has eleven parts" in PAGE


def test_only_the_layers_of_the_games_name_an_event_of_a_game() -> None:
    """All other code asks them what an event is, so that another game needs no change there."""
    tables = (path.read_text() for path in (ROOT / "bot/rules").glob("*/events.py"))
    kinds = {kind for table in tables for kind in re.findall(r"^\| `(\w+)`", table, re.MULTILINE)}
    assert kinds >= {"card_drawn", "went_out"}
    layers = ("rules", "render", "players", "lessons", "puzzles", "playground")
    named = [
        (str(path), text)
        for path in modules()
        if path.parts[1] not in layers and path.parts[:3] != ("bot", "ui", "building")
        for text in re.findall(r'"(\w+)"', (ROOT / path).read_text())
        if text in kinds
    ]
    assert named == []
