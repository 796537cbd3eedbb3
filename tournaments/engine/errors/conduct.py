"""What is refused of reports of conduct (`tournaments.engine.sanctions`)."""

from __future__ import annotations

from typing import Final

from games.engine.errors import gettext_noop

CONDUCT: Final[dict[str, str]] = {
    "tournament.no-such-sanction-kind": gettext_noop(
        "The club's table of sanctions has no such kind. Choose one of its kinds."
    ),
    "tournament.sanction-out-of-range": gettext_noop(
        "One sanction takes from 1 to {limit} points by the club's table, and a warning or a removal takes none."
        " Give other points, or let the director adjust the points with a reason of its own."
    ),
    "tournament.sanction-no-line": gettext_noop(
        "This member has no line in the standings to take points from. Give a warning, or ask for removal."
    ),
    "tournament.departure-missing": gettext_noop(
        "This is less or more than the club's table gives. Say why."
    ),
    "tournament.sanction-time": gettext_noop(
        "Meanwhile the reports of this kind have changed: this is time {time}. Look at what the table gives for it, and"
        " press once more."
    ),
    "tournament.no-such-call": gettext_noop("This tournament has no call of that number."),
    "tournament.no-such-sanction": gettext_noop("This tournament has no report of that number."),
    "tournament.sanction-back-already": gettext_noop("Report {number} was taken back already."),
    "tournament.adjustment-of-sanction": gettext_noop(
        "These points were taken by report {number} of conduct. Take that report back, and they count again."
    ),
}
