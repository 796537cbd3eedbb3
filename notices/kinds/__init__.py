"""The table of all notices, `KINDS`: which event notifies whom, and in which words.

Notices of tournaments are defined with the sentences of their events, in `tournaments.presenters.log.event_words`;
those of other apps in the files of this package. Events that notify nobody are in `UNTOLD`, with the reason. A test
compares both with every event of tournaments and accounts, and with everything that moves chips of a member.
"""

from __future__ import annotations

from typing import Final

from games.club.notices import NoticeKind
from games.log.store import Recorded
from notices.kinds.club import CLUB
from notices.kinds.reminders import APPEAL_ENDS, REMINDERS, RULING_DUE, RULING_LATE
from notices.recipients import NoticeContext, Recipient
from tournaments.presenters.log.event_words import NOTICES, SILENT
from tournaments.queries.recipients import TournamentContext
from tournaments.schema import tournament_of

__all__ = [
    "APPEAL_ENDS",
    "KINDS",
    "REMINDERS",
    "RULING_DUE",
    "RULING_LATE",
    "UNTOLD",
    "told_by",
]

KINDS: Final[dict[str, NoticeKind]] = {**NOTICES, **CLUB}
"""The name of an event → whom it is told, in which words. The words are translated where they are shown."""

UNTOLD: Final[dict[str, str]] = {
    **SILENT,
    "deal.ruling-signed": "the ruling that follows at once is told",
    "member.chips-asked-for": "no chips move before a second director agrees",
    "member.chips-declined": "no chips move",
    "member.merged-chips-moved": "the ruling or correction before it is told; the statement has both",
    "member.merge-confirmed": "nothing happens before it is confirmed for both accounts",
    "member.duties-set": "moves no chips, place or seat; the page of the staff's acts says it",
    "deal.won": "who sat there saw what it paid; whose seat the bot played was told so",
    "deal.exhausted": "nobody pays",
    "deal.stopped": "nobody pays; that it counts no more is told",
    "pot.paid": "everybody got ready for it, and the table says what is in the pot",
    "pot.taken": "who sits there sees who took it",
    "pot.returned": "the stop of the deal is told",
    "call.off": "the table shows that the clock goes on",
    "ledger.carried-over": "moves no chips",
}
"""Events that tell nobody anything, and why; all others of a deal move neither chips nor places."""


def told_by(recorded: Recorded) -> list[Recipient]:
    """Return the recipients of an event's notice. Guests and people of imported deals get none."""
    kind = KINDS.get(recorded.name)
    if kind is None or "imported" in recorded.metadata:
        return []
    tournament = tournament_of(recorded.stream)
    if tournament is not None:
        told, subject = kind.whom(TournamentContext(recorded)), {"tournament": tournament}
    else:
        heard = NoticeContext(recorded)
        told, subject = kind.whom(heard), heard.subject
    return [Recipient(one.player, {**subject, **one.facts}) for one in told]
