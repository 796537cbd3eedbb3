"""`manage.py judge`: prints the engine's judgement of discards in given positions."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.recording.lines import lines_of
from games.engine.recording.positions import LONGEST_LINE, judge_line


class Command(BaseCommand):
    """Judges positions, one JSON object a line, without a database."""

    help = (
        "Reads positions as JSON lines from standard input and writes each back with its answer: "
        "trash and melds, or the usefulness of each discard and the worst cards. A line that is no "
        "position gets an error, and the next line is still judged."
    )
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Read positions from standard input, and answer each line with a line."""
        for number, line in lines_of(sys.stdin.buffer, LONGEST_LINE):
            self.stdout.write(judge_line(line, number))
