"""The program contains nothing that only the tests use."""

from __future__ import annotations

import ast
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import pytest

from bot.settings import Settings
from bot.tables.model.guild_settings import GuildSettings
from bot.tables.model.person_settings import PersonSettings
from tests.docs.pages import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.docs.conftest import Modules

TELLS = {"classmethod", "staticmethod", "property", "dataclass", "cache", "lru_cache", "contextmanager"}
"""Decorators that only describe a definition. Any other decorator passes it on to code that calls it."""
CALLED_FROM_OUTSIDE = {
    "to_dict": "discord.py, of a file that is sent",
    "has_components_v2": "discord.py, of a message body",
    "setup_hook": "discord.py, of the bot",
    "interaction_check": "discord.py, of the commands",
    "log_receive": "discord.py, of a connection to the gateway",
    "snowflake": "SimCord, of its backend",
    "NOBODY_PLAYED_ON": "an English text in old databases, whose translation is looked up",
    "news": "processes that share a database",
    "turn": "processes that share a database",
    "clock_offset": "processes that share a database",
    "HANDLERS": "the modules that register themselves when they are imported",
}
STARTED = {
    "bot.__main__",
    "bot.players.worker_main",
    "scripts.texts",
    "scripts.before_and_after",
    "scripts.screenshots",
    "scripts.whole_games",
    "scripts.review",
    "scripts.figures.__main__",
    "scripts.solve_six_holes.__main__",
}


def defined(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield functions, methods and classes that are known only by their names, and constants."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and all(
            _called(decorator) in TELLS for decorator in node.decorator_list
        ):
            yield node.name
    module = nodes[0]
    for statement in module.body if isinstance(module, ast.Module) else ():
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        yield from (target.id for target in targets if isinstance(target, ast.Name) and target.id.isupper())


def _called(decorator: ast.expr) -> str:
    return ast.unparse(decorator).partition("(")[0].rpartition(".")[2]


def mentioned(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield every name that is read, and every string that may be a name."""
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            yield node.value


def test_every_definition_is_used_by_the_program(program: Modules) -> None:
    """This includes properties and counters: if only a test needs one, it belongs in the test."""
    used = {name for nodes in program.values() for name in mentioned(nodes)} | CALLED_FROM_OUTSIDE.keys()
    unused = [
        f"{module}: {name}"
        for module, nodes in program.items()
        for name in defined(nodes)
        if name not in used and not name.startswith(("__", "on_", "visit_"))
    ]
    assert unused == []


ON_THE_PAGES = ("bot.ui.settings.own_choices", "bot.ui.settings.server_choices")
"""The modules that show settings and store what is chosen."""


def read(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield every attribute that is read, and every string with which something is looked up."""
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node.attr
        elif isinstance(node, ast.Call):
            yield from (
                each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )


@pytest.mark.parametrize("settings", [Settings, PersonSettings, GuildSettings])
def test_every_setting_has_an_effect(settings: type[Any], program: Modules) -> None:
    """A setting that can be chosen and is stored, but that nothing reads, would not be noticed otherwise."""
    obeyed = {name for module, nodes in program.items() if module not in ON_THE_PAGES for name in read(nodes)}
    assert {field.name for field in fields(settings)} - obeyed == set()


def test_no_module_is_imported_by_tests_only(program: Modules) -> None:
    imported = {name for nodes in program.values() for name in modules_in(nodes)}
    modules = [name for name in program if not (ROOT / name.replace(".", "/")).is_dir()]
    assert not [module for module in modules if module not in imported | STARTED]


def modules_in(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
