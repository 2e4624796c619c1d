"""The examples in the rules' docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import bot.rules

MODULES = [found.name for found in pkgutil.walk_packages(bot.rules.__path__, "bot.rules.")]


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_pass(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_docstring_examples_are_found() -> None:
    """Cards, melds and notation have examples. A search that finds none would hide every error."""
    results = [doctest.testmod(importlib.import_module(name)) for name in MODULES]
    assert sum(result.attempted for result in results) > 20
