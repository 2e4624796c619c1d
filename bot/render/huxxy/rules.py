"""The rules of Huxxy, for someone who wants to start playing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _, ngettext
from bot.render.rulebook import Chapter, Rulebook
from bot.render.words import points_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.huxxy.view import HuxxyView


def now(view: HuxxyView) -> Sequence[str]:
    """The actions open to the seat to act, in one or two sentences each."""
    told = _building(view) if view.plays else _beginning()
    if view.seat is not None and not view.opened[view.seat]:
        told.append(
            _(
                "You have not opened yet: the cards you play from your hand this turn must be worth at least "
                "{points}; so far they are worth {played}."
            ).format(points=points_in_words(view.opening_points), played=view.points_played)
        )
    return told


def _beginning() -> list[str]:
    return [
        _("**Draw a card**: press the button, or type /draw. That ends your turn."),
        _("**Or play cards** from your hand to groups on the table or to a new group, up to six plays."),
    ]


def _building(view: HuxxyView) -> list[str]:
    told = []
    if view.plays_left:
        told.append(
            ngettext(
                "**Play on**: {n} play is left, from your hand or from group to group.",
                "**Play on**: {n} plays are left, from your hand or from group to group.",
                view.plays_left,
            ).format(n=view.plays_left)
        )
    told.append(_("**Take plays back**: the last one with /undo, all with /reset."))
    if view.why_not_end:
        told.append(view.why_not_end)
    else:
        told.append(_("**End the turn**: every group is valid. Press the button, or type /end."))
    return told


RULES = Rulebook(
    (
        Chapter(
            N_("In short"),
            N_(
                "Four players. Lay groups of cards on the table, and rebuild those that are there: they belong to "
                "everybody. **Get rid of all your cards first.**\n"
                "Everybody gets 12 cards from two packs of 52; the rest is the face-down **stock**. The first seat "
                "begins; play goes round in seat order.\n"
                "On your turn you either draw a card, or play up to six cards to the groups on the table. All groups "
                "must be valid when your turn ends."
            ),
        ),
        Chapter(
            N_("Your turn"),
            N_(
                "Do one of two things:\n1. **Draw** the top card of the stock. That ends your turn.\n2. **Take a table "
                "turn**: make one to six plays, then end the turn.\nA play puts one card from your hand "
                "into a group or a new group, or moves one card from one group to another or to a new "
                "one. The first play comes from your hand; moves count towards the six, too.\nUntil you "
                "end the turn you can take plays back, and nobody else sees them. Once you have made a "
                "play, you cannot draw unless you take all plays back."
            ),
        ),
        Chapter(
            N_("Groups"),
            N_(
                "A **run** is three or more cards with consecutive values and alternating colours, red "
                "and black: 5♥ 6♠ 7♦. The ace is low only, so the longest run is ace to king.\n**N of a "
                "kind** is three or more cards of one value. Up to four: all of different suits. Five "
                "to eight: all four suits must be present.\nAt the end of a turn every group on the "
                "table must be valid. Empty groups then disappear, and the rest are renumbered; "
                "until then you may play to them again."
            ),
        ),
        Chapter(
            N_("Opening"),
            N_(
                "In your first table turn, the cards from your hand must be worth at least **24 "
                "points**: ace 1, 2 to 10 their number, jack 11, queen 12, king 13.\nCards you only "
                "move do not count. You may add to groups already on the table.\nYou may draw as often "
                "as you like before you open."
            ),
        ),
        Chapter(
            N_("Jokers (optional)"),
            N_(
                "With the house rule “Jokers: yes”, two jokers are added.\nA group may hold one joker. It stands for "
                "any card that makes the group valid, as long as the group has at most one copy of "
                "that card: seven of a kind and a joker are valid, eight and a joker are not.\nA joker "
                "counts 0 towards opening and 48 if it is left in your hand. You may move it like any "
                "other card, but it never goes back to a hand."
            ),
        ),
        Chapter(
            N_("The end and scoring"),
            N_(
                "The game ends at once when somebody ends a table turn with no cards in hand, or when "
                "the last card of the stock is drawn.\nEverybody counts the cards left in hand: ace 1, "
                "2 to 10 their number, jack 11, queen 12, king 13, joker 48. **The fewest points "
                "win**; ties share a place."
            ),
        ),
        Chapter(
            N_("When cards or turns run out"),
            N_(
                "The stock is never refilled, because there is no discard pile. When its last card is "
                "drawn, the game is over and nobody gets another turn.\nEvery turn without a play takes "
                "a card from the stock, so every game comes to an end."
            ),
        ),
        Chapter(
            N_("Playing here"),
            N_(
                "Build your turn with the controls under your hand. Or type:\n- /draw\n- /play with the "
                "card and the group's number, or new\n- /move for a card on the table: its list has "
                "every move that is possible\n- /undo takes the last play back, /reset all of them\n- "
                "/end ends your turn"
            ),
        ),
    ),
    now,
)
