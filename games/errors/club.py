"""Refusals about the club: its settings, house rules, limits, sanctions and alarms; backups; webhooks."""

from games.engine.errors import Refusal

CLUB: dict[str, Refusal] = {
    "club.stale": Refusal("Somebody else saved something at the same moment. Try again.", 503),
    "limits.waits": Refusal(
        "Another proposal to raise a limit is still open, so nothing was saved. Sign, decline or take back that "
        "one first.",
        409,
    ),
    "limits.reason": Refusal(
        "Say in 1 to 200 characters why the limit should go up. Everyone can read it.",
        field="reason",
    ),
    "limits.none": Refusal("That proposal is no longer open. Reload the club rules.", 404),
    "limits.own": Refusal("You made this proposal yourself. Ask another owner to sign it.", 403),
    "limits.proposer": Refusal(
        "The person who made this proposal is no longer an owner. Decline it, and make your own proposal.",
        409,
    ),
    "limits.new-keys": Refusal(
        "Somebody else changed your duties, your password or your two-step login within the "
        "last week. Sign when a week has passed, or ask another owner to sign.",
        403,
    ),
    "limits.owner-put-out": Refusal(
        "Another owner left within the last week, and you are now the only one. Wait until a week has passed to "
        "raise a limit; you can lower it now.",
        409,
    ),
    "club.owner": Refusal("Only owners of the club can do that. Ask one of them.", 403),
    "first-owner.closed": Refusal(
        "This link no longer works. If the club already has an owner, log in; otherwise open the link that was "
        "shown when the club was started.",
        403,
    ),
    "club.disk": Refusal(
        "The club's computer could not save anything on its disk. Free some space there, then "
        "try again. Nothing was changed.",
        503,
    ),
    "settings.name": Refusal("Write the club's name in at most 40 characters.", field="name"),
    "settings.unit": Refusal(
        "Write the unit as a word or sign of at most 8 characters, such as xu or €. Leave out digits and spaces.",
        field="unit",
    ),
    "settings.time-zone": Refusal(
        "There is no such time zone. Choose one from the list.", field="time_zone"
    ),
    "settings.language": Refusal(
        "The club's pages are not written in this language. Choose one from the list.",
        field="language",
    ),
    "settings.rules": Refusal(
        "The club offers no such rule set. Choose one from the list.", field="rules"
    ),
    "rule-set.unknown": Refusal(
        "The club has no rule set with this name. Choose one from the list.", 404, "§11.1"
    ),
    "rule-set.name": Refusal(
        "Give the rule set a name of 1 to 40 characters.", section="§11.1", field="name"
    ),
    "rule-set.taken": Refusal(
        "Another rule set has this name or one that looks like it. Choose a different name.",
        409,
        "§11.1",
        field="name",
    ),
    "rule-set.many": Refusal(
        "The club already has 30 rule sets. Stop offering one of them first.", 409, "§11.1"
    ),
    "rule-set.seats": Refusal(
        "Choose how many can play: 2, 3 or 4. You can choose several.",
        section="§1.2",
        field="seats",
    ),
    "rule-set.number": Refusal(
        "One of the numbers is too large or too small. Check the range beside each field.",
        section="§13",
    ),
    "rule-set.flat": Refusal(
        "With a fixed stake only the winner is paid. Change the rules so that nobody pays "
        "losers for a quan, khui or khạp, or choose payment by points.",
        section="§13.16",
        field="loser_kongs",
    ),
    "rule-set.deduct": Refusal(
        "A loser's quan and khui can reduce only a payment by points. Choose payment by "
        "points, or choose another way to count them.",
        section="§13.16",
        field="loser_kongs",
    ),
    "rule-set.yellow-king": Refusal(
        "Yellow kings are paid in halves of the fixed stake. Choose a fixed stake that is an "
        "even number, or set “Half stakes for each yellow king (tướng vàng)” to 0.",
        section="§13.16",
        field="yellow_king",
    ),
    "rule-set.pot": Refusal(
        "Nobody could win this pot, because no set multiplies the payment under these rules. "
        "Choose sets that multiply it, or set the pot to 0.",
        section="§13.16",
        field="pot",
    ),
    "rule-set.waiver": Refusal(
        "Players can let a pair go only if pairs have to take their card. Change the rules "
        "so that pairs have to take their card, or turn off letting pairs go.",
        section="§13.16",
        field="pair_waived_when_waiting",
    ),
    "alarm.unknown": Refusal("This alarm doesn't exist. Choose one from the list.", 404),
    "alarm.reason": Refusal("Write in 1 to 500 characters what happened and what you did."),
    "sanction-table.many": Refusal(
        "The table of sanctions already has 20 offences. Change one of them instead of adding more.",
        409,
    ),
    "sanction-table.limit": Refusal("Choose a limit from 1 to 50 points for one sanction."),
    "sanction-table.name": Refusal(
        "The name of an offence is missing or too long. Use up to 40 letters."
    ),
    "sanction-table.taken": Refusal("Two offences have similar names. Choose another name.", 409),
    "sanction-table.words": Refusal(
        "For an offence that the club added itself, name a section of the rulebook, or write "
        "the club rule in at most 200 characters."
    ),
    "sanction-table.points": Refusal(
        "For the first time, the second time and so on, choose a warning, removal, or points from 1 up to the limit."
    ),
    "sanction-table.section": Refusal(
        "The rulebook has no such section. Write one that exists, such as §10.3, or leave it empty."
    ),
    "sanction-table.gone": Refusal(
        "An offence can't be removed once it has been in the table. Untick “can be reported” instead."
    ),
}

BACKUPS: dict[str, Refusal] = {
    "backup.no-passphrase": Refusal(
        "Backups are locked with a passphrase, so that nobody else can read them. Make the passphrase first.",
        409,
    ),
    "backup.new-passphrase": Refusal(
        "Another passphrase was made in the meantime, and it was shown only once. If you didn't write it down, "
        "make a new one.",
        409,
    ),
    "backup.wrong-passphrase": Refusal(
        "These digits don't open the backups. Compare each group of four with the paper you "
        "wrote them on.",
        field="digits",
    ),
    "backup.no-room": Refusal(
        "The disk of the club's computer is full, so no backup was made. Free some space, "
        "then try again.",
        503,
    ),
    "backup.no-program": Refusal(
        "No backup was made, because a program is missing on the club's computer. Ask the person who looks after "
        "it to install postgresql-client (for pg_dump).",
        503,
    ),
    "backup.failed": Refusal(
        "The backup failed. Try again, or ask the person who looks after the club's computer.", 503
    ),
}

WEBHOOKS: dict[str, Refusal] = {
    "webhook.address": Refusal(
        "The club can't send anything to this address. Write it in full, such as "
        "https://example.org/news, without a name or password in it.",
        field="url",
    ),
    "webhook.plain": Refusal(
        "Use an address that begins with https://. If the program is in your own network, "
        "http:// is enough: then tick the box.",
        field="url",
    ),
    "webhook.private": Refusal(
        "This address is in a private network or on the club's own computer. Tick the box if the "
        "program is there.",
        field="url",
    ),
    "webhook.never": Refusal(
        "Nothing can be sent to this address. Use the address of the computer that the program runs on.",
        field="url",
    ),
    "webhook.full": Refusal(
        "The club already sends its news to 10 addresses. Remove one of them first.", 409
    ),
    "webhook.unknown": Refusal(
        "This address has been removed. Choose another one from the list.", 404
    ),
    "webhook.message-unknown": Refusal(
        "This message is no longer kept. Reload the page to see the remaining ones.", 404
    ),
}
