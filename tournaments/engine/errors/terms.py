"""What is refused of a tournament's terms: when it is announced, described, corrected."""

from __future__ import annotations

from typing import Final

from games.engine.errors import gettext_noop

TERMS: Final[dict[str, str]] = {
    "tournament.club-pays-director": gettext_noop(
        "The club pays the fees here, so no director plays: nobody gives out the club's chips to themselves."
    ),
    "tournament.name-missing": gettext_noop("A tournament needs a name."),
    "tournament.name-too-long": gettext_noop(
        "The name may have at most {limit} characters, not {length}."
    ),
    "tournament.rules-unknown": gettext_noop("There is no rule set named “{rules}”."),
    "tournament.filler-unknown": gettext_noop("There is no bot named “{filler}”."),
    "tournament.fill-out-of-range": gettext_noop(
        "The players to fill up to must be a whole number from {low} to {high}."
    ),
    "tournament.admits-unknown": gettext_noop(
        "Nobody can enter by “{admits}”. Choose every member, or only who is invited."
    ),
    "tournament.no-such-template": gettext_noop(
        "There is no such template; perhaps a director removed it. Choose one from the list."
    ),
    "tournament.template-exists": gettext_noop(
        "There is a template called “{name}” already. Choose another name, or rename or remove that one first."
    ),
    "tournament.templates-many": gettext_noop(
        "There can be at most {limit} templates. Remove one that nobody needs."
    ),
    "tournament.format-unknown": gettext_noop("There is no format named “{format}”."),
    "tournament.format-fixed-late": gettext_noop(
        "Who enters late stands in no draw that was given before. Set the late entry to 0, or choose another format."
    ),
    "tournament.final-out-of-range": gettext_noop(
        "Of {rounds} rounds the final can have one at the least, and must leave one to the groups. Change the rounds of"
        " the final or of the tournament."
    ),
    "tournament.finalists-out-of-range": gettext_noop(
        "The final has full tables of four: from {low} to {high} finalists, in fours."
    ),
    "tournament.no-such-series": gettext_noop("There is no series of this name."),
    "tournament.series-missing": gettext_noop(
        "Name the series of which the best tournaments count, or leave their number empty."
    ),
    "tournament.series-too-long": gettext_noop(
        "The name of a series may have at most {limit} characters."
    ),
    "tournament.series-out-of-range": gettext_noop(
        "Say how many tournaments of the series count for a member, from {low} to {high}."
    ),
    "tournament.series-differs": gettext_noop(
        "In this series {best} tournaments count. Write the same number, or another name."
    ),
    "tournament.rounds-out-of-range": gettext_noop(
        "The rounds must be a whole number from {low} to {high}."
    ),
    "tournament.deals-out-of-range": gettext_noop(
        "The deals of a round must be a whole number from {low} to {high}."
    ),
    "tournament.seconds-out-of-range": gettext_noop(
        "The seconds a move must be a whole number from {low} to {high}."
    ),
    "tournament.bank-out-of-range": gettext_noop(
        "The bank must be a whole number of seconds from {low} to {high}."
    ),
    "tournament.delay-out-of-range": gettext_noop(
        "Spectators may see a table a whole number of seconds later, from {low} to {high}."
    ),
    "tournament.fee-not-integer": gettext_noop("The entry fee must be a whole number of chips."),
    "tournament.fee-out-of-range": gettext_noop(
        "The entry fee must be from {low} to {high} chips."
    ),
    "tournament.shares-missing": gettext_noop("Name the prize shares of 1 to {limit} places."),
    "tournament.share-not-positive": gettext_noop(
        "Each prize share must be a whole number of percent, at least 1."
    ),
    "tournament.tie-break-unknown": gettext_noop(
        "What decides between equal points is none of those that are offered. Choose from the list."
    ),
    "tournament.tie-break-twice": gettext_noop(
        "The same thing cannot decide between equal points twice. Choose another, or nothing more."
    ),
    "tournament.shares-rising": gettext_noop(
        "No place may get a larger prize share than the place before it."
    ),
    "tournament.shares-not-100": gettext_noop(
        "The prize shares must add up to 100 percent; these add up to {total}."
    ),
    "tournament.sums-too-many": gettext_noop("Name fixed prizes of at most {limit} places."),
    "tournament.sum-out-of-range": gettext_noop(
        "Each fixed prize must be a whole number of chips from {low} to {high}."
    ),
    "tournament.sums-rising": gettext_noop(
        "No place may get a larger fixed prize than the place before it."
    ),
    "tournament.appeal-out-of-range": gettext_noop(
        "The time to appeal must be a whole number of minutes from {low} to {high}."
    ),
    "tournament.ruling-out-of-range": gettext_noop(
        "The time in which a referee is to rule must be a whole number of hours from {low} to {high}."
    ),
    "tournament.club-limit": gettext_noop(
        "The club pays entry fees of {limit} chips in all for one tournament, and this would be more. An owner can"
        " raise that in the rules of the house."
    ),
    "tournament.start-out-of-range": gettext_noop(
        "The tournament must begin after now and within {days} days."
    ),
    "tournament.no-start": gettext_noop("No day has been set for this tournament."),
    "tournament.description-too-long": gettext_noop(
        "The description may have at most {limit} characters, not {length}."
    ),
    "tournament.description-unreadable": gettext_noop(
        "The description holds something that cannot be seen. Type it anew."
    ),
    "tournament.fill-not-fours": gettext_noop(
        "Tables are of four, so bots cannot fill up to {fill_to}. Write {above}, or 0 to fill the last table only."
    ),
    "tournament.least-out-of-range": gettext_noop(
        "The least members must be a whole number from {low} to {high}."
    ),
    "tournament.late-out-of-range": gettext_noop(
        "The last round to enter for must be a whole number from {low} to {high}."
    ),
    "tournament.minutes-out-of-range": gettext_noop(
        "The minutes of a round must be a whole number from {low} to {high}; 0 is a round by deals alone."
    ),
    "tournament.minutes-too-few": gettext_noop(
        "A round by minutes has at least {low} of them. Write 0 for a round by deals alone."
    ),
    "tournament.wait-out-of-range": gettext_noop(
        "The minutes to a round's beginning must be a whole number from {low} to {high}."
    ),
    "tournament.check-in-out-of-range": gettext_noop(
        "The check-in must end a whole number of minutes before the start, from {low} to {high}."
    ),
    "tournament.check-in-no-start": gettext_noop(
        "The check-in can only end before the start where a day and time are set."
    ),
    "tournament.lengthening-out-of-range": gettext_noop(
        "A round is made longer by {low} to {high} minutes at once."
    ),
    "tournament.no-such-setting": gettext_noop("There is no such term that could be corrected."),
    "tournament.rounds-drawn": gettext_noop(
        "Rounds that are drawn already: {rounds}. There cannot be fewer; cancel the tournament, or let them be played."
    ),
    "tournament.entered-by-terms": gettext_noop(
        "Members have entered by this fee and these prizes. Let them withdraw first, or announce another tournament."
    ),
    "tournament.check-in-ended": gettext_noop(
        "The check-in has ended by these terms. Set another start under “Day and description”, and it opens again."
    ),
    "tournament.duplicate-too-late": gettext_noop(
        "The deals of a duplicate are bound to secrets before anybody enters, and members have entered or stand on the"
        " reserve list. Let them withdraw first, or cancel and announce another like this, as a duplicate."
    ),
    "tournament.duplicate-unbound": gettext_noop(
        "The secret to which the draws are bound cannot be read, or was made before there were duplicates. Cancel and"
        " announce another like this, as a duplicate."
    ),
    "tournament.last-round-drawn-terms": gettext_noop(
        "The last round is drawn, so this has taken effect. It can be set for the next tournament."
    ),
    "tournament.duplicate-one-table": gettext_noop(
        "A duplicate compares tables, and these members make one table alone. Wait for more, fill up with bots to 8"
        " under “Correct the terms”, or take “Duplicate” off there."
    ),
}
