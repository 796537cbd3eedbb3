"""Refusals about duties, rounds, deals, time, corrections and closing."""

from __future__ import annotations

from typing import Final

from games.engine.errors import Refusal

PLAY: Final[dict[str, Refusal]] = {
    "tournament.unknown": Refusal("There is no such tournament.", 404),
    "tournament.damaged": Refusal(
        "This tournament's record cannot be read, so nothing was changed. Tell an owner of the club.",
        503,
    ),
    "tournament.no-such-event": Refusal("The tournament's log has no such event.", 404),
    "tournament.not-director": Refusal("Only a director may do that.", 403),
    "tournament.not-judge": Refusal("Only a referee or a director may do that.", 403),
    "tournament.own-interest": Refusal(
        "You play in this tournament. Ask another director to do that for other members.", 403
    ),
    "tournament.agreement-waits": Refusal(
        "The same already waits for another member to agree. Take it back first, or wait for the answer.",
        409,
    ),
    "tournament.agreement-unknown": Refusal(
        "Somebody has already answered this, or it was taken back. There is nothing more to do.",
        404,
    ),
    "tournament.agreement-own": Refusal(
        "You have an interest in this, so another member has to answer.", 403
    ),
    "tournament.agreement-by-asker": Refusal(
        "The director who asks this entered you, or made your card, after the start. Somebody else has to answer.",
        403,
    ),
    "tournament.agreement-nobody": Refusal(
        "You play in this tournament, and nobody else in it can agree to this: everyone has an interest, or has no"
        " login. Ask another director or a referee who does not play.",
        403,
    ),
    "tournament.own-dispute": Refusal(
        "You have disputed that deal or ruled on it, so somebody else must correct it (§10.8).", 403
    ),
    "tournament.correction-waits": Refusal(
        "The same correction waits for a second person already. It is signed or declined first.",
        409,
    ),
    "tournament.correction-unknown": Refusal(
        "No such correction waits for a second person. Look at the corrections again.", 404
    ),
    "tournament.correction-own": Refusal(
        "You proposed this correction. Another director or referee, who does not play here, has to sign it (§10.8).",
        403,
    ),
    "tournament.correction-proposer": Refusal(
        "Who proposed this correction may not make it any more. Decline it, and correct it yourself if it is right.",
        409,
    ),
    "tournament.correction-moves-more": Refusal(
        "By now this correction would move {moved} {unit}, and it was proposed with {proposed}: other corrections came"
        " between. Decline it, and let it be proposed anew.",
        409,
    ),
    "tournament.own-duty": Refusal(
        "You gave yourself the referee's duty. Let somebody else give it to you, or ask a director (§10.8).",
        403,
    ),
    "tournament.stale": Refusal(
        "The tournament has moved on meanwhile. Look at it again and choose once more.", 409
    ),
    "tournament.closes-itself": Refusal(
        "This tournament closes by itself, {minutes} minutes after the last deal and once no timely dispute waits. See"
        " to the disputes; nothing else is needed."
    ),
    "tournament.no-records": Refusal(
        "No deal of this tournament is over and open yet. Its records can be had after the first one.",
        404,
    ),
    "tournament.already-started": Refusal("The tournament has already started.", 409),
    "tournament.not-running": Refusal("The tournament is not running.", 409),
    "tournament.closed": Refusal("The tournament is closed.", 409),
    "tournament.cancelled": Refusal("The tournament was cancelled.", 409),
    "tournament.drawn-without": Refusal(
        "Round {round} has been drawn without this member. A director can take the withdrawal back.",
        409,
    ),
    "tournament.round-begun": Refusal("No drawn round waits for its beginning."),
    "tournament.paused": Refusal("All tables are paused. Resume them first."),
    "tournament.no-running-clock": Refusal(
        "No clock of a round runs now: a round by minutes is lengthened after it has begun and before its time is up."
    ),
    "tournament.act-unknown": Refusal("Choose one of the buttons of the page."),
    "tournament.round-open": Refusal("Round {round} is still being played.", 409),
    "tournament.rounds-left": Refusal("Only {played} of {rounds} rounds have been played.", 409),
    "tournament.no-such-deal": Refusal("The tournament has no such deal.", 404),
    "tournament.deal-already-scored": Refusal("This deal has already been scored.", 409),
    "tournament.net-not-zero": Refusal(
        "The four results of a deal must be whole numbers that add up to zero."
    ),
    "tournament.no-such-round": Refusal("This round has not been drawn.", 404, field="round"),
    "tournament.voided-already": Refusal("Deal {deal} counts no more already.", 409),
    "tournament.not-voided": Refusal("Deal {deal} has not been voided: it counts.", 409),
    "tournament.voided-by-ruling": Refusal(
        "A ruling declared deal {deal} void. It counts again when that ruling is withdrawn or changed on appeal.",
        409,
    ),
    "tournament.replayed-already": Refusal("Deal {deal} is already to be played again.", 409),
    "tournament.replay-too-late": Refusal(
        "Round {next} has been drawn, so no deal of round {round} can be played again. Void it without a replay.",
        409,
    ),
    "tournament.replay-after-time": Refusal(
        "The minutes of round {round} are over, so no further deal begins in it. Void it without a replay."
    ),
    "tournament.replay-begun": Refusal(
        "The cards of the deal that replaces deal {deal} have been dealt. Void that one instead, or adjust points.",
        409,
    ),
    "tournament.deal-runs": Refusal(
        "This deal is not scored yet. A director stops it while it is played; else let it end, and void it then.",
        409,
    ),
    "tournament.deal-stopped": Refusal(
        "Deal {deal} was stopped in the middle and has no result that could count. Have it played again.",
        409,
    ),
    "tournament.points-out-of-range": Refusal(
        "The points must be a whole number from −{limit} to {limit}, and not 0.", field="points"
    ),
    "tournament.section-malformed": Refusal(
        "Name a section such as §10.3, or none.", field="section"
    ),
    "tournament.no-such-adjustment": Refusal("There is no such adjustment that counts.", 409),
    "tournament.deals-left": Refusal(
        "Deals that are still to be played in this round: {deals}. Let them be played or entered first.",
        409,
    ),
    "tournament.duplicate-replay": Refusal(
        "In a duplicate no deal is played again: its cards are known, and others cannot be compared. Void it without."
    ),
    "tournament.no-such-duplicate": Refusal(
        "There is no such deal to compare yet: it is open when all tables of the round have played it.",
        404,
    ),
    "tournament.deal-secret-lost": Refusal(
        "The secret of deal {deal} of round {round} cannot be read. Ask an owner of the club for its key."
    ),
    "tournament.reason-missing": Refusal("A reason must be given.", field="reason"),
    "tournament.reason-too-long": Refusal(
        "The reason may have at most {limit} characters, not {length}.", field="reason"
    ),
}
