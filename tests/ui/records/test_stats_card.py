"""What the card of somebody's statistics shows, computed from their games."""

from __future__ import annotations

from dataclasses import replace

from bot.records.model import Change, Played, Player, Rating, Seated
from bot.records.stats import stats_of
from bot.render.pictures.records.person import Standing, _rows, person_card
from bot.ui.records.person_records_handlers import _card

WON = Played(
    1, 1, "rummy", 0.0, 1, "people", Seated(Player(1), "me", 1, 0, False),
    (Seated(Player(2), "you", 2, 43, False),), None, 1, None,
)  # fmt: skip


def test_the_card_has_the_name_of_the_latest_own_seat() -> None:
    """A player who left and was replaced has no name in that game."""
    replaced = replace(WON, own=Seated(Player(1), "", 3, None, True))
    assert _card([WON, replaced], stats_of([WON, replaced]), None).name == "me"
    assert _card([replaced], stats_of([replaced]), None).name == ""


def test_the_best_win_names_only_those_who_were_beaten() -> None:
    """Somebody who shares first place, or who stayed too when another player left, was not beaten."""
    others = (Seated(Player(2), "you", 1, 0, False), Seated(Player(3), "they", 3, 43, False))
    shared = replace(WON, others=others, change=Change(Rating(), Rating(26.0)))
    assert _card([shared], stats_of([shared]), None).best_win == (40, ("they",))


def test_the_card_has_no_last_games_line_if_none_counts() -> None:
    voided = replace(WON, voided=True)
    card = _card([voided], stats_of([voided]), None)
    assert "Last games" not in person_card(card).alt
    assert "Last games" not in [row.texts[0] for row in _rows(card)]


def test_an_unchanged_rating_is_shown_as_plus_minus_zero() -> None:
    """A rating without a change used to be shown as “+0”."""
    card = replace(_card([WON], stats_of([WON]), None), standing=Standing("People only", "1500", 0, (1500, 1500)))
    assert next(row.texts[1] for row in _rows(card)) == "1500 (±0)"
    assert "rating 1500, ±0 in the last games" in person_card(card).alt
