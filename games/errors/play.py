"""Refusals at a table: finding one, sitting at it, playing, and what goes on beside."""

from django.utils.translation import gettext_noop

PLAY: dict[str, tuple[int, str, str]] = {
    "code.too-many": (
        429,
        "",
        gettext_noop(
            "Too many wrong codes were tried in this club, so nobody can join by a code without an account for a while."
        ),
    ),
    "code.unknown": (
        404,
        "",
        gettext_noop(
            "No open table has that code. Look at its letters again, or ask for a new one."
        ),
    ),
    "move.id-used": (
        409,
        "",
        gettext_noop(
            "Another move was made with this id. Nothing was changed; send the new move with a new id."
        ),
    ),
    "key.used": (
        409,
        "",
        gettext_noop(
            "Something else was sent with this key before. Nothing was changed; send this with a new key."
        ),
    ),
    "table.unknown": (404, "", gettext_noop("There is no such table. Go back to the lobby.")),
    "table.real-cards": (
        409,
        "",
        gettext_noop(
            "This table plays with real cards. Its results are entered on the tournament's page."
        ),
    ),
    "table.closed": (409, "", gettext_noop("This table is closed. Open or choose another one.")),
    "table.name": (422, "", gettext_noop("A table needs a name of 1 to 60 characters.")),
    "table.rules": (422, "§11.1", gettext_noop("There is no such rule set.")),
    "table.seats": (422, "§1.2", gettext_noop("These rules are not played with that many seats.")),
    "table.seconds": (422, "", gettext_noop("Choose between 10 and 600 seconds for a move.")),
    "table.stake": (
        422,
        "",
        gettext_noop("Choose between 0 and 1000 chips for a point, in whole chips."),
    ),
    "table.bot": (422, "", gettext_noop("There is no such bot.")),
    "table.unwatched": (
        403,
        "",
        gettext_noop(
            "Nobody watches at this table while a deal is played. Look at its replay when the deal is over."
        ),
    ),
    "table.duplicate": (
        403,
        "",
        gettext_noop(
            "Other tables play the same deals, so nobody looks on here while one is played. Look at its replay when "
            "all tables of the round have played it."
        ),
    ),
    "deal.sealed": (
        403,
        "",
        gettext_noop(
            "Other tables of the round have yet to play this deal. It is open to everybody when all of them have."
        ),
    ),
    "deal.secret-lost": (
        503,
        "",
        gettext_noop(
            "The secret that the tables share for this deal cannot be read. Ask an owner of the club for its key."
        ),
    ),
    "table.delay": (422, "", gettext_noop("Choose a delay of 0 to 600 seconds.")),
    "table.bank": (422, "", gettext_noop("Choose a bank of 0 to 600 seconds.")),
    "pace.unknown": (422, "", gettext_noop("Choose one of the paces: quick, normal or slow.")),
    "pace.playing": (
        409,
        "",
        gettext_noop("The cards are dealt. Choose the pace when this deal is over."),
    ),
    "pace.tournament": (
        409,
        "",
        gettext_noop("At the tables of a tournament bots have one pace, which nobody changes."),
    ),
    "table.close-reason": (
        422,
        "",
        gettext_noop(
            "Say in 1 to 120 characters why you close somebody else's table. Who opened it and who sits there read it."
        ),
    ),
    "table.not-yours": (
        403,
        "",
        gettext_noop("Only the one who opened the table or a director may do that."),
    ),
    "seat.taken": (409, "", gettext_noop("Somebody already sits there. Choose another seat.")),
    "seat.twice": (409, "", gettext_noop("You already sit at this table.")),
    "seat.not-invited": (
        403,
        "",
        gettext_noop("You are not among the members invited to this table."),
    ),
    "seat.fixed": (403, "", gettext_noop("The seats of this table were drawn by a tournament.")),
    "seat.handed-over": (
        403,
        "",
        gettext_noop(
            "You have left this tournament, so the careful bot plays your seat to the end of the round. "
            "The tournament's page says whether you can play again."
        ),
    ),
    "seat.none": (403, "", gettext_noop("You do not sit in this deal, so you cannot play in it.")),
    "seat.not-yours": (
        403,
        "",
        gettext_noop("That is not your seat. You can only play your own cards."),
    ),
    "seat.playing": (
        409,
        "",
        gettext_noop("The cards are dealt. You can leave when this deal is over."),
    ),
    "seat.revealing": (
        409,
        "",
        gettext_noop(
            "The cards are being shuffled. Try again when they are dealt, or in half a minute."
        ),
    ),
    "deal.unknown": (404, "", gettext_noop("There is no such deal.")),
    "deal.called-off": (
        409,
        "",
        gettext_noop("The seats have changed since. If you still sit here, press again."),
    ),
    "deal.paused": (
        409,
        "",
        gettext_noop("The deal is paused. It goes on when all ask for it, or the director does."),
    ),
    "phrase.unknown": (422, "", gettext_noop("That is none of the phrases.")),
    "phrase.off": (403, "", gettext_noop("There are no phrases at this table.")),
    "phrase.claims": (
        409,
        "§6.10",
        gettext_noop("Nothing is said while claims may be made. Say it in a moment."),
    ),
    "phrase.soon": (429, "", gettext_noop("You have just said something. Wait a moment.")),
    "pause.director": (403, "", gettext_noop("Here only the director may do that.")),
    "pause.directed": (
        403,
        "",
        gettext_noop(
            "The director paused this deal, and only the director lets it go on. Ask them to."
        ),
    ),
    "pause.own": (
        403,
        "",
        gettext_noop("You play in this deal: ask for a pause as the other seats do."),
    ),
    "pause.interest": (
        403,
        "§10.8",
        gettext_noop(
            "You play in this tournament: a director who does not stops a single table. Call the referee."
        ),
    ),
    "call.seat": (
        403,
        "",
        gettext_noop("Sit at this table to call the referee, or be a director."),
    ),
    "call.reason": (422, "", gettext_noop("Choose why the referee is called.")),
    "call.words": (
        422,
        "",
        gettext_noop(
            "Say it in 200 characters at the most; without a reason of the list, in one at least."
        ),
    ),
    "call.section": (422, "", gettext_noop("Write the section like §10.3, or leave it empty.")),
    "call.unknown": (404, "", gettext_noop("There is no such call.")),
    "call.taken": (409, "", gettext_noop("Another referee comes already.")),
    "call.over": (409, "", gettext_noop("This call is over.")),
    "call.not-yours": (403, "", gettext_noop("Who called, a referee or a director calls it off.")),
    "call.duty": (403, "", gettext_noop("Referees and directors answer calls.")),
    "call.interest": (
        403,
        "§10.8",
        gettext_noop("You sit there, or play in the same tournament: another referee answers."),
    ),
    "time.seconds": (422, "", gettext_noop("Choose 30 seconds up to 30 minutes.")),
    "time.all-given": (
        409,
        "",
        gettext_noop(
            "A deal gets an hour of extra time in all, and this would be more. Give less, or pause the deal."
        ),
    ),
    "time.own": (
        403,
        "",
        gettext_noop("You play in this deal: another director can give it more time."),
    ),
    "time.interest": (
        403,
        "§10.8",
        gettext_noop(
            "You play in this tournament: a director who does not gives a table more time. Call the referee."
        ),
    ),
    "time.nobody": (
        409,
        "",
        gettext_noop("Nobody's clock runs at this table now. Give the time when it does."),
    ),
    "deal.stale": (
        409,
        "",
        gettext_noop(
            "The table has moved on since your page was drawn. Look at it again and choose once more."
        ),
    ),
    "deal.busy": (
        503,
        "",
        gettext_noop("The table is busy. Nothing was changed; try again in a moment."),
    ),
    "move.unreadable": (422, "", gettext_noop("That is not a move of this game.")),
    "move.card": (422, "", gettext_noop("Choose one card first, then press “%(discard)s”.")),
    "move.set": (422, "", gettext_noop("Choose a set first, then press “%(meld)s”.")),
    "move.id": (422, "", gettext_noop("The move has no proper id. Reload the page and try again.")),
    "move.version": (
        422,
        "",
        gettext_noop("The move does not say which state it answers. Reload the page."),
    ),
    "move.too-many": (
        429,
        "",
        gettext_noop(
            "Too many moves came from you within a minute. Nothing was changed; wait a moment."
        ),
    ),
    "request.too-many": (
        429,
        "",
        gettext_noop("That was asked too often from your account. Nothing was changed."),
    ),
    "look.too-many": (
        429,
        "",
        gettext_noop(
            "Your network asked for too many pages of this kind that nobody is logged in for. Wait, or log in."
        ),
    ),
    "table.too-many": (
        409,
        "",
        gettext_noop(
            "You have as many tables open as one member may. Close one of them, or sit down at another's."
        ),
    ),
    "seat.called-off": (
        429,
        "",
        gettext_noop(
            "You left others without their deal several times within a few minutes."
            " Sit down again later; you may watch meanwhile."
        ),
    ),
    "seat.withheld": (
        429,
        "",
        gettext_noop(
            "Your page did not open its seed, so a deal was called off. Where chips are played you sit down again"
            " a little later; for honour you may at once."
        ),
    ),
    "stream.too-many": (
        429,
        "",
        gettext_noop(
            "Too many pages listen from where you are. Yours looks again by itself every few seconds."
        ),
    ),
    "invitation.needless": (
        409,
        "",
        gettext_noop("Every member may sit at this table, so nobody has to be invited."),
    ),
    "invitation.host": (
        422,
        "",
        gettext_noop("The one who opened the table is always among the invited."),
    ),
    "invitation.sits": (
        409,
        "",
        gettext_noop(
            "That member sits at the table. An invitation is taken back from who does not sit there."
        ),
    ),
    "invitation.who": (422, "", gettext_noop("Choose a member of the club.")),
    "window.closed": (
        409,
        "§6.10",
        gettext_noop("The time for claims is over, so there is nothing to wait for."),
    ),
}
"""Code → HTTP status, section, sentence."""
