"""Draws lobby, hand, board and end of each game with the code of an older commit, next to today's, at a phone's width.

    python -m scripts.before_and_after [COMMIT]

Writes docs/pictures/before-and-after-<game>.png. Needs git and the commit: the older code is unpacked into a temporary
folder and draws its own pictures of the same games.
"""

from __future__ import annotations

import io
import random
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from bot.players.registry import player
from bot.render.catalogue import text_of
from bot.render.pictures.drawing.typeface import font
from bot.render.pictures.games.catalogue import PICTURES
from bot.render.pictures.lobby import draw_banner
from bot.render.pictures.picture_style import PictureStyle
from bot.render.pictures.records.result import Placed, result_card
from bot.render.words import score_in_words
from bot.rules.catalogue import GAMES
from scripts.screenshots import FOLDER, NAMES, SCENES, played

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.game import Outcome

BEFORE = "0839ae9"
PHONE = 285
"""The width of a picture in Discord on a screen of 390 pixels."""
_GAP, _HEAD, _COLOURS = 12, 34, 96
_GROUND, _INK = (49, 51, 56), (219, 222, 225)
_OLDER = """
import random, sys
from pathlib import Path
from bot.players.registry import player
from bot.render.pictures.catalogue import PICTURES
from bot.render.pictures.lobby import lobby
from bot.rules.catalogue import GAMES
from scripts.screenshots import SCENES, played
for game, scene in SCENES.items():
    rules, drawn, state = GAMES[game], PICTURES[game], played(game, scene)
    hand = drawn.hand(rules.view(state, rules.seat_to_act(state)), "suit")
    pictures = [lobby(game), hand, drawn.table(rules.view(state, None))]
    mind, rng = player(game, "classic"), random.Random(scene.seed)
    while (seat := rules.seat_to_act(state)) is not None:
        state = rules.apply(state, seat, mind.choose(rules.view(state, seat), rng).action)
    for number, picture in enumerate([*pictures, drawn.table(rules.view(state, None))]):
        Path(sys.argv[1], f"{game}-{number}.png").write_bytes(picture.data)
"""
"""Program for the older code: draws lobby, hand, board and end of each game. It had no result card."""


def main() -> None:
    commit = sys.argv[1] if len(sys.argv) > 1 else BEFORE
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        packed = subprocess.run(["git", "archive", commit], capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(root, filter="data")
        subprocess.run([sys.executable, "-c", _OLDER, folder], cwd=root, check=True)
        for game in SCENES:
            before = [(root / f"{game}-{number}.png").read_bytes() for number in range(4)]
            file = FOLDER / f"before-and-after-{game}.png"
            _side_by_side(before, _now(game)).save(file, optimize=True)
            print(f"{file.name}: {file.stat().st_size / 1024:.1f} KiB")


def _now(game: str) -> list[bytes]:
    """Return today's lobby, hand, board, result and end of the same game. The end is one picture or two."""
    scene, rules, drawn = SCENES[game], GAMES[game], PICTURES[game]
    style, state = PictureStyle(NAMES[: scene.seats], drawn.two_colours), played(game, scene)
    hand = drawn.hand(rules.view(state, rules.seat_to_act(state)), text_of(game).brief.usual_order, (), style)
    board, mind, rng = drawn.table(rules.view(state, None), style), player(game, "classic"), random.Random(scene.seed)
    while (seat := rules.seat_to_act(state)) is not None:
        state = rules.apply(state, seat, mind.choose(rules.view(state, seat), rng).action)
    view = rules.view(state, None)
    result = result_card(_places(game, view.outcome), text_of(game).brief.rounds(view), style)
    end = dict.fromkeys((drawn.round_end(view, style), drawn.table(view, style)))
    return [picture.data for picture in (draw_banner(game), hand, board, result, *end) if picture is not None]


def _places(game: str, outcome: Outcome) -> tuple[Placed, ...]:
    """Return the result of each seat. Nothing is rated here."""
    order = sorted(range(len(outcome.ranks)), key=lambda seat: (outcome.ranks[seat], seat))
    points = [score_in_words(score, text_of(game).unit) for score in outcome.scores]
    return tuple(Placed(seat, outcome.ranks[seat], points[seat]) for seat in order)


def _side_by_side(before: Sequence[bytes], after: Sequence[bytes]) -> Image.Image:
    """Return two columns of pictures, each as wide as on a phone."""
    columns = [[_on_a_phone(data) for data in column] for column in (before, after)]
    height = _HEAD + max(sum(image.height + _GAP for image in column) for column in columns)
    whole = Image.new("RGB", (2 * PHONE + 3 * _GAP, height), _GROUND)
    for number, (title, column) in enumerate(zip(("before", "after"), columns, strict=True)):
        left, top = _GAP + number * (PHONE + _GAP), _HEAD
        ImageDraw.Draw(whole).text((left, 8), title, font=font(18), fill=_INK)
        for image in column:
            whole.paste(image, (left, top))
            top += image.height + _GAP
    return whole.quantize(_COLOURS)


def _on_a_phone(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data)).convert("RGB")
    share = min(1.0, PHONE / image.width)
    return image.resize((round(image.width * share), round(image.height * share)), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main()
