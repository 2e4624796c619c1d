"""The syntax trees of the program, which the tests of several pages read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.docs.pages import ROOT
from tests.syntax import parsed, walk

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator

Modules = dict[str, list["ast.AST"]]


@pytest.fixture(scope="package")
def program() -> Iterator[Modules]:
    """All nodes of the program's and the scripts' modules, by module name, each module's own first.

    They are forgotten after these tests, since the garbage collector would go through them until the end.
    """
    found: Modules = {}
    for path in (path for top in ("bot", "cogs", "db", "scripts") for path in (ROOT / top).rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[name] = walk(parsed(path.read_text("utf-8")))
    yield found
    found.clear()
