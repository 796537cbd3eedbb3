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
    "tournament.already-started": gettext_noop("The tournament has already started."),
    "tournament.not-running": gettext_noop("The tournament is not running."),
    "tournament.closed": gettext_noop("The tournament is closed."),
    "tournament.cancelled": gettext_noop("The tournament was cancelled."),
    "tournament.entered-twice": gettext_noop("This member has already entered."),
    "tournament.not-entered": gettext_noop("This member has not entered."),
    "tournament.full": gettext_noop("The tournament is full: at most {limit} members can enter."),
    "tournament.too-few": gettext_noop(
        "At least {least} member must have entered before the tournament can start."
    ),
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
