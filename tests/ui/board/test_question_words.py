"""A question to a table names what is to be taken back, and the people it asks."""

from __future__ import annotations

from dataclasses import replace

from bot.language import speaking
from bot.rules.cards import parse_cards
from bot.tables.model.records import Proposal, ProposalKind
from tests.ui.since import ANNA, BEN, act, after, discarded, drawn, said, unescaped_text


def test_an_undo_question_names_the_action() -> None:
    position = after("rummy", drawn(ANNA), discarded(ANNA, "2C"))
    proposal = Proposal(ProposalKind.UNDO, 100, (100,), 2)
    words = unescaped_text(position, proposal)
    assert "<@100> discarded 2♣ and would like to take that back." in words
    with speaking("de"):
        words = unescaped_text(position, proposal)
    assert "<@100> hat 2♣ abgeworfen und möchte das zurücknehmen." in words


def test_an_undo_question_mentions_an_automatic_draw() -> None:
    """The draw was automatic, because nothing else could be done. The question used to say that no hidden card had been
    revealed.
    """
    proposal = Proposal(ProposalKind.UNDO, 100, (100,), 2)
    words = unescaped_text(after("rummy", discarded(ANNA, "2C")), proposal)
    assert "No hidden card has been revealed since." in words
    words = unescaped_text(after("rummy", discarded(ANNA, "2C"), drawn(BEN)), proposal)
    assert "revealed" not in words
    assert "only a card has been drawn, and the same one will be drawn again." in words


def test_a_question_about_the_end_names_what_is_given_up() -> None:
    words = unescaped_text(after("six-holes"), Proposal(ProposalKind.END, 100, (100,)))
    assert "<@100> would like to end this game now, without a winner and without ratings." in words


def test_a_question_to_one_person_is_singular_in_german() -> None:
    """At a table of two, it used to say “Seid ihr einverstanden”."""
    proposal = Proposal(ProposalKind.END, 100, (100,))
    with speaking("de"):
        assert "Bist du einverstanden, <@101>? Wer weiterspielt" in unescaped_text(after("six-holes"), proposal)
        assert "Seid ihr einverstanden, <@101>, <@102>" in unescaped_text(after("rummy"), proposal)


def test_an_undo_question_names_no_action_of_a_former_player() -> None:
    taken = (act("seat_left", ANNA, name="Zoe"), act("seat_taken_over", ANNA, name="Anna", before="Zoe"))
    proposal = Proposal(ProposalKind.UNDO, 100, (100,), 2)
    words = unescaped_text(after("rummy", drawn(ANNA), discarded(ANNA, "2C"), *taken), proposal)
    assert "2♣" not in words
    assert "<@100> would like" in words


def test_an_undo_question_in_notty_names_the_end_of_the_turn() -> None:
    """The question used to name the group discarded before, which stays discarded."""
    discard = act("group_discarded", ANNA, cards=parse_cards("B4 B5 B6"), group="sequence")
    ended = act("turn_ended", ANNA, drawn=0, discarded=3, taken=0)
    proposal = Proposal(ProposalKind.UNDO, 100, (100,), 2)
    words = unescaped_text(after("notty", discard, ended), proposal)
    assert "<@100> ended the turn and would like to take that back." in words
    theirs = (replace(discard, seat=BEN), replace(ended, seat=BEN))
    assert said(after("notty", *theirs)) == ["Since the deal", "Ben discarded 🟦4 🟦5 🟦6."]
    with speaking("de"):
        words = unescaped_text(after("notty", discard, ended), proposal)
    assert "<@100> hat den Zug beendet und möchte das zurücknehmen." in words
