"""Who did what in a server: the latest acts of its moderators, for people who manage it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.tables.model import moderation
from bot.tables.model.records import NOBODY
from bot.ui.kit.controls import NO_TABLE, button
from bot.ui.kit.layout import GREY, page
from bot.ui.kit.timestamps import date_and_time
from bot.ui.settings.sections import find
from bot.ui.settings.server_choices import RESULTS, SERVER
from bot.ui.wording.games import title_of
from bot.ui.wording.paging import back_and_next, read_page
from bot.ui.wording.seats import mention

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model.moderation import Moderated, ModerationStore
    from bot.ui.kit.controls import Button

LOG = "log"
"""The name of this list, in place of a section's; a page and a tag that keeps ids unique may follow."""
ACTS_A_PAGE = 20
_VERB = "server-section"
_SENTENCES = {
    moderation.SETTING: N_("{who} changed “{setting}”"),
    moderation.SEASON: N_("{who} started season {number}"),
    moderation.VOIDED: N_("{who} voided the result of table {number}"),
    moderation.BARRED: N_("{who} barred {person} from the tables"),
    moderation.LIFTED: N_("{who} let {person} play again"),
    moderation.ENDED: N_("{who} ended table {number}"),
    moderation.REMOVED: N_("{who} removed {person} from table {number}"),
    moderation.CANCELLED: N_("{who} cancelled {game}, which {person} had planned"),
}


async def log_page(store: ModerationStore, guild_id: int, number: int) -> LayoutView:
    """One page of the acts, counted from 0: a line each, the newest first."""
    found = await store.of_guild(guild_id, ACTS_A_PAGE + 1, number * ACTS_A_PAGE)
    said = [(done.at, _said(done)) for done in found[:ACTS_A_PAGE]]
    lines = [f"{date_and_time(at)}: {sentence}" for at, sentence in said if sentence]
    note = _("-# Of the last 90 days. What hosts do at their own tables is not listed.")
    listed = "\n".join(lines) or _("Nobody has done anything yet.")
    turning = back_and_next(
        _VERB, number, lambda to, tag: f"{LOG},{to},{tag}", has_more=len(found) > ACTS_A_PAGE, newest_first=True
    )
    buttons = (*turning, _to_section(RESULTS, _("Back")))
    return page([_("## Who did what in this server"), listed, note, buttons], GREY)


def read_log_page(section: str) -> int | None:
    """The page of this list that the name of a section stands for; None if it is another section's."""
    name, _comma, rest = section.partition(",")
    return read_page(rest.partition(",")[0]) if name == LOG else None


def to_log() -> Button:
    """The button that shows this page."""
    return _to_section(LOG, _("Who did what"))


def _to_section(name: str, label: str) -> Button:
    return button(NO_TABLE, _VERB, label, argument=name)


def _said(done: Moderated) -> str:
    """The act as a sentence; empty if another version noted it, which knows other acts."""
    sentence = _SENTENCES.get(done.act)
    if sentence is None:
        return ""
    found = find(SERVER, done.detail)
    return _(sentence).format(
        who=mention(done.moderator or NOBODY),
        person=mention(done.about or NOBODY),
        number=done.detail,
        setting=_(found[1].title) if found is not None else done.detail,
        game=title_of(done.detail),
    )
