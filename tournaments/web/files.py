"""Downloads of a tournament: the contents of its page as CSV and JSON, and the records of all deals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.common.addresses import own_name
from games.infrastructure.open_reading import open_to_sites
from games.infrastructure.throttling import count_stranger
from games.models import Player
from games.presenters.amounts import of_unit
from games.queries.finished.histories import People, lines_of_deals
from games.queries.play.deals import recorded_deals
from games.web.requests import viewer_of
from games.web.spreadsheets import csv_of
from tournaments import queries
from tournaments.errors import refusal
from tournaments.presenters.page.calendar import calendar_of
from tournaments.presenters.printouts.feed import feed_of, page_of
from tournaments.presenters.printouts.files import SHEETS
from tournaments.presenters.printouts.spreadsheet import in_words

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


WORDS: Final[dict[str, StrOrPromise]] = {
    "standings": _("Standings"),
    "draws": _("Draws (who sat where)"),
    "results": _("Results of all deals"),
    "ledger": of_unit(gettext_noop("Fees, prizes and corrections in %(unit)s")),
}
"""What the page calls each file."""
FORMS: Final = {"csv": "text/csv; charset=utf-8; header=present", "json": "application/json"}
"""The forms of a file, each with its type."""
FORM_WORDS: Final = {"csv": _("for spreadsheets"), "json": _("for programs")}
"""What the page calls each form."""
OF_MEMBERS: Final = frozenset({"ledger"})
"""Files for members alone."""


def offered_to(viewer: Player | None) -> list[tuple[str, StrOrPromise]]:
    """Return pairs of name and label for the files that a viewer may download."""
    return [(what, words) for what, words in WORDS.items() if viewer or what not in OF_MEMBERS]


@require_safe
@never_cache
def file(request: HttpRequest, tournament_id: int, what: str, form: str) -> HttpResponse:
    """Return one of `SHEETS` in one of `FORMATS` as a download. Its size is limited, and it is built before
    sending.
    """
    viewer = viewer_of(request)
    if viewer is None and what in OF_MEMBERS:
        return redirect_to_login(request.get_full_path())
    queries.get_tournament(tournament_id)
    count_stranger(request)
    sheet = SHEETS[what](tournament_id, viewer)
    if form == "csv":
        text = csv_of(in_words(what, sheet))
    else:
        lines = [dict(zip(sheet.columns, line, strict=True)) for line in sheet.lines]
        text = json.dumps(lines, ensure_ascii=False)
    return _saved(text, FORMS[form], f"tournament-{tournament_id}-{what}.{form}")


@open_to_sites
@require_safe
def calendar(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the tournament as a calendar file. Raises Refused("tournament.no-start") if no day is set."""
    row = queries.get_tournament(tournament_id)
    if row.starts_at is None:
        raise refusal("tournament.no-start")
    text = calendar_of([row], url=page_of, host=own_name())
    return _saved(text, "text/calendar; charset=utf-8", f"tournament-{tournament_id}.ics")


@open_to_sites
@require_safe
def calendars(_request: HttpRequest) -> HttpResponse:
    """Return the newest tournaments that have a day, as a calendar to which people can subscribe."""
    text = calendar_of(queries.with_a_day(), url=page_of, host=own_name())
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


@open_to_sites
@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """Return the newest tournaments as a JSON Feed."""
    count_stranger(request)
    text = json.dumps(feed_of(queries.newest()), ensure_ascii=False)
    return HttpResponse(text, content_type="application/feed+json")


def _saved(text: str, kind: str, name: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


CHOICES: Final[dict[People, object]] = {
    "named": _("with people's names"),
    "masked": _("without names or anything people wrote"),
}
"""How people may stand in the file, in words."""


@require_safe
@never_cache
@login_required
def records(request: HttpRequest, tournament_id: int, people: People) -> HttpResponseBase:
    """Return a file with one record per line for every finished deal that is open to members.

    `people` says how the players are named, as in the record of a single deal. Raises
    Refused("tournament.no-records") if there is no such deal yet.
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
