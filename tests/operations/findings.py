"""A bot token, and a summary of the doctor's findings, for the tests of its check-ups."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.operations.doctor.finding import Finding, Grade

TOKEN = base64.urlsafe_b64encode(b"123456789012345678").decode().rstrip("=") + ".abcdef." + "k" * 30
"""A token of Discord's format. Its application's id is 123456789012345678."""


def subjects(findings: list[Finding], grade: Grade) -> list[str]:
    """Return what the findings of that grade are about."""
    return [finding.subject for finding in findings if finding.grade is grade]
