"""Every message that grows with its data is within Discord's limits, whatever the data: the longest names in the worst
characters, full tables, full lists. Each leaves whole entries out by itself, so that nothing is cut in the middle.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.daily.stored import Board, Placed
from bot.language import LANGUAGES, _, ngettext, speaking
from bot.lines.stored import DealBoard, Line, Ranked
from bot.records.model import (
    COMPUTERS,
    EVERYWHERE,
    PEOPLE,
    Change,
    Ladder,
    Leaderboard,
    Played,
    Player,
    RatedGame,
    Rating,
    Row,
    Season,
    Seated,
)
from bot.records.stats import stats_of
from bot.render.cards import lettered
from bot.render.catalogue import text_of
from bot.render.names import plain
from bot.render.pictures.records.person import person_words
from bot.review.report import Finding
from bot.rules.catalogue import GAMES
from bot.tables.model.plans import Plan
from bot.tables.model.position import Position
from bot.tables.model.records import Former, Person, Proposal, ProposalKind
from bot.tables.model.stores import EndedGame
from bot.ui.art.hand_style import HandStyle
from bot.ui.art.illustrations import PLAIN
from bot.ui.art.pictured_parts import seen_parts
from bot.ui.board.board import build_board
from bot.ui.board.own_tables import TABLES_A_PAGE, Waiting, own_tables_page, waiting_page
from bot.ui.board.question import build_question
from bot.ui.board.status import build_status
from bot.ui.daily.board_page import BoardScope, board_page
from bot.ui.daily.deal_page import DealScope, deal_board_page
from bot.ui.help.rules_page import rules_page
from bot.ui.help.texts import HELP
from bot.ui.interaction.offering import offered
from bot.ui.kit import layout
from bot.ui.kit.layout import GREY, page
from bot.ui.kit.types import CompletionEntry
from bot.ui.plans.plan_page import plan_page
from bot.ui.plans.unsaid import not_opened
from bot.ui.records.history import GAMES_A_PAGE, build_history
from bot.ui.records.leaderboard import LINES, MAX_SEASONS, build_leaderboard
from bot.ui.records.person_records_handlers import _card
from bot.ui.records.scope import Scope
from bot.ui.records.stats import stats_page
from bot.ui.replays.again_page import again_page
from bot.ui.replays.both_page import Side, both_page, last_turn, moments
from bot.ui.replays.ended import _named
from bot.ui.replays.replay import Selection, build_replay, position_at
from bot.ui.table.inviting import accepted, invitation, offer
from bot.ui.table.lobby_forms import options_form, table_form
from bot.ui.table.menu import Rights, build_menu
from bot.ui.turn.hand import build_hand
from bot.ui.wording.absence import ask_back
from tests.e2e.payloads import check_form, check_message, walk
from tests.ui.extremes import (
    FAR,
    HUGE,
    NAMES,
    NUMBER,
    SNOWFLAKE,
    begun,
    check,
    client,
    cut_pictures,
    ended,
    lobby,
    on_autopilot,
    place,
    question,
    some_positions,
    spoken,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


everything = pytest.mark.parametrize(
    ("language", "name"), [*(("en", name) for name in NAMES), ("de", "escaped"), ("de", "right to left")]
)
"""The longest names in both languages, and the others that could break a text."""
every_game = pytest.mark.parametrize("game", GAMES)
ALL_RIGHTS = Rights(takes_back=True, takes_over=True, removes=True, ends=True)


@pytest.fixture(autouse=True)
def in_words(language: str) -> Iterator[None]:
    with speaking(spoken(language)):
        yield


@pytest.fixture(autouse=True)
def uncut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where the last lines of a message are cut off: it has to choose itself what to leave out."""

    def whole(text: str, limit: int) -> str:
        assert len(text) <= limit, f"{len(text)} characters, for which there is room for {limit}"
        return text

    monkeypatch.setattr(layout, "whole_lines", whole)


# Lists of one's tables


def waiting(name: str, tables: int, invited: int, unshown: int, news: int = 0) -> Waiting:
    """What a person has yet to be told: so many tables with a question for them, and so on."""
    asked = [question(begun("three-thirteen", name, NUMBER + number)) for number in range(tables)]
    guests = [lobby("three-thirteen", name, NUMBER + 100 + number) for number in range(invited)]
    hosted = [begun("three-thirteen", name, NUMBER + 200 + number) for number in range(unshown)]
    plan = Plan(1, 2, SNOWFLAKE, Person(SNOWFLAKE, name), "three-thirteen", FAR, SNOWFLAKE)
    told = [not_opened(client(name).get_guild(2), plan, "why " * 60) for _number in range(news)]
    return Waiting(asked, guests, hosted, told)


@everything
def test_each_section_of_the_waiting_list_ends_with_a_whole_entry(name: str) -> None:
    """Six tables, twelve invitations and three tables that cannot be shown used to pass 4,000 characters, where names
    of places are long, and were cut in the middle of a link. The least urgent ones are counted instead.
    """
    view = waiting_page(client(NAMES[name]), waiting(NAMES[name], 6, 12, 3), SNOWFLAKE + 1)
    told = check(view, name)
    buttons = [part for part in walk(view.to_components()) if "url" in part]  # type: ignore[no-untyped-call]
    lines = [line for line in told.split("\n") if line.startswith("- ")]
    assert len(buttons) == TABLES_A_PAGE + 2, "tables that wait are the last to be left out"
    assert all(re.search(r"\(https://\S+\)$", line) for line in lines)
    more = 12 - 2 - len(lines)
    assert more == 0 or ngettext("and {n} more invitation", "and {n} more invitations", more).format(n=more) in told
    unshown = len(re.findall(r"<#\d+>", told))
    assert unshown >= 1
    assert f" {3 - unshown} " in told, "the tables that cannot be shown are the first to be left out"


@everything
@pytest.mark.parametrize(
    "counts", [(6, 0, 0), (0, 12, 0), (0, 0, 3), (0, 0, 0, 6), (9, 30, 9, 9), (1, 1, 1), (6, 2, 1), (9, 0, 9)]
)
def test_waiting_lists_fit(name: str, counts: tuple[int, ...]) -> None:
    check(waiting_page(client(NAMES[name]), waiting(NAMES[name], *counts), SNOWFLAKE + 1), f"{name} {counts}")


@everything
@every_game
def test_table_lists_fit(name: str, game: str) -> None:
    seats = GAMES[game].seats[-1]
    tables = [begun(game, NAMES[name], NUMBER + number) for number in range(12)]
    tables = [*tables[:6], *(on_autopilot(each, seats - 1) for each in tables[6:])]
    for number in range(2):
        check(own_tables_page(client(NAMES[name]), tables, SNOWFLAKE + seats - 1, number, "x" * 100), name)


# Tables


def everything_said(position: Position, name: str) -> Position:
    """A table with everybody away, a vote, and seats that changed hands."""
    seats = [replace(seat, autopilot=number > 0, away_until=FAR) for number, seat in enumerate(position.record.seats)]
    former = tuple(Former(SNOWFLAKE + 50 + number, name, number % len(seats), 5) for number in range(6))
    return replace(position, record=replace(position.record, seats=tuple(seats), former=former, voided=True))


@everything
@every_game
def test_boards_fit(name: str, game: str) -> None:
    """From the deal to the end, with pictures whose words are cut, so that the board repeats them."""
    for position in some_positions(game, NAMES[name]):
        said = everything_said(position, NAMES[name])
        for pictures in (PLAIN, cut_pictures()):
            check(build_board(position, pictures, rated(position)), name)
            check(build_board(said, pictures, rated(said)), name)
        check(build_status(position, place(NAMES[name])), name)


def rated(position: Position) -> RatedGame:
    """The ratings of everybody at an ended table, those who had left too."""
    change = Change(Rating(25.0, 8.0, 1), Rating(24.0, 8.0, 2))
    people = {*position.record.people, *(former.person for former in position.record.former)}
    return RatedGame(COMPUTERS, EVERYWHERE, {Player(person): change for person in people})


@everything
@every_game
def test_lobbies_fit(name: str, game: str) -> None:
    position = lobby(game, NAMES[name])
    seats = position.record.seats
    kept = tuple(replace(seat, kept=number > 0) for number, seat in enumerate(seats))
    strangers = tuple(SNOWFLAKE + 100 + number for number in range(12))
    for record in (
        replace(position.record, invited=strangers, declined=strangers, barred=strangers, rated=False, outside=True),
        replace(position.record, seats=kept, invited=strangers, declined=strangers, rematch_of=3),
        replace(position.record, seats=kept, declined=strangers),
    ):
        at = replace(position, record=record)
        check(build_board(at, cut_pictures()), name)
        check(build_status(at, place(NAMES[name])), name)
        check(build_menu(at, SNOWFLAKE, ALL_RIGHTS), name)
        check(invitation(record, NAMES[name], place(NAMES[name])), name)
        check(accepted(record, place(NAMES[name])), name)


@everything
@every_game
def test_questions_at_a_table_fit(name: str, game: str) -> None:
    """Questions to everybody, offers of seats that were left, and the menu with everything in it."""
    position = begun(game, NAMES[name])
    seats, people = position.record.seats, position.record.people
    left = tuple(replace(seat, level="classic") if number else seat for number, seat in enumerate(seats))
    for shown in (None, place(NAMES[name])):
        check(offer(replace(position.record, seats=left), shown), name)
    for person, changed in ((7, {"seats": left}), (SNOWFLAKE, {"barred": people})):
        at = replace(position, record=replace(position.record, **changed))
        check(build_menu(at, person, ALL_RIGHTS), name)
    check(ask_back(everything_said(position, NAMES[name]).record), name)
    for kind in ProposalKind:
        proposal = Proposal(kind, SNOWFLAKE, people[: len(people) // 2], 0)
        record = replace(position.record, proposal=proposal, removed=(SNOWFLAKE + 60,), excused=(SNOWFLAKE + 60,))
        check(build_question(replace(position, record=record), proposal), name)


@everything
@every_game
def test_plans_fit(name: str, game: str) -> None:
    people = tuple(Person(SNOWFLAKE + number, NAMES[name]) for number in range(GAMES[game].seats[-1]))
    plan = Plan(
        HUGE, SNOWFLAKE, SNOWFLAKE, people[0], game, FAR, SNOWFLAKE, SNOWFLAKE, turn_seconds=86_400, rated=False,
        people=people,
    )  # fmt: skip
    check(plan_page(plan), name)


# Records


def seated(name: str, number: int) -> Seated:
    return Seated(Player(SNOWFLAKE + number), name, number + 1, HUGE, left=number % 2 == 0, taken_out=number % 4 == 0)


def games(name: str) -> list[Played]:
    """Games of every kind against as many people as possible, all different."""
    keys, change = [*GAMES, "a-game-that-is-no-longer-known"], Change(Rating(25.0, 8.0, 1), Rating(24.0, 8.0, 2))
    return [
        Played(
            NUMBER + number, SNOWFLAKE, keys[number % len(keys)], FAR, 1, PEOPLE, seated(name, 1),
            tuple(seated(name, 10 * number + other) for other in range(2, 8)), change, SNOWFLAKE, None,
            voided=number % 3 == 0,
        )
        for number in range(30)
    ]  # fmt: skip


@everything
@pytest.mark.parametrize("in_server", [True, False])
def test_histories_and_statistics_fit(name: str, in_server: bool) -> None:
    played, person = games(NAMES[name]), SNOWFLAKE + 1
    check(build_history(played[:GAMES_A_PAGE], HUGE, person, 5, in_server=in_server, hidden=()), name)
    ratings = {Ladder(game, kind): Rating(25.0, 8.0, HUGE) for game in GAMES for kind in (PEOPLE, COMPUTERS)}
    stats = stats_of(played)
    words = " ".join(person_words(_card(played, stats, None), plain))
    for card in (None, cut_pictures().result):
        check(stats_page(person, SNOWFLAKE + 112, stats, ratings, card, words, in_server=in_server), name)


@everything
@every_game
def test_leaderboards_fit(name: str, game: str) -> None:
    rows = tuple(
        Row(HUGE + number, HUGE + number, Player(SNOWFLAKE + number), NAMES[name], Rating(25.0, 8.0, HUGE))
        for number in range(LINES)
    )
    own = Row(HUGE, HUGE, Player(SNOWFLAKE + 99), NAMES[name], Rating(25.0, 8.0, HUGE))
    seasons = [Season(number, 0.0) for number in range(1, 2 * MAX_SEASONS)]
    for scope in (Scope(game, COMPUTERS, 9_999, 3), Scope(game, COMPUTERS, EVERYWHERE, 3, "month")):
        for board in (Leaderboard(rows, HUGE, own), Leaderboard((), HUGE, own)):
            for picture in (None, cut_pictures().result):
                check(
                    build_leaderboard(scope, board, seasons, SNOWFLAKE + 99, "x" * 100, listed=False, picture=picture),
                    name,
                )


# What is offered while somebody types, and forms


@everything
@every_game
def test_completion_lists_fit(name: str, game: str) -> None:
    """A choice has 100 characters, and a name that is cut there turns no other text around."""
    label = place(NAMES[name]).label
    games = [EndedGame(NUMBER, game, FAR, (NAMES[name],) * 7, frozenset(), SNOWFLAKE, None)]
    names = [f"Table {NUMBER}: your turn, {game}, {label}", *(_named(each, None) for each in games)]
    choices = offered([CompletionEntry(each, str(number)) for number, each in enumerate(names)], "")
    check_message({"choices": [choice.to_dict() for choice in choices]}, name)


@everything
@every_game
def test_forms_fit(name: str, game: str) -> None:
    record = lobby(game, NAMES[name]).record
    for form in (table_form(record, "classic"), options_form(record)):
        check_form(form.to_dict(), name)


# Games that have ended


@everything
@every_game
def test_replays_fit(name: str, game: str) -> None:
    """Every kind of step, as a spectator and as a seat saw it, in pictures whose words are cut and in words alone."""
    position, steps = ended(game, NAMES[name])
    dealt = max(step for step in range(steps.last) if not step or steps._is_deal(step))
    found = Finding(1, 1.0, (), (), None)
    for step in {0, 1, steps.last // 2, max(0, dealt - 1), dealt, steps.last}:
        for viewer in ("s", "0"):
            for pictures in (PLAIN, cut_pictures()):
                selected = Selection.of(steps, step, viewer)
                view = build_replay(position, steps, selected, HandStyle(), pictures, rated(position), (found,))
                check(view, f"{name} {step}")


@everything
@every_game
def test_hands_in_words_fit(name: str, game: str) -> None:
    """With a long name, the words about a round of seven players left no room for the time that their turn ends."""
    position, steps = ended(game, NAMES[name])
    table = begun(game, NAMES[name]).record
    for step in range(steps.last):
        state = steps.state(step)
        if step % 50 == 0 or text_of(game).is_round_fresh(position.game.view(state, None)):
            recent = [event for since in range(max(1, step - 20), step + 1) for event in steps.events(since, None)]
            now = Position(replace(table, recent=tuple(recent)), position.game, state)
            check(build_hand(now, now.person_to_act or 0, place(NAMES[name]), HandStyle(text_only=True)), f"{step}")


@everything
@every_game
def test_replayed_deals_fit(name: str, game: str) -> None:
    position, steps = ended(game, NAMES[name])
    lines = [
        Line(number, SNOWFLAKE, NAMES[name], SNOWFLAKE, NUMBER, None, 0, 1.0, ended_at=FAR, place=2, score=HUGE)
        for number in range(40)
    ]
    check(again_page(position, steps, 0, SNOWFLAKE, lines, may_ask=True, zone=None), name)
    table, line = Side(position, steps, "replay"), Side(position, steps, "")
    for turn in range(min(8, last_turn(table, line, 0))):
        for pictures in (PLAIN, cut_pictures()):
            seen = [
                seen_parts(position_at(position, steps, step), 0, HandStyle(), pictures)
                for _side, step in moments(table, line, 0, turn)
            ]
            check(both_page(table, line, 0, turn, seen), name)


@everything
@every_game
def test_daily_boards_fit(name: str, game: str) -> None:
    ranked = tuple(Ranked(HUGE, number, SNOWFLAKE + number, NAMES[name], 7, HUGE, HUGE) for number in range(10))
    own = Ranked(HUGE, 99, SNOWFLAKE + 99, NAMES[name], 7, HUGE, HUGE)
    placed = tuple(Placed(HUGE, SNOWFLAKE + number, NAMES[name], HUGE, HUGE, HUGE, 9e9) for number in range(10))
    own_try = Placed(HUGE, SNOWFLAKE + 99, NAMES[name], HUGE, HUGE, HUGE, 9e9)
    for everywhere in (True, False):
        view = deal_board_page(
            DealScope(20_000, everywhere, 3), game, DealBoard(ranked, True, own), SNOWFLAKE + 99,
            in_server=True, listed=False, is_today=True, has_neighbour=True,
        )  # fmt: skip
        check(view, name)
        for when in ("day", "week", "all"):
            for picture in (None, cut_pictures().result):
                view = board_page(
                    BoardScope(when, everywhere, 3), Board(placed, True, own_try), SNOWFLAKE + 99, 20_000,
                    in_server=True, listed=False, picture=picture, has_puzzle=True,
                )  # fmt: skip
                check(view, name)


# Rules


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_rules_and_help_fit(game: str) -> None:
    """All of it, also for people who read the first example in words."""
    check(rules_page(game, [("An example. " * 10, "-# " + "In words. " * 15)], NUMBER), game)
    check(page(_(HELP).splitlines(), GREY), game)


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_rules_that_need_all_the_room_have_no_example(game: str) -> None:
    """In a language with longer words, the last chapter lost its end. All examples have a page of their own."""
    chapters = [f"**{_(chapter.title)}**\n{lettered(_(chapter.text))}" for chapter in text_of(game).rules.chapters]
    left = 4_000 - sum(map(len, chapters)) - len(f"## {GAMES[game].title}")
    told = check(rules_page(game, [("An example.", "-# " + "In words. " * (left // 10))], NUMBER), game)
    assert [chapter for chapter in chapters if chapter not in told] == []
    assert "An example." not in told


# The last resort


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_that_is_still_too_long_loses_whole_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """It used to be cut at the last character, in the middle of a name or of a link that then showed its address."""
    monkeypatch.undo()
    line = "**[Three Thirteen, table 7](https://discord.com/channels/1/2)** · <@123>"
    told = check(page(["\n".join([line] * 60)] * 3, GREY), "too long")
    lines = [each.replace("\u200e\u2068", "").replace("\u2069", "") for each in told.split("\n") if each]
    assert set(lines) == {line, "…"}
    assert 3_800 < len(told) <= 4_000
