"""Messages of every game, in positions from all stages of random games."""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from bot.render.catalogue import text_of
from bot.rules.catalogue import GAMES
from bot.rules.game import resolve_options
from bot.tables.acts.play import apply, start
from bot.tables.model.position import Position
from bot.tables.model.records import Phase, Seat, TableRecord
from bot.ui.art.hand_style import HandStyle
from bot.ui.art.illustrations import PLAIN, Illustrator
from bot.ui.board.board import build_board
from bot.ui.help.rules_page import now_page, what_now
from bot.ui.kit.pictured import Page, files_of
from bot.ui.replays.again_page import invitation
from bot.ui.turn.hand import build_hand
from bot.ui.wording.place import Place
from tests.db.examples import ADA, BEN, a_lobby
from tests.e2e.payloads import check_message, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

PLACE = Place("A server", "#a-channel", "https://discord.com/channels/1/2")
NAMES = ("Anna", "**Ben** @everyone", "شخص", "🦊🦊🦊", "x" * 32, "a`b`c", "[link](http://x)")


def body(view: Any) -> dict[str, Any]:
    """The message body that would be sent."""
    return {"components": view.to_components(), "flags": 1 << 15, "allowed_mentions": {}}


def text(view: Any) -> str:
    """All text of the message."""
    return "\n".join(part["content"] for part in walk(view.to_components()) if "content" in part)


def table(game: str, seats: int) -> Position:
    """A lobby with that many people."""
    people = tuple(Seat(name, 100 + index) for index, name in enumerate(NAMES[:seats]))
    options = {option.name: option.default for option in GAMES[game].options}
    record = TableRecord(7, 1, 2, game, options, seats, 100, b"s" * 32, 0.0, seats=people)
    return Position.of(record)


def positions(game: str, seed: int, most: int) -> Iterator[Position]:
    """Yield the positions of a random game, beginning with the lobby."""
    rng = random.Random(seed)
    position = table(game, rng.choice(GAMES[game].seats))
    yield position
    position = start(position, 100, 5, 1.0)
    for _ in range(most):
        yield position
        seat = position.seat_to_act
        if seat is None:
            return
        legal = position.game.legal_actions(position.state)
        position = apply(position, seat, legal[rng.randrange(len(legal))])


@pytest.mark.parametrize("game", GAMES)
async def test_messages_with_pictures_fit_discords_limits(game: str) -> None:
    """In every 40th position of a random game, each picture is a file that the message shows, with its alt text."""
    illustrator, style = Illustrator(), HandStyle()
    for number, position in enumerate(positions(game, 5, 320)):
        if number % 40 > 1 and position.record.phase is Phase.PLAYING:
            continue
        views = [build_board(position, await illustrator.of_board(position))]
        if position.record.phase is Phase.PLAYING:
            person = position.person_to_act or 100
            pictures = await illustrator.of_hand(position, person, style)
            views.append(build_hand(position, person, PLACE, style, pictures))
        for view in views:
            check_message(body(view), f"{game} {number}")
            assert isinstance(view, Page)
            assert view.pictures, f"{game} {number}"
            assert sum(len(shown.picture.data) for shown in view.pictures) < 300_000
            assert [file.filename for file in files_of(view)] == [shown.filename for shown in view.pictures]
            said = json.dumps(body(view), ensure_ascii=False)
            assert all(shown.picture.alt in said for shown in view.pictures)
    await illustrator.close()
    assert await illustrator.of_board(table(game, GAMES[game].seats[0])) == PLAIN


@pytest.mark.parametrize("game", GAMES)
async def test_every_offered_action_is_legal_and_parses_back(game: str) -> None:
    """Every action that controls and completion offer can be played, and every legal action is offered."""
    for position in islice(positions(game, 1, 40), 1, None):
        seat = position.seat_to_act
        if seat is None:
            return
        view, texts = position.view(seat), text_of(game)
        offered = list(islice(texts.choices(view), 300))
        legal = position.game.legal_actions(position.state)
        assert len(offered) == min(300, len(legal))
        for action in offered:
            assert action in legal
            assert position.game.parse_action(position.game.format_action(action)) == action
            assert texts.label(action, view)
            assert texts.spoken(action, view)
            assert position.game.format_action(action).split()[0] in texts.verbs


@pytest.mark.parametrize("game", GAMES)
async def test_what_now_has_full_sentences_in_every_position(game: str) -> None:
    """Players and spectators read full sentences, whether or not it is their turn, and the message fits Discord's
    limits.
    """
    for position in islice(positions(game, 4, 150), 1, None):
        for person in (*position.record.people, 999):
            told = what_now(position, person)
            assert told
            assert all(line.rstrip().endswith((".", "!", "?")) for line in told), told
        check_message(body(now_page(position, 100)), game)


@pytest.mark.parametrize("game", GAMES)
async def test_events_become_sentences(game: str) -> None:
    """The board reports what happened in sentences with names."""
    told = set()
    for position in islice(positions(game, 2, 200), 1, None):
        if position.record.phase is Phase.PLAYING:
            told |= {line for line in text(build_board(position)).splitlines() if line.startswith("-# ")}
    assert any("Anna" in line and line.rstrip().endswith(".") for line in told)


async def test_names_cannot_break_the_board() -> None:
    """Markdown, mentions and links in names are shown as plain text."""
    said = text(build_board(table("three-thirteen", 7)))
    assert "\\*\\*Ben\\*\\* \\@everyone" in said
    assert "](http" not in said


async def test_a_person_who_does_not_play_has_no_hand() -> None:
    """Asking for the hand of somebody who does not play raises an error with a sentence for them."""
    position = start(table("three-thirteen", 2), 100, 5, 1.0)
    with pytest.raises(ValueError, match=r"^You are not playing at this table"):
        build_hand(position, 999, PLACE, HandStyle())


def test_the_question_to_a_friend_names_the_house_rules() -> None:
    """The friend was not at the table, and learned of the jokers of a deal by drawing one."""
    options = resolve_options(GAMES["huxxy"].options, {"jokers": True})
    asked = invitation(Position.of(a_lobby(game="huxxy", options=options)), ADA, BEN, 0)
    assert "Jokers: yes" in text(asked)
