"""A hand reports what the others have done since its owner's last turn: one line per player, from recorded events."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.language import speaking
from bot.render.cards import TEXT_STYLE
from bot.rules.cards import parse_card, parse_cards
from bot.rules.catalogue import GAMES
from bot.rules.game import Event
from bot.tables.acts.news import MAX_THOUGHTS, RECENT_EVENTS, THOUGHT, recent
from bot.tables.model.records import Phase, Proposal, ProposalKind
from bot.ui.board.thoughts import last_thoughts
from bot.ui.wording.since import since_your_turn
from tests.ui.since import ANNA, BEN, CARL, act, after, discarded, drawn, said, unescaped_text
from tests.ui.test_messages import positions

CARLS_TURN = (
    drawn(CARL),
    act("melds_laid_down", CARL, melds=(parse_cards("3H 3D 3C"), parse_cards("6C 7C 8C")), value=30, numbers=(5, 6)),
    act("card_laid_off", CARL, card=parse_card("AC"), meld=4, owner=0, end="low", cards=()),
    discarded(CARL, "KH"),
)


def test_a_turn_is_one_line() -> None:
    position = after("rummy", drawn(ANNA), discarded(ANNA, "2C"), drawn(BEN), discarded(BEN, "9S"), *CARLS_TURN)
    assert said(position) == [
        "Since your turn",
        "Ben discarded 9♠.",
        "Carl laid 3♥ 3♦ 3♣ and 6-8♣, laid A♣ off on meld 4 and discarded K♥.",
    ]


def test_turns_are_reported_in_german() -> None:
    position = after("rummy", discarded(ANNA, "2C"), *CARLS_TURN)
    with speaking("de"):
        assert said(position) == [
            "Seit deinem Zug",
            "Carl hat 3♥ 3♦ 3♣ und 6-8♣ ausgelegt, A♣ an Figur 4 angelegt und K♥ abgeworfen.",
        ]


def test_a_shuffle_does_not_split_a_notty_turn() -> None:
    """Each discarded group used to start a new line, and the last line said that the turn was ended."""
    turn = (
        act("cards_drawn", BEN, cards=parse_cards("B4 B5")),
        act("group_discarded", BEN, cards=parse_cards("B4 B5 B6"), group="sequence"),
        act("deck_reshuffled", None, cards=60),
        act("card_taken", BEN, card=parse_card("R1"), from_seat=CARL),
        act("group_discarded", BEN, cards=parse_cards("R1 R2 R3"), group="sequence"),
        act("deck_reshuffled", None, cards=63),
        act("turn_ended", BEN, drawn=2, discarded=6, taken=1),
    )
    line = "Ben drew 🟦4 🟦5, discarded 🟦4 🟦5 🟦6, took 🔴1 from Carl and discarded 🔴1 🔴2 🔴3."
    assert said(after("notty", *turn)) == ["Since the deal", line]


def test_the_readers_current_turn_is_left_out() -> None:
    position = after("rummy", discarded(ANNA, "2C"), discarded(BEN, "9S"), drawn(ANNA))
    assert said(position) == ["Since your turn", "Ben discarded 9♠."]


def test_before_the_readers_first_turn_the_report_is_since_the_deal() -> None:
    """The draw, which the table often makes by itself, used to count as a turn."""
    position = after("rummy", discarded(BEN, "9S"), drawn(ANNA))
    assert said(position) == ["Since the deal", "Ben discarded 9♠."]
    played = after("rummy", discarded(BEN, "9S"), drawn(ANNA), discarded(ANNA, "5D"), discarded(BEN, "8S"))
    assert said(played) == ["Since your turn", "Ben discarded 8♠."]


def test_a_turn_that_is_no_longer_recorded_still_counts() -> None:
    """Even if so much has happened that neither the player's last turn nor the deal is still recorded, the report says
    “since your turn”.
    """
    position = after("rummy", *(drawn(BEN) for _ in range(RECENT_EVENTS * 3)), drawn(ANNA))
    assert said(position)[0] == "Since your turn"


@pytest.mark.parametrize(
    ("news", "words"),
    [
        (act("end_declined", CARL), "Carl wants to play on, so the game does not end."),
        (act("seat_left", CARL, name="Carl"), "Carl left; a computer player plays on."),
        (act("action_undone", ANNA), "Anna took the last action back; everybody agreed."),
    ],
)
def test_events_during_the_readers_turn_hide_nothing(news: Event, words: str) -> None:
    """The others' earlier acts used to disappear, as if the turn under way had been the player's last one."""
    turn = (drawn(ANNA), *((discarded(ANNA, "4S"),) if news.kind == "action_undone" else ()))
    position = after("rummy", drawn(ANNA), discarded(ANNA, "2C"), discarded(BEN, "9S"), *turn, news)
    assert said(position) == ["Since your turn", "Ben discarded 9♠.", words]


def test_the_report_begins_at_the_readers_last_turn_or_the_deal() -> None:
    before = (discarded(BEN, "4H"), discarded(ANNA, "2C"), discarded(BEN, "9S"))
    assert said(after("rummy", *before)) == ["Since your turn", "Ben discarded 9♠."]
    assert said(after("rummy", discarded(BEN, "9S"))) == ["Since the deal", "Ben discarded 9♠."]
    assert said(after("rummy")) == []


def test_after_a_timeout_the_hand_says_what_the_computer_did() -> None:
    events = (discarded(ANNA, "2C"), discarded(BEN, "9S"), drawn(ANNA), discarded(ANNA, "5D"))
    position = after("rummy", *events, act("time_ran_out", ANNA), discarded(BEN, "8S"))
    assert said(position) == [
        "Since your turn",
        "Ben discarded 9♠.",
        "The computer played for you: it drew a card and discarded 5♦.",
        "Ben discarded 8♠.",
    ]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "The computer finished the turn that you had begun: you opened with 7♥ 7♠ 7♣."),
        ("de", "Der Computer hat den Zug beendet, den du begonnen hattest: Du hast mit 7♥ 7♠ 7♣ eröffnet."),
    ],
)
def test_a_huxxy_turn_begun_by_hand_is_credited_to_both(language: str, line: str) -> None:
    """Cards laid by hand are hidden from the others until the turn ends, and are then part of the whole turn."""
    ended = act("table_turn_ended", ANNA, played=parse_cards("7H 7S 7C"), moved=(), opening=True, points=21)
    theirs = act("card_drawn", BEN, stock=40)
    with speaking(language):
        assert said(after("huxxy", act("time_ran_out", ANNA, begins=True, acts=2), ended, theirs))[1] == line
    whole = said(after("huxxy", act("time_ran_out", ANNA, begins=True, acts=4), ended, theirs))[1]
    assert whole == "The computer played for you: it opened with 7♥ 7♠ 7♣."


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "The computer played for you: it turned up K♥ at the top left."),
        ("de", "Der Computer hat für dich gespielt: Er hat K♥ aufgedeckt (oben links)."),
    ],
)
def test_consequences_of_a_computers_turn_are_not_its_actions(language: str, line: str) -> None:
    """The player, not the computer, has all side cards up. A line below says that this is the last turn."""
    opened = act("card_opened", ANNA, card=parse_card("KH"), position="TL")
    events = (opened, act("side_cards_open", ANNA, last_turn=BEN), act("time_ran_out", ANNA))
    with speaking(language):
        assert said(after("six-holes", *events))[1:] == [line]
        theirs = said(after("six-holes", replace(opened, seat=BEN), act("side_cards_open", BEN, last_turn=ANNA)))[1]
    assert ("now has all side cards up" if language == "en" else "jetzt alle Seitenkarten offen") in theirs


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Ben replaced 8♦ with 3♣ at the top right and now has all side cards up."),
        ("de", "Ben hat 8♦ durch 3♣ ersetzt (oben rechts) und jetzt alle Seitenkarten offen."),
    ],
)
def test_a_turn_that_places_the_last_side_card_is_one_list_of_acts(language: str, line: str) -> None:
    """It was “placed 3♣ at the top right, replacing 8♦ and now has all side cards up”."""
    facts = {"card": parse_card("3C"), "replaced": parse_card("8D"), "position": "TR"}
    events = (act("card_placed", BEN, **facts), act("side_cards_open", BEN, last_turn=ANNA))
    with speaking(language):
        assert said(after("six-holes", act("card_opened", ANNA, card=parse_card("KH"), position="TL"), *events))[
            1:
        ] == [line]


def test_after_a_timeout_only_the_rest_of_the_turn_is_the_computers() -> None:
    """The hand used to say that the computer had drawn as well, although the player had."""
    ran_out = act("time_ran_out", ANNA, begins=True)
    events = (discarded(ANNA, "2C"), discarded(BEN, "9S"), drawn(ANNA), ran_out, discarded(ANNA, "5D"))
    position = after("rummy", *events, discarded(BEN, "8S"))
    assert said(position) == [
        "Since your turn",
        "The computer played for you: it discarded 5♦.",
        "Ben discarded 8♠.",
    ]
    whole = after("rummy", *events[:2], ran_out, drawn(ANNA), discarded(ANNA, "5D"), discarded(BEN, "8S"))
    assert "The computer played for you: it drew a card and discarded 5♦." in said(whole)
    by_hand = after("rummy", *events, discarded(BEN, "8S"), drawn(ANNA), discarded(ANNA, "6D"), discarded(CARL, "7S"))
    assert said(by_hand) == ["Since your turn", "Carl discarded 7♠."]


def test_a_timeout_that_ended_a_round_is_reported_in_the_next() -> None:
    """The new deal hides what the computer played, and nothing used to say why the turn was over."""
    dealt = act("round_dealt", None, round=2, starter=BEN, wild_rank="4", cards=4, upcard=parse_card("9C"))
    events = (discarded(ANNA, "5D"), dealt, act("time_ran_out", ANNA), drawn(BEN), discarded(BEN, "8S"))
    assert said(after("three-thirteen", *events)) == [
        "Since the deal",
        "Anna ran out of time; the computer took over the turn.",
        "Ben discarded 8♠.",
    ]


def test_a_move_by_hand_during_autopilot_is_not_the_computers() -> None:
    """The player's own move ends both the turn and the autopilot."""
    away = (discarded(BEN, "9S"), drawn(ANNA), act("autopilot_on", ANNA), act("autopilot_off", ANNA))
    position = after("rummy", discarded(ANNA, "2C"), *away, discarded(ANNA, "5D"), discarded(BEN, "8S"))
    assert said(position) == ["Since your turn", "Ben discarded 8♠."]


def test_what_the_autopilot_played_is_reported_too() -> None:
    events = (
        discarded(ANNA, "2C"),
        act("autopilot_on", ANNA),
        discarded(BEN, "9S"),
        drawn(ANNA),
        discarded(ANNA, "5D"),
    )
    position = after("rummy", *events, discarded(BEN, "8S"), autopilot=True)
    assert "The computer played for you: it drew a card and discarded 5♦." in said(position)
    back = after("rummy", *events, discarded(BEN, "8S"), act("autopilot_off", ANNA), discarded(CARL, "7S"))
    assert said(back)[-3:] == ["Ben discarded 8♠.", "Anna is back.", "Carl discarded 7♠."]
    assert "The computer played for you: it drew a card and discarded 5♦." in said(back)


def test_a_returning_player_reads_what_the_computer_played() -> None:
    events = (discarded(ANNA, "2C"), act("seat_left", ANNA, name="Anna"), discarded(BEN, "9S"), drawn(ANNA))
    back = (discarded(ANNA, "5D"), act("seat_returned", ANNA), discarded(BEN, "8S"))
    assert said(after("rummy", *events, *back)) == [
        "Since your turn",
        "Anna left; a computer player plays on.",
        "Ben discarded 9♠.",
        "The computer played for you: it drew a card and discarded 5♦.",
        "Anna came back.",
        "Ben discarded 8♠.",
    ]


def test_actions_are_reported_under_the_players_name_at_that_time() -> None:
    """A seat that was taken over has had another name since."""
    taken = (act("seat_left", BEN, name="Zoe"), act("seat_taken_over", BEN, name="Ben", before="Zoe"))
    position = after("rummy", discarded(ANNA, "2C"), discarded(BEN, "9S"), *taken, discarded(BEN, "8S"))
    assert said(position) == [
        "Since your turn",
        "Zoe discarded 9♠.",
        "Zoe left; a computer player plays on.",
        "Ben took over Zoe's seat.",
        "Ben discarded 8♠.",
    ]


def test_a_thought_is_reported_under_its_computer_players_name() -> None:
    """The thought belongs to the computer player that had the seat, not to the person who has taken it over."""
    thought = Event(THOUGHT, BEN, {"kind": "keeps", "facts": {}})
    taken = act("seat_taken_over", BEN, name="Ben", before="Zoe")
    position = after("rummy", thought, taken)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.ui.board.thoughts.sentence", lambda *_args, **_more: "I wait.")
        [line] = last_thoughts(position)
    assert line.replace(TEXT_STYLE, "") == "💭 🤖 **Zoe**: I wait."


def test_a_thought_of_an_earlier_round_marks_no_new_wild_card() -> None:
    """Threes are wild in round 1, but a three of the round before was not a wild card."""
    thought = Event(THOUGHT, BEN, {"kind": "discarded_costliest", "facts": {"card": parse_card("3C")}})
    dealt = act("round_dealt", None, round=1, starter=BEN, wild_rank="3", cards=3, upcard=parse_card("9C"))
    before, now = last_thoughts(after("three-thirteen", thought, dealt, thought))
    assert "3♣" in before.replace(TEXT_STYLE, "")
    assert "★" not in before
    assert "3♣★" in now.replace(TEXT_STYLE, "")


def test_people_with_the_same_name_are_distinguished() -> None:
    position = after("rummy", discarded(ANNA, "2C"), discarded(BEN, "9S"), act("seat_left", CARL, name="Ben"))
    namesake = position.record.with_seat(CARL, replace(position.record.seats[CARL], name="Ben"))
    assert said(replace(position, record=namesake)) == [
        "Since your turn",
        "Ben 2 discarded 9♠.",
        "Ben 3 left; a computer player plays on.",
    ]


def test_a_replacement_player_has_had_no_turn_yet() -> None:
    """Everything before the take-over is reported, including the acts of the seat itself, under its former name."""
    before = (discarded(BEN, "9S"), drawn(ANNA), discarded(ANNA, "5D"), act("time_ran_out", ANNA))
    taken = (act("seat_left", ANNA, name="Zoe"), act("seat_taken_over", ANNA, name="Anna", before="Zoe"))
    assert said(after("rummy", *before, *taken, discarded(CARL, "7S"))) == [
        "Since the deal",
        "Ben discarded 9♠.",
        "Zoe discarded 5♦.",
        "Zoe ran out of time; the computer took over the turn.",
        "Zoe left; a computer player plays on.",
        "Anna took over Zoe's seat.",
        "Carl discarded 7♠.",
    ]
    played = after("rummy", *before, *taken, discarded(ANNA, "6S"), discarded(CARL, "7S"))
    assert said(played) == ["Since your turn", "Carl discarded 7♠."]


def test_an_undo_is_reported_instead_of_the_undone_action() -> None:
    events = (discarded(ANNA, "2C"), drawn(BEN), discarded(BEN, "9S"), act("action_undone", BEN), discarded(BEN, "8S"))
    assert said(after("rummy", *events)) == [
        "Since your turn",
        "Ben drew a card.",
        "Ben took the last action back; everybody agreed.",
        "Ben discarded 8♠.",
    ]


def test_undoing_a_discard_that_went_out_removes_both_events() -> None:
    """Going out with a discard is one action of Three Thirteen with two events. The discard used to be reported
    although the card was back in the hand.
    """
    out = (discarded(BEN, "KH"), act("went_out", BEN, last_turns=(CARL, ANNA)))
    position = after("three-thirteen", discarded(ANNA, "2C"), *out, act("action_undone", BEN), discarded(BEN, "4S"))
    assert said(position) == [
        "Since your turn",
        "Ben took the last action back; everybody agreed.",
        "Ben discarded 4♠.",
    ]
    proposal = Proposal(ProposalKind.UNDO, 101, (101,), 2)
    words = unescaped_text(after("three-thirteen", *out), proposal)
    assert "<@101> discarded K♥ and would like to take that back." in words


def test_a_declined_proposal_is_reported() -> None:
    position = after("rummy", discarded(ANNA, "2C"), act("undo_declined", CARL), discarded(BEN, "9S"))
    assert "Carl did not agree to take the last action back." in said(position)


@pytest.mark.parametrize(
    ("game", "event", "words"),
    [
        ("huxxy", act("card_drawn", BEN, stock=40), "Ben drew a card."),
        (
            "huxxy",
            act("table_turn_ended", BEN, played=parse_cards("7H"), moved=parse_cards("4S"), opening=True),
            "Ben opened with 7♥ and moved 4♠.",
        ),
        (
            "three-thirteen",
            act("card_drawn", BEN, source="discard", card=parse_card("KH")),
            "Ben took K♥ from the pile.",
        ),
        ("notty", act("card_taken", BEN, card=parse_card("B4"), from_seat=CARL), "Ben took 🟦4 from Carl."),
        ("notty", act("turn_passed", BEN, passes_left=3), "Ben passed."),
        (
            "six-holes",
            act("card_opened", BEN, card=parse_card("QS"), position="TL"),
            "Ben turned up Q♠ at the top left.",
        ),
    ],
)
def test_every_game_describes_its_own_events(game: str, event: Event, words: str) -> None:
    assert said(after(game, event))[1:] == [words]


@pytest.mark.parametrize("game", GAMES)
def test_reports_in_whole_games_are_short_and_credit_no_computer(game: str) -> None:
    """No act of the seat's own is reported as the computer's, and a report has at most eleven lines."""
    seen = 0
    for position in positions(game, 3, 60):
        seat = position.seat_to_act
        if position.record.phase is not Phase.PLAYING or seat is None:
            continue
        lines = since_your_turn(position, seat).splitlines()
        assert not any("The computer played for you" in line for line in lines)
        assert len(lines) <= 11
        seen += len(lines) > 1
    assert seen > 5 or game == "huxxy"  # random play builds turns of Huxxy but hardly ever ends them


def test_events_of_a_round_of_six_and_the_last_thoughts_are_kept() -> None:
    record = after("rummy").record
    for seat in range(6):
        for event in CARLS_TURN:
            record = replace(record, recent=recent(record, (act(THOUGHT, seat), replace(event, seat=seat))))
    kinds = [event.kind for event in record.recent]
    assert kinds.count(THOUGHT) == MAX_THOUGHTS
    assert len(kinds) - MAX_THOUGHTS == 6 * len(CARLS_TURN) >= RECENT_EVENTS
