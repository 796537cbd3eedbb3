"""Refusals about the log and what is read of it: seals, replays, disputes and rulings."""

from games.engine.errors import Refusal

LOG: dict[str, Refusal] = {
    "seal.none": Refusal("The log is as it was signed: there is nothing to accept.", 409),
    "seal.more": Refusal(
        "Something else was found since you looked. Read it, and decide again.", 409
    ),
    "seal.tree": Refusal(
        "The tree itself is not what was signed, and no reason mends that: restore the log, or begin a new one "
        "with a new key (docs/operations.md).",
        409,
    ),
    "log.unknown": Refusal("There is no such checkpoint or entry in the log.", 404),
    "log.unsealed": Refusal(
        "This deal is not sealed yet. Its receipt comes within a quarter of an hour.", 409
    ),
    "log.differs": Refusal(
        "This deal is not what the club has signed: somebody has changed it since. Ask the owner, and keep what "
        "you have of it.",
        409,
    ),
    "log.key": Refusal("This machine does not have the key of the log.", 503),
    "log.cosignature": Refusal("This is no cosignature of a checkpoint of ours."),
    "log.witness": Refusal("The owner of this club knows no such witness.", 403),
    "log.too-many": Refusal("Too many requests. Wait a moment.", 429),
    "dispute.reason": Refusal("Give a reason of 1 to 1000 characters.", section="§10.7"),
    "dispute.not-seated": Refusal(
        "Only a seat of that deal or the director may dispute a discard.", 403, "§10.7"
    ),
    "dispute.over": Refusal(
        "The time to dispute this deal is over; its result stays.", 409, "§10.7"
    ),
    "ruling.appeal-over": Refusal(
        "The time to appeal this ruling is over; it is final.", 409, "§10.8"
    ),
    "ruling.appeal-not-seated": Refusal(
        "Only a seat of that deal may appeal the ruling.", 403, "§10.8"
    ),
    "replay.cancelled": Refusal(
        "This deal was called off before its cards were dealt; there is no replay.", 404
    ),
    "replay.real-cards": Refusal(
        "This deal was played with real cards: its result is kept, but no moves. Look at its result instead.",
        404,
    ),
    "record.not-director": Refusal(
        "Only a director may store deals of another club. Anybody may check a file.", 403
    ),
    "replay.step": Refusal("There is no such move in this deal.", 404),
    "replay.no-decision": Refusal(
        "Nobody could have moved otherwise there; choose another move of the deal.", 404
    ),
    "replay.eyes-of-decision": Refusal(
        "Another move is tried with all hands open, or with the eyes of the seat that decides.", 403
    ),
    "replay.line-long": Refusal("A line of play has at most 60 chosen moves."),
    "replay.line-over": Refusal(
        "That line of play is over before its last chosen move; leave out the last."
    ),
    "replay.not-open": Refusal(
        "This deal is open to members alone. Log in to the club to see it.", 403
    ),
    "search.unknown": Refusal("There is no such search to remove."),
    "search.too-many": Refusal(
        "You keep 30 searches, and that is the most. Remove one that you need no more.", 409
    ),
    "replay.not-seated": Refusal("Only who sat in that deal may say who opens it.", 403),
    "replay.house-keeps": Refusal(
        "By the rules of the house this deal stays among members, so nobody can open it to others. An owner sets"
        " these rules.",
        403,
    ),
    "ruling.not-referee": Refusal("Only a referee may rule.", 403, "§10.8"),
    "ruling.own-deal": Refusal(
        "You sat in that deal, so another referee must rule on it.", 403, "§10.8"
    ),
    "ruling.own-tournament": Refusal(
        "You play in the tournament of that deal, so another referee must rule on it.", 403, "§10.8"
    ),
    "ruling.own-dispute": Refusal(
        "You filed that dispute, so another referee must rule on it.", 403, "§10.8"
    ),
    "ruling.own-ruling": Refusal(
        "You have ruled on that dispute before, so another referee must look at it.", 403, "§10.8"
    ),
    "ruling.own-duty": Refusal(
        "You gave yourself the referee's duty, so another referee must rule on it,"
        " or somebody else must give you the duty.",
        403,
        "§10.8",
    ),
    "ruling.proposer": Refusal(
        "Who proposed this ruling has the referee's duty no longer. Do not sign it: refuse it with a reason, and"
        " rule on the dispute anew.",
        409,
        "§10.8",
    ),
    "ruling.proposer-objected": Refusal(
        "Who proposed this ruling has objected to the same discard since. Do not sign it: refuse it with a reason,"
        " and another referee rules.",
        409,
        "§10.8",
    ),
    "ruling.proposer-plays": Refusal(
        "Who proposed this ruling plays in that tournament by now. Do not sign it: refuse it with a reason, and"
        " another referee rules.",
        409,
        "§10.8",
    ),
    "ruling.reason": Refusal("A ruling needs a reason of 1 to 1000 characters.", section="§10.8"),
    "ruling.moved-on": Refusal(
        "Something was said or decided since this page was opened. Look at it again, then decide.",
        409,
        "§10.8",
    ),
    "ruling.section-beside": Refusal(
        "That section says nothing of a penalty discard. Name one of §3, §4, §8, §9 or §10, such as §10.3.",
        section="§10.8",
    ),
    "ruling.section": Refusal(
        "A ruling needs a section of the rulebook, such as §10.3.", section="§10.8", field="section"
    ),
}
