"""The lesson of Three Thirteen: draw and discard, take a discard, go out, wild cards, the last turn."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from bot.language import N_
from bot.lessons.deck import hand, rest
from bot.lessons.lesson import Lesson, Mistake, Step
from bot.rules.cards import STANDARD_PACK, parse_cards
from bot.rules.three_thirteen import GAME

if TYPE_CHECKING:
    from bot.rules.three_thirteen.state import ThreeThirteenState

HANDS = ("7S 7H KD", "JC 6H 5D", "5S 6S 7D")
UPCARD = "QC"
DRAWN = "9C 2S AC KS 9D"
"""The first cards of the stock, in drawing order."""
SEED = hashlib.sha256(b"lesson 2798").digest()
"""Deals a second round in which the learner has 10♦ J♦ and a wild card, and the next player goes out."""


def deal() -> ThreeThirteenState:
    """The lesson's deal: three players, the learner begins."""
    hands, upcard, drawn = tuple(map(hand, HANDS)), parse_cards(UPCARD), parse_cards(DRAWN)
    left = rest(STANDARD_PACK * 2, *hands, upcard, drawn)
    dealt = GAME.deal(3, SEED)
    return dealt._replace(starter=0, turn=0, hands=hands, discard_pile=upcard, stock=(*left, *reversed(drawn)))


DRAW = Step(
    title=N_("Draw one card"),
    text=N_(
        "There are eleven rounds. In each you want all your cards in **groups** (three or more of one rank) "
        "and **sequences** (three or more in a row of one suit). In the first round everybody has three "
        "cards. (What **wild** means comes later.)\nA turn begins with one card: from the face-down stock, or the "
        "top card of the discard pile, here Q♣."
    ),
    task=N_("Draw from the stock."),
    hint=N_("Press **Draw from the stock**."),
    right=(("draw stock",),),
    wrong=N_("Q♣ goes with neither your sevens nor K♦. The stock may bring something better."),
    done=N_("You drew 9♣."),
)

DISCARD = Step(
    title=N_("Discard one card"),
    text=N_(
        "A turn ends with a discard. At the end of a round, cards outside groups and sequences are **penalty "
        "points**: ace 1, numbers as printed, jack, queen and king 10. The fewest points win the game.\nYour "
        "two sevens need only a third."
    ),
    task=N_("Discard the card that is worth the most and fits nothing."),
    hint=N_("K♦ would cost 10 points: press the button of K♦."),
    right=(("discard KD",),),
    wrong=N_("Keep that one: K♦ would cost more, and it goes with nothing you hold."),
    done=N_("K♦ is gone. The others played, and the last of them discarded 7♦."),
    mistakes=(
        Mistake("discard 7*", N_("Keep your two sevens together: a third one makes them a group.")),
        Mistake("discard 9C", N_("9♣ fits nothing either, but it would cost 9 points and K♦ costs 10.")),
    ),
    then=("draw stock", "discard JC", "draw stock", "discard 7D"),
)

TAKE = Step(
    title=N_("Take the top discard"),
    text=N_(
        "Instead of a card from the stock you may take the **top card of the discard pile**. 7♦ is your third seven."
    ),
    task=N_("Take 7♦."),
    hint=N_("Press **Take 7♦**."),
    right=(("draw discard",),),
    wrong=N_("The stock may bring anything, but 7♦ on the pile is just the card you need."),
    done=N_("You hold three sevens and 9♣."),
)

OUT = Step(
    title=N_("Go out"),
    text=N_(
        "If all your cards are in groups and sequences after your discard, you are **out**: no penalty for "
        "you. Each of the others has one more turn, then the round is scored."
    ),
    task=N_("Discard 9♣ to go out."),
    hint=N_("Press the button of 9♣: 7♠ 7♥ 7♦ stay, and they are a group."),
    right=(("discard 9C",),),
    wrong=N_("Without all three sevens you have no group. Discard 9♣, the card outside the group."),
    done=N_(
        "You went out. The others had one more turn, and what they could not put into groups and sequences "
        "(**melds**) is their penalty."
    ),
    then=("draw stock", "discard KS", "draw stock", "discard 9D", "draw stock", "discard QS"),
)

WILD = Step(
    title=N_("Wild cards"),
    text=N_(
        "In round 2 everybody has four cards, and **fours are wild**: a wild card stands for any card. (In "
        "round 1 it was threes, in round 3 it is fives, and in the last one kings.) 10♦ J♦ and your wild 4♦ are "
        "a sequence already, as 9♦ 10♦ J♦ or 10♦ J♦ Q♦. Only 8♥ is left over."
    ),
    task=N_("Draw from the stock."),
    hint=N_("Q♠ on the pile is not a diamond and does not help. Press **Draw from the stock**."),
    right=(("draw stock",),),
    wrong=N_("A sequence is all one suit: Q♠ does not go with 10♦ J♦. Better try the stock."),
    done=N_("You drew K♣."),
)

KEEP = Step(
    title=N_("Keep the wild card"),
    text=N_(
        "8♥ and K♣ are outside the sequence, and one of them goes. A wild card makes almost anything a meld, "
        "so it is the last card to give away."
    ),
    task=N_("Discard the card outside the sequence that costs the most."),
    hint=N_("K♣ costs 10 points, 8♥ costs 8: press the button of K♣."),
    right=(("discard KC",),),
    wrong=N_("10♦, J♦ and 4♦ are your sequence: keep all three, and discard K♣."),
    done=N_("Now only 8♥ is outside. But Emmy went out, so this is your **last turn** of the round."),
    mistakes=(
        Mistake("discard 4D", N_("Never throw a wild card away for nothing: without it 10♦ J♦ are not a sequence.")),
        Mistake("discard 8H", N_("That is possible, but K♣ would cost 10 points and 8♥ only 8.")),
    ),
    then=("draw stock", "discard QD", "draw stock", "discard 8S"),
)

LAST_DRAW = Step(
    title=N_("The last turn"),
    text=N_(
        "In the last turn you can still finish and score 0. 8♦, 9♦, Q♦, K♦ or any four would do it. If not, "
        "what is left over counts against you: now 8 points."
    ),
    task=N_("Draw once more from the stock."),
    hint=N_("8♠ on the pile is worth as much as your 8♥. Press **Draw from the stock**."),
    right=(("draw stock",),),
    wrong=N_(
        "Two eights are not a group yet, and you would keep 8 points. The stock may bring less, or finish your hand."
    ),
    done=N_("You drew 9♠: it does not fit."),
)

LAST_DISCARD = Step(
    title=N_("Keep the fewest points"),
    text=N_("8♥ or 9♠ stays and is your penalty for this round."),
    task=N_("Make your last discard."),
    hint=N_("Press the button of 9♠: 8♥ costs one point less."),
    right=(("discard 9S",),),
    wrong=N_("That would break your sequence and cost a lot more. Discard 9♠."),
    done=N_("The round is over: 8 points for you, none for Emmy. Your melds are always found for you."),
    mistakes=(Mistake("discard 8H", N_("Then 9♠ stays and costs 9 points; 8♥ costs 8.")),),
)

LESSON = Lesson(
    number=2,
    deal=deal,
    steps=(DRAW, DISCARD, TAKE, OUT, WILD, KEEP, LAST_DRAW, LAST_DISCARD),
    end=N_(
        "You know Three Thirteen now: draw, discard, go out when all your cards are in melds, and keep "
        "your points low when somebody else goes out first. Eleven rounds are played, with one more card in each, and "
        "the fewest points win."
    ),
)
