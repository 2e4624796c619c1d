"""Typed cards are read in any notation, and offered as the hand shows them."""

from __future__ import annotations

import re
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from bot.language import LANGUAGES, speaking
from bot.render.cards import TEXT_STYLE, face, in_order
from bot.render.catalogue import text_of
from bot.rules.cards import parse_card
from bot.rules.catalogue import GAMES
from bot.tables.model.records import Phase
from tests.e2e.typed import command_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.rules.cards import Card
    from tests.e2e.conftest import World

CARD = re.compile(r"\b(?:[A2-90JQK][SHDC]|X[RBX]|[RBGY](?:10|[1-9]))\b")
VERBS = {
    "huxxy": {"play"},
    "three-thirteen": {"discard"},
    "notty": {"discard"},
    "rummy": {"discard", "lay", "layoff"},
}


def german(card: Card) -> str:
    with speaking("de"):
        return card.name


WAYS: dict[str, Callable[[Card], str]] = {
    "as shown": face,
    "in a sentence": lambda card: f"the {card.name}",
    "as offered": lambda card: f"{face(card)} (drawn)",
    "in German": german,
}


def legal_forms(table: Any) -> list[str]:
    """Return the text forms of the legal actions, the likeliest first."""
    position = table.position
    view = position.view(position.seat_to_act)
    return [position.game.format_action(action) for action in islice(text_of(position.record.game).choices(view), 500)]


def with_cards(forms: list[str], verbs: set[str]) -> str | None:
    return next((form for form in forms if form.split()[0] in verbs and CARD.search(form)), None)


def can_go_on(table: Any, verbs: set[str]) -> bool:
    """Whether the game is over, or a person can name cards with one of the verbs."""
    if table.record.phase is not Phase.PLAYING:
        return True
    return table.position.person_to_act is not None and with_cards(legal_forms(table), verbs) is not None


MAX_GAMES = 4
"""Games to play at most, as a verb may not come up in one game."""


READ = [("rummy", "in German"), ("notty", "as offered"), ("huxxy", "in a sentence"), ("three-thirteen", "as shown")]
"""Every game whose actions name cards. That each card is read in each notation, tests of the rules show."""


@pytest.mark.parametrize(("game", "way"), READ)
async def test_cards_are_read_in_another_notation(world: World, game: str, way: str) -> None:
    """Each verb that names cards reads them as people write them, and so does `/move`."""
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, hand_by_dm=False, language="de" if way == "in German" else "en")
    table = await world.seated("anna", bots=GAMES[game].seats[0] - 1, game=game)
    missing = {(verb, direct) for verb in VERBS[game] for direct in (True, False)}
    games = 1
    while missing and (table.record.phase is Phase.PLAYING or games < MAX_GAMES):
        if table.record.phase is not Phase.PLAYING:
            table, games = await world.seated("anna", bots=GAMES[game].seats[0] - 1, game=game), games + 1
        direct = any(direct for _verb, direct in missing)
        verbs = {verb for verb, straight in missing if straight is direct}
        form = with_cards(legal_forms(table), verbs)
        if form is None:
            await world.play_on(table, until=partial(can_go_on, table, verbs))
            continue
        written = CARD.sub(lambda found: WAYS[way](parse_card(found[0])), form)
        command, options = command_for(form)
        typed = {
            name: CARD.sub(lambda found: WAYS[way](parse_card(found[0])), value) for name, value in options.items()
        }
        played = table.record.decision
        if direct:
            answer = await anna.slash(world.channel, command, **typed)
        else:
            answer = await anna.slash(world.channel, "move", action=written)
        assert table.record.decision > played, (written, answer.response.content)
        missing.remove((form.split()[0], direct))
    assert missing <= {("layoff", True), ("layoff", False), ("lay", False)}, missing


async def test_discards_are_offered_as_the_hand_shows_them(world: World) -> None:
    """Cards are offered by face in the hand's order, the drawn card marked, and found by name, symbol and letters."""
    anna = world.person("anna")
    world.draw_by_hand()
    table = await world.seated("anna", bots=1, game="rummy")
    assert await anna.autocomplete(world.channel, "discard", "cards", "") == []
    await anna.slash(world.channel, "draw")
    view = table.position.view_of(anna.id)
    for order in ("suit", "rank"):
        await world.bot.store.people.change(anna.id, hand_order=order)
        offered = await anna.autocomplete(world.channel, "discard", "cards", "")
        assert [choice["name"] for choice in offered] == [
            f"{face(card)} (drawn)" if card == view.drawn else face(card)
            for card in dict.fromkeys(in_order(view.hand, order))
        ]
    for card in view.hand:
        for typed in (str(card), face(card), face(card).removesuffix(TEXT_STYLE), card.name, card.name.upper()):
            found = await anna.autocomplete(world.channel, "discard", "cards", typed)
            assert found[0]["value"] == str(card), typed
            found = await anna.autocomplete(world.channel, "move", "action", typed)
            assert f"discard {card}" in [choice["value"] for choice in found], typed
    [chosen] = [choice for choice in offered if choice["name"].endswith("(drawn)")]
    await anna.slash(world.channel, "discard", cards=chosen["name"])
    assert table.record.decision >= 2


async def test_a_taken_card_is_offered_as_taken(world: World) -> None:
    """The list used to say that it was drawn, where its button says that it was taken."""
    anna = world.person("anna")
    table = await world.seated("anna", bots=1, game="three-thirteen")
    upcard = table.position.view_of(anna.id).upcard
    await anna.slash(world.channel, "draw", **{"from": "discard"})
    offered = [choice["name"] for choice in await anna.autocomplete(world.channel, "discard", "cards", "")]
    assert [name for name in offered if "(" in name] == [
        f"{face(upcard, table.position.view_of(anna.id).wild_rank)} (taken)"
    ]


OFFERED = [("three-thirteen", "draw", "from", 1), ("notty", "take", "what", 0), ("notty", "draw", "from", 2)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "command", "option", "index"), OFFERED)
async def test_a_choice_can_be_typed_as_the_list_shows_it(
    world: World, language: str, game: str, command: str, option: str, index: int
) -> None:
    """A phone sends the text as typed if no choice was tapped, such as “The top discard: 10♥” or “Seat 2: Cora”."""
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, language=language)
    table = await world.seated("anna", bots=GAMES[game].seats[0] - 1, game=game)
    before = table.record.decision
    offered = await anna.autocomplete(world.channel, command, option, "")
    name = offered[index]["name"].removesuffix(TEXT_STYLE)
    answer = await anna.slash(world.channel, command, **{option: name})
    assert table.record.decision == before + 1, (name, answer.response.content)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_group_can_be_typed_as_the_list_shows_it(world: World, language: str) -> None:
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, language=language)
    table = await world.seated("anna", bots=GAMES["huxxy"].seats[0] - 1, game="huxxy")
    first, second = (str(card) for card in table.position.view_of(anna.id).hand[:2])
    await anna.slash(world.channel, "play", card=first)
    [name] = [
        choice["name"]
        for choice in await anna.autocomplete(world.channel, "play", "group", "", card=second)
        if choice["value"] == "1"
    ]
    await anna.slash(world.channel, "play", card=second, group=name)
    assert len(table.position.view_of(anna.id).table[0]) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_a_move_can_be_typed_as_the_list_shows_it(world: World, game: str, language: str) -> None:
    """A move is read as the list shows it, in every language, in capitals or lower case."""
    anna = world.person("anna")
    world.draw_by_hand()
    table = await world.seated("anna", bots=GAMES[game].seats[0] - 1, game=game)
    await world.bot.store.people.change(anna.id, language=language)
    for written in (str.lower, str.upper):
        assert table.position.person_to_act == anna.id
        before = table.record.decision
        offered = await anna.autocomplete(world.channel, "move", "action", "")
        answer = await anna.slash(world.channel, "move", action=written(offered[0]["name"]))
        assert table.record.decision > before, (offered[0], answer.response.content)


async def test_offered_groups_depend_on_the_typed_card(world: World) -> None:
    """The offered groups follow the card typed before, in whatever notation."""
    table = await world.seated("anna", bots=GAMES["huxxy"].seats[0] - 1, game="huxxy")
    anna = world.person("anna")
    form = with_cards(legal_forms(table), {"play"})
    assert form is not None
    card = parse_card(form.split()[1])
    for written in (str(card), face(card), card.name):
        offered = await anna.autocomplete(world.channel, "play", "group", "", card=written)
        assert form.split()[2] in [choice["value"] for choice in offered], written


@pytest.mark.parametrize("command", [("draw", {}), ("draw", {"from": " "}), ("move", {"action": "Draw"})])
async def test_the_only_possible_draw_needs_no_source(world: World, command: tuple[str, dict[str, str]]) -> None:
    """`/draw` alone is enough if nothing can be taken, or no other number can be drawn."""
    name, options = command
    world.draw_by_hand()
    table = await world.seated("anna", bots=1, game="rummy")
    before = table.record.decision
    await world.person("anna").slash(world.channel, name, **options)
    assert table.record.decision == before + 1
