"""Refusals at a table: finding one, sitting down, playing, and everything around it."""

from games.engine.errors import Refusal

PLAY: dict[str, Refusal] = {
    "code.too-many": Refusal(
        "Too many wrong codes have been entered on the club's site. Log in, or try the code "
        "again later.",
        429,
    ),
    "code.ended": Refusal(
        "This link no longer works. Ask the person who sent it for the new one.", 404
    ),
    "code.unknown": Refusal(
        "No open table has that code. Check its letters, or ask for a new one.", 404
    ),
    "move.id-used": Refusal(
        "Your move didn't count, because another one had already been sent. Reload the page and "
        "choose again.",
        409,
    ),
    "key.used": Refusal(
        "You have already sent this form with different entries. Nothing was changed; reload "
        "the page and fill it in again.",
        409,
    ),
    "table.unknown": Refusal("This table doesn't exist. Go back to the lobby.", 404),
    "table.real-cards": Refusal(
        "This table plays with real cards. Enter its results on the tournament's page.", 409
    ),
    "table.closed": Refusal("This table is closed. Choose another table, or open a new one.", 409),
    "table.name": Refusal("Give the table a name of 1 to 60 characters."),
    "table.rules": Refusal(
        "These rules don't exist in this club. Choose a rule set from the list.", section="§11.1"
    ),
    "table.seats": Refusal(
        "You can't play by these rules with that number of players. Choose a different "
        "number of seats, or other rules.",
        section="§1.2",
    ),
    "table.seconds": Refusal("Choose between 10 and 600 seconds per move."),
    "table.stake": Refusal("Choose between 0 and 1000 %(unit)s per point, as a whole number."),
    "table.pot": Refusal(
        "These rules have a pot, but tournaments are played without one. Choose other rules.",
        section="§13.14",
    ),
    "table.bot": Refusal("This bot doesn't exist. Choose one from the list."),
    "table.unwatched": Refusal(
        "This table can't be watched during a deal. Open the replay when the deal is over.",
        403,
    ),
    "table.duplicate": Refusal(
        "Other tables play the same deal, so this table can't be watched now. Open the replay when all tables of "
        "the round have played it.",
        403,
    ),
    "deal.sealed": Refusal(
        "Other tables of the round haven't played this deal yet. Come back when all of them have.",
        403,
    ),
    "deal.secret-lost": Refusal(
        "The cards of this deal can't be prepared, because the club's secret key is missing. Ask an owner of the "
        "club.",
        503,
    ),
    "table.delay": Refusal("Choose a delay of 0 to 600 seconds."),
    "table.bank": Refusal("Choose extra time of 0 to 600 seconds for each player."),
    "pace.unknown": Refusal("Choose a speed: quick, normal or slow."),
    "pace.playing": Refusal("A deal is being played. Change the bots' speed when it is over.", 409),
    "pace.tournament": Refusal(
        "Bots play at the same speed at all tables of a tournament, so you can't change it here.",
        409,
    ),
    "table.close-reason": Refusal(
        "Say in 1 to 120 characters why you're closing somebody else's table. The players "
        "there can read it."
    ),
    "table.not-yours": Refusal(
        "Only the person who opened this table, or a director, can do that. Ask one of them.", 403
    ),
    "table.not-played": Refusal(
        "Only people who played at this table can open the next one. Ask one of them, or open a table of your own.",
        403,
    ),
    "table.call-link": Refusal(
        "Enter a phone number, or an https link from Google Meet, Zoom, Zalo, WhatsApp, Signal, Jitsi, Messenger, "
        "FaceTime or LINE."
    ),
    "seat.taken": Refusal("Somebody already sits there. Choose another seat.", 409),
    "seat.twice": Refusal(
        "You are already sitting at this table. Leave your seat first to choose another one.", 409
    ),
    "seat.not-invited": Refusal(
        "This table is for invited members. Ask the person who opened it for an invitation.", 403
    ),
    "table.none-wants": Refusal(
        "No table wants a program right now. Ask again in a while, or open a table.", 409
    ),
    "seat.fixed": Refusal(
        "The tournament decides who sits at this table. Look at the tournament's page for your own seat.",
        403,
    ),
    "seat.handed-over": Refusal(
        "You left this tournament, so the careful bot plays for you until the round ends. See the tournament's "
        "page for how to play again.",
        403,
    ),
    "seat.none": Refusal(
        "You are not playing in this deal. You can watch it, or sit down for the next one.", 403
    ),
    "seat.not-yours": Refusal("This is somebody else's seat. Play from your own seat.", 403),
    "seat.playing": Refusal(
        "You can't leave or change seats during a deal. Wait until it is over.", 409
    ),
    "seat.revealing": Refusal("The cards are being shuffled. Try again in half a minute.", 409),
    "swap.nobody": Refusal("Only players can swap seats. Choose another player.", 409),
    "swap.over": Refusal(
        "This request to swap seats has ended. Ask the other player yourself if you still want to swap.",
        409,
    ),
    "deal.unknown": Refusal("This deal doesn't exist. Go back to the list of deals.", 404),
    "deal.called-off": Refusal(
        "Somebody has left or joined the table in the meantime. If you are still sitting "
        "here, press again.",
        409,
    ),
    "deal.paused": Refusal(
        "The deal is paused. Suggest resuming: the deal goes on once every player has agreed, or "
        "when the director resumes it.",
        409,
    ),
    "waiver.gone": Refusal(
        "You are marked as away, so the careful bot plays for you. First press “I am back”.",
        409,
        "§13.6",
    ),
    "phrase.unknown": Refusal("That phrase doesn't exist. Choose one from the list."),
    "phrase.off": Refusal(
        "Phrases are turned off at this table. Ask a director to turn them on.", 403
    ),
    "phrase.claims": Refusal(
        "Players are still deciding about this card. Wait a moment, then say it.", 409, "§6.10"
    ),
    "phrase.soon": Refusal("You have just said something. Wait a moment before you say more.", 429),
    "pause.director": Refusal(
        "Only the director can do that at this table. Ask the director.", 403
    ),
    "pause.directed": Refusal(
        "The director paused this deal and has to resume it. Ask the director.", 403
    ),
    "pause.own": Refusal(
        "You are playing in this deal. Ask for a pause like any other player.", 403
    ),
    "pause.interest": Refusal(
        "You're playing in this tournament, so you can't pause just one table. Call the referee.",
        403,
        "§10.8",
    ),
    "call.seat": Refusal(
        "Only players at this table and directors can call the referee here. Sit down first, or ask one of them.",
        403,
    ),
    "call.reason": Refusal("Choose why you're calling the referee."),
    "call.words": Refusal(
        "Choose a reason from the list, or write one. Use at most 200 characters."
    ),
    "call.section": Refusal("Write the section like §10.3, or leave it empty."),
    "call.unknown": Refusal("This call doesn't exist. Choose one from the list.", 404),
    "call.taken": Refusal("Another referee is already on the way. You don't have to come.", 409),
    "call.over": Refusal(
        "This call is already finished. Call again if you still need the referee.", 409
    ),
    "call.not-yours": Refusal(
        "Only the player who called, a referee or a director can cancel this call. Ask one of them.",
        403,
    ),
    "call.duty": Refusal(
        "Only referees and directors can answer calls. Let one of them come.", 403
    ),
    "call.interest": Refusal(
        "You're playing at this table or in the same tournament. Let another referee answer.",
        403,
        "§10.8",
    ),
    "time.seconds": Refusal("Choose a time from 30 seconds to 30 minutes.", field="minutes"),
    "time.all-given": Refusal(
        "A deal can get one extra hour in all, and you asked for more. Give less time, or pause the deal.",
        409,
    ),
    "time.own": Refusal(
        "You are playing in this deal. Ask another director to give more time.", 403
    ),
    "time.interest": Refusal(
        "You're playing in this tournament, so you can't give one table more time. Call the "
        "referee.",
        403,
        "§10.8",
    ),
    "time.nobody": Refusal(
        "No clock is running at this table now. Give more time when somebody has to move.", 409
    ),
    "deal.stale": Refusal(
        "Something has changed at this table. Look again, then choose.",
        409,
    ),
    "deal.busy": Refusal("The table is busy. Nothing was changed; try again in a moment.", 503),
    "move.unreadable": Refusal(
        "That move doesn't exist in this game. Reload the page and choose your move again."
    ),
    "move.card": Refusal("Choose one card first, then press “%(discard)s”."),
    "move.set": Refusal("Choose a set first, then press “%(meld)s”."),
    "move.id": Refusal("Your move arrived incomplete. Reload the page and choose it again."),
    "move.version": Refusal("Your page doesn't show the newest moves. Reload it and choose again."),
    "move.too-many": Refusal(
        "You sent too many moves within a minute. Nothing was changed; wait a moment.", 429
    ),
    "request.too-many": Refusal(
        "You have done this too often in a short time. Nothing was changed; wait a moment, then try again.",
        429,
    ),
    "look.too-many": Refusal(
        "Too many pages were opened from your network without logging in. Wait a while, or log in.",
        429,
    ),
    "table.too-many": Refusal(
        "You can't open any more tables. Close one of yours, or sit down at somebody else's table.",
        409,
    ),
    "seat.called-off": Refusal(
        "You left several times just before a deal, so you can't sit down for a while. You "
        "can watch in the meantime.",
        429,
    ),
    "seat.withheld": Refusal(
        "Your device didn't finish the shuffle, so a deal was called off. Wait a while before "
        "you play for %(unit)s again, or play just for fun.",
        429,
    ),
    "stream.too-many": Refusal(
        "Too many pages are open on your network. This page still updates itself every few seconds.",
        429,
    ),
    "stream.full": Refusal(
        "The club can't keep another connection open for now. Connect again in 15 seconds and "
        "continue after the last line you received, so that you miss nothing.",
        429,
    ),
    "stream.too-many-of-account": Refusal(
        "This account has too many open connections. One connection shows all your tables, so close another one first.",
        429,
    ),
    "stream.after": Refusal(
        "No line has this number. Send the number of the last line that you have. To begin with "
        "the current state, send no number."
    ),
    "stream.ended": Refusal(
        "The access key or the duties of this account have changed. Log in again if you need to, and "
        "connect again.",
        403,
    ),
    "invitation.needless": Refusal(
        "Every member can sit down at this table. Nobody needs an invitation.", 409
    ),
    "invitation.host": Refusal(
        "The person who opened the table is always invited. Choose another member."
    ),
    "invitation.sits": Refusal(
        "This member is already sitting at the table. Take back the invitation after they "
        "have left.",
        409,
    ),
    "invitation.too-many": Refusal(
        "This table can't invite any more members. Take back some invitations first, or send the table's link "
        "with a code.",
        409,
    ),
    "invitation.who": Refusal("Choose a member of the club."),
    "window.closed": Refusal(
        "The time to take this card is over. Look at the table for the next move.", 409, "§6.10"
    ),
}
