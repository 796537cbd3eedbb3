"""Refusals at a table: finding one, sitting down, playing, and everything around it."""

from games.engine.errors import Refusal

PLAY: dict[str, Refusal] = {
    "code.too-many": Refusal(
        "Too many wrong codes were tried in this club, so nobody can join by a code without an account for a while.",
        429,
    ),
    "code.unknown": Refusal(
        "No open table has that code. Look at its letters again, or ask for a new one.", 404
    ),
    "move.id-used": Refusal(
        "Another move was made with this id. Nothing was changed; send the new move with a new id.",
        409,
    ),
    "key.used": Refusal(
        "Something else was sent with this key before. Nothing was changed; send this with a new key.",
        409,
    ),
    "table.unknown": Refusal("There is no such table. Go back to the lobby.", 404),
    "table.real-cards": Refusal(
        "This table plays with real cards. Its results are entered on the tournament's page.", 409
    ),
    "table.closed": Refusal("This table is closed. Open or choose another one.", 409),
    "table.name": Refusal("A table needs a name of 1 to 60 characters."),
    "table.rules": Refusal("There is no such rule set.", section="§11.1"),
    "table.seats": Refusal("These rules are not played with that many seats.", section="§1.2"),
    "table.seconds": Refusal("Choose between 10 and 600 seconds for a move."),
    "table.stake": Refusal("Choose between 0 and 1000 %(unit)s for a point, as a whole number."),
    "table.pot": Refusal(
        "These rules have a pot, but tournaments are played without one. Choose other rules.",
        section="§13.14",
    ),
    "table.bot": Refusal("There is no such bot."),
    "table.unwatched": Refusal(
        "Nobody watches at this table while a deal is played. Look at its replay when the deal is over.",
        403,
    ),
    "table.duplicate": Refusal(
        "Other tables play the same deals, so nobody looks on here while one is played. Look at its replay when "
        "all tables of the round have played it.",
        403,
    ),
    "deal.sealed": Refusal(
        "Other tables of the round have yet to play this deal. It is open to everybody when all of them have.",
        403,
    ),
    "deal.secret-lost": Refusal(
        "The secret that the tables share for this deal cannot be read. Ask an owner of the club for its key.",
        503,
    ),
    "table.delay": Refusal("Choose a delay of 0 to 600 seconds."),
    "table.bank": Refusal("Choose a bank of 0 to 600 seconds."),
    "pace.unknown": Refusal("Choose one of the paces: quick, normal or slow."),
    "pace.playing": Refusal("The cards are dealt. Choose the pace when this deal is over.", 409),
    "pace.tournament": Refusal(
        "At the tables of a tournament bots have one pace, which nobody changes.", 409
    ),
    "table.close-reason": Refusal(
        "Say in 1 to 120 characters why you close somebody else's table. Who opened it and who sits there read it."
    ),
    "table.not-yours": Refusal("Only the one who opened the table or a director may do that.", 403),
    "table.not-played": Refusal("Only people who played at this table can open the next one.", 403),
    "table.call-link": Refusal(
        "Enter a phone number, or an https link from Google Meet, Zoom, Zalo, WhatsApp, Signal, Jitsi, Messenger, "
        "FaceTime or LINE."
    ),
    "seat.taken": Refusal("Somebody already sits there. Choose another seat.", 409),
    "seat.twice": Refusal("You already sit at this table.", 409),
    "seat.not-invited": Refusal("You are not among the members invited to this table.", 403),
    "seat.fixed": Refusal("The seats of this table were drawn by a tournament.", 403),
    "seat.handed-over": Refusal(
        "You have left this tournament, so the careful bot plays your seat to the end of the round. "
        "The tournament's page says whether you can play again.",
        403,
    ),
    "seat.none": Refusal("You do not sit in this deal, so you cannot play in it.", 403),
    "seat.not-yours": Refusal("That is not your seat. You can only play your own cards.", 403),
    "seat.playing": Refusal("The cards are dealt. You can leave when this deal is over.", 409),
    "seat.revealing": Refusal(
        "The cards are being shuffled. Try again when they are dealt, or in half a minute.", 409
    ),
    "deal.unknown": Refusal("There is no such deal.", 404),
    "deal.called-off": Refusal(
        "The seats have changed since. If you still sit here, press again.", 409
    ),
    "deal.paused": Refusal(
        "The deal is paused. It goes on when all ask for it, or the director does.", 409
    ),
    "waiver.gone": Refusal(
        "You are marked as away, so the careful bot plays for you and doesn't let pairs go. First say "
        "that you are back.",
        409,
        "§13.6",
    ),
    "phrase.unknown": Refusal("That is none of the phrases."),
    "phrase.off": Refusal("There are no phrases at this table.", 403),
    "phrase.claims": Refusal(
        "Nothing is said while claims may be made. Say it in a moment.", 409, "§6.10"
    ),
    "phrase.soon": Refusal("You have just said something. Wait a moment.", 429),
    "pause.director": Refusal("Here only the director may do that.", 403),
    "pause.directed": Refusal(
        "The director paused this deal, and only the director lets it go on. Ask them to.", 403
    ),
    "pause.own": Refusal("You play in this deal: ask for a pause as the other seats do.", 403),
    "pause.interest": Refusal(
        "You play in this tournament: a director who does not stops a single table. Call the referee.",
        403,
        "§10.8",
    ),
    "call.seat": Refusal("Sit at this table to call the referee, or be a director.", 403),
    "call.reason": Refusal("Choose why the referee is called."),
    "call.words": Refusal(
        "Say it in 200 characters at the most; without a reason of the list, in one at least."
    ),
    "call.section": Refusal("Write the section like §10.3, or leave it empty."),
    "call.unknown": Refusal("There is no such call.", 404),
    "call.taken": Refusal("Another referee comes already.", 409),
    "call.over": Refusal("This call is over.", 409),
    "call.not-yours": Refusal("Who called, a referee or a director calls it off.", 403),
    "call.duty": Refusal("Referees and directors answer calls.", 403),
    "call.interest": Refusal(
        "You sit there, or play in the same tournament: another referee answers.", 403, "§10.8"
    ),
    "time.seconds": Refusal("Choose 30 seconds up to 30 minutes.", field="minutes"),
    "time.all-given": Refusal(
        "A deal gets an hour of extra time in all, and this would be more. Give less, or pause the deal.",
        409,
    ),
    "time.own": Refusal("You play in this deal: another director can give it more time.", 403),
    "time.interest": Refusal(
        "You play in this tournament: a director who does not gives a table more time. Call the referee.",
        403,
        "§10.8",
    ),
    "time.nobody": Refusal(
        "Nobody's clock runs at this table now. Give the time when it does.", 409
    ),
    "deal.stale": Refusal(
        "The table has moved on since your page was drawn. Look at it again and choose once more.",
        409,
    ),
    "deal.busy": Refusal("The table is busy. Nothing was changed; try again in a moment.", 503),
    "move.unreadable": Refusal("That is not a move of this game."),
    "move.card": Refusal("Choose one card first, then press “%(discard)s”."),
    "move.set": Refusal("Choose a set first, then press “%(meld)s”."),
    "move.id": Refusal("The move has no proper id. Reload the page and try again."),
    "move.version": Refusal("The move does not say which state it answers. Reload the page."),
    "move.too-many": Refusal(
        "Too many moves came from you within a minute. Nothing was changed; wait a moment.", 429
    ),
    "request.too-many": Refusal(
        "That was asked too often from your account. Nothing was changed.", 429
    ),
    "look.too-many": Refusal(
        "Your network asked for too many pages of this kind that nobody is logged in for. Wait, or log in.",
        429,
    ),
    "table.too-many": Refusal(
        "You have as many tables open as one member may. Close one of them, or sit down at another's.",
        409,
    ),
    "seat.called-off": Refusal(
        "You left others without their deal several times within a few minutes."
        " Sit down again later; you may watch meanwhile.",
        429,
    ),
    "seat.withheld": Refusal(
        "Your page did not open its seed, so a deal was called off. Where %(unit)s are played you sit down again"
        " a little later; for honour you may at once.",
        429,
    ),
    "stream.too-many": Refusal(
        "Too many pages listen from where you are. Yours looks again by itself every few seconds.",
        429,
    ),
    "invitation.needless": Refusal(
        "Every member may sit at this table, so nobody has to be invited.", 409
    ),
    "invitation.host": Refusal("The one who opened the table is always among the invited."),
    "invitation.sits": Refusal(
        "That member sits at the table. An invitation is taken back from who does not sit there.",
        409,
    ),
    "invitation.who": Refusal("Choose a member of the club."),
    "window.closed": Refusal(
        "The time for claims is over, so there is nothing to wait for.", 409, "§6.10"
    ),
}
