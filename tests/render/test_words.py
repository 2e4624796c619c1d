"""Short texts, names and card faces."""

from __future__ import annotations

import tracemalloc
from types import SimpleNamespace
from typing import Any

import pytest

from bot.render.cards import face, full_name, in_order
from bot.render.cast import Cast
from bot.render.catalogue import text_of
from bot.render.names import label, plain, quoted, tidy, visible
from bot.render.words import fitted
from bot.rules.cards import parse_card, parse_cards
from bot.rules.catalogue import GAMES
from bot.rules.game import Outcome
from tests.rules.contract.sampling import sampled_steps


def test_a_wild_card_has_a_star_and_says_so() -> None:
    """A wild card is marked by a shape, and by a word where it is read aloud."""
    card = parse_card("5H")
    assert face(card, "5").endswith("★")
    assert "★" not in face(card, "6")
    assert full_name(card, "5") == "5 of hearts (wild)"


def test_suits_are_text_symbols_not_emojis() -> None:
    """As an emoji, a black suit can hardly be seen on a dark background."""
    assert face(parse_card("0S")) == "10♠\ufe0e"


def test_a_hand_is_ordered_by_suit_or_by_rank() -> None:
    """A hand is sorted by suit, with black and red alternating, or by rank."""
    hand = parse_cards("2C KS 2H")
    assert [str(card) for card in in_order(hand, "suit")] == ["KS", "2H", "2C"]
    assert [str(card) for card in in_order(hand, "rank")] == ["2H", "2C", "KS"]


def test_names_are_plain_text() -> None:
    """A name has no markdown, mention or line break, and right-to-left letters do not affect the text around them."""
    assert plain("*a* <@1>\nb") == "\\*a\\* \\<\\@1\\> b"
    assert plain("שם") == "\u200e\u2068שם\u2069"
    assert plain("  ") == "somebody"


@pytest.mark.parametrize(
    "control",
    [chr(code) for code in (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))],
)
def test_a_name_cannot_change_the_direction_of_its_line(control: str) -> None:
    """Characters that change the direction are removed, and the bot's own are put around the name."""
    for name in (f"a{control}ש", f"{control}{control}ש{control}"):
        for shown in (plain(name), label(name)):
            assert shown.startswith("\u200e\u2068")
            assert shown.endswith("\u2069")
            assert control not in shown[2:-1]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("https://evil.example/x", "https\\:\\/\\/evil\\.example\\/x"),
        ("discord.gg/evil", "discord\\.gg\\/evil"),
        ("[x](y)", "\\[x\\]\\(y\\)"),
        ("@everyone `a` ||b||", "\\@everyone \\`a\\` \\|\\|b\\|\\|"),
        ("</table end:1> <t:1:R>", "\\<\\/table end\\:1\\> \\<t\\:1\\:R\\>"),
        ("a\\*b", "a\\\\\\*b"),
    ],
)
def test_markdown_in_a_name_is_escaped(name: str, shown: str) -> None:
    """A name becomes no link, mention, code or date. A label shows it unchanged."""
    assert plain(name) == shown
    assert label(name) == name


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("a\u200bb\u2060\ufeffc", "abc"),
        ("\u3164\u2800\u200d", "somebody"),
        ("\u0301\u0302", "somebody"),
        ("a" + "\u0301" * 40, "a" + "\u0301" * 4),
        ("a\x1b[31m\x07\ud800b", "a[31mb"),
        ("one\ntwo\u2028three \t four", "one two three four"),
        ("x" * 99, "x" * 31 + "…"),
        ("👩‍👩‍👧 می‌خواهم", "👩‍👩‍👧 می‌خواهم"),
    ],
)
def test_a_name_is_reduced_to_what_is_visible(name: str, seen: str) -> None:
    """A name is reduced to what is visible, on one line of usual length; family emoji and Persian words stay whole."""
    assert tidy(name) == seen


def test_long_texts_that_were_typed_are_not_kept_in_memory() -> None:
    """Each option may have 6,000 characters. A person who typed a few thousand such texts made the bot 190 MiB larger,
    for good.
    """
    tracemalloc.start()
    try:
        for number in range(30):
            assert quoted(f"{number} 🂡{'x' * 5_900}").startswith("\u200e\u2068")
            assert visible(f"{number} 🂡{'x' * 5_900}")
        kept, _most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 500_000


def test_cut_texts_end_with_an_ellipsis() -> None:
    """Cut texts end with an ellipsis, and a name that is cut still has no effect on the direction of other text."""
    assert fitted("abcdef", 4) == "abc…"
    assert fitted("abc", 4) == "abc"
    assert fitted(f"with {label('שלום')} now", 10) == "with \u200e\u2068ש…\u2069"


def test_computer_players_are_marked() -> None:
    """Nobody can mistake a computer player for a person."""
    cast = Cast(("Ada", "Ben"), ("classic", None))
    assert cast.name(0) == "🤖 **Ada**"
    assert cast.name(1) == "**Ben**"


@pytest.mark.parametrize("key", ["huxxy", "notty", "rummy"])
def test_final_hands_are_listed_in_order_of_rank(key: str) -> None:
    """Hands used to be listed in seat order, where the seat numbers looked like places."""
    view: Any = SimpleNamespace(hand_sizes=(5, 4, 0), outcome=Outcome((3, 2, 1), (38, 36, 0), ""))
    [told] = text_of(key).brief.round_end(view, Cast(("Ann", "Ben", "Cleo"), (None, None, None)))
    assert [line.split("**")[1] for line in told.splitlines() if line.startswith("**")] == ["Cleo", "Ben", "Ann"]


@pytest.mark.parametrize("key", ["huxxy", "notty", "rummy"])
def test_an_empty_hand_says_so(key: str) -> None:
    """A dash, or nothing, would look like a missing row."""
    game = GAMES[key]
    state: Any = game.deal(game.seats[0], bytes(32))
    view = game.view(state._replace(hands=((), *state.hands[1:])), 0)
    assert text_of(key).hand(view, "suit")[0].split("\n")[0] == "No cards left."


def test_an_open_hand_without_cards_says_so() -> None:
    game = GAMES["notty"]
    state: Any = game.deal(game.seats[0], bytes(32))
    view = game.view(state._replace(hands=((), *state.hands[1:])), None)
    [first, second] = text_of("notty").board(view, Cast(("Anna", "Ben"), (None, None)))
    assert first.split("\n")[1] == "No cards left."
    assert second.split("\n")[1].startswith("### ")


@pytest.mark.parametrize("key", GAMES)
def test_what_a_player_did_is_told_as_an_act_and_nothing_else_is(key: str) -> None:
    """What has no words is missing from the report of a turn, and nobody notices."""
    game, text = GAMES[key], text_of(key)
    for before, _seat, action, after in sampled_steps(key):
        view = game.view(after, None)
        cast = Cast(("Ann",) * view.seats, (None,) * view.seats)
        for event in game.events(before, action, after, None):
            assert (text.doing(event, cast, view) is not None) == (event.seat is not None), event.kind


SHOWN_OTHERWISE = {"game_ended", "round_ended", "round_started", "turn_ended", "deck_reshuffled"}
"""Kinds of events that the board of some game shows without a sentence: in its result, its round and its stock."""


@pytest.mark.parametrize("key", GAMES)
def test_every_event_has_a_sentence_unless_the_board_shows_it(key: str) -> None:
    """Boards and replays leave out what has no words, and nobody notices."""
    game, text = GAMES[key], text_of(key)
    for before, _seat, action, after in sampled_steps(key):
        view = game.view(after, None)
        cast = Cast(("Ann",) * view.seats, (None,) * view.seats)
        for event in game.events(before, action, after, None):
            assert text.event(event, cast, view) or event.kind in SHOWN_OTHERWISE, event.kind
