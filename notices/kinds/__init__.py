"""Which events are told to whom, in which words: the one table of notices, `KINDS`.

A new kind is one line of a file beside this one; an event that tells nobody anything stands in `UNTOLD`, with the
reason. A test holds both to every event of tournaments and accounts, and to everything that moves a member's chips.
"""

from __future__ import annotations

from typing import Final

from games.log.store import Recorded
from notices.kinds.club import CLUB
from notices.kinds.kind import Kind
from notices.kinds.reminders import APPEAL_ENDS, REMINDERS, RULING_DUE, RULING_LATE
from notices.kinds.results import RESULTS
from notices.kinds.tournaments import TOURNAMENTS
from notices.recipients import NoticeContext, Recipient

__all__ = [
    "APPEAL_ENDS",
    "KINDS",
    "REMINDERS",
    "RULING_DUE",
    "RULING_LATE",
    "UNTOLD",
    "told_by",
]

KINDS: Final[dict[str, Kind]] = {**TOURNAMENTS, **RESULTS, **CLUB}
"""The name of an event → whom it is told, in which words. The words are translated where they are shown."""

UNTOLD: Final[dict[str, str]] = {
    "tournament.created": "nobody has entered yet",
    "tournament.described": "moves no chips, place or seat; the tournament's page says it",
    "tournament.draw-committed": "binds the draw before anybody enters",
    "tournament.deals-committed": "binds the deals before anybody enters",
    "tournament.deal-opened": "moves no chips, place or seat but by the results that it makes count; the page says it",
    "tournament.started": "the draw that follows is told",
    "tournament.deal-scored": "who sat there saw the deal end",
    "deal.ruling-signed": "the ruling that follows at once is told",
    "tournament.correction-signed": "the correction that follows at once is told",
    "tournament.discard-signed": "the ruling that follows at once is told",
    "tournament.deal-rescored": "the ruling on the deal is told",
    "tournament.referee-answered": "the answer is told to the table when it is given",
    "tournament.round-closed": "the draw or the closing that follows is told",
    "tournament.draw-discarded": "the new draw that follows is told, with the reason",
    "tournament.replay-ordered": "the voided deal is told, and the table waits for its members",
    "tournament.setting-corrected": "moves no chips, place or seat; the page says what was corrected",
    "tournament.members-kept-apart": "moves no chips, place or seat; the page says it",
    "tournament.keeping-apart-ended": "moves no chips, place or seat; the page says it",
    "tournament.appeal-extended": "the decision that leaves more time is told",
    "tournament.tables-marked": "the draw leads its members there",
    "tournament.result-confirmed": "the table sees it",
    "tournament.photograph-added": "the table sees it",
    "tournament.photograph-removed": "moves no chips, place or seat; the page and the staff's acts say it",
    "tournament.round-timed": "every page of the evening shows the round's clock",
    "tournament.round-began": "every page of the evening shows the round's clock",
    "tournament.round-time-up": "every page of the evening shows the round's clock",
    "tournament.table-stopped": "the table shows it",
    "tournament.clock-moved": "every page of the evening shows the round's clock",
    "tournament.round-lengthened": "every page of the evening shows the round's clock",
    "tournament.appeal-moved": "nobody has less time; the tournament's page says until when",
    "tournament.paused": "every table shows it",
    "tournament.resumed": "every table shows it",
    "member.chips-asked-for": "no chips move before a second director agrees",
    "member.chips-declined": "no chips move",
    "member.duties-set": "moves no chips, place or seat; the page of the staff's acts says it",
    "deal.won": "who sat there saw what it paid; whose seat the bot played was told so",
    "deal.exhausted": "nobody pays",
    "deal.stopped": "nobody pays; that it counts no more is told",
    "call.off": "the table shows that the clock goes on",
    "ledger.carried-over": "moves no chips",
}
"""Events that tell nobody anything, and why; all others of a deal move neither chips nor places."""


def told_by(recorded: Recorded) -> list[Recipient]:
    """Whom an event is told; nobody that it knows and no imported deal's people are guests or strangers here."""
    kind = KINDS.get(recorded.name)
    if kind is None or "imported" in recorded.metadata:
        return []
    heard = NoticeContext(recorded)
    return [Recipient(one.player, {**heard.subject, **one.facts}) for one in kind.whom(heard)]
