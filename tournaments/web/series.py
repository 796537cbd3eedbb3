"""The page of a series of tournaments."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.presenters.page.series import series_page


@require_safe
@never_cache
def series(request: HttpRequest) -> HttpResponse:
    """The standings of the series that is named in the address. Anybody may look."""
    page = series_page(request.GET.get("name", ""))
    return render(request, "tournaments/series.html", {"page": page})
