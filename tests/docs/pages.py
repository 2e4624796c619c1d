"""The documents of the repository, and helpers that read them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


def name_of(page: Path) -> str:
    """Return the page's path from the root, for use as a test id."""
    return str(page.relative_to(ROOT))


def text_of(page: str) -> str:
    """Return the whole text of a page, given its path from the root."""
    return (ROOT / page).read_text(encoding="utf-8")


def prose(text: str) -> str:
    """Return the text without fenced code blocks."""
    return _FENCED.sub("", text)


def all_text() -> str:
    """Return the text of all pages, joined."""
    return "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


def section(text: str, heading: str) -> str:
    """Return the text below a level-two heading, up to the next one."""
    found = re.search(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    assert found is not None, f"There is no section “{heading}”."
    return found[1]


def rows(text: str) -> list[list[str]]:
    """Return the cells of all table rows, without header and delimiter rows."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rules = {number for number, row in enumerate(cells) if set("".join(row)) <= set("-: ")}
    return [row for number, row in enumerate(cells) if number not in rules and number + 1 not in rules]


def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, built by GitHub's rules."""
    found: dict[str, int] = {}
    made: set[str] = set()
    for title in re.findall(r"^#{1,6} +(.+?) *#*$", prose(text), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower()
        slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        number = found.get(slug, 0)
        found[slug] = number + 1
        made.add(f"{slug}-{number}" if number else slug)
    return made
