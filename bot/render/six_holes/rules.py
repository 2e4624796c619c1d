"""The rules of 6 Holes for someone who wants to play now."""

RULES = """\
**The aim.** Two players, six rounds; the fewest points in all win.

**The cards.** 52 and a joker. 2 to 10 count their face value, ace 1, jack 11, queen 12, king 0, joker -5. Suits do not matter.

**The deal.** Each has six cards face down, two rows of three. The middle column is turned up.

**Your turn** is one of three things.
1. *Turn up* one of your face-down side cards.
2. *Draw* a card; then place it on a face-down side card, or on a middle card while that column is no pair, or discard it.
3. *Take* the card that your opponent discarded or replaced in the turn just before, and place it likewise.
The card that was replaced is discarded. A side card that lies face up stays.

**The end of a round.** When all four side cards of a player are up, the other has one more turn; then all cards are turned up. \
A column of two cards of one rank counts 0, any other the sum of both.

**Playing here.** Use the buttons under your cards, or write /open, /draw, /place, /discard and /take.
"""
