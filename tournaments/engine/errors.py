"""What a tournament refuses: one exception, with a code that never changes and the facts for a sentence."""

from __future__ import annotations

from typing import Final


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation; the pages translate it, this module knows no language."""
    return sentence


SENTENCES: Final[dict[str, str]] = {
    "tournament.unknown": gettext_noop("There is no such tournament."),
    "tournament.no-such-event": gettext_noop("The tournament's log has no such event."),
    "tournament.not-director": gettext_noop("Only a director may do that."),
    "tournament.own-interest": gettext_noop(
        "You play in this tournament. Ask another director to do that for other members."
    ),
    "tournament.stale": gettext_noop(
        "The tournament has moved on meanwhile. Look at it again and choose once more."
    ),
    "tournament.too-few-chips": gettext_noop(
        "The entry fee is {fee} chips, and {balance} of yours are free for it. Ask a director for chips."
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
    "tournament.shares-rising": gettext_noop(
        "No place may get a larger prize share than the place before it."
    ),
    "tournament.shares-not-100": gettext_noop(
        "The prize shares must add up to 100 percent; these add up to {total}."
    ),
    "tournament.start-out-of-range": gettext_noop(
        "The tournament must begin after now and within {days} days."
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
