"""“How did I play?” is answered to people who played, and refused with the reason if there is no review."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.players.reviewing import VERSION
from bot.players.worker_process import WorkerDiedError
from bot.review import reviews
from bot.rules.catalogue import GAMES
from tests.e2e.one_moment import LONG, one_moment, turns
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import control, labels, parts, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def review_of(world: World, name: str, table: Any) -> Any:
    return (await world.person(name).slash(world.channel, "review", id=str(table.id))).response


@pytest.mark.parametrize("game", GAMES)
async def test_a_player_gets_a_review_of_every_game(world: World, game: str) -> None:
    """The report has the figures and, after a costly decision, its picture with what was played and what was better."""
    table = await ended_game(world, game, "anna")
    shown = await review_of(world, "anna", table)
    assert shown.ephemeral
    assert "How you played" in text(shown)
    assert any(words in text(shown) for words in ("Accuracy", "had no choice", "too few for"))
    stored = await world.bot.store.records.review(table.id, world.person("anna").id)
    assert stored is not None
    assert stored.version == VERSION
    if "Played:" in text(shown):
        assert "Better:" in text(shown)
        assert shown.attachments


async def test_a_review_leads_from_mistake_to_mistake(world: World) -> None:
    """The report leads to its next decision and to that step of the replay, which leads from mistake to mistake."""
    table = await ended_game(world, "six-holes", "anna")
    anna = world.person("anna")
    await anna.slash(world.channel, "table board")
    shown = (await anna.click(world.board(), custom_id=control(world.board(), "review"))).response
    assert shown.ephemeral
    first = text(shown)
    shown = (await anna.click(shown, custom_id=control(shown, "review"))).response
    assert text(shown) != first
    assert "(3 of 3)" in text(shown) or "Next" in str(shown.components)
    replay = (await anna.click(shown, custom_id=control(shown, "replay"))).response
    assert "Step " in text(replay)
    steps = {text(replay).split("Step ")[1].split(" ")[0]}
    for _ in range(3):
        [mistake] = [part for part in _ids(replay) if part.endswith(":mistake")]
        replay = (await anna.click(replay, custom_id=mistake)).response
        steps.add(text(replay).split("Step ")[1].split(" ")[0])
    assert len(steps) >= 3
    other = (await world.person("ben").slash(world.channel, "replay", id=str(table.id))).response
    assert not [part for part in _ids(other) if part.endswith(":mistake")], "whose mistakes they are is nobody else's"


def _ids(message: Any) -> list[str]:
    return [str(part.get("custom_id", "")) for part in parts(message)]


async def test_the_replay_names_what_it_leads_to_as_the_review_does(world: World) -> None:
    """A review with a single inaccuracy led to a replay with “Next mistake”."""
    table = await ended_game(world, "rummy", "anna")
    shown = await review_of(world, "anna", table)
    assert "1 inaccuracy" in text(shown)
    assert "mistake" not in text(shown)
    replay = (await world.person("anna").click(shown, custom_id=control(shown, "replay"))).response
    assert "Next inaccuracy" in labels(replay)


async def test_a_review_is_private_until_its_owner_shares_it(world: World) -> None:
    table = await ended_game(world, "six-holes", "anna")
    anna = world.person("anna")
    before = len(list(world.channel.history()))
    shown = await review_of(world, "anna", table)
    assert len(list(world.channel.history())) == before
    await anna.click(shown, custom_id=control(shown, "review-share"))
    shared = next(iter(message for message in world.channel.history() if "How anna played" in text(message)))
    assert "Accuracy" in text(shared)
    assert "Played:" not in text(shared)


async def test_markdown_in_a_name_is_escaped_in_a_shared_review(world: World) -> None:
    world.people["anna"] = world.guild.add_member(world.env.create_user("anna"), nick="[free](https://a.b) <@1>")
    table = await ended_game(world, "six-holes", "anna")
    shown = await review_of(world, "anna", table)
    await world.person("anna").click(shown, custom_id=control(shown, "review-share"))
    assert r"## How \[free\]\(https\:\/\/a\.b\) \<\@1\> played" in text(world.channel.history()[-1])


async def test_a_second_request_is_answered_from_the_store(world: World) -> None:
    table = await ended_game(world, "six-holes", "anna")
    first = await review_of(world, "anna", table)
    calls: list[Any] = []
    world.bot.reviews._analyst = Broken(calls)
    assert text(await review_of(world, "anna", table)) == text(first)
    assert not calls


class Broken:
    """An analyst that dies on every review."""

    def __init__(self, calls: list[Any]) -> None:
        self.calls = calls

    async def review(self, request: Any) -> Any:
        self.calls.append(request)
        raise WorkerDiedError("gone")


async def test_a_refused_review_says_why(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A review is refused to others, after two failures, beyond the day's limit, and for unfinished games."""
    table = await ended_game(world, "six-holes", "anna")
    anna, ben = world.person("anna"), world.person("ben")
    assert "You did not play in this game" in sentence(await ben.slash(world.channel, "review", id=str(table.id)))
    usual, world.bot.reviews._analyst = world.bot.reviews._analyst, Broken([])
    assert "even on a second try" in sentence(await anna.slash(world.channel, "review", id=str(table.id)))
    world.bot.reviews._analyst = usual
    monkeypatch.setattr(reviews, "MAX_A_DAY", 0)
    assert "Each person gets at most" in sentence(await anna.slash(world.channel, "review", id=str(table.id)))
    live = await world.seated("anna", "ben")
    assert "still open" in sentence(await anna.slash(world.channel, "review", id=str(live.id)))
    await world.slash_and_confirm("anna", "table end")
    assert "not played to its end" in sentence(await anna.slash(world.channel, "review", id=str(live.id)))


async def test_reviews_asked_for_at_once_do_not_exceed_the_limit(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only reviews that were finished counted, so that pressing fast enough gave any number of them."""
    games = [await ended_game(world, "six-holes", "anna") for _each in range(3)]
    monkeypatch.setattr(reviews, "MAX_A_DAY", 2)
    review = world.bot.reviews._analyst.review

    async def slowly(request: Any) -> Any:
        await turns(LONG)
        return await review(request)

    monkeypatch.setattr(world.bot.reviews._analyst, "review", slowly)
    anna = world.person("anna")
    with one_moment(world):
        asked = [await anna.slash(world.channel, "review", id=str(table.id)) for table in games]
    await world.env.settle()
    refused = [one for one in asked if "Each person gets at most" in str(one.response and one.response.content)]
    assert len(refused) == 1


async def test_a_review_says_why_its_positions_cannot_be_shown(world: World) -> None:
    """The game's rules may have changed since. A review that was stored before used to fail without a reason."""
    table, anna = await ended_game(world, "six-holes", "anna"), world.person("anna")
    assert "How you played" in text((await anna.slash(world.channel, "review", id=str(table.id))).response)
    await world.bot.store.database.write(lambda sql: sql.execute("UPDATE actions SET text = 'fly' WHERE number = 1"))
    await world.restart()
    said = sentence(await anna.slash(world.channel, "review", id=str(table.id)))
    assert said.startswith("This game can no longer be replayed: Action 1, “fly”")


async def test_deleting_ones_data_deletes_the_review(world: World) -> None:
    table = await ended_game(world, "six-holes", "anna")
    anna = world.person("anna")
    await review_of(world, "anna", table)
    await world.bot.store.people.forget_in_tables(anna.id, await world.bot.store.people.tables_about(anna.id))
    await world.bot.store.people.forget_person(anna.id)
    assert await world.bot.store.records.review(table.id, anna.id) is None
    await world.bot.tables.reload([table.id])
    assert "deleted your data since" in sentence(await anna.slash(world.channel, "review", id=str(table.id)))
