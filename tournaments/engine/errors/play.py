"""What is refused of duties, rounds, deals, time, corrections and closing."""

from __future__ import annotations

from typing import Final

from games.engine.errors import gettext_noop

PLAY: Final[dict[str, str]] = {
    "tournament.unknown": gettext_noop("There is no such tournament."),
    "tournament.damaged": gettext_noop(
        "This tournament's record cannot be read, so nothing was changed. Tell an owner of the club."
    ),
    "tournament.no-such-event": gettext_noop("The tournament's log has no such event."),
    "tournament.not-director": gettext_noop("Only a director may do that."),
    "tournament.not-judge": gettext_noop("Only a referee or a director may do that."),
    "tournament.own-interest": gettext_noop(
        "You play in this tournament. Ask another director to do that for other members."
    ),
    "tournament.own-dispute": gettext_noop(
        "You have disputed that deal or ruled on it, so somebody else must correct it (§10.8)."
    ),
    "tournament.correction-waits": gettext_noop(
        "The same correction waits for a second person already. It is signed or declined first."
    ),
    "tournament.correction-unknown": gettext_noop(
        "No such correction waits for a second person. Look at the corrections again."
    ),
    "tournament.correction-own": gettext_noop(
        "You proposed this correction. Another director or referee, who does not play here, has to sign it (§10.8)."
    ),
    "tournament.correction-proposer": gettext_noop(
        "Who proposed this correction may not make it any more. Decline it, and correct it yourself if it is right."
    ),
    "tournament.correction-moves-more": gettext_noop(
        "By now this correction would move {moved} chips, and it was proposed with {proposed}: other corrections came"
        " between. Decline it, and let it be proposed anew."
    ),
    "tournament.own-duty": gettext_noop(
        "You gave yourself the referee's duty. Let somebody else give it to you, or ask a director (§10.8)."
    ),
    "tournament.stale": gettext_noop(
        "The tournament has moved on meanwhile. Look at it again and choose once more."
    ),
    "tournament.closes-itself": gettext_noop(
        "This tournament closes by itself, {minutes} minutes after the last deal and once no timely dispute waits. See"
        " to the disputes; nothing else is needed."
    ),
    "tournament.no-records": gettext_noop(
        "No deal of this tournament is over and open yet. Its records can be had after the first one."
    ),
    "tournament.already-started": gettext_noop("The tournament has already started."),
    "tournament.not-running": gettext_noop("The tournament is not running."),
    "tournament.closed": gettext_noop("The tournament is closed."),
    "tournament.cancelled": gettext_noop("The tournament was cancelled."),
    "tournament.drawn-without": gettext_noop(
        "Round {round} has been drawn without this member. A director can take the withdrawal back."
    ),
    "tournament.round-begun": gettext_noop("No drawn round waits for its beginning."),
    "tournament.paused": gettext_noop("All tables are paused. Let them go on first."),
    "tournament.no-running-clock": gettext_noop(
        "No clock of a round runs now: a round by minutes is lengthened after it has begun and before its time is up."
    ),
    "tournament.act-unknown": gettext_noop("Choose one of the buttons of the page."),
    "tournament.round-open": gettext_noop("Round {round} is still being played."),
    "tournament.rounds-left": gettext_noop("Only {played} of {rounds} rounds have been played."),
    "tournament.no-such-deal": gettext_noop("The tournament has no such deal."),
    "tournament.deal-already-scored": gettext_noop("This deal has already been scored."),
    "tournament.net-not-zero": gettext_noop(
        "The four results of a deal must be whole numbers that add up to zero."
    ),
    "tournament.no-such-round": gettext_noop("This round has not been drawn."),
    "tournament.voided-already": gettext_noop("Deal {deal} counts no more already."),
    "tournament.not-voided": gettext_noop("Deal {deal} has not been voided: it counts."),
    "tournament.voided-by-ruling": gettext_noop(
        "A ruling declared deal {deal} void. It counts again when that ruling is withdrawn or changed on appeal."
    ),
    "tournament.replayed-already": gettext_noop("Deal {deal} is already to be played again."),
    "tournament.replay-too-late": gettext_noop(
        "Round {next} has been drawn, so no deal of round {round} can be played again. Void it without a replay."
    ),
    "tournament.replay-after-time": gettext_noop(
        "The minutes of round {round} are over, so no further deal begins in it. Void it without a replay."
    ),
    "tournament.replay-begun": gettext_noop(
        "The cards of the deal that replaces deal {deal} have been dealt. Void that one instead, or adjust points."
    ),
    "tournament.deal-runs": gettext_noop(
        "This deal is not scored yet. A director stops it while it is played; else let it end, and void it then."
    ),
    "tournament.deal-stopped": gettext_noop(
        "Deal {deal} was stopped in the middle and has no result that could count. Have it played again."
    ),
    "tournament.points-out-of-range": gettext_noop(
        "The points must be a whole number from −{limit} to {limit}, and not 0."
    ),
    "tournament.section-malformed": gettext_noop("Name a section such as §10.3, or none."),
    "tournament.no-such-adjustment": gettext_noop("There is no such adjustment that counts."),
    "tournament.deals-left": gettext_noop(
        "Deals that are still to be played in this round: {deals}. Let them be played or entered first."
    ),
    "tournament.duplicate-replay": gettext_noop(
        "In a duplicate no deal is played again: its cards are known, and others cannot be compared. Void it without."
    ),
    "tournament.no-such-duplicate": gettext_noop(
        "There is no such deal to compare yet: it is open when all tables of the round have played it."
    ),
    "tournament.deal-secret-lost": gettext_noop(
        "The secret of deal {deal} of round {round} cannot be read. Ask an owner of the club for its key."
    ),
    "tournament.reason-missing": gettext_noop("A reason must be given."),
    "tournament.reason-too-long": gettext_noop(
        "The reason may have at most {limit} characters, not {length}."
    ),
}
