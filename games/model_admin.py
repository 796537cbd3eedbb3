"""Restricts every list of the admin to the look-ups that it offers.

Django's lists filter by anything in the address, also through relations. Anyone who can see a list could ask about
hidden fields ("does this member's token begin with a?") and so read them letter by letter.
"""

from __future__ import annotations

import logging
import re
from typing import Any

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup, DisallowedModelAdminToField
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import TO_FIELD_VAR, IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest

from games.errors import Refused
from games.models import Player

_log = logging.getLogger(__name__)
_KEY = re.compile(r"[0-9]{1,18}")


class OfferedLookups(ChangeList):
    """An admin list that can be filtered by its `list_filter` alone."""

    def get_filters(self, request: HttpRequest) -> Any:
        """Return Django's filters; each accepts only the values that its own links contain."""
        if any("\0" in value for values in self.get_filters_params().values() for value in values):
            raise IncorrectLookupParameters  # PostgreSQL knows no such text
        found = super().get_filters(request)
        left = found[2]
        if left:
            raise DisallowedModelAdminLookup
        return found


class ClubModelAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for mypy alone
    """The base of every ModelAdmin of the club; the site registers no other (`tusac_site.security.admin_site`)."""

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """Return the list class that refuses look-ups it does not offer."""
        return OfferedLookups

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Return the requested list. Raises Refused("list.filter") for other look-ups than it offers."""
        try:
            return super().get_changelist_instance(request)
        except (
            DisallowedModelAdminLookup,
            DisallowedModelAdminToField,
            IncorrectLookupParameters,
        ) as error:
            # Without what was asked for: it may be the very secret that somebody is after.
            _log.warning("a look-up that the list does not offer was refused: %s", request.path)
            raise Refused("list.filter") from error

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Return a row's form. Raises Refused("list.filter") unless it is looked up by its key."""
        _by_its_key(request)
        return super().changeform_view(request, *args, **kwargs)

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Return the page that deletes a row. Raises Refused("list.filter") like `changeform_view`."""
        _by_its_key(request)
        return super().delete_view(request, *args, **kwargs)

    def response_action(
        self, request: HttpRequest, queryset: QuerySet[Any], *args: Any, **kwargs: Any
    ) -> Any:
        """Run an action on the chosen rows. Raises Refused("list.row") for invalid ones."""
        if not all(_KEY.fullmatch(key) for key in request.POST.getlist(ACTION_CHECKBOX_NAME)):
            raise Refused("list.row")
        return super().response_action(request, queryset, *args, **kwargs)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may view this list."""
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the user is an owner, unless a list overrides it."""
        return owns_the_club(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False unless a list overrides it: rows come from the game itself."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False unless a list overrides it."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False, for superusers too: history stays, and deals and chips refer to members."""
        return False

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """Return False: forms name a row only by its key, and none chooses rows in another window."""
        return False


def _by_its_key(request: HttpRequest) -> None:
    if TO_FIELD_VAR in request.GET or TO_FIELD_VAR in request.POST:
        raise Refused("list.filter")


def owns_the_club(request: HttpRequest) -> bool:
    """Return whether the user is an owner of the club (Django's superuser)."""
    user = request.user
    return isinstance(user, Player) and user.is_active and user.is_superuser
