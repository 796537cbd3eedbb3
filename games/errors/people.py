"""Refusals to a person: who they are, what they may do, what they have."""

from django.utils.translation import gettext_noop

from games.common.names import NAME_REFUSALS

PEOPLE: dict[str, tuple[int, str, str]] = {
    "login.needed": (403, "", gettext_noop("Log in first.")),
    "login.ended": (
        403,
        "",
        gettext_noop("You are no longer logged in here. Log in again to go on."),
    ),
    "login.other": (403, "", gettext_noop("Somebody else is logged in on this device now.")),
    "login.wrong": (403, "", gettext_noop("There is no member with that name and password.")),
    "guest.member-only": (
        403,
        "",
        gettext_noop("That is for members. Become one, or play against the bots."),
    ),
    "guest.full": (
        503,
        "",
        gettext_noop("As many guests play as the club has room for. Try again in a while."),
    ),
    "guest.member-already": (409, "", gettext_noop("You are a member already.")),
    "guest.by-invitation": (
        403,
        "",
        gettext_noop("This club takes members in by invitation. Ask a director for a link."),
    ),
    "guest.invitation": (
        404,
        "",
        gettext_noop("This invitation is not known, was used, or is too old. Ask for a new one."),
    ),
    "member.unknown": (404, "", gettext_noop("There is no such member.")),
    "rating.unknown": (404, "", gettext_noop("There is no such rating to see.")),
    "member.director": (
        403,
        "",
        gettext_noop("Only a director or an owner takes members in."),
    ),
    "club.stale": (503, "", gettext_noop("Somebody else wrote at the same moment. Try again.")),
    "limits.waits": (
        409,
        "",
        gettext_noop(
            "A proposal to raise a limit waits already. It has to be signed, declined or taken back first; nothing of"
            " the form was set."
        ),
    ),
    "limits.reason": (
        422,
        "",
        gettext_noop(
            "Say in 1 to 200 characters why the limit is to be raised. Everybody reads it, and another owner signs it."
        ),
    ),
    "limits.none": (
        404,
        "",
        gettext_noop("No such proposal waits any more. Look at the rules of the house again."),
    ),
    "limits.own": (
        403,
        "",
        gettext_noop("You proposed it yourself. Another owner has to sign it."),
    ),
    "limits.proposer": (
        409,
        "",
        gettext_noop(
            "Who proposed it is no owner any more. Decline it, and propose yourself what you think right."
        ),
    ),
    "limits.new-keys": (
        403,
        "",
        gettext_noop(
            "Somebody made you an owner, gave you a password or took your second factor away within the last week, and"
            " who did could sign by your hand. Wait until a week has passed, or let another owner sign."
        ),
    ),
    "limits.owner-put-out": (
        409,
        "",
        gettext_noop(
            "Another owner's account was closed, or lost the duty, within the last week: who owns the club alone raises"
            " a limit only when that is a week ago. What is stricter holds at once."
        ),
    ),
    "club.owner": (403, "", gettext_noop("Only an owner of the club may do that.")),
    "rule-set.unknown": (
        404,
        "§11.1",
        gettext_noop("The club has no rule set of this name. Choose one of the list."),
    ),
    "rule-set.name": (
        422,
        "§11.1",
        gettext_noop("A rule set needs a name of 1 to 40 characters."),
    ),
    "rule-set.taken": (
        409,
        "§11.1",
        gettext_noop(
            "Another rule set has this name, or one that looks like it. A name keeps its rules for ever: "
            "choose a new one."
        ),
    ),
    "rule-set.many": (
        409,
        "§11.1",
        gettext_noop("The club offers 30 rule sets of its own already. Withdraw one first."),
    ),
    "rule-set.seats": (
        422,
        "§1.2",
        gettext_noop("Choose how many may play: 2, 3 or 4, one or several of them."),
    ),
    "rule-set.number": (
        422,
        "§11.1",
        gettext_noop(
            "A number is out of its range: 0 to 20 cards in the stock, 1 to 8 points for a triple, "
            "1 to 100 for a point."
        ),
    ),
    "rule-set.amount": (
        422,
        "§9.1",
        gettext_noop(
            "Where each loser pays the amount A, there is no unit and a loser's quan and khui are paid. "
            "Choose payment by points (§9.4), or leave these two as they are."
        ),
    ),
    "rule-set.penalty": (
        422,
        "§9.6",
        gettext_noop(
            "Where points are paid there is no penalty. Choose payment by the amount A (§9.1), or no penalty."
        ),
    ),
    "rule-set.forced": (
        422,
        "§6.8",
        gettext_noop(
            "Where claims happen by themselves nobody declines, so no king dies and no triple waits for its "
            "fourth card. Choose claims that may be declined, or leave these two off."
        ),
    ),
    "alarm.unknown": (404, "", gettext_noop("There is no such alarm.")),
    "alarm.reason": (
        422,
        "",
        gettext_noop(
            "An answer needs a reason of 1 to 500 characters: what was it, what was done?"
        ),
    ),
    **{code: (422, "", sentence) for code, sentence in NAME_REFUSALS.items()},
    "preferences.unknown": (
        422,
        "",
        gettext_noop("That cannot be chosen. Choose one of what the form offers."),
    ),
    "token.name": (422, "", gettext_noop("A token's name has at most 40 characters.")),
    "token.scopes": (422, "", gettext_noop("Choose what the token is for: read, play, direct.")),
    "token.days": (422, "", gettext_noop("A token works for 1 to 365 days.")),
    "token.scope": (
        403,
        "",
        gettext_noop("This token is not for that. Make one with the scope that it needs."),
    ),
    "factor.there": (409, "", gettext_noop("You have a second factor. Remove it first.")),
    "factor.code": (
        403,
        "",
        gettext_noop(
            "That code is not right, or was used before. After wrong ones, wait a little and take the next."
        ),
    ),
    "factor.too-many": (
        429,
        "",
        gettext_noop("Too many codes were tried. Come back in an hour."),
    ),
    "factor.needed": (
        403,
        "",
        gettext_noop(
            "This needs your second factor. Set one up under My account, or show its code."
        ),
    ),
    "factor.duty": (
        403,
        "",
        gettext_noop("Who has a duty in the club keeps a second factor."),
    ),
    "request.too-large": (
        413,
        "",
        gettext_noop("What you sent is too large. Send less at a time."),
    ),
    "login.busy": (
        503,
        "",
        gettext_noop("Many people log in right now. Try again in a few seconds."),
    ),
    "login.slow": (
        503,
        "",
        gettext_noop(
            "The club's machine has much to do, and this took longer than it may. Nothing is wrong with your "
            "password: try again in a moment. If you were changing it, the new one may count already."
        ),
    ),
    "lesson.unknown": (404, "", gettext_noop("There is no such lesson. Choose one of the list.")),
    "service.slow": (
        503,
        "",
        gettext_noop(
            "The club's database does not answer in time. Look in a moment whether what you did was done."
        ),
    ),
    "link.only-here": (
        409,
        "",
        gettext_noop(
            "There is no QR code here, because only the computer that runs this club can open its pages. The window in "
            "which the club was started says how to let phones in."
        ),
    ),
    "service.full": (
        503,
        "",
        gettext_noop(
            "More people look at the club right now than its machine can answer. Try again in a few seconds; nothing "
            "was changed."
        ),
    ),
    "service.away": (
        503,
        "",
        gettext_noop(
            "The club cannot reach its database right now. Try again in a moment, and look first whether what you did "
            "was done."
        ),
    ),
    "password.given": (
        403,
        "",
        gettext_noop(
            "Somebody else has set your password. Log in on the club's page and choose your own."
        ),
    ),
    "password.wrong": (403, "", gettext_noop("That is not your password.")),
    "account.reason": (
        422,
        "",
        gettext_noop(
            "Say in 1 to 120 characters why you change somebody else's account. The member and everybody on the page"
            " of the staff's acts read it."
        ),
    ),
    "password.playing": (
        409,
        "",
        gettext_noop(
            "This member sits in a deal that is being played. A new password would open that hand:"
            " wait until the deal is over."
        ),
    ),
    "chips.not-director": (403, "", gettext_noop("Only a director may grant chips.")),
    "chips.own": (
        403,
        "",
        gettext_noop("Nobody grants chips to himself. Ask another director."),
    ),
    "chips.own-wish": (
        403,
        "",
        gettext_noop(
            "You asked for these chips, or would get them. Another director has to confirm that."
        ),
    ),
    "chips.no-wish": (
        404,
        "",
        gettext_noop("No such wish waits for a second person. Look at the list again."),
    ),
    "duty.own": (
        403,
        "",
        gettext_noop("Nobody gives himself a duty. Ask another owner of the club."),
    ),
    "duty.not-owner": (403, "", gettext_noop("Only an owner gives duties.")),
    "chips.amount": (422, "", gettext_noop("Grant between 1 and 1,000,000 whole chips.")),
    "chips.reason": (422, "", gettext_noop("Give a reason of 1 to 120 characters.")),
    "chips.form": (
        409,
        "",
        gettext_noop("This form has granted another amount before. Load the page again."),
    ),
    "chips.own-password": (
        409,
        "",
        gettext_noop(
            "Your start sum can be played when you have chosen a password of your own: the one you have was set by"
            " somebody else. Log in with it and choose a new one."
        ),
    ),
    "chips.no-cover": (
        409,
        "",
        gettext_noop(
            "Your chips do not cover a deal at this table. Choose a lower stake, play for honour, end the deals"
            " that you are in, or ask a director for chips; the rules of the house say more."
        ),
    ),
    "chips.no-grant": (404, "", gettext_noop("There is no such grant.")),
    "list.filter": (
        400,
        "",
        gettext_noop("This list has no such filter or page. Open it anew from the menu."),
    ),
    "list.row": (422, "", gettext_noop("Choose rows of this list.")),
}
"""Code → HTTP status, section, sentence."""
