"""Refusals at tables with real cards: for results, photographs and disputes of a discard (§9, §10)."""

from __future__ import annotations

from typing import Final

from games.engine.errors import Refusal

CARDBOARD: Final[dict[str, Refusal]] = {
    "tournament.cardboard-unvouched": Refusal(
        "Results that still need a second confirmation: {deals}. Ask another player at the "
        "table to confirm them, or a director who isn't playing."
    ),
    "tournament.digits-device": Refusal(
        "The digits can be entered only on the phone of a player in this tournament or of a "
        "director. Use one of those phones.",
        403,
    ),
    "tournament.digits-own": Refusal(
        "The digits are for players without a phone. On your own phone press “That is right”."
    ),
    "tournament.digits-left": Refusal(
        "This player has left the tournament and can't confirm results. Ask another player of the table.",
        409,
    ),
    "tournament.result-in-tea": Refusal(
        "All tables are paused, so only the deal that was in progress can be entered. Ask "
        "the director to end the pause."
    ),
    "tournament.result-malformed": Refusal(
        "The result must cover four seats. Check it and enter it again."
    ),
    "tournament.not-cardboard": Refusal(
        "Table {table} is played on screen. Ask the director to mark it for real cards "
        "before its first deal.",
        409,
    ),
    "tournament.cardboard-bot": Refusal(
        "A bot sits at table {table}, and bots can't hold real cards. Choose a table with members only.",
        409,
    ),
    "tournament.cardboard-played": Refusal(
        "Table {table} has already played a deal in this round. Tick the box for the rounds that "
        "follow, and the table will change from the next round on.",
        409,
    ),
    "tournament.cardboard-dealt": Refusal(
        "The cards of table {table} are already dealt on screen. Tick the box for the rounds "
        "that follow, and the table will change from the next round on.",
        409,
    ),
    "tournament.cardboard-last": Refusal(
        "The last round is already drawn, so no table can switch to or from real cards any more. "
        "Play on as you are.",
        409,
    ),
    "tournament.cardboard-winner": Refusal(
        "Choose the winner, or that nobody won.", section="§7.1"
    ),
    "tournament.cardboard-unopened": Refusal(
        "Table {table} is being opened. Enter the result in a moment.", 409
    ),
    "tournament.cardboard-entered": Refusal(
        "Somebody has already entered deal {deal}. Look at the result, then confirm it or say that it is wrong.",
        409,
    ),
    "tournament.cardboard-order": Refusal(
        "The next deal of this table is deal {deal}. Enter that one first.", 409
    ),
    "tournament.cardboard-changed": Refusal(
        "Somebody has entered this result again in the meantime. Look at it once more, then decide.",
        409,
    ),
    "tournament.cardboard-contradicted": Refusal(
        "Somebody at the table says that this result is wrong. Wait for the director's decision.",
        409,
    ),
    "tournament.cardboard-final": Refusal(
        "This was decided on appeal, so it is final.", 409, section="§10.8"
    ),
    "tournament.cardboard-own-decision": Refusal(
        "This appeal is about your own decision. Ask another director or referee who doesn't play in the "
        "tournament.",
        403,
        section="§10.8",
    ),
    "tournament.appeal-over": Refusal(
        "The time for disputes is over. A director can still correct a mistake; ask one.",
        409,
        section="§10.7",
    ),
    "tournament.discard-open": Refusal(
        "The penalty in this deal is disputed. Let a referee rule first, or void the deal.",
        409,
    ),
    "tournament.discard-ruled": Refusal(
        "A referee has ruled on the penalty in this deal. Leave the winner and the penalty "
        "as they are, or void the deal.",
        409,
    ),
    "tournament.discard-disputed": Refusal(
        "The penalty in this deal is already disputed. Join that dispute instead.",
        409,
        section="§10.7",
    ),
    "tournament.discard-ruled-already": Refusal(
        "A referee has already ruled on this discard. If you don't agree, appeal the ruling.",
        409,
        section="§10.8",
    ),
    "tournament.discard-other-offender": Refusal(
        "According to the result, somebody else pays the penalty. Say that the result is "
        "wrong, and let the director correct it.",
        section="§10.5",
    ),
    "tournament.discard-incomplete": Refusal(
        "Choose the player who discarded, and the card.", section="§10.5"
    ),
    "tournament.discard-decide": Refusal(
        "Choose what happens to the penalty: paid in full, shared, none, or the deal is void.",
        section="§10.8",
    ),
    "tournament.discard-proposed": Refusal(
        "A proposed ruling is waiting for a second signature. Sign it, or refuse it and say why.",
        409,
    ),
    "tournament.discard-not-proposed": Refusal(
        "There is nothing left to sign in this dispute. Reload the page to see what was decided.",
        409,
    ),
    "tournament.discard-not-open": Refusal(
        "No dispute about this deal needs a ruling now. Reload the page to see what was decided.",
        409,
    ),
    "tournament.discard-no-ruling": Refusal(
        "There is no ruling on this deal to appeal. Wait for the referee.", 409
    ),
    "tournament.discard-interest": Refusal(
        "You filed the dispute, decided the result or gave the first ruling. Ask another referee to rule on it.",
        403,
        section="§10.8",
    ),
    "tournament.discard-not-accused": Refusal(
        "Only the player who made the disputed discard can answer. If you agree with the dispute, join it.",
        403,
    ),
    "tournament.discard-answered": Refusal(
        "You have already told the referee your side, and you can do that only once. Wait "
        "for the referee to decide.",
        409,
    ),
    "tournament.discard-opening": Refusal(
        "The first discard of a deal never carries a penalty, so it can't be disputed.",
        section="§10.5",
    ),
    "discard.nobody-won": Refusal(
        "Nobody won this deal, so no discard carries a penalty.", section="§10.5"
    ),
    "discard.not-in-hand": Refusal(
        "The discarded card, {card}, is not in the hand that you entered. Enter the hand as it was before the "
        "discard.",
        section="§10.2",
    ),
    "discard.hand": Refusal(
        "Before a discard a player has {hand} cards, but you entered {count}. Enter "
        "{private} cards besides the sets that were face up.",
        section="§3.1",
    ),
    "discard.face-up": Refusal(
        "A player has only {hand} cards, so that many can't be face up. Check the face-up sets.",
        section="§3.1",
    ),
    "discard.winners-sets": Refusal(
        "The winner's face-up cards are not among the winner's sets in the result. Correct one of the two.",
        section="§3.7",
    ),
    "discard.kong": Refusal(
        "A kong of {card} has to be both in the result and face up at the table, but it is "
        "in only one of them. Correct one of the two.",
        section="§9.2",
    ),
    "discard.kongs": Refusal(
        "The result counts {paid} kongs of the same type (quan or khui) for a player, but {lay} "
        "were face up. Correct one of the two.",
        section="§9.2",
    ),
    "discard.khap": Refusal(
        "The result gives this player a khạp of {card}, but the hand that you entered "
        "doesn't have it. Correct one of the two.",
        section="§9.2",
    ),
    "discard.completed-nothing": Refusal(
        "The discard {card} is not one of the winner's cards, so it carries no penalty. "
        "Check the card.",
        section="§10.5",
    ),
    "discard.no-meld": Refusal(
        "Except for the first discard of a deal, a player discards only after taking a card to "
        "make a set. Enter that set, or leave out the dead cards and the other sets.",
        section="§10.5",
    ),
    "discard.dead-too-many": Refusal(
        "At most {most} cards can be dead during a deal, and you entered {count}. Count them again.",
        section="§8.1",
    ),
    "discard.not-legal": Refusal(
        "{card} is not trash in this hand, so it could not be discarded at all. Ask a director to void the deal."
    ),
    "discard.reported-king": Refusal(
        "{card} is a king, and kings can't be discarded. Check the card."
    ),
    "tournament.cardboard-same": Refusal("That is already the result. Confirm it instead."),
    "tournament.photograph-none": Refusal("Choose a photo first."),
    "tournament.photograph-large": Refusal(
        "The file is larger than {most} MB. Take the photo again at a lower resolution.", 413
    ),
    "tournament.photograph-fine": Refusal(
        "The photo has more than {most} million pixels. Take it again at a lower resolution."
    ),
    "tournament.photograph-long": Refusal(
        "One side of the photo is longer than {most} pixels. Crop it, or take it again at a lower resolution."
    ),
    "tournament.photograph-heic": Refusal(
        "Many browsers can't show this photo (HEIC). Take it as JPEG: on an iPhone choose Settings, Camera, "
        "Formats, Most Compatible."
    ),
    "tournament.photograph-unreadable": Refusal(
        "This file can't be read as a photo. Choose a JPEG, PNG or WebP file."
    ),
    "tournament.photograph-same": Refusal(
        "This photo was already added to the result. Choose another one.", 409
    ),
    "tournament.photograph-gone": Refusal("This photo has been removed. Reload the page.", 404),
    "tournament.photographs-many": Refusal(
        "A result can have at most {most} photos. Ask a director to remove one first.", 409
    ),
    "tournament.photographs-ever": Refusal(
        "{most} photos have already been added to this result, and too many of them were "
        "removed, so it can't take another. Show your photo to the director instead.",
        409,
    ),
    "tournament.penalty-section": Refusal(
        "A penalty needs one of these sections: {sections}. Choose one of them."
    ),
    "tournament.cardboard-section": Refusal(
        "Name the section that the penalty is based on: one of §9 or §10, such as §10.5."
    ),
    "tournament.cardboard-undecided": Refusal(
        "Results that somebody at the table calls wrong: {deals}. Confirm or correct them first.",
        409,
    ),
    "cardboard.seat": Refusal(
        "This table has no such seat. Choose one of its seats.", section="§1.2"
    ),
    "cardboard.unreadable": Refusal(
        "That is neither a set nor a card. Use the buttons to choose.", section="§2"
    ),
    "cardboard.no-set": Refusal("These cards don't make a set: {cards}. Check them.", section="§2"),
    "cardboard.king-triple": Refusal(
        "The active card can't make a triple of kings. Choose another set.", section="§5.4"
    ),
    "cardboard.cards-missing": Refusal(
        "You entered {count} cards, but a winning hand has {hand}, including the winning "
        "card. Add {difference} more.",
        section="§7.1",
    ),
    "cardboard.cards-too-many": Refusal(
        "You entered {count} cards, but a winning hand has {hand}, including the winning card. "
        "Remove {difference}.",
        section="§7.1",
    ),
    "tournament.sheets-empty": Refusal(
        "The sheet is still empty. Enter at least one deal with its winner and points."
    ),
    "tournament.sheets-sum": Refusal(
        "The lines of table {table} add up to {sums}, which is not what the sheet says. Find the wrong line, or "
        "tick “Use the calculated sums instead”."
    ),
    "cardboard.number": Refusal(
        "“{text}” can't be a number on a score sheet. Enter a whole number from 0 to {most}."
    ),
    "cardboard.points-missing": Refusal("Enter the points of the winner's hand.", section="§9.1"),
    "cardboard.kongs-too-many": Refusal(
        "{quans} quan and {khuis} khui don't fit in a winning hand of {hand} cards. Count them again.",
        section="§3.1",
    ),
    "cardboard.points-range": Refusal(
        "A winning hand with {quans} quan and {khuis} khui has {least} to {most} points, not {points}. Count all "
        "sets again, with the kongs.",
        section="§2",
    ),
    "cardboard.points-between": Refusal(
        "A winning hand can have {below} or {above} points, but not {points}. Count again.",
        section="§9.7",
    ),
    "tournament.discard-without-cards": Refusal(
        "This result was entered without cards, so no discard can be judged. Say that the result is wrong, and "
        "tell the director why.",
        409,
        section="§10.4",
    ),
    "cardboard.fifth-copy": Refusal(
        "There are only four cards of each kind, and you entered {count} of {card}. Check them.",
        section="§1.1",
    ),
    "cardboard.no-room": Refusal(
        "There can't be that many kongs and khạp besides these sets. Count them again.",
        section="§1.1",
    ),
    "cardboard.winners-aside": Refusal(
        "The winner's kongs and khạp are part of the winner's sets. Enter them there.",
        section="§9.1",
    ),
    "cardboard.no-aside": Refusal(
        "For players who didn't win, enter only quan, khui and khạp.", section="§9.2"
    ),
    "cardboard.loser-cards": Refusal(
        "A player who didn't win has at most {hand} cards. Count the kongs and khạp again.",
        section="§3.1",
    ),
    "cardboard.nobody-pays": Refusal(
        "Nobody won, so nobody pays. Leave the other fields empty.", section="§8.2"
    ),
    "cardboard.no-penalty": Refusal(
        "These rules have no penalty. Leave the penalty empty.", section="§9.6"
    ),
    "cardboard.yellow-kings": Refusal(
        "Enter how many yellow kings are in the winning hand, {most} at most.", section="§13.4"
    ),
    "cardboard.penalty-of-two": Refusal(
        "With only two players there is no penalty. Leave the penalty empty.", section="§10.5"
    ),
    "cardboard.offender": Refusal(
        "The winner can't pay the penalty. Choose another player.", section="§9.3"
    ),
    "tournament.duplicate-cardboard": Refusal(
        "With real cards, the tables can't all play the same deals. Choose one or the other.",
        field="cardboard",
    ),
    "tournament.disputes-open": Refusal(
        "You can't close the tournament yet. Deals still in dispute: {deals}. Ask a referee "
        "who isn't playing in it to rule on them first.",
        409,
    ),
}
