"""Every link and path in the documents leads to something that exists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.docs.pages import PAGES, ROOT, anchors, name_of, prose

if TYPE_CHECKING:
    from pathlib import Path

LINK = re.compile(r"\]\(([^)\s]+)(?: \"[^\"]*\")?\)")
CODE = re.compile(r"`([^`\n]+)`")
FOLDERS = ("bot", "cogs", "db", "deploy", "docs", "scripts", "tests")
each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


@each_page
def test_every_link_target_exists(page: Path) -> None:
    """Relative links lead to files of the repository, and to headings in them."""
    for target in LINK.findall(prose(page.read_text(encoding="utf-8"))):
        link = urlsplit(target)
        if link.scheme:
            assert link.scheme == "https", target
            continue
        there = page.parent / link.path if link.path else page
        assert there.exists(), f"{target}: there is no such file."
        assert ROOT in (there.resolve(), *there.resolve().parents), f"{target} leads out of the repository."
        if link.fragment:
            known = anchors(there.read_text(encoding="utf-8"))
            assert link.fragment in known, f"{target}: its headings are {sorted(known)}."


@each_page
def test_every_path_in_code_font_exists(page: Path) -> None:
    """Paths in code font such as `bot/tables/table/table.py` exist; `<game>` and `…` match any name."""
    for code in CODE.findall(prose(page.read_text(encoding="utf-8"))):
        if re.fullmatch(rf"({'|'.join(FOLDERS)})/[\w./<>*…-]*", code):
            pattern = re.sub(r"<\w+>|…", "*", code).rstrip("/")
            assert next(ROOT.glob(pattern), None), f"{name_of(page)}: there is no {code}."


def test_every_page_is_reachable_from_the_readme() -> None:
    """A page that no other page links to would never be read."""
    found, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in found:
            continue
        found.add(page)
        for target in LINK.findall(page.read_text(encoding="utf-8")):
            there = (page.parent / urlsplit(target).path).resolve()
            there = there / "README.md" if there.is_dir() else there
            waiting += [there] if there.suffix == ".md" and there.is_file() else []
    assert set(PAGES) <= found


def test_anchors_follow_githubs_rules() -> None:
    """Anchors are in lower case, with hyphens for spaces and no punctuation; a repeated one gets a number."""
    text = "# A, b: `c`\n## Same\n```\n# no heading\n```\n## Same\n### [Linked](x.md) + so\n"
    assert anchors(text) == {"a-b-c", "same", "same-1", "linked--so"}
