"""The rules of Huxxy for someone who wants to play now."""

RULES = """\
**The aim.** Get rid of all your cards first. Four players, two packs of 52, 12 cards each.

**Your turn** is one of two things. *Draw* one card, which ends the turn. Or a *table turn*: one to six plays, then end it. \
A play puts a card from your hand into a group or a new one, or moves a card from one group to another or to a new one; the first play \
comes from your hand. Until you end the turn you can take plays back, and nobody else sees them.

**Groups.** A *run* is three or more consecutive values in alternating colours, red and black; the ace is low. *N of a kind* is \
three or more cards of one value: up to four all of different suits, from five on all suits present. At the end of a turn \
every group on the table must be valid.

**Opening.** In your first table turn, the cards from your hand must be worth 24 points: ace 1, 2 to 10 their face value, jack 11, \
queen 12, king 13.

**Jokers** (an option): one a group at most, standing for any card that makes the group valid; 0 towards opening, 48 in the hand.

**The end.** Someone has no cards left, or the last card of the stock is drawn. The points left in hand count; fewest win.

**Playing here.** Pick plays from the list under your hand, or write /draw, /play, /move (“move 2C 1 new”), /undo, /reset and /end.
"""
