"""Refusals about merging two accounts of one person."""

from games.engine.errors import Refusal

MERGING: dict[str, Refusal] = {
    "merge.unknown": Refusal("Choose two accounts: of members, or of guests with a name.", 404),
    "merge.same": Refusal("That is one and the same account. Choose two different ones.", 409),
    "merge.own": Refusal(
        "One of the two accounts is your own. Another owner has to propose that.", 403
    ),
    "merge.guest-stays": Refusal(
        "A guest has no login, so the member's account has to be the one that stays.", 409
    ),
    "merge.ended": Refusal("This account has ended. It was merged into another one:", 409),
    "merge.closed": Refusal("One of the two accounts is closed. Open it first.", 409),
    "merge.duty": Refusal(
        "One of the two accounts has a duty in the club. An owner has to take the duty away first.",
        409,
    ),
    "merge.seated": Refusal("One of the two sits at a table. They have to leave it first.", 409),
    "merge.deal": Refusal(
        "One of the two is in a deal that is not over, or not paid yet. Wait until it is.", 409
    ),
    "merge.entry": Refusal(
        "One of the two takes part in a tournament that is not over. Wait until it has ended.", 409
    ),
    "merge.dispute": Refusal(
        "A deal of one of the two is disputed. Wait until that is decided.", 409
    ),
    "merge.same-deal": Refusal(
        "Both accounts played in the same deal, so they belong to two people. They cannot be merged.",
        409,
    ),
    "merge.same-tournament": Refusal(
        "Both accounts took part in the same tournament. They cannot be merged.", 409
    ),
    "merge.waits": Refusal(
        "One of these accounts already has a merge waiting. Answer it or take it back first.",
        409,
    ),
    "merge.none": Refusal(
        "This proposal was answered, taken back, or has expired. Reload the page.", 404
    ),
    "merge.proposer": Refusal(
        "The person who proposed this is no longer an owner. Another owner has to take it back and propose it again.",
        409,
    ),
    "merge.not-yours": Refusal(
        "You can confirm only for your own account. For a guest, a director, referee or owner who did not propose it"
        " confirms.",
        403,
    ),
    "merge.confirmed": Refusal(
        "You have confirmed it already. It still has to be confirmed for the other account.", 409
    ),
    "merge.new-keys": Refusal(
        "Somebody gave this account a card or a password within the last week, and could be the one who confirms."
        " Confirm when a week has passed.",
        403,
    ),
    "merge.own-password": Refusal(
        "First choose a password that you alone know, under My account. Then confirm.", 409
    ),
}
"""By code, the sentence and the HTTP status."""
