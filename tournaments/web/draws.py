"""Pages on which anybody checks the draws of a tournament, and the certificates to download."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.throttling import count_stranger
from tournaments.presenters.page import draws


@require_safe
@never_cache
def draw(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """What the draws are bound to, and the rounds drawn so far."""
    return render(request, "tournaments/draw.html", {"draw": draws.draw_page(tournament_id)})


@require_safe
@never_cache
def certificate(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """How even the draw of a round is, and how to check it."""
    count_stranger(request)
    page = draws.certificate_page(tournament_id, number)
    return render(request, "tournaments/certificate.html", {"page": page, "draw": page.draw})


@require_safe
@never_cache
def certificate_file(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """The certificate of a round as a file to keep, check and share."""
    count_stranger(request)
    answer = JsonResponse(
        draws.certificate_of(tournament_id, number), json_dumps_params={"indent": 1}
    )
    name = draws.file_name(tournament_id, number)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
