"""Refusals about people: entries, check-in, leaving, seats, the reserve list and substitutes."""

from __future__ import annotations

from typing import Final

from games.engine.errors import Refusal

PEOPLE: Final[dict[str, Refusal]] = {
    "tournament.no-such-member": Refusal(
        "This player isn't in the tournament. Choose a line of the standings.", 404
    ),
    "tournament.too-few-chips": Refusal(
        "The entry fee is {fee} {unit}, but you have only {balance} free. Ask a director for "
        "{unit}.",
        409,
    ),
    "tournament.turned-away": Refusal(
        "A director has removed this member from the tournament. Ask a director to let them enter again.",
        403,
    ),
    "bot.people-only": Refusal(
        "This tournament is for people, but this account belongs to a program. Enter with an "
        "account of your own.",
        403,
    ),
    "tournament.not-invited": Refusal(
        "This tournament is by invitation. Ask a director to invite you.",
        403,
    ),
    "tournament.no-invitations": Refusal(
        "Every member can enter this tournament, so nobody needs an invitation. To change that, "
        "set “Who may enter” under “Change tournament settings” before the start.",
        409,
    ),
    "tournament.guest-fee": Refusal(
        "This tournament has a fee, and guests have no {unit}. Make the guest a member first, or announce a "
        "tournament without a fee.",
        409,
        field="name",
    ),
    "tournament.own-name": Refusal(
        "You can't add yourself while the tournament runs. Ask another director to put you on the list.",
        403,
    ),
    "tournament.invited-too-many": Refusal(
        "At most {limit} members can be invited at a time. Take back invitations that nobody needs.",
        409,
    ),
    "tournament.invitation-used": Refusal(
        "This member has already entered or is on the reserve list. Remove them there first, then take the "
        "invitation back.",
        409,
    ),
    "tournament.reserve-entered": Refusal(
        "This member has already entered, so they can't be on the reserve list.", 409
    ),
    "tournament.reserve-full": Refusal(
        "The reserve list is full: it already has {limit} members. Ask a director whether "
        "somebody can be taken off it.",
        409,
    ),
    "tournament.substitute-sits": Refusal(
        "This member is already playing for somebody else. Give that seat to another substitute first.",
        409,
    ),
    "tournament.has-judged": Refusal(
        "This member has ruled on or corrected something in this tournament, so they can't play in it.",
        409,
    ),
    "tournament.directs": Refusal(
        "The director who announced this tournament can enter only before it starts. Next "
        "time, enter before the start.",
        409,
        section="§10.8",
    ),
    "tournament.substitute-was": Refusal(
        "This member has already played at table {table} in this round. Choose somebody else.",
        409,
    ),
    "tournament.substitute-unnamed": Refusal(
        "Choose the member who takes the seat. To give it to the bot or back to the seat's "
        "own player, choose nobody."
    ),
    "tournament.span-duplicate": Refusal(
        "Where all tables play the same deals, a substitute plays either the whole round or the "
        "rest of the tournament. Choose one of the two."
    ),
    "tournament.substitute-plays": Refusal(
        "This member is playing in the tournament. Choose somebody from the reserve list.",
        409,
    ),
    "tournament.substitute-unlisted": Refusal(
        "Only members on the reserve list can be substitutes. Put this member on it first.", 409
    ),
    "tournament.span-substitute": Refusal(
        "Only a substitute can take a seat for one deal. If the bot or the seat's own player "
        "takes it, choose this round or the rest of the tournament."
    ),
    "tournament.span-unknown": Refusal(
        "Choose how long: one deal, this round or the rest of the tournament."
    ),
    "tournament.no-such-seat": Refusal(
        "This table has no such seat. Choose one of its four seats."
    ),
    "tournament.seat-of-bot": Refusal(
        "This seat was drawn for a bot and needs no substitute. Let a member enter late to take it.",
        409,
    ),
    "tournament.table-done": Refusal(
        "Table {table} has played all its deals in this round. Wait for the next draw.", 409
    ),
    "tournament.no-bots-seat": Refusal(
        "No bot's seat is free in this round. Wait for the next draw.", 409
    ),
    "tournament.entered-twice": Refusal(
        "This member has already entered. Choose another member.", 409
    ),
    "tournament.list-wrong": Refusal(
        "Nobody was entered, because some lines are wrong. Correct them as shown beside "
        "each, or choose to skip them.",
        409,
    ),
    "tournament.list-unreadable": Refusal("The list can't be read: {why}"),
    "tournament.list-unasked": Refusal(
        "Each of them pays an entry fee of {fee} {unit}. Confirm that they all asked to enter and know the fee."
    ),
    "tournament.too-few-chips-of": Refusal(
        "The entry fee is {fee} {unit}, but {name} has only {balance} free. Give them {unit} "
        "first, or leave them out.",
        409,
    ),
    "tournament.own-password": Refusal(
        "{name} can't pay with {unit} before choosing a password. Let {name} choose one under My account, or leave "
        "{name} out.",
        409,
    ),
    "tournament.not-entered": Refusal("This member hasn't entered. Choose a member who has.", 409),
    "tournament.full": Refusal(
        "The tournament is full: {limit} members have entered. Ask to be put on the reserve list.",
        409,
    ),
    "tournament.too-few": Refusal(
        "Members needed to start: {least}. Members who would play: {playing}. Wait for more, or cancel the "
        "tournament.",
        409,
    ),
    "tournament.too-few-here": Refusal(
        "Members needed to start: {least}. Members marked as here: {playing}. Mark everyone who is here, then "
        "start.",
        409,
    ),
    "tournament.too-late": Refusal(
        "Entry closed when round {round} was drawn. A director can let latecomers in for longer, "
        "under “Corrections”, “Change tournament settings”.",
        409,
    ),
    "tournament.last-round-drawn": Refusal(
        "The last round is already drawn, so nothing can be changed for it. Anyone who has "
        "to leave should tell a director; they keep their place.",
        409,
    ),
    "tournament.has-left": Refusal(
        "This member has left the tournament. Ask a director to bring them back in.", 409
    ),
    "tournament.has-not-left": Refusal(
        "This member hasn't left the tournament. There is nothing to undo.", 409
    ),
    "tournament.removed": Refusal(
        "A director removed this member. Ask a director to undo that.", 403
    ),
    "tournament.nobody-left": Refusal(
        "That would leave no member to play the next round. Let another member play first, "
        "or cancel the tournament.",
        409,
    ),
    "tournament.no-check-in": Refusal(
        "This tournament has no check-in. Just be there on time for the first round.", 409
    ),
    "tournament.check-in-over": Refusal(
        "Check-in is over. Ask the director to check you in, or enter late if that is allowed."
    ),
    "tournament.entries-after-check-in": Refusal(
        "Check-in is over, so nobody can enter before the start. Enter after the start if "
        "late entry is allowed."
    ),
    "tournament.no-such-table": Refusal(
        "This round has no such table. Choose one from the list.", 404, field="table"
    ),
    "tournament.not-at-table": Refusal(
        "Only players at this table can do that, or a director who doesn't play in the tournament. Ask one of them.",
        403,
    ),
    "tournament.no-such-sanction-kind": Refusal(
        "The club's table of sanctions has no such offence. Choose one from the table."
    ),
    "tournament.sanction-out-of-range": Refusal(
        "You can deduct 1 to {limit} points; a warning or a removal deducts none. Enter a "
        "different number, or ask the director to adjust the member's score.",
        field="points",
    ),
    "tournament.sanction-no-line": Refusal(
        "This member isn't in the standings, so no points can be deducted. Give a warning, "
        "or ask for removal.",
        409,
    ),
    "tournament.departure-missing": Refusal(
        "The club's table of sanctions says something else. Say why you decided differently.",
        field="departure",
    ),
    "tournament.sanction-time": Refusal(
        "Somebody else has reported this member in the meantime. Yours would be "
        "report number {time} of this kind. Check the club's table of sanctions for that "
        "number, then press the button again.",
        409,
    ),
    "tournament.no-such-call": Refusal(
        "This tournament has no such call to the referee. Choose one from the list.", 404
    ),
    "tournament.no-such-sanction": Refusal(
        "This tournament has no such report. Choose one from the list.", 404
    ),
    "tournament.sanction-back-already": Refusal(
        "Report {number} was already taken back. There is nothing more to do.", 409
    ),
    "tournament.adjustment-of-sanction": Refusal(
        "These points were deducted by report {number}. Take that report back, and they "
        "count again.",
        409,
    ),
}
