"""`make screenshots`: draws each game's banner, board and hand from fixed games into docs/pictures.

It uses the real renderers. These pictures are the same on every run, and a test checks that they are up to date. If
Chromium is installed, two messages of a game in the playground are photographed as well.
"""

from __future__ import annotations

import asyncio
import io
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from PIL import Image

from bot.players.registry import player
from bot.render.catalogue import text_of
from bot.render.pictures.games.catalogue import PICTURES
from bot.render.pictures.lobby import draw_banner
from bot.render.pictures.picture_style import PictureStyle
from bot.rules.catalogue import GAMES
from scripts.message_screenshots import take
from scripts.playground_page import CHROMIUM, INSTALL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.render.pictures.picture import Picture

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
LEVEL = "classic"


NAMES = ("Anna", "Ben", "Chloé", "Łukasz")


class Scene(NamedTuple):
    """A moment of a game among computer players: its seats, its seed and the number of moves."""

    seats: int
    seed: int
    moves: int


SCENES = {
    "huxxy": Scene(4, 5, 60),
    "three-thirteen": Scene(4, 5, 230),
    "notty": Scene(3, 5, 40),
    "rummy": Scene(3, 5, 30),
    "six-holes": Scene(2, 5, 30),
}


def pictures() -> Iterator[tuple[str, Picture]]:
    """Yield every picture with its file name."""
    for game, scene in SCENES.items():
        yield f"{game}-lobby.png", draw_banner(game)
        drawn, rules, state = PICTURES[game], GAMES[game], played(game, scene)
        acting, order = rules.seat_to_act(state), text_of(game).brief.usual_order
        style = PictureStyle(NAMES[: scene.seats], drawn.two_colours)
        yield f"{game}-board.png", drawn.table(rules.view(state, None), style)
        yield f"{game}-hand.png", drawn.hand(rules.view(state, acting), order, (), style)


def played(game: str, scene: Scene) -> Any:
    """Return the state of the game at that moment.

    Raises:
        ValueError: The game ends before that.
    """
    rules, mind, rng = GAMES[game], player(game, LEVEL), random.Random(scene.seed)
    state = rules.deal(scene.seats, bytes([scene.seed]) * 32)
    for _move in range(scene.moves):
        seat = rules.seat_to_act(state)
        if seat is None:
            break
        state = rules.apply(state, seat, mind.choose(rules.view(state, seat), rng).action)
    if rules.seat_to_act(state) is None:
        raise ValueError(f"This game of {rules.title} is over after fewer than {scene.moves} moves: choose fewer.")
    return state


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures():
        # Packed as small as possible, which takes longer than the bot can afford.
        Image.open(io.BytesIO(picture.data)).save(FOLDER / name, optimize=True)
        print(f"{name}: {(FOLDER / name).stat().st_size / 1024:.1f} KiB. {picture.alt}")
    if CHROMIUM is None:
        print(f"There is no Chromium here, so the pictures of messages stay as they are: {INSTALL}.")
    else:
        asyncio.run(take(FOLDER))
        print("message-board.png, message-hand.png: photographed.")


if __name__ == "__main__":
    main()
