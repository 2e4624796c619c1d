"""“Play this deal again” deals the same cards against computer players, and shows both lines side by side."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import pytest

from bot.players.registry import player
from bot.render.cards import TEXT_STYLE
from bot.rules.cards import parse_cards
from bot.rules.catalogue import GAMES
from bot.rules.rummy.state import Phase
from bot.tables.model.position import Position
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import control, parts, pictures, private, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def offered(message: Any) -> list[tuple[str, str]]:
    """Return what the line's controls play at once: custom ids, and the value to choose (empty for a button)."""
    found = []
    for part in parts(message):
        if part.get("custom_id", "").split(":")[2:3] != ["line-act"] or part.get("disabled"):
            continue
        values = [option["value"] for option in part["options"]] if part["type"] == 3 else [""]
        found += [(part["custom_id"], value) for value in values]
    return found


async def act(person: Any, message: Any, number: int = 0) -> Any:
    """Play one of the actions offered, and return the message afterwards."""
    custom_id, value = offered(message)[number]
    done = await (
        person.select(message, [value], custom_id=custom_id) if value else person.click(message, custom_id=custom_id)
    )
    return done.response


async def play_out(person: Any, message: Any) -> Any:
    """Play the line to its end, and return the message."""
    while offered(message):
        message = await act(person, message)
    return message


async def finish(world: World, person: Any, message: Any) -> Any:
    """Press the first action, and return the message at the line's end. Everything after that action is played by a
    classic player and not pressed, for tests of what comes after the end.
    """
    lines: Any = world.bot.lines
    change = lines.apply_change

    async def change_and_go_on(deal: Any, line: Any, decision: int, wanted: Any, **facts: Any) -> Any:
        standing = await change(deal, line, decision, wanted, **facts)
        while not (line := standing.line).is_over:
            view = standing.position.view(line.seat)
            action = player(deal.game, "classic").choose(view, random.Random(1)).action
            moves: Any = [standing.position.game.format_action(action)], {}
            standing = await change(deal, line, len(line.moves), lambda _, moves=moves: moves, **facts)
        return standing

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "apply_change", change_and_go_on)
        return await play_out(person, message)


async def offer_of(person: Any, world: World, table: Any) -> Any:
    """Press “Play this deal again” under the table's replay, and return the answer."""
    shown = (await person.slash(world.channel, "replay", id=str(table.id))).response
    return (await person.click(shown, custom_id=control(shown, "again"))).response


async def deal_again(world: World, name: str, table: Any) -> Any:
    """Deal that table's cards to the person again, and return their hand."""
    person = world.person(name)
    offer = await offer_of(person, world, table)
    return (await person.click(offer, custom_id=control(offer, "again-alone"))).response


async def test_a_deal_is_played_again_and_compared_to_the_original(world: World) -> None:
    """A restart in the middle loses nothing, and the line counts nowhere."""
    table = await ended_game(world, "six-holes", "anna")
    anna = world.person("anna")
    hand = await deal_again(world, "anna", table)
    assert hand.ephemeral
    assert "does not count" in text(hand)
    assert hand.attachments
    assert not [part for part in parts(hand) if "hint" in str(part.get("custom_id"))]
    for _step in range(5):
        hand = await act(anna, hand)
    await world.restart()
    counted = await world.bot.store.records.all_games_of(anna.id, None), await world.bot.store.tables.of_person(anna.id)
    [line] = await world.bot.store.records.lines_of_table(table.id, anna.id, 5)
    offer = await offer_of(anna, world, table)
    hand = (await anna.click(offer, custom_id=control(offer, "line"))).response
    assert len(line.moves) > 5, "the computer player has answered"
    over = await play_out(anna, hand)
    assert "won!" in text(over)
    assert "anna, at the table" in text(over).replace("*", "")
    both = (await anna.click(over, custom_id=control(over, "line-both"))).response
    assert "Both games" in text(both), "not “lines”, a word that players of other games know"
    assert "here they diverge" in text(both)
    assert re.search(r"### Turn \d+ of seat 1", text(both)), "the replay numbers the turns of all seats"
    assert re.search(r"The games diverge (at the very first action|(in|before) turn \d+ of seat 1,)", text(both))
    assert len(pictures(both)) >= 1
    following = (await anna.click(both, custom_id=control(both, "line-both", "next"))).response
    assert len(pictures(following)) == 2, "two positions"
    replayed = (await anna.click(over, custom_id=control(over, "line-replay"))).response
    assert "played again by anna" in text(replayed)
    last = (await anna.click(replayed, custom_id=control(replayed, "line-replay", "0:last"))).response
    assert "won!" in text(last)
    watched = (await anna.select(last, ["s"], custom_id=control(last, "line-replay-view"))).response
    assert "won!" in text(watched)
    turns = control(watched, "line-replay-turn", "s")
    [listed] = [part["options"] for part in parts(watched) if part.get("custom_id") == turns]
    wanted = next(option["value"] for option in listed if option["value"].isdecimal())
    jumped = (await anna.select(watched, [wanted], custom_id=turns)).response
    assert f"Step {wanted} of" in text(jumped)
    checked = (await anna.click(jumped, custom_id=control(jumped, "line-verify"))).response
    assert "was fair" in text(checked)
    file = (await anna.click(jumped, custom_id=control(jumped, "line-replay-file"))).response
    assert file.attachments[0].filename == f"six-holes-table-{table.id}-again.json"
    after = await world.bot.store.records.all_games_of(anna.id, None), await world.bot.store.tables.of_person(anna.id)
    assert after == counted, "it counts nowhere"


async def test_the_player_of_a_seat_is_named_where_games_are_compared(world: World) -> None:
    """In words, Anna read of herself by her name, and of Ben, whose seat she had played again, as “you”."""
    table = await world.seated("anna", "ben", game="six-holes")
    await world.play_to_end(table)
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, text_only=True)
    offer = await offer_of(anna, world, table)
    offer = (await anna.select(offer, ["1"], custom_id=control(offer, "again-seat"))).response
    hand = (await anna.click(offer, custom_id=control(offer, "again-alone"))).response
    over = await finish(world, anna, hand)
    both = (await anna.click(over, custom_id=control(over, "line-both"))).response
    both = (await anna.click(both, custom_id=control(both, "line-both", "next"))).response
    seats = [line.replace("*", "") for line in text(both).splitlines() if line.startswith("-# Seats:")]
    assert re.search(r"1 anna \(.*, ▶ 2 ben \(", seats[0])
    assert re.search(r"1 🤖 Carl \(.*, ▶ 2 anna \(", seats[1])


async def test_the_player_of_a_seat_is_named_in_pictures_of_compared_games(world: World) -> None:
    """Ben, whose seat Anna had played again, was “You” in the picture of his game."""
    table = await world.seated("anna", "ben", game="six-holes")
    await world.play_to_end(table)
    anna = world.person("anna")
    offer = await offer_of(anna, world, table)
    offer = (await anna.select(offer, ["1"], custom_id=control(offer, "again-seat"))).response
    hand = (await anna.click(offer, custom_id=control(offer, "again-alone"))).response
    assert "You: 0 points" in "".join(pictures(hand).values())
    over = await finish(world, anna, hand)
    both = (await anna.click(over, custom_id=control(over, "line-both"))).response
    both = (await anna.click(both, custom_id=control(both, "line-both", "next"))).response
    his, hers = pictures(both).values()
    assert "anna: " in his
    assert "ben: " in his
    assert "anna: " in hers
    assert "Carl: " in hers
    assert "You: " not in his + hers


async def test_a_game_that_was_stopped_does_not_diverge(world: World) -> None:
    """Nobody acted at the table, so no action was a different one."""
    table = await world.seated("anna", "ben", game="six-holes")
    await world.slash_and_confirm("anna", "table end")
    anna = world.person("anna")
    over = await finish(world, anna, await deal_again(world, "anna", table))
    assert "The game was stopped before its first action." in text(over)
    both = (await anna.click(over, custom_id=control(over, "line-both"))).response
    assert "diverge" not in text(both) + str(parts(both))


async def test_plays_that_were_taken_back_are_named_where_games_are_compared(world: World) -> None:
    """The games diverged there, and the turn was described alike in both of them."""
    table = await ended_game(world, "huxxy", "anna")
    anna = world.person("anna")
    hand = await deal_again(world, "anna", table)
    for wanted in ("play", "undo", "draw"):
        while not (found := [number for number, one in enumerate(offered(hand)) if wanted in "".join(one)]):
            [pick] = [part for part in parts(hand) if part.get("custom_id", "").endswith(":pick")]
            hand = (await anna.select(hand, [pick["options"][0]["value"]], custom_id=pick["custom_id"])).response
        hand = await act(anna, hand, found[0])
    over = await finish(world, anna, hand)
    both = (await anna.click(over, custom_id=control(over, "line-both"))).response
    assert text(both).count("(after plays that were taken back)") == 1


async def test_several_computer_players_are_listed_with_and(world: World) -> None:
    table = await ended_game(world, "huxxy", "anna")
    anna = world.person("anna")
    offer = await offer_of(anna, world, table)
    assert "Computer 2 (easy) and Computer 3 (easy)" in text(offer).replace("*", "")


async def test_the_computer_player_whose_seat_is_chosen_is_no_opponent(world: World) -> None:
    """Whoever chose a computer player's seat was said to play against that computer player, too."""
    table = await ended_game(world, "six-holes", "anna")
    anna = world.person("anna")
    offer = await offer_of(anna, world, table)
    offer = (await anna.select(offer, ["1"], custom_id=control(offer, "again-seat"))).response
    assert "from seat 2, alone against **Carl** (classic)." in text(offer)


async def test_a_friend_accepts_a_deal_and_shares_the_result(world: World) -> None:
    """Only the person asked can accept, and nobody who played in the game can be asked."""
    table = await ended_game(world, "six-holes", "anna", "ben")
    anna, cleo = world.person("anna"), world.person("cleo")
    offer = await offer_of(anna, world, table)
    ask = control(offer, "again-friend")
    assert "knows the cards" in sentence(await anna.select(offer, [world.person("ben")], custom_id=ask))
    asked = private(await anna.select(offer, [cleo], custom_id=ask))
    assert f"<@{cleo.id}>, <@{anna.id}> asks you" in text(asked)
    accept = control(asked, "again-asked")
    assert "was asked. You can play" in sentence(await world.person("dora").click(asked, custom_id=accept))
    hand = private(await cleo.click(asked, custom_id=accept))
    over = await finish(world, cleo, hand)
    assert "cleo, alone" in text(over).replace("*", "")
    public = private(await cleo.click(over, custom_id=control(over, "line-share")))
    assert not public.ephemeral
    assert not public.attachments
    await anna.slash(world.channel, "quiet", zone="America/New_York")
    offer = await offer_of(anna, world, table)
    assert "cleo, 2025-12-31: " in str(parts(offer)), "the day in UTC is the first of 2026"
    [line] = await world.bot.store.records.lines_of_table(table.id, anna.id, 5)
    both = (await anna.select(offer, [str(line.id)], custom_id=control(offer, "again-compare"))).response
    assert "cleo, alone" in text(both).replace("*", "")


async def test_an_asker_who_deleted_their_data_is_not_noted_again(world: World) -> None:
    """Their question stays in the channel, and accepting it used to store who had asked."""
    table = await ended_game(world, "six-holes", "anna", "ben")
    anna, cleo = world.person("anna"), world.person("cleo")
    offer = await offer_of(anna, world, table)
    asked = private(await anna.select(offer, [cleo], custom_id=control(offer, "again-friend")))
    question = (await anna.slash(world.channel, "privacy delete")).response
    await anna.click(question, custom_id=control(question, "forget-me"))
    await finish(world, cleo, private(await cleo.click(asked, custom_id=control(asked, "again-asked"))))
    assert not any((await world.bot.store.people.all_about(anna.id)).values())


async def test_friends_are_not_asked_again_and_again(world: World) -> None:
    """Within ten minutes, a friend is asked once, and ten friends at most."""
    table = await ended_game(world, "six-holes", "anna", "ben")
    anna, friends = world.person("anna"), [world.person(f"friend{number}") for number in range(11)]
    offer = await offer_of(anna, world, table)
    ask, before = control(offer, "again-friend"), len(world.channel.history())
    for friend in friends[:10]:
        await anna.select(offer, [friend], custom_id=ask)
    once, others = [sentence(await anna.select(offer, [friend], custom_id=ask)) for friend in (friends[0], friends[10])]
    assert once == f"I mentioned <@{friends[0].id}> for you recently; please tell them yourself."
    assert others == f"I have just messaged many people for you; please tell <@{friends[10].id}> yourself."
    assert len(world.channel.history()) == before + 10
    await world.env.advance_time(601)
    asked = private(await anna.select(offer, [friends[0]], custom_id=ask))
    assert f"<@{friends[0].id}>, <@{anna.id}> asks you" in text(asked)


async def test_only_other_people_can_be_asked(world: World) -> None:
    """Zoe presses the button below Anna's and Ben's result. She read “You know this deal”, there and when she asked
    herself, and whoever asked a bot read of invitations to a table.
    """
    table, zoe = await ended_game(world, "six-holes", "anna", "ben"), world.person("zoe")
    bot = world.guild.add_member(world.env.create_user("Music", bot=True))
    offer = await offer_of(zoe, world, table)
    assert "not rated" in text(offer)
    assert "You know" not in text(offer)
    for asked, said in (
        (zoe, "You cannot ask yourself; press **Deal** to play it."),
        (bot, "A bot cannot play it; ask a person, or press **Deal** to play it yourself."),
    ):
        assert sentence(await zoe.select(offer, [asked], custom_id=control(offer, "again-friend"))) == said


async def test_the_asker_sees_a_deal_their_friend_had_already_begun(world: World) -> None:
    """The promise that both lines are shown side by side was once not kept if the friend had begun the deal unasked."""
    table = await ended_game(world, "six-holes", "anna", "ben")
    anna, cleo = world.person("anna"), world.person("cleo")
    offer = await offer_of(anna, world, table)
    await act(cleo, await deal_again(world, "cleo", table))
    asked = private(await anna.select(offer, [cleo], custom_id=control(offer, "again-friend")))
    seat = control(asked, "again-asked").rpartition(":")[2].split()[0]
    assert seat == "0", "the one that Cleo began at"
    await finish(world, cleo, private(await cleo.click(asked, custom_id=control(asked, "again-asked"))))
    offer = await offer_of(anna, world, table)
    [line] = await world.bot.store.records.lines_of_table(table.id, anna.id, 5)
    both = (await anna.select(offer, [str(line.id)], custom_id=control(offer, "again-compare"))).response
    assert "cleo, alone" in text(both).replace("*", "")


async def test_a_friend_in_quiet_hours_is_mentioned_silently(world: World) -> None:
    """The question is there when they look. It once notified them at night."""
    table = await ended_game(world, "six-holes", "anna", "ben")
    anna, cleo, dora = (world.person(name) for name in ("anna", "cleo", "dora"))
    await cleo.slash(world.channel, "quiet", hours="0-6", zone="UTC")
    offer = await offer_of(anna, world, table)
    for friend, notified in ((cleo, []), (dora, [dora.id])):
        asked = private(await anna.select(offer, [friend], custom_id=control(offer, "again-friend")))
        assert f"<@{friend.id}>, <@{anna.id}> asks you" in text(asked)
        assert world.env.backend.messages[world.channel.id][asked.id].ping_user_ids == notified


async def test_the_daily_limit_does_not_block_a_begun_deal(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Continuing it was once refused as one deal too many, and the hand could not be opened again."""
    monkeypatch.setattr("bot.lines.lines.MAX_A_DAY", 1)
    table = await ended_game(world, "six-holes", "anna", "ben")
    anna, cleo = world.person("anna"), world.person("cleo")
    offer = await offer_of(anna, world, table)
    asked = private(await anna.select(offer, [cleo], custom_id=control(offer, "again-friend")))
    hand = await act(cleo, private(await cleo.click(asked, custom_id=control(asked, "again-asked"))))
    again = await cleo.click(asked, custom_id=control(asked, "again-asked"))
    assert text(private(again)) == text(hand)
    ended = await finish(world, cleo, private(again))
    assert "cleo, alone" in text(ended).replace("*", "")
    refused = sentence(await cleo.click(asked, custom_id=control(asked, "again-asked")))
    assert refused == "You can play 1 deal again within 24 hours; play this one later."


async def test_a_prepared_meld_survives_swapping_a_joker(world: World) -> None:
    """The meld stays as at a table. It was once forgotten with every action, and its cards had to be picked again."""
    table = await ended_game(world, "rummy", "anna")
    anna, hand = world.person("anna"), await deal_again(world, "anna", table)
    *_begun, (key, position) = world.bot.lines._positions.items()
    state: Any = position.state
    seats = len(position.record.seats)
    cards = tuple(sorted(parse_cards("5D 5H 5C 7S 8S 9S KD QD 2D")))
    there = {"melds": (parse_cards("3D 4D XR"),), "meld_owners": (0,), "laid_down": (True, *(False,) * (seats - 1))}
    now = state._replace(turn=4 * seats, phase=Phase.PLAY, hands=(cards, *state.hands[1:]), **there)
    world.bot.lines._positions[key] = Position(position.record, position.game, now)
    hand = (await anna.click(hand, custom_id=control(hand, "line-sort"))).response
    hand = (await anna.select(hand, ["7S#1", "8S#1", "9S#1"], custom_id=control(hand, "line-step", "pick"))).response
    hand = (await anna.click(hand, custom_id=control(hand, "line-step", "add 7S 8S 9S"))).response
    assert "Ready to lay down" in text(hand)
    hand = (await anna.select(hand, ["swap 5D 1"], custom_id=control(hand, "line-act", "away"))).response
    assert "Ready to lay down" in text(hand)
    assert "7♠ 8♠ 9♠" in text(hand).replace(TEXT_STYLE, "")


@pytest.mark.parametrize("game", GAMES)
async def test_every_game_can_be_dealt_again(world: World, game: str) -> None:
    table = await ended_game(world, game, "anna", "ben")
    hand = await deal_again(world, "anna", table)
    assert "Your turn" in text(hand)
    for _step in range(3):
        hand = await act(world.person("anna"), hand, -1)
        assert "Your turn" in text(hand)
    [line] = await world.bot.store.records.lines_of_table(table.id, world.person("anna").id, 5)
    assert line.moves
