"""The lesson of Rummy: draw and discard, the first laydown, jokers, the discard pile, lay off, swap, go out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_
from bot.lessons.deck import hand, rest
from bot.lessons.lesson import Lesson, Mistake, Step
from bot.rules.cards import parse_cards
from bot.rules.rummy import GAME
from bot.rules.rummy.game import DECK

if TYPE_CHECKING:
    from bot.rules.rummy.state import RummyState

HANDS = ("QH QD 4C 5C 7D 8D XR JS KS AS 9H 6H 5S", "XB QS KS KH KD KC 3C 8S 8C 2C 9D 0H 3H")
DRAWN = "2H JH 6C 4H QC 2D 0C"
"""The first cards of the stock, in drawing order."""


def deal() -> RummyState:
    """The lesson's deal: two players."""
    hands, drawn = tuple(map(hand, HANDS)), parse_cards(DRAWN)
    dealt = GAME.deal(2, bytes(32))
    return dealt._replace(hands=hands, stock=(*rest(DECK, *hands, drawn), *reversed(drawn)))


DRAW = Step(
    title=N_("Draw and discard"),
    text=N_(
        "You want to get rid of your 13 cards. A turn begins with **a card from the face-down stock** and ends with "
        "**a discard**. In the first two rounds nothing else is allowed: collect **sets** (one rank, different "
        "suits) and **runs** (one suit, in a row).\nA good discard fits nothing and is worth a lot."
    ),
    task=N_("Draw a card, then discard 9♥."),
    hint=N_("Press **Draw from the stock**, then the button of 9♥."),
    right=(("draw stock",), ("discard 9H",)),
    wrong=N_("Keep that one: it goes with another card in your hand. 9♥ fits nothing."),
    done=N_("Two rounds have passed: you also drew 6♣, threw 6♥ away, and now drew Q♣."),
    mistakes=(
        Mistake(
            "discard [256][HS]",
            N_("It fits nothing either, but 9♥ is worth more, and what you keep may count against you."),
        ),
        Mistake("discard XR", N_("Never throw a joker away: it stands for a card that you lack.")),
        Mistake("discard [JKA]S", N_("J♠ K♠ A♠ are nearly a run: only Q♠ is missing. Keep them.")),
    ),
    then=("draw stock", "discard 0H", "draw stock", "discard 6H", "draw stock", "discard 3H", "draw stock"),
)

OPEN = Step(
    title=N_("Your first laydown"),
    text=N_(
        "From round 3 on you may lay melds on the table. The **first time** they must be worth **40 points or "
        "more together**: numbers count as printed, jack, queen and king 10, ace 10 (low in a run 1). Q♥ Q♦ Q♣ "
        "are worth 30, 4♣ 5♣ 6♣ are worth 15."
    ),
    task=N_("Lay down Q♥ Q♦ Q♣ and 4♣ 5♣ 6♣ together."),
    hint=N_(
        "Choose the queens in the list **Choose a meld to lay down**, then the run the same way. Both are set "
        "aside; then press **Lay down**."
    ),
    right=(("lay QH QD QC / 4C 5C 6C",),),
    wrong=N_("That is possible, but lay down these two: Q♥ Q♦ Q♣ and 4♣ 5♣ 6♣. Press **Reset** to begin again."),
    done=N_("45 points: enough. From now on your melds may be worth anything."),
    mistakes=(
        Mistake("discard *", N_("With the discard your turn would be over. Lay your melds down first.")),
        Mistake("lay *X*", N_("Keep the joker for the next step; the queens and the run of clubs are enough.")),
    ),
)

JOKER = Step(
    title=N_("Jokers"),
    text=N_(
        "A joker stands for a missing card **of its own colour**, red or black. A meld of three may have one. "
        "7♦ 8♦ and your red joker are a run: the joker is 9♦ or 6♦. Your turn then ends with a discard."
    ),
    task=N_("Lay down 7♦ 8♦ with the joker, then discard 5♠."),
    hint=N_("Choose 7♦ 8♦ with the joker in the list **Lay down a meld**, then press the button of 5♠."),
    right=(("lay 7D 8D XR", "lay XR 7D 8D"), ("discard 5S",)),
    wrong=N_("Lay 7♦ 8♦ and the red joker as one meld; after that discard 5♠."),
    done=N_("Emmy laid down, too: kings, and a run in which her black joker stands for J♠. She discarded 3♣."),
    mistakes=(
        Mistake("discard XR", N_("A joker is far too good to be thrown away: lay it down with 7♦ and 8♦.")),
        Mistake("discard 2H", N_("Low cards may stay: they would count little at the end. Discard 5♠.")),
        Mistake("discard [JKA]S", N_("You will need your spades in a moment. Discard 5♠.")),
        Mistake("discard 5S", N_("First lay down 7♦ 8♦ with the joker, then discard 5♠.")),
    ),
    then=("draw stock", "lay KH KD KC / XB QS KS", "discard 3C"),
)

TAKE = Step(
    title=N_("The discard pile, and laying off"),
    text=N_(
        "Since you have laid down in an earlier turn, you may draw the **top discard** instead of a card from "
        "the stock. And you may **lay off** single cards on any meld on the table. 3♣ fits before your 4♣ 5♣ "
        "6♣."
    ),
    task=N_("Take 3♣ and lay it off on your run of clubs."),
    hint=N_("Press **Take 3♣**. Then choose “3♣ → 4♣ 5♣ 6♣” in the list **Lay off a card**."),
    right=(("draw discard",), ("layoff 3C 2",)),
    wrong=N_("Begin with 3♣: lay it off on 4♣ 5♣ 6♣. The other cards come next."),
    done=N_("3♣ is on the table. Your turn goes on."),
    mistakes=(
        Mistake("draw stock", N_("Nobody knows what the stock brings, but 3♣ on the pile fits your run for sure.")),
        Mistake("discard *", N_("With the discard your turn would be over, and you have a lot to lay off.")),
        Mistake("swap *", N_("That is a good idea, and it comes next. First lay off 3♣.")),
    ),
)

SWAP = Step(
    title=N_("Swap a joker"),
    text=N_(
        "If you have the very card that a joker on the table stands for, you may **put it there and take the "
        "joker**, also from the melds of others. In Emmy's run the black joker stands for J♠, and you hold J♠."
    ),
    task=N_("Swap J♠ for the joker."),
    hint=N_("Choose “J♠ for the joker of …” in the list **Lay off a card**."),
    right=(("swap JS 5",),),
    wrong=N_("That is possible, too, but first get the joker: swap J♠ for it."),
    done=N_("The black joker is yours, to use at once or later."),
    mistakes=(
        Mistake("discard *", N_("Do not end your turn yet: J♠ can become a joker.")),
        Mistake("layoff AS *", N_("A♠ does fit there, and you will lay it off in the next step. First the joker.")),
    ),
)

LAY_OFF = Step(
    title=N_("Lay off all you can"),
    text=N_(
        "Sets can grow to four cards and runs to fourteen. K♠ completes the kings, A♠ follows K♠ in Emmy's "
        "run, and the black joker can be Q♠ in your set of queens."
    ),
    task=N_("Lay off K♠, A♠ and the joker."),
    hint=N_("The list **Lay off a card** has all of them: K♠ to the kings, A♠ to the spades, the joker to the queens."),
    right=(("layoff KS 4", "layoff AS 5", "layoff XB 1"),) * 3,
    wrong=N_("That fits, but these three belong elsewhere: K♠ to the kings, A♠ to J♠ Q♠ K♠, the joker to the queens."),
    done=N_("One card is left."),
    mistakes=(
        Mistake("discard *", N_("You can do better: after K♠, A♠ and the joker only one card is left, and you win.")),
        Mistake("layoff XB *", N_("It fits there, too, but lay it off on the queens: there it is in no card's way.")),
    ),
)

WIN = Step(
    title=N_("Go out"),
    text=N_(
        "**The last card must be discarded**: a hand cannot be laid down whole. Whoever discards the last card "
        "wins, and the others rank by the points they still hold."
    ),
    task=N_("Discard 2♥ and win."),
    hint=N_("Press **Discard 2♥ and win**."),
    right=(("discard 2H",),),
    wrong=N_("One card is left: discard it."),
    done=N_("You have discarded your last card and won."),
)

LESSON = Lesson(
    number=5,
    deal=deal,
    steps=(DRAW, OPEN, JOKER, TAKE, SWAP, LAY_OFF, WIN),
    end=N_(
        "You know Rummy now: draw, lay melds down from round 3 on, the first time worth 40 points, lay off "
        "what fits, and always keep a card for the discard. At a real table the draw is made for you when "
        "there is no choice."
    ),
)
