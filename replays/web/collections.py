"""Pages of collections: lists of your own and of shared ones, and saving a moment from a replay."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from games.errors import Refused
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of, whole
from replays import queries
from replays.commands.collections import (
    drop_collection,
    keep_moment,
    remove_collection,
    share,
    take_out,
)
from replays.commands.notes import REASON_LENGTH
from replays.models.collection import CAPTION_LENGTH, NAME_LENGTH
from replays.presenters.deal_list import list_deals
from replays.presenters.replay import names_in, short
from replays.queries.collections import (
    collections_for,
    get_collection,
    kept_in,
    own_collections,
    sat_in,
)
from replays.web.view_options import club_only, version_of


class KeepForm(forms.Form):
    """The collection to put a moment into."""

    name = forms.CharField(
        label=gettext_lazy("Collection"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("Choose one of your collections or type a new name."),
        widget=forms.TextInput(attrs={"list": "own-collections"}),
    )
    caption = forms.CharField(
        label=gettext_lazy("Description"), max_length=CAPTION_LENGTH, required=False
    )


@require_safe
@vary_on_headers("Cookie")
@club_only
def every(request: HtmxHttpRequest) -> HttpResponse:
    """Show your own collections, and those that others share with the club."""
    player = player_of(request)
    found = list(collections_for(player))
    context = {
        "own": [one for one in found if one.by_id == player.pk],
        "shared": [one for one in found if one.by_id != player.pk],
    }
    return render(request, "replays/collections.html", context)


@require_http_methods(["GET", "POST"])
@vary_on_headers("Cookie")
@club_only
def keep(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """Show the moment `at` and the form to save it; a POST saves it."""
    player, said = player_of(request), request.POST if request.method == "POST" else request.GET
    deal, replay = queries.get_replay(deal_id)
    at = version_of(said.get("at"))
    if at is None:
        raise Refused("replay.step")
    step = replay.step(at)
    form, status = KeepForm(request.POST if request.method == "POST" else None), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                kept = keep_moment(
                    by=player, deal_id=deal_id, version=at, now=timezone.now(), **form.cleaned_data
                )
            except Refused as error:
                form.add_error(None, error.sentence)
                status = error.status
            else:
                messages.success(request, _("Saved in “%(name)s”.") % {"name": kept.name})
                return see_other("collection", kept.pk)
    context = {
        "deal": deal,
        "title": deal.shown_name,
        "at": at,
        "words": short(step, names_in(deal, replay)),
        "form": form,
        "own": own_collections(player),
    }
    return render(request, "replays/keep.html", context, status=status)


@require_http_methods(["GET", "POST"])
@vary_on_headers("Cookie")
@club_only
def one(request: HtmxHttpRequest, collection_id: int) -> HttpResponse:
    """Show a collection.

    Its owner can remove a moment, share or unshare the collection, or delete it with a POST. A director can remove
    it.
    """
    player = player_of(request)
    refusal = None
    if request.method == "POST":
        try:
            return _act(request, collection_id)
        except Refused as error:
            if error.code != "note.reason":
                raise
            refusal = error
    collection = get_collection(collection_id, player)
    moments = list(kept_in(collection))
    rows = list_deals({one.deal_id: one.deal for one in moments}.values(), player)
    by_deal = {row.deal.pk: row for row in rows}
    context = {
        "collection": collection,
        "moments": [(one, by_deal[one.deal_id]) for one in moments],
        "mine": collection.by_id == player.pk,
        "may_remove": player.runs_the_club
        and collection.by_id != player.pk
        and not sat_in(collection, player),
        "reason_length": REASON_LENGTH,
        "refusal": refusal,
    }
    return render(request, "replays/collection.html", context, status=422 if refusal else 200)


def _act(request: HtmxHttpRequest, collection_id: int) -> HttpResponse:
    player, said = player_of(request), request.POST
    if "drop" in said:
        drop_collection(by=player, collection_id=collection_id)
        messages.success(request, _("The collection has been deleted. Its deals are still there."))
        return see_other("collections")
    if "remove" in said:
        remove_collection(
            by=player,
            collection_id=collection_id,
            reason=said.get("reason", ""),
            now=timezone.now(),
        )
        messages.success(
            request,
            _("The collection has been removed, and the member who made it has been told why."),
        )
        return see_other("collections")
    if "take" in said:
        kept = whole(said["take"], "collection.unknown")
        take_out(by=player, collection_id=collection_id, kept_id=kept)
    else:
        share(by=player, collection_id=collection_id, shared=said.get("share") == "yes")
    return see_other("collection", collection_id)
