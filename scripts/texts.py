"""`make texts`: collects all texts from source and commands, and updates and compiles each language's catalogue.

Writes `bot/locales/bot.pot` and each language's `bot.po` and `bot.mo`, byte for byte reproducible, and prints
the texts yet to be translated.
"""

from __future__ import annotations

import ast
import asyncio
import io
import logging
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import discord
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from discord import app_commands

from bot.language import LANGUAGES, SOURCE
from bot.sharding.client import ShardedBot
from cogs import add_commands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discord.ext import commands

    AnyCommand = app_commands.Command[Any, ..., object] | app_commands.Group | app_commands.ContextMenu

ROOT = Path(__file__).parents[1]
LOCALES = ROOT / "bot" / "locales"
HEADER = {
    "project": "rummy-table",
    "version": "1",
    "charset": "utf-8",
    "last_translator": "the project",
    "language_team": "the project",
    "msgid_bugs_address": "the project",
}
NEVER = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in every catalogue. The real one would change the files on each run."""
MAX_LISTED = 20


def template() -> Catalog:
    """Return the catalogue of all English texts."""
    found = Catalog(
        header_comment="# All texts, in English.",
        creation_date=NEVER,
        revision_date=NEVER,
        fuzzy=False,
        **HEADER,
    )
    for folder in ("bot", "cogs"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for context, text in source_texts(path.read_text()):
                found.add(text, locations=[(path.relative_to(ROOT).as_posix(), 0)], context=context)
    for context, text in sorted(set(command_texts())):
        found.add(text, locations=[("cogs", 0)], context=context)
    return found


def source_texts(source: str) -> list[tuple[str | None, str | tuple[str, str]]]:
    """Return the texts that Python source translates or marks, as (context, text or plural forms), in source order.

    Uses the syntax tree, because Babel's extractor does not look into f-strings.
    """
    found: list[tuple[int, int, str | None, str | tuple[str, str]]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            texts = [text for argument in node.args if (text := _text(argument)) is not None]
            match node.func.id, texts:
                case "_" | "N_", [text]:
                    found.append((node.lineno, node.col_offset, None, text))
                case "ngettext", [one, many]:
                    found.append((node.lineno, node.col_offset, None, (one, many)))
                case "pgettext", [context, text]:
                    found.append((node.lineno, node.col_offset, context, text))
    return [(context, text) for _line, _column, context, text in sorted(found, key=lambda each: each[:2])]


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def command_texts() -> list[tuple[str, str]]:
    """Return the texts of all commands as (context, text); contexts are those of `bot.ui.interaction.command_names`.

    A subcommand's name that occurs in several groups has several meanings, so it is listed with its full name.
    """
    commands = asyncio.run(all_commands())
    words = Counter(command.name for command in commands if _is_nested(command))
    return [
        text
        for command in commands
        for text in _texts_of(command, whole=_is_nested(command) and words[command.name] > 1)
    ]


def _is_nested(command: AnyCommand) -> bool:
    return not isinstance(command, app_commands.ContextMenu) and command.parent is not None


async def all_commands() -> list[AnyCommand]:
    """Return every command and group of the bot."""
    bot = ShardedBot("!", intents=discord.Intents.none())
    await add_commands(bot)
    found: list[AnyCommand] = [*bot.tree.walk_commands(), *menus_of(bot)]
    await bot.close()
    return found


def menus_of(bot: commands.AutoShardedBot) -> list[app_commands.ContextMenu]:
    """Return the entries in the menus of people and messages."""
    kinds = (discord.AppCommandType.user, discord.AppCommandType.message)
    found = [menu for kind in kinds for menu in bot.tree.get_commands(type=kind)]
    return [menu for menu in found if isinstance(menu, app_commands.ContextMenu)]


def _texts_of(command: AnyCommand, *, whole: bool) -> Iterator[tuple[str, str]]:
    yield "command", command.qualified_name if whole else command.name
    if isinstance(command, app_commands.ContextMenu):
        return
    yield "description", command.description
    if isinstance(command, app_commands.Command):
        for option in command.parameters:
            yield "option", option.display_name
            yield "description", str(option.description)
            yield from (("choice", choice.name) for choice in option.choices)


def updated(language: str, texts: Catalog) -> Catalog:
    """Return a language's catalogue with exactly these texts, keeping existing translations.

    A text that has become one with a plural, or is no longer one, or has another plural, has to be translated again.
    """
    path = po(language)
    old = read_po(io.BytesIO(path.read_bytes()), locale=language) if path.exists() else Catalog(language)
    new = Catalog(
        language,
        header_comment=f"# {LANGUAGES[language]}. How to change it: docs/languages.md",
        creation_date=NEVER,
        revision_date=NEVER,
        fuzzy=False,
        **HEADER,
    )
    for message in texts:
        if message.id:
            known = old.get(message.id, message.context)  # found by the singular alone
            string = known.string if known and not known.fuzzy and known.id == message.id else None
            new.add(message.id, string, locations=message.locations, context=message.context)
    return new


def po(language: str) -> Path:
    """Return the path of the file that translators edit."""
    return LOCALES / language / "LC_MESSAGES" / "bot.po"


def as_po(catalogue: Catalog) -> bytes:
    """Return a catalogue as .po bytes."""
    file = io.BytesIO()
    write_po(file, catalogue, width=110, sort_by_file=True, ignore_obsolete=True, include_lineno=False)
    return b"".join(line for line in file.getvalue().splitlines(keepends=True) if b"Generated-By" not in line)


def as_mo(catalogue: Catalog) -> bytes:
    """Return a catalogue as .mo bytes."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def missing(catalogue: Catalog) -> list[str]:
    """Return the untranslated texts, including plural forms."""
    return [
        str(message.id)
        for message in catalogue
        if message.id and not all([message.string] if isinstance(message.id, str) else message.string or [""])
    ]


def report(language: str, catalogue: Catalog) -> Iterator[str]:
    """Yield the lines that are printed about a language."""
    absent = missing(catalogue)
    yield f"{language}: {len(catalogue)} texts, {len(absent)} not translated"
    yield from (f"  {text[:100]}" for text in absent[:MAX_LISTED])
    if len(absent) > MAX_LISTED:
        yield f"  … and {len(absent) - MAX_LISTED} more, with an empty msgstr in bot.po"


def main() -> None:
    """Write all files."""
    logging.getLogger("discord").setLevel(logging.ERROR)
    texts = template()
    LOCALES.mkdir(exist_ok=True)
    (LOCALES / "bot.pot").write_bytes(as_po(texts))
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        catalogue = updated(language, texts)
        po(language).parent.mkdir(parents=True, exist_ok=True)
        po(language).write_bytes(as_po(catalogue))
        po(language).with_suffix(".mo").write_bytes(as_mo(catalogue))
        print("\n".join(report(language, catalogue)))


if __name__ == "__main__":
    main()
