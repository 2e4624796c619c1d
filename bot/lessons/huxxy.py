"""The lesson of Huxxy: draw, open with a group, lay a run, add to groups, rearrange the table, go out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_
from bot.lessons.deck import hand, rest
from bot.lessons.lesson import Lesson, Mistake, Step
from bot.rules.cards import STANDARD_PACK, parse_cards
from bot.rules.huxxy import GAME

if TYPE_CHECKING:
    from bot.rules.huxxy.state import HuxxyState

HANDS = (
    "8S 8H 2C 3D 4C QH KS 5S 6H 3S 0D KH",
    "9C 0D JC 4D 5C 6D 2H 2S AS 9S JD QS",
    "7S 7H 7D 7C KD KC KS 2H 4S 6S 9H JS",
    "0S 0H 0C AC 2D 3H 5D 6C 8C JH QD 9D",
)
DRAWN = "8D 3C AH 4H QC 5H 9S 7C"
"""The first cards of the stock, in drawing order."""
TAKING_BACK = "[ur]*"
"""The pattern of `undo` and `reset`; within a step they are played."""


def deal() -> HuxxyState:
    """The lesson's deal: the learner needs one more card to open."""
    hands, drawn = tuple(map(hand, HANDS)), parse_cards(DRAWN)
    left = rest(STANDARD_PACK * 2, *hands, drawn)
    dealt = GAME.deal(4, bytes(32))
    return dealt._replace(hands=hands, start_hand=hands[0], stock=(*left, *reversed(drawn)))


def _laid(cards: str, number: int) -> tuple[tuple[str, ...], ...]:
    """The accepted actions for playing these cards, in any order, as a new group with this number."""
    first, *others = [tuple(f"play {card} {group}" for card in cards.split()) for group in ("new", str(number))]
    return (first, *others * (len(cards.split()) - 1))


def _placed(*plays: str) -> tuple[tuple[str, ...], ...]:
    """The accepted actions for these plays, in any order."""
    return (plays,) * len(plays)


DRAW = Step(
    title=N_("Draw if you cannot play"),
    text=N_(
        "You want to get rid of all your cards. On your turn you **either draw** one card from the face-down "
        "stock **or play** cards to the table.\nYour first table turn must bring cards from your hand worth "
        "**24 points** or more. Your only group, 2♣ 3♦ 4♣, is worth 9."
    ),
    task=N_("Draw a card."),
    hint=N_("Press **Draw a card** under your hand. That ends your turn."),
    right=(("draw",),),
    wrong=N_(
        "These cards cannot open: the cards of your first table turn must be worth 24 points together, and all "
        "groups must be valid. Draw a card instead."
    ),
    done=N_("You drew 8♦, your third eight. Drawing ended your turn, and the others played theirs."),
    then=(
        "play 9C new",
        "play 0D 1",
        "play JC 1",
        "end",
        "play 7S new",
        "play 7H 2",
        "play 7D 2",
        "play 7C 2",
        "end",
        "draw",
    ),
)

KIND = Step(
    title=N_("Cards of one value"),
    text=N_(
        "A group has at least three cards. One kind is **cards of one value**, up to four of them in different "
        "suits. Your three eights are such a group, and worth 24 points: just enough to open."
    ),
    task=N_("Lay 8♠ 8♥ 8♦ as a new group."),
    hint=N_("Choose 8♠ 8♥ 8♦ in the list **Lay a new group**."),
    right=_laid("8S 8H 8D", 3),
    wrong=N_("That is not the group we want now: lay the three eights, all of them in one new group."),
    done=N_("Your eights are group 3. The turn goes on: it may have up to **six plays**, and you have made three."),
    mistakes=(
        Mistake("draw", N_("You could draw, but you need not: with the three eights you can open now.")),
        Mistake(
            "play QH *",
            N_("Q♥ does fit after J♣, and you will play it soon. First open with the three eights, worth 24 points."),
        ),
        Mistake(
            "play 8[HD] 1", N_("That eight fits before 9♣, but then the other two are not a group. Keep all three.")
        ),
        Mistake("play ?? new", N_("A group needs three cards. Start with one of the eights and lay the others on it.")),
    ),
)

RUN = Step(
    title=N_("A run"),
    text=N_(
        "The other kind of group is a **run**: three or more cards with consecutive values, in which **red and "
        "black alternate**. The suits do not matter. 2♣ 3♦ 4♣ is black, red, black."
    ),
    task=N_("Lay 2♣ 3♦ 4♣ as a new group, then end your turn."),
    hint=N_("Choose 2♣ 3♦ 4♣ in the list **Lay a new group**, then press **End turn**."),
    right=(*_laid("2C 3D 4C", 4), ("end",)),
    wrong=N_("Use your three last plays for the run: 2♣, 3♦ and 4♣ together in one new group."),
    done=N_("You have opened: from now on there is no minimum. Each of the others drew a card."),
    mistakes=(
        Mistake(
            TAKING_BACK, N_("Leave the three eights on the table: you need them to open. Lay the run beside them.")
        ),
        Mistake("end", N_("You could end your turn here, but three plays are left, and the run is ready: lay it too.")),
        Mistake("play 3S *", N_("3♠ is black like 2♣ and 4♣; the run needs the red 3♦ between them.")),
        Mistake("play QH *", N_("Q♥ fits group 1, but then too few plays are left for the run. It can wait.")),
        Mistake(
            "move *",
            N_("Moving a card on the table also counts as a play. You need all three plays for the run."),
        ),
    ),
    then=("draw", "draw", "draw"),
)

ADD = Step(
    title=N_("Add to any group"),
    text=N_(
        "The groups on the table **belong to everybody**. Group 1 is a run that ends with J♣: a red queen can "
        "follow, and after it a black king."
    ),
    task=N_("Add Q♥ and K♠ to group 1."),
    hint=N_(
        "Choose “Q♥ → 9♣ 10♦ J♣” in the list **Play a card that fits**, then K♠ the same way. Or pick both "
        "cards at once and press the button of group 1."
    ),
    right=_placed("play QH 1", "play KS 1"),
    wrong=N_("That is possible, but first use the run: Q♥ and K♠ belong at the end of group 1."),
    done=N_("Group 1 now goes from 9 to king. Your turn goes on: four plays are left."),
    mistakes=(
        Mistake("draw", N_("You need not draw while you have cards that fit: Q♥ and K♠ go to group 1.")),
        Mistake("play KH *", N_("Colours alternate: after the red queen comes a black king. K♥ has to wait.")),
        Mistake(
            "play ?? new", N_("A single card is not a group, and at the end of your turn every group must be valid.")
        ),
        Mistake("move *", N_("Your first play must not break anything: begin with Q♥ and K♠ on group 1.")),
    ),
)

REARRANGE = Step(
    title=N_("Rearrange the table"),
    text=N_(
        "A play may also **move a card** from one group to another, if all groups are valid when you end "
        "your turn. Group 2 has four sevens and needs only three. 5♠ 6♥ wait for a black seven."
    ),
    task=N_("Lay 5♠ 6♥ as a new group, move 7♠ there from group 2, and end your turn."),
    hint=N_(
        "Pick 5♠ and 6♥ in the list **Pick cards from your hand** and press **2 cards → new group**. Then choose “7♠ "
        "from group 2” in the list **Move a card on the table**, press the button of group 5, and **End turn**."
    ),
    right=(
        ("play 5S new", "play 6H new"),
        ("play 5S 5", "play 6H 5"),
        ("move 7S 2 5", "move 7C 2 5"),
        ("end",),
    ),
    wrong=N_(
        "Only 5♠ and 6♥ are laid in a new group, both in the same one, and a black seven from group 2 joins them."
    ),
    done=N_("Both groups are valid: three sevens, and a run of your own making. The others laid new groups, too."),
    mistakes=(
        Mistake("move 7[HD] *", N_("After the red 6♥ comes a black seven: take 7♠.")),
        Mistake("move 7* new", N_("The seven belongs in one group with 5♠ and 6♥.")),
        Mistake("move *", N_("That would break a valid group. Only 7♠ is moved, from group 2 to 5♠ 6♥.")),
        Mistake("end", N_("Not yet: lay 5♠ and 6♥ and move 7♠ to them, then end your turn.")),
        Mistake("play ?? [1234]", N_("That card does not fit there. 5♠ and 6♥ are laid as a new group.")),
        Mistake("play ?? 5", N_("Group 5 is for 5♠, 6♥ and a black seven from group 2.")),
        Mistake(TAKING_BACK, N_("Group 1 is right as it is. Go on with 5♠ and 6♥.")),
    ),
    then=(
        "play 4D new",
        "play 5C 6",
        "play 6D 6",
        "end",
        "play KD new",
        "play KC 7",
        "play KS 7",
        "end",
        "play 0S new",
        "play 0H 8",
        "play 0C 8",
        "end",
    ),
)

OUT = Step(
    title=N_("Go out"),
    text=N_(
        "Three cards are left, and each fits a group that the others laid. Whoever ends a turn **with an empty "
        "hand wins at once**. The others count what they still hold."
    ),
    task=N_("Play 3♠, K♥ and 10♦, and end your turn."),
    hint=N_("The list **Play a card that fits** shows where each of them goes. Then press **End turn**."),
    right=(*_placed("play 3S 6", "play KH 7", "play 0D 8"), ("end",)),
    wrong=N_("Nothing needs to be moved: each of your three cards fits as it is."),
    done=N_("Your hand is empty: you have won."),
    mistakes=(
        Mistake("draw", N_("Do not draw: you can play all your cards in this turn and win.")),
        Mistake("end", N_("You still hold cards that fit; play them first, and you win.")),
        Mistake("play ?? new", N_("A single card is not a group. Add it to one that it fits.")),
        Mistake("play * [0-9]*", N_("It does not fit there. Look at the list **Play a card that fits**.")),
    ),
)

LESSON = Lesson(
    number=1,
    deal=deal,
    steps=(DRAW, KIND, RUN, ADD, REARRANGE, OUT),
    end=N_(
        "You know Huxxy now: draw or play up to six cards, open with 24 points, and leave only valid "
        "groups. If the stock runs out first, the fewest points in hand win: ace 1, jack 11, queen 12, king 13."
    ),
    take_back="undo",
    start_again="reset",
)
