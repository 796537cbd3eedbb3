"""Refusals: what a command would not do, for people. The one place where an HTTP status is chosen."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_noop, ngettext

from games.engine.errors import REFUSALS, BadNotation, IllegalMove
from games.names import NAME_REFUSALS

_SENTENCES: dict[str, tuple[int, str, str]] = {
    # code: (HTTP status, section, sentence)
    "login.needed": (403, "", gettext_noop("Log in first.")),
    "login.wrong": (403, "", gettext_noop("There is no member with that name and password.")),
    "guest.member-only": (
        403,
        "",
        gettext_noop("That is for members. Become one, or play against the bots."),
    ),
    "guest.full": (
        503,
        "",
        gettext_noop("As many guests play as the club has room for. Try again in a while."),
    ),
    "guest.member-already": (409, "", gettext_noop("You are a member already.")),
    "guest.by-invitation": (
        403,
        "",
        gettext_noop("This club takes members in by invitation. Ask a director for a link."),
    ),
    "guest.invitation": (
        404,
        "",
        gettext_noop("This invitation is not known, was used, or is too old. Ask for a new one."),
    ),
    "member.unknown": (404, "", gettext_noop("There is no such member.")),
    "member.director": (
        403,
        "",
        gettext_noop("Only a director or an owner takes members in."),
    ),
    "code.unknown": (
        404,
        "",
        gettext_noop(
            "No open table has that code. Look at its letters again, or ask for a new one."
        ),
    ),
    "club.stale": (503, "", gettext_noop("Somebody else wrote at the same moment. Try again.")),
    "club.owner": (403, "", gettext_noop("Only an owner of the club may do that.")),
    "alarm.unknown": (404, "", gettext_noop("There is no such alarm.")),
    "alarm.reason": (
        422,
        "",
        gettext_noop(
            "An answer needs a reason of 1 to 500 characters: what was it, what was done?"
        ),
    ),
    **{code: (422, "", sentence) for code, sentence in NAME_REFUSALS.items()},
    "preferences.unknown": (
        422,
        "",
        gettext_noop("That cannot be chosen. Choose one of what the form offers."),
    ),
    "token.name": (422, "", gettext_noop("A token's name has at most 40 characters.")),
    "token.scopes": (422, "", gettext_noop("Choose what the token is for: read, play, direct.")),
    "token.days": (422, "", gettext_noop("A token works for 1 to 365 days.")),
    "token.scope": (
        403,
        "",
        gettext_noop("This token is not for that. Make one with the scope that it needs."),
    ),
    "factor.there": (409, "", gettext_noop("You have a second factor. Remove it first.")),
    "factor.code": (
        403,
        "",
        gettext_noop(
            "That code is not right, or was used before. After wrong ones, wait a little and take the next."
        ),
    ),
    "factor.too-many": (
        429,
        "",
        gettext_noop("Too many codes were tried. Come back in an hour."),
    ),
    "factor.needed": (
        403,
        "",
        gettext_noop(
            "This needs your second factor. Set one up under My account, or show its code."
        ),
    ),
    "factor.duty": (
        403,
        "",
        gettext_noop("Who has a duty in the club keeps a second factor."),
    ),
    "move.id-used": (
        409,
        "",
        gettext_noop(
            "Another move was made with this id. Nothing was changed; send the new move with a new id."
        ),
    ),
    "login.busy": (
        503,
        "",
        gettext_noop("Many people log in right now. Try again in a few seconds."),
    ),
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
    "lesson.unknown": (404, "", gettext_noop("There is no such lesson. Choose one of the list.")),
    "table.unknown": (404, "", gettext_noop("There is no such table. Go back to the lobby.")),
    "table.closed": (409, "", gettext_noop("This table is closed. Open or choose another one.")),
    "table.name": (422, "", gettext_noop("A table needs a name of 1 to 60 characters.")),
    "table.rules": (422, "§11.1", gettext_noop("There is no such rule set.")),
    "table.seats": (422, "§1.2", gettext_noop("These rules are not played with that many seats.")),
    "table.seconds": (422, "", gettext_noop("Choose between 10 and 600 seconds for a move.")),
    "table.stake": (
        422,
        "",
        gettext_noop("Choose between 0 and 1000 chips for a point, in whole chips."),
    ),
    "table.bot": (422, "", gettext_noop("There is no such bot.")),
    "table.unwatched": (
        403,
        "",
        gettext_noop(
            "Nobody watches at this table while a deal is played. Look at its replay when the deal is over."
        ),
    ),
    "table.delay": (422, "", gettext_noop("Choose a delay of 0 to 600 seconds.")),
    "table.bank": (422, "", gettext_noop("Choose a bank of 0 to 600 seconds.")),
    "table.not-yours": (
        403,
        "",
        gettext_noop("Only the one who opened the table or a director may do that."),
    ),
    "seat.unknown": (404, "§1.2", gettext_noop("There is no such seat at this table.")),
    "seat.taken": (409, "", gettext_noop("Somebody already sits there. Choose another seat.")),
    "seat.twice": (409, "", gettext_noop("You already sit at this table.")),
    "seat.not-invited": (
        403,
        "",
        gettext_noop("You are not among the members invited to this table."),
    ),
    "seat.fixed": (403, "", gettext_noop("The seats of this table were drawn by a tournament.")),
    "seat.none": (403, "", gettext_noop("You do not sit in this deal, so you cannot play in it.")),
    "seat.not-yours": (
        403,
        "",
        gettext_noop("That is not your seat. You can only play your own cards."),
    ),
    "seat.playing": (
        409,
        "",
        gettext_noop("The cards are dealt. You can leave when this deal is over."),
    ),
    "seat.revealing": (
        409,
        "",
        gettext_noop(
            "The cards are being shuffled. Try again when they are dealt, or in half a minute."
        ),
    ),
    "deal.unknown": (404, "", gettext_noop("There is no such deal.")),
    "deal.paused": (
        409,
        "",
        gettext_noop("The deal is paused. It goes on when all ask for it, or the director does."),
    ),
    "phrase.unknown": (422, "", gettext_noop("That is none of the phrases.")),
    "phrase.off": (403, "", gettext_noop("There are no phrases at this table.")),
    "phrase.claims": (
        409,
        "§6.10",
        gettext_noop("Nothing is said while claims may be made. Say it in a moment."),
    ),
    "phrase.soon": (429, "", gettext_noop("You have just said something. Wait a moment.")),
    "pause.director": (403, "", gettext_noop("Here only the director may do that.")),
    "pause.directed": (
        403,
        "",
        gettext_noop(
            "The director paused this deal, and only the director lets it go on. Ask them to."
        ),
    ),
    "pause.own": (
        403,
        "",
        gettext_noop("You play in this deal: ask for a pause as the other seats do."),
    ),
    "deal.none": (409, "", gettext_noop("No deal is being played at this table.")),
    "deal.stale": (
        409,
        "",
        gettext_noop(
            "The table has moved on since your page was drawn. Look at it again and choose once more."
        ),
    ),
    "deal.busy": (
        503,
        "",
        gettext_noop("The table is busy. Nothing was changed; try again in a moment."),
    ),
    "service.slow": (
        503,
        "",
        gettext_noop(
            "The club's database does not answer in time. Look in a moment whether what you did was done."
        ),
    ),
    "move.unreadable": (422, "", gettext_noop("That is not a move of this game.")),
    "move.card": (422, "", gettext_noop("Choose one card first, then press Discard.")),
    "move.set": (422, "", gettext_noop("Choose a set first, then press Meld.")),
    "move.id": (422, "", gettext_noop("The move has no proper id. Reload the page and try again.")),
    "move.version": (
        422,
        "",
        gettext_noop("The move does not say which state it answers. Reload the page."),
    ),
    "move.too-many": (
        429,
        "",
        gettext_noop(
            "Too many moves came from you within a minute. Nothing was changed; wait a moment."
        ),
    ),
    "request.too-many": (
        429,
        "",
        gettext_noop("That was asked too often from your account. Nothing was changed."),
    ),
    "table.too-many": (
        409,
        "",
        gettext_noop(
            "You have as many tables open as one member may. Close one of them, or sit down at another's."
        ),
    ),
    "seat.called-off": (
        429,
        "",
        gettext_noop(
            "You left others without their deal several times within a few minutes."
            " Sit down again later; you may watch meanwhile."
        ),
    ),
    "seat.withheld": (
        429,
        "",
        gettext_noop(
            "Your page did not open its seed, so a deal was called off. Where chips are played you sit down again"
            " a little later; for honour you may at once."
        ),
    ),
    "password.given": (
        403,
        "",
        gettext_noop(
            "Somebody else has set your password. Log in on the club's page and choose your own."
        ),
    ),
    "password.wrong": (403, "", gettext_noop("That is not your password.")),
    "password.playing": (
        409,
        "",
        gettext_noop(
            "This member sits in a deal that is being played. A new password would open that hand:"
            " wait until the deal is over."
        ),
    ),
    "stream.too-many": (
        429,
        "",
        gettext_noop(
            "Too many pages listen from where you are. Yours looks again by itself every few seconds."
        ),
    ),
    "invitation.needless": (
        409,
        "",
        gettext_noop("Every member may sit at this table, so nobody has to be invited."),
    ),
    "invitation.host": (
        422,
        "",
        gettext_noop("The one who opened the table is always among the invited."),
    ),
    "invitation.sits": (
        409,
        "",
        gettext_noop(
            "That member sits at the table. An invitation is taken back from who does not sit there."
        ),
    ),
    "invitation.who": (422, "", gettext_noop("Choose a member of the club.")),
    "window.closed": (
        409,
        "§6.10",
        gettext_noop("The time for claims is over, so there is nothing to wait for."),
    ),
    "chips.not-director": (403, "", gettext_noop("Only a director may grant chips.")),
    "chips.amount": (422, "", gettext_noop("Grant between 1 and 1,000,000 whole chips.")),
    "chips.reason": (422, "", gettext_noop("Give a reason of 1 to 120 characters.")),
    "chips.form": (
        409,
        "",
        gettext_noop("This form has granted another amount before. Load the page again."),
    ),
    "chips.no-cover": (
        409,
        "",
        gettext_noop(
            "Your chips do not cover a deal at this table. Choose a lower stake, play for honour, end the deals"
            " that you are in, or ask a director for chips; the rules of the house say more."
        ),
    ),
    "chips.no-grant": (404, "", gettext_noop("There is no such grant.")),
    "dispute.reason": (422, "§10.7", gettext_noop("Give a reason of 1 to 1000 characters.")),
    "list.filter": (
        400,
        "",
        gettext_noop("This list has no such filter or page. Open it anew from the menu."),
    ),
    "list.row": (422, "", gettext_noop("Choose rows of this list.")),
    "dispute.not-seated": (
        403,
        "§10.7",
        gettext_noop("Only a seat of that deal or the director may dispute a discard."),
    ),
    "replay.cancelled": (
        404,
        "",
        gettext_noop("This deal was called off before its cards were dealt; there is no replay."),
    ),
    "replay.step": (404, "", gettext_noop("There is no such move in this deal.")),
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
    "ruling.own-duty": (
        403,
        "§10.8",
        gettext_noop(
            "You gave yourself the referee's duty, so another referee must rule on it,"
            " or somebody else must give you the duty."
        ),
    ),
    "ruling.reason": (
        422,
        "§10.8",
        gettext_noop("A ruling needs a reason of 1 to 1000 characters."),
    ),
    "ruling.section": (
        422,
        "§10.8",
        gettext_noop("A ruling needs a section of the rulebook, such as §10.3."),
    ),
}

_ENGINE_STATUS = {
    "turn.not-yours": 409,
    "turn.claims-first": 409,
    "deal.over": 409,
    "deal.not-over": 409,
    "deal.not-started": 409,
    "deal.already-started": 409,
    "claim.answered": 409,
    "seed.too-late": 409,
    "seed.given": 409,
    "seed.too-early": 409,
    "seed.bound": 409,
    "seed.not-bound": 409,
    "seed.missing": 409,
    "dispute.filed": 409,
    "ruling.given": 409,
    "ruling.none": 409,
    "dispute.unknown": 404,
}
"""What is not simply 422 among the engine's refusals."""


class Refused(Exception):
    """A command that was not carried out, with nothing changed: `code`, `section`, `status`, and a plain sentence."""

    wait: int | None = None
    """Seconds after which the same may be tried again; None where waiting alone does not help."""

    def __init__(self, code: str, detail: str = "", *, wait: int | None = None) -> None:
        self.code = code
        self.detail = detail
        self.wait = wait
        if code in _SENTENCES:
            self.status, self.section, self._sentence = _SENTENCES[code]
        else:
            self.section, self._sentence = REFUSALS[code]
            self.status = _ENGINE_STATUS.get(code, 422)
        super().__init__(code)

    @property
    def sentence(self) -> str:
        """What is wrong, by which rule, in the reader's language."""
        text = gettext(self._sentence)
        if self.wait is not None:
            minutes = -(-self.wait // 60)
            again = ngettext(
                "Try again in %(number)d second.", "Try again in %(number)d seconds.", self.wait
            )
            if minutes > 1:
                again = ngettext(
                    "Try again in %(number)d minute.", "Try again in %(number)d minutes.", minutes
                )
            text += " " + again % {"number": minutes if minutes > 1 else self.wait}
        if self.detail:
            text = f"{text} {self.detail}"
        return f"{text} ({self.section})" if self.section else text

    def __str__(self) -> str:
        """The sentence."""
        return self.sentence


def refused(error: IllegalMove | BadNotation) -> Refused:
    """The refusal for people that an error of the engine stands for."""
    if isinstance(error, IllegalMove):
        return Refused(error.code)
    return Refused("move.unreadable")
