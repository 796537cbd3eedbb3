"""Tables and deals in the admin, only to look at: their public rows, never a card."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.model_admin import ClubModelAdmin
from games.models import Deal, Table
from games.presenters.amounts import in_unit


@admin.register(Table)
class TableAdmin(ClubModelAdmin):
    """Tables, open and closed."""

    actions = None
    list_display = ("name", "seat_count", "admission", "opened_by", "opened_at", "closed_at")
    list_filter = ("admission",)
    search_fields = ("name",)
    list_select_related = ("opened_by",)
    fields = (
        "name",
        "seat_count",
        "admission",
        "filler",
        "seconds_per_move",
        "stake",
        "opened_by",
        "opened_at",
        "closed_at",
    )

    @admin.display(description=_("A point is worth"))
    def stake(self, table: Table) -> str:
        """Return what a point is worth, in the club's unit."""
        return in_unit(table.chips_per_point)


@admin.register(Deal)
class DealAdmin(ClubModelAdmin):
    """Deals as their public rows tell of them: when and how they ended, never a card."""

    actions = None
    list_display = (
        "__str__",
        "table",
        "number",
        "phase",
        "started_at",
        "ended_at",
        "winner",
        "points",
    )
    list_filter = ("phase", "cancelled")
    search_fields = ("table__name",)
    list_select_related = ("table",)
    fields = (
        "table",
        "number",
        "phase",
        "prepared_at",
        "started_at",
        "ended_at",
        "cancelled",
        "winner",
        "points",
        "offender",
        "owed_version",
        "settled_version",
    )
