"""Refusals about the log and what is read of it: seals, replays, disputes and rulings."""

from django.utils.translation import gettext_noop

LOG: dict[str, tuple[int, str, str]] = {
    "seal.none": (
        409,
        "",
        gettext_noop("The log is as it was signed: there is nothing to accept."),
    ),
    "seal.more": (
        409,
        "",
        gettext_noop("Something else was found since you looked. Read it, and decide again."),
    ),
    "seal.tree": (
        409,
        "",
        gettext_noop(
            "The tree itself is not what was signed, and no reason mends that: restore the log, or begin a new one "
            "with a new key (docs/operations.md)."
        ),
    ),
    "log.unknown": (404, "", gettext_noop("There is no such checkpoint or entry in the log.")),
    "log.unsealed": (
        409,
        "",
        gettext_noop("This deal is not sealed yet. Its receipt comes within a quarter of an hour."),
    ),
    "log.differs": (
        409,
        "",
        gettext_noop(
            "This deal is not what the club has signed: somebody has changed it since. Ask the owner, and keep what "
            "you have of it."
        ),
    ),
    "log.key": (503, "", gettext_noop("This machine does not have the key of the log.")),
    "log.cosignature": (422, "", gettext_noop("This is no cosignature of a checkpoint of ours.")),
    "log.witness": (403, "", gettext_noop("The owner of this club knows no such witness.")),
    "log.too-many": (429, "", gettext_noop("Too many requests. Wait a moment.")),
    "dispute.reason": (422, "§10.7", gettext_noop("Give a reason of 1 to 1000 characters.")),
    "dispute.not-seated": (
        403,
        "§10.7",
        gettext_noop("Only a seat of that deal or the director may dispute a discard."),
    ),
    "dispute.over": (
        409,
        "§10.7",
        gettext_noop("The time to dispute this deal is over; its result stays."),
    ),
    "ruling.appeal-over": (
        409,
        "§10.8",
        gettext_noop("The time to appeal this ruling is over; it is final."),
    ),
    "ruling.appeal-not-seated": (
        403,
        "§10.8",
        gettext_noop("Only a seat of that deal may appeal the ruling."),
    ),
    "replay.cancelled": (
        404,
        "",
        gettext_noop("This deal was called off before its cards were dealt; there is no replay."),
    ),
    "replay.real-cards": (
        404,
        "",
        gettext_noop(
            "This deal was played with real cards: its result is kept, but no moves. Look at its result instead."
        ),
    ),
    "record.not-director": (
        403,
        "",
        gettext_noop("Only a director may store deals of another club. Anybody may check a file."),
    ),
    "replay.step": (404, "", gettext_noop("There is no such move in this deal.")),
    "replay.no-decision": (
        404,
        "",
        gettext_noop("Nobody could have moved otherwise there; choose another move of the deal."),
    ),
    "replay.eyes-of-decision": (
        403,
        "",
        gettext_noop(
            "Another move is tried with all hands open, or with the eyes of the seat that decides."
        ),
    ),
    "replay.line-long": (422, "", gettext_noop("A line of play has at most 60 chosen moves.")),
    "replay.line-over": (
        422,
        "",
        gettext_noop("That line of play is over before its last chosen move; leave out the last."),
    ),
    "replay.not-open": (
        403,
        "",
        gettext_noop("This deal is open to members alone. Log in to the club to see it."),
    ),
    "search.unknown": (422, "", gettext_noop("There is no such search to remove.")),
    "search.too-many": (
        409,
        "",
        gettext_noop(
            "You keep 30 searches, and that is the most. Remove one that you need no more."
        ),
    ),
    "replay.not-seated": (
        403,
        "",
        gettext_noop("Only who sat in that deal may say who opens it."),
    ),
    "replay.house-keeps": (
        403,
        "",
        gettext_noop(
            "By the rules of the house this deal stays among members, so nobody can open it to others. An owner sets"
            " these rules."
        ),
    ),
    "ruling.not-referee": (403, "§10.8", gettext_noop("Only a referee may rule.")),
    "ruling.own-deal": (
        403,
        "§10.8",
        gettext_noop("You sat in that deal, so another referee must rule on it."),
    ),
    "ruling.own-tournament": (
        403,
        "§10.8",
        gettext_noop(
            "You play in the tournament of that deal, so another referee must rule on it."
        ),
    ),
    "ruling.own-dispute": (
        403,
        "§10.8",
        gettext_noop("You filed that dispute, so another referee must rule on it."),
    ),
    "ruling.own-ruling": (
        403,
        "§10.8",
        gettext_noop("You have ruled on that dispute before, so another referee must look at it."),
    ),
    "ruling.own-duty": (
        403,
        "§10.8",
        gettext_noop(
            "You gave yourself the referee's duty, so another referee must rule on it,"
            " or somebody else must give you the duty."
        ),
    ),
    "ruling.proposer": (
        409,
        "§10.8",
        gettext_noop(
            "Who proposed this ruling has the referee's duty no longer. Do not sign it: refuse it with a reason, and"
            " rule on the dispute anew."
        ),
    ),
    "ruling.proposer-objected": (
        409,
        "§10.8",
        gettext_noop(
            "Who proposed this ruling has objected to the same discard since. Do not sign it: refuse it with a reason,"
            " and another referee rules."
        ),
    ),
    "ruling.proposer-plays": (
        409,
        "§10.8",
        gettext_noop(
            "Who proposed this ruling plays in that tournament by now. Do not sign it: refuse it with a reason, and"
            " another referee rules."
        ),
    ),
    "ruling.reason": (
        422,
        "§10.8",
        gettext_noop("A ruling needs a reason of 1 to 1000 characters."),
    ),
    "ruling.moved-on": (
        409,
        "§10.8",
        gettext_noop(
            "Something was said or decided since this page was opened. Look at it again, then decide."
        ),
    ),
    "ruling.section-beside": (
        422,
        "§10.8",
        gettext_noop(
            "That section says nothing of a penalty discard. Name one of §3, §4, §8, §9 or §10, such as §10.3."
        ),
    ),
    "ruling.section": (
        422,
        "§10.8",
        gettext_noop("A ruling needs a section of the rulebook, such as §10.3."),
    ),
}
"""Code → HTTP status, section, sentence."""
