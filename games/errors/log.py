"""Refusals about the log and what is read from it: seals, replays, disputes and rulings."""

from games.engine.errors import Refusal

LOG: dict[str, Refusal] = {
    "seal.none": Refusal("The log is exactly as it was signed. There is nothing to accept.", 409),
    "seal.more": Refusal(
        "Something else was found in the meantime. Read it, then decide again.", 409
    ),
    "seal.tree": Refusal(
        "The club's signed records have been altered, so giving a reason isn't enough. Restore "
        "your latest backup, or start a new log: the operations guide explains how.",
        409,
    ),
    "log.unknown": Refusal(
        "The log has no such entry. Check the link, or open the log from the beginning.", 404
    ),
    "log.unsealed": Refusal(
        "The receipt for this deal isn't ready yet. Try again in 15 minutes.", 409
    ),
    "log.differs": Refusal(
        "Somebody has changed this deal since the club signed it. Keep your receipt, and ask the owner.",
        409,
    ),
    "log.key": Refusal(
        "The club's computer can't find the key that signs the log. Tell an owner of the club.", 503
    ),
    "log.cosignature": Refusal(
        "This signature doesn't belong to this club's log. Sign the newest checkpoint and send that."
    ),
    "log.witness": Refusal(
        "This club doesn't know you as a witness. Ask its owner to add your key.", 403
    ),
    "log.too-many": Refusal("You have asked too often. Wait a moment, then try again.", 429),
    "dispute.reason": Refusal("Give a reason of 1 to 1000 characters.", section="§10.7"),
    "dispute.not-seated": Refusal(
        "Only players of that deal and directors can dispute a discard. Ask one of them.",
        403,
        "§10.7",
    ),
    "dispute.over": Refusal(
        "The time to dispute this deal is over, so its result is final.", 409, "§10.7"
    ),
    "ruling.appeal-over": Refusal(
        "The time to appeal this ruling is over, so it is final.", 409, "§10.8"
    ),
    "ruling.appeal-not-seated": Refusal(
        "Only players of that deal can appeal the ruling. Ask one of them.", 403, "§10.8"
    ),
    "replay.cancelled": Refusal(
        "This deal was called off before the cards were dealt, so it has no replay.", 404
    ),
    "replay.real-cards": Refusal(
        "This deal was played with real cards, so its moves weren't recorded. Look at its result instead.",
        404,
    ),
    "record.not-director": Refusal(
        "Only a director can store deals from another club. You can still check the file here.", 403
    ),
    "replay.step": Refusal("This deal has no such move. Choose one of its moves.", 404),
    "replay.no-decision": Refusal(
        "Nobody had a choice at that move. Choose another move of the deal.", 404
    ),
    "replay.eyes-of-decision": Refusal(
        "You can try another move only with all hands open, or from the seat of the player who moved. Change the "
        "view first.",
        403,
    ),
    "replay.line-long": Refusal(
        "You can choose at most 60 moves in a row. Take the last one back."
    ),
    "replay.line-over": Refusal(
        "The deal ends before the last move that you chose. Take that move back."
    ),
    "replay.not-open": Refusal("Only members can see this deal. Log in to see it.", 403),
    "search.unknown": Refusal("This saved search doesn't exist any more. Reload the page."),
    "search.too-many": Refusal(
        "You can save at most 30 searches. Remove one that you no longer need.", 409
    ),
    "replay.not-seated": Refusal(
        "Only players of that deal can choose who may see it. Ask one of them.", 403
    ),
    "replay.house-keeps": Refusal(
        "Under the club rules only members can see deals. To share this one, ask an owner to "
        "change that rule.",
        403,
    ),
    "ruling.not-referee": Refusal(
        "Only a referee can give a ruling. Call a referee.", 403, "§10.8"
    ),
    "ruling.own-deal": Refusal(
        "You played in that deal. Ask another referee to rule on it.", 403, "§10.8"
    ),
    "ruling.own-tournament": Refusal(
        "You're playing in the tournament of that deal. Ask another referee to rule on it.",
        403,
        "§10.8",
    ),
    "ruling.own-dispute": Refusal(
        "You filed that dispute yourself. Ask another referee to rule on it.", 403, "§10.8"
    ),
    "ruling.own-ruling": Refusal(
        "You gave the first ruling on that dispute. Ask another referee to look at it.",
        403,
        "§10.8",
    ),
    "ruling.own-duty": Refusal(
        "You made yourself a referee. Ask another referee to rule, or ask another owner to "
        "make you a referee.",
        403,
        "§10.8",
    ),
    "ruling.proposer": Refusal(
        "The person who proposed this ruling is no longer a referee. Refuse it with a reason, then rule on the "
        "dispute yourself.",
        409,
        "§10.8",
    ),
    "ruling.proposer-objected": Refusal(
        "The referee who proposed this ruling has since joined the dispute. Refuse it with a reason, and let "
        "another referee rule.",
        409,
        "§10.8",
    ),
    "ruling.proposer-plays": Refusal(
        "The referee who proposed this ruling now plays in that tournament. Refuse it with a reason, and let "
        "another referee rule.",
        409,
        "§10.8",
    ),
    "ruling.reason": Refusal(
        "Give a reason for the ruling, in 1 to 1000 characters.", section="§10.8"
    ),
    "ruling.moved-on": Refusal(
        "Somebody added something while you had this page open. Read it, then decide.",
        409,
        "§10.8",
    ),
    "ruling.section-beside": Refusal(
        "That section isn't about penalties. Name one of §3, §4, §8, §9 or §10, such as §10.3.",
        section="§10.8",
    ),
    "ruling.section": Refusal(
        "Name the section of the rulebook that the ruling is based on, such as §10.3.",
        section="§10.8",
        field="section",
    ),
}
