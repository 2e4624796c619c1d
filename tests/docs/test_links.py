"""Whoever follows a link or a path in the documents arrives."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.docs.pages import PAGES, ROOT, anchors, name_of, prose

LINK = re.compile(r"\]\(([^)\s]+)(?: \"[^\"]*\")?\)")
CODE = re.compile(r"`([^`\n]+)`")
FOLDERS = ("bot", "cogs", "db", "deploy", "docs", "scripts", "tests")
each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    """Relative links to files of the repository, and to headings in them."""
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
def test_every_path_that_is_named_exists(page: Path) -> None:
    """Paths in code type such as `bot/tables/table.py`; `<game>` and `…` stand for any name."""
    for code in CODE.findall(prose(page.read_text(encoding="utf-8"))):
        if re.fullmatch(rf"({'|'.join(FOLDERS)})/[\w./<>*…-]*", code):
            pattern = re.sub(r"<\w+>|…", "*", code).rstrip("/")
            assert next(ROOT.glob(pattern), None), f"{name_of(page)}: there is no {code}."


def test_every_page_is_found_from_the_readme() -> None:
    """A page that no other page links to is read by nobody."""
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


def test_every_folder_of_the_program_is_on_the_map() -> None:
    """The tree in docs/architecture.md names each package of `bot`, and nothing that is gone."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"^(\S+/|\S+\.py) ", page.split("```")[1], re.MULTILINE)
    assert len(named) == len(set(named)), "something is named twice"
    assert [name for name in named if not (ROOT / name).exists()] == []
    tracked = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = [Path(file) for file in tracked.stdout.split() if file.startswith("bot/")]
    parts = {str(file) if len(file.parts) == 2 else f"bot/{file.parts[1]}/" for file in files}
    assert parts - set(named) == {"bot/__init__.py"}


def test_anchors_are_made_as_github_makes_them() -> None:
    """Lower case, hyphens for spaces, no other signs; the second of a name gets a number."""
    text = "# A, b: `c`\n## Same\n```\n# no heading\n```\n## Same\n### [Linked](x.md) + so\n"
    assert anchors(text) == {"a-b-c", "same", "same-1", "linked--so"}
