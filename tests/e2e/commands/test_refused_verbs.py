"""A command that cannot be played is answered with what to do first, or how to type it in Discord."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from bot.language import LANGUAGES, speaking
from bot.render.cards import TEXT_STYLE
from bot.render.catalogue import text_of
from bot.rules.catalogue import GAMES
from bot.rules.errors import AmbiguousActionError
from bot.rules.rummy.state import Phase
from bot.ui.commands.perform import OPTION_NAMES, refused
from tests.commands import leaves, loaded
from tests.e2e.table_talk import MENTION, sentence
from tests.e2e.typed import OPTIONS, REST

if TYPE_CHECKING:
    from tests.e2e.conftest import World


BUTTONS = "or the buttons under your hand."
DRAW_FIRST = {
    "three-thirteen": f"Draw first, from the stock or the discard pile; then discard. Use /draw from: stock, {BUTTONS}",
    "rummy": f"Draw first, then lay down, lay off, swap or discard. Use /draw from: stock, {BUTTONS}",
    "six-holes": f"Draw first: you have no card to place or discard. Use /draw, {BUTTONS}",
}


async def seated(world: World, game: str) -> Any:
    return await world.seated("anna", bots=GAMES[game].seats[0] - 1, game=game)


async def refusal(world: World, command: str, **options: str) -> str:
    said = sentence(await world.person("anna").slash(world.channel, command, **options))
    assert not re.search(f"[♠♥♦♣](?!{TEXT_STYLE})", said), "an emoji: black on a dark background"
    return MENTION.sub(r"/\1", said).replace(TEXT_STYLE, "")


CARDS = "", "nonsense", "4C", "99"
BEFORE_DRAWING: dict[str, list[tuple[str, dict[str, str]]]] = {
    "three-thirteen": [],
    "rummy": [
        ("lay", {"melds": "nonsense"}), ("layoff", {"card": "x", "meld": "y"}), ("swap", {"card": "K♠", "meld": "1"}),
    ],
    "six-holes": [("discard", {}), *(("place", {"position": where}) for where in ("top left", "nonsense", "TL"))],
}  # fmt: skip


@pytest.mark.parametrize("game", DRAW_FIRST)
async def test_a_move_before_drawing_says_to_draw_first(world: World, game: str) -> None:
    """The answer says to draw first, whichever verb is used and whichever card is named, or none."""
    world.draw_by_hand()
    table = await seated(world, game)
    before = table.record.decision
    commands = BEFORE_DRAWING[game]
    if game != "six-holes":  # there, nobody has a hand, and /discard names no card
        held = table.position.view_of(world.person("anna").id).hand[:1]
        commands = [*(("discard", {"cards": str(cards)} if cards else {}) for cards in (*CARDS, *held)), *commands]
    for command, options in commands:
        assert await refusal(world, command, **options) == DRAW_FIRST[game], (command, options)
    assert table.record.decision == before


async def test_laying_off_too_early_says_what_is_possible_instead(world: World) -> None:
    """The answer used to name `/lay` even in the first two rounds, in which nothing can be laid down."""
    anna, table = world.person("anna"), await seated(world, "rummy")
    too_early = {"layoff": "You can lay off cards", "swap": "You can swap jokers"}

    async def check(usage: str) -> None:
        card = str(table.position.view_of(anna.id).hand[0])
        for command, cannot in too_early.items():
            said = await refusal(world, command, card=card, meld="1")
            assert said == f"{cannot} only after you have laid down melds of your own. Use {usage}, {BUTTONS}"

    def has_drawn_in_round_3() -> bool:
        state = table.position.state
        return table.position.person_to_act == anna.id and (state.round, state.phase) == (3, Phase.PLAY)

    await check("/discard cards: K♠")
    await world.play_on(table, until=has_drawn_in_round_3)
    await check("/lay melds: 5♥ 5♦ 5♣ / 7♠ 8♠ 9♠")


async def test_an_unreadable_command_gets_an_example(world: World) -> None:
    """A command that cannot be read is answered with an example of the same command, and plays nothing at random."""
    table = await seated(world, "three-thirteen")
    decision = table.record.decision  # not 0 if the computer player began
    assert await refusal(world, "draw") == (
        f"Say where to draw from: the stock or the discard pile. Use /draw from: stock, {BUTTONS}"
    )
    assert table.record.decision == decision
    await world.person("anna").slash(world.channel, "draw", **{"from": "stock"})
    for options in ({}, {"from": "stock"}, {"from": "nonsense"}):
        assert await refusal(world, "draw", **options) == (
            f"You have already drawn a card this turn: discard one card now. Use /discard cards: K♠, {BUTTONS}"
        )
    assert await refusal(world, "discard") == f"Name one card to discard. Use /discard cards: K♠, {BUTTONS}"
    assert await refusal(world, "discard", cards="99") == (
        f"“99” is not a card; name one by its value and suit, such as K♠ or 10♥. Use /discard cards: K♠, {BUTTONS}"
    )


async def test_a_german_refusal_is_german_throughout(world: World) -> None:
    """A refusal in German is German throughout. It names the commands as Anna's own Discord shows them: in English."""
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, language="de")
    await seated(world, "three-thirteen")
    assert await refusal(world, "discard", cards="Pik König") == (
        "Zieh zuerst, vom Stapel oder vom Ablagestapel; danach wirfst du ab. "
        "Nimm die Knöpfe unter deiner Hand oder /draw from: stock."
    )


async def test_an_ambiguous_layoff_asks_for_an_end(world: World) -> None:
    """When a card fits at both ends, the answer asks for `end:`, an option that the command has."""
    table = await seated(world, "rummy")
    error = refused(table.position, world.person("anna").id, "layoff", AmbiguousActionError("Which end?"))
    assert str(error) == "Which end? Try again and choose end:, or use the buttons under your hand."


async def test_grid_positions_can_be_typed_in_words(world: World) -> None:
    """Positions in the grid are offered and read in words."""
    table = await seated(world, "six-holes")
    anna = world.person("anna")
    offered = await anna.autocomplete(world.channel, "open", "position", "left")
    assert {(choice["name"], choice["value"]) for choice in offered} <= {
        ("Top left", "TL"),
        ("Bottom left", "BL"),
    }
    assert offered
    before = table.record.decision
    await anna.slash(world.channel, "open", position=offered[0]["name"])
    assert table.record.decision > before


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_example_can_be_played(game: str, language: str) -> None:
    """The example reads back as an action of its verb, and has the command's options in the command's order."""
    for verb, usage in text_of(game).verbs.items():
        if verb in ("move", "undo", "reset"):
            continue
        with speaking(language):
            names = re.findall(r"([a-z_]+): ", usage)
            known = [*OPTIONS.get(verb, ()), *([REST[verb]] if verb in REST else [])]
            assert names == known[: len(names)], usage
            form = OPTION_NAMES.sub("", usage.removeprefix("/"))
            assert GAMES[game].format_action(GAMES[game].parse_action(form)).startswith(verb), usage


async def test_a_command_that_names_games_names_all_that_have_it() -> None:
    """Another game may have a command already, whose description is then about some of its games only."""
    async with loaded() as bot:
        told = {command.qualified_name: command.description for command in leaves(bot)}
    for verb, description in told.items():
        before_colons = re.findall(r"(?:^|\. )([^:.]+): ", description)
        named = {name for names in before_colons for name in names.split(", ")} & {it.title for it in GAMES.values()}
        has_it = {game.title for key, game in GAMES.items() if verb in text_of(key).verbs}
        assert not named or named == has_it, f"/{verb}: {description}"


async def test_every_verb_of_another_game_is_explained(world: World) -> None:
    """A verb of another game is answered with one sentence that names it and the verbs of this game."""
    table = await world.seated("anna", bots=1)
    calls: dict[str, dict[str, Any]] = {
        "play": {"card": "4C"},
        "lay": {"melds": "4C 4D 4H"},
        "layoff": {"card": "4C", "meld": "1"},
        "swap": {"card": "4C", "meld": "1"},
        "take": {"what": "2"},
        "open": {"position": "TL"},
        "place": {"position": "TL"},
        "end": {},
        "reset": {},
    }
    for verb, options in calls.items():
        own = "use /draw from: stock or /discard cards: K♠."
        assert await refusal(world, verb, **options) == f"Three Thirteen has no /{verb}; {own}"
    zoe = sentence(await world.person("zoe").slash(world.channel, "take", what="2"))
    assert zoe.startswith("You are not playing at this table"), "its verbs are no advice for her"
    assert sentence(await world.person("zoe").slash(world.channel, "table start")) == zoe
    await world.play_beginning(table)
    await world.slash_and_confirm("anna", "table end")
    assert (await refusal(world, "take", what="2")).startswith("This game is over")
