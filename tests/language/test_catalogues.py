"""Every language is complete, well formed and compiled, and stays in step with the texts in the source."""

from __future__ import annotations

import ast
import asyncio
import gettext
import io
import re
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from discord import app_commands

from bot.language import LANGUAGES, SOURCE, _, _options_named, command_name, pgettext, speaking
from bot.render.pictures.drawing.typeface import NARROW_SPACE, SPACE, has_letters
from scripts import texts
from tests.syntax import parsed, walk

if TYPE_CHECKING:
    from babel.messages.catalog import Message

PICTURES = "bot/render/pictures/"
OTHERS = [language for language in LANGUAGES if language != SOURCE]
MARKS = ("**", "`", "\n", "-# ", "## ")
"""Discord's markdown. A translation contains each mark as often as the English text."""


@cache
def template() -> Catalog:
    return texts.template()


@cache
def catalogue(language: str) -> Catalog:
    return read_po(io.BytesIO(texts.po(language).read_bytes()), locale=language, abort_invalid=True)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def keys(found: Catalog) -> set[Any]:
    return {(message.context, message.id) for message in found if message.id}


def forms(message: Message) -> list[tuple[str, str]]:
    """Return pairs of English text and translation; all plural forms are paired with the English plural."""
    if isinstance(message.id, str):
        return [(message.id, str(message.string))]
    return [(message.id[-1], form) for form in message.string or ()]


def placeholders(text: str) -> set[str]:
    return {name for _text, name, _spec, _how in Formatter().parse(text) if name is not None}


NOTATION = re.compile(
    r"\b(?:[A2-90JQK]|10)[SHDC]\b|\bX[RBX]\b|\b[RBGY](?:10|[1-9])\b"
    r"|[“„`](?:draw|play|move|discard|lay|layoff|swap|take|open|place|undo|reset|end|low|high|new)\b[^“”]*[“”`]"
)
"""Cards and actions in the notation of logs: `4C`, `XR`, `B4`, “play 4C new”."""


def test_a_new_language_lists_the_first_texts_to_translate_and_counts_the_rest() -> None:
    """The list used to end without a word after the first twenty of all texts."""
    new = Catalog("fr")
    for number in range(25):
        new.add(f"Text {number}")
    new.add("Ready", "Prêt")
    lines = list(texts.report("fr", new))
    assert lines[0] == "fr: 26 texts, 25 not translated"
    assert lines[1:-1] == [f"  Text {number}" for number in range(20)]
    assert lines[-1] == "  … and 5 more, with an empty msgstr in bot.po"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_uses_the_log_notation(language: str) -> None:
    """People see `K♠`, and commands in the form that Discord shows."""
    found = [
        text
        for message in (template() if language == SOURCE else messages(language))
        for text in ([str(message.id)] if language == SOURCE else [form for _text, form in forms(message)])
        if NOTATION.search(text)
    ]
    assert not found


def test_the_template_contains_every_source_text() -> None:
    """`make texts` has been run since a text was last changed."""
    stored = read_po(io.BytesIO((texts.LOCALES / "bot.pot").read_bytes()))
    assert keys(stored) == keys(template()), "run `make texts`"


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_all_texts_and_no_others(language: str) -> None:
    """No text is missing, fuzzy or obsolete, and no plural form is left out."""
    found = catalogue(language)
    assert keys(found) == keys(template()), "run `make texts`"
    assert texts.missing(found) == []
    assert not [message.id for message in found if message.id and message.fuzzy]
    assert not found.obsolete
    assert not [
        m.id for m in messages(language) if isinstance(m.id, tuple) and len(m.string or ()) != found.num_plurals
    ]


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_that_gets_a_plural_has_to_be_translated_again(language: str) -> None:
    """The text alone used to be found, and `make texts` ended in a traceback because its translation has no plural."""
    known = next(message for message in catalogue(language) if message.id and not message.pluralizable)
    wanted = Catalog()
    wanted.add((str(known.id), f"{known.id}, often"), context=known.context)
    [found] = (message for message in texts.updated(language, wanted) if message.id)
    assert not any(text for _name, text in forms(found))


@pytest.mark.parametrize("language", OTHERS)
def test_a_changed_plural_has_to_be_translated_again(language: str) -> None:
    """Texts are found by their singular, so that the translation of another plural used to be kept."""
    known = next(message for message in catalogue(language) if message.pluralizable)
    wanted = Catalog()
    wanted.add((known.id[0], f"{known.id[1]}, often"), context=known.context)
    [found] = (message for message in texts.updated(language, wanted) if message.id)
    assert not any(text for _name, text in forms(found))


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_same_placeholders(language: str) -> None:
    """A translation has the same placeholders as the English text. A form for one alone may omit the number."""
    has_form_for_one = counts_one_alone(catalogue(language))
    for message in messages(language):
        for number, (english, translated) in enumerate(forms(message)):
            wanted, found = placeholders(english), placeholders(translated)
            if isinstance(message.id, tuple) and number == 0 and has_form_for_one:
                assert placeholders(message.id[0]) <= found <= wanted, message.id
            else:
                assert found == wanted, message.id


def counts_one_alone(found: Catalog) -> bool:
    """Return whether the first plural form is for no number above 1. In Russian it is for 21, too."""
    form = gettext.c2py(found.plural_expr)  # as gettext itself reads it
    return all(form(number) for number in range(2, 200))


def test_the_first_form_of_some_languages_counts_more_than_one() -> None:
    assert [counts_one_alone(Catalog(code)) for code in ("de", "fr", "pl", "ru", "ja")] == [
        True, True, True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_same_markup(language: str) -> None:
    """Bold, code, headings and lines match the English text, and leading and trailing spaces are kept."""
    for message in messages(language):
        for english, translated in forms(message):
            for mark in MARKS:
                assert translated.count(mark) == english.count(mark), (mark, english)
            assert re.match(r"\s*", translated)[0] == re.match(r"\s*", english)[0], english  # type: ignore[index]
            assert translated.endswith(" ") == english.endswith(" "), english


@pytest.mark.parametrize("language", OTHERS)
def test_translations_use_translated_command_names(language: str) -> None:
    """A translation uses the command names that Discord shows in its language: `/tisch neu`, not `/table new`."""
    named = _command_names(language)
    pattern = re.compile(
        "|".join(rf"(?<![\w`])/{re.escape(name)}(?!\w)" for name in sorted(named, key=len, reverse=True))
    )
    for message in messages(language):
        for english, translated in forms(message):
            for used in pattern.findall(english):
                assert f"/{named[used[1:]]}" in translated, (used, english, translated)


@pytest.mark.parametrize("language", OTHERS)
def test_translations_use_translated_option_names(language: str) -> None:
    """A translation uses the names of options, too: `spiel:` for `game:`, without a space before the colon."""
    with speaking(language):
        for message in (message for message in messages(language) if message.context is None):
            for english, translated in forms(message):
                for option in options() & _options_named(english):
                    assert f"{pgettext('option', option)}:" in translated, english


@cache
def options() -> frozenset[str]:
    """Return the English names of all options."""
    return frozenset(str(message.id) for message in template() if message.context == "option")


@cache
def button_labels() -> frozenset[str]:
    """Return the English labels of all buttons."""
    found: set[str] = set()
    for file in (texts.ROOT / "bot/ui").rglob("*.py"):
        for call in walk(parsed(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("button"):
                said = [word for word in ast.walk(call) if isinstance(word, ast.Call) and word.args]
                names = [word.args[0] for word in said if ast.unparse(word.func) in ("_", "N_")]
                found |= {str(name.value) for name in names if isinstance(name, ast.Constant)}
    return frozenset(found)


NO_BUTTON = "**Play on**: "
"""Begins a sentence about what a player can do; there is a button of that name elsewhere."""


@pytest.mark.parametrize("language", OTHERS)
def test_translations_name_buttons_by_their_labels(language: str) -> None:
    """A text that says to press **My hand** names the button as it is labelled in the same language."""
    found = 0
    with speaking(language):
        for message in messages(language):
            for english, translated in forms(message):
                for label in button_labels() & set(re.findall(r"\*\*(.+?)\*\*", english.removeprefix(NO_BUTTON))):
                    if english != f"**{label}**":
                        found += 1
                        assert f"**{_(label)}**" in translated, english
    assert found > 30


def _command_names(language: str) -> dict[str, str]:
    """Return the names of all commands in the language, by their full English names such as `table new`."""
    every = asyncio.run(texts.all_commands())
    names = [command.qualified_name for command in every if not isinstance(command, app_commands.ContextMenu)]
    with speaking(language):
        return {name: command_name(name) for name in names}


@pytest.mark.parametrize("language", OTHERS)
def test_compiled_catalogues_are_up_to_date(language: str) -> None:
    """The compiled file that the bot reads has the same texts as the file that translators edit."""
    path = texts.po(language).with_suffix(".mo")
    assert path.read_bytes() == texts.as_mo(catalogue(language)), "run `make texts`"
    with path.open("rb") as file:
        read = gettext.GNUTranslations(file)
    for message in messages(language):
        if isinstance(message.id, str) and message.context is None:
            assert read.gettext(message.id) == message.string


MAX_LIST_PLACEHOLDER = 30
"""Letters of a list's placeholder that fit on a phone 390 pixels wide; Discord cuts off the rest."""
LISTS = frozenset({"select", "person_select", "channel_select", "role_select", "hand_picker"})


@cache
def list_placeholders() -> frozenset[str]:
    """Return the English placeholders of all lists, shown while nothing is chosen."""
    said = {str(message.id) for message in template() if str(message.id).endswith(" …") and message.id[0] != "#"}
    for file in (texts.ROOT / "bot/ui").rglob("*.py"):
        for call in walk(parsed(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in LISTS:
                told = [
                    word.args[0] for word in call.args if isinstance(word, ast.Call) and ast.unparse(word.func) == "_"
                ]
                said |= {str(word.value) for word in told if isinstance(word, ast.Constant)}
    return frozenset(said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_list_placeholders_fit_on_a_phone(language: str) -> None:
    """Every list's placeholder is short enough, such as “Pick cards from your hand …”."""
    with speaking(language):
        said = [_(text) for text in list_placeholders()]
    assert len(said) > 20
    assert [text for text in said if len(text) > MAX_LIST_PLACEHOLDER] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_name_lists_by_their_placeholders(language: str) -> None:
    """Lessons name the list to choose from exactly as it is shown."""
    shown = {text.removesuffix(" …"): text for text in list_placeholders()}
    told = [str(message.id) for message in template() if message.id]
    named = [(text, name) for text in told for name in re.findall(r"in the list \*\*(.+?)\*\*", text)]
    assert len(named) > 5
    with speaking(language):
        for text, name in named:
            assert f"**{_(shown[name]).removesuffix(' …')}**" in _(text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_can_be_drawn_in_every_language(language: str) -> None:
    """The typefaces have every letter of the words in pictures; others would be boxes."""
    drawn = [message for message in template() if any(file.startswith(PICTURES) for file, _line in message.locations)]
    assert len(drawn) > 100
    with speaking(language):
        said = [_(text) for message in drawn for text in ([message.id] if isinstance(message.id, str) else message.id)]
    assert [text for text in said if not has_letters(text.replace(NARROW_SPACE, SPACE))] == []


def test_german_results_do_not_confuse_seat_and_place() -> None:
    """A gold medal next to “Platz 2”, which also means second place, contradicted itself."""
    with speaking("de"):
        line = _("{place} {name} – {points} · seat {seat}").format(place="🥇", name="Carl", points="0", seat=2)
    assert line == "🥇 Carl – 0 · saß auf Platz 2"


@pytest.mark.parametrize("language", OTHERS)
def test_every_spelling_in_a_list_of_words_is_one(language: str) -> None:
    """A comma at the end of a list would make the number in “in 3” a number of hours."""
    lists = [str(message.string) for message in messages(language) if message.context == "time"]
    assert len(lists) > 20
    assert [text for text in lists if not all(map(str.strip, text.split(",")))] == []
