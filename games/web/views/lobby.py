"""Pages of the lobby: the open tables, and the form to open another one."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from games import commands, queries
from games.errors import Refused
from games.models import Table
from games.presenters.learning.lessons import step_page
from games.presenters.lobby import lobby_page
from games.queries.club.house import rules_named
from games.queries.finished.pagination import cursor
from games.web.documents import SHOWN_STEP
from games.web.forms import OpenTableForm
from games.web.requests import HtmxHttpRequest, player_of, viewer_of
from games.web.views.club.first_steps import in_lobby
from games.web.views.coach import COOKIE, keep

WELCOME: Final = _("Tứ Sắc, the four-colour card game")
ABOUT: Final = _(
    "Turn the cards in your hand into sets before the others do. Play against bots without an account, learn as you go,"
    " or watch the club's tables."
)
"""What a stranger reads first, on the front page and where a link to it is shown."""


@require_safe
@never_cache
@vary_on_headers("HX-Request", "Cookie")
def lobby(request: HtmxHttpRequest) -> HttpResponse:
    """Show all open tables. For htmx, return only the part that changes, or 204 if nothing has changed.

    Anybody may look, even without an account.
    """
    viewer = viewer_of(request)
    page = lobby_page(viewer, cursor(request.GET.get("page")) or 1)
    if not request.htmx:
        shown = None if viewer else step_page(*SHOWN_STEP)
        told = {"shown_table": shown, "title": WELCOME, "about": ABOUT}
        context = {"page": page, **told, **in_lobby(request, viewer)}
        return render(request, "games/lobby.html", context)
    if request.GET.get("shown") == page.etag:
        return HttpResponse(status=204)
    return render(request, "games/lobby.html#live", {"page": page})


@never_cache
@require_http_methods(["GET", "POST"])
def freed(request: HttpRequest, table_id: int) -> HttpResponse:
    """Store that a member has read the notice about losing their seat at this table, and redirect to the same
    page.
    """
    if request.method == "POST":
        player = player_of(request)
        commands.note_freed_seat(by=player, table_id=queries.get_table(table_id).pk)
        if request.POST.get("back") == "table":
            return redirect("table", table_id)
    return redirect("lobby")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    """Open a table; sending the form twice opens only one."""
    host = player_of(request)
    if request.method == "GET":
        name = queries.table_name_for(host)
        form = OpenTableForm(host=host, initial={"name": name})
        return render(request, "games/open_table.html", {"form": form})
    form = OpenTableForm(request.POST, host=host)
    if not form.is_valid():
        return render(request, "games/open_table.html", {"form": form}, status=422)
    read = form.cleaned_data
    coached = read.get("coached")
    now = timezone.now()
    try:
        with transaction.atomic():  # no table stays behind that its host may not sit at
            table, fresh = commands.open_table_by_form(
                by=host,
                idempotency_key=read["idempotency_key"],
                terms=commands.TableTerms(
                    name=read["name"],
                    rules=rules_named(read["rules"]),
                    seats=read["seats"],
                    filler=read["filler"],
                    pace=read["pace"] or Table.Pace.NORMAL,
                    seconds_per_move=read["seconds_per_move"],
                    bank_seconds=read["bank_seconds"] or 0,
                    spectators=int(read["spectator_delay"]) >= 0,
                    spectator_delay=max(0, int(read["spectator_delay"])),
                    starts_itself=read["starts_itself"],
                    wants_bots=read["wants_bots"],
                    chips_per_point=read["chips_per_point"],
                    coach={"yes": True, "no": False}.get(read["coach"], coached or None),
                    admission=read["admission"],
                ),
                invited=read["invited"],
                now=now,
            )
            if read["sit"] and fresh:
                commands.sit_down(by=host, table_id=table.pk, seat=0, now=now)
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        return render(request, "games/open_table.html", {"form": form}, status=refusal.status)
    answer = redirect("table", table.pk)
    if coached is not None and coached == (request.COOKIES.get(COOKIE) == "0"):
        keep(request, answer, on=coached)  # it is on by itself where nothing was said
    return answer
