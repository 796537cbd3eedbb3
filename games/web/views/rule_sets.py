"""The club's rule sets, for whoever looks; an owner saves one of the club's own here (§11.1)."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands
from games.engine.rules import PRESETS
from games.errors import Refused
from games.presenters.club.rule_sets import shown_rule_sets
from games.queries.club.house import rules_named
from games.web.answers import see_other
from games.web.forms import RuleSetForm
from games.web.requests import owner_of, viewer_of


@never_cache
@require_http_methods(["GET", "POST"])
def rule_sets(request: HttpRequest) -> HttpResponse:
    """All rule sets of the club's own; for an owner with a form that begins as the one named by `from`."""
    if request.method == "POST":
        return _acted(request)
    viewer = viewer_of(request)
    base = request.GET.get("from", "")
    if not base or viewer is None or not viewer.is_superuser:
        return _page(request, None)
    try:
        rules = rules_named(base)
    except KeyError:
        raise Refused("rule-set.unknown") from None
    return _page(request, RuleSetForm(begun_from=rules))


def _acted(request: HttpRequest) -> HttpResponse:
    owner = owner_of(request)
    now, act = timezone.now(), request.POST.get("act")
    if act in ("withdraw", "offer"):
        name = request.POST.get("name", "")
        commands.offer_rule_set(by=owner, name=name, offered=act == "offer", now=now)
        said = (
            _("Tables and tournaments can be opened by %(name)s again.")
            if act == "offer"
            else _("%(name)s is no longer offered; what is played by it goes on.")
        )
        messages.success(request, said % {"name": name})
        return see_other("rule-sets")
    form = RuleSetForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        saved = commands.save_rule_set(by=owner, rules=form.rules(), now=now)
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        return _page(request, form, status=refusal.status)
    messages.success(
        request,
        _("%(name)s is saved: tables and tournaments can be opened by it.") % {"name": saved.key},
    )
    return see_other("rule-sets")


def _page(request: HttpRequest, form: RuleSetForm | None, *, status: int = 200) -> HttpResponse:
    viewer = viewer_of(request)
    page = {
        "own": shown_rule_sets(),
        "presets": tuple(PRESETS),
        "form": form,
        "owner": viewer is not None and viewer.is_superuser,
    }
    return render(request, "games/rule_sets.html", page, status=status)
