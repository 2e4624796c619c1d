"""A replayed game: the position after each action, its events, and where turns began."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from bot.language import _
from bot.rules.errors import ActionError

if TYPE_CHECKING:
    from bot.replay.game_file import GameFile, Player
    from bot.rules.game import AnyAction, AnyState, AnyView, Event, Outcome


class Turn(NamedTuple):
    """Where a seat's turn began: `step` is the number of actions before it."""

    seat: int
    step: int


class _BrokenError(Exception):
    """The game cannot be replayed as recorded; the sentence says why."""


class Steps:
    """The positions of one game: step 0 is the deal, step `n` comes after `n` actions.

    A game that cannot be replayed as recorded ends at the last reachable position; `problem` says why.
    """

    def __init__(self, game: GameFile) -> None:
        self.game = game
        self._actions: list[AnyAction | None] = []
        self._states: list[AnyState] = []
        with suppress(_BrokenError):
            while len(self._states) <= len(game.moves):
                action, state = self._following()
                self._actions.append(action)
                self._states.append(state)

    @property
    def last(self) -> int:
        """The number of the last step; -1 if not even the deal can be replayed."""
        return len(self._states) - 1

    @property
    def problem(self) -> str | None:
        """Why the replay stops early, as a sentence in the current language; None if it does not."""
        if len(self._states) > len(self.game.moves):
            return None
        try:
            self._following()
        except _BrokenError as error:
            return str(error)
        return None

    def players(self, step: int) -> tuple[Player, ...]:
        """The players of the seats at that step: whoever made the seat's last action so far, or owned it before its
        first.
        """
        playing = list(self.game.players)
        for handover in self.game.handovers:
            if handover.number <= step:
                playing[handover.seat] = handover.player
        return tuple(playing)

    def names(self, seat: int) -> tuple[str, ...]:
        """The names of everyone who played the seat, in order."""
        later = (one.player.name for one in self.game.handovers if one.seat == seat)
        return tuple(dict.fromkeys((self.game.players[seat].name, *later)))

    def state(self, step: int) -> AnyState:
        return self._states[step]

    def view(self, step: int, seat: int | None) -> AnyView:
        """What the seat, or a spectator (None), could see at that step."""
        view: AnyView = self.game.rules.view(self._states[step], seat)
        return view

    def seat_to_act(self, step: int) -> int | None:
        """Whose turn it is in that position."""
        return self.game.rules.seat_to_act(self._states[step])

    def events(self, step: int, seat: int | None) -> tuple[Event, ...]:
        """What the seat, or a spectator, saw happen on the way to that step; nothing at the deal."""
        if step == 0:
            return ()
        before, after = self._states[step - 1 : step + 1]
        return self.game.rules.events(before, self._actions[step], after, seat)

    def action(self, step: int) -> AnyAction:
        """The action that led to that step; None for the deal."""
        return self._actions[step]

    @property
    def outcome(self) -> Outcome | None:
        """The result of the replayed game."""
        return self.game.rules.outcome(self._states[-1]) if self._states else None

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """Every turn of the game: consecutive actions of one seat in one deal."""
        found: list[Turn] = []
        for step in range(len(self._states)):
            seat = self.seat_to_act(step)
            if seat is not None and (not found or found[-1].seat != seat or self._is_deal(step)):
                found.append(Turn(seat, step))
        return tuple(found)

    def _is_deal(self, step: int) -> bool:
        """Whether new hands were dealt on the way to that step."""
        return any(map(self.game.rules.is_deal, self.events(step, None)))

    def turn_at(self, step: int) -> int:
        """The index in `turns` of the turn that the step belongs to."""
        return max((index for index, turn in enumerate(self.turns) if turn.step <= step), default=0)

    def _following(self) -> tuple[AnyAction | None, AnyState]:
        """The action that leads on from the last known position (None: the deal), and the position after it.

        Raises:
            _BrokenError: the cards cannot be dealt, or the recorded action is not possible.
        """
        game, rules, step = self.game, self.game.rules, len(self._states)
        if not step:
            try:
                return None, rules.deal(len(game.players), game.seed, game.options)
            except ValueError as error:
                raise _BrokenError(_("The cards cannot be dealt like this: {why}").format(why=error)) from error
        move, state = game.moves[step - 1], self._states[-1]
        to_act = rules.seat_to_act(state)
        if to_act is None:
            raise _BrokenError(_("Action {number} comes after the game's end.").format(number=step))
        if to_act != move.seat:
            sentence = _("Action {number} is by seat {seat}, but it's seat {to_act}'s turn.")
            raise _BrokenError(sentence.format(number=step, seat=move.seat + 1, to_act=to_act + 1))
        try:
            action = rules.parse_action(move.text)
            return action, rules.apply(state, move.seat, action)
        except ActionError as error:
            sentence = _("Action {number}, “{action}” by seat {seat}, is not possible: {why}")
            raise _BrokenError(
                sentence.format(number=step, action=move.text[:60], seat=move.seat + 1, why=error)
            ) from error
