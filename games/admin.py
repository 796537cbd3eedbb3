"""The club's rows in the admin: players to look after; tables and deals only to look at.

No card, no secret and nothing of the log is registered here: a deal that is played has no side door.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework.authtoken.models import TokenProxy

from games.models import Deal, Player, Table

admin.site.site_header = _("Tứ Sắc club: administration")
admin.site.site_title = _("Tứ Sắc club")
admin.site.index_title = _("What there is to look after")
# Duties are the two ticks on a player; groups would be a second way to say the same.
admin.site.unregister(Group)
# Whoever read a member's token could look at the table as that member.
admin.site.unregister(TokenProxy)


@admin.register(Player)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]  # generic for mypy alone
    """Members with their duties. A player who has played is never deleted: deals and chips point there."""

    list_display = (
        "username",
        "display_name",
        "is_director",
        "is_referee",
        "is_staff",
        "is_active",
    )
    list_filter = ("is_director", "is_referee", "is_staff", "is_active")
    search_fields = ("username", "display_name", "email")
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Person"), {"fields": ("display_name", "first_name", "last_name", "email")}),
        (
            _("Duties"),
            {"fields": ("is_active", "is_director", "is_referee", "is_staff", "is_superuser")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("last_login", "date_joined")

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Nobody: take `active` away instead, and change the name to erase a person."""
        return False


class _LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for mypy alone
    """Rows that come from the game itself; nobody writes them by hand, superusers neither."""

    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False


@admin.register(Table)
class TableAdmin(_LookOnly):
    """Tables, open and closed."""

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
        "chips_per_point",
        "opened_by",
        "opened_at",
        "closed_at",
    )


@admin.register(Deal)
class DealAdmin(_LookOnly):
    """Deals as their public rows tell of them: when and how they ended, never a card."""

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
        "version",
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
