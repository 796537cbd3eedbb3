"""Accounts in the admin, for owners: duties, passwords, and lost second factors."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters

from games.admin.forms import AccountForm, GivenPasswordForm, NoOwnDuty
from games.commands.club.chips import checked
from games.commands.people import accounts, second_factor
from games.common.joints import listed
from games.errors import Refused
from games.model_admin import ClubModelAdmin, owns_the_club
from games.models import Player
from games.models.players import DUTIES
from games.queries.people.people import searched


@admin.action(
    permissions=["reset"],
    description=_("Remove the selected players' two-step login and log them out everywhere"),
)
def reset_second_factor(
    modeladmin: PlayerAdmin, request: HttpRequest, queryset: QuerySet[Player]
) -> None:
    """Remove the second factor of members who lost phone and recovery codes; log it and raise an alarm."""
    assert isinstance(request.user, Player)
    for player in queryset:
        second_factor.reset(by=request.user, player=player, now=timezone.now())
        # The names of fields are translated where the history is read.
        modeladmin.log_change(request, player, [{"changed": {"fields": ["Two-step login"]}}])
        messages.success(
            request,
            gettext("%(name)s now logs in with only the password.") % {"name": player.shown_name},
        )


@admin.display(description=_("Status"), ordering="-is_director")
def status(player: Player) -> str:
    """Return an account's duties and anything unusual about it, in one column, since phones have no room for more."""
    words = [str(word) for name, word in _MARKS.items() if getattr(player, name)]
    return listed(words if player.is_active else [*words, gettext("not active")]) or "–"


_MARKS: Final = {
    "is_superuser": _("owner"),
    "is_director": _("director"),
    "is_referee": _("referee"),
    "is_bot": _("program's account"),
}
_TICKED: Final = (
    *("is_active", "is_bot", "is_director", "is_referee"),
    *("referee_by", "is_superuser"),
)


@admin.register(Player)
class PlayerAdmin(ClubModelAdmin, UserAdmin):  # type: ignore[type-arg]  # generic for mypy alone
    """The admin's accounts with their duties, for owners only.

    Directors who could change accounts could make themselves owners in two steps. Accounts are never deleted, since
    deals and chips refer to them. New members are added on the club's pages.
    """

    form = AccountForm
    change_password_form = GivenPasswordForm
    change_user_password_template = "admin/games/player/change_password.html"  # noqa: S105 - a template
    list_display = ("username", "display_name", status)
    list_filter = ("is_director", "is_referee", "is_bot", "is_active")
    search_fields = ("username", "display_name", "email")
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Person"), {"fields": ("display_name", "first_name", "last_name", "email")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
        # The reason is next to what needs it, and to the buttons that save it.
        (_("Duties"), {"fields": (*_TICKED, "reason")}),
    )
    readonly_fields = ("last_login", "date_joined", "referee_by")
    actions = (reset_second_factor,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        """Return the members, without the guests that browsers log in as."""
        return super().get_queryset(request).filter(is_guest=False)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        """Return the members whose name or address contains each word, ignoring accents, capitals and apostrophes."""
        return searched(queryset, search_term), False

    def has_reset_permission(self, request: HttpRequest) -> bool:
        """Return whether the user is an owner.

        Others may not reset: an account without its second factor opens with the password alone.
        """
        return owns_the_club(request)

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Save the account, and log which fields and duties changed, and who appointed a referee."""
        by, now = request.user, timezone.now()
        assert isinstance(by, Player)
        if "is_referee" in form.changed_data:
            obj.referee_by = by if obj.is_referee else None
        before = accounts.duties_of(Player.objects.get(pk=obj.pk))
        super().save_model(request, obj, form, change)
        changed, reason = set(form.changed_data), form.cleaned_data.get("reason", "")
        if changed & set(DUTIES) or ("is_active" in changed and obj.has_duty):
            accounts.note_duties(by=by, player=obj, before=before, reason=reason, now=now)
        accounts.note_account(by=by, player=obj, changed=changed, reason=reason, now=now)

    @method_decorator(sensitive_post_parameters())
    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:  # noqa: A002 - Django's
        """Set somebody else's password and notify the owners and the member.

        Refused while that member sits in a deal that is running or about to be dealt.
        """
        by, player = request.user, self.get_object(request, unquote(id))
        may = player is not None and self.has_change_permission(request, player)
        if request.method != "POST" or not may or player is None or player == by:
            return super().user_change_password(request, id, form_url)
        assert isinstance(by, Player)
        with transaction.atomic():
            try:
                accounts.require_may_be_given(player)
                reason = checked(request.POST.get("reason", ""), "account.reason")
            except Refused as refused:
                messages.error(request, refused.sentence)
                return HttpResponseRedirect(request.get_full_path())
            answer = super().user_change_password(request, id, form_url)
            after = Player.objects.get(pk=player.pk)
            if after.password != player.password:
                accounts.note_given(by=by, player=after, reason=reason, now=timezone.now())
            return answer

    def get_form(
        self, request: HttpRequest, obj: Player | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """Return the form for an account, in which the user cannot give themselves a duty."""
        form = super().get_form(request, obj, change=change, **kwargs)
        return type(form.__name__, (NoOwnDuty, form), {"by": request.user})

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Return the form field; that of `is_superuser` is labelled "owner", as everywhere on the site."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name == "is_superuser" and field is not None:
            field.label = capfirst(gettext("owner"))
            field.help_text = gettext("Can assign duties and manage the club's accounts and rules.")
        return field

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Return whether the user is an owner; merged accounts cannot be changed."""
        return owns_the_club(request) and (obj is None or obj.merged_into_id is None)
