"""The fingerprint of a program: what decides deals and moves changes it, and nothing else does."""

from __future__ import annotations

import ast
import gc
import hashlib
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest

from bot.players import fingerprint as module
from bot.players.fingerprint import essence, fingerprint

RULE = '''
"""What a turn costs."""

from bot.language import N_, _, ngettext

MOST = 6
"""The most plays in a turn."""
WORDS = {"end": N_("End the turn")}


def refuse(plays: int) -> None:
    """Refuse a play too many."""
    if plays >= MOST:  # the limit
        raise Refused(
            ngettext("Only {n} play is left.", "Only {n} plays are left.", MOST).format(n=MOST - plays)
        )
    raise Refused(_("{card} does not fit.").format(card=f"{plays:>3} of {MOST}"))
'''
ONLY_WORDS = {
    "a sentence": ("{card} does not fit.", "That card, {card}, does not fit anywhere."),
    "what is filled in": ('_("{card} does not fit.").format(card=', '_("{one} does not fit.").format(one='),
    "a plural": ("Only {n} plays are left.", "You have {n} plays left."),
    "the name of a choice": ("End the turn", "That is all"),
    "a docstring": ("Refuse a play too many.", "Complain."),
    "the description of a value": ('"""The most plays in a turn."""\n', ""),
    "a comment": ("  # the limit", ""),
    "line breaks": ("(\n            ngettext", "(ngettext"),
}
DECIDES = {
    "a number": ("MOST = 6", "MOST = 7"),
    "a comparison": (">=", ">"),
    "a key": ('"end"', '"finish"'),
    "the number of a plural": (", MOST).format", ", plays).format"),
    "a name": ("raise Refused(_", "raise Mistaken(_"),
}


essence_once = cache(essence)
"""The essence of a file that stays the same is worked out once for all copies of the program."""


@pytest.mark.parametrize("change", ONLY_WORDS.values(), ids=ONLY_WORDS)
def test_changed_words_keep_the_fingerprint(change: tuple[str, str]) -> None:
    """A better sentence in the middle of a day used to take the day's deal off its board."""
    assert change[0] in RULE
    assert essence(RULE.replace(*change)) == essence(RULE)


@pytest.mark.parametrize("change", DECIDES.values(), ids=DECIDES)
def test_changed_decisions_change_the_fingerprint(change: tuple[str, str]) -> None:
    assert change[0] in RULE
    assert essence(RULE.replace(*change)) != essence(RULE)


def test_the_essence_of_code_is_the_same_in_every_version_of_python() -> None:
    """These digits come from Python 3.11. A version that reads other syntax from the same code would take the day's
    deal off the board when the host installs it.
    """
    assert hashlib.sha256(essence(RULE).encode()).hexdigest()[:16] == "85bde832bb93623b"
    assert essence("class A:\n    pass") == essence("class A: pass\r\n")
    assert essence('x = f"a{1}" "b" "c"') == essence('x = f"a{1}bc"')


@pytest.mark.parametrize("unset", [None, 0, []])
def test_a_new_field_changes_the_essence_only_if_it_is_set(monkeypatch: pytest.MonkeyPatch, unset: object) -> None:
    """Imports have one from Python 3.15 on, `is_lazy`, which is 0 where older versions had no field."""
    code = "from bot.cards import Card"
    before = essence(code)
    monkeypatch.setattr(ast.ImportFrom, "_fields", (*ast.ImportFrom._fields, "field"))
    monkeypatch.setattr(ast.ImportFrom, "field", unset, raising=False)
    assert essence(code) == before
    monkeypatch.setattr(ast.ImportFrom, "field", 1)
    assert essence(code) != before


def test_every_process_has_the_same_fingerprint() -> None:
    program = "from bot.players.fingerprint import fingerprint; print(fingerprint())"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == fingerprint()


def test_two_threads_can_compute_it_at_once() -> None:
    """Collecting garbage runs other code, so Python may switch to the other thread in the middle of parsing."""

    def give_way(*_: object) -> None:
        time.sleep(0)

    source = Path(module.__file__).read_text("utf-8")
    gc.callbacks.append(give_way)
    try:
        with ThreadPoolExecutor(2) as threads:
            assert len(set(threads.map(essence, [source] * 50))) == 1
    finally:
        gc.callbacks.remove(give_way)


@pytest.mark.parametrize(
    ("file", "before", "after", "is_same"),
    [
        ("rules/huxxy/checks.py", '_("', '_("Oh! ', True),
        ("players/huxxy/why.py", 'N_("', 'N_("Oh! ', True),
        ("rules/huxxy/melds.py", "MIN_GROUP = 3", "MIN_GROUP = 4", False),
        ("tables/model/seed.py", "SECRET_BYTES = 32", "SECRET_BYTES = 33", False),
        ("players/six_holes/free-sum.bin", "", "", False),
    ],
)
def test_an_update_changes_the_fingerprint_only_if_it_decides(
    file: str, before: str, after: str, is_same: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy of the program with one file changed: better sentences leave the day's deal alone, other moves do not."""
    monkeypatch.setattr(module, "essence", essence_once)
    old = fingerprint()
    bot = tmp_path / "bot"
    for source in module._files():
        target = bot / source.relative_to(module._BOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
    changed = bot / file
    if before:
        text = changed.read_text("utf-8")
        assert before in text
        changed.write_text(text.replace(before, after), "utf-8")
    else:
        changed.write_bytes(changed.read_bytes() + b"!")
    monkeypatch.setattr(module, "_BOT", bot)
    fingerprint.cache_clear()
    try:
        assert (fingerprint() == old) is is_same
    finally:
        fingerprint.cache_clear()
