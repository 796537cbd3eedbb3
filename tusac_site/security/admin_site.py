"""The admin's site: for owners alone, who log in on the club's own page.

Directors have the page of members, and referees their desk. Django's "staff" flag gives no access.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ImproperlyConfigured
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from games.errors import Refused
from games.model_admin import ClubModelAdmin, owns_the_club
from games.web.requests import viewer_of
from tusac_site.security.second_factor import lacks_factor


class ClubSite(AdminSite):
    """Django's admin for owners; its lists can be queried only as they offer it."""

    site_header = _("Tứ Sắc club: administration")
    site_title = _("Tứ Sắc club")
    index_title = _("What you can manage")

    def register(
        self,
        model_or_iterable: type[Model] | Iterable[type[Model]],
        admin_class: type[Any] | None = None,
        **options: Any,
    ) -> None:
        """Register a model, unless it is one of Django's groups and accounts or an authenticator.

        Raises ImproperlyConfigured if its admin is no ClubModelAdmin, which limits how a list can be queried.
        """
        models = [model_or_iterable] if isinstance(model_or_iterable, type) else model_or_iterable
        # Django's own accounts register themselves: duties are ticks on a player, groups would be a second way.
        # So do authenticators: their pages would show secrets, and switch a member's second factor off.
        ours = [
            model
            for model in models
            if model._meta.app_label not in ("auth", "otp_totp", "otp_static")
        ]
        if ours and not (admin_class and issubclass(admin_class, ClubModelAdmin)):
            raise ImproperlyConfigured(
                f"{ours[0].__name__} needs an admin that is a games.model_admin.ClubModelAdmin:"
                " any other lets its list be asked about passwords and tokens."
            )
        super().register(ours, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the user is an active owner who has passed the two-step login required of them."""
        return owns_the_club(request) and not lacks_factor(request)

    @method_decorator(never_cache)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect strangers to the club's login, and members to the pages for their duty.

        These are the admin for owners, the desk for referees, and the list of members for directors. Raises Refused
        for members without a duty.
        """
        player = viewer_of(request)
        if player is None:
            return redirect_to_login(request.GET.get(REDIRECT_FIELD_NAME, reverse("admin:index")))
        if player.is_superuser:
            return redirect("admin:index")
        if player.is_referee:
            return redirect("desk")
        if player.is_director:
            messages.info(request, _("Everything for directors is now on the club's own pages."))
            return redirect("members")
        raise Refused("club.owner")
