"""The commands that the pages for hosts print, and the files that they are about."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
OPERATIONS, SCALE = ROOT / "docs" / "operations.md", ROOT / "docs" / "scale.md"
COMPOSE = ROOT / "deploy" / "compose.yaml"


def commands(heading: str, page: Path = OPERATIONS) -> list[str]:
    """The lines of the first block of commands after a heading, or a sentence, on a page for hosts."""
    block = page.read_text().partition(heading)[2].partition("```sh\n")[2].partition("```")[0]
    return [line.partition("  #")[0].strip() for line in block.splitlines()]
