"""The computer players of Pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.players.player import Choice, DealFormat, JudgedTurn, Measure, Stop, Thought, Verdict, never
from bot.players.random_player import RandomPlayer
from tests.sixth_game.rules import Discard, Draw, unpaired_points

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from bot.players.player import GamePlayers, Levels, Step
    from tests.sixth_game.rules import PairsView


class ClassicPairsPlayer:
    """Draws from the stock, and discards the card that leaves the cheapest hand."""

    def choose(self, view: PairsView, rng: random.Random, stop: Stop = never) -> Choice:
        if not view.has_drawn:
            return Choice(Draw("stock"), Thought("hoped"))
        hand = list(view.hand)
        card = min(view.hand, key=lambda each: (unpaired_points(tuple(c for c in hand if c != each)), each.order))
        return Choice(Discard(card), Thought("kept_cheapest", {"card": card}))


class PairsPlayers:
    """The levels of Pairs and their thoughts."""

    levels: ClassVar[Levels[PairsView]] = {"random": RandomPlayer, "classic": ClassicPairsPlayer}
    deals = (DealFormat(("classic",)),)
    thoughts: ClassVar[dict[str, tuple[str, str]]] = {
        "hoped": ("It hopes for a pair.", "It hopes for a pair."),
        "kept_cheapest": ("I can spare the {card}.", "Without the {card} the hand costs least."),
    }

    measure = Measure("Nothing is judged.")

    def review(self, turn: Sequence[Step[PairsView]]) -> JudgedTurn:
        """Return a verdict without loss for every step: no move of this game is known to be wrong."""
        return JudgedTurn([Verdict(step.number, 0.0) for step in turn])


PLAYERS: GamePlayers[PairsView] = PairsPlayers()
