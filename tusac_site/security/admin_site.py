"""The admin's site: for those who have a duty in the club, and for its owner.

Django asks for a tick "staff" as well. It would be a second way to say the same, and a referee without it could not
rule; so here it opens nothing and is asked for nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.admin import AdminSite
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.model_admin import ClubModelAdmin
from games.models import Player
from games.web.forms import LoginForm
from tusac_site.security.second_factor import lacks_factor


class DutyForm(LoginForm):
    """The login of the admin, which sends a member without a duty away."""

    def confirm_login_allowed(self, user: Player) -> None:
        """Raise ValidationError for users who may not enter."""
        super().confirm_login_allowed(user)
        if not _may_enter(user):
            raise ValidationError(
                _("This page is for directors and referees. Log in on the club's own page."),
                code="no_duty",
            )


class ClubSite(AdminSite):
    """Django's admin, entered by a duty, with lists that answer what they offer alone."""

    site_header = _("Tứ Sắc club: administration")
    site_title = _("Tứ Sắc club")
    index_title = _("What there is to look after")
    login_form = DutyForm

    def register(
        self,
        model_or_iterable: type[Model] | Iterable[type[Model]],
        admin_class: type[Any] | None = None,
        **options: Any,
    ) -> None:
        """Register what the club wrote for its admin. Raises ImproperlyConfigured for a list without bounds."""
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
        """Directors, referees and the owner, while they are active, with the second factor that they need."""
        return _may_enter(request.user) and not lacks_factor(request)


def _may_enter(user: object) -> bool:
    return isinstance(user, Player) and user.is_active and user.has_duty
