"""Refusals about merging two accounts of one person."""

from games.engine.errors import Refusal

MERGING: dict[str, Refusal] = {
    "merge.unknown": Refusal("Choose two accounts of members, or of guests with a name.", 404),
    "merge.same": Refusal("You chose the same account twice. Choose two different ones.", 409),
    "merge.own": Refusal(
        "One of the accounts is your own. Ask another owner to propose the merge.", 403
    ),
    "merge.guest-stays": Refusal(
        "A guest can't log in. Choose the member's account as the one to keep.", 409
    ),
    "merge.ended": Refusal("This account is no longer used. It was merged into another one:", 409),
    "merge.closed": Refusal("One of the accounts is closed. Reopen it first.", 409),
    "merge.duty": Refusal(
        "One of the accounts belongs to a director, referee or owner. Ask an owner to take "
        "that person off the staff first.",
        409,
    ),
    "merge.seated": Refusal(
        "One of the two is sitting at a table. Ask them to leave the table first.", 409
    ),
    "merge.deal": Refusal(
        "One of the two has a deal that is not finished or not paid yet. Wait until the deal is finished and paid.",
        409,
    ),
    "merge.entry": Refusal(
        "One of the two is in a tournament that is not over. Wait until the tournament has ended.",
        409,
    ),
    "merge.dispute": Refusal(
        "A deal of one of these members is still disputed. Wait until the dispute is decided.",
        409,
    ),
    "merge.same-deal": Refusal(
        "Both accounts played in the same deal, so they belong to different people and can't be merged.",
        409,
    ),
    "merge.same-tournament": Refusal(
        "Both accounts played in the same tournament, so they can't be merged.", 409
    ),
    "merge.waits": Refusal(
        "One of these accounts is already part of another proposal. Answer that one or take it back first.",
        409,
    ),
    "merge.none": Refusal("This proposal is no longer open. Reload the page.", 404),
    "merge.proposer": Refusal(
        "The person who proposed this merge is no longer an owner. Ask another owner to take the "
        "proposal back and make a new one.",
        409,
    ),
    "merge.not-yours": Refusal(
        "You can confirm only for your own account. For a guest, ask a director, referee or owner who didn't "
        "propose the merge.",
        403,
    ),
    "merge.confirmed": Refusal(
        "You have already confirmed the merge. Now the other account has to confirm it too.",
        409,
    ),
    "merge.new-keys": Refusal(
        "Somebody else gave this account a login card or a password within the last week. "
        "Confirm when a week has passed.",
        403,
    ),
    "merge.own-password": Refusal(
        "Choose a password of your own under My account first. Then confirm.", 409
    ),
}
"""By code, the sentence and the HTTP status."""
