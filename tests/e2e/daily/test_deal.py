"""`/daily deal`: a whole game with the same cards for everybody, once, ranked, and revealed when the day is over."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.lines.days import new_deal
from bot.lines.deal import ID_OFFSET
from bot.lines.stored import Setup
from bot.players.worker_process import WorkerTimeoutError
from bot.rules.catalogue import GAMES
from bot.rules.game import offered_options, resolve_options
from bot.tables.model.durations import DAY
from bot.ui.kit.controls import button
from bot.ui.kit.layout import GREY, page
from tests.e2e.records.test_playing_again import act, finish, offered, play_out
from tests.e2e.table_talk import control, labels, parts, private, sentence, text
from tests.inline_workers import InlineWorkers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.e2e.conftest import World


async def set_deal(
    world: World, seat: int = 0, game: str = "six-holes", chosen: Mapping[str, object] | None = None
) -> int:
    """Set a deal of the game for today, with these options and played from this seat, and return the day."""
    today = world.bot.deal_days.today
    options = resolve_options(GAMES[game].options, chosen)
    setup = Setup(GAMES[game].version, options, ("classic",) * (GAMES[game].seats[0] - 1), seat)
    deal = replace(new_deal(today, 0.0), game=game, setup=setup, secret=bytes(range(32)))
    await world.bot.store.database.write(lambda sql: sql.execute("DELETE FROM deal_days WHERE day = ?", (today,)))
    assert await world.bot.store.records.add_deal_day(deal) == deal, "in place of the one made at the start"
    return today


async def begin_deal(world: World, name: str) -> Any:
    """Return the person's first hand of today's deal."""
    person = world.person(name)
    offer = (await person.slash(world.channel, "daily deal")).response
    return (await person.click(offer, custom_id=control(offer, "deal-begin"))).response


async def test_a_deal_of_the_day_from_its_offer_to_its_reveal(world: World) -> None:
    """Anna and Ben make the same moves, Anna across a restart, and it is the same game.

    Each result can be shared at once, and the shuffle can be checked on the next day.
    """
    day = await set_deal(world)
    anna, ben = world.person("anna"), world.person("ben")
    offer = (await anna.slash(world.channel, "daily deal")).response
    assert offer.ephemeral
    assert "the same computer players for everybody" in text(offer)
    assert "deal-yesterday" not in str(parts(offer)), "there was none"
    commitment = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment in text(offer)
    hand = (await anna.click(offer, custom_id=control(offer, "deal-begin"))).response
    assert re.search(r"counts once · the day ends <t:\d+:R>", text(hand)), "people read “in 13 hours” there"
    assert not [part for part in parts(hand) if "hint" in str(part.get("custom_id"))]
    for _step in range(4):
        hand = await act(anna, hand)
    await world.restart()
    hand = (await anna.slash(world.channel, "daily deal")).response
    over = await play_out(anna, hand)
    assert "So far nobody else is on this deal's board" in text(over)
    assert "when the day is over" in text(over)
    await play_out(ben, await begin_deal(world, "ben"))
    store = world.bot.store.records
    lines = [await store.line_of_day(who.id, day) for who in (anna, ben)]
    assert lines[0] is not None
    assert lines[1] is not None
    assert lines[0].moves == lines[1].moves

    again = (await anna.slash(world.channel, "daily deal")).response
    assert "**Place 1 of 2** among all who played it so far." in text(again), "one other is not “the others”"
    assert not offered(again), "once"
    assert "line-replay" not in str([part.get("custom_id") for part in parts(again)])
    shared = private(await anna.click(again, custom_id=control(again, "line-share")))
    assert not shared.ephemeral
    assert "anna" in text(shared)
    board = (await anna.click(again, custom_id=control(again, "deal-board"))).response
    assert "1. <@" in text(board).replace("*", "")
    assert text(board).count("place 2 at the table") + text(board).count("place 1 at the table") == 2

    await world.env.advance_time(DAY)
    new = (await anna.slash(world.channel, "daily deal")).response
    told = (await anna.click(new, custom_id=control(new, "deal-yesterday"))).response
    assert "so far" not in text(told)
    checked = (await anna.click(told, custom_id=control(told, "line-verify"))).response
    assert "Yes: this deal was fair" in text(checked)
    assert commitment in text(checked)
    both = (await anna.click(told, custom_id=control(told, "line-both"))).response
    assert "the same way to the end" in text(both)
    assert ":part" not in str(parts(both)), "there is no such place"
    assert "ben" in text(both)
    replayed = (await anna.click(told, custom_id=control(told, "line-replay"))).response
    assert "A deal of the day" in text(replayed)
    missed = await world.person("dora").click(shared, custom_id=control(shared, "deal"))
    assert "You play it once" in text(private(missed))


@pytest.mark.parametrize("set_back", [0, DAY])
async def test_nobody_sees_the_cards_of_a_deal_before_its_day_is_over(world: World, set_back: int) -> None:
    """Others are still playing it, or will, if the machine's clock was ahead. So its result has no button for them, and
    one from elsewhere is refused.
    """
    day, anna = await set_deal(world), world.person("anna")
    over = await finish(world, anna, await begin_deal(world, "anna"))
    line = await world.bot.store.records.line_of_day(anna.id, day)
    assert line is not None
    world.machine.ahead -= set_back
    await world.run_checks()
    assert world.bot.deal_days.today == day - set_back // DAY
    world.put_back(over, page([(button(ID_OFFSET + line.id, "line", "x"),)], GREY).to_components())
    over = (await anna.click(over, custom_id=control(over, "line"))).response
    verbs = ("line-replay", "line-replay-file", "line-verify", "line-both")
    assert not [verb for verb in verbs if verb in str(parts(over))]
    for verb in verbs:
        world.put_back(over, page([(button(ID_OFFSET + line.id, verb, "x"),)], GREY).to_components())
        told = sentence(await anna.click(over, custom_id=control(over, verb)))
        assert told.startswith("Others are still playing today's deal"), verb


async def test_a_message_of_a_deal_is_replayed_from_its_context_menu(world: World) -> None:
    """“Replay” used to answer that the game at table 1000000000001 could not be shown here."""
    await set_deal(world)
    anna = world.person("anna")

    async def replay(message: Any) -> Any:
        return await anna.context_menu(world.channel, "Replay", message)

    hand = await begin_deal(world, "anna")
    assert sentence(await replay(hand)) == "This deal has not been played to its end yet."
    over = await finish(world, anna, hand)
    assert sentence(await replay(over)).startswith("Others are still playing today's deal")
    await world.env.advance_time(DAY)
    assert "A deal of the day" in text(private(await replay(over)))


async def test_an_unbegun_deal_survives_a_change_of_rules(world: World) -> None:
    """A deal that nobody has begun keeps its cards when an update changes the rules.

    Today's deal and the next day's were once refused to everybody.
    """
    day = await set_deal(world)
    before = [await world.bot.deal_days.of_day(each) for each in (day, day + 1)]
    await world.bot.store.database.write(lambda sql: sql.execute("UPDATE deal_days SET rules_version = 0"))
    await world.restart()
    hand = await begin_deal(world, "anna")
    assert "counts once" in text(hand)
    await world.env.advance_time(DAY)
    assert "counts once" in text(await begin_deal(world, "anna"))
    after = [await world.bot.deal_days.of_day(each) for each in (day, day + 1)]
    assert [each.secret for each in after] == [each.secret for each in before], "they had been committed to"


async def test_a_deal_finished_after_its_day_has_no_place(world: World) -> None:
    await set_deal(world)
    anna = world.person("anna")
    hand = await begin_deal(world, "anna")
    await world.env.advance_time(DAY)
    hand = await act(anna, hand)
    assert "not on the board" in text(hand)
    over = await finish(world, anna, hand)
    assert "the day was over" in text(over)
    assert "line-both" not in str(parts(over)), "nobody else finished it"
    board = (await anna.slash(world.channel, "daily board", what="deal", where="everywhere")).response
    assert "Nobody who is shown here has finished it yet." in text(board), "Anna has finished one"
    past = (await anna.click(board, custom_id=control(board, "deal-board"))).response
    assert "Nobody shown here finished it." in text(past)
    here = (await anna.select(past, ["0"], custom_id=control(past, "deal-where"))).response
    assert "Nobody finished it here." in text(here), "and nobody can any more"


async def test_yesterdays_board_begins_with_its_first_page(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the second page of today's board, it once showed an empty page."""
    monkeypatch.setattr("bot.ui.daily.deal_handlers.LINES", 1)
    await set_deal(world)
    await world.env.advance_time(DAY)
    await set_deal(world)
    anna = world.person("anna")
    for name in ("anna", "ben"):
        await finish(world, world.person(name), await begin_deal(world, name))
    board = (await anna.slash(world.channel, "daily board", what="deal")).response
    [following] = [part["custom_id"] for part in parts(board) if part.get("label") == "Next ▶"]
    board = (await anna.click(board, custom_id=following)).response
    [before] = [part["custom_id"] for part in parts(board) if part.get("label") == "Yesterday's board"]
    assert "Nobody finished it here." in text((await anna.click(board, custom_id=before)).response)


async def test_no_board_leads_to_a_day_without_a_deal(world: World) -> None:
    """After days on which the bot was down, “Next day's board” was answered with a refusal."""
    await set_deal(world)
    anna = world.person("anna")
    over = await finish(world, anna, await begin_deal(world, "anna"))
    await world.env.advance_time(DAY)
    board = (await anna.click(over, custom_id=control(over, "deal-board"))).response
    assert "Next day's board" in labels(board)
    today = world.bot.deal_days.today
    await world.bot.store.database.write(lambda sql: sql.execute("DELETE FROM deal_days WHERE day = ?", (today,)))
    await world.env.advance_time(DAY)
    board = (await anna.click(over, custom_id=control(over, "deal-board"))).response
    assert "Next day's board" not in labels(board)
    board = (await anna.slash(world.channel, "daily board", what="deal")).response
    assert "Yesterday's board" not in labels(board)


async def test_yesterdays_deal_is_found_after_todays_was_begun(world: World) -> None:
    """Its replay and the check of its shuffle come a day later, but whoever had begun the new deal had no way there,
    and nobody had a way back.
    """
    await set_deal(world)
    anna = world.person("anna")
    await finish(world, anna, await begin_deal(world, "anna"))
    await world.env.advance_time(DAY)
    await set_deal(world)
    over = await finish(world, anna, await begin_deal(world, "anna"))
    told = (await anna.click(over, custom_id=control(over, "deal-yesterday"))).response
    assert "Check the shuffle" in labels(told)
    assert "deal-yesterday" not in str(parts(told)), "of the day before, there was none"
    board = (await anna.click(told, custom_id=control(told, "deal-board"))).response
    again = (await anna.click(board, custom_id=control(board, "deal-yesterday"))).response
    assert "Check the shuffle" in labels(again)
    today = (await anna.click(again, custom_id=control(again, "deal"))).response
    assert "deal-yesterday" in str(parts(today))


async def test_a_deal_says_its_house_rules(world: World) -> None:
    """Saturday's deal is Huxxy with jokers, as its page says. People once learned of them by drawing one."""
    await set_deal(world, game="huxxy", chosen={"jokers": True})
    anna = world.person("anna")
    offer = (await anna.slash(world.channel, "daily deal")).response
    assert "Jokers: yes" in text(offer)
    hand = (await anna.click(offer, custom_id=control(offer, "deal-begin"))).response
    assert "Jokers: yes" in text(hand)
    await world.env.advance_time(DAY)
    await set_deal(world, chosen=offered_options(GAMES["six-holes"].options))
    offer = (await world.person("ben").slash(world.channel, "daily deal")).response
    assert "column" not in text(offer), "a rule that every new table has needs no mention"
    missed = (await world.person("ben").click(offer, custom_id=control(offer, "deal-yesterday"))).response
    assert "Jokers: yes" in text(missed)


async def test_an_offer_of_a_day_that_is_over_says_so_before_it_deals(world: World) -> None:
    """It promises a place, but whoever pressed it after midnight was dealt yesterday's cards, which no longer count.
    Their page once said “until the day ends”, and that people are compared.
    """
    await set_deal(world)
    anna = world.person("anna")
    offer = (await anna.slash(world.channel, "daily deal")).response
    assert "until the day ends" in text(offer)
    await world.env.advance_time(DAY)
    new = (await anna.slash(world.channel, "daily deal")).response
    missed = text((await anna.click(new, custom_id=control(new, "deal-yesterday"))).response)
    told = (await anna.click(offer, custom_id=control(offer, "deal-begin"))).response
    for shown in (missed, text(told)):
        assert "the same computer players for everybody" in shown
        assert "it no longer counts for the board" in shown
        assert "until the day ends" not in shown
        assert "how you compare" not in shown
    assert "Today's deal" in labels(told)
    hand = (await anna.click(told, custom_id=control(told, "deal-begin"))).response
    assert "not on the board" in text(hand)
    today = (await anna.click(hand, custom_id=control(hand, "deal"))).response
    assert "You play it once" in text(today)


async def test_equal_results_do_not_beat_nobody(world: World) -> None:
    """Three equal results share the first place. Each was once told “Place 1 of 3: better than 0 % of the others”."""
    await set_deal(world)
    for name in ("anna", "ben", "cleo"):
        over = await finish(world, world.person(name), await begin_deal(world, name))
    assert "**Place 1 of 3** among all who played it so far.\n" in text(over)


async def test_the_board_shows_what_it_is_ordered_by(world: World) -> None:
    """Fewer points are better, but what counts is how far they are ahead. A board once had 191 points above 188."""
    await set_deal(world)
    over = await finish(world, world.person("anna"), await begin_deal(world, "anna"))
    points = dict(re.findall(r"\*\*(anna|Carl)\*\* – (\d+) points", text(over)))
    own, other = int(points["anna"]), int(points["Carl"])
    board = (await world.person("anna").click(over, custom_id=control(over, "deal-board"))).response
    words = f"{own - other} points behind the others" if own > other else f"{other - own} points ahead of the others"
    assert f"**{own} points** · place {1 + (own > other)} at the table · {words}" in text(board)


async def test_a_deleted_deal_is_not_called_somebody_elses(world: World) -> None:
    """After Anna has deleted her data, her old hand once said that the deal was not hers to play."""
    await set_deal(world)
    anna = world.person("anna")
    hand = await begin_deal(world, "anna")
    asked = (await anna.slash(world.channel, "privacy delete")).response
    await anna.click(asked, custom_id=control(asked, "forget-me"))
    refusal = sentence(await anna.click(hand, custom_id=control(hand, "line-rules")))
    assert refusal.startswith("The moves of this deal were deleted; start over with /daily deal")
    offer = text((await anna.slash(world.channel, "daily deal")).response)
    assert "It will not be on the board" in offer
    assert "how you compare" not in offer


async def test_a_servers_board_does_not_ask_people_who_played_elsewhere_to_be_the_first(world: World) -> None:
    """Anna played the deal in direct messages, and can play it only once."""
    await set_deal(world)
    anna = world.person("anna")
    offer = (await anna.user.slash("daily deal")).response
    hand = (await anna.user.click(offer, custom_id=control(offer, "deal-begin"))).response
    await finish(world, anna.user, hand)
    board = (await anna.slash(world.channel, "daily board", what="deal")).response
    assert "Nobody who began it here has finished it yet." in text(board)


async def test_the_boards_lead_to_each_other_and_to_none_that_does_not_exist(world: World) -> None:
    """No board exists for a week, nor for a server in direct messages. Another board was once shown instead. From
    yesterday's board of all servers, “Board” once led to today's board of this server, and on the puzzle's board,
    “Deal of the day”, which deals under a shared result, led to the deal's board.
    """
    await set_deal(world)
    await world.env.advance_time(DAY)
    anna = world.person("anna")
    board = (await anna.slash(world.channel, "daily board")).response
    assert "Deal board" in labels(board)
    shown = (await anna.click(board, custom_id=control(board, "deal-board"))).response
    assert "Ordered by the place at the table" in text(shown)
    board = (await anna.slash(world.channel, "daily board", what="deal", where="everywhere")).response
    everywhere = text(board)
    past = (await anna.click(board, custom_id=control(board, "deal-board"))).response
    assert "All servers" in text(past)
    assert text((await anna.click(past, custom_id=control(past, "deal-board"))).response) == everywhere
    refused = sentence(await anna.slash(world.channel, "daily board", what="deal", when="week"))
    assert "leave when: out" in refused
    assert "choose where: everywhere" in sentence(await anna.user.slash("daily board", what="deal", where="server"))
    assert "Deal of the day" in text((await anna.user.slash("daily board", what="deal", when="day")).response)


async def no_answer(*_request: Any) -> Any:
    raise WorkerTimeoutError("No worker was free in time.")


async def test_a_deal_continues_after_an_interrupted_computer_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A computer player fails before its first move, and the bot restarts. Anna can still finish the deal."""
    await set_deal(world, seat=1)
    anna = world.person("anna")
    offer = (await anna.slash(world.channel, "daily deal")).response
    with monkeypatch.context() as patched:
        patched.setattr(InlineWorkers, "decide", no_answer)
        busy = await anna.click(offer, custom_id=control(offer, "deal-begin"))
    assert "press again" in text(private(busy))
    await world.restart()
    hand = (await anna.slash(world.channel, "daily deal")).response
    over = await finish(world, anna, hand)
    assert "So far nobody else is on this deal's board" in text(over)
