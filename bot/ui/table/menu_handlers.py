"""What the menu, the final board and the settings do."""

from __future__ import annotations

from dataclasses import replace

from bot.language import LANGUAGES, _, speaking
from bot.ui.board.status import status
from bot.ui.help import texts
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.services import person
from bot.ui.kit.layout import GREY, page
from bot.ui.settings.settings_page import settings_page
from bot.ui.table import kicking, leaving
from bot.ui.table.menu import menu, tell
from bot.ui.table.rematch import rematch
from bot.ui.wording.place import place_of


@on("menu")
async def open_menu(click: Click) -> None:
    position = (await click.table()).position
    await click.reply.private(menu(position, click.interaction.user.id))


@on("quit")
async def ask_to_leave(click: Click) -> None:
    await leaving.leave(click.reply, await click.table())


@on("quit-yes")
async def leave(click: Click) -> None:
    await leaving.leave(click.reply, await click.table(), click.argument)


@on("menu-back")
async def stay(click: Click) -> None:
    """The menu in place of the question."""
    await tell(click.reply, (await click.table()).position, "")


@on("return")
async def come_back(click: Click) -> None:
    table = await click.table()
    position = await table.join(person(click.interaction), click.interaction.id)
    await tell(click.reply, position, _("You play again; welcome back."))


@on("end")
async def ask_to_end(click: Click) -> None:
    await leaving.end(click.reply, await click.table())


@on("end-yes")
async def end(click: Click) -> None:
    await leaving.end(click.reply, await click.table(), click.argument)


@on("kick")
async def ask_to_kick(click: Click) -> None:
    await kicking.kick(click.reply, await click.table(), int(click.values[0]))


@on("kick-yes")
async def kick(click: Click) -> None:
    await kicking.kick(click.reply, await click.table(), int(click.argument), sure=True)


@on("rematch")
async def ask_for_rematch(click: Click) -> None:
    await rematch(click.reply, await click.table())


@on("status")
async def show_status(click: Click) -> None:
    position = (await click.table()).position
    await click.reply.private(status(position, place_of(click.interaction.client, position.record)))


@on("help")
async def help_page(click: Click) -> None:
    await click.reply.private(page([_(texts.HELP)], GREY))


@on("settings")
async def own_settings(click: Click) -> None:
    chosen = await click.house.store.person_settings(click.interaction.user.id)
    await click.reply.private(settings_page(chosen))


@on("set")
async def choose(click: Click) -> None:
    """Save one's own setting; choosing hands by DM also tries closed DMs again."""
    store, user = click.house.store, click.interaction.user.id
    chosen = await store.person_settings(user)
    value = click.values[0]
    if click.argument == "hand":
        chosen = replace(chosen, hand_by_dm=value == "dm", dm_closed=False)
    elif click.argument == "pings":
        chosen = replace(chosen, turn_pings=value == "on")
    elif click.argument == "pictures":
        chosen = replace(chosen, text_only=value == "off")
    elif click.argument == "everywhere":
        chosen = replace(chosen, everywhere=value == "on")
    elif click.argument == "language":
        chosen = replace(chosen, language=value if value in LANGUAGES else None)
    else:
        chosen = replace(chosen, hand_order="rank" if value == "rank" else "suit")
    await store.save_person_settings(user, chosen)
    with speaking(await click.house.languages.of_interaction(click.interaction)):
        await click.reply.show(settings_page(chosen))
