"""What the bot offers and says where it can only answer, and where only the caller sees its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.e2e.daily.test_puzzle import playing, set_puzzles
from tests.e2e.table_talk import control, labels, sentence, text
from tests.puzzles.ready import of_kind

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_no_table_opens_where_answers_are_hidden(outside: Any) -> None:
    """The refusal comes before the table opens, and says what works. Private answers work there as well."""
    place = outside(in_server=True, public=False)
    anna = place.guest("anna")
    assert "only you would see the table" in sentence(await anna.slash("table new", game="rummy"))
    assert "only you would see the table" in sentence(await anna.slash("solo", game="rummy"))
    assert not place.boards()
    assert "Rummy" in text((await anna.slash("rules", game="rummy")).response)


async def test_hidden_answers_suggest_where_tables_can_be_opened(outside: Any) -> None:
    """Without a table, the answers say what works there. In a group DM, that is to open one."""
    hidden, group = (place.guest("anna") for place in (outside(in_server=True, public=False), outside()))
    for command, options in {
        "table start": {},
        "table plan": {"game": "rummy", "when": "in 2 hours"},
        "hand": {},
        "tables": {},
        "leaderboard": {"game": "rummy"},
        "stats": {"game": "rummy"},
        "history": {},
    }.items():
        said = text((await hidden.slash(command, **options)).response)
        assert "/table new" not in said
        assert "in a group DM or with /solo in your direct messages with me" in said
        assert "/table new" in text((await group.slash(command, **options)).response)
    told = sentence(await group.slash("hand"))
    assert told == "You are not at a table; open a table with /table new.", "it used to send people to a server"


async def test_help_promises_nothing_that_is_impossible_there(outside: Any) -> None:
    """`/help` once promised hands by direct message, a game where none is allowed, and the tables of “this server”."""
    for place in (outside(), outside(in_server=True), outside(in_server=True, public=False)):
        said = text((await place.guest("anna").slash("help")).response)
        assert "In a group DM or a server without me, press My hand on the board instead" in said.replace("**", "")
        assert "here" not in said.split()
        assert "this server" not in said


async def test_settings_say_what_does_not_apply_there(world: World, outside: Any) -> None:
    """They offered a hand by direct message, which never comes from there. The line stays when a section is changed."""
    anna, words = world.person("anna"), "Here, your hand comes only when you press My hand, and nobody can call you."
    assert words not in text((await anna.slash(world.channel, "settings")).response).replace("**", "")
    guest = outside().guest("anna")
    shown = (await guest.slash("settings")).response
    assert words in text(shown).replace("**", "")
    pressed = await guest.click(shown, custom_id=control(shown, "set-section", "calls"))
    assert words in text(pressed.response).replace("**", "")


async def test_a_puzzles_result_is_shared_only_where_others_see_it(world: World, outside: Any) -> None:
    """Where answers are hidden, “Share” used to show the result to nobody else, and looked as elsewhere."""
    await set_puzzles(world, "six-holes-move")
    hidden, group = (place.guest("anna") for place in (outside(in_server=True, public=False), outside()))
    daily, solution = world.bot.daily, of_kind("six-holes-move").solution[0]
    await daily.open(hidden.id)
    await daily.apply_change(hidden.id, daily.today * 10_000, 0, "anna", playing(solution))
    for guest, is_shared in ((hidden, False), (group, True)):
        shown = (await guest.slash("daily puzzle")).response
        assert "solved!" in text(shown)
        assert ("Share" in labels(shown)) == is_shared
