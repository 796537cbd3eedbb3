"""Refusals about a tournament's terms: when it is announced, described, corrected."""

from __future__ import annotations

from typing import Final

from games.engine.errors import Refusal

TERMS: Final[dict[str, Refusal]] = {
    "tournament.club-pays-director": Refusal(
        "The club pays the fees here, so no director plays: nobody gives out the club's {unit} to themselves."
    ),
    "tournament.name-missing": Refusal("A tournament needs a name.", field="name"),
    "tournament.name-too-long": Refusal(
        "The name may have at most {limit} characters, not {length}.", field="name"
    ),
    "tournament.rules-unknown": Refusal("There is no rule set named “{rules}”.", field="rules"),
    "tournament.rules-pot": Refusal(
        "“{rules}” has a pot, and a tournament is played without one. Choose rules without a pot.",
        section="§13.14",
        field="rules",
    ),
    "tournament.filler-unknown": Refusal("There is no bot named “{filler}”.", field="filler"),
    "tournament.fill-out-of-range": Refusal(
        "The players to fill up to must be a whole number from {low} to {high}.", field="fill_to"
    ),
    "tournament.odd-unknown": Refusal(
        "Members who do not fill tables of four cannot sit by “{odd}”. Choose tables of three, sitting out, or bots.",
        field="odd",
    ),
    "tournament.unplayed-unknown": Refusal(
        "A round that somebody sat out cannot count “{unplayed}”. Choose nothing, or the average of own deals.",
        field="unplayed",
    ),
    "tournament.ranked-by-unknown": Refusal(
        "Places cannot go by “{ranked_by}”. Choose points, or points per deal.", field="ranked_by"
    ),
    "tournament.admits-unknown": Refusal(
        "Nobody can enter by “{admits}”. Choose every member, or only who is invited.",
        field="admits",
    ),
    "tournament.no-such-template": Refusal(
        "There is no such template; perhaps a director removed it. Choose one from the list.", 404
    ),
    "tournament.template-exists": Refusal(
        "There is a template called “{name}” already. Choose another name, or rename or remove that one first.",
        409,
    ),
    "tournament.templates-many": Refusal(
        "There can be at most {limit} templates. Remove one that nobody needs.", 409
    ),
    "tournament.format-unknown": Refusal("There is no format named “{format}”.", field="format"),
    "tournament.format-fixed-late": Refusal(
        "Who enters late stands in no draw that was given before. Set the late entry to 0, or choose another format.",
        field="late_until",
    ),
    "tournament.final-out-of-range": Refusal(
        "Of {rounds} rounds the final can have one at the least, and must leave one to the groups. Change the rounds of"
        " the final or of the tournament.",
        field="final_rounds",
    ),
    "tournament.finalists-out-of-range": Refusal(
        "The final has full tables of four: from {low} to {high} finalists, in fours.",
        field="finalists",
    ),
    "tournament.door-fee-out-of-range": Refusal(
        "The fee at the door must be a whole number from {low} to {high}.", field="door_fee"
    ),
    "tournament.no-such-series": Refusal("There is no series of this name.", 404),
    "tournament.series-missing": Refusal(
        "Name the series of which the best tournaments count, or leave their number empty.",
        field="series",
    ),
    "tournament.series-too-long": Refusal(
        "The name of a series may have at most {limit} characters.", field="series"
    ),
    "tournament.series-out-of-range": Refusal(
        "Say how many tournaments of the series count for a member, from {low} to {high}.",
        field="series_best",
    ),
    "tournament.series-points-many": Refusal(
        "At most {limit} places can have points.", field="series_points"
    ),
    "tournament.series-points-out-of-range": Refusal(
        "The points of a place must be a whole number from {low} to {high}.", field="series_points"
    ),
    "tournament.series-points-rising": Refusal(
        "A better place has at least as many points as the next one. Write them from the first place down.",
        field="series_points",
    ),
    "tournament.series-present-out-of-range": Refusal(
        "The points for taking part must be a whole number from {low} to {high}.",
        field="series_present",
    ),
    "tournament.series-points-differ": Refusal(
        "This league has another table of points. Leave the points empty, or change them for all evenings on the"
        " league's page.",
        field="series_points",
    ),
    "tournament.series-differs": Refusal(
        "In this series {best} tournaments count. Write the same number, or another name.",
        field="series_best",
    ),
    "tournament.rounds-out-of-range": Refusal(
        "The rounds must be a whole number from {low} to {high}.", field="rounds"
    ),
    "tournament.deals-out-of-range": Refusal(
        "The deals of a round must be a whole number from {low} to {high}.", field="deals_per_round"
    ),
    "tournament.seconds-out-of-range": Refusal(
        "The seconds a move must be a whole number from {low} to {high}.", field="seconds_per_move"
    ),
    "tournament.bank-out-of-range": Refusal(
        "The bank must be a whole number of seconds from {low} to {high}.", field="bank_seconds"
    ),
    "tournament.delay-out-of-range": Refusal(
        "Spectators may see a table a whole number of seconds later, from {low} to {high}.",
        field="spectator_delay",
    ),
    "tournament.fee-not-integer": Refusal(
        "The entry fee must be a whole number of {unit}.", field="entry_fee"
    ),
    "tournament.fee-out-of-range": Refusal(
        "The entry fee must be from {low} to {high} {unit}.", field="entry_fee"
    ),
    "tournament.shares-missing": Refusal(
        "Name the prize shares of 1 to {limit} places.", field="prize_shares"
    ),
    "tournament.share-not-positive": Refusal(
        "Each prize share must be a whole number of percent, at least 1.", field="prize_shares"
    ),
    "tournament.tie-break-unknown": Refusal(
        "What decides between equal points is none of those that are offered. Choose from the list.",
        field="tie_breaks",
    ),
    "tournament.tie-break-twice": Refusal(
        "The same thing cannot decide between equal points twice. Choose another, or nothing more.",
        field="tie_breaks",
    ),
    "tournament.shares-rising": Refusal(
        "No place may get a larger prize share than the place before it.", field="prize_shares"
    ),
    "tournament.shares-not-100": Refusal(
        "The prize shares must add up to 100 percent; these add up to {total}.",
        field="prize_shares",
    ),
    "tournament.sums-too-many": Refusal(
        "Name fixed prizes of at most {limit} places.", field="prize_sums"
    ),
    "tournament.sum-out-of-range": Refusal(
        "Each fixed prize must be a whole number of {unit} from {low} to {high}.",
        field="prize_sums",
    ),
    "tournament.sums-rising": Refusal(
        "No place may get a larger fixed prize than the place before it.", field="prize_sums"
    ),
    "tournament.sums-unpaid": Refusal(
        "Fixed prizes are paid out of the entry fees, and there is no fee. Set a fee, and tick that the club pays it if"
        " members are not to; or leave the fixed prizes empty.",
        field="prize_sums",
    ),
    "tournament.appeal-out-of-range": Refusal(
        "The time to appeal must be a whole number of minutes from {low} to {high}.",
        field="appeal_minutes",
    ),
    "tournament.ruling-out-of-range": Refusal(
        "The time in which a referee is to rule must be a whole number of hours from {low} to {high}.",
        field="ruling_hours",
    ),
    "tournament.club-limit": Refusal(
        "The club pays entry fees of {limit} {unit} in all for one tournament, and this would be more. An owner can"
        " raise that in the rules of the house."
    ),
    "tournament.start-out-of-range": Refusal(
        "The tournament must begin after now and within {days} days.", field="starts_at"
    ),
    "tournament.no-start": Refusal("No day has been set for this tournament.", 404),
    "tournament.description-too-long": Refusal(
        "The description may have at most {limit} characters, not {length}.", field="description"
    ),
    "tournament.description-unreadable": Refusal(
        "The description holds something that cannot be seen. Type it anew.", field="description"
    ),
    "tournament.fill-not-fours": Refusal(
        "Tables are of four, so bots cannot fill up to {fill_to}. Write {above}, or 0 to fill the last table only.",
        field="fill_to",
    ),
    "tournament.least-out-of-range": Refusal(
        "The least members must be a whole number from {low} to {high}.", field="least_members"
    ),
    "tournament.late-out-of-range": Refusal(
        "The last round to enter for must be a whole number from {low} to {high}.",
        field="late_until",
    ),
    "tournament.minutes-out-of-range": Refusal(
        "The minutes of a round must be a whole number from {low} to {high}; 0 is a round by deals alone.",
        field="round_minutes",
    ),
    "tournament.minutes-too-few": Refusal(
        "A round by minutes has at least {low} of them. Write 0 for a round by deals alone.",
        field="round_minutes",
    ),
    "tournament.wait-out-of-range": Refusal(
        "The minutes to a round's beginning must be a whole number from {low} to {high}.",
        field="wait_minutes",
    ),
    "tournament.check-in-out-of-range": Refusal(
        "The check-in must end a whole number of minutes before the start, from {low} to {high}.",
        field="check_in_ends",
    ),
    "tournament.check-in-no-start": Refusal(
        "The check-in can only end before the start where a day and time are set.",
        field="check_in_ends",
    ),
    "tournament.lengthening-out-of-range": Refusal(
        "A round is made longer by {low} to {high} minutes at once."
    ),
    "tournament.no-such-setting": Refusal("There is no such term that could be corrected."),
    "tournament.rounds-drawn": Refusal(
        "Rounds that are drawn already: {rounds}. There cannot be fewer; cancel the tournament, or let them be played.",
        409,
        field="rounds",
    ),
    "tournament.entered-by-terms": Refusal(
        "Members have entered by this fee and these prizes. Let them withdraw first, or announce another tournament.",
        409,
    ),
    "tournament.check-in-ended": Refusal(
        "The check-in has ended by these terms. Set another start under “Day and description”, and it opens again.",
        409,
    ),
    "tournament.duplicate-too-late": Refusal(
        "The deals of a duplicate are bound to secrets before anybody enters, and members have entered or stand on the"
        " reserve list. Let them withdraw first, or cancel and announce another like this, as a duplicate.",
        409,
    ),
    "tournament.duplicate-unbound": Refusal(
        "The secret to which the draws are bound cannot be read, or was made before there were duplicates. Cancel and"
        " announce another like this, as a duplicate.",
        409,
    ),
    "tournament.last-round-drawn-terms": Refusal(
        "The last round is drawn, so this has taken effect. It can be set for the next tournament.",
        409,
    ),
    "tournament.duplicate-one-table": Refusal(
        "A duplicate compares tables, and these members make one table alone. Wait for more, fill up with bots to 8"
        " under “Correct the terms”, or take “Duplicate” off there.",
        409,
    ),
}
