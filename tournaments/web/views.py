"""Pages of tournaments: one address to view a tournament, and one for each action of a member or director."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from games.engine.disputing.periods import HELD
from games.inputs import arguments, form_field
from games.models import Player
from games.queries.finished.pagination import cursor
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of, viewer_of
from tournaments import commands, queries
from tournaments.engine import decisions
from tournaments.engine.people import entries
from tournaments.engine.state import TournamentState
from tournaments.errors import RefusedByTournament, translate_refusals
from tournaments.inputs import StartSerializer
from tournaments.models import Tournament
from tournaments.presenters.director.panel import panel_of
from tournaments.presenters.log.agreement_words import IF_YOU_PLAY, waiting_agreements
from tournaments.presenters.page import overview as pages
from tournaments.presenters.page.shared_lists import Shared
from tournaments.queries.at_tables import own_to_confirm
from tournaments.queries.templates import all_templates
from tournaments.queries.tournaments import guests_without_phone
from tournaments.web import files
from tournaments.web.describing import form_again, form_like
from tournaments.web.forms import CreateForm
from tournaments.web.requests import IdempotentForm, director_of, key_in, reason_field, say_done
from tournaments.web.templates import kept

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST_SHOWN: Final = 100
"""How many tournaments the list holds."""


@require_safe
@never_cache
def tournament_list(request: HtmxHttpRequest) -> HttpResponse:
    """Show all tournaments, the newest first. Public."""
    viewer, rows = viewer_of(request), queries.all_tournaments()[:MOST_SHOWN]
    return render(
        request,
        "tournaments/list.html",
        {
            "tournaments": rows,
            "series": queries.series_among(rows),
            "entered": queries.entered_in(viewer),
            "directs": _directs(viewer),
        },
    )


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def create(request: HtmxHttpRequest) -> HttpResponse:
    """Announce a tournament; sending the form twice announces it only once."""
    director = director_of(request)
    asked = (request.POST or request.GET).get("again")
    before = None if asked is None else queries.get_tournament(cursor(asked) or 0)
    if request.method == "GET":
        form = (
            form_like(request.GET.get("like"), request.GET.get("template"))
            if before is None
            else form_again(before)
        )
        return _announcing(request, form, before)
    form = CreateForm(request.POST)
    status = 422
    if form.is_valid():
        keeps = request.POST.get("step") == "template"
        try:
            if keeps:
                return kept(request, director, form.cleaned_data["name"], form.cleaned_data)
            row = commands.create(by=director, now=timezone.now(), **form.announced())
        except RefusedByTournament as refused:
            form.add_refusal(refused)
            status = refused.status
        else:
            if before is None:
                return see_other("tournament", row.pk)
            proposed = reverse("tournament-entry-list", args=[row.pk])
            return HttpResponseRedirect(f"{proposed}?again={before.pk}", status=303)
    return _announcing(request, form, before, status=status)


def _announcing(
    request: HtmxHttpRequest, form: CreateForm, before: Tournament | None, *, status: int = 200
) -> HttpResponse:
    shown = {"form": form, "before": before, "templates": () if before else all_templates()}
    return render(request, "tournaments/create.html", shown, status=status)


@require_safe
@never_cache
@vary_on_headers("HX-Request", "Cookie")
def tournament(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Show a tournament. Requests by htmx get only the part that changed, or 204 if nothing did."""
    return _show(request, tournament_id)


def _show(request: HtmxHttpRequest, tournament_id: int, *, status: int = 200) -> HttpResponse:
    polled = request.htmx and request.method == "GET"
    viewer = viewer_of(request)
    directs = _directs(viewer)
    known = request.GET.get("shown")
    if polled and not directs and known == queries.live_etag_of(tournament_id):
        return HttpResponse(status=204)
    asked = request.GET.get("round", "")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else None
    page = pages.tournament_page(tournament_id, viewer, round_number=number)
    panel = panel_of(page, viewer, now=timezone.now()) if viewer is not None and directs else None
    if polled and panel is not None and known == panel.etag:
        return HttpResponse(status=204)
    return render(
        request,
        "tournaments/tournament.html#live" if polled else "tournaments/tournament.html",
        {
            "page": page,
            "panel": panel,
            "shared": Shared(page),
            "asked_round": number,
            "agreements": waiting_agreements(page.row.pk, viewer) if page.row.agreements else (),
            "to_confirm": own_to_confirm(page.row, viewer) if viewer else None,
            "directs": directs,
            "if_you_play": IF_YOU_PLAY if directs else "",
            "judges": viewer is not None and (viewer.is_director or viewer.is_referee),
            "idempotency_key": uuid4(),
            "files": files.offered_to(viewer),
            "forms": files.FORM_WORDS.items(),
            "records": () if viewer is None else files.CHOICES.items(),
        },
        status=status,
    )


View = Callable[[HtmxHttpRequest, int], HttpResponse]


def _action(command: Callable[..., int], done: StrPromise) -> View:
    """Return a view that carries out a member's command and shows the tournament, with any refusal as a message."""

    @never_cache
    @require_http_methods(["GET", "POST"])
    def view(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
        if request.method == "GET":
            # The login page's target, or a refused form loaded again.
            return redirect("tournament", tournament_id)
        try:
            pressed = arguments(player_of(request), command.__name__, key_in(request.POST))
            command(tournament_id=tournament_id, **pressed)
        except RefusedByTournament as refused:
            if refused.code == "tournament.unknown":
                raise
            messages.error(request, refused.sentence)
            return _show(request, tournament_id, status=refused.status)
        messages.success(request, str(done))
        return see_other("tournament", tournament_id)

    return view


_enter_at_once = _action(commands.enter, gettext_lazy("You have entered."))


@never_cache
def enter(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Enter the tournament and pay the fee.

    After the start the fee is not returned, so a page asks for confirmation first.
    """
    viewer = viewer_of(request)
    if request.method == "GET" and viewer is not None:
        page = pages.tournament_page(tournament_id, viewer)
        if page.late_round and page.entry is None:
            told = IF_YOU_PLAY if viewer.is_director else ""
            asked = {"page": page, "if_you_play": told, "idempotency_key": uuid4()}
            return render(request, "tournaments/enter.html", asked)
    return _enter_at_once(request, tournament_id)


withdraw = _action(
    commands.withdraw, gettext_lazy("You have withdrawn, and your entry fee is returned.")
)
"""Withdraw before the start and get the fee back."""


def _confirmed(
    command: Callable[..., int],
    form_class: type[IdempotentForm],
    title: StrPromise,
    button: StrPromise,
    what: str,
    check: Callable[..., object],
) -> View:
    """Return a view in which a director confirms a command before it is carried out.

    If `check` refuses the command, the view says so instead.
    """

    @login_required
    @never_cache
    @require_http_methods(["GET", "POST"])
    def view(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
        director = director_of(request)
        page = pages.tournament_page(tournament_id, director)
        form = form_class(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.carry_out(
            command, director, command.__name__, tournament_id=tournament_id
        ):
            say_done(request, tournament_id, form.version)
            return see_other("tournament", tournament_id)
        since = timezone.now() - HELD
        disputed = (
            queries.disputed_deals(tournament_id, filed_after=since) if what == "close" else []
        )
        facts: dict[str, Any] = {"disputed": len(disputed)} if disputed else {}
        if what == "close":
            facts["waited"] = queries.has_waited(tournament_id, now=timezone.now())
        shown = {
            "page": page,
            "form": form,
            "title": title,
            "button": button,
            "what": what,
            "if_you_play": IF_YOU_PLAY,
            "blocked": _blocked(tournament_id, partial(check, **facts)),
            "disputed": disputed,
            "unconfirmed": queries.unconfirmed_results(tournament_id) if what == "close" else 0,
            "appealable": queries.appeals_until(tournament_id, now=timezone.now())
            if what == "close"
            else [],
            "another_day": what == "start" and _is_another_day(page.row),
            "phoneless": guests_without_phone(page.row) if what == "start" else [],
            "undecided": queries.undecided_deals(tournament_id) if what == "close" else [],
        }
        return render(request, "tournaments/confirm.html", shown, status=form.status)

    return view


def _is_another_day(row: Tournament) -> bool:
    """Return whether a tournament was announced for another day than today."""
    return row.starts_at is not None and timezone.localdate(row.starts_at) != timezone.localdate()


class CancelForm(IdempotentForm):
    """The reason for cancelling a tournament."""

    reason = reason_field(gettext_lazy("Members can read it on the tournament's page."), rows=3)


class StartForm(IdempotentForm):
    """The minutes until the first round begins."""

    wait = form_field(
        StartSerializer,
        "wait",
        label=gettext_lazy("Minutes until the round begins"),
        help_text=gettext_lazy(
            "Leave empty to use the tournament's setting. 0: the tables open immediately."
        ),
    )


def _blocked(
    tournament_id: int, check: Callable[[TournamentState], object]
) -> RefusedByTournament | None:
    """Return the refusal of this check for the tournament now; None if nothing prevents the action."""
    state = queries.current(tournament_id).state
    try:
        with translate_refusals():
            check(state)
    except RefusedByTournament as refused:
        return refused
    return None


start = _confirmed(
    commands.start,
    StartForm,
    gettext_lazy("Start the tournament?"),
    gettext_lazy("Start and draw the tables"),
    "start",
    lambda state: decisions.check_start(state, three_seats=queries.three_can_play(state.options)),
)
"""Close the entries and draw the first round, after asking once more."""
draw_on = _confirmed(
    commands.draw_on,
    IdempotentForm,
    gettext_lazy("Draw the next round with bots?"),
    gettext_lazy("Draw it"),
    "draw-on",
    decisions.check_draw_on,
)
"""Draw a round for one member and three bots, after asking once more."""
close = _confirmed(
    commands.close,
    IdempotentForm,
    gettext_lazy("Close the tournament?"),
    gettext_lazy("Close and pay the prizes"),
    "close",
    decisions.decide_close,
)
"""Make the standings final and pay the prizes, after asking once more."""
cancel = _confirmed(
    commands.cancel,
    CancelForm,
    gettext_lazy("Cancel the tournament?"),
    gettext_lazy("Cancel and return the fees"),
    "cancel",
    entries.not_over,
)
"""Call the tournament off, after asking for the reason."""


def _directs(viewer: Player | None) -> bool:
    return viewer is not None and viewer.is_director
