"""Refusals about people: identity, permission, chips, and reports of conduct."""

from games.common.names import NAME_REFUSALS
from games.engine.errors import Refusal

PEOPLE: dict[str, Refusal] = {
    "login.needed": Refusal("Log in first.", 403),
    "login.ended": Refusal("You are no longer logged in here. Log in again to go on.", 403),
    "login.other": Refusal("Somebody else is logged in on this device now.", 403),
    "login.wrong": Refusal("There is no member with that name and password.", 403),
    "guest.member-only": Refusal("That is for members. Become one, or play against the bots.", 403),
    "guest.full": Refusal(
        "As many guests play as the club has room for. Try again in a while.", 503
    ),
    "guest.name": Refusal("Write the guest's name, in at most 40 letters.", field="name"),
    "guest.member-already": Refusal("You are a member already.", 409),
    "guest.card": Refusal(
        "You logged in with a printed card. Ask the director for a new card to continue on another phone.",
        409,
    ),
    "guest.by-invitation": Refusal(
        "This club takes members in by invitation. Ask a director for a link.", 403
    ),
    "guest.invitation": Refusal(
        "This invitation is not known, was used, or is too old. Ask for a new one.", 404
    ),
    "member.unknown": Refusal("There is no such member.", 404),
    "rating.unknown": Refusal("There is no such rating to see.", 404),
    "member.director": Refusal("Only a director or an owner takes members in.", 403),
    "member.list-changed": Refusal(
        "Somebody else changed the members at the same moment, and nobody was added. Look at the list again.",
        409,
    ),
    "card.unknown": Refusal(
        "This card no longer works: there is a newer one, or its member has chosen a password. Ask the director for"
        " a new card.",
        404,
    ),
    "card.used": Refusal(
        "This code was used already: it logs in one phone, once. Log in with the name and the six digits on the card,"
        " or ask the director for a new one.",
        409,
    ),
    "card.over": Refusal("This card is too old. Ask the director for a new one.", 410),
    "card.playing": Refusal(
        "This member is playing a deal on another device. Try again when it is over.",
        409,
    ),
    "card.duty": Refusal(
        "No card opens the account of a director, a referee or an owner. Log in with the password.",
        403,
    ),
    "card.digits-over": Refusal(
        "The digits were for one evening, which is over. Ask the director for a new card.", 403
    ),
    "card.digits-spent": Refusal(
        "The digits were typed wrongly five times and no longer work. Use the code on the card, or ask the director"
        " for a new one.",
        403,
    ),
    "card.maker-plays": Refusal(
        "A hand is being played, and the director who made this card plays in the same game. Log in when the hand is"
        " over, or ask another director for a card.",
        409,
    ),
    "card.digits-wrong": Refusal(
        "These are not the six digits of this card. After five wrong tries the digits end: then ask the director to"
        " print a new card.",
        403,
    ),
    "card.none": Refusal(
        "This person has no card. Let them confirm on their own phone, or ask the director to print a card.",
        409,
    ),
    "card.says-duty": Refusal(
        "Directors, referees and owners cannot confirm with digits. They confirm on their own phone.",
        403,
    ),
    "card.password": Refusal(
        "A card is for members who have not chosen a password. Somebody has chosen one meanwhile: look at the list"
        " again.",
        409,
    ),
    "card.closed": Refusal("This account is closed. Reopen it first.", 409),
    "card.evening": Refusal("Choose an evening within the next two weeks.", field="evening"),
    "club.stale": Refusal("Somebody else wrote at the same moment. Try again.", 503),
    "limits.waits": Refusal(
        "A proposal to raise a limit waits already. It has to be signed, declined or taken back first; nothing of"
        " the form was set.",
        409,
    ),
    "limits.reason": Refusal(
        "Say in 1 to 200 characters why the limit is to be raised. Everybody reads it, and another owner signs it.",
        field="reason",
    ),
    "limits.none": Refusal(
        "No such proposal waits any more. Look at the rules of the house again.", 404
    ),
    "limits.own": Refusal("You proposed it yourself. Another owner has to sign it.", 403),
    "limits.proposer": Refusal(
        "The person who proposed it is no longer an owner. Decline it, and propose what you think right.",
        409,
    ),
    "limits.new-keys": Refusal(
        "Somebody made you an owner, gave you a password or took your second factor away within the last week, and"
        " who did could sign by your hand. Wait until a week has passed, or let another owner sign.",
        403,
    ),
    "limits.owner-put-out": Refusal(
        "Another owner's account was closed, or lost the duty, within the last week: who owns the club alone raises"
        " a limit only when that is a week ago. What is stricter holds at once.",
        409,
    ),
    "club.owner": Refusal("Only an owner of the club may do that.", 403),
    "first-owner.closed": Refusal(
        "This link does not work. Either the club already has its owner, who can log in, or this is not the link that"
        " was printed when the club was started.",
        403,
    ),
    "club.disk": Refusal(
        "The club's computer could not write to its disk. Make room there, then try again. Nothing was changed.",
        503,
    ),
    "settings.name": Refusal("The club's name has 40 characters at most.", field="name"),
    "settings.unit": Refusal(
        "What you play for is a word or a sign of 8 characters at most, such as xu or €, without figures and spaces.",
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
        "The club has no rule set of this name. Choose one of the list.", 404, "§11.1"
    ),
    "rule-set.name": Refusal(
        "A rule set needs a name of 1 to 40 characters.", section="§11.1", field="name"
    ),
    "rule-set.taken": Refusal(
        "Another rule set has this name, or one that looks like it. A name keeps its rules for ever: "
        "choose a new one.",
        409,
        "§11.1",
        field="name",
    ),
    "rule-set.many": Refusal(
        "The club offers 30 rule sets of its own already. Withdraw one first.", 409, "§11.1"
    ),
    "rule-set.seats": Refusal(
        "Choose how many may play: 2, 3 or 4, one or several of them.",
        section="§1.2",
        field="seats",
    ),
    "rule-set.number": Refusal(
        "A number is out of its range. Each field of the form says which numbers it takes.",
        section="§13",
    ),
    "rule-set.flat": Refusal(
        "With a flat stake only the winner is paid. Choose that nobody pays a loser for a quan, khui or "
        "khạp, or choose payment by points.",
        section="§13.16",
        field="loser_kongs",
    ),
    "rule-set.deduct": Refusal(
        "A loser's quan and khui can be taken off only where losers pay points. Choose payment by points, "
        "or that they are paid, or not paid.",
        section="§13.16",
        field="loser_kongs",
    ),
    "rule-set.yellow-king": Refusal(
        "Yellow kings add to a flat stake alone, and the stake has to be an even number. Choose such a "
        "stake, or 0 for yellow kings.",
        section="§13.16",
        field="yellow_king",
    ),
    "rule-set.pot": Refusal(
        "Nobody could win this pot: it goes to a hand that is multiplied, and these rules multiply none. Choose what"
        " multiplies a hand, or 0 for the pot.",
        section="§13.16",
        field="pot",
    ),
    "rule-set.waiver": Refusal(
        "Only a pair that must take its card can be let go. Choose that pairs must take it, or that no "
        "pair may be let go.",
        section="§13.16",
        field="pair_waived_when_waiting",
    ),
    "alarm.unknown": Refusal("There is no such alarm.", 404),
    "alarm.reason": Refusal(
        "An answer needs a reason of 1 to 500 characters: what was it, what was done?"
    ),
    **{code: Refusal(sentence) for code, sentence in NAME_REFUSALS.items()},
    "preferences.unknown": Refusal("That cannot be chosen. Choose one of what the form offers."),
    "token.name": Refusal("A token's name has at most 40 characters."),
    "token.scopes": Refusal("Choose what the token is for: read, play, direct."),
    "token.days": Refusal("A token works for 1 to 365 days."),
    "token.scope": Refusal(
        "This token is not for that. Make one with the scope that it needs.", 403
    ),
    "factor.there": Refusal("You have a second factor. Remove it first.", 409),
    "factor.code": Refusal(
        "That code is not right, or was used before. After wrong ones, wait a little and take the next.",
        403,
    ),
    "factor.too-many": Refusal("Too many codes were tried. Come back in an hour.", 429),
    "factor.needed": Refusal(
        "This needs your second factor. Set one up under My account, or show its code.", 403
    ),
    "factor.duty": Refusal("Who has a duty in the club keeps a second factor.", 403),
    "request.too-large": Refusal("What you sent is too large. Send less at a time.", 413),
    "login.busy": Refusal("Many people log in right now. Try again in a few seconds.", 503),
    "login.slow": Refusal(
        "The club's machine has much to do, and this took longer than it may. Nothing is wrong with your "
        "password: try again in a moment. If you were changing it, the new one may count already.",
        503,
    ),
    "lesson.unknown": Refusal("There is no such lesson. Choose one of the list.", 404),
    "service.slow": Refusal(
        "The club's database does not answer in time. Look in a moment whether what you did was done.",
        503,
    ),
    "link.unknown": Refusal(
        "This link is not one of the club's. Point the camera at the code again.", 404
    ),
    "link.only-here": Refusal(
        "There is no QR code here, because only the computer that runs this club can open its pages. The window in "
        "which the club was started says how to let phones in.",
        409,
    ),
    "service.full": Refusal(
        "More people look at the club right now than its machine can answer. Try again in a few seconds; nothing "
        "was changed.",
        503,
    ),
    "service.away": Refusal(
        "The club cannot reach its database right now. Try again in a moment, and look first whether what you did "
        "was done.",
        503,
    ),
    "password.given": Refusal(
        "Somebody else has set your password. Log in on the club's page and choose your own.", 403
    ),
    "password.wrong": Refusal("That is not your password.", 403),
    "account.reason": Refusal(
        "Say in 1 to 120 characters why you change somebody else's account. The member and everybody on the page"
        " of the staff's acts read it."
    ),
    "account.plays": Refusal(
        "This member plays in a deal or a tournament that is not over. Take them out there first, or wait until it has"
        " ended.",
        409,
    ),
    "account.duty": Refusal(
        "This person is a director, referee or owner. Only an owner can change the account, in the administration.",
        403,
    ),
    "password.playing": Refusal(
        "This member sits in a deal that is being played. A new password would open that hand:"
        " wait until the deal is over.",
        409,
    ),
    "chips.not-director": Refusal("Only a director may grant %(unit)s.", 403),
    "chips.own": Refusal("Nobody grants %(unit)s to himself. Ask another director.", 403),
    "chips.own-wish": Refusal(
        "You asked for these %(unit)s, or would get them. Another director has to confirm that.",
        403,
    ),
    "chips.no-wish": Refusal(
        "No such wish waits for a second person. Look at the list again.", 404
    ),
    "duty.own": Refusal("Nobody gives himself a duty. Ask another owner of the club.", 403),
    "duty.not-owner": Refusal("Only an owner gives duties.", 403),
    "chips.amount": Refusal("Grant between 1 and 1,000,000 %(unit)s, as a whole number."),
    "chips.reason": Refusal("Give a reason of 1 to 120 characters."),
    "chips.form": Refusal("This form has granted another amount before. Load the page again.", 409),
    "chips.own-password": Refusal(
        "Your %(unit)s can be played when you have chosen a password that you alone know. Choose one under My account.",
        409,
    ),
    "chips.no-cover": Refusal(
        "Your %(unit)s do not cover a deal at this table. Choose a lower stake, play for honour, end the deals"
        " that you are in, or ask a director for %(unit)s; the rules of the house say more.",
        409,
    ),
    "chips.no-grant": Refusal("There is no such grant.", 404),
    "list.filter": Refusal(
        "This list has no such filter or page. Open it anew from the menu.", 400
    ),
    "list.row": Refusal("Choose rows of this list."),
    "sanction-table.many": Refusal("A table of sanctions has at most 20 kinds.", 409),
    "sanction-table.limit": Refusal(
        "One sanction may take from 1 to 50 points at the most. Choose such a limit."
    ),
    "sanction-table.name": Refusal("A kind of conduct needs a name of 1 to 40 characters."),
    "sanction-table.taken": Refusal("Two kinds of conduct look alike. Choose another name.", 409),
    "sanction-table.words": Refusal(
        "A kind of the club's own needs a section of the rulebook, or the rule of the house in at most 200"
        " characters."
    ),
    "sanction-table.points": Refusal(
        "Each time brings a warning, removal, or from 1 point to the limit."
    ),
    "sanction-table.section": Refusal(
        "The rulebook has no such section. Name one of it, such as §10.3, or none."
    ),
    "sanction-table.gone": Refusal(
        "A kind that the table has once held stays in it. No longer offer it instead."
    ),
    "warning.kind": Refusal(
        "The club's table of sanctions has no such kind. Choose one of its kinds."
    ),
    "warning.not-there": Refusal(
        "This member neither sits at this table nor has played there. Choose one of the list."
    ),
    "warning.tournament": Refusal(
        "This is a tournament's table. Write the report on the tournament's page.", 409
    ),
    "warning.reason": Refusal("Say in 1 to 500 characters what happened."),
    "warning.unknown": Refusal("There is no such warning.", 404),
    "warning.taken-back": Refusal("This warning was taken back already.", 409),
}
