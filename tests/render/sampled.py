"""Positions from games played at random or by computer players, and functions that read pictures and their words."""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from PIL import Image

from bot.players.registry import player
from bot.render.pictures.drawing.palette import GOLD
from bot.rules.cards import BLACK_JOKER, JOKER, NOTTY_PACK, RED_JOKER, STANDARD_PACK, Card
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.render.pictures.picture import Picture

_CARDS = {card.name: card for card in (*STANDARD_PACK, JOKER, RED_JOKER, BLACK_JOKER, *NOTTY_PACK[::2])}
_NAME = re.compile(r"\b(" + "|".join(sorted(map(re.escape, _CARDS), key=len, reverse=True)) + r")\b", re.IGNORECASE)


def random_game(
    key: str, seats: int, seed: int, most: int = 2000, options: Mapping[str, Any] | None = None
) -> list[Any]:
    """Return the states of a game of random actions, from the deal on, at most `most` of them."""
    game, rng = GAMES[key], random.Random(seed)
    states = [game.deal(seats, bytes([seed]) * 32, options)]
    while (seat := game.seat_to_act(states[-1])) is not None and len(states) < most:
        action = rng.choice(list(game.legal_actions(states[-1])))
        states.append(game.apply(states[-1], seat, action))
    return states


def played_game(key: str, seats: int, level: str, seed: int) -> list[Any]:
    """Return the states of a whole game among computer players of one level."""
    game, rng, mind = GAMES[key], random.Random(seed), player(key, level)
    states = [game.deal(seats, bytes([seed]) * 32)]
    while (seat := game.seat_to_act(states[-1])) is not None:
        action = mind.choose(game.view(states[-1], seat), rng).action
        states.append(game.apply(states[-1], seat, action))
    return states


def cards_named(text: str) -> Counter[Card]:
    """Count how often the text names each card."""
    return Counter(_CARDS[name.lower()] for name in _NAME.findall(text))


def opened(picture: Picture) -> Image.Image:
    """Return the picture, fully decoded."""
    image = Image.open(io.BytesIO(picture.data))
    image.load()
    return image


def golden(picture: Picture) -> int:
    """Return how many pixels of the picture are golden: those of words and frames."""
    return opened(picture).convert("RGB").tobytes().count(bytes(GOLD))
