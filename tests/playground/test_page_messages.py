"""How the page shows messages in a real browser: markdown, links, pictures, every part, and nothing as HTML."""

from __future__ import annotations

import io
import re
import time
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui
from playwright.async_api import expect

from bot.playground import world
from tests.playground.browsing import (
    IN_A_BROWSER,
    Browser,
    message,
    new_table,
    shot,
)
from tests.playground.conftest import ADA, BRUNO, CARDS, LOUNGE, Running, newest
from tests.playground.sample_bot import SampleBot, picture

if TYPE_CHECKING:
    from tests.wire_client import PersonClient

pytestmark = IN_A_BROWSER
CONTRAST = r"""one => {
    const colour = (text) => text.match(/[\d.]+/g).map(Number);
    const over = ([r, g, b, a = 1], ground) => [r, g, b].map((part, at) => part * a + ground[at] * (1 - a));
    const ground = (node) => node
        ? over(colour(getComputedStyle(node).backgroundColor), ground(node.parentElement)) : [0, 0, 0];
    const linear = (part) => part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4;
    const light = ([r, g, b]) => 0.05 + 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const [low, high] = [light(colour(getComputedStyle(one).color)), light(ground(one))].sort((a, b) => a - b);
    return high / low;
}"""
"""The contrast of an element's words with what is behind them, as WCAG defines it."""


async def test_no_text_is_interpreted_as_html(browser: Browser, ada: PersonClient) -> None:
    """Words, names, code, links, mentions, threads and the bot's own texts are all shown as text."""
    evil = "<img src=x onerror=\"document.title='hacked'\"> [x](javascript:alert) `<b>` </table new:1><t:abc:R>"
    page = await browser.open(550)
    await ada.say(CARDS, evil)
    await ada.slash(CARDS, "table say", text=f"# {evil}\n> {evil}\n```\n{evil}\n```")
    await ada.slash(CARDS, "table new", game=evil[:80], thread=True)
    await message(page, "Your table is in").wait_for()
    await expect(page.locator(".message img:not(.avatar)")).to_have_count(0)
    await expect(page.locator(".message b b, .body b:has-text('onerror') img")).to_have_count(0)
    assert await page.title() == "Rummy Table · playground"
    assert "<img src=x onerror=" in await page.locator(".log").inner_text()
    assert await page.locator("a[href^=javascript]").count() == 0


async def test_the_menu_of_a_message_does_not_cover_its_text(
    browser: Browser, bot: SampleBot, ada: PersonClient
) -> None:
    """On a phone, the menu is always visible: beside the name or, if there is none, in the place of the avatar."""

    async def shout(interaction: discord.Interaction, message: discord.Message) -> None: ...

    bot.tree.add_command(app_commands.ContextMenu(name="Shout", callback=shout))
    await bot.tree.sync()
    page = await browser.open(390)
    for _ in range(2):
        await ada.say(CARDS, "Words that are wider than a phone, and so go on to its right edge, where the menu was.")
    grouped = page.locator(".message.grouped", has_text="wider than a phone")
    menu, words = await grouped.locator(".apps").bounding_box(), await grouped.locator(".body").bounding_box()
    assert menu is not None
    assert words is not None
    assert menu["x"] >= 0
    assert menu["x"] + menu["width"] <= words["x"]


MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
RELATIVE = {
    29.7 * MINUTE: "in 30 minutes",
    HOUR - 10: "in 1 hour",
    3 * HOUR - 30: "in 3 hours",
    20.6 * HOUR: "in 21 hours",
    DAY - 10: "in 1 day",
    -1.6 * HOUR: "2 hours ago",
    -40 * DAY: "1 month ago",
}
"""What is due in three hours was shown as "in 2 hours" from the first second on."""


async def test_markdown_mentions_and_times_are_shown_as_in_discord(browser: Browser, ada: PersonClient) -> None:
    page = await browser.open(550)
    text = (
        "# Big\n-# small\n**bold** *slanted* __under__ ~~gone~~ `code`\n- one\n  more of it\n- two\n> said\n"
        f"[link](https://example.com) <@{BRUNO}> <#{CARDS}> </table new:5> <t:1> <t:4102444800:R> 2 * 3 * 4 "
        f"snake_case_name"
    )
    await ada.slash(CARDS, "table say", text=text)
    said = message(page, "Big")
    for selector, words in {
        ".h1": "Big", ".small": "small", "strong": "bold", "em": "slanted", "u": "under", "s": "gone", "code": "code",
        "li .line": "more of it", "li >> nth=1": "two", "blockquote": "said", "a": "link",
        ".mention >> nth=0": "@Bruno", ".mention >> nth=1": "#cards",
        ".mention >> nth=2": "/table new",
    }.items():  # fmt: skip
        await expect(said.locator(selector)).to_have_text(words)
    for mention in await said.locator(".mention").all():
        await expect(mention).to_have_css("display", "inline")  # or else a line can begin with the comma after it
    await expect(said.locator("em")).to_have_count(1)
    await expect(said.locator("time.stamp >> nth=1")).to_have_text(re.compile(r"in \d+ years"))
    await expect(said).to_contain_text("2 * 3 * 4 snake_case_name")
    now = time.time()
    stamps = " ".join(f"<t:{int(now + left)}:R>" for left in RELATIVE)
    await ada.slash(CARDS, "table say", text=f"Times {stamps}")
    await expect(message(page, "Times").locator("time.stamp")).to_have_text(list(RELATIVE.values()))
    await said.get_by_role("button", name="/table new").click()
    await expect(page.get_by_role("combobox", name="game")).to_be_focused()
    await shot(page, "markdown")


async def test_links_to_messages_here_stay_on_the_page(browser: Browser, ada: PersonClient) -> None:
    """The hand's link to its table leads to the board, which is highlighted, also for people who want no motion."""
    page = await browser.open(550)
    await page.emulate_media(reduced_motion="reduce")
    board = await new_table(page)
    link = f"https://discord.com/channels/{world.GUILD_ID}/{CARDS}/{(await newest(ada))['id']}"
    await ada.slash(LOUNGE, "table say", text=f"Look: {link} or [there](https://discord.com/channels/1/5)")
    await page.get_by_role("button", name="channel lounge").click()
    await page.get_by_role("button", name="there").click()
    await expect(page.locator(".composer .problem")).to_have_text("That place is gone, or not yours to see.")
    await page.get_by_role("button", name=re.compile("#cards .* message")).click()
    await expect(board).to_have_class(re.compile("found"))
    await expect(board).to_have_css("animation-duration", "2s")
    await expect(page.locator(".place[aria-current]")).to_have_text("cards")


async def test_a_picture_shows_its_description_and_can_be_enlarged(browser: Browser) -> None:
    page = await browser.open(550)
    board = await new_table(page)
    image = board.get_by_role("img", name="Board 1")
    await expect(image).to_be_visible()
    assert await image.evaluate("image => image.complete && image.naturalWidth") == 440
    await board.get_by_role("button", name="Show the picture's ALT text").click()
    await expect(board.locator("figcaption")).to_have_text("Board 1")
    await board.get_by_role("button", name="Enlarge").click()
    await expect(page.locator("dialog.lightbox")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog.lightbox")).to_have_count(0)


async def test_pictures_are_shown_under_localhost_too(browser: Browser, running: Running) -> None:
    """The addresses of pictures contain one of the names, but the page may have been opened under the
    other, localhost.
    """
    page = await browser.open(550)
    await page.goto(running.address.page.replace("127.0.0.1", "localhost"))
    image = (await new_table(page)).get_by_role("img", name="Board 1")
    await expect(image).to_be_visible()
    await page.wait_for_function(
        "image => image.complete && image.naturalWidth === 440", arg=await image.element_handle()
    )


def gallery_of_parts() -> ui.LayoutView:
    """A layout with every part that the sample bot's board lacks."""
    view = ui.LayoutView()
    view.add_item(ui.TextDisplay("above two pictures"))
    pictures: ui.MediaGallery[Any] = ui.MediaGallery()
    pictures.add_item(media="attachment://small.png", description="Left")
    pictures.add_item(media="https://example.com/elsewhere.png", description="Elsewhere")
    view.add_item(pictures)
    links: ui.ActionRow[Any] = ui.ActionRow(ui.Button(label="Rules", url="https://example.com/rules", emoji="📖"))
    channels: ui.ActionRow[Any] = ui.ActionRow(ui.ChannelSelect(placeholder="Which channel"))
    roles: ui.ActionRow[Any] = ui.ActionRow(ui.RoleSelect(placeholder="Which role"))
    return view.add_item(links).add_item(channels).add_item(roles)


async def test_every_other_part_of_a_layout_is_shown(browser: Browser, bot: SampleBot) -> None:
    """Nothing is fetched from other sites, and a part that the page does not know is said to be missing."""
    view = gallery_of_parts().add_item(ui.Section("a section", accessory=ui.Button(label="Beside it")))
    page = await browser.open(550)
    await bot.get_partial_messageable(CARDS).send(view=view, file=discord.File(picture(), "small.png"))
    parts = message(page, "above two pictures")
    await expect(parts.get_by_role("img", name="Left")).to_be_visible()
    await expect(parts.get_by_text("This part cannot be shown here.")).to_be_visible()
    await expect(parts.get_by_role("link", name="Rules")).to_have_attribute("href", "https://example.com/rules")
    assert await parts.get_by_role("img", name="Elsewhere").get_attribute("src") is None
    await parts.get_by_role("combobox", name="Which role").click()
    await expect(page.get_by_role("option", name="@everyone")).to_be_visible()
    await page.keyboard.press("Escape")
    await parts.get_by_role("combobox", name="Which channel").click()
    await page.get_by_role("option", name="#lounge").click()
    await expect(parts.get_by_role("combobox", name="Which channel")).to_have_text("#lounge")
    await shot(page, "parts")


async def test_a_file_beside_words_is_offered_for_download(browser: Browser, bot: SampleBot) -> None:
    """This is how people get what is stored about them."""
    page = await browser.open(550)
    await bot.get_partial_messageable(CARDS).send("Stored:", file=discord.File(io.BytesIO(b"{}"), "stored.json"))
    link = message(page, "Stored:").get_by_role("link", name="stored.json")
    await expect(link).to_have_attribute("download", "stored.json")
    await expect(link).to_have_attribute("href", re.compile("^/cdn/"))


class Growing(ui.LayoutView):
    """Lines, and a button that adds many above itself."""

    def __init__(self, lines: int) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.TextDisplay("\n".join(f"line {number}" for number in range(lines))))
        row: ui.ActionRow[Any] = ui.ActionRow()
        self.button: ui.Button[Any] = ui.Button(label="More")
        self.button.callback = self.grow  # type: ignore[method-assign]
        self.add_item(row.add_item(self.button))

    async def grow(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=Growing(40))


async def test_the_focused_button_stays_visible_when_its_message_grows(
    browser: Browser, bot: SampleBot, ada: PersonClient
) -> None:
    page = await browser.open(390, 500)
    await bot.get_partial_messageable(CARDS).send(view=Growing(2))
    for number in range(9):
        await ada.say(CARDS, f"after {number}\nand more\nand more")
    button = page.get_by_role("button", name="More")
    await button.scroll_into_view_if_needed()
    await button.focus()
    await page.keyboard.press("Enter")
    await expect(message(page, "line 39")).to_be_visible()
    await expect(button).to_be_focused()
    await expect(button).to_be_in_viewport()


async def test_closing_an_enlarged_picture_restores_the_focus(browser: Browser, bot: SampleBot) -> None:
    def shown(word: str) -> ui.LayoutView:
        view, pictures = ui.LayoutView(), ui.MediaGallery[Any]()
        pictures.add_item(media="attachment://small.png", description="A small one")
        return view.add_item(ui.TextDisplay(word)).add_item(pictures)

    page = await browser.open(550)
    sent = await bot.get_partial_messageable(CARDS).send(
        view=shown("before"), file=discord.File(picture(), "small.png")
    )
    await message(page, "before").get_by_role("button", name="Enlarge").focus()
    await page.keyboard.press("Enter")
    await page.locator("dialog.lightbox").wait_for()
    await sent.edit(view=shown("after"))
    await message(page, "after").wait_for()
    await page.keyboard.press("Escape")
    await expect(message(page, "after").get_by_role("button", name="Enlarge")).to_be_focused()


async def test_a_button_without_words_is_named_after_its_card(browser: Browser, bot: SampleBot) -> None:
    """A star or an arrow beside a card does not say which card it is, but “Take 6♠” does."""
    four_colours = await bot.create_application_emoji(name="6_of_spades_4_0123abcd", image=picture().getvalue())
    plain = await bot.create_application_emoji(name="jack_of_hearts_0123abcd", image=picture().getvalue())
    row: ui.View = ui.View()
    for label, emoji in (("\N{UPWARDS ARROW}", four_colours), (None, plain), ("Take 6♠", four_colours)):
        row.add_item(ui.Button(label=label, emoji=emoji))
    page = await browser.open(550)
    await bot.get_partial_messageable(CARDS).send("Cards", view=row)
    for name in ("6 of spades \N{UPWARDS ARROW}", "jack of hearts", "Take 6♠"):
        await expect(message(page, "Cards").get_by_role("button", name=name, exact=True)).to_be_visible()


async def test_new_messages_do_not_scroll_a_reader_of_old_ones(browser: Browser, ada: PersonClient) -> None:
    page = await browser.open(550, 500)
    for number in range(12):
        await ada.say(CARDS, f"line {number}\nand more\nand more")
    await message(page, "line 11").wait_for()
    log = page.locator(".log")
    await log.evaluate("log => { log.scrollTop = 0; }")
    await ada.say(CARDS, "the newest")
    await expect(page.locator(".jump")).to_be_visible()
    assert await log.evaluate("log => log.scrollTop") == 0
    await page.locator(".jump").click()
    await expect(message(page, "the newest")).to_be_in_viewport()
    await expect(page.locator(".jump")).to_be_hidden()


async def test_a_screen_reader_hears_of_messages_and_can_go_from_one_to_the_next(
    browser: Browser, ada: PersonClient
) -> None:
    """Headings within a message come below its own."""
    page = await browser.open(550)
    await expect(page.get_by_role("log")).to_be_attached()
    await ada.slash(CARDS, "table say", text=f"**Your** turn, <@{BRUNO}>!")
    await expect(page.locator(".pane > [aria-live=polite]")).to_have_text("Rummy Table: Your turn, @Bruno!")
    await ada.slash(CARDS, "table say", text="## Rules")
    said = message(page, "Rules")
    await expect(said.get_by_role("heading", level=3)).to_contain_text("Rummy Table")
    await expect(said.get_by_role("heading", level=4)).to_have_text("Rules")


async def test_small_print_is_legible_on_every_ground(browser: Browser, ada: PersonClient) -> None:
    page = await browser.open(550)
    board = await new_table(page)
    await board.get_by_role("button", name="Hand").click()
    await ada.slash(CARDS, "table say", text=f"Your turn, <@{ADA}>!")
    private, mention = page.locator(".message.ephemeral"), page.locator(".message.pinged")
    small = (private.locator(".when"), private.locator(".only-you"), private.locator(".link"), mention.locator(".when"))
    for words in small:
        assert await words.evaluate(CONTRAST) >= 4.5


async def test_a_dismissed_answer_stays_away_when_the_page_is_loaded_again(browser: Browser) -> None:
    """Discord forgets all private answers then; the playground keeps those that nobody dismissed."""
    page = await browser.open(550)
    board = await new_table(page)
    hands = message(page, "Secret hand of ada")
    for count in (1, 2):
        await board.get_by_role("button", name="Hand").click()
        await expect(hands).to_have_count(count)
    for left in (1, 0):
        await hands.first.get_by_role("button", name="Dismiss").click()
        await page.reload()
        await board.wait_for()
        await expect(hands).to_have_count(left)
