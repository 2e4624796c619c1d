"""Texts of `/help` and `/about`, with the links of the latter: adding the bot, privacy, terms, support, source code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle, ui

from bot import __version__
from bot.language import N_, _, decimal, listing, ngettext
from bot.permissions import invite_link, user_link
from bot.rules.catalogue import GAMES
from bot.ui.kit.layout import GREY, page, rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord

    from bot.operations.monitoring.request_figures import RequestFigures
    from bot.settings import Settings
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.controls import Button
    from bot.ui.kit.types import Interaction

HELP = N_("""\
## How to play
**New here?** /learn says what each game is, and teaches it in a few decisions, with the real cards and buttons.
**Alone:** /solo deals at once, in a channel, a group DM or your direct messages with me.
**Open a table:** /table new in a server's channel or in a group DM. Two computer players join you with /table new \
game: Rummy bots: 2. Friends press **Join**; the host presses **Start**.
**Play:** Your hand comes by direct message, with buttons to play. In a group DM or a server without me, press \
**My hand** on the board instead; it works everywhere, and only you see the answer. In Notty all hands are open, and \
you play on the board. You can also type: /hand, /move, and the verbs of the game, such as /draw and /discard; each \
offers what is possible.
**Stuck?** /rules explains the game and says what you can do now; /hint says what to play, and why.
**Away?** A table may have a clock; when your time runs out, the computer plays that turn, and after three in a row \
it plays on until you are back. With /away, you get no messages for a while, and slow games wait. /tables lists all \
your games.
**Watch:** /table watch lets you watch computer players; /table list shows a server's tables.
**Afterwards:** the board shows the standings and **Rematch**; /review shows what you could have played better, \
/train lets you find better moves than your own, /replay goes through a game again, /verify checks its shuffle, \
/leaderboard, /stats and /history show how you did.
**Every day:** /daily puzzle shows one position and /daily deal deals one game, the same for everybody; \
/daily board shows who was best.
**Yours:** /settings for language, direct messages, mentions and the order of your cards; /privacy export sends you \
everything stored about you, /privacy delete deletes it.
**Your server:** /server settings chooses where tables are opened and by whom, and the language of the channels; only \
people who manage the server see it.""")


async def show_help(reply: Reply) -> None:
    """Answer with how to play here."""
    await reply.private(page(_(HELP).splitlines(), GREY))


async def show_about(reply: Reply) -> None:
    """Answer with what this bot is, and for its host, its use of Discord's request limit."""
    bot, application, is_host = reply.services, reply.interaction.client.application, _is_host(reply.interaction)
    titles = listing([game.title for game in GAMES.values()])
    text = _(
        "## Rummy Table {version}\nCard games with people and computer players, in servers, direct messages and group "
        "DMs: {games}.\nShuffles are committed before the deal and revealed after the game, "
        "so that nobody, not even the host, can choose the cards. Nobody else sees your hidden "
        "cards.\n-# /help explains how to play · /rules explains the rules"
    ).format(version=__version__, games=titles)
    links = _links(application, bot.settings, is_host=is_host)
    await reply.private(page([text, *links, _for_host(bot.request_figures) if is_host else ""], GREY))


def _is_host(interaction: Interaction) -> bool:
    """Whether the bot belongs to them or their team, as Discord reported at login."""
    application = interaction.client.application
    if application is None:
        return False
    owners = application.team.members if application.team is not None else [application.owner]
    return interaction.user.id in {owner.id for owner in owners}


def _links(application: discord.AppInfo | None, settings: Settings, *, is_host: bool) -> list[Sequence[Button]]:
    """Rows of links; those that the host has not set or allowed, on Discord or in the settings, are left out.

    If only the owner may add the bot, only they see the first two.
    """
    found: list[tuple[str, str | None]] = []
    if application is not None:
        if application.bot_public or is_host:
            found.append((_("Add to a server"), invite_link(application.id)))
            if _may_be_added_to_accounts(application):
                found.append((_("Add to my account"), user_link(application.id)))
        found += [(_("Privacy"), application.privacy_policy_url), (_("Terms"), application.terms_of_service_url)]
    found += [(_("Support"), settings.support_url), (_("Source code"), settings.source_url)]
    return rows([ui.Button(style=ButtonStyle.link, label=label, url=url) for label, url in found if url])


def _may_be_added_to_accounts(application: discord.AppInfo) -> bool:
    """Whether the portal allows it (User Install), or Discord does not say."""
    return application.user_integration_config is not None or application.guild_integration_config is None


def _for_host(request_figures: RequestFigures) -> str:
    words = {
        "sent": ngettext("{n} counted request", "{n} counted requests", request_figures.spent).format(
            n=request_figures.spent
        ),
        "refused": ngettext("{n} was refused", "{n} were refused", request_figures.refused).format(
            n=request_figures.refused
        ),
        "invalid": ngettext(
            "{n} invalid one in the last ten minutes",
            "{n} invalid ones in the last ten minutes",
            request_figures.invalid,
        ).format(n=request_figures.invalid),
        "waiting": _waiting(request_figures),
    }
    return _(
        "-# For you as the bot's host: {sent} to Discord since the start, of which {refused}, and {invalid}; {waiting}"
    ).format(**words)


def _waiting(request_figures: RequestFigures) -> str:
    if not request_figures.due:
        return _("no message waits")
    return ngettext(
        "{n} message waits, for {oldest} s so far", "{n} messages wait, the oldest for {oldest} s", request_figures.due
    ).format(n=request_figures.due, oldest=decimal(round(request_figures.oldest, 1)))
