"""Limits writes by pages and the API, counted by kind. `infrastructure.throttling` has the numbers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from django.http import HttpResponse, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.common.addresses import network_of
from games.errors import Refused
from games.infrastructure.throttling import STANDING, count, standing
from games.web.requests import HtmxHttpRequest
from tusac_site.errors import answer

_GUESSED: Final = frozenset({"join", "become-member", "first-owner"})
"""Where codes and keys can be guessed: guests count by their address, which makes as many of them as it likes."""
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
COUNTED_AS: Final[dict[str, str]] = {
    # name of an address → what it counts as; all other writes are "other"
    "move": "moves",
    "deal-moves": "moves",
    "sit": "seats",
    "swap": "seats",
    "leave": "seats",
    "ready": "seats",
    "start": "seats",
    "freed": "seats",
    "table-sit": "seats",
    "any-table-sit": "seats",
    "table-leave": "seats",
    "table-swap": "seats",
    "deal-ready": "seats",
    "reveal": "seats",
    "deal-reveal": "seats",
    "hold": "moves",
    "pairs": "moves",
    "deal-pairs": "moves",
    "deal-hold": "moves",
    "back": "seats",
    "deal-back": "seats",
    "pause": "seats",
    "pace": "seats",
    "table-pace": "seats",
    "deal-pause": "seats",
    "deal-halt": "directing",
    "more-time": "directing",
    "deal-time": "directing",
    "call": "disputes",
    "table-call": "disputes",
    "calls": "directing",
    "call-take": "directing",
    "call-answer": "directing",
    "say": "phrases",
    "table-say": "phrases",
    "mute": "phrases",
    "table-mute": "phrases",
    "company": "directing",
    "table-company": "directing",
    "open-table": "tables",
    "tables": "tables",
    "close-table": "tables",
    "invitations": "invitations",
    "table-invitations": "invitations",
    "table-take-invitation-back": "invitations",
    "invite-to-club": "invitations",
    "desk-case": "admin",
    "desk-real-cards": "admin",
    "members": "directing",
    "member-account": "directing",
    "add-members": "directing",
    "print-cards": "directing",
    "merges": "directing",
    "own-merge": "account",
    "login-card": "logins",
    "staff": "directing",
    "backup": "account",
    "webhooks": "directing",
    "webhook": "directing",
    "play-now": "plays",
    "play-with-friends": "plays",
    "way-back": "account",
    "play-again": "plays",
    "join": "joins",
    "become-member": "account",
    "first-owner": "account",
    "replay-dispute": "disputes",
    "replay-answer": "disputes",
    "replay-appeal": "disputes",
    "deal-disputes": "disputes",
    "deal-answer": "disputes",
    "deal-appeal": "disputes",
    "deal-notes": "other",
    "deal-note-removal": "other",
    "replay-open": "other",
    "saved-searches": "other",
    "replay-analysis": "analyses",
    "tournament-analysis": "directing",
    "tournament-deals-analysis": "directing",
    "replay-puzzle": "other",
    "replay-notes": "other",
    "replay-keep": "other",
    "collection": "other",
    "replay-review": "other",
    "review": "reviews",
    "puzzle": "other",
    "records": "disputes",
    "enter-tournament": "entries",
    "withdraw-from-tournament": "entries",
    "own-entry": "entries",
    "answer-agreement": "entries",
    "tournament-agreement": "entries",
    "tournament-seats": "entries",
    "own-seat": "entries",
    "given-seats": "directing",
    "tournament-reserve": "entries",
    "tournament-substitutes": "directing",
    "tournament-entry": "directing",
    "table-result": "seats",
    "table-results": "seats",
    "decide-result": "directing",
    "enter-sheets": "directing",
    "table-correction": "directing",
    "real-cards": "directing",
    "deal-photographs": "disputes",
    "table-photographs": "disputes",
    "table-photographs-one-removal": "directing",
    "told-discard": "disputes",
    "table-dispute": "disputes",
    "table-appeal": "disputes",
    "table-answer": "disputes",
    "table-ruling": "directing",
    "round-end": "directing",
    "rule-discard": "directing",
    "create-tournament": "directing",
    "tournament-entry-list": "directing",
    "entry-list": "directing",
    "tournament-entries": "directing",
    "guest-phones": "directing",
    "tournament-guests": "directing",
    **dict.fromkeys(
        (
            *("tournament-enter", "tournament-withdraw", "tournament-check-in"),
            *("tournament-undo-check-in", "tournament-sit-out", "tournament-sit-in"),
            *("tournament-leave", "tournament-return", "table-digits"),
        ),
        "entries",
    ),
    **dict.fromkeys(
        (
            *("tournaments", "tournament-series", "round-sheets", "table-end"),
            *("tournament-describe", "tournament-start", "tournament-draw-on"),
            *("tournament-close", "tournament-cancel", "tournament-pause", "tournament-resume"),
            *("tournament-beginning", "tournament-longer", "tournament-entry-check-in"),
            *("tournament-entry-undo-check-in", "tournament-entry-take-seat"),
            *("tournament-entry-sit-out", "tournament-entry-sit-in", "tournament-entry-remove"),
            *("tournament-entry-return", "tournament-entry-allow", "tournament-reserve-guest"),
            *("tournament-reserve-member", "tournament-reserve-leave", "tournament-void-deal"),
            *("tournament-replay-deal", "tournament-restore-deal", "tournament-redraw"),
            *("tournament-undo-redraw", "tournament-adjust-points", "tournament-undo-points"),
            *("tournament-correct-terms", "tournament-keep-apart", "tournament-end-apart"),
            *("table-ruling-signature", "table-ruling-rejection", "table-ruling-withdrawal"),
            *("deal-ruling", "deal-ruling-withdrawal", "deal-ruling-signature"),
            "deal-ruling-rejection",
        ),
        "directing",
    ),
    "tournament-templates": "directing",
    "tournament-template": "directing",
    "template-announcement": "directing",
    "tournament-invitations": "directing",
    "invitation-taken-back": "directing",
    "describe-tournament": "directing",
    "correct-deal": "directing",
    "correct-redraw": "directing",
    "correct-points": "directing",
    "correct-adjustment": "directing",
    "sign-correction": "directing",
    "correction-signature": "directing",
    "correction-declined": "directing",
    "report-conduct": "directing",
    "warn": "directing",
    "take-warning-back": "directing",
    "table-warn": "directing",
    "table-take-warning-back": "directing",
    "take-report-back": "directing",
    "tournament-reports": "directing",
    "report-taken-back": "directing",
    "sanction-table": "directing",
    "correct-terms": "directing",
    "correct-apart": "directing",
    "give-draw": "directing",
    "tournament-given-draw": "directing",
    "start-tournament": "directing",
    "tournament-time": "directing",
    "tournament-cash": "directing",
    "tournament-box": "directing",
    "cash-taken-back": "directing",
    "cash-counts": "directing",
    "edit-series": "directing",
    "close-tournament": "directing",
    "cancel-tournament": "directing",
    "login": "logins",
    "token": "logins",
    "preferences": "other",
    "notices": "other",
    "notices-read": "other",
    "hide-rating": "other",
    "tokens": "account",
    "second-factor": "account",
    "show-factor": "account",
    "logins": "account",
    "log-cosignatures": "log",
    "lesson-step": "lessons",
    "first-minute-step": "lessons",
    "coach": "lessons",
    "password_change": "account",
}


def counted_as(request: Any) -> str:
    """Return the kind of write that a request's address counts as."""
    match = request.resolver_match
    if match is None:
        return "other"
    return "admin" if match.app_name == "admin" else COUNTED_AS.get(match.url_name, "other")


def _who(request: Any) -> str:
    user = request.user
    known = user is not None and user.is_authenticated
    if known and user.is_guest and request.resolver_match.url_name in _GUESSED:
        known = False
    return (
        f"player:{user.pk}" if known else f"address:{network_of(request.META.get('REMOTE_ADDR'))}"
    )


def _count(request: Any) -> None:
    """Count the request, if it is a write, for its user or IP address. Raises Refused if it is over the limit."""
    if request.method not in SAFE:
        count(counted_as(request), _who(request))


class WriteLimits(MiddlewareMixin):
    """Count writes from pages. The API counts its own, because only it knows the owner of a token."""

    def process_view(
        self,
        request: HtmxHttpRequest,
        view: Callable[..., HttpResponseBase],
        args: Any,
        kwargs: Any,
    ) -> HttpResponse | None:
        """Refuse a write over the limit; return None for all other requests.

        A view with its own `refuse` renders the refusal, and can show more than the sentence.
        """
        if hasattr(view, "cls"):  # a view of the API
            return None
        try:
            _count(request)
        except Refused as refusal:
            refuse = getattr(view, "refuse", None)
            with suppress(Refused):  # where there is nothing that it could show
                if refuse is not None:
                    shown: HttpResponse = refuse(request, refusal=refusal, **kwargs)
                    return shown
            return answer(request, refusal)
        return None


class WriteThrottle(BaseThrottle):
    """The limits of writes for the API; reading is free."""

    def allow_request(self, request: Request, view: object) -> bool:
        """Return True; raise Refused if the caller has written too often.

        The code is `request.too-many` for every kind of write.
        """
        try:
            _count(request)
        except Refused as refusal:
            raise Refused("request.too-many", wait=refusal.wait) from refusal
        finally:
            if request.method not in SAFE:
                setattr(request._request, STANDING, standing(counted_as(request), _who(request)))
        return True
