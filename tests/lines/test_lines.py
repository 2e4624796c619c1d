"""Lines: the same moves always give the same game, whatever happens in between."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot.lines.course import game_file_of
from bot.lines.days import format_of_day, new_deal, playable_setup
from bot.lines.deal import Deal, deal_of, deal_of_day
from bot.lines.lines import MAX_A_DAY, Lines, Standing
from bot.lines.stored import Line
from bot.players.registry import player
from bot.players.worker_process import WorkerTimeoutError
from bot.replay.check import differences
from bot.replay.comparing import common, have_parted, turn_of, turns_of
from bot.replay.game_file import Player, dumps
from bot.replay.parsing import loads
from bot.replay.steps import Steps
from bot.rules.catalogue import GAMES
from bot.tables.acts.forced import is_forced
from bot.tables.model.errors import TableError
from bot.tables.model.saved import REQUEST, Saved
from bot.tables.model.seed import SECRET_BYTES
from bot.ui.replays.both_page import parted
from tests.inline_workers import InlineWorkers
from tests.replay.games import finished

if TYPE_CHECKING:
    from collections.abc import Sequence


class LineStore:
    """A store for a single line."""

    def __init__(self) -> None:
        self.known: Line | None = None
        self.begun = 0

    async def line(self, line_id: int) -> Line | None:
        return self.known

    async def begun_line(self, line: Line) -> Line | None:
        return self.known

    async def begin_line(self, line: Line) -> Line:
        self.known = self.known or replace(line, id=3)
        return self.known

    async def save_line(self, before: Line, after: Line) -> bool:
        if self.known is None or before.moves != self.known.moves:
            return False
        self.known = after
        return True

    async def lines_of_table(self, table_id: int, person: int, most: int) -> tuple[Line, ...]:
        return ()

    async def count_lines_since(self, person: int, at: float) -> int:
        return self.begun


class BusyWorkers(InlineWorkers):
    async def decide(self, *request: Any) -> Any:
        raise WorkerTimeoutError("No worker was free in time.")


def new_line(seat: int = 0) -> Line:
    return Line(0, 5, "Ada L.", 0, 7, None, seat, 0.0)


def service(store: LineStore, deciders: Any = None) -> Lines:
    return Lines(store, deciders or InlineWorkers(), lambda: 1000.0)


async def played(
    deal: Deal, store: LineStore, seed: int, *, restarts: bool = False, most: int = 10_000, seat: int = 0
) -> Standing:
    """Play the line as an easy player with this seed. With `restarts`, each move is made by a new process."""
    lines, rng = service(store), Random(seed)
    standing = await lines.begin(deal, new_line(seat))
    for _step in range(most):
        if standing.line.is_over:
            break
        form = deal.rules.format_action(player(deal.game, "easy").choose(standing.position.view(seat), rng).action)
        if restarts:
            lines = service(store)
        standing = await lines.apply_change(deal, store.known or standing.line, len(standing.line.moves), choose(form))
    return standing


def choose(*forms: str) -> Any:
    return lambda _standing: (forms, {})


@pytest.mark.parametrize("game", GAMES)
async def test_the_same_moves_give_the_same_game_despite_restarts(game: str) -> None:
    """The computer players are the strongest ones, whose search is limited by work and never by the clock."""
    deal = deal_of(replace(finished(game), players=tuple(Player("", "strong") for _ in finished(game).players)), 0)
    once, again = LineStore(), LineStore()
    one = await played(deal, once, 1, most=25)
    two = await played(deal, again, 1, most=25, restarts=True)
    assert one.line == two.line
    assert one.position.state == two.position.state
    assert one.line.is_over or len(one.line.moves) >= 25
    assert {int(move[0]) for move in one.line.moves} == set(range(1, len(deal.seats) + 1))


@pytest.mark.parametrize("day", [day for day in range(7) if format_of_day(day).game == "huxxy"])
async def test_plays_that_were_taken_back_change_nothing_in_a_deal_of_the_day(day: int) -> None:
    """In Huxxy alone they are actions, whose number decides what computer players choose at random. None do there."""
    of_day = replace(new_deal(day, 0.0), secret=bytes(SECRET_BYTES))
    deal = deal_of_day(of_day, playable_setup(of_day)._replace(seat=0))
    others = []
    for tries in (0, 1, 2):
        lines = service(LineStore())
        standing = await lines.begin(deal, new_line())
        for _turn in range(5):
            tried = (f"play {standing.position.view(0).hand[0]} new", "undo") * tries
            standing = await lines.apply_change(deal, standing.line, len(standing.line.moves), choose(*tried, "draw"))
        others.append([move for move in standing.line.moves if not move.startswith("1 ")])
    assert others[0] == others[1] == others[2]


@pytest.mark.parametrize("game", GAMES)
async def test_nobody_has_to_press_draw_to_begin_a_line(game: str) -> None:
    """As at a table, a draw is made at once if nothing else is possible."""
    of = finished(game)
    for seat in range(len(of.players)):
        deal = deal_of(replace(of, players=tuple(Player("", "easy") for _ in of.players)), seat)
        position = (await service(LineStore()).begin(deal, new_line(seat))).position
        first = next(iter(position.game.legal_actions(position.state)))
        assert position.seat_to_act == seat
        assert not is_forced(position.game, position.state, first)


async def test_a_finished_line_makes_a_verifiable_game_file() -> None:
    game = finished("six-holes")
    deal = deal_of(game, 0)
    standing = await played(deal, LineStore(), 4)
    line = standing.line
    assert line.place in (1, 2)
    assert line.margin == standing.position.outcome.scores[0] - standing.position.outcome.scores[1]  # type: ignore[union-attr]
    file = loads(dumps(game_file_of(deal, line, standing.position)))
    assert file.again == 0
    assert file.intact
    assert file.seed == game.seed
    assert differences(Steps(file)) == ()


async def test_an_outdated_or_failed_press_changes_nothing() -> None:
    """Only what is saved is noted, for an answer that the store then fails to give."""
    refused, played = Saved(), Saved()
    deal, store = deal_of(finished("six-holes"), 0), LineStore()
    lines = service(store)
    standing = await lines.begin(deal, new_line())
    REQUEST.set(refused)
    line, number = standing.line, len(standing.line.moves)
    [form, *_] = [deal.rules.format_action(action) for action in standing.position.view(0).legal_actions]
    with pytest.raises(TableError, match="elsewhere"):
        await lines.apply_change(deal, line, number + 1, choose(form))
    with pytest.raises(TableError, match="busy"):
        await service(store, BusyWorkers()).apply_change(deal, line, number, choose(form))
    assert store.known == line
    assert not refused.anything
    REQUEST.set(played)
    await lines.apply_change(deal, line, number, choose(form))
    assert played.anything
    with pytest.raises(TableError, match="elsewhere"):
        await lines.apply_change(deal, line, number, choose(form))
    assert store.known is not None
    with pytest.raises(TableError, match="rules that have changed"):
        await service(store).standing(deal, replace(store.known, moves=("1 dance",)))


async def test_a_line_in_progress_does_not_count_towards_the_limit() -> None:
    """Only new lines count towards the daily limit. A line in progress used to count again and was refused."""
    deal, store = deal_of(finished("six-holes"), 0), LineStore()
    store.begun = MAX_A_DAY - 1
    begun = await service(store).begin(deal, new_line())
    store.begun = MAX_A_DAY
    assert (await service(store).begin(deal, new_line())).line == begun.line
    store.known = None
    with pytest.raises(TableError, match="within 24 hours"):
        await service(store).begin(deal, new_line())


class CountingStore(LineStore):
    """A store for several lines, which takes a moment to count them."""

    async def begun_line(self, line: Line) -> Line | None:
        return None

    async def begin_line(self, line: Line) -> Line:
        self.begun += 1
        return replace(line, id=self.begun)

    async def count_lines_since(self, person: int, at: float) -> int:
        begun = self.begun
        await asyncio.sleep(0)
        return begun

    async def save_line(self, before: Line, after: Line) -> bool:
        return True


async def test_two_deals_begun_at_once_do_not_exceed_the_limit() -> None:
    deal, store = deal_of(finished("six-holes"), 0), CountingStore()
    store.begun = MAX_A_DAY - 1
    lines = service(store)
    begun = await asyncio.gather(*(lines.begin(deal, new_line()) for _press in range(2)), return_exceptions=True)
    assert [type(one) for one in begun] == [Standing, TableError]


@pytest.mark.parametrize("seat", [0, 1])
async def test_a_deal_opened_twice_at_once_gives_the_same_line_twice(seat: int) -> None:
    """A computer player moves first here. The second press used to say that the deal had been continued elsewhere."""
    deal, lines = deal_of(finished("six-holes"), seat), service(LineStore())
    one, two = await asyncio.gather(*(lines.begin(deal, new_line(seat)) for _press in range(2)))
    assert one.line == two.line
    assert one.position.state == two.position.state


async def test_a_draft_is_kept_until_something_is_played() -> None:
    deal, store = deal_of(finished("six-holes"), 0), LineStore()
    lines = service(store)
    standing = await lines.begin(deal, new_line())
    drafted = await lines.apply_change(
        deal, standing.line, len(standing.line.moves), lambda _now: ((), {"picked": ["4C"]})
    )
    assert store.known == drafted.line
    assert drafted.line.draft == {"picked": ["4C"]}
    [form, *_] = [deal.rules.format_action(action) for action in drafted.position.view(0).legal_actions]
    played_on = await lines.apply_change(deal, drafted.line, len(drafted.line.moves), choose(form))
    assert played_on.line.draft == {}
    assert store.known == played_on.line


async def test_a_line_opened_again_before_its_first_move_keeps_what_was_chosen() -> None:
    store, deal = LineStore(), deal_of(finished("three-thirteen"), 0)
    begun = await service(store).begin(deal, new_line())
    assert begun.line.moves == ()
    await service(store).apply_change(deal, begun.line, 0, lambda _standing: ((), {"picked": ["K♠"]}))
    assert (await service(store).begin(deal, new_line())).line.draft == {"picked": ["K♠"]}


def test_other_peoples_seats_go_to_computer_players() -> None:
    game = replace(
        finished("three-thirteen", 4),
        players=(Player("Ada"), Player("Carl", "classic"), Player("Ben"), Player("Stella", "strong")),
    )
    deal = deal_of(game, 2)
    assert [(seat.name, seat.level) for seat in deal.seats] == [
        ("Clara", "classic"),
        ("Carl", "classic"),
        ("", None),
        ("Stella", "strong"),
    ]


def cut(steps: Steps, moves: Sequence[Any]) -> Steps:
    return Steps(replace(steps.game, moves=tuple(moves), result=None))


def test_two_lines_part_at_the_first_action_that_differs() -> None:
    steps = Steps(finished("six-holes"))
    shorter = cut(steps, steps.game.moves[:20])
    assert common(steps, steps) == steps.last
    assert not have_parted(steps, steps)
    assert common(steps, shorter) == 20
    assert not have_parted(shorter, steps), "the game was stopped, and both are the same up to there"
    assert parted(shorter, steps, 1) == "Both played it the same way for 20 actions; then the game was stopped."
    assert parted(cut(steps, ()), steps, 1) == "The game was stopped before its first action."
    assert parted(steps, steps, 1) == "Both played it the same way to the end."
    turns = turns_of(steps, 1)
    assert all(steps.seat_to_act(turn.begin) == 1 for turn in turns)
    assert turn_of(turns, turns[3].begin) == 3
    assert turn_of(turns, turns[3].end) == 4
    assert turn_of(turns, steps.last) == len(turns) - 1
    assert turn_of((), 0) == 0
