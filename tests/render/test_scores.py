"""The points by round: the best player is on top, and every number is drawn and named."""

from __future__ import annotations

from typing import Any

import pytest

from bot.render.catalogue import text_of
from bot.render.pictures.drawing.palette import WIDTH
from bot.render.pictures.picture import TABLE_BYTES
from bot.render.pictures.picture_style import PLAIN_STYLE, PictureStyle
from bot.render.pictures.records.scores import scores, scores_cards, scores_in_words
from bot.rules.catalogue import GAMES
from tests.players.playing import play
from tests.render.sampled import opened

NAMES = ("Anna", "Ben", "Chloe")
ROUNDS = ((5, 0, 12), (20, 7, 0))


def test_scores_list_every_round_with_the_best_player_first() -> None:
    alt = scores(ROUNDS, PictureStyle(NAMES)).alt
    assert alt == "Points by round. Ben: 0, 7, in all 7. Chloe: 12, 0, in all 12. Anna: 5, 20, in all 25."
    lines = scores_in_words(ROUNDS, NAMES).splitlines()
    assert lines == ["**Points by round**", "Ben: 0 + 7 = **7**", "Chloe: 12 + 0 = **12**", "Anna: 5 + 20 = **25**"]


def test_everybody_who_shares_the_lead_is_highlighted() -> None:
    [card] = scores_cards(((5, 0, 12), (2, 7, 0)), PictureStyle(NAMES))
    assert [row.texts[0] for row in card.rows if row.bright] == ["Anna", "Ben"]


def test_eleven_rounds_of_seven_players_fit_on_a_phone() -> None:
    """On a phone a picture is 285 pixels wide: three quarters of the full width keep its figures legible."""
    rounds = tuple(tuple(10 + seat + number for seat in range(7)) for number in range(11))
    picture = scores(rounds, PictureStyle(("Maximilian S.",) * 7))
    assert opened(picture).width <= WIDTH * 3 // 4
    assert len(picture.data) < TABLE_BYTES


def test_different_points_or_names_give_different_pictures() -> None:
    pictures = [scores(ROUNDS, PLAIN_STYLE), scores(ROUNDS[:1], PLAIN_STYLE), scores(ROUNDS[:1], PictureStyle(NAMES))]
    assert len({picture.data for picture in pictures}) == 3


@pytest.mark.parametrize("key", GAMES)
def test_each_new_deal_comes_with_the_points_of_a_round_that_has_just_ended(key: str) -> None:
    """The rules say what a deal is, and the texts what a finished round is: they never contradict each other."""
    game, text = GAMES[key], text_of(key)

    def watch(state: Any, view: Any, choice: Any) -> None:
        after = game.apply(state, view.seat, choice.action)
        if game.outcome(after) is None:
            seen = game.view(after, None)
            more = len(text.brief.rounds(seen)) - len(text.brief.rounds(view))
            dealt = sum(map(game.is_deal, game.events(state, choice.action, after, None)))
            assert dealt == more
            assert text.is_round_fresh(seen) or not dealt

    play(key, ["classic"] * game.default_seats, seed=1, watch=watch)


@pytest.mark.parametrize("key", GAMES)
def test_the_points_by_round_add_up_to_the_result(key: str) -> None:
    """The card of a result has both, the score of each place and the total of its rounds."""
    game = GAMES[key]
    state = play(key, ["classic"] * game.default_seats, seed=2)
    rounds, outcome = text_of(key).brief.rounds(game.view(state, None)), game.outcome(state)
    assert outcome is not None
    assert not rounds or tuple(map(sum, zip(*rounds, strict=True))) == outcome.scores
