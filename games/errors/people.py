"""Refusals about people: identity, permission, chips, and reports of conduct."""

from games.common.names import NAME_REFUSALS
from games.engine.errors import Refusal

PEOPLE: dict[str, Refusal] = {
    "login.needed": Refusal("Log in first.", 403),
    "login.ended": Refusal("You are no longer logged in here. Log in again to go on.", 403),
    "login.other": Refusal(
        "Somebody else is logged in on this device now. Reload the page, then log in again.", 403
    ),
    "login.wrong": Refusal(
        "The name or the password is wrong. Capitals matter only in the password.", 403
    ),
    "guest.member-only": Refusal(
        "This is for members only. Become a member, or play against the bots.", 403
    ),
    "bot.only": Refusal(
        "Only programs can do this, and only after an owner has marked the account as a "
        "program's. Choose a table in the lobby instead.",
        403,
    ),
    "guest.full": Refusal(
        "The club has no room for more guests right now. Try again in a while.", 503
    ),
    "guest.name": Refusal("Write the guest's name, in at most 40 letters.", field="name"),
    "guest.member-already": Refusal(
        "You are already a member. Log in with your name and password.", 409
    ),
    "guest.card": Refusal(
        "You logged in with a login card. Ask the director for a new one to continue on "
        "another phone.",
        409,
    ),
    "guest.link": Refusal(
        "This link has been used, or there is a newer one. Make a new one in the menu of the "
        "phone you play on.",
        409,
    ),
    "guest.elsewhere": Refusal(
        "You now play on another phone. To continue here, choose “Continue on another phone” in the menu there.",
        403,
    ),
    "guest.by-invitation": Refusal(
        "You need an invitation to join this club. Ask a director for a link.", 403
    ),
    "guest.invitation": Refusal(
        "This invitation doesn't work: it is unknown, already used or expired. Ask for a new one.",
        404,
    ),
    "member.unknown": Refusal(
        "The club has no such member. Choose one from the list of members.", 404
    ),
    "rating.unknown": Refusal(
        "This rating doesn't exist, or you can't see it. Choose a member from the list of ratings.",
        404,
    ),
    "member.director": Refusal(
        "Only a director or an owner can add members. Ask one of them.", 403
    ),
    "member.list-changed": Refusal(
        "Somebody else changed the list of members, so nobody was added. Check the list and try again.",
        409,
    ),
    "card.unknown": Refusal(
        "This login card no longer works: there is a newer one, or the member has chosen a "
        "password. Ask the director for a new card.",
        404,
    ),
    "card.used": Refusal(
        "The code on this login card has already been used on one phone. Log in with the name "
        "and the six digits on the card, or ask the director for a new card.",
        409,
    ),
    "card.over": Refusal("This login card has expired. Ask the director for a new one.", 410),
    "card.playing": Refusal(
        "This member is playing a deal on another device. Try again when that deal is over.",
        409,
    ),
    "card.duty": Refusal(
        "Directors, referees and owners can't use a login card. Log in with your password.",
        403,
    ),
    "card.digits-over": Refusal(
        "These digits were for one evening only, and that evening is over. Ask the director for "
        "a new login card.",
        403,
    ),
    "card.digits-spent": Refusal(
        "The digits were typed wrongly five times and no longer work. Use the code on the "
        "login card, or ask the director for a new card.",
        403,
    ),
    "card.maker-plays": Refusal(
        "The director who made this login card is playing in the same game. Log in when the "
        "deal is over, or ask another director for a card.",
        409,
    ),
    "card.digits-wrong": Refusal(
        "These are not the six digits on this login card. Check them; after five wrong tries "
        "you need a new card.",
        403,
    ),
    "card.none": Refusal(
        "This person has no login card. Let them confirm on their own phone, or ask the "
        "director for a card.",
        409,
    ),
    "card.says-duty": Refusal(
        "Directors, referees and owners can't confirm with digits. Let them confirm on their own phone.",
        403,
    ),
    "card.password": Refusal(
        "One of these members has just chosen a password and needs no login card. Check the "
        "list again.",
        409,
    ),
    "card.closed": Refusal("This account is closed. Reopen it first.", 409),
    "card.evening": Refusal("Choose an evening within the next two weeks.", field="evening"),
    **{code: Refusal(sentence) for code, sentence in NAME_REFUSALS.items()},
    "preferences.unknown": Refusal(
        "That choice doesn't exist. Choose one of the options in the form."
    ),
    "token.name": Refusal("Give the access key a name of at most 40 characters."),
    "token.scopes": Refusal("Choose what the access key may do: read, play or direct."),
    "token.days": Refusal("Choose for how long the access key works: 1 to 365 days."),
    "token.no-tournament": Refusal(
        "There is no such tournament, or it is over. Choose one that is announced or being played."
    ),
    "token.tournament": Refusal(
        "This access key works for one tournament only. Use another key for everything else.", 403
    ),
    "token.scope": Refusal("This access key isn't allowed to do that. Make one that is.", 403),
    "factor.there": Refusal(
        "Your two-step login is already on. Remove it first to set it up again.", 409
    ),
    "factor.code": Refusal(
        "This code is wrong or was already used. Wait for the next code and type that one.",
        403,
    ),
    "factor.too-many": Refusal("Too many wrong codes were typed. Try again in an hour.", 429),
    "factor.needed": Refusal(
        "You need two-step login for this. Set it up under My account, or type the code.", 403
    ),
    "factor.duty": Refusal(
        "Directors, referees and owners have to keep two-step login. Ask an owner to take "
        "you off the staff first.",
        403,
    ),
    "request.too-large": Refusal("You sent too much at once. Send it in smaller parts.", 413),
    "login.busy": Refusal("Many people are logging in right now. Try again in a few seconds.", 503),
    "login.slow": Refusal(
        "The club's computer is very busy, so this took too long. Try again in a moment; if you were changing your "
        "password, try the new one first.",
        503,
    ),
    "lesson.unknown": Refusal("There is no such lesson. Choose one from the list.", 404),
    "service.slow": Refusal(
        "The club took too long to answer. Check in a moment whether your change was saved.",
        503,
    ),
    "link.unknown": Refusal(
        "This link doesn't belong to the club. Point the camera at the code again.", 404
    ),
    "link.only-here": Refusal(
        "Phones can't open this club yet, so there is no QR code. The window in which the club was started says "
        "how to let phones in.",
        409,
    ),
    "service.full": Refusal(
        "Too many people are using the club right now. Nothing was changed; try again in a few seconds.",
        503,
    ),
    "service.away": Refusal(
        "The club can't save or load anything right now. Wait a moment, then check whether your change was saved "
        "before you try again.",
        503,
    ),
    "service.upgraded": Refusal(
        "The club is being upgraded. Nothing is lost: please try again in a moment.", 503
    ),
    "password.given": Refusal(
        "Somebody else set your password. Log in on the club's page and choose your own.", 403
    ),
    "password.wrong": Refusal(
        "That is not your password. Try again, or ask a director for a new one.", 403
    ),
    "account.reason": Refusal(
        "Say in 1 to 120 characters why you're changing somebody else's account. The member and "
        "everyone else can read it."
    ),
    "account.plays": Refusal(
        "This member is playing in a deal or a tournament. Take them out first, or wait until "
        "the deal or tournament is over.",
        409,
    ),
    "account.duty": Refusal(
        "This person is a director, referee or owner. Only an owner can change the account, "
        "under “Administration”.",
        403,
    ),
    "password.playing": Refusal(
        "This member is playing a deal, and a new password could show their hand. Wait until the deal is over.",
        409,
    ),
    "chips.not-director": Refusal("Only directors can grant %(unit)s. Ask one of them.", 403),
    "chips.own": Refusal("You can't grant %(unit)s to yourself. Ask another director.", 403),
    "chips.own-wish": Refusal(
        "You asked for these %(unit)s, or they are for you. Let another director confirm them.",
        403,
    ),
    "chips.no-wish": Refusal("That request is no longer open. Check the list again.", 404),
    "duty.own": Refusal(
        "You can't make yourself a director, referee or owner. Ask another owner of the club.", 403
    ),
    "duty.not-owner": Refusal(
        "Only an owner can make members directors, referees or owners. Ask an owner.", 403
    ),
    "duty.password": Refusal(
        "This member has not chosen a password yet, and a login card never opens the account of a director or referee. "
        "Ask them to choose one under My account first.",
        409,
    ),
    "chips.amount": Refusal("Grant between 1 and 1,000,000 %(unit)s, as a whole number."),
    "chips.reason": Refusal("Give a reason of 1 to 120 characters."),
    "chips.form": Refusal(
        "This form has already granted another amount. Reload the page before you grant more.", 409
    ),
    "chips.own-password": Refusal(
        "You can play for %(unit)s once you have chosen your own password. Choose one under "
        "My account.",
        409,
    ),
    "chips.no-cover": Refusal(
        "You don't have enough %(unit)s for a deal at this table. Choose a lower stake, play just for fun, finish "
        "your other deals, or ask a director for %(unit)s.",
        409,
    ),
    "chips.no-grant": Refusal("This grant doesn't exist. Choose one from the list.", 404),
    "list.filter": Refusal(
        "This list has no such filter or page. Open it again from the menu.", 400
    ),
    "list.row": Refusal("Nothing is selected. Tick at least one line of the list."),
    "warning.kind": Refusal(
        "The club's table of sanctions has no such offence. Choose one from the table."
    ),
    "warning.not-there": Refusal(
        "This member hasn't played at this table. Choose one from the list."
    ),
    "warning.tournament": Refusal(
        "This is a tournament's table. Write the report on the tournament's page.", 409
    ),
    "warning.reason": Refusal("Say what happened, in 1 to 500 characters."),
    "warning.unknown": Refusal("This warning doesn't exist. Choose one from the list.", 404),
    "warning.taken-back": Refusal(
        "This warning was already taken back. There is nothing more to do.", 409
    ),
}
