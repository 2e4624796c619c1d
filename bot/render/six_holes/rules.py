"""The rules of 6 Holes, for someone who wants to start playing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.cards import face
from bot.render.rulebook import Chapter, Rulebook
from bot.rules.six_holes.actions import Open, Place
from bot.rules.six_holes.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.six_holes.view import SixHolesView


def now(view: SixHolesView) -> Sequence[str]:
    """The actions open to the seat to act, in one or two sentences each."""
    told = _drawn(view) if view.phase is Phase.DRAWN else _begin(view)
    if view.is_last_turn:
        told.append(_("This is the last turn of the round: after it, all cards are turned up."))
    return told


def _begin(view: SixHolesView) -> list[str]:
    told = []
    if any(isinstance(action, Open) for action in view.legal_actions):
        told.append(
            _("**Turn up** one of your face-down side cards: press its button, or type /open with its position.")
        )
    told.append(_("**Draw** a card from the deck; then place it or discard it: press the button, or type /draw."))
    if view.takeable is not None:
        told.append(
            _(
                "**Take {card}**, which your opponent just put down, and place it: press the buttons, or type /take "
                "with the position."
            ).format(card=face(view.takeable))
        )
    return told


def _drawn(view: SixHolesView) -> list[str]:
    told = []
    if view.drawn is not None and any(isinstance(action, Place) for action in view.legal_actions):
        told.append(
            _(
                "**Place {card}** on a face-down side card, or on a middle card that may be replaced: press its "
                "button, or type /place with its position."
            ).format(card=face(view.drawn))
        )
    told.append(_("**Discard it**: press the button, or type /discard."))
    return told


RULES = Rulebook(
    (
        Chapter(
            N_("In short"),
            N_(
                "Two players. Turn up or replace your six cards, most of them face down; two cards of one rank in a "
                "column count 0. **The fewest points after six rounds win.**\n"
                "Your cards are in two rows of three, so in three columns of two."
            ),
        ),
        Chapter(
            N_("The cards and the deal"),
            N_(
                "52 cards and a joker. 2 to 10 count their number, ace 1, jack 11, queen 12, king 0, "
                "joker -5. Suits do not matter.\nEach gets six cards face down; the middle column is "
                "turned up. The other four are the **side cards**. Face-down cards are hidden from "
                "everybody, their owner included. The other 41 "
                "cards are the deck.\nA random player starts round 1; after "
                "that, the players take turns starting."
            ),
        ),
        Chapter(
            N_("Your turn"),
            N_(
                "Do one of three things:\n1. **Turn up** one of your face-down side cards.\n2. **Draw** "
                "a card from the deck. Place it, or discard it.\n3. **Take** the card that your "
                "opponent discarded or replaced on the turn just before, and place it; you cannot "
                "throw it back. If the opponent turned a card up, there is nothing to take: older "
                "discards are out of play."
            ),
        ),
        Chapter(
            N_("Placing a card"),
            N_(
                "A card goes on a face-down side card of yours, or on a middle card while the middle column is "
                "not a pair.\n"
                "The card it replaces is discarded, face up. A face-up side card stays where it is.\n"
                "The house rule “Middle column: fixed” locks the middle column from the deal."
            ),
        ),
        Chapter(
            N_("The end of a round"),
            N_(
                "When all four side cards of a player are face up, pairs or not, the opponent has exactly one "
                "more turn.\n"
                "Then all cards are turned up, and both score."
            ),
        ),
        Chapter(
            N_("Scoring"),
            N_(
                "A column of two cards of one rank counts **0**, even if it was dealt that way or "
                "appears only at the end. Any other column counts the sum of both cards.\nA joker is -5 "
                "and never makes a pair: its column counts -5 plus the other card. With the house rule "
                "“Joker column: always -5” it makes a pair with any card, and its column counts -5 alone.\nThe "
                "points of six rounds are added up; the fewest win, ties share first place."
            ),
        ),
        Chapter(
            N_("When cards or turns run out"),
            N_(
                "When the deck is empty, all discards but the one that could be taken are shuffled "
                "into a new deck.\nA round ends after 100 turns at the latest and is scored as it is; "
                "nobody gets a last turn then."
            ),
        ),
        Chapter(
            N_("Playing here"),
            N_(
                "Use the buttons under your cards. Or type:\n- /open position: turns a side card up\n- "
                "/draw, then /place position: or /discard\n- /take what: with the position it goes to\n"
                "The positions are TL TM TR in the upper row and BL BM BR in the lower row."
            ),
        ),
    ),
    now,
)
