"""Refusals at tables with real cards: results, photographs, disputes of a discard (§9, §10)."""

from __future__ import annotations

from typing import Final

from games.engine.errors import Refusal

CARDBOARD: Final[dict[str, Refusal]] = {
    "tournament.cardboard-unvouched": Refusal(
        "Results that only one seat, or only the phone of a director who plays, has confirmed: {deals}. Let another"
        " player of the table confirm them, or a director who does not play."
    ),
    "tournament.digits-device": Refusal(
        "Type the digits on the phone of somebody who plays in this tournament, or of a director.",
        403,
    ),
    "tournament.digits-own": Refusal(
        "The digits are for players without a phone. On your own phone press “That is right”."
    ),
    "tournament.digits-left": Refusal(
        "This player has left the tournament and confirms no more results. Another player of the table can.",
        409,
    ),
    "tournament.result-in-tea": Refusal(
        "All tables are paused: the deal that lay here then is entered, and no other before they go on. "
        "Ask the director to end the pause."
    ),
    "tournament.result-malformed": Refusal("The result does not fit a table of four."),
    "tournament.not-cardboard": Refusal(
        "Table {table} is played on screens. Let the director mark it for real cards before its first card.",
        409,
    ),
    "tournament.cardboard-bot": Refusal(
        "A bot sits at table {table}, and bots hold no real cards. Choose a table of members alone.",
        409,
    ),
    "tournament.cardboard-played": Refusal(
        "Table {table} has played a deal of this round already. Tick the rounds that follow: then it plays so from the"
        " next round on.",
        409,
    ),
    "tournament.cardboard-dealt": Refusal(
        "The cards of table {table} are dealt on the screens already. Tick the rounds that follow: then it plays so"
        " from the next round on.",
        409,
    ),
    "tournament.cardboard-last": Refusal(
        "The last round is drawn, so there is no next one to mark a table for. Every table plays on as it is.",
        409,
    ),
    "tournament.cardboard-winner": Refusal("Choose who won, or that nobody did (§7.1, §8.1)."),
    "tournament.cardboard-unopened": Refusal(
        "Table {table} is being opened. Enter the result in a moment.", 409
    ),
    "tournament.cardboard-entered": Refusal(
        "Deal {deal} was entered meanwhile. Look at what stands: confirm it, or say that it is not so.",
        409,
    ),
    "tournament.cardboard-order": Refusal(
        "The next deal of this table is deal {deal}. Enter that one.", 409
    ),
    "tournament.cardboard-changed": Refusal(
        "The result was entered anew meanwhile. Look at it again.", 409
    ),
    "tournament.cardboard-contradicted": Refusal(
        "Somebody at the table says that this result is not so. Wait for the director's decision.",
        409,
    ),
    "tournament.cardboard-final": Refusal(
        "This was decided on appeal, and that is final (§10.8).", 409
    ),
    "tournament.cardboard-own-decision": Refusal(
        "A seat appeals your own decision, so somebody else decides now: another director, or a referee, who does not"
        " play in the tournament (§10.8).",
        403,
    ),
    "tournament.appeal-over": Refusal(
        "The time to appeal is over (§10.7). Speak to the director, who can still correct a mistake.",
        409,
    ),
    "tournament.discard-open": Refusal(
        "The penalty of this deal is disputed. Let a referee rule on it first, or void the deal.",
        409,
    ),
    "tournament.discard-ruled": Refusal(
        "A referee has ruled on the penalty of this deal. Leave winner and penalty as they are, or void the deal.",
        409,
    ),
    "tournament.discard-disputed": Refusal(
        "The penalty of this deal is disputed already, and all seats share one dispute (§10.7).",
        409,
    ),
    "tournament.discard-ruled-already": Refusal(
        "A referee has ruled on this discard. A seat that does not agree appeals the ruling (§10.8).",
        409,
    ),
    "tournament.discard-other-offender": Refusal(
        "The result names another seat for the penalty than the one that discarded (§10.5). Say that the result is not"
        " so, and let the director correct it."
    ),
    "tournament.discard-incomplete": Refusal(
        "Name who discarded, and which card of the hand (§10.5)."
    ),
    "tournament.discard-decide": Refusal(
        "Say whether the penalty is paid, whole or shared, that there is none, or that the deal is void (§10.8)."
    ),
    "tournament.discard-proposed": Refusal(
        "A ruling is proposed here and waits for a second signature. Sign it or say why not, then go on.",
        409,
    ),
    "tournament.discard-not-proposed": Refusal(
        "Nothing waits for a signature in this dispute. Look at it again.", 409
    ),
    "tournament.discard-not-open": Refusal("No dispute of this deal waits for a ruling.", 409),
    "tournament.discard-no-ruling": Refusal(
        "There is no ruling on this deal that could be appealed.", 409
    ),
    "tournament.discard-interest": Refusal(
        "Who filed the dispute, decided the result or gave the first ruling cannot rule on it (§10.8). Another referee"
        " can.",
        403,
    ),
    "tournament.discard-not-accused": Refusal(
        "Only the seat that let the disputed card go answers the dispute. Any other seat may join it.",
        403,
    ),
    "tournament.discard-answered": Refusal(
        "You have said your words about this discard already, and that is done once. The referee reads them.",
        409,
    ),
    "tournament.discard-opening": Refusal(
        "The opening discard is exempt from the penalty (§10.5)."
    ),
    "discard.nobody-won": Refusal("Nobody won this deal, so no discard carries a penalty (§10.5)."),
    "discard.not-in-hand": Refusal(
        "The discarded card, {card}, is not in the hand that was entered. The hand is that before the discard (§10.2)."
    ),
    "discard.hand": Refusal(
        "Before a discard a seat holds {hand} cards (§3.1); these are {count}. Enter {private} beside the sets that lay"
        " face up."
    ),
    "discard.face-up": Refusal(
        "So many cards cannot lie face up before one seat, which holds {hand} (§3.1)."
    ),
    "discard.winners-sets": Refusal(
        "What lay face up before the winner is not among the winner's sets in the result (§3.7). Correct one"
        " of the two."
    ),
    "discard.kong": Refusal(
        "A kong of {card} stands in the result and not face up before its seat, or the other way round (§9.2). Correct"
        " one of the two."
    ),
    "discard.kongs": Refusal(
        "By the result a seat is paid for {paid} kongs of a kind, and {lay} lay face up before it (§9.2). Correct one"
        " of the two."
    ),
    "discard.khap": Refusal(
        "By the result the discarder holds a khap of {card}, and the hand that was entered does not (§9.2). Correct one"
        " of the two."
    ),
    "discard.completed-nothing": Refusal(
        "The discard {card} is not among the winner's cards, so it completed nothing (§10.5)."
    ),
    "discard.no-meld": Refusal(
        "A discard follows a meld, but for the one that opens the deal (§10.5). Enter the set that the discarder had"
        " made, or leave dead cards and other melds out."
    ),
    "discard.dead-too-many": Refusal(
        "At most {most} cards can be dead while the deal is played (§8.1); these are {count}."
    ),
    "discard.not-legal": Refusal(
        "By §4.1 {card} was no legal discard from this hand: it is not trash. §10 does not judge such a discard; ask a"
        " director to void the deal."
    ),
    "discard.reported-king": Refusal("{card} is a king, and by §4.2 no king is discarded here."),
    "tournament.cardboard-same": Refusal("That is the result that stands. Confirm it instead."),
    "tournament.photograph-none": Refusal("Choose a photograph first."),
    "tournament.photograph-large": Refusal(
        "The file is larger than {most} MB. Take the photograph with a lower resolution.", 413
    ),
    "tournament.photograph-fine": Refusal(
        "The photograph has more than {most} million pixels. Take it with a lower resolution."
    ),
    "tournament.photograph-long": Refusal(
        "One side of the photograph has more than {most} pixels. Crop it, or take it with a lower resolution."
    ),
    "tournament.photograph-heic": Refusal(
        "This is a photograph in Apple's format (HEIC), which many browsers cannot show. Take it as JPEG: on an iPhone "
        "in Settings, Camera, Formats, Most Compatible."
    ),
    "tournament.photograph-unreadable": Refusal(
        "This file cannot be read as a photograph. JPEG, PNG and WebP are taken."
    ),
    "tournament.photograph-same": Refusal("This result has this photograph already.", 409),
    "tournament.photograph-gone": Refusal("There is no such photograph any more.", 404),
    "tournament.photographs-many": Refusal(
        "A result has {most} photographs at the most. Ask a director to remove one first.", 409
    ),
    "tournament.photographs-ever": Refusal(
        "Of {most} photographs that were added to this result too many were removed. It takes no more.",
        409,
    ),
    "tournament.penalty-section": Refusal(
        "A penalty is called by a section that speaks of it: {sections}. Choose one of them."
    ),
    "tournament.cardboard-section": Refusal(
        "Name the section of the penalty as in §10.5: one of §9 or §10."
    ),
    "tournament.cardboard-undecided": Refusal(
        "Results that somebody at the table contradicts: {deals}. Confirm or correct them first.",
        409,
    ),
    "cardboard.seat": Refusal("There is no such seat at the table (§1.2)."),
    "cardboard.unreadable": Refusal("That is no set and no card. Choose it with the buttons (§2)."),
    "cardboard.no-set": Refusal("These cards make no set: {cards} (§2)."),
    "cardboard.king-triple": Refusal("No triple of kings may be made with the active card (§5.4)."),
    "cardboard.cards-missing": Refusal(
        "The winner's sets hold {count} cards; a winning hand has {hand}, with the winning card. {difference} missing"
        " (§7.1)."
    ),
    "cardboard.cards-too-many": Refusal(
        "The winner's sets hold {count} cards; a winning hand has {hand}, with the winning card. {difference} too many"
        " (§7.1)."
    ),
    "tournament.sheets-empty": Refusal(
        "Nothing is filled in. Enter at least one deal of a sheet, with its winner and points."
    ),
    "tournament.sheets-sum": Refusal(
        "The sums of table {table} are not those on the sheet. Computed from its lines they are: {sums}. Look for the"
        " line that differs, or tick that the sheet is wrong."
    ),
    "cardboard.number": Refusal(
        "“{text}” is not a number that a score sheet can have. Enter a whole number from 0 to {most}."
    ),
    "cardboard.points-missing": Refusal("Enter the points of the winner's hand (§9.1)."),
    "cardboard.kongs-too-many": Refusal(
        "A winning hand has {hand} cards (§3.1), and a kong takes four of them: {quans} quan and {khuis} khui do not"
        " fit. Count them again (§2.5, §2.6)."
    ),
    "cardboard.points-range": Refusal(
        "{points} points cannot be: a complete hand with {quans} quan and {khuis} khui has {least} to {most} (§2)."
        " Count the points of all sets, kongs included."
    ),
    "cardboard.points-between": Refusal(
        "{points} points cannot be: a complete hand has {below} or {above} (§9.7). Count again."
    ),
    "tournament.discard-without-cards": Refusal(
        "This result was entered without cards, so no discard can be judged (§10.4). Say that the result is not right,"
        " and tell the director why in words.",
        409,
    ),
    "cardboard.fifth-copy": Refusal(
        "There are only four cards of each kind (§1.1), and {count} were entered of {card}."
    ),
    "cardboard.no-room": Refusal(
        "So many kongs and khaps cannot be at one table beside these sets (§1.1). Count them again."
    ),
    "cardboard.winners-aside": Refusal(
        "The winner's kongs and khaps belong to the winner's sets. Enter them there (§9.1)."
    ),
    "cardboard.no-aside": Refusal(
        "Of who did not win only quan, khui and khap are entered (§9.2)."
    ),
    "cardboard.loser-cards": Refusal(
        "Who did not win holds {hand} cards at most (§3.1). Count the kongs and khaps again."
    ),
    "cardboard.nobody-pays": Refusal(
        "Where nobody won nobody pays anything, so there is nothing else to enter (§8.2)."
    ),
    "cardboard.no-penalty": Refusal("These rules have no penalty (§9.6)."),
    "cardboard.yellow-kings": Refusal(
        "Enter how many yellow kings the winning hand has: by these rules {most} at most (§13.4)."
    ),
    "cardboard.penalty-of-two": Refusal("Between two there is no penalty (§10.5)."),
    "cardboard.offender": Refusal("The penalty is paid by a seat that did not win (§9.3)."),
    "tournament.duplicate-cardboard": Refusal(
        "In a duplicate every table plays the same cards, which nobody can deal by hand. Play it on screens.",
        field="cardboard",
    ),
    "tournament.disputes-open": Refusal(
        "Deals whose disputes wait for a referee's ruling: {deals}. No prize is paid before: let a referee rule who"
        " does not play here, and close then.",
        409,
    ),
}
