"""What people at a table are asked: to agree to something, or to come back. Each is one message that mentions them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.language import N_, _
from bot.render.words import listing
from bot.tables.acts import proposals
from bot.tables.model.records import PROPOSAL, RETURN, Phase, ProposalKind
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import BLUE, GREY, digest, page
from bot.ui.messages import posting
from bot.ui.messages.posting import MessageGoneError, Post
from bot.ui.wording.absence import ask_back
from bot.ui.wording.seats import mention

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.protocols import Store
    from bot.tables.model.records import Proposal, TableRecord
    from bot.ui.messages.table_messages import Room

_QUESTIONS = {
    ProposalKind.END: N_("{who} would like to end this game now, without a winner and without ratings."),
    ProposalKind.UNDO: N_(
        "{who} would like to take the last action back. Nothing hidden has come to light since."
    ),
    ProposalKind.KEEP_RATED: N_(
        "This game is no longer rated, because {who} took {out} out. If everyone still playing agrees, it stays rated, "
        "and {out} is rated last."
    ),
}


def question(table: TableRecord, proposal: Proposal) -> LayoutView:
    """The question, who has said yes, and who is still asked."""
    waiting = [mention(person) for person in _waiting(table, proposal)]
    agreed = [mention(person) for person in proposal.agreed]
    out = mention(table.removed[-1]) if table.removed else _("a player")
    question = (
        _("Do you agree, {names}?")
        if proposal.kind is ProposalKind.KEEP_RATED
        else _("Do you agree, {names}? Playing on is an answer too.")
    )
    return page(
        [
            _(_QUESTIONS[proposal.kind]).format(who=mention(proposal.by), out=out),
            question.format(names=listing(waiting)),
            _("-# Agreed: {names}").format(names=listing(agreed)),
            (
                button(table.id, "agree", _("Agree"), style=Style.success, argument=_mark(proposal)),
                button(table.id, "decline", _("Decline"), style=Style.danger, argument=_mark(proposal)),
            ),
        ],
        BLUE,
    )


def _waiting(table: TableRecord, proposal: Proposal) -> list[int]:
    """Who has not said yes yet."""
    return [person for person in proposals.asked(table, proposal) if person not in proposal.agreed]


def after_answer(table: TableRecord) -> LayoutView:
    """The question after an answer: with one more yes, or settled (the message then goes)."""
    if table.proposal is not None:
        return question(table, table.proposal)
    return page([told(table)], GREY)


def told(table: TableRecord) -> str:
    """What who answered is told."""
    if table.proposal is not None:
        return _("You agree; the others are still asked.")
    return _("Everybody agreed.") if _was_agreed(table) else _("The question is settled.")


def asked(table: TableRecord) -> str:
    """What who asked is told."""
    if table.proposal is not None:
        return _("The others are asked in the channel.")
    return _("Done.")


def _was_agreed(table: TableRecord) -> bool:
    last = table.recent[-1].kind if table.recent else ""
    return table.ended_by_agreement or last in ("action_undone", "kept_rated")


def _mark(proposal: Proposal) -> str:
    """What an answer is about, so that a button of an earlier question answers no later one."""
    return f"{proposal.kind}-{proposal.by}-{proposal.number or 0}"


def is_about(proposal: Proposal | None, mark: str) -> bool:
    """Whether a button with that argument asks this."""
    return proposal is not None and mark == _mark(proposal)


class AskingKeeper:
    """Keeps the messages with a table's open questions up to date, and takes them away when they are answered."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store

    async def show(self, room: Room, position: Position) -> None:
        """Ask, bring the questions up to date, or take them away."""
        table = position.record
        proposal = table.proposal if table.phase is Phase.PLAYING else None
        if proposal is None:
            await self._take_away(room, PROPOSAL)
        else:
            await self._ask(room, table, PROPOSAL, question(table, proposal), _waiting(table, proposal))
        if table.awaits_return:
            await self._ask(room, table, RETURN, ask_back(table), table.people)
        else:
            await self._take_away(room, RETURN)

    async def _take_away(self, room: Room, audience: int) -> None:
        old = (await room.load(self._store)).get(audience)
        if old is not None:
            await posting.delete(self._client, old)
            await room.forget(self._store, audience)

    async def _ask(
        self, room: Room, table: TableRecord, audience: int, view: LayoutView, people: Sequence[int]
    ) -> None:
        """Post the question, which mentions these people once, or bring it up to date."""
        old, shown = (await room.load(self._store)).get(audience), digest(view)
        if room.digests.get(audience) == shown:
            return
        if old is not None:
            try:
                await posting.edit(self._client, old, Post(table.id, audience, table.version, view))
            except MessageGoneError:
                pass
            else:
                room.digests[audience] = shown
                return
        message = await posting.channel(self._client, table.channel_id).send(
            view=view,
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(person) for person in people]),
        )
        await room.keep(self._store, posting.sent(message, table.id, audience, table.version), shown)
