"""Check every REST call of a test for things that Discord refuses but the simulation may accept."""

from __future__ import annotations

import marshal
import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

COMPONENTS_V2 = 1 << 15
FORM = 9
"""The type of response that opens a form."""
ISOLATE, END = "\u2068", "\u2069"
TURNING = "\u061c\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067"
_MENTION = re.compile(r"<(?:@[!&]?|#)\d+>")
_WRITES = re.compile(r"/messages(/|$)|/callback$|^/webhooks/")
_passed: set[int] = set()
"""Hashes of messages that passed. Most messages of other tests are the same."""


def check_requests(requests: Iterable[Any]) -> None:
    """Fail on the first message that Discord would refuse."""
    for request in requests:
        if request.method in ("POST", "PATCH") and _WRITES.search(request.path) and isinstance(request.json, dict):
            body = request.json.get("data", request.json) if request.path.endswith("/callback") else request.json
            if isinstance(body, dict) and request.json.get("type") == FORM:
                check_form(body, f"{request.method} {request.path}")
            elif isinstance(body, dict) and (what := hash(marshal.dumps(body))) not in _passed:
                check_message(body, f"{request.method} {request.path}")
                _passed.add(what)


def check_form(body: dict[str, Any], where: str) -> None:
    """Check a form against the limits in Discord's documentation."""
    assert 1 <= len(body["title"]) <= 45, f"{where}: title {body['title']!r}"
    assert 1 <= len(body["components"]) <= 5, f"{where}: {len(body['components'])} fields"
    for label in body["components"]:
        assert 1 <= len(label["label"]) <= 45, f"{where}: label {label['label']!r}"
        assert len(label.get("description") or "") <= 100, f"{where}: {label['description']!r}"
        check_component(label["component"], where)


def check_message(body: dict[str, Any], where: str) -> None:
    """Check a message body against the limits in Discord's documentation."""
    content = body.get("content") or ""
    for text in texts(body):
        check_direction(text, where)
    for text in (
        content,
        *(part["content"] for part in walk(body.get("components") or []) if "content" in part),
    ):
        check_mentions(text, where)
    assert len(content) <= 2000, f"{where}: content of {len(content)} characters"
    for choice in body.get("choices") or ():
        assert 1 <= len(choice["name"]) <= 100, f"{where}: choice name {choice['name']!r}"
        assert 1 <= len(str(choice["value"])) <= 100, f"{where}: choice value {choice['value']!r}"
    assert len(body.get("choices") or ()) <= 25, f"{where}: more than 25 choices"
    if "choices" not in body and (content or body.get("components")):
        assert "allowed_mentions" in body, f"{where}: allowed_mentions is not explicit"
        allowed = body["allowed_mentions"]
        assert not allowed.get("parse"), f"{where}: whoever a text mentions is notified"
        named = allowed.get("users", [])
        assert len(named) == len(set(named)) <= 100, f"{where}: people to notify {named}"
    sent = [each["filename"] for each in body.get("attachments") or () if "filename" in each]
    assert len(sent) == len(set(sent)), f"{where}: the same file name twice"
    if not body.get("components"):
        return
    parts = list(walk(body["components"]))
    if (body.get("flags") or 0) & COMPONENTS_V2:
        assert not content, f"{where}: content beside Components V2"
        assert not body.get("embeds"), f"{where}: embeds beside Components V2"
        assert len(parts) <= 40, f"{where}: {len(parts)} components"
        total = sum(len(part["content"]) for part in parts if part["type"] == 10)
        assert total <= 4000, f"{where}: {total} characters"
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(ids) == len(set(ids)), f"{where}: the same custom_id twice"
    for part in parts:
        check_component(part, where)


def check_component(part: dict[str, Any], where: str) -> None:
    """Check the limits of one component."""
    kind = part["type"]
    assert len(part.get("custom_id", "x")) in range(1, 101), f"{where}: custom_id {part['custom_id']!r}"
    if kind == 1:
        assert 1 <= len(part["components"]) <= 5, f"{where}: a row of {len(part['components'])}"
        kinds = [inner["type"] for inner in part["components"]]
        assert kinds == [2] * len(kinds) or len(kinds) == 1, f"{where}: a select beside others"
    if kind == 2:
        assert part.get("label") or part.get("emoji"), f"{where}: a button without a label"
        assert len(part.get("label") or "") <= 80, f"{where}: label {part['label']!r}"
        assert len(part.get("url") or "") <= 512, f"{where}: url {part['url']!r}"
        assert ("url" in part) != ("custom_id" in part), f"{where}: a button that does nothing"
    if kind == 3:
        values = [option["value"] for option in part["options"]]
        assert 1 <= len(values) <= 25, f"{where}: {len(values)} options"
        assert len(values) == len(set(values)), f"{where}: an option's value twice"
        least, most = part.get("min_values", 1), part.get("max_values", 1)
        assert 0 <= least <= most <= len(values), f"{where}: {least} to {most} of {len(values)} options"
        assert len(part.get("placeholder") or "") <= 150, f"{where}: placeholder {part['placeholder']!r}"
        assert sum(bool(option.get("default")) for option in part["options"]) <= (part.get("max_values") or 1)
        for option in part["options"]:
            for field in ("label", "value"):
                assert 1 <= len(option[field]) <= 100, f"{where}: option {field} {option[field]!r}"
            assert len(option.get("description") or "") <= 100, f"{where}: {option['description']!r}"
    if kind == 10:
        assert part["content"].strip(), f"{where}: an empty text"
    for item in part.get("items", ()):
        assert 1 <= len(item.get("description") or "") <= 1024, f"{where}: alternative text"


def texts(body: dict[str, Any]) -> Iterator[str]:
    """Yield all texts in a message body that people read or hear."""
    yield body.get("content") or ""
    yield from (choice["name"] for choice in body.get("choices") or ())
    for part in walk(body.get("components") or []):
        yield from (part.get(field) or "" for field in ("content", "label", "placeholder"))
        for line in (*part.get("options", ()), *part.get("items", ())):
            yield from (line.get(field) or "" for field in ("label", "description"))


def check_direction(text: str, where: str) -> None:
    """Fail if a name written from right to left changes the direction of the text around it."""
    turned = None if text.isascii() else what_turns(text)
    assert turned is None, f"{where}: {turned}"


@lru_cache(4096)
def what_turns(text: str) -> str | None:
    """Return what changes the direction of other text, or None. Cached, because boards repeat nearly the same text."""
    for line in text.split("\n"):
        depth = 0
        for char in line:
            depth += {ISOLATE: 1, END: -1}.get(char, 0)
            if char in TURNING or depth < 0:
                return f"{char!r} in {line!r}"
            if not depth and unicodedata.bidirectional(char) in ("R", "AL"):
                return f"right to left in {line!r}"
        if depth:
            return f"an isolate stays open in {line!r}"
    return None


def check_mentions(text: str, where: str) -> None:
    """Fail if a mention is not isolated: Discord replaces it with a name, which may have any direction."""
    for mention in _MENTION.finditer(text):
        assert text[mention.start() - 1] == ISOLATE, f"{where}: {text!r}"


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield every component, including nested ones."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        if component.get("accessory"):
            yield component["accessory"]
