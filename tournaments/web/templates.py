"""Pages of the templates of terms that directors save: the list, and one template to view, rename or remove."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import Player
from games.queries.finished.pagination import cursor
from games.web.answers import see_other
from games.web.requests import player_of
from tournaments import commands, queries
from tournaments.commands.authority import require_director
from tournaments.engine.announcing import NAME_LENGTH
from tournaments.errors import RefusedByTournament, refusal
from tournaments.models import Tournament
from tournaments.presenters.log.terms_in_words import terms_in_words
from tournaments.queries.templates import all_templates, get_template, known_terms, terms_of
from tournaments.web.fields import LegibleField
from tournaments.web.requests import IdempotentForm


class TemplateForm(IdempotentForm):
    """The name of a template."""

    name = LegibleField(label=gettext_lazy("Name of the template"), max_length=NAME_LENGTH)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def templates(request: HttpRequest) -> HttpResponse:
    """Show directors all templates; POST saves the terms of a tournament under a name."""
    director = _director(request)
    asked = request.POST.get("like") or request.GET.get("like")
    like = None if asked is None else queries.get_tournament(cursor(asked) or 0)
    if request.method == "GET":
        return _list(request, like, TemplateForm(initial={"name": like.name} if like else None))
    if like is None:
        raise refusal("tournament.unknown")
    form, status = TemplateForm(request.POST), 422
    if form.is_valid():
        try:
            return kept(request, director, form.cleaned_data["name"], terms_of(like))
        except RefusedByTournament as refused:
            form.add_error("name", refused.sentence)
            status = refused.status
    return _list(request, like, form, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def template(request: HttpRequest, template_id: int) -> HttpResponse:
    """Show a director a template; POST renames or removes it."""
    director = _director(request)
    row = get_template(template_id)
    form, status = TemplateForm(initial={"name": row.name}), 200
    if request.method == "POST" and request.POST.get("act") == "remove":
        commands.remove_template(by=director, template_id=row.pk)
        messages.success(request, _("The template has been removed."))
        return see_other("tournament-templates")
    if request.method == "POST":
        form, status = TemplateForm(request.POST), 422
        if form.is_valid():
            try:
                commands.rename_template(
                    by=director, template_id=row.pk, name=form.cleaned_data["name"]
                )
            except RefusedByTournament as refused:
                form.add_error("name", refused.sentence)
                status = refused.status
            else:
                messages.success(request, _("The template has been renamed."))
                return see_other("tournament-template", row.pk)
    terms = known_terms(row)
    shown = {"row": row, "form": form, "terms": terms_in_words(terms), "said": terms}
    return render(request, "tournaments/template.html", shown, status=status)


def kept(
    request: HttpRequest, director: Player, name: str, terms: Mapping[str, Any]
) -> HttpResponse:
    """Save these terms as a template of this name, and redirect to it. Raises `RefusedByTournament`."""
    made = commands.save_template(by=director, name=name, terms=terms, now=timezone.now())
    messages.success(request, _("The settings are saved as a template."))
    return see_other("tournament-template", made.pk)


def _director(request: HttpRequest) -> Player:
    player = player_of(request)
    require_director(player)
    return player


def _list(
    request: HttpRequest, like: Tournament | None, form: TemplateForm, *, status: int = 200
) -> HttpResponse:
    shown = {"templates": all_templates(), "like": like, "form": form}
    return render(request, "tournaments/templates.html", shown, status=status)
