"""Requires two-step login of every member who has set it up, and of staff if the club requires it.

Staff who have not set it up may still view most pages, and do what any member may (`ANY_MEMBER`). Pages for a duty,
and all other pages that change something, new ones included, are closed to them.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.core import checks
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    JsonResponse,
)
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django_htmx.http import HttpResponseClientRedirect

from games.api.serializers import problem
from games.errors import Refused
from games.models import Player
from games.queries.people import second_factor
from games.web.requests import HtmxHttpRequest
from tusac_site.security import duty_acts

ALWAYS: Final = frozenset(
    {
        *("login", "logout", "admin:logout", "set_language"),
        *("show-factor", "admin:jsi18n", "healthz", "readyz", "metrics"),
    }
)
"""What is open to who has still to show a second factor."""
ANY_MEMBER: Final = frozenset(
    {
        *("password_change", "second-factor", "logins", "preferences", "open-table", "freed"),
        *("hide-rating", "own-merge"),
        *(
            "sit",
            "swap",
            "leave",
            "ready",
            "reveal",
            "move",
            "hold",
            "back",
            "say",
            "mute",
            "notices",
            "pace",
        ),
        *(
            "lesson-step",
            "first-minute-step",
            "coach",
            "play-now",
            "join",
            "become-member",
            "login-card",
        ),
        "first-owner",
        *("enter-tournament", "withdraw-from-tournament", "own-entry", "log-cosignatures"),
        *("table-result", "told-discard", "deal-photographs", "replay-open", "replay-appeal"),
        "replay-answer",
        *("answer-agreement", "tournament-seats", "records", "saved-searches", "replay-analysis"),
        *("puzzle", "replay-puzzle", "replay-notes", "replay-keep", "collection"),
        *("review", "replay-review", "replay-dispute", "call"),
    }
)
"""What changes something and needs no duty, but for the acts of `tusac_site.security.duty_acts`."""
OF_DUTY: Final = frozenset(
    {
        *("members", "member-account", "add-members", "print-cards", "backup", "club-settings"),
        *("club-health", "webhooks", "webhook"),
        *("merges", "desk", "desk-case", "desk-real-cards"),
        *("alarms", "calls", "flows", "log-refusals", "invite-to-club"),
        *("create-tournament", "start-tournament", "close-tournament", "cancel-tournament"),
        *("tournament-templates", "tournament-template"),
        *("tournament-entry-list", "tournament-invitations", "describe-tournament"),
        *(
            "tournament-entries",
            "tournament-entry",
            "guest-phones",
            "tournament-time",
            "tournament-cash",
            "edit-series",
            "tournament-corrections",
        ),
        *("correct-deal", "correct-redraw", "correct-points", "correct-adjustment"),
        *(
            "correct-terms",
            "correct-apart",
            "sign-correction",
            "real-cards",
            "decide-result",
            "enter-sheets",
            "give-draw",
        ),
        *("tournament-substitutes", "rule-discard", "report-conduct", "take-report-back"),
        *("warn", "take-warning-back"),
    }
)
"""Pages that only a duty opens, beside the admin's."""
_SAFE = {"GET", "HEAD", "OPTIONS"}


class SecondFactor(MiddlewareMixin):
    """Redirect users without the second factor to the page where they set it up or enter it."""

    def process_view(
        self, request: HtmxHttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        """Return None for users who may go on, otherwise the redirect or refusal."""
        match = request.resolver_match
        name = match.view_name if match is not None else ""
        if name in ALWAYS or not isinstance(request.user, Player):
            return None
        waited_for = second_factor.is_waited_for(request.session)
        if name == "turns" and (waited_for or request.user.password_is_given):
            # The very page that is led to asks: led there again, it would load itself without end.
            return HttpResponse(status=204)
        if waited_for:
            return _led(request, "show-factor")
        if request.user.password_is_given and name != "password_change":
            # Whoever set it knows it: before the member has another one, it opens no table.
            return _led(request, "password_change", "password.given")
        # The API's views name scopes, and games.api.scopes asks for the factor.
        of_duty = (
            name.startswith("admin:")
            or name in OF_DUTY
            or (request.method not in _SAFE and name not in ANY_MEMBER and not _is_api(request))
        )
        may_act = request.method not in _SAFE and name in duty_acts.PAGES
        lacking = (of_duty or may_act) and lacks_factor(request)
        if lacking and (
            of_duty or duty_acts.needs_duty_on_page(name, request.user, kwargs, request.POST)
        ):
            return _led(request, "second-factor")
        return None


def lacks_factor(request: HttpRequest) -> bool:
    """Return whether the user has a duty that needs a second factor, which this session has not shown."""
    user = request.user
    return (
        isinstance(user, Player)
        and second_factor.is_required_of(user)
        and not second_factor.was_shown(user, request.session)
    )


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _led(request: HtmxHttpRequest, where: str, code: str = "factor.needed") -> HttpResponse:
    if _is_api(request):
        refused = Refused(code)
        return JsonResponse(problem(refused), status=refused.status)
    back = request.get_full_path() if request.method == "GET" and not request.htmx else "/"
    address = f"{reverse(where)}?{urlencode({'next': back})}"
    return HttpResponseClientRedirect(address) if request.htmx else HttpResponseRedirect(address)


@checks.register(checks.Tags.security, deploy=True)
def required_in_production(**_kwargs: Any) -> list[checks.CheckMessage]:
    """Return a warning, as a system check, if a public club protects its duties by passwords alone."""
    if settings.PRODUCTION and settings.TUSAC_SECOND_FACTOR != "required":
        return [
            checks.Warning(
                "TUSAC_SECOND_FACTOR is optional: a director's password alone opens what the duty allows.",
                hint="Leave it out, or set it to required.",
                id="tusac.W001",
            )
        ]
    return []
