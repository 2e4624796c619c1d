"""The computer players of Rummy, weakest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.language import N_
from bot.players.player import DealFormat, Measure
from bot.players.random_player import RandomPlayer
from bot.players.rummy.easy import EasyRummyPlayer
from bot.players.rummy.house import ClassicRummyPlayer
from bot.players.rummy.review import review
from bot.players.rummy.strong import StrongRummyPlayer
from bot.players.rummy.why import WHY

if TYPE_CHECKING:
    from bot.players.player import GamePlayers, Levels
    from bot.rules.rummy.view import RummyView


THOUGHTS = {
    "drew_as_it_must": (
        N_("I may not take a discard yet, so I draw from the stock."),
        N_("You cannot take a discard before you have laid down, so the stock is the only choice."),
    ),
    "took_discard_to_lay_off": (
        N_("I take the {card}, which can be laid off."),
        N_("The {card} can be laid off on the table."),
    ),
    "took_discard_for_meld": (
        N_("I take the {card}, which makes my melds worth more."),
        N_("With the {card} the melds in your hand are worth {after:points} instead of {before}."),
    ),
    "drew_as_discard_does_not_fit": (
        N_("The {card} does not fit, so I draw from the stock."),
        N_("The {card} neither makes the melds worth more nor can be laid off."),
    ),
    "laid_down_all": (
        N_("I lay down everything I have: {melds:melds}."),
        N_("No other melds in the hand are worth more."),
    ),
    "laid_down_least": (  # tells the others no more than the next one
        N_("I lay down what I need to reach the minimum."),
        N_(
            "You reach the minimum of {minimum:points} with {melds:melds}, and {held:melds} can stay in your hand, "
            "where nobody else can add cards."
        ),
    ),
    "laid_down_what_reaches": (
        N_("I lay down what I need to reach the minimum."),
        N_("You reach the minimum of {minimum:points} with {melds:melds}, and no other meld stays in your hand."),
    ),
    "laid_off": (
        N_("I lay off the {card} on meld {meld}."),
        N_("The {card} fits meld {meld}."),
    ),
    "swapped_joker": (
        N_("I swap the {card} for the joker in meld {meld}, which I can use at once."),
        N_("The {card} frees the joker in meld {meld}, which can be laid at once."),
    ),
    "discarded_spare": (
        N_("I can spare the {card}."),
        N_("The {card} is the most expensive card outside melds and pairs worth keeping."),
    ),
    "discarded_of_melds": (
        N_("I can spare the {card}."),
        N_("All cards but jokers are in melds, and of those the {card} costs most."),
    ),
    "discarded_joker": (
        N_("I can spare the {card}."),
        N_("Only jokers are left in the hand, so one of them has to go."),
    ),
    **WHY,
}


class RummyPlayers:
    """The levels of Rummy and the texts of their thoughts."""

    levels: ClassVar[Levels[RummyView]] = {
        "random": RandomPlayer,
        "easy": EasyRummyPlayer,
        "classic": ClassicRummyPlayer,
        "strong": StrongRummyPlayer,
    }
    thoughts = THOUGHTS
    deals = (DealFormat(("strong", "classic", "strong")), DealFormat(("strong", "strong")))
    measure = Measure(
        N_(
            "Judged from what could be seen at the time, by the chance to win. Laying down a turn late costs next to "
            "nothing."
        ),
        luck="melds",
    )
    review = staticmethod(review)


PLAYERS: GamePlayers[RummyView] = RummyPlayers()
