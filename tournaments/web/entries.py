"""Pages of the entries of a tournament: who plays on, who sits a round out, who has left."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of
from tournaments import commands
from tournaments.commands.authority import require_director
from tournaments.errors import RefusedByTournament, refusal
from tournaments.models import Tournament
from tournaments.presenters.page import entry as presenter
from tournaments.web.act_forms import RemoveForm
from tournaments.web.idempotent import IdempotentForm

_Acts = dict[str, tuple[Callable[..., int], str]]

_OF_ALL: Final[_Acts] = {
    "check-in": (commands.check_in, gettext_noop("Checked in.")),
    "undo-check-in": (commands.undo_check_in, gettext_noop("The check-in is undone.")),
    "take-seat": (
        commands.take_seat,
        gettext_noop("The member plays in a bot's seat from the next deal on."),
    ),
    "sit-out": (commands.sit_out, gettext_noop("The next round is drawn without this member.")),
    "sit-in": (commands.sit_in, gettext_noop("The next round is drawn with this member.")),
    "take-back": (commands.take_back, gettext_noop("The next round is drawn with this member.")),
}
_OF_MEMBERS: Final[_Acts] = {
    **_OF_ALL,
    "check-in": (commands.check_in, gettext_noop("You are checked in.")),
    "take-seat": (
        commands.take_seat,
        gettext_noop("You play in a bot's seat from the next deal on."),
    ),
    "sit-out": (commands.sit_out, gettext_noop("The next round is drawn without you.")),
    "sit-in": (commands.sit_in, gettext_noop("The next round is drawn with you.")),
    "take-back": (commands.take_back, gettext_noop("The next round is drawn with you.")),
    "leave": (commands.leave, gettext_noop("You have withdrawn from the tournament.")),
}
_OF_DIRECTORS: Final[_Acts] = {
    **_OF_ALL,
    "take-back": (partial(commands.take_back, as_director=True), _OF_ALL["take-back"][1]),
    "remove": (commands.remove, gettext_noop("The member is removed.")),
}
"""What a page's buttons do, and what is said when it is done."""


@login_required
@never_cache
@require_safe
def entries(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """All entries, each with a way to what a director may do about it."""
    require_director(player_of(request))
    row, found = presenter.entries(tournament_id)
    shown = {"row": row, "entries": found, "idempotency_key": uuid4()}
    return render(request, "tournaments/entries.html", shown)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def entry(request: HtmxHttpRequest, tournament_id: int, player_id: int) -> HttpResponse:
    """An entry as a director sees it; POST does what its `act` says."""
    require_director(player_of(request))
    return _entry(request, tournament_id, player_id, directs=True)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def own_entry(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """The viewer's own entry; POST does what its `act` says."""
    return _entry(request, tournament_id, player_of(request).pk, directs=False)


def _entry(
    request: HtmxHttpRequest, tournament_id: int, player_id: int, *, directs: bool
) -> HttpResponse:
    page = presenter.entry_page(tournament_id, player_id, directs=directs)
    form, status = RemoveForm(), 200
    if request.method == "POST":
        act, status = request.POST.get("act", ""), 422
        sent = (RemoveForm if act == "remove" else IdempotentForm)(request.POST)
        if sent.is_valid():
            try:
                said = _act(request, act, page, sent)
            except RefusedByTournament as refused:
                status = refused.status
                sent.add_refusal(refused)
            else:
                messages.success(request, said)
                if act in ("check-in", "undo-check-in") or _gone_before_start(page, act):
                    # A second press at the same spot must meet no other button.
                    return see_other(
                        "tournament-entries" if directs else "tournament", tournament_id
                    )
                if directs:
                    return see_other("tournament-entry", tournament_id, player_id)
                return see_other("own-entry", tournament_id)
        page = presenter.entry_page(tournament_id, player_id, directs=directs)
        if isinstance(sent, RemoveForm) and page.remove:
            form = sent  # what is wrong with it stands in it
        else:
            for wrong in sent.non_field_errors():
                messages.error(request, str(wrong))
    shown = {"page": page, "form": form}
    return render(request, "tournaments/entry.html", shown, status=status)


def _gone_before_start(page: presenter.EntryPage, act: str) -> bool:
    """Whether a member is removed before the start, whose entry has no page any more."""
    return act == "remove" and page.row.status == Tournament.Status.OPEN


def _act(
    request: HtmxHttpRequest, act: str, page: presenter.EntryPage, form: IdempotentForm
) -> str:
    """Do it, and what to say of it. Raises RefusedByTournament."""
    acts = _OF_DIRECTORS if page.directs else _OF_MEMBERS
    if act not in acts:
        raise refusal("tournament.act-unknown")
    command, said = acts[act]
    by, given = player_of(request), dict(form.cleaned_data)
    player_id, once = page.entry.player_id, given.pop("idempotency_key")
    if act != "leave":
        given["player"] = player_id
    command(
        by=by,
        tournament_id=page.row.pk,
        now=timezone.now(),
        idempotency_key=f"{act}:{by.pk}:{player_id}:{once}",
        **given,
    )
    return _(said)
