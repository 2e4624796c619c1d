"""After two quick presses, a private page shows what the last one asked for, however late the first is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.e2e.one_moment import LONG, one_moment, slow_answers
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import control, parts, setting_shown, text

if TYPE_CHECKING:
    import pytest

    from tests.e2e.conftest import World


def chosen(page: Any, setting: str) -> list[str]:
    """Return what the page of settings shows as chosen."""
    [shown] = [part for part in parts(page) if part.get("custom_id", "").endswith(f":set::{setting}")]
    return [option["value"] for option in shown["options"] if option.get("default")]


async def test_settings_show_both_of_two_quick_choices(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first answer once arrived last, and showed the second choice as not made."""
    anna = world.person("anna")
    page = await setting_shown(anna, (await anna.slash(world.channel, "settings")).response, "set", "order")
    slow_answers(monkeypatch, (LONG, 0))
    with one_moment(world):
        await anna.select(page, ["rank"], custom_id=control(page, "set", "order"))
        await anna.select(page, ["off"], custom_id=control(page, "set", "pictures"))
    await world.env.settle()
    assert chosen(page, "order") == ["rank"]
    assert chosen(page, "pictures") == ["off"]


async def test_a_replay_shows_the_step_of_the_last_press(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The late answer to the first press once took the replay back to an earlier step."""
    table, anna = await ended_game(world, "six-holes", "anna"), world.person("anna")
    page = (await anna.slash(world.channel, "replay", id=str(table.id))).response
    ids = [part["custom_id"] for part in parts(page) if "custom_id" in part]
    slow_answers(monkeypatch, (LONG, 0))
    with one_moment(world):
        for tag in ("next", "last"):
            [pressed] = [one for one in ids if one.endswith(f":{tag}")]
            await anna.click(page, custom_id=pressed)
    await world.env.settle()
    assert f"Step {table.decision} of {table.decision}" in text(page)
