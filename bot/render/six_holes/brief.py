"""Text beside 6 Holes' pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.brief import NOT_SORTED
from bot.render.cards import face
from bot.render.just_drawn import you_drew
from bot.render.words import points_in_words
from bot.rules.six_holes.actions import COLUMNS
from bot.rules.six_holes.scoring import column_score, is_pair
from bot.rules.six_holes.state import TURNS_PER_ROUND

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.render.cast import Cast
    from bot.rules.cards import Card
    from bot.rules.six_holes.state import RoundResult
    from bot.rules.six_holes.view import SixHolesView


class SixHolesBrief:
    """Implements `Brief` for 6 Holes."""

    hand_needs_table = False
    words_tell_table = False
    table_begins_with_hands = True
    sort_labels = NOT_SORTED
    usual_order = "suit"

    def rounds(self, view: SixHolesView) -> Sequence[Sequence[int]]:
        return view.scores

    def table(self, view: SixHolesView, cast: Cast) -> Sequence[str]:
        """A notice if this is the round's last turn."""
        sentence = last_turn(view)
        return (sentence,) if sentence else ()

    def hand(self, view: SixHolesView) -> Sequence[str]:
        """The card just drawn."""
        if view.drawn is None or view.seat != view.seat_to_act:
            return ()
        return (you_drew(face(view.drawn), taken=False),)

    def round_end(self, view: SixHolesView, cast: Cast) -> Sequence[str]:
        """Who or what ended the round, and both players' points and totals."""
        result = view.last_round
        if result is None:
            return ()
        scores = [round_score(view, result, seat, cast) for seat in range(view.seats)]
        return ("\n".join([how_it_ended(result, cast), *scores]),)


def last_turn(view: SixHolesView) -> str:
    """Why this is the round's last turn; empty if it is not."""
    if not view.is_last_turn:
        return ""
    if view.closer is not None:
        return _("🏁 One player has all side cards up: this is the last turn.")
    return _("🏁 Turn {number} of the round: this is the last turn.").format(number=TURNS_PER_ROUND)


def how_it_ended(result: RoundResult, cast: Cast) -> str:
    """The round's number, and who turned up all side cards first."""
    if result.closer is None:
        return ngettext(
            "**Round {round}** ended after {number} turn.",
            "**Round {round}** ended after {number} turns.",
            TURNS_PER_ROUND,
        ).format(round=result.round, number=TURNS_PER_ROUND)
    return _("**Round {round}:** {name} was the first with all side cards face up.").format(
        round=result.round, name=cast.name(result.closer)
    )


def round_score(view: SixHolesView, result: RoundResult, seat: int, cast: Cast) -> str:
    """A player's points in the round, and their total."""
    points = points_in_words(result.scores[seat])
    return _("{name}: {points}, {total} in all").format(name=cast.name(seat), points=points, total=view.totals[seat])


def columns_in_words(cards: Sequence[Card | None], joker: str) -> Iterator[str]:
    """The points of the columns whose cards are all face up."""
    for top, bottom in COLUMNS:
        first, second = cards[top], cards[bottom]
        if first is not None and second is not None:
            pair = is_pair(first, second, joker)
            text = _("{places}: pair, {points}.") if pair else _("{places}: {points}.")
            points = points_in_words(column_score(first, second, joker))
            yield text.format(places=f"{top.name} {bottom.name}", points=points)
