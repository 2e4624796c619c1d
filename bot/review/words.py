"""A report in words, in the current language, for messages and for the terminal."""

from __future__ import annotations

from collections.abc import Callable  # needed at run time by a NamedTuple
from typing import TYPE_CHECKING, NamedTuple

from bot.language import N_, _, decimal, ngettext, plural_number
from bot.players.registry import PLAYERS
from bot.players.thoughts import sentence
from bot.render.cards import face
from bot.render.catalogue import text_of
from bot.review.marks import Mark
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.review.report import Finding, Report
    from bot.rules.cards import Card
    from bot.rules.game import AnyState, AnyView

NAMES = {
    Mark.INACCURACY: N_("An inaccuracy"),
    Mark.MISTAKE: N_("A mistake"),
    Mark.BLUNDER: N_("A blunder"),
}
MIN_DECISIONS = 5
"""Minimum number of decisions for an accuracy."""


def summary(report: Report) -> list[str]:
    """Lines with the accuracy, the findings, luck, and the meaning of the figures. They address nobody, because their
    owner may show them to everybody.
    """
    lines = [_accuracy(report), counts(report) if report.losses else "", luck(report)]
    return [line for line in (*lines, f"-# {_(PLAYERS[report.game].measure.judged)}") if line]


def _accuracy(report: Report) -> str:
    percent, decisions = report.accuracy, len(report.losses)
    if percent is None:
        return _("This game had no choice that could be judged.")
    if decisions < MIN_DECISIONS:
        return ngettext(
            "Only {count} decision could be judged, too few to give an accuracy.",
            "Only {count} decisions could be judged, too few to give an accuracy.",
            decisions,
        ).format(count=decisions)
    return ngettext(
        "**Accuracy {percent}%** in {count} decision",
        "**Accuracy {percent}%** in {count} decisions",
        decisions,
    ).format(percent=percent, count=decisions)


def counts(report: Report) -> str:
    """The number of decisions with each mark, in words."""
    blunders, mistakes, slips = (report.count(mark) for mark in (Mark.BLUNDER, Mark.MISTAKE, Mark.INACCURACY))
    found = [
        ngettext("{count} blunder", "{count} blunders", blunders).format(count=blunders) if blunders else "",
        ngettext("{count} mistake", "{count} mistakes", mistakes).format(count=mistakes) if mistakes else "",
        ngettext("{count} inaccuracy", "{count} inaccuracies", slips).format(count=slips) if slips else "",
    ]
    return " · ".join(filter(None, found)) or _("Nothing was found that was clearly wrong.")


def luck(report: Report) -> str:
    """Luck: the draws' value against their expectation, in words."""
    if report.luck is None:
        return ""
    least, more, fewer = _LUCK[PLAYERS[report.game].measure.luck]
    if abs(report.luck) < least:
        return _("Luck: the draws were average.")
    said = more if report.luck > 0 else fewer
    return said(plural_number(report.luck)).format(amount=decimal(abs(report.luck)))


class _Luck(NamedTuple):
    """Texts about luck: the range that counts as none, and the sentences for more and for less than average."""

    least: float
    more: Callable[[int], str]
    fewer: Callable[[int], str]


_IN_POINTS = _Luck(
    1.0,
    lambda form: ngettext(
        "Luck: the draws saved {amount} point, compared with average ones.",
        "Luck: the draws saved {amount} points, compared with average ones.",
        form,
    ),
    lambda form: ngettext(
        "Luck: the draws cost {amount} point, compared with average ones.",
        "Luck: the draws cost {amount} points, compared with average ones.",
        form,
    ),
)
_IN_CARDS = _Luck(
    1.0,
    lambda form: ngettext(
        "Luck: with these cards {amount} more card could go than with average ones.",
        "Luck: with these cards {amount} more cards could go than with average ones.",
        form,
    ),
    lambda form: ngettext(
        "Luck: with these cards {amount} fewer card could go than with average ones.",
        "Luck: with these cards {amount} fewer cards could go than with average ones.",
        form,
    ),
)
_IN_MELDS = _Luck(
    5.0,
    lambda form: ngettext(
        "Luck: the cards drawn brought {amount} point more in melds than average ones.",
        "Luck: the cards drawn brought {amount} points more in melds than average ones.",
        form,
    ),
    lambda form: ngettext(
        "Luck: the cards drawn brought {amount} point less in melds than average ones.",
        "Luck: the cards drawn brought {amount} points less in melds than average ones.",
        form,
    ),
)
_LUCK = {"points": _IN_POINTS, "cards": _IN_CARDS, "melds": _IN_MELDS}


def finding_lines(report: Report, finding: Finding, state: AnyState, seat: int) -> list[str]:
    """What the seat played, what was better and why; `state` is the position before that decision."""
    view = GAMES[report.game].view(state, seat)
    return [
        _("Played: {action}").format(action=spoken_in_turn(report.game, finding.played, state, seat)),
        _("Better: {action}").format(action=spoken(report.game, finding.better, view)),
        why(report.game, finding, view),
    ]


def why(game: str, finding: Finding, view: AnyView) -> str:
    """Why the better action is better."""
    if finding.why is None:
        return ""
    wild = text_of(game).wild(view)

    def name(card: Card) -> str:
        return face(card, wild)

    return sentence(game, finding.why, private=True, name=name)


def spoken(game: str, forms: Sequence[str], view: AnyView) -> str:
    """Actions in words, one per line if there are several."""
    return _listed([text_of(game).spoken(GAMES[game].parse_action(form), view) for form in forms])


def spoken_in_turn(game: str, forms: Sequence[str], state: AnyState, seat: int) -> str:
    """A seat's actions in a row in words, without those that it took back. Each is worded as the seat saw the game at
    that moment: in Notty, ending the turn is a pass only if nothing was done before.
    """
    rules, before, words = GAMES[game], [state], list[str]()
    for form in forms:
        action = rules.parse_action(form)
        words.append(text_of(game).spoken(action, rules.view(before[-1], seat)))
        before.append(rules.apply(before[-1], seat, action))
        first = before.index(before[-1])
        del words[first:], before[first + 1 :]
    return _listed(words)


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else "".join(f"\n- {each}" for each in words)
