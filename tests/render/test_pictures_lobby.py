"""The banners of the lobbies."""

from __future__ import annotations

import pytest

from bot.render.pictures.drawing.palette import WIDTH
from bot.render.pictures.games.catalogue import PICTURES, pictures_of
from bot.render.pictures.lobby import lobby
from bot.rules.catalogue import GAMES
from tests.render.sampled import opened


def test_every_game_has_a_banner_of_its_own_that_says_who_plays() -> None:
    banners = {key: lobby(key) for key in GAMES}
    assert len({banner.data for banner in banners.values()}) == len(GAMES)
    for key, banner in banners.items():
        assert banner.alt.startswith(f"{GAMES[key].title}. ")
        assert "players." in banner.alt
        assert opened(banner).width == WIDTH
        assert len(banner.data) < 40 * 1024
        assert lobby(key) == banner
    assert "2 to 7 players." in banners["three-thirteen"].alt
    assert "4 players." in banners["huxxy"].alt


def test_every_game_has_pictures_and_an_unknown_one_is_refused() -> None:
    assert {key: pictures_of(key) for key in GAMES} == PICTURES
    for find in (lobby, pictures_of):
        with pytest.raises(KeyError):
            find("bridge")
