"""The records of all deals of a tournament as one file: what anybody needs to check every card and every point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.queries.finished.record_files import People, lines_of_deals
from games.queries.play.deals import recorded_deals
from tournaments import queries
from tournaments.errors import refusal

CHOICES: Final[dict[People, object]] = {
    "named": _("with the names of people"),
    "masked": _("without names and words of people"),
}
"""How people may stand in the file, in words."""


@require_safe
@never_cache
@login_required
def records(request: HttpRequest, tournament_id: int, people: People) -> HttpResponseBase:
    """One record a line of every deal that is over and open; for members, as each record by itself.

    Raises Refused("tournament.no-records") before there is any.
    """
    queries.get_tournament(tournament_id)
    deals = recorded_deals(tournament_id)
    if not deals:
        raise refusal("tournament.no-records")
    lines = lines_of_deals(deals, people=people)
    answer = StreamingHttpResponse(_ended(lines), content_type="application/jsonl")
    name = f"tournament-{tournament_id}-{people}.jsonl"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _ended(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield line + "\n"
