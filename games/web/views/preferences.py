"""Shows and saves preferences for display, sound and play: a page, and a panel at the table that posts to it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from games.commands.people.preferences import choose, set_preferences
from games.common.preferences import Preferences
from games.web.preferences import keep, preferences_of
from games.web.requests import HtmxHttpRequest, viewer_of


@never_cache
@require_http_methods(["GET", "POST"])
def preferences(request: HtmxHttpRequest) -> HttpResponse:
    """Show the preferences with examples; a POST saves those that it names.

    Visitors without a login have theirs saved in the browser.
    """
    if request.method == "GET":
        return render(request, "games/preferences.html")
    before, viewer = preferences_of(request), viewer_of(request)
    asked = {name: str(value) for name, value in request.POST.items()}
    after = set_preferences(by=viewer, asked=asked) if viewer else choose(before, asked)
    answer = _answer(request, before, after)
    if viewer is None:
        keep(answer, after, secure=request.is_secure())
    return answer


def _answer(request: HtmxHttpRequest, before: Preferences, after: Preferences) -> HttpResponse:
    if (
        request.htmx
    ):  # the script has changed what is seen; only the server can order cards and word them
        again = (after.order, after.dialect) != (before.order, before.dialect)
        return HttpResponseClientRefresh() if again else HttpResponse(status=204)
    messages.success(request, _("Your preferences are saved."))
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure()):
        back = reverse("preferences")
    return HttpResponseRedirect(back, status=303)
