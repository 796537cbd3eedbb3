"""Refusals about people: entries, check-in, leaving, seats, the reserve list and substitutes."""

from __future__ import annotations

from typing import Final

from games.engine.errors import Refusal

PEOPLE: Final[dict[str, Refusal]] = {
    "tournament.no-such-member": Refusal(
        "Nobody of that number plays in this tournament. Choose a line of its standings.", 404
    ),
    "tournament.too-few-chips": Refusal(
        "The entry fee is {fee} {unit}, and {balance} of yours are free for it. Ask a director for {unit}.",
        409,
    ),
    "tournament.turned-away": Refusal(
        "A director has removed this member from the tournament. Ask a director to let them enter again.",
        403,
    ),
    "tournament.not-invited": Refusal(
        "Only who is invited can enter this tournament, or stand on its reserve list. Ask a director for an"
        " invitation.",
        403,
    ),
    "tournament.no-invitations": Refusal(
        "Every member may enter this tournament, so nobody needs an invitation. To ask for one, change “Who may enter”"
        " under “Correct the terms” before the start.",
        409,
    ),
    "tournament.guest-fee": Refusal(
        "A guest has no {unit}, and each entry costs some here. Make a member of them first, or announce the evening"
        " without a fee.",
        409,
        field="name",
    ),
    "tournament.own-name": Refusal(
        "The tournament runs, and nobody lets themselves in: another director can put your name on the list.",
        403,
    ),
    "tournament.invited-too-many": Refusal(
        "At most {limit} members can be invited at a time. Take invitations back that nobody needs.",
        409,
    ),
    "tournament.invitation-used": Refusal(
        "This member has entered or stands on the reserve list. Remove the entry, or take the member off that list, and"
        " then take the invitation back.",
        409,
    ),
    "tournament.reserve-entered": Refusal(
        "Who has entered the tournament cannot stand on its reserve list.", 409
    ),
    "tournament.reserve-full": Refusal("The reserve list holds at most {limit} members.", 409),
    "tournament.substitute-sits": Refusal(
        "This member has somebody's seat. Let a director give that seat to somebody else first.",
        409,
    ),
    "tournament.has-judged": Refusal(
        "Who has judged or corrected something in this tournament does not play in it.", 409
    ),
    "tournament.directs": Refusal(
        "Who announced this tournament directs it: they enter before the start, and not once it runs (§10.8).",
        409,
    ),
    "tournament.substitute-was": Refusal(
        "This member had a seat at table {table} in this round, and changes no table in it. Choose somebody else.",
        409,
    ),
    "tournament.substitute-unnamed": Refusal(
        "Name the substitute who gets the seat, and nobody where its owner or the careful bot does."
    ),
    "tournament.span-duplicate": Refusal(
        "In a duplicate a substitute has a seat for the round or for the rest. Choose one of them."
    ),
    "tournament.substitute-plays": Refusal(
        "This member has entered the tournament and plays for themselves. Choose somebody from the reserve list.",
        409,
    ),
    "tournament.substitute-unlisted": Refusal(
        "Only who stands on the reserve list can be a substitute. Put the member on it first.", 409
    ),
    "tournament.span-substitute": Refusal(
        "For one deal only a substitute gets the seat. Choose the round or the rest for the bot and for the owner."
    ),
    "tournament.span-unknown": Refusal("Choose one deal, the round or the rest."),
    "tournament.no-such-seat": Refusal("A table has four seats. Choose one of them."),
    "tournament.seat-of-bot": Refusal(
        "A bot was drawn for this seat. A member who has entered takes it; it needs no substitute.",
        409,
    ),
    "tournament.table-done": Refusal(
        "Table {table} has played all its deals of this round. Wait for the next draw.", 409
    ),
    "tournament.no-bots-seat": Refusal(
        "No bot's seat is free in this round. Wait for the next draw.", 409
    ),
    "tournament.entered-twice": Refusal("This member has already entered.", 409),
    "tournament.list-wrong": Refusal(
        "Nobody was entered, since lines of the list are wrong. Correct what stands beside each, or ask to leave them"
        " out.",
        409,
    ),
    "tournament.list-unreadable": Refusal("The list cannot be read: {why}"),
    "tournament.list-unasked": Refusal(
        "Each of them pays the entry fee of {fee} {unit}. Say that all of them have asked to enter and know the fee."
    ),
    "tournament.too-few-chips-of": Refusal(
        "The entry fee is {fee} {unit}, and {balance} of {name}'s are free for it. Let them get {unit} first, or leave"
        " them out.",
        409,
    ),
    "tournament.own-password": Refusal(
        "{name}'s {unit} pay no fee before {name} has chosen a password of their own. Let {name} log in and choose one"
        " under My account, or leave them out.",
        409,
    ),
    "tournament.not-entered": Refusal("This member has not entered.", 409),
    "tournament.full": Refusal("The tournament is full: at most {limit} members can enter.", 409),
    "tournament.too-few": Refusal(
        "Members needed for the start: {least}. Members who would play the first round: {playing}. Let more enter, or"
        " cancel the tournament.",
        409,
    ),
    "tournament.too-few-here": Refusal(
        "Members needed for the start: {least}. Members marked as here: {playing}. Mark who is here, then start.",
        409,
    ),
    "tournament.too-late": Refusal(
        "Late entry was open until round {round} was drawn. A director can allow it for longer by correcting the"
        " terms.",
        409,
    ),
    "tournament.last-round-drawn": Refusal(
        "The last round is drawn. Who does not play it is played for by the careful bot, and keeps the place.",
        409,
    ),
    "tournament.has-left": Refusal(
        "This member has left the tournament. A director can take that back.", 409
    ),
    "tournament.has-not-left": Refusal("This member has not left the tournament.", 409),
    "tournament.removed": Refusal(
        "A director removed this member, so only a director can take that back.", 403
    ),
    "tournament.nobody-left": Refusal(
        "Then no member would play the next round. Let another member play it first, or cancel the tournament.",
        409,
    ),
    "tournament.no-check-in": Refusal("Nobody needs to check in for this tournament.", 409),
    "tournament.check-in-over": Refusal(
        "The check-in is over. Ask the director to check you in, or enter late, where the terms allow that."
    ),
    "tournament.entries-after-check-in": Refusal(
        "The check-in is over, and with it the entries before the start. Enter late, where the terms allow that."
    ),
    "tournament.no-such-table": Refusal("This round has no such table.", 404, field="table"),
    "tournament.not-at-table": Refusal(
        "Only who sits at this table may do that, or a director who does not play in the tournament.",
        403,
    ),
    "tournament.no-such-sanction-kind": Refusal(
        "The club's table of sanctions has no such kind. Choose one of its kinds."
    ),
    "tournament.sanction-out-of-range": Refusal(
        "One sanction takes from 1 to {limit} points by the club's table, and a warning or a removal takes none."
        " Give other points, or let the director adjust the points with a reason of its own.",
        field="points",
    ),
    "tournament.sanction-no-line": Refusal(
        "This member has no line in the standings to take points from. Give a warning, or ask for removal.",
        409,
    ),
    "tournament.departure-missing": Refusal(
        "This is less or more than the club's table gives. Say why.", field="departure"
    ),
    "tournament.sanction-time": Refusal(
        "Meanwhile the reports of this kind have changed: this is time {time}. Look at what the table gives for it, and"
        " press once more.",
        409,
    ),
    "tournament.no-such-call": Refusal("This tournament has no call of that number.", 404),
    "tournament.no-such-sanction": Refusal("This tournament has no report of that number.", 404),
    "tournament.sanction-back-already": Refusal("Report {number} was taken back already.", 409),
    "tournament.adjustment-of-sanction": Refusal(
        "These points were taken by report {number} of conduct. Take that report back, and they count again.",
        409,
    ),
}
