"""The banners of lobbies."""

from __future__ import annotations

import pytest

from bot.render.pictures.drawing.palette import CARD_HEIGHT, CARD_STEP, CARD_WIDTH, WIDTH
from bot.render.pictures.games.catalogue import PICTURES, pictures_of
from bot.render.pictures.lobby import draw_banner
from bot.rules.catalogue import GAMES
from tests.render.sampled import opened


def test_every_game_has_its_own_banner_with_player_counts() -> None:
    banners = {key: draw_banner(key) for key in GAMES}
    assert len({banner.data for banner in banners.values()}) == len(GAMES)
    for key, banner in banners.items():
        assert banner.alt.startswith(f"{GAMES[key].title}. ")
        assert "players." in banner.alt
        assert opened(banner).width == WIDTH
        assert len(banner.data) < 40 * 1024
        assert draw_banner(key) == banner
    assert "2 to 7 players." in banners["three-thirteen"].alt
    assert "4 players." in banners["huxxy"].alt


def test_the_cards_of_a_banner_have_the_games_colours() -> None:
    """Huxxy only distinguishes red and black, but the six of clubs was once blue and the seven of diamonds orange."""
    colours = [suit_colour(place) for place in range(4)]
    assert (colours[0], colours[1]) == (colours[2], colours[3])
    assert colours[0] != colours[1]


def suit_colour(place: int) -> object:
    """Return the colour of a card's suit on Huxxy's banner: 4♠ 5♥ 6♣ 7♦."""
    banner = opened(draw_banner("huxxy")).convert("RGB")
    left = WIDTH - 48 - CARD_WIDTH - CARD_STEP * (3 - place)
    return banner.getpixel((left + 14 + 28, (banner.height - CARD_HEIGHT) // 2 + 72 + 28))


def test_a_covered_card_of_a_banner_shows_no_part_of_a_symbol() -> None:
    """The suit at a card's foot once came out from under the next card, as black and red scraps."""
    banner = opened(draw_banner("huxxy")).convert("RGB")
    left, top = WIDTH - 48 - CARD_WIDTH - CARD_STEP * 3, (banner.height - CARD_HEIGHT) // 2
    foot = (left + 20, top + 132, left + CARD_STEP - 4, top + CARD_HEIGHT - 8)
    assert len(banner.crop(foot).getcolors() or ()) == 1


def test_every_game_has_pictures_and_an_unknown_one_is_refused() -> None:
    assert {key: pictures_of(key) for key in GAMES} == PICTURES
    for find in (draw_banner, pictures_of):
        with pytest.raises(KeyError):
            find("bridge")
