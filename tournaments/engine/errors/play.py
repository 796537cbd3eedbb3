"""Refusals about duties, rounds, deals, time, corrections and closing."""

from __future__ import annotations

from typing import Final

from games.engine.errors import Refusal

PLAY: Final[dict[str, Refusal]] = {
    "tournament.unknown": Refusal(
        "This tournament doesn't exist. Choose one from the list of tournaments.", 404
    ),
    "tournament.damaged": Refusal(
        "This tournament's record can't be read, so nothing was changed. Tell an owner of the club.",
        503,
    ),
    "tournament.no-such-event": Refusal(
        "The tournament's log has no such entry. Check the number.", 404
    ),
    "tournament.not-director": Refusal("Only directors can do that. Ask one of them.", 403),
    "tournament.not-judge": Refusal(
        "Only a referee or a director can do that. Ask one of them.", 403
    ),
    "tournament.own-interest": Refusal(
        "You play in this tournament. Ask another director to do that for other members.", 403
    ),
    "tournament.agreement-waits": Refusal(
        "This request is already waiting for another member to agree. Take it back first, or wait for the answer.",
        409,
    ),
    "tournament.agreement-unknown": Refusal(
        "Somebody has already answered this request, or it was taken back. There is nothing more to do.",
        404,
    ),
    "tournament.agreement-own": Refusal(
        "This request concerns you, so you can't decide it yourself. Let another member answer.",
        403,
    ),
    "tournament.agreement-by-asker": Refusal(
        "The director who is asking let you into the tournament after it began, so you can't "
        "answer this request. Let somebody else answer.",
        403,
    ),
    "tournament.agreement-nobody": Refusal(
        "You play in this tournament, and none of its other players can agree to your request. "
        "Ask a director or a referee who doesn't play.",
        403,
    ),
    "tournament.own-dispute": Refusal(
        "You disputed that deal or ruled on it. Ask another director to correct it.",
        403,
        section="§10.8",
    ),
    "tournament.correction-waits": Refusal(
        "The same correction is already waiting for a second signature. Sign or decline that "
        "one first.",
        409,
    ),
    "tournament.correction-unknown": Refusal(
        "This correction is no longer open. Check the list of corrections.", 404
    ),
    "tournament.correction-own": Refusal(
        "You proposed this correction. Ask another director or referee who isn't playing in "
        "this tournament to sign it.",
        403,
        section="§10.8",
    ),
    "tournament.correction-proposer": Refusal(
        "The person who proposed this correction may no longer make it. Decline the proposal, "
        "and make the correction yourself if it is right.",
        409,
    ),
    "tournament.correction-moves-more": Refusal(
        "This correction now moves {moved} {unit} instead of {proposed}, because something else "
        "was corrected in the meantime. Decline the correction, and propose it again.",
        409,
    ),
    "tournament.own-duty": Refusal(
        "You made yourself a referee, so you can't do this. Ask another owner to make you a "
        "referee, or ask a director to do it.",
        403,
        section="§10.8",
    ),
    "tournament.stale": Refusal(
        "Something in the tournament has changed in the meantime. Look at it again, then choose.",
        409,
    ),
    "tournament.closes-itself": Refusal(
        "This tournament closes automatically {minutes} minutes after the last deal, once every dispute is "
        "decided. Settle the disputes first."
    ),
    "tournament.no-records": Refusal(
        "No deal of this tournament can be downloaded yet. Try again after the first one.",
        404,
    ),
    "tournament.already-started": Refusal(
        "The tournament has already started. Reload the page to see its first round.", 409
    ),
    "tournament.not-running": Refusal(
        "The tournament isn't running now. Look at its page to see when it starts or how it ended.",
        409,
    ),
    "tournament.closed": Refusal(
        "The tournament is over. See its page for the final standings.", 409
    ),
    "tournament.cancelled": Refusal(
        "The tournament was cancelled. Choose another one from the list.", 409
    ),
    "tournament.drawn-without": Refusal(
        "Round {round} was drawn without this member. Ask a director to take the withdrawal back.",
        409,
    ),
    "tournament.round-begun": Refusal("No round is waiting to begin. Reload the page."),
    "tournament.paused": Refusal("All tables are paused. Resume them first."),
    "tournament.no-running-clock": Refusal(
        "No round with a time limit is running. Add time after a round has begun and before its time is up."
    ),
    "tournament.act-unknown": Refusal("Choose one of the buttons on the page."),
    "tournament.round-open": Refusal(
        "Round {round} is still being played. Wait until all its deals are over.", 409
    ),
    "tournament.rounds-left": Refusal(
        "Only {played} of {rounds} rounds have been played. Wait until the last one is over.", 409
    ),
    "tournament.no-such-deal": Refusal(
        "This tournament has no such deal. Choose one from the list.", 404
    ),
    "tournament.deal-already-scored": Refusal(
        "This deal has already been scored. There is nothing more to do.", 409
    ),
    "tournament.net-not-zero": Refusal(
        "The four results of a deal have to add up to zero, and these don't. Check them."
    ),
    "tournament.no-such-round": Refusal(
        "This round hasn't been drawn yet. Choose an earlier one.", 404, field="round"
    ),
    "tournament.voided-already": Refusal(
        "Deal {deal} was already voided. There is nothing more to do.", 409
    ),
    "tournament.not-voided": Refusal(
        "Deal {deal} was not voided, so it still counts. There is nothing to take back.", 409
    ),
    "tournament.voided-by-ruling": Refusal(
        "A ruling voided deal {deal}. The deal can count again only if the ruling is "
        "withdrawn or changed on appeal.",
        409,
    ),
    "tournament.replayed-already": Refusal(
        "Deal {deal} is already going to be played again. There is nothing more to do.", 409
    ),
    "tournament.replay-too-late": Refusal(
        "Round {next} is already drawn, so no deal of round {round} can be played again. Void "
        "the deal without playing it again.",
        409,
    ),
    "tournament.replay-after-time": Refusal(
        "Time is up for round {round}, so no deal can be played again. Void the deal without "
        "playing it again."
    ),
    "tournament.replay-begun": Refusal(
        "The deal that replaces deal {deal} has already begun. Void that one instead, or adjust points.",
        409,
    ),
    "tournament.deal-runs": Refusal(
        "This deal isn't over yet. Stop it while it is played, or void it when it is over.",
        409,
    ),
    "tournament.deal-stopped": Refusal(
        "Deal {deal} was stopped before its end, so it has no result to count. Have it played again.",
        409,
    ),
    "tournament.points-out-of-range": Refusal(
        "Write a whole number of points from −{limit} to {limit}, but not 0.", field="points"
    ),
    "tournament.section-malformed": Refusal(
        "Write a section such as §10.3, or leave it empty.", field="section"
    ),
    "tournament.no-such-adjustment": Refusal(
        "This adjustment doesn't count any more. Choose one from the list.", 409
    ),
    "tournament.deals-left": Refusal(
        "Deals of this round still to be played: {deals}. Play or enter them first.",
        409,
    ),
    "tournament.duplicate-replay": Refusal(
        "When all tables play the same deals, a deal can't be played again, because its cards "
        "are known. Void it without playing it again."
    ),
    "tournament.no-such-duplicate": Refusal(
        "This deal can't be compared yet. Come back when all tables of the round have played it.",
        404,
    ),
    "tournament.deal-secret-lost": Refusal(
        "The cards for deal {deal} of round {round} can't be prepared, because the club's secret key is missing. "
        "Ask an owner of the club."
    ),
    "tournament.reason-missing": Refusal("Write a reason.", field="reason"),
    "tournament.reason-too-long": Refusal(
        "The reason has {length} characters. Shorten it to at most {limit}.", field="reason"
    ),
}
