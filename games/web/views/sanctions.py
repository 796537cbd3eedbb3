"""The club's table of sanctions, for whoever looks; an owner sets it here."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands
from games.errors import Refused
from games.presenters.club.sanctions import sanction_table_page
from games.queries.club.house import sanction_table
from games.web.answers import see_other
from games.web.requests import player_of, viewer_of
from games.web.sanction_forms import SanctionTableForm


@never_cache
@require_http_methods(["GET", "POST"])
def sanctions(request: HttpRequest) -> HttpResponse:
    """What conduct brings, and what became of the table when; with the form for an owner."""
    viewer = viewer_of(request)
    form, status = SanctionTableForm(held=sanction_table()), 200
    if request.method == "POST":
        viewer = player_of(request)
        if not viewer.is_superuser:
            raise Refused("club.owner")
        form = SanctionTableForm(request.POST, held=sanction_table())
        status = 422
        if form.is_valid():
            try:
                commands.set_sanction_table(by=viewer, table=form.table(), now=timezone.now())
            except Refused as refusal:
                form.add_error(None, refusal.sentence)
                status = refusal.status
            else:
                messages.success(
                    request, _("The table of sanctions is set; everybody can read it here.")
                )
                return see_other("sanction-table")
    owner = viewer is not None and viewer.is_superuser
    page = {"page": sanction_table_page(), "form": form if owner else None}
    return render(request, "games/sanctions.html", page, status=status)
