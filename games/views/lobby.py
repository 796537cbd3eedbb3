"""The lobby: the open tables, and opening another one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from games import commands, queries, wording
from games.engine.rules import PRESETS
from games.engine.state import Phase
from games.forms import OpenTableForm
from games.lobby import freed_seats, why_not_invite
from games.models import DealSeat, Player, Seat, Table
from games.refusals import Refused
from games.schema import rules_from_plain
from games.views.asking import is_fragment, player_of, viewer_of

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
    """Whether the viewer may take one of its free seats."""
    invited: bool
    """Whether the viewer was named for it by somebody else."""
    may_invite: bool

    @property
    def facts(self) -> tuple[object, ...]:
        """All that the lobby shows of it and that can change."""
        seats = [
            (row.player_id, row.player and row.player.shown_name, row.bot) for row in self.seats
        ]
        own = (self.playing, self.mine, self.may_sit, self.invited, self.may_invite)
        return (self.table.pk, self.table.name, self.table.opened_by.shown_name, *own, *seats)


@require_safe
@never_cache
@vary_on_headers("HX-Request", "Cookie")
def lobby(request: HttpRequest) -> HttpResponse:
    """All open tables; for htmx the part that changes, or 204 where nothing has changed.

    Anybody may look; sitting down needs a member.
    """
    viewer = viewer_of(request)
    invited = queries.invitations(viewer)
    entries = [_entry(table, viewer, invited) for table in queries.open_tables()[:MOST_SHOWN]]
    entries.sort(key=lambda entry: (not entry.mine, not (entry.invited and entry.may_sit)))
    freed = freed_seats(viewer)
    mark = _mark(viewer, entries, freed)
    if is_fragment(request) and request.GET.get("shown") == mark:
        return HttpResponse(status=204)
    context = {"entries": entries, "freed_seats": freed, "mark": mark, "said": _said(entries)}
    if not is_fragment(request):
        return render(request, "games/lobby.html", context)
    answer = render(request, "games/lobby.html#live", context)
    answer["X-Fragment"] = "1"
    return answer


def _mark(viewer: Player | None, entries: Sequence[Entry], freed: Sequence[DealSeat]) -> str:
    """A mark of what the page shows this viewer in this language."""
    facts = (
        viewer and viewer.pk,
        get_language(),
        [entry.facts for entry in entries],
        [lost.pk for lost in freed],
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:20]


def _said(entries: Sequence[Entry]) -> str:
    """The lobby in a sentence: it is read out when it changes, not with each seat that is taken."""
    if not entries:
        return _("No table is open.")
    free = sum(entry.may_sit for entry in entries)
    said = ngettext("%(number)d table is open.", "%(number)d tables are open.", len(entries))
    told = said % {"number": len(entries)}
    if free:
        told += " " + ngettext(
            "At %(number)d of them there is a seat for you.",
            "At %(number)d of them there are seats for you.",
            free,
        ) % {"number": free}
    waiting = [entry.table.name for entry in entries if entry.invited and entry.may_sit]
    if waiting:
        told += " " + _("You are invited to: %(tables)s.") % {"tables": ", ".join(waiting)}
    return told


def _entry(table: Table, viewer: Player | None, invited: set[int]) -> Entry:
    seats = tuple(table.seats.all())
    running = getattr(table, "running", [])
    mine = viewer is not None and any(seat.player_id == viewer.pk for seat in seats)
    playing = any(deal.phase != Phase.SEEDS for deal in running)
    named = table.admission == Table.Admission.INVITED and table.pk in invited
    admitted = table.admission == Table.Admission.OPEN or named
    free = any(seat.player_id is None for seat in seats)
    return Entry(
        table=table,
        rules=wording.rules_name(rules_from_plain(table.rules)),
        seats=seats,
        playing=playing,
        mine=mine,
        may_sit=viewer is not None and not mine and not playing and admitted and free,
        invited=named and viewer is not None and table.opened_by_id != viewer.pk,
        may_invite=viewer is not None and not why_not_invite(viewer, table),
    )


@never_cache
@require_http_methods(["GET", "POST"])
def freed(request: HttpRequest, table_id: int) -> HttpResponse:
    """A member has read that their seat at this table became free; back to where they read it."""
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
