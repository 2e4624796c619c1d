"""What Discord refuses in messages and the simulation may let pass, checked in every REST call of a test."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

COMPONENTS_V2 = 1 << 15
_WRITES = re.compile(r"/messages(/|$)|/callback$|^/webhooks/")


def check_requests(requests: Iterable[Any]) -> None:
    """Fail on the first message that Discord would refuse."""
    for request in requests:
        if (
            request.method in ("POST", "PATCH")
            and _WRITES.search(request.path)
            and isinstance(request.json, dict)
        ):
            body = (
                request.json.get("data", request.json) if request.path.endswith("/callback") else request.json
            )
            if isinstance(body, dict):
                check_message(body, f"{request.method} {request.path}")


def check_message(body: dict[str, Any], where: str) -> None:
    """One message body: limits of Discord's documentation."""
    content = body.get("content") or ""
    assert len(content) <= 2000, f"{where}: content of {len(content)} characters"
    for choice in body.get("choices") or ():
        assert 1 <= len(choice["name"]) <= 100, f"{where}: choice name {choice['name']!r}"
        assert 1 <= len(str(choice["value"])) <= 100, f"{where}: choice value {choice['value']!r}"
    assert len(body.get("choices") or ()) <= 25, f"{where}: more than 25 choices"
    if "choices" not in body and (content or body.get("components")):
        assert "allowed_mentions" in body, f"{where}: allowed_mentions is not explicit"
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
    """One component's own limits."""
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


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component, nested ones too."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        if component.get("accessory"):
            yield component["accessory"]
