"""What is refused at tables with real cards: results, photographs, disputes of a discard (§9, §10)."""

from __future__ import annotations

from typing import Final

from games.engine.errors import gettext_noop

CARDBOARD: Final[dict[str, str]] = {
    "tournament.cardboard-unvouched": gettext_noop(
        "Results that only one seat has confirmed: {deals}. Let another seat of the table or a director confirm them."
    ),
    "tournament.result-in-tea": gettext_noop(
        "All tables are paused: the deal that lay here then is entered, and no other before they go on. "
        "Ask the director to end the pause."
    ),
    "tournament.result-malformed": gettext_noop("The result does not fit a table of four."),
    "tournament.not-cardboard": gettext_noop(
        "Table {table} is played on screens. Let the director mark it for real cards before its first card."
    ),
    "tournament.cardboard-bot": gettext_noop(
        "A bot sits at table {table}, and bots hold no real cards. Choose a table of members alone."
    ),
    "tournament.cardboard-played": gettext_noop(
        "Table {table} has played a deal of this round already. Tick the rounds that follow: then it plays so from the"
        " next round on."
    ),
    "tournament.cardboard-dealt": gettext_noop(
        "The cards of table {table} are dealt on the screens already. Tick the rounds that follow: then it plays so"
        " from the next round on."
    ),
    "tournament.cardboard-last": gettext_noop(
        "The last round is drawn, so there is no next one to mark a table for. Every table plays on as it is."
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
        "Say whether the penalty is paid, whole or shared, that there is none, or that the deal is void (§10.8)."
    ),
    "tournament.discard-proposed": gettext_noop(
        "A ruling is proposed here and waits for a second signature. Sign it or say why not, then go on."
    ),
    "tournament.discard-not-proposed": gettext_noop(
        "Nothing waits for a signature in this dispute. Look at it again."
    ),
    "tournament.discard-not-open": gettext_noop("No dispute of this deal waits for a ruling."),
    "tournament.discard-no-ruling": gettext_noop(
        "There is no ruling on this deal that could be appealed."
    ),
    "tournament.discard-interest": gettext_noop(
        "Who filed the dispute, decided the result or gave the first ruling cannot rule on it (§10.8). Another referee"
        " can."
    ),
    "tournament.discard-not-accused": gettext_noop(
        "Only the seat that let the disputed card go answers the dispute. Any other seat may join it."
    ),
    "tournament.discard-answered": gettext_noop(
        "You have said your words about this discard already, and that is done once. The referee reads them."
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
    "tournament.photograph-long": gettext_noop(
        "One side of the photograph has more than {most} pixels. Crop it, or take it with a lower resolution."
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
}
