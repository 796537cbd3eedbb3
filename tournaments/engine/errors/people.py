"""What is refused of people: entries, check-in, leaving, seats, the reserve list and substitutes."""

from __future__ import annotations

from typing import Final

from games.engine.errors import gettext_noop

PEOPLE: Final[dict[str, str]] = {
    "tournament.no-such-member": gettext_noop(
        "Nobody of that number plays in this tournament. Choose a line of its standings."
    ),
    "tournament.too-few-chips": gettext_noop(
        "The entry fee is {fee} chips, and {balance} of yours are free for it. Ask a director for chips."
    ),
    "tournament.turned-away": gettext_noop(
        "A director has removed this member from the tournament. Ask a director to let them enter again."
    ),
    "tournament.not-invited": gettext_noop(
        "Only who is invited can enter this tournament, or stand on its reserve list. Ask a director for an invitation."
    ),
    "tournament.no-invitations": gettext_noop(
        "Every member may enter this tournament, so nobody needs an invitation. To ask for one, change “Who may enter”"
        " under “Correct the terms” before the start."
    ),
    "tournament.own-name": gettext_noop(
        "The tournament runs, and nobody lets themselves in: another director can put your name on the list."
    ),
    "tournament.invited-too-many": gettext_noop(
        "At most {limit} members can be invited at a time. Take invitations back that nobody needs."
    ),
    "tournament.invitation-used": gettext_noop(
        "This member has entered or stands on the reserve list. Remove the entry, or take the member off that list, and"
        " then take the invitation back."
    ),
    "tournament.reserve-entered": gettext_noop(
        "Who has entered the tournament cannot stand on its reserve list."
    ),
    "tournament.reserve-full": gettext_noop("The reserve list holds at most {limit} members."),
    "tournament.substitute-sits": gettext_noop(
        "This member has somebody's seat. Let a director give that seat to somebody else first."
    ),
    "tournament.has-judged": gettext_noop(
        "Who has judged or corrected something in this tournament does not play in it."
    ),
    "tournament.directs": gettext_noop(
        "Who announced this tournament directs it: they enter before the start, and not once it runs (§10.8)."
    ),
    "tournament.substitute-was": gettext_noop(
        "This member had a seat at table {table} in this round, and changes no table in it. Choose somebody else."
    ),
    "tournament.substitute-unnamed": gettext_noop(
        "Name the substitute who gets the seat, and nobody where its owner or the careful bot does."
    ),
    "tournament.span-duplicate": gettext_noop(
        "In a duplicate a substitute has a seat for the round or for the rest. Choose one of them."
    ),
    "tournament.substitute-plays": gettext_noop(
        "This member has entered the tournament and plays for themselves. Choose somebody from the reserve list."
    ),
    "tournament.substitute-unlisted": gettext_noop(
        "Only who stands on the reserve list can be a substitute. Put the member on it first."
    ),
    "tournament.span-substitute": gettext_noop(
        "For one deal only a substitute gets the seat. Choose the round or the rest for the bot and for the owner."
    ),
    "tournament.span-unknown": gettext_noop("Choose one deal, the round or the rest."),
    "tournament.no-such-seat": gettext_noop("A table has four seats. Choose one of them."),
    "tournament.seat-of-bot": gettext_noop(
        "A bot was drawn for this seat. A member who has entered takes it; it needs no substitute."
    ),
    "tournament.table-done": gettext_noop(
        "Table {table} has played all its deals of this round. Wait for the next draw."
    ),
    "tournament.no-bots-seat": gettext_noop(
        "No bot's seat is free in this round. Wait for the next draw."
    ),
    "tournament.entered-twice": gettext_noop("This member has already entered."),
    "tournament.list-wrong": gettext_noop(
        "Nobody was entered, since lines of the list are wrong. Correct what stands beside each, or ask to leave them"
        " out."
    ),
    "tournament.list-unreadable": gettext_noop("The list cannot be read: {why}"),
    "tournament.list-unasked": gettext_noop(
        "Each of them pays the entry fee of {fee} chips. Say that all of them have asked to enter and know the fee."
    ),
    "tournament.too-few-chips-of": gettext_noop(
        "The entry fee is {fee} chips, and {balance} of {name}'s are free for it. Let them get chips first, or leave"
        " them out."
    ),
    "tournament.own-password": gettext_noop(
        "{name}'s start sum pays no fee before {name} has chosen a password: the one there is was set by somebody else."
        " Let {name} log in with it once and choose a new one, or leave them out."
    ),
    "tournament.not-entered": gettext_noop("This member has not entered."),
    "tournament.full": gettext_noop("The tournament is full: at most {limit} members can enter."),
    "tournament.too-few": gettext_noop(
        "Members needed for the start: {least}. Members who would play the first round: {playing}. Let more enter, or"
        " cancel the tournament."
    ),
    "tournament.too-late": gettext_noop(
        "Late entry was open until round {round} was drawn. Ask the director for the next tournament."
    ),
    "tournament.last-round-drawn": gettext_noop(
        "The last round is drawn. Who does not play it is played for by the careful bot, and keeps the place."
    ),
    "tournament.has-left": gettext_noop(
        "This member has left the tournament. A director can take that back."
    ),
    "tournament.has-not-left": gettext_noop("This member has not left the tournament."),
    "tournament.removed": gettext_noop(
        "A director removed this member, so only a director can take that back."
    ),
    "tournament.nobody-left": gettext_noop(
        "Then no member would play the next round. Let another member play it first, or cancel the tournament."
    ),
    "tournament.no-check-in": gettext_noop("Nobody needs to check in for this tournament."),
    "tournament.check-in-over": gettext_noop(
        "The check-in is over. Ask the director to check you in, or enter late, where the terms allow that."
    ),
    "tournament.entries-after-check-in": gettext_noop(
        "The check-in is over, and with it the entries before the start. Enter late, where the terms allow that."
    ),
    "tournament.no-such-table": gettext_noop("This round has no such table."),
    "tournament.not-at-table": gettext_noop(
        "Only who sits at this table may do that, or a director who does not play in the tournament."
    ),
}
