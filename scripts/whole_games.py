"""`make games`: plays a whole game of each kind by finger in the playground, and photographs what a person sees.

    python -m scripts.whole_games [FOLDER] [--width 390] [--game rummy] [--seed 1]

Needs Debian's `chromium-headless-shell` or `chromium`. Lobby, board, hand, decisions, the end of a round, the result,
settings and leaderboard are saved as `<game>-<width>-<what>.png`. Fails if pressing what the messages offer does not
bring a game to its end.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.render.catalogue import text_of
from bot.rules.catalogue import GAMES
from scripts.finger import Finger
from scripts.playground_page import opened, playground, type_command

if TYPE_CHECKING:
    from playwright.async_api import Page

WIDTHS = (390, 550)
HEIGHT = 1400
_PATIENCE = 3_000
_WAIT_MS = 100
_SETTLED = 10
"""Presses after which a hand shows what most decisions look like."""
_QUIET_MS = 600


class Album:
    """Saves the pictures of a game."""

    def __init__(self, page: Page, folder: Path, prefix: str) -> None:
        self._page, self._folder, self._prefix = page, folder, prefix
        self._taken: set[str] = set()

    async def take(self, what: str) -> None:
        """Save a picture of the window, unless one of this kind has been saved."""
        if what not in self._taken:
            self._taken.add(what)
            await self._page.wait_for_timeout(_QUIET_MS)
            await self._page.screenshot(path=self._folder / f"{self._prefix}-{what}.png")


async def play_game(page: Page, game: str, album: Album, rng: random.Random) -> int:
    """Play from the lobby to the result, and return the number of presses.

    Raises:
        RuntimeError: The game did not end.
    """
    await _begin(page, game, album)
    if not text_of(game).open_hands:  # otherwise, the controls are on the board
        await page.get_by_role("button", name="Direct messages").click()
    finger, rounds = Finger(page, rng), ""
    for _ in range(_PATIENCE):
        words = await finger.message.inner_text()
        if any(control.verb == "rematch" for control in await finger.controls()):
            break
        found = re.search(r"Round \d+", words)
        if found and rounds and found[0] != rounds:
            await album.take("next-round")
        rounds = found[0] if found else rounds
        if "Your turn" in words or "your turn" in words:
            await album.take("hand")
            if finger.presses > _SETTLED:
                await album.take("decision")
        if not await finger.play():
            await page.wait_for_timeout(_WAIT_MS)
    else:
        raise RuntimeError(f"{game} did not end after {finger.presses} presses.")
    await album.take("result")
    await page.get_by_role("button", name="channel cards").click()
    await album.take("result-board")
    return finger.presses


async def _begin(page: Page, game: str, album: Album) -> None:
    """Set up a table with computer players in its lobby, and start it."""
    await type_command(page, f"/table new game:{GAMES[game].title}")
    await page.get_by_role("button", name="+ Computer").last.wait_for()
    for _ in range(GAMES[game].seats.start - 1):
        before = await page.locator(".message").last.inner_text()
        await page.get_by_role("button", name="+ Computer").last.click()
        await page.wait_for_function(
            "before => [...document.querySelectorAll('.message')].at(-1)?.innerText !== before", arg=before
        )
    await album.take("lobby")
    await page.get_by_role("button", name="Start", exact=True).last.click()
    await page.get_by_role("button", name="My hand").last.wait_for()
    await album.take("board")


async def look_around(page: Page, album: Album) -> None:
    """Photograph the pages outside a game: settings and the leaderboard."""
    for command, name in (
        ("settings", "settings"),
        ("server settings", "server-settings"),
        ("leaderboard", "leaderboard"),
    ):
        await type_command(page, f"/{command}")
        await page.wait_for_timeout(_QUIET_MS)
        await album.take(name)


async def play(page: Page, album: Album, game: str, *, seed: int, look: bool) -> int:
    """Play a game, look around afterwards if `look` is true, and return the number of presses."""
    presses = await play_game(page, game, album, random.Random(seed))
    if look:
        await look_around(page, album)
    return presses


async def play_all(folder: Path, widths: list[int], games: list[str], seed: int) -> None:
    """Play each game at each width, each in its own playground."""
    for width in widths:
        for game in games:
            async with playground() as address, opened(address, width, HEIGHT) as page:
                album = Album(page, folder, f"{game}-{width}")
                presses = await play(page, album, game, seed=seed, look=game == games[-1])
            print(f"{game} at {width} px: played to its end, {presses} presses.")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.whole_games")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/games"))
    parser.add_argument("--width", type=int, action="append")
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(play_all(chosen.folder, chosen.width or list(WIDTHS), chosen.game or list(GAMES), chosen.seed))


if __name__ == "__main__":
    main(sys.argv[1:])
