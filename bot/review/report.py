"""The report on one player's game, made from the evaluation's findings, and its stored form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.players.player import Thought
from bot.players.registry import PLAYERS
from bot.players.reviewing import VERSION
from bot.review.marks import Mark, accuracy, mark
from bot.rules.cards import Card, parse_card
from bot.tables.model.damage import checked, parse

if TYPE_CHECKING:
    from bot.players.player import Verdict
    from bot.players.reviewing import Review, ReviewRequest

_FINDING = tuple[int, float, tuple[str, ...], tuple[str, ...], Any]
MAX_SHOWN = 3
"""Number of costliest decisions that a report shows."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One decision that cost something: the number of actions before it, what was played, what was better and why."""

    step: int
    loss: float
    played: tuple[str, ...]
    better: tuple[str, ...]
    why: Thought | None

    @property
    def mark(self) -> Mark:
        return mark(self.loss)


@dataclass(frozen=True, slots=True)
class Report:
    """How one player played one game.

    `losses` are those of all decisions judged, in order; `findings` all decisions with a mark, in order; `luck` is the
    draws' value in points above or below expectation, None if unknown.
    """

    game: str
    losses: tuple[float, ...]
    findings: tuple[Finding, ...]
    luck: float | None

    @property
    def accuracy(self) -> int | None:
        return accuracy(self.losses, PLAYERS[self.game].measure.scale)

    @property
    def costliest(self) -> tuple[Finding, ...]:
        """The costliest decisions, at most three, in the order played."""
        worst = sorted(self.findings, key=lambda finding: -finding.loss)[:MAX_SHOWN]
        return tuple(sorted(worst, key=lambda finding: finding.step))

    def count(self, wanted: Mark) -> int:
        """How many decisions have that mark."""
        return sum(finding.mark is wanted for finding in self.findings)


def report(request: ReviewRequest, review: Review) -> Report:
    """Build the report from a request's judgements."""
    return Report(
        request.game_key,
        tuple(verdict.loss for verdict in review.verdicts),
        tuple(_finding(request, verdict) for verdict in review.verdicts if mark(verdict.loss) and verdict.better),
        review.luck,
    )


def _finding(request: ReviewRequest, verdict: Verdict) -> Finding:
    played = tuple(text for _seat, text in request.moves[verdict.step : verdict.step + verdict.actions])
    return Finding(verdict.step, verdict.loss, played, verdict.better, verdict.why)


# In the store


def dumps(made: Report) -> str:
    """The report as JSON; `loads` reads it."""
    document = {
        "game": made.game,
        "losses": made.losses,
        "findings": [finding_data(finding) for finding in made.findings],
        "luck": made.luck,
        "version": VERSION,  # the bot up to 0.2 does not read a report without it
    }
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)


def loads(text: str) -> Report:
    """Read what `dumps` wrote. Raises one of DAMAGES if it is damaged."""
    document = parse(text, Mapping[str, Any])
    game, losses, luck = document["game"], tuple(document["losses"]), document["luck"]
    findings = tuple(finding_of(data) for data in document["findings"])
    found: Report = checked(Report(game, losses, findings, luck), Report)
    return found


def finding_data(finding: Finding) -> list[Any]:
    """A finding as JSON values."""
    return [finding.step, finding.loss, finding.played, finding.better, _thought_data(finding.why)]


def finding_of(data: list[Any]) -> Finding:
    """Read what `finding_data` made. Raises one of DAMAGES if it is damaged."""
    step, loss, played, better, why = checked(data, _FINDING)
    return Finding(step, loss, tuple(played), tuple(better), _thought_of(why))


def _thought_data(thought: Thought | None) -> Any:
    if thought is None:
        return None
    facts = {**thought.facts, **thought.private_facts}
    return [thought.kind, {name: _fact_data(fact) for name, fact in facts.items()}, _thought_data(thought.before)]


def _thought_of(data: Any) -> Thought | None:
    if data is None:
        return None
    kind, facts, before = checked(data, tuple[str, Mapping[str, Any], Any])
    return Thought(kind, {}, {name: _fact_of(fact) for name, fact in facts.items()}, _thought_of(before))


def _fact_data(fact: Any) -> Any:
    if isinstance(fact, Card):  # a card is a tuple too
        return {"card": str(fact)}
    return [_fact_data(each) for each in fact] if isinstance(fact, tuple) else fact


def _fact_of(data: Any) -> Any:
    if isinstance(data, list):
        return tuple(map(_fact_of, data))
    return parse_card(data["card"]) if isinstance(data, dict) else data
