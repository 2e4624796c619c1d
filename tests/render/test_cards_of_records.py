"""Cards for a result, a person and a leaderboard are small and legible, and their alternative texts are complete."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.language import LANGUAGES, speaking
from bot.players import registry
from bot.records.model import Gain, Leaderboard, Player, Rating, Row
from bot.render.names import isolated
from bot.render.options import computer_name
from bot.render.pictures.drawing.palette import GOLD, LIGHT, MARGIN, WIDTH
from bot.render.pictures.layout.draw import foot_below_all
from bot.render.pictures.picture import TABLE_BYTES
from bot.render.pictures.picture_style import PictureStyle
from bot.render.pictures.records.person import BestWin, Opponent, PersonCard, Standing, person_card
from bot.render.pictures.records.ranking import Ranked, ranking_card
from bot.render.pictures.records.result import Placed, result_card
from bot.rules.catalogue import GAMES
from bot.ui.records.leaderboard import leaderboard_card
from bot.ui.records.scope import Scope
from tests.render.sampled import opened

if TYPE_CHECKING:
    from PIL import Image

    from bot.render.pictures.picture import Picture

STYLE = PictureStyle(("Anna", "Ben", "Carl"))
PLACES = (Placed(1, 1, "7 points", "1534", "+12"), Placed(0, 2, "20 points", "1490", "-9"), Placed(2, 3, "31 points"))
LEVELS = sorted({level for game in GAMES for level in registry.levels(game)})
STANDING = Standing("Huxxy", "1534", 34, (1500, 1490, 1534), 3, 41)


def test_a_result_names_the_winner_the_ratings_and_the_rounds() -> None:
    picture = result_card(PLACES, ((5, 0, 12), (15, 7, 19)), STYLE)
    assert picture.alt == (
        "Ben won. 1. Ben: 7 points, rating 1534 (+12). 2. Anna: 20 points, rating 1490 (-9). 3. Carl: 31 points. "
        "Points by round. Ben: 0, 7, in all 7. Anna: 5, 15, in all 20. Carl: 12, 19, in all 31."
    )
    assert len(picture.data) < TABLE_BYTES
    assert result_card(PLACES, (), STYLE).data != picture.data


def test_the_columns_of_a_result_end_at_one_edge() -> None:
    """The points by round once ended in the middle of a rated game's picture, and a plate short of the right edge."""
    image = opened(result_card(PLACES, ((5, 0, 12), (15, 7, 19)), STYLE)).convert("RGB")
    inked = [row for row in range(image.height) if _right_end(image, row) > 0]
    upper, lower = (max(_right_end(image, row) for row in part) for part in (inked[: len(inked) // 2], inked[-30:]))
    assert abs(upper - lower) < MARGIN


def _right_end(image: Image.Image, row: int) -> int:
    """Where the row's rightmost letter ends in pixels; 0 without letters."""
    pixels, inks = image.crop((0, row, image.width, row + 1)).tobytes(), (bytes(LIGHT), bytes(GOLD))
    return max((x for x in range(image.width) if pixels[3 * x : 3 * x + 3] in inks), default=0)


def test_a_persons_figures_end_at_the_edge_of_the_curve() -> None:
    image = opened(person_card(PersonCard("Anna", 1, 1, (True,), STANDING))).convert("RGB")
    assert max(_right_end(image, row) for row in range(120)) > image.width - 2 * MARGIN


def test_a_persons_card_names_every_figure() -> None:
    form = (True, False, True)
    best, hardest = BestWin(31, ("Ben", "Carl")), Opponent("Dora", 1, 5)
    picture = person_card(PersonCard("Anna", 30, 12, form, STANDING, best, hardest))
    for words in (
        "Anna. Huxxy: rating 1534, +34 in the last games.",
        "Place 3 of 41, in the top 8%.",
        "Won 12 of 30 games.",
        "Last games, newest last: won, lost, won.",
        "Best win: +31 against Ben and Carl.",
        "Hardest opponent: Dora, 1 ahead and 5 behind.",
        "In 2 games the rating went from 1500 to 1534.",
    ):
        assert words in picture.alt
    assert opened(picture).width <= 900
    assert person_card(PersonCard("太郎", 1, 0, (False,))).alt.startswith(f"{isolated('太郎')}. Won 0 of 1 game.")
    assert person_card(PersonCard("🎉", 1, 0, (False,))).alt.startswith("Won 0 of 1 game.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_best_win_has_room_for_all_computer_player_names(language: str) -> None:
    for level in LEVELS:
        with speaking(language):
            name = computer_name(level)
            shown, other = (
                person_card(PersonCard("Anna", 2, 1, (True,), best_win=BestWin(105, (known, known))))
                for known in (name, f"{name[:-2]}w)")
            )
        assert shown.data != other.data, name
        assert opened(shown).width <= 900


def test_the_heading_of_the_curve_fits_its_picture() -> None:
    """“Three Thirteen · With computer players” was cut off at the right edge."""
    card = PersonCard("Anna", 1, 1, (True,), replace(STANDING, ladder="Three Thirteen · With computer players"))
    image = opened(person_card(card)).convert("RGB")
    assert max(_right_end(image, row) for row in range(image.height)) <= image.width - MARGIN


def test_only_the_better_half_reads_its_percentage() -> None:
    """The last of two was “in the top 100 %”."""
    for place, said in ((1, "Place 1 of 2, in the top 50%."), (2, "Place 2 of 2.")):
        card = PersonCard("Anna", 1, 0, (False,), replace(STANDING, place=place, of=2))
        assert f" {said} Won" in person_card(card).alt


@pytest.mark.parametrize(
    ("place", "of", "top"), [(1, 1, None), (1, 8, 13), (1, 1000, 1), (3, 41, 8), (1, 2, 50), (21, 41, None)]
)
def test_the_top_percentage_is_rounded_up(place: int, of: int, top: int | None) -> None:
    assert Standing("", "", 0, (), place, of).top == top


def test_discords_badge_does_not_cover_the_lowest_figure() -> None:
    card = PersonCard("Anna", 2, 0, (False,), Standing("Huxxy", "1395", -105, (1500, 1395), 2, 2))
    image = opened(person_card(card))
    corner = image.crop((0, image.height - foot_below_all(image.width), image.width // 4, image.height))
    assert len(corner.getcolors() or ()) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_leaderboard_has_room_for_all_computer_player_names(language: str) -> None:
    """If a name were cut off, its level would be unreadable."""
    for level in LEVELS:
        with speaking(language):
            name = computer_name(level)
            cards = [
                ranking_card("Huxxy", ("rating", "games"), [Ranked(1, drawn, ("1600", "9"), "")])
                for drawn in (name, f"{name[:-2]}w)")
            ]
            assert cards[0].data != cards[1].data, name


def test_a_leaderboard_pins_the_viewers_row() -> None:
    anna, taro = Row(1, 1, Player(1), "Anna", Rating(30.0, 1.0, 9)), Row(2, 2, Player(2), "太郎", Rating(25.0, 8.0, 1))
    board = Leaderboard((anna, taro), 17, Row(17, 17, Player(3), "Dora", Rating(24.0, 2.0, 3)))
    picture, pinned = card_of(board._replace(own=None)), card_of(board)
    assert (
        picture.alt
        == f"Huxxy · People only. 1. Anna: rating 1700?, 9 games. 2. {isolated('太郎')}: rating 1500?, 1 game."
    )
    assert pinned.alt == f"{picture.alt} You: place 17, rating 1460?, 3 games."
    assert opened(pinned).height > opened(picture).height
    gains = Leaderboard((anna._replace(rating=Gain(12, 9)),), 1, None)
    assert card_of(gains, "week").alt == "Huxxy · last 7 days. 1. Anna: points +12, 9 games."


def card_of(board: Leaderboard, period: str = "") -> Picture:
    """The card that person 3 sees."""
    return leaderboard_card(Scope("huxxy", period=period), board, 3)


@pytest.mark.parametrize("winners", [1, 3, 7])
def test_a_result_is_no_wider_for_many_winners(winners: int) -> None:
    """A six-way draw at Rummy once gave a picture 2,000 pixels wide; a phone showed its letters at a quarter size."""
    style = PictureStyle(names=tuple(f"Maximilian {letter}" for letter in "ABCDEFG"))
    picture = result_card([Placed(seat, 1 if seat < winners else 2, "20 points") for seat in range(7)], (), style)
    assert opened(picture).width <= WIDTH


@pytest.mark.parametrize("beaten", [1, 3, 7])
def test_a_persons_card_is_no_wider_for_a_win_against_many(beaten: int) -> None:
    """A win against seven at Three Thirteen once gave a picture 2,400 pixels wide, with letters at a quarter size."""
    names = tuple(f"Maximilian {letter}" for letter in "ABCDEFG")[:beaten]
    best, hardest = BestWin(131, names), Opponent("Maximilian A", 22, 15)
    picture = person_card(PersonCard("Anna", 30, 12, (True, False), STANDING, best, hardest))
    assert opened(picture).width <= WIDTH
    assert picture.alt.count("Maximilian") == beaten + 1
