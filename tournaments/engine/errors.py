"""What a tournament refuses: one exception, with a code that never changes and the facts for a sentence."""

from __future__ import annotations

from typing import Final


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation; the pages translate it, this module knows no language."""
    return sentence


SENTENCES: Final[dict[str, str]] = {
    "tournament.unknown": gettext_noop("There is no such tournament."),
    "tournament.no-such-event": gettext_noop("The tournament's log has no such event."),
    "tournament.no-such-member": gettext_noop(
        "Nobody of that number plays in this tournament. Choose a line of its standings."
    ),
    "tournament.not-director": gettext_noop("Only a director may do that."),
    "tournament.not-judge": gettext_noop("Only a referee or a director may do that."),
    "tournament.own-interest": gettext_noop(
        "You play in this tournament. Ask another director to do that for other members."
    ),
    "tournament.club-pays-director": gettext_noop(
        "The club pays the fees here, so no director plays: nobody gives out the club's chips to themselves."
    ),
    "tournament.cardboard-unvouched": gettext_noop(
        "Results that only one seat has confirmed: {deals}. Let another seat of the table or a director confirm them."
    ),
    "tournament.stale": gettext_noop(
        "The tournament has moved on meanwhile. Look at it again and choose once more."
    ),
    "tournament.too-few-chips": gettext_noop(
        "The entry fee is {fee} chips, and {balance} of yours are free for it. Ask a director for chips."
    ),
    "tournament.turned-away": gettext_noop(
        "A director has removed this member from the tournament. Ask a director to let them enter again."
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
    "tournament.drawn-already": gettext_noop("This member has a seat in this round already."),
    "tournament.no-bots-seat": gettext_noop(
        "No bot's seat is free in this round. Wait for the next draw."
    ),
    "tournament.name-missing": gettext_noop("A tournament needs a name."),
    "tournament.name-too-long": gettext_noop(
        "The name may have at most {limit} characters, not {length}."
    ),
    "tournament.rules-unknown": gettext_noop("There is no rule set named “{rules}”."),
    "tournament.filler-unknown": gettext_noop("There is no bot named “{filler}”."),
    "tournament.fill-out-of-range": gettext_noop(
        "The players to fill up to must be a whole number from {low} to {high}."
    ),
    "tournament.format-unknown": gettext_noop("There is no format named “{format}”."),
    "tournament.format-fixed-late": gettext_noop(
        "Who enters late stands in no draw that was given before. Set the late entry to 0, or choose another format."
    ),
    "tournament.final-out-of-range": gettext_noop(
        "Of {rounds} rounds the final can have one at the least, and must leave one to the groups. Change the rounds of"
        " the final or of the tournament."
    ),
    "tournament.finalists-out-of-range": gettext_noop(
        "The final has full tables of four: from {low} to {high} finalists, in fours."
    ),
    "tournament.groups-fill": gettext_noop(
        "In groups bots fill the tables of each group, and no more. Set the number to fill up to to 0."
    ),
    "tournament.groups-late": gettext_noop(
        "Who enters late has to play in a group: let late entry end with round {last}, the last one before the final."
    ),
    "tournament.groups-too-few": gettext_noop(
        "Groups and this final need {least} members at the least, and {playing} would play. Wait for more, or announce"
        " it in another format."
    ),
    "tournament.final-seat": gettext_noop(
        "No bot has a seat that this member can take: in groups it has to be in the own one, and in the final only"
        " finalists take one."
    ),
    "tournament.no-such-series": gettext_noop("There is no series of this name."),
    "tournament.series-missing": gettext_noop(
        "Name the series of which the best tournaments count, or leave their number empty."
    ),
    "tournament.series-too-long": gettext_noop(
        "The name of a series may have at most {limit} characters."
    ),
    "tournament.series-out-of-range": gettext_noop(
        "Say how many tournaments of the series count for a member, from {low} to {high}."
    ),
    "tournament.series-differs": gettext_noop(
        "In this series {best} tournaments count. Write the same number, or another name."
    ),
    "tournament.given-not-fixed": gettext_noop(
        "The tables of this tournament are not given by hand: its format is another one."
    ),
    "tournament.given-none": gettext_noop(
        "The draw was given by hand for {given} rounds, and the terms say {rounds}. Give it for all of them first."
    ),
    "tournament.given-without": gettext_noop(
        "{members} members sit in no round of the draw that was given by hand. Give it again with them."
    ),
    "tournament.given-rounds": gettext_noop(
        "The draw was given by hand for {rounds} rounds. Give it for more before the start, after announcing so many."
    ),
    "tournament.given-round": gettext_noop(
        "There is no round {round}: the terms say {rounds} rounds."
    ),
    "tournament.given-table": gettext_noop(
        "Tables are numbered from 1 to {tables}, and the seats are South, East, North and West."
    ),
    "tournament.given-seat-twice": gettext_noop(
        "This seat was given in line {other} already. Each seat is given once a round."
    ),
    "tournament.given-member-twice": gettext_noop(
        "This member sits in round {round} already, by line {other}. Nobody sits twice in a round."
    ),
    "tournament.given-not-entered": gettext_noop(
        "This member has not entered. Let them enter first, or write “bot”."
    ),
    "tournament.given-round-missing": gettext_noop(
        "Round {round} is missing. Give its tables, too."
    ),
    "tournament.given-seats-missing": gettext_noop(
        "Table {table} of round {round} lacks {missing} of its four seats. Write “bot” where nobody sits."
    ),
    "tournament.given-bots-alone": gettext_noop(
        "At table {table} of round {round} sit only bots. Leave it out."
    ),
    "tournament.given-apart": gettext_noop(
        "At table {table} of round {round} meet members who are kept apart. Seat them elsewhere, or end that."
    ),
    "tournament.given-member-missing": gettext_noop(
        "This member has entered and sits in no round. Give them a seat, or let them withdraw."
    ),
    "tournament.rounds-out-of-range": gettext_noop(
        "The rounds must be a whole number from {low} to {high}."
    ),
    "tournament.deals-out-of-range": gettext_noop(
        "The deals of a round must be a whole number from {low} to {high}."
    ),
    "tournament.seconds-out-of-range": gettext_noop(
        "The seconds a move must be a whole number from {low} to {high}."
    ),
    "tournament.bank-out-of-range": gettext_noop(
        "The bank must be a whole number of seconds from {low} to {high}."
    ),
    "tournament.delay-out-of-range": gettext_noop(
        "Spectators may see a table a whole number of seconds later, from {low} to {high}."
    ),
    "tournament.fee-not-integer": gettext_noop("The entry fee must be a whole number of chips."),
    "tournament.fee-out-of-range": gettext_noop(
        "The entry fee must be from {low} to {high} chips."
    ),
    "tournament.shares-missing": gettext_noop("Name the prize shares of 1 to {limit} places."),
    "tournament.share-not-positive": gettext_noop(
        "Each prize share must be a whole number of percent, at least 1."
    ),
    "tournament.tie-break-unknown": gettext_noop(
        "What decides between equal points is none of those that are offered. Choose from the list."
    ),
    "tournament.tie-break-twice": gettext_noop(
        "The same thing cannot decide between equal points twice. Choose another, or nothing more."
    ),
    "tournament.shares-rising": gettext_noop(
        "No place may get a larger prize share than the place before it."
    ),
    "tournament.shares-not-100": gettext_noop(
        "The prize shares must add up to 100 percent; these add up to {total}."
    ),
    "tournament.sums-too-many": gettext_noop("Name fixed prizes of at most {limit} places."),
    "tournament.sum-out-of-range": gettext_noop(
        "Each fixed prize must be a whole number of chips from {low} to {high}."
    ),
    "tournament.sums-rising": gettext_noop(
        "No place may get a larger fixed prize than the place before it."
    ),
    "tournament.appeal-out-of-range": gettext_noop(
        "The time to appeal must be a whole number of minutes from {low} to {high}."
    ),
    "tournament.closes-itself": gettext_noop(
        "This tournament closes by itself, {minutes} minutes after the last deal and once no timely dispute waits. See"
        " to the disputes; nothing else is needed."
    ),
    "tournament.club-limit": gettext_noop(
        "The club pays entry fees of {limit} chips in all for one tournament, and this would be more. An owner can"
        " raise that in the rules of the house."
    ),
    "tournament.start-out-of-range": gettext_noop(
        "The tournament must begin after now and within {days} days."
    ),
    "tournament.no-records": gettext_noop(
        "No deal of this tournament is over and open yet. Its records can be had after the first one."
    ),
    "tournament.no-start": gettext_noop("No day has been set for this tournament."),
    "tournament.description-too-long": gettext_noop(
        "The description may have at most {limit} characters, not {length}."
    ),
    "tournament.description-unreadable": gettext_noop(
        "The description holds something that cannot be seen. Type it anew."
    ),
    "tournament.already-started": gettext_noop("The tournament has already started."),
    "tournament.not-running": gettext_noop("The tournament is not running."),
    "tournament.closed": gettext_noop("The tournament is closed."),
    "tournament.cancelled": gettext_noop("The tournament was cancelled."),
    "tournament.entered-twice": gettext_noop("This member has already entered."),
    "tournament.fee-of-member": gettext_noop(
        "The entry fee is {fee} chips, and only members themselves can pay it: they enter by themselves."
    ),
    "tournament.not-entered": gettext_noop("This member has not entered."),
    "tournament.full": gettext_noop("The tournament is full: at most {limit} members can enter."),
    "tournament.too-few": gettext_noop(
        "Members needed for the start: {least}. Members who would play the first round: {playing}. Let more enter, or"
        " cancel the tournament."
    ),
    "tournament.fill-not-fours": gettext_noop(
        "Tables are of four, so bots cannot fill up to {fill_to}. Write {above}, or 0 to fill the last table only."
    ),
    "tournament.least-out-of-range": gettext_noop(
        "The least members must be a whole number from {low} to {high}."
    ),
    "tournament.late-out-of-range": gettext_noop(
        "The last round to enter for must be a whole number from {low} to {high}."
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
    "tournament.drawn-without": gettext_noop(
        "Round {round} has been drawn without this member. A director can take the withdrawal back."
    ),
    "tournament.nobody-left": gettext_noop(
        "Then no member would play the next round. Let another member play it first, or cancel the tournament."
    ),
    "tournament.no-check-in": gettext_noop("Nobody needs to check in for this tournament."),
    "tournament.minutes-out-of-range": gettext_noop(
        "The minutes of a round must be a whole number from {low} to {high}; 0 is a round by deals alone."
    ),
    "tournament.minutes-too-few": gettext_noop(
        "A round by minutes has at least {low} of them. Write 0 for a round by deals alone."
    ),
    "tournament.wait-out-of-range": gettext_noop(
        "The minutes to a round's beginning must be a whole number from {low} to {high}."
    ),
    "tournament.check-in-out-of-range": gettext_noop(
        "The check-in must end a whole number of minutes before the start, from {low} to {high}."
    ),
    "tournament.check-in-no-start": gettext_noop(
        "The check-in can only end before the start where a day and time are set."
    ),
    "tournament.check-in-over": gettext_noop(
        "The check-in is over. Ask the director to check you in, or enter late, where the terms allow that."
    ),
    "tournament.entries-after-check-in": gettext_noop(
        "The check-in is over, and with it the entries before the start. Enter late, where the terms allow that."
    ),
    "tournament.round-begun": gettext_noop("No drawn round waits for its beginning."),
    "tournament.paused": gettext_noop("All tables are paused. Let them go on first."),
    "tournament.no-running-clock": gettext_noop(
        "No clock of a round runs now: a round by minutes is lengthened after it has begun and before its time is up."
    ),
    "tournament.lengthening-out-of-range": gettext_noop(
        "A round is made longer by {low} to {high} minutes at once."
    ),
    "tournament.result-in-tea": gettext_noop(
        "All tables are paused: the deal that lay here then is entered, and no other before they go on. "
        "Ask the director to end the pause."
    ),
    "tournament.act-unknown": gettext_noop("Choose one of the buttons of the page."),
    "tournament.seed-out-of-range": gettext_noop(
        "The seed of the draw must be a whole number from {low} to {high}."
    ),
    "tournament.round-open": gettext_noop("Round {round} is still being played."),
    "tournament.rounds-left": gettext_noop("Only {played} of {rounds} rounds have been played."),
    "tournament.no-such-deal": gettext_noop("The tournament has no such deal."),
    "tournament.deal-already-scored": gettext_noop("This deal has already been scored."),
    "tournament.net-not-zero": gettext_noop(
        "The four results of a deal must be whole numbers that add up to zero."
    ),
    "tournament.result-malformed": gettext_noop("The result does not fit a table of four."),
    "tournament.draw-nobody": gettext_noop(
        "Nobody is there to be seated. Let members in, or fill the tables with bots, and draw again."
    ),
    "tournament.draw-twice": gettext_noop(
        "Member {player} is named twice in the draw. Name everybody once and draw again."
    ),
    "tournament.draw-tables": gettext_noop(
        "{count} participants do not fill tables of four. Add {missing} more, members or bots, and draw again."
    ),
    "tournament.draw-secret-lost": gettext_noop(
        "The secret to which the draw is bound cannot be read. Ask who runs the server for its key (TUSAC_DEAL_KEY),"
        " or cancel the tournament and announce it again."
    ),
    "tournament.no-such-round": gettext_noop("This round has not been drawn."),
    "tournament.voided-already": gettext_noop("Deal {deal} counts no more already."),
    "tournament.not-voided": gettext_noop("Deal {deal} has not been voided: it counts."),
    "tournament.replayed-already": gettext_noop("Deal {deal} is already to be played again."),
    "tournament.replay-too-late": gettext_noop(
        "Round {next} has been drawn, so no deal of round {round} can be played again. Void it without a replay."
    ),
    "tournament.replay-after-time": gettext_noop(
        "The minutes of round {round} are over, so no further deal begins in it. Void it without a replay."
    ),
    "tournament.replay-begun": gettext_noop(
        "The cards of the deal that replaces deal {deal} have been dealt. Void that one instead, or adjust points."
    ),
    "tournament.deal-runs": gettext_noop(
        "This deal is not scored yet. A director stops it while it is played; else let it end, and void it then."
    ),
    "tournament.deal-stopped": gettext_noop(
        "Deal {deal} was stopped in the middle and has no result that could count. Have it played again."
    ),
    "tournament.no-open-round": gettext_noop(
        "No round is being played, so there is none to draw anew."
    ),
    "tournament.cards-dealt": gettext_noop(
        "Cards of round {round} are dealt, or about to be, so it is not drawn anew. Correct the next round instead:"
        " void deals, adjust points, or let members sit out."
    ),
    "tournament.one-secret": gettext_noop(
        "The draws of this tournament are bound to one secret, which is open: a new draw would be one that somebody"
        " chose."
    ),
    "tournament.points-out-of-range": gettext_noop(
        "The points must be a whole number from −{limit} to {limit}, and not 0."
    ),
    "tournament.section-malformed": gettext_noop("Name a section such as §10.3, or none."),
    "tournament.no-such-adjustment": gettext_noop("There is no such adjustment that counts."),
    "tournament.no-such-setting": gettext_noop("There is no such term that could be corrected."),
    "tournament.rounds-drawn": gettext_noop(
        "Rounds that are drawn already: {rounds}. There cannot be fewer; cancel the tournament, or let them be played."
    ),
    "tournament.entered-by-terms": gettext_noop(
        "Members have entered by this fee and these prizes. Let them withdraw first, or announce another tournament."
    ),
    "tournament.check-in-ended": gettext_noop(
        "The check-in has ended by these terms. Set another start under “Day and description”, and it opens again."
    ),
    "tournament.duplicate-too-late": gettext_noop(
        "The deals of a duplicate are bound to secrets before anybody enters, and members have entered or stand on the"
        " reserve list. Let them withdraw first, or cancel and announce another like this, as a duplicate."
    ),
    "tournament.duplicate-unbound": gettext_noop(
        "The secret to which the draws are bound cannot be read, or was made before there were duplicates. Cancel and"
        " announce another like this, as a duplicate."
    ),
    "tournament.last-round-drawn-terms": gettext_noop(
        "The last round is drawn, so this has taken effect. It can be set for the next tournament."
    ),
    "tournament.group-out-of-range": gettext_noop(
        "Name {low} to {high} members who are not to meet."
    ),
    "tournament.too-many-groups": gettext_noop(
        "At most {limit} groups can be kept apart at a time. Let one meet again first."
    ),
    "tournament.no-such-group": gettext_noop("These members are not kept apart."),
    "tournament.apart-impossible": gettext_noop(
        "Members no two of whom are to meet: {members}. Tables of the next round: {tables}. Fill up to more tables with"
        " bots, let some sit out, or let two of them meet."
    ),
    "tournament.no-such-table": gettext_noop("This round has no such table."),
    "tournament.not-at-table": gettext_noop(
        "Only who sits at this table may do that, or a director who does not play in the tournament."
    ),
    "tournament.not-cardboard": gettext_noop(
        "Table {table} is played on screens. Let the director mark it for real cards before its first card."
    ),
    "tournament.cardboard-bot": gettext_noop(
        "A bot sits at table {table}, and bots hold no real cards. Choose a table of members alone."
    ),
    "tournament.cardboard-played": gettext_noop(
        "Table {table} has played a deal of this round already. Mark it from the next round on."
    ),
    "tournament.cardboard-dealt": gettext_noop(
        "The cards of table {table} are dealt on the screens already. Mark it from the next round on."
    ),
    "tournament.cardboard-winner": gettext_noop("Choose who won, or that nobody did (§7.1, §8.1)."),
    "tournament.cardboard-unopened": gettext_noop(
        "Table {table} is being opened. Enter the result in a moment."
    ),
    "tournament.cardboard-entered": gettext_noop(
        "Deal {deal} was entered meanwhile. Look at what stands: confirm it, or say that it is not so."
    ),
    "tournament.cardboard-order": gettext_noop(
        "The next deal of this table is deal {deal}. Enter that one."
    ),
    "tournament.cardboard-changed": gettext_noop(
        "The result was entered anew meanwhile. Look at it again."
    ),
    "tournament.cardboard-contradicted": gettext_noop(
        "Somebody at the table says that this result is not so. Wait for the director's decision."
    ),
    "tournament.cardboard-final": gettext_noop(
        "This was decided on appeal, and that is final (§10.8)."
    ),
    "tournament.cardboard-own-decision": gettext_noop(
        "A seat appeals your own decision, so somebody else decides now: another director, or a referee, who does not"
        " play in the tournament (§10.8)."
    ),
    "tournament.appeal-over": gettext_noop(
        "The time to appeal is over (§10.7). Speak to the director, who can still correct a mistake."
    ),
    "tournament.deals-left": gettext_noop(
        "Deals that are still to be played in this round: {deals}. Let them be played or entered first."
    ),
    "tournament.discard-open": gettext_noop(
        "The penalty of this deal is disputed. Let a referee rule on it first, or void the deal."
    ),
    "tournament.discard-ruled": gettext_noop(
        "A referee has ruled on the penalty of this deal. Leave winner and penalty as they are, or void the deal."
    ),
    "tournament.discard-disputed": gettext_noop(
        "The penalty of this deal is disputed already, and all seats share one dispute (§10.7)."
    ),
    "tournament.discard-ruled-already": gettext_noop(
        "A referee has ruled on this discard. A seat that does not agree appeals the ruling (§10.8)."
    ),
    "tournament.discard-other-offender": gettext_noop(
        "The result names another seat for the penalty than the one that discarded (§10.5). Say that the result is not"
        " so, and let the director correct it."
    ),
    "tournament.discard-incomplete": gettext_noop(
        "Name who discarded, and which card of the hand (§10.5)."
    ),
    "tournament.discard-decide": gettext_noop(
        "Say whether the penalty is paid, whole or shared, or that there is none (§10.8)."
    ),
    "tournament.discard-not-open": gettext_noop("No dispute of this deal waits for a ruling."),
    "tournament.discard-no-ruling": gettext_noop(
        "There is no ruling on this deal that could be appealed."
    ),
    "tournament.discard-interest": gettext_noop(
        "Who filed the dispute, decided the result or gave the first ruling cannot rule on it (§10.8). Another referee"
        " can."
    ),
    "tournament.discard-opening": gettext_noop(
        "The opening discard is exempt from the penalty (§10.5)."
    ),
    "discard.nobody-won": gettext_noop(
        "Nobody won this deal, so no discard carries a penalty (§10.5)."
    ),
    "discard.not-in-hand": gettext_noop(
        "The discarded card, {card}, is not in the hand that was entered. The hand is that before the discard (§10.2)."
    ),
    "discard.hand": gettext_noop(
        "Before a discard a seat holds {hand} cards (§3.1); these are {count}. Enter {private} beside the sets that lay"
        " face up."
    ),
    "discard.face-up": gettext_noop(
        "So many cards cannot lie face up before one seat, which holds {hand} (§3.1)."
    ),
    "discard.winners-sets": gettext_noop(
        "What lay face up before the winner is not among the winner's sets in the result (§3.7). Correct one"
        " of the two."
    ),
    "discard.kong": gettext_noop(
        "A kong of {card} stands in the result and not face up before its seat, or the other way round (§9.2). Correct"
        " one of the two."
    ),
    "discard.kongs": gettext_noop(
        "By the result a seat is paid for {paid} kongs of a kind, and {lay} lay face up before it (§9.2). Correct one"
        " of the two."
    ),
    "discard.khap": gettext_noop(
        "By the result the discarder holds a khap of {card}, and the hand that was entered does not (§9.2). Correct one"
        " of the two."
    ),
    "discard.completed-nothing": gettext_noop(
        "The discard {card} is not among the winner's cards, so it completed nothing (§10.5)."
    ),
    "discard.no-meld": gettext_noop(
        "A discard follows a meld, but for the one that opens the deal (§10.5). Enter the set that the discarder had"
        " made, or leave dead cards and other melds out."
    ),
    "discard.dead-too-many": gettext_noop(
        "At most {most} cards can be dead while the deal is played (§8.1); these are {count}."
    ),
    "discard.not-legal": gettext_noop(
        "By §4.1 {card} was no legal discard from this hand: it is not trash. §10 does not judge such a discard; ask a"
        " director to void the deal."
    ),
    "tournament.cardboard-same": gettext_noop(
        "That is the result that stands. Confirm it instead."
    ),
    "tournament.photograph-none": gettext_noop("Choose a photograph first."),
    "tournament.photograph-large": gettext_noop(
        "The file is larger than {most} MB. Take the photograph with a lower resolution."
    ),
    "tournament.photograph-fine": gettext_noop(
        "The photograph has more than {most} million pixels. Take it with a lower resolution."
    ),
    "tournament.photograph-heic": gettext_noop(
        "This is a photograph in Apple's format (HEIC), which many browsers cannot show. Take it as JPEG: on an iPhone "
        "in Settings, Camera, Formats, Most Compatible."
    ),
    "tournament.photograph-unreadable": gettext_noop(
        "This file cannot be read as a photograph. JPEG, PNG and WebP are taken."
    ),
    "tournament.photograph-same": gettext_noop("This result has this photograph already."),
    "tournament.photograph-gone": gettext_noop("There is no such photograph any more."),
    "tournament.photographs-many": gettext_noop(
        "A result has {most} photographs at the most. Ask a director to remove one first."
    ),
    "tournament.photographs-ever": gettext_noop(
        "Of {most} photographs that were added to this result too many were removed. It takes no more."
    ),
    "tournament.penalty-section": gettext_noop(
        "A penalty is called by a section that speaks of it: {sections}. Choose one of them."
    ),
    "tournament.cardboard-section": gettext_noop(
        "Name the section of the penalty as in §10.5: one of §9 or §10."
    ),
    "tournament.cardboard-undecided": gettext_noop(
        "Results that somebody at the table contradicts: {deals}. Confirm or correct them first."
    ),
    "cardboard.seat": gettext_noop("There is no such seat at the table (§1.2)."),
    "cardboard.unreadable": gettext_noop(
        "That is no set and no card. Choose it with the buttons (§2)."
    ),
    "cardboard.no-set": gettext_noop("These cards make no set: {cards} (§2)."),
    "cardboard.king-triple": gettext_noop(
        "No triple of kings may be made with the active card (§5.4)."
    ),
    "cardboard.cards-missing": gettext_noop(
        "The winner's sets hold {count} cards; a winning hand has {hand}, with the winning card. {difference} missing"
        " (§7.1)."
    ),
    "cardboard.cards-too-many": gettext_noop(
        "The winner's sets hold {count} cards; a winning hand has {hand}, with the winning card. {difference} too many"
        " (§7.1)."
    ),
    "cardboard.fifth-copy": gettext_noop(
        "There are only four cards of each kind (§1.1), and {count} were entered of {card}."
    ),
    "cardboard.no-room": gettext_noop(
        "So many kongs and khaps cannot be at one table beside these sets (§1.1). Count them again."
    ),
    "cardboard.winners-aside": gettext_noop(
        "The winner's kongs and khaps belong to the winner's sets. Enter them there (§9.1)."
    ),
    "cardboard.no-aside": gettext_noop(
        "Of who did not win only quan, khui and khap are entered (§9.2)."
    ),
    "cardboard.loser-cards": gettext_noop(
        "Who did not win holds {hand} cards at most (§3.1). Count the kongs and khaps again."
    ),
    "cardboard.nobody-pays": gettext_noop(
        "Where nobody won nobody pays anything, so there is nothing else to enter (§8.2)."
    ),
    "cardboard.no-penalty": gettext_noop("These rules have no penalty (§9.6)."),
    "cardboard.penalty-of-two": gettext_noop("Between two there is no penalty (§10.5)."),
    "cardboard.offender": gettext_noop("The penalty is paid by a seat that did not win (§9.3)."),
    "tournament.duplicate-cardboard": gettext_noop(
        "In a duplicate every table plays the same cards, which nobody can deal by hand. Play it on screens."
    ),
    "tournament.disputes-open": gettext_noop(
        "Deals whose disputes wait for a referee's ruling: {deals}. No prize is paid before: let a referee rule who"
        " does not play here, and close then."
    ),
    "tournament.duplicate-one-table": gettext_noop(
        "A duplicate compares tables, and these members make one table alone. Wait for more, fill up with bots to 8"
        " under “Correct the terms”, or take “Duplicate” off there."
    ),
    "tournament.duplicate-replay": gettext_noop(
        "In a duplicate no deal is played again: its cards are known, and others cannot be compared. Void it without."
    ),
    "tournament.no-such-duplicate": gettext_noop(
        "There is no such deal to compare yet: it is open when all tables of the round have played it."
    ),
    "tournament.deal-secret-lost": gettext_noop(
        "The secret of deal {deal} of round {round} cannot be read. Ask an owner of the club for its key."
    ),
    "tournament.reason-missing": gettext_noop("A reason must be given."),
    "tournament.reason-too-long": gettext_noop(
        "The reason may have at most {limit} characters, not {length}."
    ),
}
"""Every code with its English sentence; the pages translate the sentence and fill in the parameters."""


class TournamentRefused(Exception):
    """A command that the tournament refuses. Nothing has changed.

    ``code`` is one of `SENTENCES`; ``params`` holds the named values of its ``sentence``; `str()` is both together.
    """

    def __init__(self, code: str, **params: int | str) -> None:
        self.code = code
        self.params = params
        self.sentence = SENTENCES[code]
        super().__init__(self.sentence.format(**params))


def check_range(code: str, value: int, limits: tuple[int, int]) -> None:
    """Raise `TournamentRefused` for what is no whole number within these limits."""
    low, high = limits
    # A bool is an int in Python, but no number that a person would type.
    if type(value) is not int or not low <= value <= high:
        raise TournamentRefused(code, low=low, high=high)
