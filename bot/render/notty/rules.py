"""The rules of Notty for someone who wants to play now."""

RULES = """\
**The aim.** Be the first without cards. Two or three players, five cards each; all hands lie open.

**The deck.** 80 cards: 🔴 red, 🔷 blue, 🟩 green, ⭐ yellow, numbers 1 to 10, each card twice.

**Your turn.** In any order, then end the turn; doing nothing is a pass.
1. At most once, *draw* one to three cards. You see them when you have stopped.
2. At most once, *take* a random card from another player's hand.
3. As often as you can, *discard* a group. It goes into the deck, and the deck is shuffled.

**Groups.** A *sequence* is three or more cards of one colour with consecutive numbers. A *set* is three or four cards of one \
number in different colours.

**The end.** The first hand that is empty wins, also when its last card was taken. The others rank by cards, fewest first. \
The game also ends after its last round, or when everybody has passed three times in a row.

**Playing here.** Use the buttons under your hand, or write /draw, /take, /discard and /end.
"""
