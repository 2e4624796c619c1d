"""The examples in docstrings are true. Those of the rules are run by tests/rules, which has to cover them alone."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import bot

ROOT = Path(bot.__file__).parents[1]
RULES = ROOT / "bot" / "rules"


def test_docstring_examples_pass() -> None:
    tried = 0
    for folder in ("bot", "cogs", "db"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if ">>> " in file.read_text(encoding="utf-8") and RULES not in file.parents:
                module = importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
                failed, attempted = doctest.testmod(module)
                assert not failed, file
                tried += attempted
    assert tried > 60, "examples are found"
