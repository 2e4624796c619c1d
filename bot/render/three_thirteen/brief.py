"""Text beside Three Thirteen's pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, listing
from bot.render.brief import SUIT_OR_RANK
from bot.render.cards import face
from bot.render.just_drawn import you_drew
from bot.render.words import points_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.three_thirteen.state import RoundResult
    from bot.rules.three_thirteen.view import ThreeThirteenView


class ThreeThirteenBrief:
    """Implements `Brief` for Three Thirteen."""

    hand_needs_table = True
    words_tell_table = False
    table_begins_with_hands = False
    sort_labels = SUIT_OR_RANK
    usual_order = "suit"

    def rounds(self, view: ThreeThirteenView) -> Sequence[Sequence[int]]:
        return view.penalties

    def table(self, view: ThreeThirteenView, cast: Cast) -> Sequence[str]:
        """The seats that have their last turn."""
        if view.went_out is None or not view.last_turns:
            return ()
        names = listing([cast.short(seat) for seat in view.last_turns])
        return (_("🏁 {name} is out. Last turn for {names}.").format(name=cast.name(view.went_out), names=names),)

    def hand(self, view: ThreeThirteenView) -> Sequence[str]:
        """The card just drawn."""
        if view.drawn is None or view.seat != view.seat_to_act:
            return ()
        return (you_drew(face(view.drawn, view.wild_rank), taken=view.took_discard),)

    def round_end(self, view: ThreeThirteenView, cast: Cast) -> Sequence[str]:
        """Who went out, and every seat's penalty and total."""
        result = view.last_round
        if result is None:
            return ()
        costs = [round_cost(view, result, seat, cast) for seat in range(view.seats)]
        return ("\n".join([how_it_ended(result, cast), *costs]),)


def how_it_ended(result: RoundResult, cast: Cast) -> str:
    """The round's number, and who went out first."""
    if result.went_out is None:
        return _("**Round {round}:** nobody went out.").format(round=result.round)
    return _("**Round {round}:** {name} went out first.").format(round=result.round, name=cast.name(result.went_out))


def wild_in_words(rank: str) -> str:
    """The wild rank."""
    return _("Wild: {rank}").format(rank="10" if rank == "0" else rank)


def round_cost(view: ThreeThirteenView, result: RoundResult, seat: int, cast: Cast) -> str:
    """A seat's penalty in the round, and its total."""
    points = points_in_words(result.penalties[seat])
    return _("{name}: +{points}, {total} in all").format(name=cast.name(seat), points=points, total=view.totals[seat])
