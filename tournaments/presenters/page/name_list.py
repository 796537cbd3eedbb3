"""Writes in words what came of each line of a director's list of members, or why the list cannot be read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.common.joints import listed
from games.common.name_lists import UnreadableList
from games.presenters.name_lists import unreadable_list_words
from games.queries.people.named import labelled
from tournaments.errors import RefusedByTournament
from tournaments.queries.entry_lists import MOST_BYTES, MOST_LINES, EntryLineOutcome, ListLine

_WORDS: Final = {
    EntryLineOutcome.ENTERS: gettext_noop("will be entered"),
    EntryLineOutcome.ENTERED: gettext_noop("has entered already"),
    EntryLineOutcome.INVITES: gettext_noop("will be invited"),
    EntryLineOutcome.INVITED: gettext_noop("is invited already"),
    EntryLineOutcome.UNINVITED: gettext_noop(
        "is not invited, and only invited members can enter: invite them first"
    ),
    EntryLineOutcome.TWICE: gettext_noop("is on the list twice"),
    EntryLineOutcome.UNKNOWN: gettext_noop("no member has this name or login name"),
    EntryLineOutcome.SEVERAL: gettext_noop(
        "more than one member has this name: write the login name"
    ),
    EntryLineOutcome.GUEST: gettext_noop("is a guest, and only members can enter"),
    EntryLineOutcome.RETURNS: gettext_noop("will be entered as a guest"),
    EntryLineOutcome.CLOSED: gettext_noop("this account is closed"),
    EntryLineOutcome.COLUMNS: gettext_noop("more than one column: write one name per line"),
}
_NEAR: Final = gettext_noop(
    "no member has this name. Did you mean %(names)s? Write the login name, shown in brackets here."
)


def line_words(line: ListLine) -> str:
    """Return in words what came of a line."""
    if line.refused is not None:
        return RefusedByTournament(line.refused).sentence
    if line.near:
        return _(_NEAR) % {"names": listed(map(labelled, line.near))}
    return _(_WORDS[line.answer])


def question(line: ListLine) -> str:
    """Return the question beside a line that may mean one of several members; empty for any other line."""
    if not line.near:
        return ""
    if line.answer is EntryLineOutcome.SEVERAL:
        return _("More than one member has this name. Who is it?")
    return _("No member has this name. Is it one of these?")


def lines_in_words(lines: Iterable[ListLine]) -> list[tuple[ListLine, str]]:
    """Return each line with its question, or else with what came of it."""
    return [(line, question(line) or line_words(line)) for line in lines]


def unreadable_words(wrong: UnreadableList) -> str:
    """Return why a list cannot be read at all."""
    return unreadable_list_words(wrong, lines=MOST_LINES, kilobytes=MOST_BYTES // 1024)
