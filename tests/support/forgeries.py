"""Forgeries of a test's streams, and the log's checks afterwards."""

from datetime import timedelta
from io import StringIO

from django.core.management import CommandError, call_command

from games import commands
from games.log.integrity.notes import Note
from tests.support.forger import forge, rechain
from tests.support.log_stories import NOON, tell


def said_by_verify_log(*arguments: str) -> tuple[str, bool]:
    """Return the output of `verify_log`, and whether it found the log whole."""
    out = StringIO()
    try:
        call_command("verify_log", *arguments, stdout=out)
    except CommandError:
        return out.getvalue(), False
    return out.getvalue(), True


def signed_at(hours: float) -> tuple[Note | None, list[str]]:
    """Sign a checkpoint so long after noon, and return any obstacles."""
    note, findings = commands.make_checkpoint(now=NOON + timedelta(hours=hours))
    return note, [finding.sentence for finding in findings]


def edit_the_last_event() -> None:
    forge(
        """UPDATE log_event SET payload = '{"word":"x"}' WHERE stream = 'test-1' AND version = 4"""
    )
    rechain("test-1")


def rewrite_the_chain() -> None:
    forge(
        """UPDATE log_event SET payload = '{"word":"x"}' WHERE stream = 'test-1' AND version = 1"""
    )
    rechain("test-1")


def delete_the_end_of_a_stream() -> None:
    forge("DELETE FROM log_event WHERE stream = 'test-1' AND version > 2")


def delete_a_whole_stream() -> None:
    forge("DELETE FROM log_event WHERE stream = 'test-1'")


def delete_from_the_middle_and_close_the_gap() -> None:
    forge("DELETE FROM log_event WHERE stream = 'test-1' AND version = 2")
    forge("UPDATE log_event SET version = 2 WHERE stream = 'test-1' AND version = 3")
    forge("UPDATE log_event SET version = 3 WHERE stream = 'test-1' AND version = 4")
    rechain("test-1")


def replace_the_end_and_play_on() -> None:
    forge("DELETE FROM log_event WHERE stream = 'test-1' AND version > 2")
    tell("test-1", "x", "y", "z")


FORGERIES = [
    (edit_the_last_event, "its event 4 is not the sealed one"),
    (rewrite_the_chain, "its event 4 is not the sealed one"),
    (delete_the_end_of_a_stream, "it had 4 and now has 2"),
    (delete_a_whole_stream, "is gone: it had 4 events"),
    (delete_from_the_middle_and_close_the_gap, "it had 4 and now has 3"),
    (replace_the_end_and_play_on, "its event 4 is not the sealed one"),
]
