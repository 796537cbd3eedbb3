"""The lobby: the open tables, and opening another one."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import commands, queries, wording
from games.engine.rules import PRESETS
from games.engine.state import Phase
from games.forms import OpenTableForm
from games.models import Player, Seat, Table
from games.refusals import Refused
from games.schema import rules_from_plain
from games.views.asking import player_of, viewer_of

MOST_SHOWN = 200
"""How many tables the lobby lists."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A table as the lobby lists it."""

    table: Table
    rules: str
    seats: tuple[Seat, ...]
    playing: bool
    """Whether the cards of a deal are dealt."""
    mine: bool
    may_sit: bool


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """All open tables. Anybody may look; sitting down needs a member."""
    viewer = viewer_of(request)
    invited = queries.invitations(viewer)
    entries = [_entry(table, viewer, invited) for table in queries.open_tables()[:MOST_SHOWN]]
    entries.sort(key=lambda entry: not entry.mine)
    return render(request, "games/lobby.html", {"entries": entries})


def _entry(table: Table, viewer: Player | None, invited: set[int]) -> Entry:
    seats = tuple(table.seats.all())
    running = getattr(table, "running", [])
    mine = viewer is not None and any(seat.player_id == viewer.pk for seat in seats)
    playing = any(deal.phase != Phase.SEEDS for deal in running)
    admitted = table.admission == Table.Admission.OPEN or (
        table.admission == Table.Admission.INVITED and table.pk in invited
    )
    return Entry(
        table=table,
        rules=wording.rules_name(rules_from_plain(table.rules)),
        seats=seats,
        playing=playing,
        mine=mine,
        may_sit=viewer is not None and not mine and not playing and admitted,
    )


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    """Open a table; the form sent twice opens it once."""
    host = player_of(request)
    if request.method == "GET":
        name = queries.table_name_for(host)
        form = OpenTableForm(host=host, initial={"name": name})
        return render(request, "games/open_table.html", {"form": form})
    form = OpenTableForm(request.POST, host=host)
    if not form.is_valid():
        return render(request, "games/open_table.html", {"form": form}, status=422)
    read = form.cleaned_data
    now = timezone.now()
    try:
        table, fresh = commands.open_table_once(
            by=host,
            once=read["once"],
            name=read["name"],
            rules=PRESETS[read["rules"]],
            seats=read["seats"],
            filler=read["filler"],
            seconds_per_move=read["seconds_per_move"],
            chips_per_point=read["chips_per_point"],
            admission=read["admission"],
            invited=read["invited"],
            now=now,
        )
        if read["sit"] and fresh:
            commands.sit_down(by=host, table_id=table.pk, seat=0, now=now)
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        return render(request, "games/open_table.html", {"form": form}, status=refusal.status)
    return redirect("table", table.pk)
