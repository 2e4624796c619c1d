"""Proposals that everybody at a table has to agree to. Pure functions.

They end the game unrated, undo an action, or rate a game from which somebody was removed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from bot.language import N_, _, ngettext
from bot.tables.acts.news import NewsKind, with_news
from bot.tables.acts.people import require_by_hand, without_person
from bot.tables.model.errors import AlreadyAskedError, NotSeatedError, TableError
from bot.tables.model.records import NOBODY, Phase, Proposal, ProposalKind, TableRecord

if TYPE_CHECKING:
    from collections.abc import Collection

AGREED_END = N_("All players agreed to end the game.")
Ending: TypeAlias = Literal["declined", "withdrawn", "left_open"]
"""How a person ends a question without agreement."""


def propose(table: TableRecord, proposal: Proposal) -> TableRecord:
    """Ask everybody who plays by hand; computer players always agree.

    Raises:
        TableError: the person may not propose this.
        AlreadyAskedError: another proposal is open.
    """
    _require_player(table, proposal.by)
    if table.proposal is not None:
        raise AlreadyAskedError(_already_asked(table, table.proposal, proposal.by))
    if proposal.kind is ProposalKind.END and len(table.present) == 1:
        raise TableError(_nobody_to_ask(away=len(table.people) - 1))
    return concluded(replace(table, proposal=proposal))


def _already_asked(table: TableRecord, open_one: Proposal, person: int) -> str:
    """Why the person cannot ask something else yet."""
    if person not in open_one.agreed:
        return _("There is already a question at this table; answer that first.")
    return ngettext(
        "There is already a question at this table; one player has yet to answer it.",
        "There is already a question at this table; the others have yet to answer it.",
        len(still_asked(table, open_one)),
    )


def _nobody_to_ask(*, away: int) -> str:
    """Why somebody who plays alone cannot ask the others, of whom some may be away."""
    if not away:
        return _("You are the only person left: end the game with /table end, or leave with /table leave.")
    return ngettext(
        "The other player is away and cannot be asked; /table leave gives up your seat.",
        "The others are away and cannot be asked; /table leave gives up your seat.",
        away,
    )


def may_stay_rated(people: Collection[int], kicker: int) -> bool:
    """Whether those who are left may agree that a game from which the kicker removed somebody stays rated.

    Nobody can decide it alone, neither a host nor the only one left after a moderator's removal.
    """
    return len(people) > 1 and bool(set(people) - {kicker})


def ask_to_keep_rated(table: TableRecord, kicker: int) -> TableRecord:
    """Ask everybody left whether a game from which the kicker removed somebody should still be rated.

    Replaces any open proposal. A moderator who does not play there is not named in the table.
    """
    if table.phase is not Phase.PLAYING or not may_stay_rated(table.people, kicker):
        return table
    plays = kicker in table.people
    asked = Proposal(ProposalKind.KEEP_RATED, kicker if plays else NOBODY, (kicker,) if plays else (), table.decision)
    return replace(table, proposal=asked)


def agree(table: TableRecord, person: int) -> TableRecord:
    """Record a person's consent; the last one's carries the proposal out (an undo's position is restored by the
    caller).

    Raises:
        TableError: there is nothing to agree to, or the person is not asked.
    """
    _require_player(table, person)
    proposal = _open(table)
    if person in proposal.agreed:
        raise TableError(
            ngettext(
                "You have already agreed; one player is still being asked.",
                "You have already agreed; the others are still being asked.",
                len(still_asked(table, proposal)),
            )
        )
    return concluded(replace(table, proposal=replace(proposal, agreed=(*proposal.agreed, person))))


def decline(table: TableRecord, person: int) -> TableRecord:
    """Drop the proposal: the person declines it, or withdraws their own."""
    _require_player(table, person)
    proposal = _open(table)
    return _dropped(table, proposal, "withdrawn" if proposal.by == person else "declined", person)


def still_asked(table: TableRecord, proposal: Proposal) -> list[int]:
    """The people who have yet to agree, of those playing by hand, and for a rating also of those who are away."""
    asked = table.people if proposal.kind is ProposalKind.KEEP_RATED else table.present
    return [person for person in asked if person not in proposal.agreed]


def all_agree(table: TableRecord) -> bool:
    """Whether everybody asked has agreed."""
    proposal = table.proposal
    return proposal is not None and not still_asked(table, proposal)


def concluded(table: TableRecord) -> TableRecord:
    """End the game, or rate it, if everybody has agreed to that."""
    proposal = table.proposal
    if proposal is None or not all_agree(table):
        return table
    if proposal.kind is ProposalKind.END:
        return replace(table.closed(AGREED_END), ended_by_agreement=True)
    if proposal.kind is ProposalKind.KEEP_RATED:
        kept = replace(table, voided=False, proposal=None)
        return with_news(kept, "kept_rated", table.seat_of(proposal.by) or 0)
    return table


def after_action(table: TableRecord, seat: int, person: int | None) -> TableRecord:
    """Playing on cancels an undo request and withdraws consent to end the game."""
    proposal = table.proposal
    if proposal is None or proposal.kind is ProposalKind.KEEP_RATED:
        return table
    if proposal.kind is ProposalKind.UNDO:
        return with_news(replace(table, proposal=None), "undo_overtaken", seat)
    if person == proposal.by:
        return _dropped(table, proposal, "withdrawn", person)
    return replace(table, proposal=replace(proposal, agreed=without_person(proposal.agreed, person)))


def without(table: TableRecord, person: int | None) -> TableRecord:
    """Stop asking a person who no longer plays; drop their own proposal.

    A person who left an unrated game must not be rated by a later vote of the others.
    """
    proposal = table.proposal
    if proposal is None:
        return table
    if proposal.kind is ProposalKind.KEEP_RATED:
        return table if person in table.people else _dropped(table, proposal, "left_open", person)
    if proposal.kind is ProposalKind.UNDO or proposal.by == person or len(table.present) < 2:
        return _dropped(table, proposal, "left_open", person)
    return concluded(table)


def _dropped(table: TableRecord, proposal: Proposal, how: Ending, person: int | None) -> TableRecord:
    """The table without the proposal, and with news of what its player did to end it."""
    seat = [seat.person for seat in table.seats].index(person)
    kind = cast("NewsKind", f"{proposal.kind}_{how}")
    return with_news(replace(table, proposal=None), kind, seat)


def _require_player(table: TableRecord, person: int) -> None:
    if table.phase is not Phase.PLAYING:
        raise TableError(_("No game is running at this table, so there is nothing to agree on."))
    require_by_hand(table, person)
    if person not in table.present:
        raise NotSeatedError(_("Only people still playing at this table can ask and answer such questions."))


def _open(table: TableRecord) -> Proposal:
    if table.proposal is None:
        raise no_question()
    return table.proposal


def no_question() -> TableError:
    """Refusal of an answer to a table that asks nothing."""
    return TableError(_("There is no open question at this table any more."))
