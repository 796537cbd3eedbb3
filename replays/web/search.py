"""The search page of finished deals, and the member's saved searches."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.common.names import why_not
from games.errors import Refused
from games.queries.finished.pagination import cursor
from games.web.answers import see_other
from games.web.requests import player_of, whole
from replays import queries
from replays.commands.saved_searches import remove_search, save_search
from replays.inputs import SearchForm
from replays.presenters.deal_list import list_deals
from replays.presenters.view_options import By

PAGE: Final = 25
"""Deals on a page of what was found."""


class SaveForm(forms.Form):
    """The name of a saved search."""

    name = forms.CharField(
        label=gettext_lazy("Name of this search"), max_length=60, widget=forms.TextInput
    )
    filters = forms.CharField(max_length=1000, required=False, widget=forms.HiddenInput)

    def clean_name(self) -> str:
        """Return the name. Raises ValidationError if it is invisible or deceptive."""
        name: str = self.cleaned_data["name"]
        code = why_not(name)
        if code is not None:
            raise forms.ValidationError(Refused(code).sentence)
        return name


@require_GET
@login_required
@never_cache
def search(request: HttpRequest) -> HttpResponse:
    """Show the results of the search in the address, newest first.

    Without a search only the form and the saved searches are shown.
    """
    return _page(request, request.GET)


@require_POST
@login_required
@never_cache
def saved(request: HttpRequest) -> HttpResponse:
    """Save a search under a name, or remove a saved one. Raises Refused("search.unknown") if there is none."""
    player = player_of(request)
    if "remove" in request.POST:
        remove_search(by=player, search_id=whole(request.POST["remove"], "search.unknown"))
        messages.success(request, _("The saved search has been removed."))
        return see_other("search-deals")
    form = SaveForm(request.POST)
    # However it was sent, store the form in which the page writes it.
    asked = QueryDict(form.data.get("filters", "")[:1000])
    search_form = SearchForm(asked)
    if not search_form.is_valid() or not form.is_valid():
        return _page(request, asked, save=form, status=422)
    name, filters = form.cleaned_data["name"], search_form.query
    try:
        save_search(by=player, name=name, filters=filters, now=timezone.now())
    except Refused as error:
        form.add_error(None, error.sentence)
        return _page(request, asked, save=form, status=error.status)
    messages.success(request, _("The search is saved as “%(name)s”.") % {"name": name})
    return HttpResponseRedirect(f"{reverse('search-deals')}?{filters or 'mine='}", status=303)


def _page(
    request: HttpRequest, asked: QueryDict, *, save: SaveForm | None = None, status: int = 200
) -> HttpResponse:
    player = player_of(request)
    form = SearchForm(asked if SearchForm.asked(asked) or save is not None else None)
    context: dict[str, Any] = {
        "form": form,
        "saved": queries.saved_searches(player),
    }
    if form.is_bound and form.is_valid():
        found = queries.search(
            form.wanted,
            player,
            PAGE,
            before=cursor(asked.get("before")),
            after=cursor(asked.get("after")),
        )
        context |= {
            "found": found,
            "deals": list_deals(found.deals, player),
            "words": form.words,
            "query": form.query or "mine=",
            "by": f"?by={By.MISTAKE}" if form.wanted.mistakes else "",
            "save": save or SaveForm(initial={"filters": form.query}),
        }
    elif form.is_bound and status == 200:
        status = 422
    return render(request, "replays/search.html", context, status=status)
