"""The pages on which a deal of a duplicate is compared table by table, and the file to check it by."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.throttling import count_stranger
from games.web.requests import viewer_of
from tournaments.presenters.page import duplicate


@require_safe
@never_cache
def compare(
    request: HttpRequest, tournament_id: int, round_number: int, number: int
) -> HttpResponse:
    """What each table got of a deal, and its difference from the mean."""
    count_stranger(request)
    page = duplicate.compare_page(tournament_id, round_number, number, viewer=viewer_of(request))
    return render(request, "tournaments/duplicate.html", {"page": page, "row": page.row})


@require_safe
@never_cache
def compare_file(
    request: HttpRequest, tournament_id: int, round_number: int, number: int
) -> HttpResponse:
    """The comparison as a file to keep, check and share."""
    count_stranger(request)
    answer = JsonResponse(
        duplicate.comparison_of(tournament_id, round_number, number, viewer=viewer_of(request)),
        json_dumps_params={"indent": 1},
    )
    name = duplicate.file_name(tournament_id, round_number, number)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
