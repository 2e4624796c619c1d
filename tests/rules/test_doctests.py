"""The examples in the rules' docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import bot.rules

MODULES = [found.name for found in pkgutil.walk_packages(bot.rules.__path__, "bot.rules.")]


def test_docstring_examples_pass() -> None:
    """Cards, melds and notation have examples. A search that finds none would hide every error."""
    results = {name: doctest.testmod(importlib.import_module(name)) for name in MODULES}
    assert [name for name, result in results.items() if result.failed] == []
    assert sum(result.attempted for result in results.values()) > 20
