"""Every act with all the ways to perform it, and the acts that can be performed in one way only, with the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import discord
from simcord.results import ResponseMessage

from bot.ui.kit.controls import Entry, button, person_select, select
from bot.ui.kit.layout import GREY, page

if TYPE_CHECKING:
    from tests.e2e.conftest import World

Said = str | bool | Callable[["World", Any, str], Any]
"""A literal value, or a function that computes it from the world, its table and the actor's name."""


def _said(what: Said, world: World, table: Any, name: str) -> Any:
    return what(world, table, name) if callable(what) else what


@dataclass(frozen=True)
class Typed:
    """A command with its options. If `advises` is set, a refusal also says what to type instead."""

    name: str
    options: dict[str, Said] = field(default_factory=dict)
    advises: bool = False

    async def do(self, world: World, name: str, table: Any) -> Any:
        options = {option: _said(what, world, table, name) for option, what in self.options.items()}
        return await world.person(name).slash(world.channel, self.name, **options)


@dataclass(frozen=True)
class Pressed:
    """A button, or a select and the value to choose.

    If `shows` is set, the board or hand in the answer shows the effect instead of the command's words.
    """

    verb: str
    argument: Said = ""
    value: Said | None = None
    shows: bool = False
    is_of_a_turn: bool = False

    async def do(self, world: World, name: str, table: Any) -> Any:
        decision = table.record.decision if self.is_of_a_turn else None
        argument = _said(self.argument, world, table, name)
        if self.value is None:
            control: Any = button(table.id, self.verb, "x", argument=argument, decision=decision)
            message = posted(world, (control,))
            return await world.person(name).click(message, custom_id=control.custom_id)
        value = _said(self.value, world, table, name)
        if isinstance(value, str):
            control = select(table.id, self.verb, "x", [Entry(value, "x")], argument=argument)
        else:
            control = person_select(table.id, self.verb, "x")
        message = posted(world, control)
        return await world.person(name).select(message, [value], custom_id=control.custom_id)


def posted(world: World, control: Any) -> ResponseMessage:
    """Post a message with that control in the channel as the bot, without a request."""
    view, backend = page([control], GREY).to_components(), world.env.backend
    flags = discord.MessageFlags(components_v2=True).value
    message = backend.create_message(world.channel.id, backend.bot_user.id, components=view, flags=flags)
    return ResponseMessage(world.env, message)


def _person(name: str) -> Said:
    """Return the person, as the value of a user option."""
    return lambda world, _table, _name: world.person(name)


def _id(name: str) -> Said:
    """Return the person's id, as a value in a select of players."""
    return lambda world, _table, _name: str(world.person(name).id)


def _number(_world: World, table: Any, _name: str) -> str:
    return str(table.id)


def _question(_world: World, table: Any, _name: str) -> str:
    """Return the argument of the open question's buttons, or an empty string if no question is open."""
    proposal = table.record.proposal
    return "" if proposal is None else f"{proposal.kind}-{proposal.by}-{proposal.number or 0}"


Way = Typed | Pressed

ACTS: dict[str, tuple[Way, ...]] = {
    "join": (Typed("table join"), Pressed("join", shows=True)),
    "leave": (Typed("table leave"), Pressed("quit")),
    "start": (Typed("table start"), Pressed("start", shows=True)),
    "end": (Typed("table end"), Pressed("end")),
    "rematch": (Typed("table rematch"), Pressed("rematch")),
    "kick": (Typed("table kick", {"user": _person("ben")}), Pressed("kick", value=_id("ben"))),
    "pass the host's place": (
        Typed("table host", {"user": _person("ben")}),
        Pressed("host", value=_id("ben")),
    ),
    "invite": (Typed("table invite", {"user": _person("zoe")}), Pressed("invite", value=_person("zoe"))),
    "add a computer player": (Typed("table bot add"), Pressed("bot-add", shows=True)),
    "remove a computer player": (Typed("table bot remove"), Pressed("bot-remove")),
    "autopilot on": (Typed("table autopilot", {"on": True}), Pressed("autopilot")),
    "come back": (
        Typed("table autopilot", {"on": False}),
        Pressed("return"),
        Pressed("back", shows=True),
    ),
    "ask to end": (Typed("table ask", {"what": "end"}), Pressed("ask-end")),
    "take back": (Typed("undo"), Typed("table ask", {"what": "undo"}), Pressed("ask-undo")),
    "agree": (Typed("table agree", {"answer": "yes"}), Pressed("agree", _question)),
    "decline": (Typed("table agree", {"answer": "no"}), Pressed("decline", _question)),
    "status": (Typed("table status"), Pressed("status")),
    "rules": (Typed("rules"), Pressed("rules")),
    "settings": (Typed("settings"), Pressed("settings")),
    "help": (Typed("help"), Pressed("help")),
    "hand": (Typed("hand"), Pressed("hand"), Pressed("refresh")),
    "sort": (Typed("hand", {"sort": "rank"}), Pressed("sort", "rank")),
    "hint": (Typed("hint"), Pressed("hint", is_of_a_turn=True)),
    "draw": (
        Typed("draw", {"from": "stock"}, advises=True),
        Typed("move", {"action": "draw stock"}),
        Pressed("act", "draw stock", is_of_a_turn=True),
    ),
    "begin the turn anew": (Typed("reset"), Pressed("step", "reset", is_of_a_turn=True)),
    "history": (
        Typed("history"),
        Pressed("history", lambda world, _table, name: f"{world.person(name).id},0"),
    ),
    "replay": (Typed("replay", {"id": _number}), Pressed("replay")),
    "replay as a file": (Typed("replay", {"id": _number, "file": True}), Pressed("replay-file")),
    "review": (Typed("review", {"id": _number}), Pressed("review")),
    "train": (Typed("train"), Pressed("train")),
    "learn": (Typed("learn"), Pressed("learn")),
    "verify": (Typed("verify", {"id": _number}), Pressed("verify")),
}

ONLY_TYPED = {
    "discard, play, lay, layoff, swap, take, open, place, end": "a move, played by the same function as `draw`",
    "table new, solo": "says many things at once, which controls of the lobby change one by one",
    "table plan": "the same, for a later time",
    "table watch": "the same, for computer players alone",
    "table board": "posts the board anew, which has to be asked for where it is out of sight",
    "table list, tables, calls, about, stats, leaderboard": "opens a page that nothing else links to",
    "away, quiet": "says from when to when, which no button can",
    "daily puzzle, daily deal, daily board": "needs no table: the walk of tests/e2e/daily takes both ways",
    "privacy export, privacy delete, server settings": "is seldom needed; its page has controls of its own",
    "server void, server bar": "the same",
}
ONLY_PRESSED = {
    "table-form, options-form": "opens a form to set a lobby up; `/table new` says it before there is one",
    "table-set, options-set": "is the answer to such a form",
    "no-thanks, accept, takeover, list-join": "answers a question that shows it",
    "plan-join, plan-leave, plan-cancel": "belongs to a planned table, which is none yet",
    "plan-cancel-yes, plan-cancel-no": "the same",
    "quit-yes, end-yes, kick-yes, suggest-yes, hint-yes, hint-no, menu-back": "answers a question of an act above",
    "void-yes, void-no": "answers a question of an act that is typed",
    "season-ask, season-start, season-keep, bar-lift, forget-me, keep-me": "belongs to a page of settings",
    "server, server-section, set, set-section, calls": "the same",
    "hint-play, suggest, play-suggested, series": "goes on from a hint, or builds a turn as no command does",
    "report": "is the answer to the form that the menu of a message opens",
    "menu, watch, thoughts, round": "shows what a command need not say: the board has it",
    "rules-of, chapter, all-rules, examples, now": "turns a page's leaves",
    "leaderboard, leaderboard-game, leaderboard-ladder, leaderboard-season": "the same",
    "replay-turn, replay-view, mine": "the same",
    "daily, daily-act, daily-step, daily-series, daily-again, daily-share": "belongs to the puzzle of the day",
    "daily-solution, daily-file, daily-board, daily-when, daily-where": "the same",
    "train-act, train-step, train-series": "belongs to an exercise",
    "practice, practice-act, practice-step, practice-series": "the same, for a puzzle",
    "learn-act, learn-step, learn-series, learn-hint, learn-rules, solo": "belongs to a lesson",
    "review-share": "belongs to the report, which its owner has to have read",
    "again, again-seat, again-alone, again-compare, again-friend, again-asked": "belongs to a game's result or replay",
    "line, line-act, line-step, line-series, line-sort, line-rules": "belongs to a deal that is played again",
    "deal, deal-begin, deal-yesterday, deal-board, deal-where": "goes on from a page of the deal of the day",
    "line-both, line-share, line-replay, line-replay-turn, line-replay-view, line-replay-file, line-verify": "the same",
}
