"""Records of ended games."""

from __future__ import annotations

from db.records.deal_days import DealDays
from db.records.gains import Gains
from db.records.history import History
from db.records.leaderboard import Leaderboards
from db.records.lessons import Lessons
from db.records.lines import Lines
from db.records.puzzle_boards import PuzzleBoards
from db.records.puzzles import Puzzles
from db.records.ratings import Ratings
from db.records.results import Results
from db.records.reviews import Reviews
from db.records.seasons import Seasons
from db.records.spent_days import SpentDays


class RecordStore(
    Results,
    Ratings,
    Seasons,
    Leaderboards,
    Gains,
    History,
    Reviews,
    Puzzles,
    PuzzleBoards,
    Lessons,
    Lines,
    DealDays,
    SpentDays,
):
    """`bot.records.protocols.RecordStore` in SQL."""
