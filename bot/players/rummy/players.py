"""The computer players of Rummy, weakest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.language import N_
from bot.players.random_player import RandomPlayer
from bot.players.rummy.easy import EasyRummyPlayer
from bot.players.rummy.house import HouseRummyPlayer
from bot.players.rummy.strong import StrongRummyPlayer

if TYPE_CHECKING:
    from bot.players.player import GamePlayers, Levels
    from bot.rules.rummy.view import RummyView


THOUGHTS = {
    "drew_as_it_must": (
        N_("It may not take a discard yet, so it draws from the stock."),
        N_("Discards cannot be taken yet, so the stock is the only choice."),
    ),
    "took_discard_to_lay_off": (
        N_("It takes the {card}, which can be laid off."),
        N_("The {card} can be laid off on the table."),
    ),
    "took_discard_for_meld": (
        N_("It takes the {card}, which makes its melds worth more."),
        N_("The {card} makes the melds in the hand worth more."),
    ),
    "drew_as_discard_does_not_fit": (
        N_("The {card} does not fit, so it draws from the stock."),
        N_("The {card} neither makes the melds worth more nor can be laid off."),
    ),
    "laid_down_all": (
        N_("It lays down everything it has: {melds:melds}."),
        N_("No other melds in the hand are worth more, and there is nothing to gain by keeping these."),
    ),
    "laid_down_least": (
        N_("It lays down no more than it must."),
        N_(
            "It lays down only what the minimum requires. {held:melds} and every card that fits "
            "stay in the hand, where they are more useful."
        ),
    ),
    "laid_off": (
        N_("It lays off the {card} on meld {meld}: cards that fit are not held back."),
        N_("The {card} fits meld {meld}: cards that fit are not held back."),
    ),
    "swapped_joker": (
        N_("It swaps the {card} for the joker in meld {meld}, which it can use at once."),
        N_("The {card} frees the joker in meld {meld}, which can be laid at once."),
    ),
    "discarded_for_draws": (
        N_("It can spare the {card}."),
        N_("Of {compared:discards} compared, discarding the {card} leaves the hand with the best prospects."),
    ),
    "discarded_spare": (
        N_("It can spare the {card}."),
        N_("The {card} is the most expensive card outside melds and pairs worth keeping."),
    ),
}


class RummyPlayers:
    """The levels of Rummy and the texts of their thoughts."""

    levels: ClassVar[Levels[RummyView]] = {
        "random": RandomPlayer,
        "easy": EasyRummyPlayer,
        "classic": HouseRummyPlayer,
        "strong": StrongRummyPlayer,
    }
    thoughts = THOUGHTS


PLAYERS: GamePlayers[RummyView] = RummyPlayers()
