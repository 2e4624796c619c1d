"""Only messages that wait for their reader make a sound, and every message that is sent states whether it does."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from bot.ui.kit.loudness import Sent
from tests.docs.pages import ROOT
from tests.syntax import parsed, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

WAITS_FOR_ITS_READER = {
    Sent.TURN,
    Sent.HAND_TO_PLAY,
    Sent.QUESTION,
    Sent.SEATS_KEPT,
    Sent.INVITATION,
    Sent.PLAN,
    Sent.CALL,
    Sent.WAITING,
}


@pytest.mark.parametrize("kind", Sent)
def test_only_messages_that_wait_for_their_reader_notify(kind: Sent) -> None:
    assert kind.is_silent == (kind not in WAITS_FOR_ITS_READER)


def sends() -> Iterator[tuple[str, ast.Call]]:
    """Yield every call that posts a message, with its place. Private answers notify nobody and go through `_say`."""
    for top in ("bot/ui", "cogs"):
        for path in sorted((ROOT / top).rglob("*.py")):
            for node in walk(parsed(path.read_text())):
                if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("send", "_say", "send_mention")):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def test_every_sent_message_states_whether_it_is_silent() -> None:
    """Whether a message is silent follows from its kind, so that the decision is made in one place."""
    decided = set()
    for where, call in sends():
        said = {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
        handed_on = "**more" in ast.unparse(call) or any(ast.unparse(each) == "kind" for each in call.args)
        private = ast.unparse(call.func) == "self._say" and "ephemeral" not in said
        assert said.get("silent", "").endswith(".is_silent") or "kind" in said or handed_on or private, where
        decided.add(said.get("silent", said.get("kind", "")).removesuffix(".is_silent").rpartition(".")[2])
    chosen = {name for name in decided if name.isupper()}
    handed_over = {"BOARD", "SEATS_KEPT", "HAND_TO_PLAY", "HAND_TO_SEE", "QUESTION"}
    assert chosen | handed_over == {kind.name for kind in Sent}
