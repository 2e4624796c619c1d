"""Durations in seconds."""

from __future__ import annotations

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60
