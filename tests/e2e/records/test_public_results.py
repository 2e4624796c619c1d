"""Every rated player is on the public result, with the reason if they did not play to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.e2e.rated import standing
from tests.e2e.records.finished import ranking
from tests.e2e.table.test_kicks import START
from tests.e2e.table_talk import control, parts, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def play_with_takeover(world: World) -> Any:
    """Play Rummy with Anna and Ben. Ben leaves, a computer player and then Cleo play his seat, and the game ends."""
    table = await world.seated("anna", "ben", game="rummy")
    await world.play_on(table, until=lambda: table.record.decision >= 12)
    await world.slash_and_confirm("ben", "table leave")
    decision = table.record.decision
    await world.play_on(table, until=lambda: table.record.decision >= decision + 3)
    offer = (await world.person("cleo").slash(world.channel, "table join")).response
    await world.person("cleo").click(offer, custom_id=control(offer, "takeover"))
    await world.play_to_end(table)
    return table


async def last_step(world: World, name: str, table: Any) -> Any:
    """Return the last step of the replay, as the person sees it."""
    shown = (await world.person(name).slash(world.channel, "replay", id=str(table.id))).response
    [last] = [p["custom_id"] for p in parts(shown) if str(p.get("custom_id", "")).endswith(":last")]
    return (await world.person(name).click(shown, custom_id=last)).response


async def test_a_replaced_player_is_on_the_result(world: World) -> None:
    """Ben is rated last. The board, the replay and the others' histories say so, with his rating."""
    table = await play_with_takeover(world)
    after = await standing(world, "ben", game="rummy")
    assert after[0] < START
    ben = world.person("ben").id
    line = f"**ben** left early and is rated last: 1500? → {after[0]}?"
    assert line in text(world.board())
    assert line in text(await last_step(world, "anna", table))
    history = text((await world.person("anna").slash(world.channel, "history")).response)
    assert f"<@{ben}> (left)" in history
    assert f"<@{world.person('cleo').id}>" in history


async def test_a_replaced_player_has_a_name_outside_the_server_and_on_leaderboards(world: World) -> None:
    """Mentions show no name in direct messages, so Ben is called by the name that he had at the table, as everybody
    else is. No seat has that name any more: on leaderboards, he was “somebody” although he chose to be shown.
    """
    await play_with_takeover(world)
    anna = world.person("anna")
    history = text((await anna.user.slash("history")).response)
    assert "ben (left)" in history
    assert f"<@{world.person('ben').id}>" not in history
    await world.bot.store.people.change(world.person("ben").id, everywhere=True)
    for options in ({"scope": "everywhere"}, {"scope": "everywhere", "time": "week"}, {}):
        shown = (await anna.slash(world.channel, "leaderboard", game="rummy", **options)).response
        assert ". ben: " in ranking(shown), options
        assert "somebody" not in text(shown)


async def test_a_host_who_ends_the_game_is_rated_as_a_leaver(world: World) -> None:
    """The host's rating fell, so the board says why."""
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    await world.slash_and_confirm("anna", "table end")
    after = await standing(world, "anna", "ben")
    assert f"**anna** left early and is rated last: 1500? → {after[0]}?" in text(world.board())
    assert f"-# **ben**: 1500? → {after[1]}?" in text(world.board())


async def listed_turns(world: World, shown: Any) -> dict[int, str]:
    """Return the steps at which turns begin, with the names in the replay's list, over all its pages."""
    anna, found = world.person("anna"), {}
    value = None
    while value != "":
        if value is not None:
            select = control(shown, "replay-turn")
            shown = (await anna.select(shown, custom_id=select, values=[value])).response
        value = ""
        for option in next(p for p in parts(shown) if "replay-turn" in p.get("custom_id", ""))["options"]:
            if option["value"].isdigit():
                found[int(option["value"])] = option["label"].partition(": ")[2]
            elif option["value"].startswith("later"):
                value = option["value"]
    return found


async def at_step(world: World, table: Any, step: int) -> Any:
    """Return the replay after this many presses of Next."""
    anna = world.person("anna")
    shown = (await anna.slash(world.channel, "replay", id=str(table.id))).response
    for _ in range(step):
        [further] = [p["custom_id"] for p in parts(shown) if str(p.get("custom_id", "")).endswith(":next")]
        shown = (await anna.click(shown, custom_id=further)).response
    return shown


async def test_a_replay_credits_each_turn_to_its_player(world: World) -> None:
    """The list and each step credit Ben's turns to Ben, later ones to a computer player for him, and Cleo's to Cleo."""
    table = await play_with_takeover(world)
    people = {world.person(name).id: name for name in ("anna", "ben", "cleo")}
    log = await world.bot.store.tables.actions(table.id)
    by = [people.get(action.by, "🤖 ben") for action in log]
    assert {"ben", "🤖 ben", "cleo"} <= set(by)
    shown = (await world.person("anna").slash(world.channel, "replay", id=str(table.id))).response
    [views] = [part for part in parts(shown) if "replay-view" in part.get("custom_id", "")]
    assert views["options"][2]["label"] == "As ben and cleo saw it"
    turns = await listed_turns(world, shown)
    assert turns == {step: by[step] for step in turns}
    for name in ("ben", "🤖 ben", "cleo"):
        shown = await at_step(world, table, by.index(name) + 1)
        bold = name.replace("ben", "**ben**").replace("cleo", "**cleo**")
        assert f"2 · {bold}" in text(shown)
        assert text(shown).count("**cleo**") == 0 or name == "cleo"
        assert text(shown).count("**ben**") == 0 or name != "cleo"


async def test_the_board_credits_actions_to_the_player_who_made_them(world: World) -> None:
    """Ben has just played and left, and Cleo has his seat, but his actions remain his."""
    table = await world.seated("anna", "ben", game="rummy")
    await world.play_beginning(table)
    ben = world.person("ben").id
    await world.play_on(table, until=lambda: table.position.person_to_act == ben)
    await world.play_on(table, until=lambda: table.position.person_to_act != ben)
    await world.slash_and_confirm("ben", "table leave")
    offer = (await world.person("cleo").slash(world.channel, "table join")).response
    await world.person("cleo").click(offer, custom_id=control(offer, "takeover"))
    news = [line.removeprefix("-# ") for line in text(world.board()).splitlines() if line.startswith("-# **")]
    assert [line for line in news if line.startswith("**cleo**")] == ["**cleo** took over **ben**'s seat."]
    assert [line for line in news if line.startswith("**ben**") and "left" not in line]


async def test_a_former_players_seat_shows_no_computer_players_rating(world: World) -> None:
    """Ben deletes his data during the game. A computer player of the usual level plays on for him, but the rating of
    that level is the other computer player's.
    """
    table = await world.seated("anna", "ben", bots=1)
    await world.play_beginning(table)
    ben = world.person("ben")
    asked = (await ben.slash(world.channel, "privacy delete")).response
    await ben.click(asked, custom_id=control(asked, "forget-me"))
    await world.slash_and_confirm("anna", "table end")
    said = text(world.board())
    assert said.count("→") == 2, said
    assert "Former player**:" not in said
