"""`manage.py judge`: what does the engine say of these positions?"""

import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand

from games.engine.positions import LONGEST_LINE, judge_line


def lines_of(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream, without their ends; of a line that is too long for a position only the beginning."""
    most = 4 * LONGEST_LINE + 2  # bytes; a character has up to four
    while line := stream.readline(most):
        rest = line
        while not rest.endswith(b"\n") and (rest := stream.readline(most)):
            pass
        # Bytes that are no UTF-8 become a character that no position has, and the line is refused.
        yield line.rstrip(b"\r\n").decode(errors="replace")


class Command(BaseCommand):
    """Judges positions, one JSON object a line, without a database."""

    help = (
        "Reads positions as JSON lines from standard input and writes each back with its answer: "
        "trash and melds, or the usefulness of each discard and the worst cards. A line that is no "
        "position gets an error, and the next line is still judged."
    )
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer line by line."""
        for line in lines_of(sys.stdin.buffer):
            self.stdout.write(judge_line(line))
