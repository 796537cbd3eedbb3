"""The standings of a tournament for embedding in another site's page. Who is logged in makes no difference."""

from __future__ import annotations

from typing import cast

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.infrastructure.open_reading import open_to_sites
from games.web.dialect import speak
from games.web.requests import HtmxHttpRequest
from tournaments.presenters.printouts.result import result_page


# Outside, so that they mark the 304 too, by which a browser renews the headers of what it holds.
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@open_to_sites
@require_safe
def standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the standings for embedding elsewhere, in the language `lang` if the club has it."""
    language = request.GET.get("lang", "")
    if language in dict(settings.LANGUAGES):
        speak(cast(HtmxHttpRequest, request), language)
    page = result_page(tournament_id)
    return render(request, "tournaments/embedded.html", {"page": page, "row": page.row})
