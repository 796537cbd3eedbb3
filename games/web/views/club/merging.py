"""Pages for merging two accounts of one person.

On one, owners and other people with a duty handle proposals; on the other, members answer their own.
"""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.commands.club.chips import REASON_LENGTH
from games.commands.people.merging import confirm_merge, drop_merge, propose_merge
from games.errors import Refused
from games.models import Player
from games.presenters.people.merging import choices, of_own, preview, waiting
from games.queries.people.merging import accounts
from games.web.answers import carry_out, see_other
from games.web.requests import owner_of, player_of, whole


class MergeForm(forms.Form):
    """A form for choosing which of two accounts stays and which one ends."""

    stays = forms.ChoiceField(label=gettext_lazy("Account to keep"))
    ends = forms.ChoiceField(label=gettext_lazy("Account to close"))
    reason = forms.CharField(
        label=gettext_lazy("How do you know it's the same person?"),
        max_length=REASON_LENGTH,
        required=False,
        help_text=gettext_lazy("Everyone can read this."),
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Offer the accounts of members, and of guests with a name."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        offered = [("", "–"), *choices()]
        for name in ("stays", "ends"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = offered

    def chosen(self) -> tuple[Player, Player] | None:
        """Return the account that stays and the one that ends; None if the form doesn't name two accounts."""
        if not self.is_bound or {"stays", "ends"} & self.errors.keys():
            return None
        stays, ends = (int(self.cleaned_data[name]) for name in ("stays", "ends"))
        found = accounts().in_bulk([stays, ends])
        return (found[stays], found[ends]) if {stays, ends} <= found.keys() else None


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def merges(request: HttpRequest) -> HttpResponse:
    """Let owners propose to merge two accounts, and show the proposals that wait for an answer.

    Other people with a duty may confirm a merge on behalf of a guest.
    """
    player, status = player_of(request), 200
    if not player.has_duty:
        raise Refused("club.owner")
    form = MergeForm(initial=request.GET)
    if request.method == "POST" and request.POST.get("act") == "propose":
        owner_of(request)
        form = MergeForm(request.POST)
        status = carry_out(form, lambda: _propose(player, form))
        if status == 303:
            messages.success(
                request,
                _("The merge is proposed. Nothing changes until both accounts have confirmed it."),
            )
            return see_other("merges")
    elif request.method == "POST":
        try:
            messages.success(request, _answer(request))
        except Refused as refused:
            messages.error(request, refused.sentence)
            status = refused.status
        else:
            return see_other("merges")
    elif request.GET.get("ends"):
        form = MergeForm(request.GET)
    chosen, now = form.chosen() if player.is_superuser else None, timezone.now()
    context = {
        "form": form,
        "preview": preview(*chosen, by=player, now=now) if chosen else None,
        "waiting": waiting(player, now=now),
    }
    return render(request, "games/club/merges.html", context, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def own_merge(request: HttpRequest) -> HttpResponse:
    """Show members the proposed merges of their own account, to confirm or decline."""
    player, status = player_of(request), 200
    if request.method == "POST":
        try:
            said = _answer(request)
        except Refused as refused:
            messages.error(request, refused.sentence)
            status = refused.status
        else:
            if not Player.objects.filter(pk=player.pk, is_active=True).exists():
                logout(request)
                messages.success(request, said)
                return see_other("login")
            messages.success(request, said)
            return see_other("own-merge")
    shown = of_own(waiting(player, now=timezone.now()), player)
    return render(request, "games/club/own_merge.html", {"waiting": shown}, status=status)


def _propose(player: Player, form: MergeForm) -> None:
    said = form.cleaned_data
    propose_merge(
        by=player,
        stays=int(said["stays"]),
        ends=int(said["ends"]),
        reason=said["reason"],
        now=timezone.now(),
    )


def _answer(request: HttpRequest) -> str:
    by, now = player_of(request), timezone.now()
    ends = whole(request.POST.get("account"), "merge.none")
    if request.POST.get("act") != "confirm":
        drop_merge(by=by, ends=ends, now=now)
        return _("The two accounts will not be merged.")
    if not confirm_merge(by=by, ends=ends, now=now):
        return _("Confirmed. The other account still has to be confirmed.")
    stays = Player.objects.get(merged__pk=ends)
    return _("The two accounts are now one: %(name)s.") % {"name": stays.shown_name}
