"""The computer players of 6 Holes, weakest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.language import N_
from bot.players.player import DealFormat, Measure, for_everybody
from bot.players.random_player import RandomPlayer
from bot.players.six_holes.classic import ClassicSixHolesPlayer
from bot.players.six_holes.easy import EasySixHolesPlayer
from bot.players.six_holes.review import review
from bot.players.six_holes.strong import StrongSixHolesPlayer
from bot.players.six_holes.why import WHY

if TYPE_CHECKING:
    from bot.players.player import GamePlayers, Levels
    from bot.rules.six_holes.view import SixHolesView


THOUGHTS = WHY | for_everybody(
    {
        "drew_for_choice": N_("I draw: a drawn card can still be discarded."),
        "took_to_save": N_("The {card} saves about {saves:points} at the {place}."),
        "placed_to_save": N_("The {card} saves about {saves:points} at the {place}."),
        "discarded_as_no_help": N_("The {card} does not save enough anywhere."),
        "opened_out_of_curiosity": N_("I am curious about the card at the {place}."),
    }
)


class SixHolesPlayers:
    """The levels of 6 Holes and the texts of their thoughts."""

    levels: ClassVar[Levels[SixHolesView]] = {
        "random": RandomPlayer,
        "easy": EasySixHolesPlayer,
        "classic": ClassicSixHolesPlayer,
        "strong": StrongSixHolesPlayer,
    }
    thoughts = THOUGHTS
    deals = (DealFormat(("strong",)),)
    measure = Measure(N_("Judged from what both players could see, in expected points."), scale=1.5)
    review = staticmethod(review)


PLAYERS: GamePlayers[SixHolesView] = SixHolesPlayers()
