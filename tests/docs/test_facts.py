"""The documents describe settings, permissions, make targets, subcommands and dependencies correctly and completely."""

from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import fields
from importlib.metadata import distribution
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.__main__ import COMMANDS
from bot.language import LANGUAGES
from bot.operations.monitoring.metrics import Metrics
from bot.permissions import NEEDED, missing
from bot.players.registry import PLAYERS
from bot.puzzles.kinds import KINDS
from bot.rules.catalogue import GAMES
from bot.settings import Settings
from bot.tables.model.person_settings import PersonSettings
from bot.ui.settings.own_choices import OWN
from bot.ui.settings.sections import Setting
from db.people.personal_data import PEOPLE
from tests.docs.pages import ROOT, all_text, rows, section, text_of
from tests.syntax import parsed, walk

MADE = set(re.findall(r"^\.PHONY: (.+)$", text_of("Makefile"), re.MULTILINE)[0].split())
WRITTEN = all_text() + text_of(".env.example") + text_of(".ci/run")
PROJECT = tomllib.loads(text_of("pyproject.toml"))["project"]


def _shown(value: object) -> str:
    """Return a default in the form in which a host writes it."""
    if isinstance(value, float):
        return f"{value:g}"
    return value.as_posix() if isinstance(value, Path) else str(value)


DEFAULTS = {field.name.upper(): _shown(field.default) for field in fields(Settings)}


def test_every_setting_is_in_the_example_with_its_default() -> None:
    """An unedited copy of the file changes nothing."""
    assert dict(re.findall(r"^([A-Z_]+)=(.*)$", text_of(".env.example"), re.MULTILINE)) == DEFAULTS


def test_every_setting_in_the_example_has_a_comment() -> None:
    """Every setting is directly below a comment."""
    before = re.findall(r"^(.*)\n[A-Z_]+=", text_of(".env.example"), re.MULTILINE)
    assert len(before) == len(DEFAULTS)
    assert all(line.startswith("# ") for line in before)


def test_every_setting_is_in_the_documents_with_its_default() -> None:
    table = rows(section(text_of("docs/operations.md"), "Settings"))
    assert {row[0].strip("`"): row[1].strip("`") for row in table} == DEFAULTS
    assert all(row[2] for row in table)


def test_every_language_can_be_the_hosts() -> None:
    """The settings name every language that the bot speaks."""
    settings = rows(section(text_of("docs/operations.md"), "Settings"))
    [told] = [row[2] for row in settings if row[0] == "`BOT_LANGUAGE`"]
    assert set(re.findall(r"`(\w+)`", told)) == set(LANGUAGES)


def test_the_documents_name_the_permissions_the_bot_asks_for() -> None:
    """Readers of the documents know what the invite link will ask for."""
    table = section(text_of("docs/operations.md"), "3. Invite it")
    for name in missing(type(NEEDED).none()):
        assert name in table.replace("Channels", "Channel")


def test_make_targets_and_their_documentation_match() -> None:
    named = set(re.findall(r"(?:`|^|sudo |&& )make ([a-z]+)\b", WRITTEN, re.MULTILINE))
    assert named == MADE


def test_make_help_explains_every_target() -> None:
    """The parts of `make check` may be missing, because `make help` would add nothing to their names."""
    explained = set(re.findall(r"^([a-z]+):.*## \S", text_of("Makefile"), re.MULTILINE))
    assert MADE - explained <= {"lint", "types", "imports"}


def test_make_soak_runs_every_test_with_a_long_version() -> None:
    recipe = section_of_make("soak")
    long = {
        path.relative_to(ROOT)
        for path in (ROOT / "tests").rglob("test_*.py")
        if re.search(r"^from tests.soaking import", path.read_text(), re.MULTILINE)
    }
    named = {Path(name) for name in re.findall(r"tests/[\w/.]+", recipe)}
    assert {path for path in long if not {path, *path.parents} & named} == set()
    assert all((ROOT / name).exists() for name in named)


def section_of_make(target: str) -> str:
    """Return a target's recipe."""
    return text_of("Makefile").partition(f"\n{target}:")[2].partition("\n\n")[0]


def test_subcommands_and_their_documentation_match() -> None:
    named = set(re.findall(r"python -m bot ([a-z-]+)", WRITTEN))
    assert named == set(COMMANDS)


def _names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=]", requirement)[0].lower() for requirement in requirements}


def test_every_dependency_has_a_documented_reason() -> None:
    """docs/dependencies.md gives a reason for every dependency, and names no others."""
    page = text_of("docs/dependencies.md")
    for heading, wanted in (
        ("To run the bot", _names(PROJECT["dependencies"])),
        ("For PostgreSQL", _names(PROJECT["optional-dependencies"]["postgres"])),
        ("To develop", _names(PROJECT["optional-dependencies"]["dev"]) - {"simcord"}),
    ):
        table = rows(section(page, heading))
        named = {re.sub(r" \(.*\)", "", name).lower() for row in table for name in row[0].split(", ")}
        assert named == wanted
        assert all(cell for row in table for cell in row)


PINNED = {
    "requirements.txt": PROJECT["dependencies"],
    "requirements-postgres.txt": [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["postgres"]],
    "requirements-dev.txt": [*PROJECT["dependencies"], *chain(*PROJECT["optional-dependencies"].values())],
}


def pins_of(file: str) -> list[Requirement]:
    return [Requirement(line.rstrip(" \\")) for line in text_of(file).splitlines() if re.match(r"\w", line)]


@pytest.mark.parametrize("file", PINNED)
def test_every_dependency_is_pinned_in_a_version_that_is_asked_for(file: str) -> None:
    """`make requirements` has been run since a dependency was last changed; hosts install only what is pinned."""
    pins = {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in pins_of(file)}
    asked = map(Requirement, PINNED[file])
    assert [str(one) for one in asked if pins.get(canonicalize_name(one.name), "0") not in one.specifier] == []


@pytest.mark.parametrize("file", PINNED)
def test_pins_include_the_extras_that_others_require(file: str) -> None:
    """With hashes, pip 23 does not accept a pin for `coverage` as one for `coverage[toml]`.

    Once a newer version is released, nothing can be installed any more.
    """
    pins = pins_of(file)
    kept = {canonicalize_name(pin.name): pin.extras for pin in pins}
    assert all(str(pin.specifier).startswith("==") for pin in pins)
    for pin in pins:
        if pin.marker is None or pin.marker.evaluate():
            for text in distribution(pin.name).requires or ():
                asked = Requirement(text)
                if any(asked.marker is None or asked.marker.evaluate({"extra": extra}) for extra in pin.extras or {""}):
                    assert asked.extras <= kept[canonicalize_name(asked.name)], f"{pin.name} asks for {asked}"


LEARNED = {
    "dm_closed": "refused you a direct message",
    "locale": "the language of your Discord",
    "last_tables": "how you set up your last table of each game",
    "lesson_offers": "where a lesson was offered to you",
    "zone": "your time zone",
    "quiet": "quiet hours",
    "quiet_changed_at": "when you last changed them",
    "away_until": "your last absence",
    "absences": "those in the thirty days before it",
}
"""What is stored with a person's settings but is not simply chosen in them, in the words of the privacy page."""


def test_the_privacy_page_lists_what_is_stored_with_a_persons_settings() -> None:
    """The page says that nothing else is stored about anybody, but it used to leave out three of these."""
    chosen = {
        name
        for part in OWN
        for setting in part.settings
        if isinstance(setting, Setting)
        for choice in setting.choices
        for name in choice.stores
    }
    assert {field.name for field in fields(PersonSettings)} - chosen <= LEARNED.keys()
    page = text_of("docs/privacy.md")
    assert [words for words in LEARNED.values() if words not in page] == []


STORED = {
    "people": "your settings",
    "tables": "the tables that you opened",
    "table_people": "were invited to or were removed from",
    "seats": "the seats that you had",
    "snapshots": "the name that the server showed for you",
    "drafts": "a turn that you are building",
    "actions": "the actions that you played",
    "result_seats": "ratings and results",
    "rating_changes": "ratings and results",
    "guild_settings": "a server's moderators barred you",
    "ratings": "ratings and results",
    "messages": "the messages in which your hand is shown",
    "sends": "the messages in which your hand is shown",
    "tellings": "when to notify you",
    "invitations_to_tell": "invitations that came in your quiet hours",
    "news_to_tell": "what became of your planned tables then",
    "call_wishes": "the games for which you want to be called",
    "plans": "the tables that you planned",
    "plan_people": "or signed up for",
    "calls_made": "when you were last called",
    "reviews": "your reviews",
    "exercises": "the exercises made from those reviews",
    "puzzle_tries": "the days whose puzzle you tried",
    "puzzle_boards": "your lines on the puzzle boards",
    "lessons": "the lessons of `/learn`",
    "lines": "the deals that you play again",
    "reports": "what you report",
    "moderation": "what you did in a server as a moderator",
}
"""What each table of the database stores about people, in the words of the privacy page."""


def test_the_privacy_page_lists_every_table_that_stores_something_about_people() -> None:
    """The page says that nothing else is stored."""
    assert {kept.table for kept in PEOPLE} == STORED.keys()
    page = section(text_of("docs/privacy.md"), "What is stored about you")
    assert [words for words in STORED.values() if words not in page] == []


def test_the_page_on_puzzles_lists_every_kind_in_its_turn() -> None:
    """Each kind has its words in the list, and a line in the table of what makes a good one."""
    page = text_of("docs/daily.md")
    listed = re.search(r"The kinds take turns: ([^.]+)\.", page)
    assert listed is not None
    titles = [GAMES[kind.game].title for kind in KINDS.values()]
    assert re.findall(r"\(([^)]+)\)", listed[1]) == titles
    assert {
        re.findall(r"\(([^)]+)\)", row[0])[0] for row in rows(page.partition("### What makes a good one")[2])
    } == set(titles)


def test_every_metric_that_a_page_names_is_served() -> None:
    """An alarm on a metric that was renamed would never go off."""
    served = set(re.findall(r"^# TYPE (\w+)", Metrics().text().decode(), re.MULTILINE))
    named = set(re.findall(r"\brummy_[a-z_]+", text_of("docs/operations.md") + text_of("docs/scale.md")))
    assert len(named) > 10
    assert named - served == set()


def test_the_packages_readme_and_licence_files_exist() -> None:
    assert (ROOT / PROJECT["readme"]).is_file()
    assert all((ROOT / name).is_file() for name in PROJECT["license-files"])


def test_adding_a_game_names_every_file_that_lists_the_games() -> None:
    """The page names every file to edit for a sixth game, apart from the game's own packages and modules."""
    page = text_of("docs/adding-a-game.md")
    own = {"six_holes", "six_holes.py"}
    listing = [
        path.relative_to(ROOT)
        for top in ("bot", "cogs", "db", "scripts")
        for path in (ROOT / top).rglob("*.py")
        if "six-holes" in path.read_text("utf-8") and not own.intersection(path.relative_to(ROOT).parts)
    ]
    listing += [path.relative_to(ROOT) for path in (ROOT / "tests").rglob("*.py") if _has_a_line_for_each_game(path)]
    found = [path.as_posix() for path in listing]
    assert len(found) >= 10, f"of the lists that the page names, only these have a line for each game: {found}"
    assert [path for path in found if f"`{path}`" not in page] == []


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        *(f"docs/{name}.md" for name in ("games", "rules/README", "commands", "review", "players", "listing")),
    ],
)
def test_the_pages_that_introduce_the_games_name_every_game(page: str) -> None:
    """A sixth game could be played, and neither the README nor the listing knew of it."""
    text = text_of(page)
    assert [game.title for game in GAMES.values() if game.title not in text] == []


def test_the_page_about_the_deal_of_the_day_names_every_game_that_is_dealt() -> None:
    dealt = [GAMES[key].title for key, players in PLAYERS.items() if players.deals]
    assert [title for title in dealt if title not in text_of("docs/daily.md")] == []


def test_the_games_are_counted_correctly() -> None:
    """Those pages and texts that say how many games there are, and not of how many something was once measured."""
    counting = ("README.md", "docs/listing.md", "docs/rules/README.md", "pyproject.toml", "bot/__init__.py")
    numbers = {"five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
    count = re.compile(rf"\b({'|'.join(numbers)})(?: rummy-family)?(?: card)? games\b", re.IGNORECASE)
    found = [(path, numbers[word.lower()]) for path in counting for word in count.findall(text_of(path))]
    assert {path for path, _number in found} == set(counting)
    assert [each for each in found if each[1] != len(GAMES)] == []


def test_the_arena_measures_every_game() -> None:
    matches = re.findall(r'"([a-z-]+) \d+ \d+"', text_of("Makefile"))
    assert sorted(matches) == sorted(GAMES)


def _has_a_line_for_each_game(path: Path) -> bool:
    source = path.read_text("utf-8")
    if not all(f'"{key}":' in source for key in GAMES):  # most files, without reading their syntax
        return False
    dicts = (node for node in walk(parsed(source)) if isinstance(node, ast.Dict))
    return any(set(GAMES) <= {getattr(key, "value", None) for key in node.keys} for node in dicts)
