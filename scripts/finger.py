"""A finger on the playground's page: it plays what the newest message offers, like a person who tries things out."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, NamedTuple

from playwright.async_api import TimeoutError as OutOfPatienceError

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from playwright.async_api import Locator, Page

_PLAYS = ("act", "series", "play-suggested", "hint-play")
"""Verbs of controls that play something."""
_BUILDS = ("step", "suggest")
MAX_PRESSES = 12
"""Presses for one decision before the finger plays the hint's suggestion."""
_CHANGE_MS, _CLICK_MS, _LOOK_MS = 1_500, 1_500, 50
_LOOK = """message => [...message.querySelectorAll('[data-cid]')].filter(one => !one.disabled).map(
    one => [one.dataset.cid, one.classList.contains('select')])"""


class Control(NamedTuple):
    """A usable control: its custom id, and whether it is a list."""

    custom_id: str
    is_list: bool

    @property
    def verb(self) -> str:
        return self.custom_id.split(":")[2]

    @property
    def decision(self) -> str:
        return self.custom_id.split(":")[3]

    @property
    def argument(self) -> str:
        return self.custom_id.split(":", 4)[4]


class Finger:
    """Presses one control after another in the newest message of the open channel."""

    def __init__(self, page: Page, rng: random.Random) -> None:
        self.page, self._rng = page, rng
        self.presses = 0
        self._decision, self._here = "", 0

    @property
    def message(self) -> Locator:
        return self.page.locator(".message:has([data-cid])").last

    async def controls(self) -> list[Control]:
        """Return the controls in the message that can be used now."""
        return [Control(*found) for found in await self.message.evaluate(_LOOK)]

    async def play(self) -> bool:
        """Press something; return whether there was anything to play."""
        controls = await self.controls()
        able = [control for control in controls if control.verb in (*_PLAYS, *_BUILDS)]
        if not any(control.verb in _PLAYS for control in able) and not _can_build(able):
            return False
        self._here = self._here + 1 if able[0].decision == self._decision else 0
        self._decision = able[0].decision
        await self.press(self._choice(controls, able))
        return True

    def _choice(self, controls: Sequence[Control], able: Sequence[Control]) -> Control:
        by_verb = {control.verb: control for control in controls}
        for answer in ("hint-play", "hint-yes", "suggest-yes"):
            if answer in by_verb:
                return by_verb[answer]
        if self._here > MAX_PRESSES:
            reset = [control for control in able if control.argument == "reset"]
            if reset and self._here % 3 == 1:
                return reset[0]
            return by_verb.get("hint", self._rng.choice(able))
        plays = [control for control in able if control.verb in _PLAYS]
        others = [control for control in able if control.verb in _BUILDS]
        kinds = [kind for kind in (plays, plays, others, [by_verb["hint"]] if "hint" in by_verb else []) if kind]
        return self._rng.choice(self._rng.choice(kinds))

    async def press(self, control: Control) -> None:
        """Press a button or choose in a list, and wait until the message shows the effect."""
        self.presses += 1
        before = await self.message.inner_html()
        try:
            await self.message.locator(f'[data-cid="{control.custom_id}"]').click(timeout=_CLICK_MS)
        except OutOfPatienceError:  # another player's move has removed it
            return
        if control.is_list:
            await self._choose()
        with contextlib.suppress(OutOfPatienceError):  # the hand may look the same again
            await self.page.wait_for_function(
                "before => [...document.querySelectorAll('.message:has([data-cid])')].at(-1)?.innerHTML !== before",
                arg=before,
                timeout=_CHANGE_MS,
                polling=_LOOK_MS,
            )

    async def _choose(self) -> None:
        """Choose one of the open list's entries, or up to three if several can be ticked."""
        rows = self.page.locator(".list-row")
        done = self.page.locator(".list-foot .button")
        several = await done.count()
        for _ in range(self._rng.randint(1, 3) if several else 1):
            await rows.nth(self._rng.randrange(await rows.count())).click()
        if several:
            if await done.is_enabled():
                await done.click()
            else:
                await self.page.keyboard.press("Escape")


def _can_build(able: Sequence[Control]) -> bool:
    """Return whether a turn is being built. Other players' turns may show a suggestion button on its own."""
    return any(control.verb == "step" for control in able)
