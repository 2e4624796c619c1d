"""`make review` replaces the rows of the games that it measured and leaves the rest of the page unchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scripts.review import HEADING, main

if TYPE_CHECKING:
    from pathlib import Path


def test_only_the_rows_of_the_measured_game_are_replaced(tmp_path: Path) -> None:
    page = tmp_path / "review.md"
    old = "| Huxxy | easy | 7 |\n| Rummy | easy | 7 |\n| Rummy | strong | 7 |\n| 6 Holes | easy | 7 |\n"
    page.write_text(
        f"# Page\n\n| Rummy | not of the table |\n\n{HEADING}\nWhat it is.\n\n| game |\n|---|\n{old}\nAfter.\n"
    )
    assert main(["--games", "1", "--page", str(page), "rummy"]) == 0
    lines = page.read_text(encoding="utf-8").splitlines()
    assert lines[:7] == ["# Page", "", "| Rummy | not of the table |", "", HEADING.strip(), "", "What it is."]
    table = [line.split(" | ")[:3] for line in lines[10:15]]
    assert table[0] == ["| Huxxy", "easy", "7 |"]
    assert [row[:3] for row in table[1:4]] == [["| Rummy", level, "1"] for level in ("easy", "classic", "strong")]
    assert table[4] == ["| 6 Holes", "easy", "7 |"]
    assert lines[15:] == ["", "After."]
