"""The rules of Notty for someone who wants to play now."""

RULES = """\
**The aim.** Be the first with no cards. All hands are open.

**The deal.** 80 cards: red, blue, green and yellow, 1 to 10, each twice. Five cards each.

**Your turn.** In any order, as far as you like:
- once, *draw* one, two or three cards: you choose how many before you see them;
- once, *take* a random card from another player's hand;
- any number of times, *discard* a group. It is shuffled back into the deck at once.
Then end your turn. Ending it without doing anything is a pass.

**Groups.** A *sequence* is three or more cards of one colour in a row (10 and 1 are no neighbours). \
A *set* is three or four cards of one number in different colours.

**The end.** A hand that is empty wins at once, also when its last card was taken. The game also ends after the last round, or when everybody passed \
three times in a row; then the fewest cards win.

**Playing here.** Press the buttons under your hand, or write /draw, /take, /discard and /end.
"""
