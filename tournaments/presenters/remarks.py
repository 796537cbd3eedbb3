"""The words for the remarks beside a line of the standings."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.engine.notes import Kind
from tournaments.models import Standing

_WORDS: Final = {
    Kind.ENTERED_LATE: gettext_noop("entered for round {number}"),
    Kind.SAT_OUT: gettext_noop("sat out round {number}"),
    Kind.SITS_OUT: gettext_noop("sits out round {number}"),
    Kind.PLAYED_FOR: gettext_noop("the careful bot played {number} of {deals} deals"),
    Kind.WITHDREW: gettext_noop("withdrew in round {number}"),
    Kind.REMOVED: gettext_noop("removed in round {number}: {reason}"),
}


def remarks(row: Standing) -> tuple[str, ...]:
    """What is said beside this line, in the reader's language and in order."""
    return tuple(
        _(_WORDS[Kind(kind)]).format(number=number, deals=row.deals, reason=reason)
        for kind, number, reason in row.notes
    )
