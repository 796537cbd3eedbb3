"""What a tournament refuses, for people: the HTTP status and the sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.utils.translation import gettext

from games.errors import Refused
from tournaments.engine.errors import TournamentRefused

_STATUS: Final = {
    "tournament.unknown": 404,
    "tournament.damaged": 503,
    "tournament.no-such-deal": 404,
    "tournament.photograph-gone": 404,
    "tournament.photograph-large": 413,
    "tournament.no-such-event": 404,
    "tournament.no-such-member": 404,
    "tournament.no-records": 404,
    "tournament.no-start": 404,
    "tournament.no-such-round": 404,
    "tournament.no-such-series": 404,
    "tournament.no-such-template": 404,
    "tournament.template-exists": 409,
    "tournament.templates-many": 409,
    "tournament.given-not-fixed": 404,
    "tournament.given-none": 409,
    "tournament.groups-too-few": 409,
    "tournament.final-seat": 409,
    "tournament.given-without": 409,
    "tournament.given-apart": 409,
    "tournament.given-rounds": 409,
    "tournament.no-such-duplicate": 404,
    "tournament.not-director": 403,
    "tournament.own-interest": 403,
    "tournament.own-dispute": 403,
    "tournament.own-duty": 403,
    "tournament.not-judge": 403,
    "tournament.stale": 409,
    "tournament.too-few-chips": 409,
    "tournament.already-started": 409,
    "tournament.not-running": 409,
    "tournament.closed": 409,
    "tournament.cancelled": 409,
    "tournament.entered-twice": 409,
    "tournament.not-entered": 409,
    "tournament.too-few-chips-of": 409,
    "tournament.own-password": 409,
    "tournament.list-wrong": 409,
    "tournament.full": 409,
    "tournament.too-few": 409,
    "tournament.too-late": 409,
    "tournament.no-check-in": 409,
    "tournament.last-round-drawn": 409,
    "tournament.has-left": 409,
    "tournament.has-not-left": 409,
    "tournament.removed": 403,
    "tournament.not-invited": 403,
    "tournament.own-name": 403,
    "tournament.no-invitations": 409,
    "tournament.invited-too-many": 409,
    "tournament.invitation-used": 409,
    "tournament.turned-away": 403,
    "tournament.drawn-without": 409,
    "tournament.nobody-left": 409,
    "tournament.round-open": 409,
    "tournament.rounds-left": 409,
    "tournament.deal-already-scored": 409,
    "tournament.draw-secret-lost": 409,
    **dict.fromkeys(
        (
            "tournament.correction-waits",
            "tournament.correction-proposer",
            "tournament.correction-moves-more",
            "tournament.voided-already",
            "tournament.not-voided",
            "tournament.voided-by-ruling",
            "tournament.replayed-already",
            "tournament.replay-too-late",
            "tournament.replay-begun",
            "tournament.deal-runs",
            "tournament.deal-stopped",
            "tournament.no-open-round",
            "tournament.cards-dealt",
            "tournament.not-redrawn",
            "tournament.redraw-taken-back",
            "tournament.redraw-stands",
            "tournament.one-secret",
            "tournament.no-such-adjustment",
            "tournament.rounds-drawn",
            "tournament.entered-by-terms",
            "tournament.check-in-ended",
            "tournament.duplicate-too-late",
            "tournament.disputes-open",
            "tournament.duplicate-one-table",
            "tournament.duplicate-unbound",
            "tournament.last-round-drawn-terms",
            "tournament.no-such-group",
            "tournament.apart-impossible",
            "tournament.reserve-entered",
            "tournament.reserve-full",
            "tournament.substitute-sits",
            "tournament.substitute-plays",
            "tournament.substitute-was",
            "tournament.has-judged",
            "tournament.directs",
            "tournament.substitute-unlisted",
            "tournament.seat-of-bot",
            "tournament.table-done",
            "tournament.drawn-already",
            "tournament.no-bots-seat",
        ),
        409,
    ),
    "tournament.no-such-table": 404,
    "tournament.correction-unknown": 404,
    "tournament.correction-own": 403,
    "tournament.no-such-sanction": 404,
    "tournament.sanction-time": 409,
    "tournament.no-such-call": 404,
    "tournament.sanction-back-already": 409,
    "tournament.adjustment-of-sanction": 409,
    "tournament.sanction-no-line": 409,
    "tournament.not-at-table": 403,
    "tournament.not-cardboard": 409,
    "tournament.cardboard-unopened": 409,
    "tournament.cardboard-played": 409,
    "tournament.cardboard-bot": 409,
    "tournament.cardboard-dealt": 409,
    "tournament.cardboard-last": 409,
    "tournament.cardboard-entered": 409,
    "tournament.cardboard-order": 409,
    "tournament.cardboard-changed": 409,
    "tournament.cardboard-contradicted": 409,
    **dict.fromkeys(
        (
            "tournament.cardboard-final",
            "tournament.appeal-over",
            "tournament.deals-left",
            "tournament.discard-open",
            "tournament.photograph-same",
            "tournament.photographs-many",
            "tournament.photographs-ever",
            "tournament.discard-ruled",
            "tournament.discard-disputed",
            "tournament.discard-ruled-already",
            "tournament.discard-not-open",
            "tournament.discard-proposed",
            "tournament.discard-not-proposed",
            "tournament.discard-no-ruling",
            "tournament.discard-answered",
        ),
        409,
    ),
    "tournament.cardboard-own-decision": 403,
    "tournament.discard-interest": 403,
    "tournament.discard-not-accused": 403,
    "tournament.cardboard-undecided": 409,
}
"""What is not simply 422."""


class RefusedByTournament(Refused):
    """A command of a tournament that was not carried out, with nothing changed; treated as any `Refused`."""

    def __init__(self, error: TournamentRefused) -> None:
        """`error` is what the decision raised."""
        Exception.__init__(self, error.code)
        self.code = error.code
        self.params = error.params
        self.detail = ""
        self.section = ""
        self.status = _STATUS.get(error.code, 422)
        self._sentence = error.sentence

    @property
    def sentence(self) -> str:
        """What is wrong, in the reader's language."""
        return gettext(self._sentence).format(**self.params)


def refusal(code: str, **params: int | str) -> RefusedByTournament:
    """The refusal with this code and these facts."""
    return RefusedByTournament(TournamentRefused(code, **params))


@contextmanager
def for_people() -> Iterator[None]:
    """Turn what a decision refuses inside this block into a refusal for people."""
    try:
        yield
    except TournamentRefused as error:
        raise RefusedByTournament(error) from error
