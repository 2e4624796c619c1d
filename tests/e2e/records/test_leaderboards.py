"""What people see of results: leaderboards, statistics and histories. One server never sees another's people."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from bot.ui.kit.controls import button
from tests.e2e.acts import posted
from tests.e2e.records.finished import GAME, NOW, ask, custom, elsewhere, mention, ranking, store_result
from tests.e2e.table_talk import choose_setting, control, pictures, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_a_leaderboard_shows_ten_rows_and_the_readers_own(world: World) -> None:
    """Provisional ratings are marked, and pages, games and ladders are one choice away.

    The rows are only in the picture, or in the text for people who want no pictures.
    """
    names = [f"p{number}" for number in range(13)]
    for number in range(0, 12, 2):
        await store_result(world, names[number], names[number + 1])
    await store_result(world, "p12", "bot easy")
    shown = await ask(world, "p11", "leaderboard", game=GAME)
    assert ranking(shown).count("1 game") == 11, "ten rows and one's own"
    assert "1. p0: rating 1605?, 1 game." in ranking(shown)
    assert "You: place 7, rating 1395?, 1 game." in ranking(shown)
    assert not re.search(r"<@|🥇|1605|1 game", text(shown)), "the picture says it"
    who = world.person("p11")
    shown = (await who.click(shown, custom_id=custom(shown, "next"))).response
    assert ranking(shown).count("1 game") == 2
    await choose_setting(who, world.channel, "pictures", "off")
    shown = (await who.click(shown, custom_id=custom(shown, "back"))).response
    assert pictures(shown) == {}
    assert text(shown).count("<@") == 11
    assert "🥇" in text(shown)
    assert f"▶ **7.** {mention(world, 'p11')} – **1395?** · 1 game" in text(shown)
    shown = (await who.click(shown, custom_id=custom(shown, "own"))).response
    assert text(shown).count("<@") == 2, "the page of one's own row, which shares the place of rows before it"
    assert mention(world, "p11") in text(shown)
    chosen = control(shown, "leaderboard-ladder")
    shown = (await who.select(shown, custom_id=chosen, values=["computers"])).response
    assert "🤖 easy computer player" in text(shown)
    assert mention(world, "p12") in text(shown)
    assert mention(world, "p11") not in text(shown)
    shown = (await who.select(shown, custom_id=control(shown, "leaderboard-game"), values=["rummy"])).response
    assert "Nobody has finished" in text(shown)


async def test_a_page_that_is_gone_leads_to_the_last_one(world: World) -> None:
    """Eleven people are listed, and one of them is not any more. The second page had no way back."""
    names = [f"p{number}" for number in range(11)]
    for one, other in pairwise(names):
        await store_result(world, one, other)
    shown = await ask(world, "anna", "leaderboard", game=GAME)
    await world.bot.store.database.write(
        lambda sql: sql.execute("DELETE FROM ratings WHERE person = ?", (world.person("p0").id,))
    )
    shown = (await world.person("anna").click(shown, custom_id=custom(shown, "next"))).response
    assert "This page is empty" not in text(shown)
    assert ranking(shown).count(" games.") + ranking(shown).count(" game.") == 10


async def test_names_that_cannot_be_drawn_are_listed_in_the_text(world: World) -> None:
    await store_result(world, "太郎", "ben")
    shown = await ask(world, "ben", "leaderboard", game=GAME)
    assert f"🥇 {mention(world, '太郎')}\n" in text(shown)
    assert mention(world, "ben") not in text(shown)
    assert "1. 太郎: rating 1605?, 1 game. You: place 2, rating 1395?, 1 game." in ranking(shown)


async def test_old_seasons_can_still_be_viewed(world: World) -> None:
    """A new season begins empty. The old one is chosen by its number or in the list."""
    await store_result(world, "anna", "ben")
    await world.bot.store.records.start_season(world.guild.id, NOW + 10)
    shown = await ask(world, "anna", "leaderboard", game=GAME)
    assert "season 2 (now)" in text(shown)
    assert "Nobody has finished" in text(shown)
    old = await ask(world, "anna", "leaderboard", game=GAME, season="1")
    assert "2. ben" in ranking(old)
    again = (
        await world.person("anna").select(shown, custom_id=control(shown, "leaderboard-season"), values=["1"])
    ).response
    assert "2. ben" in ranking(again)
    offered = await world.person("anna").autocomplete(world.channel, "leaderboard", "season", "")
    assert [each["value"] for each in offered] == ["2", "1"]
    assert "choose one from 1 to 2" in text(await ask(world, "anna", "leaderboard", season="7"))


async def test_an_empty_leaderboard_says_what_it_would_list(world: World) -> None:
    """An empty leaderboard does not say that nobody has played: others may have, in another season or unlisted."""
    await store_result(world, "anna", "ben")
    everywhere = {"game": GAME, "scope": "everywhere"}
    said = text(await ask(world, "anna", "leaderboard", **everywhere))
    assert "Nobody who is shown here has finished a rated game of this kind yet; open a table" in said
    said = text(await ask(world, "anna", "leaderboard", **everywhere, time="month"))
    assert "Nobody who is shown here finished a rated game of this kind in that time" in said
    for number in (1, 2):
        await world.bot.store.records.start_season(world.guild.id, NOW + number)
    said = text(await ask(world, "anna", "leaderboard", game=GAME))
    assert "Nobody has finished a rated game of this kind in this season yet; open a table" in said
    assert "marks a rating" not in said, "there is none"
    said = text(await ask(world, "anna", "leaderboard", game=GAME, season="2"))
    assert "Nobody finished a rated game of this kind in that season; choose another." in said
    said = text(await ask(world, "anna", "leaderboard", game="rummy", time="ever"))
    assert "Nobody has finished a rated game of this kind here yet; open a table" in said, "no time is longer"


@pytest.mark.parametrize(("language", "shown"), [("en", "Season 1"), ("de", "Saison 1")])
async def test_a_season_can_be_typed_as_the_list_shows_it(world: World, language: str, shown: str) -> None:
    """A phone sends the text as typed if no choice was tapped. It was once refused with a request for a season."""
    await store_result(world, "anna", "ben")
    await world.bot.store.records.start_season(world.guild.id, NOW + 10)
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, language=language)
    offered = await anna.autocomplete(world.channel, "leaderboard", "season", "")
    assert offered[-1]["name"] == shown
    for typed in (shown, f" {shown.lower()} ", "season 1", "#1"):
        assert "2. ben" in ranking(await ask(world, "anna", "leaderboard", game=GAME, season=typed)), typed
    for typed in ("Season 7", "Season", "Table 1"):
        assert typed in text(await ask(world, "anna", "leaderboard", season=typed))


async def test_a_leaderboard_can_cover_the_last_week_or_month(world: World) -> None:
    """The latest wins are shown by buttons and by command. Seasons do not matter, and one's own line is marked."""
    await store_result(world, "anna", "ben")
    await world.bot.store.records.start_season(world.guild.id, NOW + 10)
    anna = world.person("anna")
    shown = await ask(world, "anna", "leaderboard", game=GAME)
    assert "Nobody has finished" in text(shown)
    for tag, named in (("in-week", "last 7 days"), ("in-month", "last 30 days"), ("in-ever", "all seasons")):
        shown = (await anna.click(shown, custom_id=custom(shown, tag))).response
        assert f"This server, {named} · People only" in text(shown)
        rows = "You: place 1, points +105, 1 game. 2. ben: points -105, 1 game."
        assert ranking(shown) == f"Three Thirteen · {named}. {rows}"
    shown = (await anna.click(shown, custom_id=custom(shown, "in-"))).response
    assert "season 2 (now)" in text(shown)
    await world.env.advance_time(8 * 86_400)
    shown = await ask(world, "anna", "leaderboard", game=GAME, time="week")
    assert "No rated game of this kind ended in that time" in text(shown)
    assert "+105" in ranking(await ask(world, "anna", "leaderboard", game=GAME, time="month"))
    assert "not both" in text(await ask(world, "anna", "leaderboard", time="week", season="1"))
    other, [zoe] = elsewhere(world, "zoe")
    everywhere = await ask(world, zoe, "leaderboard", other, game=GAME, scope="everywhere", time="month")
    assert "All servers, last 30 days" in text(everywhere)
    assert "anna" not in text(everywhere)


async def test_a_period_shows_the_games_of_earlier_seasons(world: World) -> None:
    """Only games with computer players were played, before the season. The list of the others' games was shown."""
    await store_result(world, "anna", "bot easy")
    await world.bot.store.records.start_season(world.guild.id, NOW + 10)
    for time in ("month", "ever"):
        shown = await ask(world, "anna", "leaderboard", game=GAME, time=time)
        assert "· With computer players" in text(shown)
        assert "You: place 1, points +" in ranking(shown)


async def test_two_servers_never_see_each_others_people(world: World) -> None:
    """Leaderboards, statistics and histories never show people of another server, even if asked about them."""
    other, [anna, _zoe] = elsewhere(world, "anna", "zoe")
    await store_result(world, "anna", "ben")
    await store_result(world, "zoe", "anna", channel=other)
    here, there = (
        ranking(await ask(world, "anna", "leaderboard", game=GAME)),
        ranking(await ask(world, anna, "leaderboard", other, game=GAME)),
    )
    assert "2. ben" in here
    assert "zoe" not in here
    assert "1. zoe" in there
    assert "ben" not in there
    for command in ("stats", "history"):
        said = text(await ask(world, "anna", command, user=world.person("zoe").user))
        assert said.startswith("I know of no finished game by")
        own = text(await ask(world, "anna", command))
        assert mention(world, "zoe") not in own
        assert "zoe" not in own
    asked = button(0, "history", "x", argument=f"{world.person('zoe').id},0")
    pressed = await world.person("anna").click(posted(world, (asked,)), custom_id=asked.custom_id)
    assert sentence(pressed).startswith("I know of no finished game by"), "nor if a button's id says so"


async def test_the_global_leaderboard_shows_only_people_who_opted_in(world: World) -> None:
    """People are shown by name, because no other server can resolve a mention. Others are told how to be shown."""
    other, [zoe] = elsewhere(world, "zoe")
    await store_result(world, "anna", "ben")
    shown = await ask(world, zoe, "leaderboard", other, game=GAME, scope="everywhere")
    assert "anna" not in text(shown)
    assert "You are not shown here" in text(shown)
    await choose_setting(world.person("anna"), world.channel, "everywhere", "on")
    shown = await ask(world, zoe, "leaderboard", other, game=GAME, scope="everywhere")
    assert "1. anna: rating 1605?" in ranking(shown)
    assert "ben" not in ranking(shown) + text(shown)
    mine = await ask(world, "anna", "leaderboard", game=GAME, scope="everywhere")
    assert "You: place 1" in ranking(mine)
    assert "You are not shown here" not in text(mine)


async def test_stats_say_what_the_mark_of_a_rating_means(world: World) -> None:
    """“1605?” was explained on the leaderboard only."""
    await store_result(world, "anna", "ben")
    said = text(await ask(world, "anna", "stats"))
    assert "**1605?** · 1 game\n-# “?” marks a rating from fewer than 10 games." in said
    for _ in range(9):
        await store_result(world, "anna", "ben")
    assert "“?”" not in text(await ask(world, "anna", "stats"))


async def test_stats_name_computer_players_and_the_games_own_unit(world: World) -> None:
    """The best win was once “+105 against easy”, and in German the cards left in Notty were called points."""
    await store_result(world, "anna", "bot easy", game="notty")
    [alt] = pictures(await ask(world, "anna", "stats")).values()
    assert "Best win: +105 against easy computer player." in alt
    await choose_setting(world.person("anna"), world.channel, "language", "de")
    said = text(await ask(world, "anna", "stats"))
    assert "Ergebnis: 10 (weniger ist besser)" in said
    assert "Punkte" not in said


async def test_stats_show_a_rating_curve_and_results_by_opponent(world: World) -> None:
    """The picture's alternative text says what it shows. Another's statistics include one's own record against them."""
    for _ in range(3):
        await store_result(world, "anna", "ben")
    await store_result(world, "ben", "anna")
    await store_result(world, "anna", "bot easy", game="rummy")
    shown = await ask(world, "anna", "stats")
    said = text(shown)
    assert "Games: **5** · won: **4** (80%)" in said
    assert "Winning streak: **1** (best **3**)" in said
    assert "Favourite game: **Three Thirteen**" in said
    assert "12.5 on average, 10 at best, 20 at worst" in said
    assert f"{mention(world, 'ben')}: 3 ahead, 1 behind, 0 tied" in said
    [alt] = pictures(shown).values()
    assert alt.startswith("anna. Three Thirteen · People only: rating ")
    assert "Place 1 of 2, in the top 50%. Won 4 of 5 games. Last games, newest last: won, won, won, lost" in alt
    assert "In 4 games the rating went from 1500 to " in alt
    await choose_setting(world.person("anna"), world.channel, "pictures", "off")
    words = await ask(world, "anna", "stats")
    assert not pictures(words)
    assert alt.removeprefix("anna. ") in text(words), "as the setting promises"
    rummy = text(await ask(world, "anna", "stats", game="rummy"))
    assert "Games: **1**" in rummy
    assert "With computer players" in rummy
    ben = text(await ask(world, "ben", "stats", user=world.person("anna").user))
    assert f"{mention(world, 'ben')}: 3 ahead" in ben


async def test_stats_and_history_count_left_and_abandoned_games(world: World) -> None:
    """Statistics and histories say which games were not played to their end, and who left them."""
    await store_result(world, "anna", "ben")
    plain = [text(await ask(world, "anna", command)) for command in ("stats", "history")]
    assert not [word for said in plain for word in ("left", "abandoned") if word in said]
    for who in ("anna", "anna", "ben"):
        await store_result(world, "anna", "ben", left=who)
    stats, history = [text(await ask(world, "anna", command)) for command in ("stats", "history")]
    assert "Games: **4** · won: **2** (50%)" in stats
    assert "Left early: **2** · abandoned by others: **1**" in stats
    assert "4 games" in history
    assert history.count("left early") == 2
    assert history.count("🏆 won, 1 other player left the game") == 1, "it was once “the others left”"
    assert " 0 points" not in history
    await store_result(world, "anna", "ben", "cleo", left="cleo")
    history = text(await ask(world, "anna", "history"))
    assert history.count("🏆 won, 1 other player left the game") == 2, "ben stayed"


async def test_histories_have_pages(world: World) -> None:
    """Histories show number, time, game, place, opponents and the change of the rating."""
    ids = [await store_result(world, "anna", "ben", "bot easy") for _ in range(7)]
    ids.append(await store_result(world, "ben", "anna", ladder=None))
    shown = await ask(world, "ben", "history", user=world.person("anna").user)
    first, second = (f"**#{number} Three Thirteen** · <t:{int(NOW)}:f>" for number in (ids[-1], ids[-2]))
    assert f"{first} · place 2, 20 points\n-# against {mention(world, 'ben')} · not rated" in text(shown)
    assert f"{second} · 🏆 won, 10 points\n-# against {mention(world, 'ben')} and 🤖 easy · rating" in text(shown)
    assert f"#{ids[0]} " not in text(shown)
    older = await ask(world, "ben", "history", user=world.person("anna").user)
    shown = (await world.person("ben").click(shown, custom_id=custom(shown, "next"))).response
    assert f"**#{ids[0]} " in text(shown)
    assert "rating 16" in text(shown)
    await world.bot.store.database.write(lambda sql: sql.execute("DELETE FROM tables WHERE id <= ?", (ids[1],)))
    shown = (await world.person("ben").click(older, custom_id=custom(older, "next"))).response
    assert f"**#{ids[-1]} " in text(shown), "there is one page left"


async def test_stats_of_people_without_games_are_one_sentence(world: World) -> None:
    for command in ("stats", "history"):
        said = text(await ask(world, "anna", command))
        assert said == "You have not finished a game here yet; open a table with /table new."
        other = world.person("ben")
        said = text(await ask(world, "anna", command, user=other.user))
        assert said == f"I know of no finished game by {mention(world, 'ben')} in this server."
    assert "by <@" in text(await ask(world, "anna", "stats", user=world.person("ben").user, game="rummy"))


async def test_stats_by_dm_cover_ones_own_games_of_all_servers(world: World) -> None:
    """In direct messages, opponents are shown by name, and the leaderboard covers all servers.

    Other people's games are shown only in their servers.
    """
    other, _members = elsewhere(world, "anna", "zoe")
    await store_result(world, "anna", "ben")
    await store_result(world, "anna", "zoe", channel=other)
    user = world.person("anna").user
    stats = text((await user.slash("stats")).response)
    assert "Games: **2**" in stats
    assert "zoe: 1 ahead" in stats
    assert "Ratings over all servers" in stats
    assert "season" not in stats, "those over all servers have none"
    history = text((await user.slash("history")).response)
    assert "against ben" in history
    assert "against zoe" in history
    assert "All servers" in text((await user.slash("leaderboard", game=GAME)).response)
    said = text((await user.slash("leaderboard", game=GAME, scope="server")).response)
    assert "choose scope: everywhere" in said
    for command in ("stats", "history"):
        said = text((await user.slash(command, user=world.person("ben").user)).response)
        assert said == "Other people's games can be seen in the server where they were played."
