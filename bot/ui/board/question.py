"""Messages asking everybody at a table to agree to a proposal, with buttons for yes and no."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _, listing, ngettext
from bot.tables.acts.proposals import still_asked
from bot.tables.model.records import NOBODY, ProposalKind
from bot.ui.board.unshown import cannot_be_shown, unshown_sentence
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import BLUE, GREY, page
from bot.ui.wording.news import outcome
from bot.ui.wording.seats import mention
from bot.ui.wording.since import is_followed_by_a_draw, last_act

if TYPE_CHECKING:
    import discord
    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.records import Proposal, TableRecord

_QUESTIONS = {
    ProposalKind.END: N_("{who} would like to end this game now, without a winner and without ratings."),
    ProposalKind.UNDO: N_("{who} would like to take the last action back. No hidden card has been revealed since."),
}
_KEEP_RATED = N_(
    "This game is no longer rated, because {who} removed {out}. If everybody still playing "
    "agrees, it stays rated, and {out} is rated last."
)
_UNDO_NAMED = N_("{who} {acts} and would like to take that back. No hidden card has been revealed since.")
_UNDO_BEFORE_A_DRAW = N_(
    "{who} {acts} and would like to take that back. Since then only a card has been drawn, and the same one will be "
    "drawn again."
)
_KEEP_RATED_AT_THE_BEGINNING = N_(
    "This game is no longer rated, because {who} removed {out}. If everybody still playing "
    "agrees, it stays rated. {out} is not rated either way, because not everybody had "
    "played yet."
)
_KEEP_RATED_BY_MODERATOR = N_(
    "This game is no longer rated, because a moderator removed {out}. If everybody still playing "
    "agrees, it stays rated, and {out} is rated last."
)
_KEEP_RATED_AT_THE_BEGINNING_BY_MODERATOR = N_(
    "This game is no longer rated, because a moderator removed {out}. If everybody still playing "
    "agrees, it stays rated. {out} is not rated either way, because not everybody had "
    "played yet."
)
_KEEP_RATED_ALL_BACK = N_(
    "This game is no longer rated, because {who} removed a player who has since come back. If everybody agrees, it "
    "stays rated."
)
_KEEP_RATED_ALL_BACK_BY_MODERATOR = N_(
    "This game is no longer rated, because a moderator removed a player who has since come back. If everybody agrees, "
    "it stays rated."
)


def build_question(position: Position, proposal: Proposal) -> LayoutView:
    """The question, who has agreed, and who has yet to answer."""
    table = position.record
    waiting = [mention(person) for person in still_asked(table, proposal)]
    agreed = [mention(person) for person in proposal.agreed]
    answer = (
        _("Do you agree, {names}?")
        if proposal.kind is ProposalKind.KEEP_RATED
        else ngettext(
            "Do you agree, {names}? Playing on counts as no.",
            "Do you agree, {names}? Playing on counts as no.",
            len(waiting),
        )
    )
    return page(
        [
            _subject(position, proposal),
            answer.format(names=listing(waiting)),
            _("-# Agreed: {names}").format(names=listing(agreed)) if agreed else "",
            (
                button(table.id, "agree", _("Agree"), style=Style.success, argument=mark_of(proposal)),
                button(table.id, "decline", _("Decline"), style=Style.danger, argument=mark_of(proposal)),
            ),
        ],
        BLUE,
    )


def _subject(position: Position, proposal: Proposal) -> str:
    """The sentence that states the proposal."""
    table = position.record
    if proposal.kind is ProposalKind.UNDO and (acts := last_act(position, proposal.by)):
        named = _UNDO_BEFORE_A_DRAW if is_followed_by_a_draw(position, proposal.by) else _UNDO_NAMED
        return _(named).format(who=mention(proposal.by), acts=acts)
    if proposal.kind is ProposalKind.KEEP_RATED:
        return _removal(table, proposal.by)
    return _(_QUESTIONS[proposal.kind]).format(who=mention(proposal.by))


def _removal(table: TableRecord, by: int) -> str:
    """The question after a removal by the host, or by a moderator if `by` is NOBODY."""
    out = table.removed[-1] if table.removed else NOBODY
    is_forgotten = not all(seat.name for seat in table.seats)
    if out == NOBODY and not is_forgotten:
        sentence = _KEEP_RATED_ALL_BACK_BY_MODERATOR if by == NOBODY else _KEEP_RATED_ALL_BACK
    elif by == NOBODY:
        sentence = _KEEP_RATED_AT_THE_BEGINNING_BY_MODERATOR if out in table.excused else _KEEP_RATED_BY_MODERATOR
    else:
        sentence = _KEEP_RATED_AT_THE_BEGINNING if out in table.excused else _KEEP_RATED
    return _(sentence).format(who=mention(by), out=mention(out))


def after_answer(position: Position) -> LayoutView:
    """The question after an answer: with one more yes, or its outcome."""
    proposal = position.record.proposal
    if proposal is not None:
        return build_question(position, proposal)
    return page([answer_confirmation(position.record)], GREY)


def answer_confirmation(table: TableRecord) -> str:
    """The confirmation for a person who answered."""
    if table.proposal is not None:
        return ngettext(
            "You agree; one player is still being asked.",
            "You agree; the others are still being asked.",
            len(still_asked(table, table.proposal)),
        )
    return outcome(table) or _("The question is settled.")


def request_confirmation(client: discord.Client, table: TableRecord) -> str:
    """The confirmation for the person who asked."""
    if table.proposal is not None and cannot_be_shown(client, table):
        return _("Nobody can read your question yet.") + " " + unshown_sentence(client, table)
    if table.proposal is not None:
        return ngettext(
            "I have asked the other player in the channel.",
            "I have asked the others in the channel.",
            len(still_asked(table, table.proposal)),
        )
    return _("Done.")


def mark_of(proposal: Proposal) -> str:
    """An id for the question, so that a button of an earlier question cannot answer a later one."""
    return f"{proposal.kind}-{proposal.by}-{proposal.number or 0}"
