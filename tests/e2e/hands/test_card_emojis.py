"""Cards as the application's own emojis: uploaded once, found again, replaced when a face changes, or else text."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.app import RummyBot
from bot.playground.backend.emojis import emoji_image, keep_emoji_images
from bot.render.pictures.drawing.emojis import FACE_DOWN
from tests.e2e.table_talk import choose_setting, control, parts, text

if TYPE_CHECKING:
    from bot.settings import Settings
    from tests.e2e.conftest import World

keep_emoji_images()

PNG = b"\x89PNG\r\n\x1a\n"
FACES = {
    key: PNG + key.encode()
    for key in (FACE_DOWN, "8_of_clubs", "8_of_clubs_4", "ace_of_spades", "2_of_hearts", "red_joker", "blue_4")
}


@pytest.fixture
def settings(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Upload a few faces instead of all of them."""
    monkeypatch.setattr("bot.ui.art.emoji_uploads.faces", lambda: iter(FACES.items()))
    return replace(settings, card_emojis="upload")


async def uploaded(world: World) -> list[str]:
    """Return the names of the emojis that Discord has, once the bot has finished uploading."""
    task = world.bot.card_emojis._task
    assert task is not None
    await task
    return sorted(emoji.name for emoji in world.env.backend.application_emojis.values())


def count_uploads(world: World) -> int:
    return sum(r.method == "POST" and r.path.endswith("/emojis") for r in world.env.http_requests)


async def test_each_face_is_uploaded_once_and_found_again_after_a_restart(world: World) -> None:
    names = await uploaded(world)
    assert sorted(name.rpartition("_")[0] for name in names) == sorted(FACES)
    [first] = [e for e in world.env.backend.application_emojis.values() if e.name.rpartition("_")[0] == "8_of_clubs"]
    assert emoji_image(world.env.backend, str(first.id)) == FACES["8_of_clubs"]
    made = count_uploads(world)
    await world.restart()
    assert await uploaded(world) == names
    assert count_uploads(world) == made == len(FACES)


async def test_a_changed_face_gets_a_new_emoji_and_the_old_one_expires(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages sent earlier show the old emoji until then. Emojis that the bot did not upload are left alone."""
    before = set(await uploaded(world))
    world.env.backend.create_application_emoji("logo_of_the_club")
    monkeypatch.setattr("bot.ui.art.emoji_uploads.faces", lambda: iter({**FACES, "8_of_clubs": PNG + b"new"}.items()))
    await world.restart()
    after = set(await uploaded(world))
    assert before < after
    assert len([name for name in after if name.rpartition("_")[0] == "8_of_clubs"]) == 2
    monkeypatch.setattr("bot.ui.art.emoji_uploads.KEPT", timedelta(seconds=-1))
    await world.restart()
    left = set(await uploaded(world))
    assert len([name for name in left if name.rpartition("_")[0] == "8_of_clubs"]) == 1
    assert not {name for name in before if name.rpartition("_")[0] == "8_of_clubs"} & left
    assert "logo_of_the_club" in left


async def test_emojis_that_another_process_uploads_later_are_found(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When two processes start for the first time, or with new faces, one of them has yet to upload them. The other
    used to show words until it was started again.
    """
    await uploaded(world)
    backend = world.env.backend
    found, backend.application_emojis = backend.application_emojis, {}
    monkeypatch.setattr(RummyBot, "_uploads_emojis", lambda _bot: False)
    await world.restart()
    await world.env.advance_time(1)
    known = world.bot.illustrator.emojis._known
    assert known == {}
    backend.application_emojis.update(found)
    await world.env.advance_time(70)
    assert known.keys() == FACES.keys()


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_emojis_are_uploaded_later_if_discord_fails_at_the_start(world: World, method: str) -> None:
    """Cards used to be words until the bot was started again."""
    await uploaded(world)
    world.env.backend.application_emojis.clear()
    world.env.inject_error(method, "/applications/*/emojis", status=503, message="not now", times=1)
    await world.restart()
    await world.env.advance_time(1)
    assert world.bot.illustrator.emojis._known == {}
    await world.env.advance_time(70)
    await uploaded(world)
    assert world.bot.illustrator.emojis._known.keys() == FACES.keys()


@pytest.mark.parametrize(("missing", "known"), [("red_joker", set()), ("blue_4", FACES.keys() - {"blue_4"})])
async def test_a_deck_uses_emojis_only_if_every_face_has_one(world: World, missing: str, known: set[str]) -> None:
    """A hand's buttons must not be a mixture of emojis and words, for instance while faces are being uploaded. Other
    decks keep theirs.
    """
    backend = world.env.backend
    await uploaded(world)
    [face] = [emoji for emoji in backend.application_emojis.values() if emoji.name.startswith(missing)]
    del backend.application_emojis[face.id]
    world.env.inject_error("POST", "/applications/*/emojis", status=400, code=30008, message="no", times=None)
    await world.restart()
    await uploaded(world)
    assert set(world.bot.illustrator.emojis._known) == known


async def test_discard_buttons_show_emojis_unless_pictures_are_off(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Emojis replace the text of the faces, except for people who want words only."""
    await know_all(world, monkeypatch)
    anna = world.person("anna")
    await anna.slash(world.channel, "solo", game="rummy")
    shown = discards((await anna.slash(world.channel, "hand")).response)
    assert len(shown) > 8
    assert all(part["emoji"]["id"] for part in shown)
    assert {part.get("label") for part in shown} == {None, "↑"}, "the face is on the emoji"
    await choose_setting(anna, world.channel, "pictures", "off")
    plain = discards((await anna.slash(world.channel, "hand")).response)
    assert not [part for part in plain if part.get("emoji")]


async def know_all(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot know an emoji for every card of the standard pack."""
    await uploaded(world)
    await world.restart()
    await uploaded(world)
    found = world.bot.illustrator.emojis
    monkeypatch.setattr(found, "_known", dict.fromkeys([*_standard()], next(iter(found._known.values()))))


def discards(hand: Any) -> list[dict[str, Any]]:
    """Return the buttons that discard a card."""
    return [part for part in parts(hand) if ":discard " in part.get("custom_id", "")]


def refuse_emojis(world: World, path: str, times: int, method: str = "POST") -> None:
    """Let Discord refuse messages because of an emoji."""
    reason = "Invalid Form Body\nIn data.components.0.components.1.components.0.emoji.id: Invalid emoji"
    world.env.inject_error(method, path, status=400, code=50035, message=reason, times=times)


async def test_a_message_whose_emojis_discord_does_not_know_for_a_moment_is_sent_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At times, Discord knows none of an application's emojis. The person was told that something had gone wrong, and
    a hand by direct message never came. The same was so of a lesson in direct messages.
    """
    await know_all(world, monkeypatch)
    anna = world.person("anna")
    refuse_emojis(world, f"/channels/{anna.user.dm_channel.id}/messages", 1)
    await anna.slash(world.channel, "solo", game="rummy")
    await world.env.advance_time(30)
    assert discards(world.dm("anna"))
    refuse_emojis(world, "/interactions/*", 1)
    assert discards((await anna.slash(world.channel, "hand")).response)
    lesson = (await anna.user.slash("learn", game="rummy")).response
    await anna.user.click(lesson, custom_id=control(lesson, "learn-act", "draw stock"))
    refuse_emojis(world, "/interactions/*", 1)
    shown = discards((await anna.user.slash("learn", game="rummy")).response)
    assert [part for part in shown if part.get("emoji")]


async def test_a_private_hand_is_kept_up_to_date_after_a_refused_emoji(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It used to be given up, as if its token had expired."""
    await know_all(world, monkeypatch)
    table, anna = await world.seated("anna", "ben", game="rummy"), world.person("anna")
    await world.play_on(table, until=lambda: world.name_to_act(table) == "ben")
    await anna.slash(world.channel, "hand")
    refuse_emojis(world, "/webhooks/*", 1, "PATCH")
    await world.play_on(table, until=lambda: world.name_to_act(table) == "anna")
    await world.env.advance_time(30)
    assert not world.env.backend.faults
    assert "Your turn" in text(world.hand("anna"))


async def test_cards_are_words_after_an_emoji_was_deleted(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A host may delete emojis in Discord's portal. Every hand failed until the bot was started again."""
    await know_all(world, monkeypatch)
    anna = world.person("anna")
    await anna.slash(world.channel, "solo", game="rummy")
    refuse_emojis(world, "/interactions/*", 2)
    assert "Something went wrong" in text((await anna.slash(world.channel, "hand")).response)
    caplog.clear()
    words = discards((await anna.slash(world.channel, "hand")).response)
    assert words
    assert not [part for part in words if part.get("emoji")]


def _standard() -> list[str]:
    from bot.render.pictures.drawing.emojis import key_of
    from bot.rules.cards import BLACK_JOKER, RED_JOKER, STANDARD_PACK

    return [key_of(card, two_colours=two) for card in (*STANDARD_PACK, RED_JOKER, BLACK_JOKER) for two in (True, False)]


@pytest.mark.parametrize("status", [403, 400])
async def test_cards_are_words_if_emojis_are_refused(
    world: World, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing fails, and the log has one line."""
    await uploaded(world)
    world.env.backend.application_emojis.clear()
    world.env.inject_error("POST", "/applications/*/emojis", status=status, code=30008, message="no", times=None)
    caplog.clear()
    await world.restart()
    assert await uploaded(world) == []
    lines: list[Any] = [record for record in caplog.records if "emojis" in record.getMessage()]
    assert [record.levelno for record in lines] == [logging.INFO]
    await world.person("anna").slash(world.channel, "solo", game="rummy")
    hand = (await world.person("anna").slash(world.channel, "hand")).response
    assert not [part for part in parts(hand) if "discard " in part.get("custom_id", "") and part.get("emoji")]
