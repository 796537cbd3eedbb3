"""Players in the admin: members to look after, with their duties and their chips."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserCreationForm
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters

from games import commands
from games.admin.chips import grant_chips, take_back_chips
from games.admin.forms import AccountForm, GivenPasswordForm, NoOwnDuty
from games.commands.club.chips import checked
from games.commands.people import accounts, second_factor
from games.common.unit import unit_word
from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balance, balances
from games.model_admin import ClubModelAdmin, runs_the_club
from games.models import Player
from games.models.players import DUTIES
from games.presenters.amounts import in_unit
from games.queries.club.house import house_rules
from games.queries.people.people import searched


@admin.action(
    permissions=["reset"],
    description=_("Take the second factor, sessions and tokens of the selected players away"),
)
def reset_second_factor(
    modeladmin: PlayerAdmin, request: HttpRequest, queryset: QuerySet[Player]
) -> None:
    """Remove the second factor of a member who lost the phone and the recovery codes; it is logged and raises
    an alarm.
    """
    assert isinstance(request.user, Player)
    for player in queryset:
        second_factor.reset(by=request.user, player=player, now=timezone.now())
        modeladmin.log_change(request, player, "The second factor was taken away.")
        messages.success(
            request,
            gettext("%(name)s logs in with the password alone now.") % {"name": player.shown_name},
        )


@admin.register(Player)
class PlayerAdmin(ClubModelAdmin, UserAdmin):  # type: ignore[type-arg]  # generic for mypy alone
    """Members with their duties. A player who has played is never deleted: deals and chips point there.

    Directors take members in and give them new passwords. Duties are given by the owner alone, and nobody else changes
    an account that has one: a director who could would be the owner in two steps.
    """

    form = AccountForm
    change_password_form = GivenPasswordForm
    change_user_password_template = "admin/games/player/change_password.html"  # noqa: S105 - a template
    list_display = (
        "username",
        "display_name",
        "chips",
        "is_director",
        "is_referee",
        "is_active",
    )
    list_filter = ("is_director", "is_referee", "is_active")
    search_fields = ("username", "display_name", "email")
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Person"), {"fields": ("display_name", "first_name", "last_name", "email")}),
        (
            _("Duties"),
            {"fields": ("is_active", "is_director", "is_referee", "referee_by", "is_superuser")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
        (_("Why"), {"fields": ("reason",)}),
    )
    # Who takes a member in writes the name that others read, and is asked nothing of other ways to log in.
    add_form = UserCreationForm
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": ("username", "display_name", "password1", "password2"),
            },
        ),
    )
    readonly_fields = ("last_login", "date_joined", "referee_by")
    actions = (grant_chips, take_back_chips, reset_second_factor)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        """Return the members, without the guests of browsers."""
        return super().get_queryset(request).filter(is_guest=False)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        """Return the members whose name or address contains each word; accents, capitals and apostrophes don't
        matter.
        """
        return searched(queryset, search_term), False

    def has_grant_permission(self, request: HttpRequest) -> bool:
        """Return True for directors only: granting chips is the club's decision, not that of whoever maintains its
        machine.
        """
        user = request.user
        return isinstance(user, Player) and user.is_active and user.is_director

    def has_reset_permission(self, request: HttpRequest) -> bool:
        """Return the owner alone: without the factor, a password is enough."""
        return isinstance(request.user, Player) and request.user.is_superuser

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Record what changes of duties and account, with who gave the referee's; a new member gets the start sum."""
        by, now = request.user, timezone.now()
        assert isinstance(by, Player)
        if "is_referee" in form.changed_data:
            obj.referee_by = by if obj.is_referee else None
        before = accounts.duties_of(Player.objects.get(pk=obj.pk)) if change else frozenset()
        super().save_model(request, obj, form, change)
        changed, reason = set(form.changed_data), form.cleaned_data.get("reason", "")
        if changed & set(DUTIES) or ("is_active" in changed and obj.has_duty):
            accounts.note_duties(by=by, player=obj, before=before, reason=reason, now=now)
        if change:
            accounts.note_account(by=by, player=obj, changed=changed, reason=reason, now=now)
        else:
            accounts.note_first(by=by, player=obj, now=now)
            if commands.grant_first_chips(player=obj, by=by, now=now):
                self._say_start_sum(request, balance(member_account(obj.pk)))

    def _say_start_sum(self, request: HttpRequest, chips: int) -> None:
        if not chips and house_rules().start_chips:
            said = gettext(
                "The account was opened without %(unit)s, since you have opened many today: a second director has to"
                " confirm the start sum under %(page)s."
            )
            messages.warning(request, said % {"page": reverse("staff"), "unit": unit_word()})
            return
        said = gettext(
            "The account was opened with %(sum)s, as the rules of the house say. They can be played when the"
            " member has logged in and chosen a password."
        )
        messages.info(request, said % {"sum": in_unit(chips)})

    @method_decorator(sensitive_post_parameters())
    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:  # noqa: A002 - Django's
        """Set a password, another member's not while they sit in a deal; owners and the member hear of that."""
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

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Return the list with each member's balance, all of them read at once."""
        listed = super().get_changelist_instance(request)
        held = balances(member_account(player.pk) for player in listed.result_list)
        for player in listed.result_list:
            player.chips = held[member_account(player.pk)]
        return listed

    @admin.display(description=lazy(unit_word, str)())
    def chips(self, player: Player) -> int:
        """Return the member's balance, for those who run the club; members see only their own."""
        return player.chips  # type: ignore[attr-defined,no-any-return]

    def get_form(
        self, request: HttpRequest, obj: Player | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """Return the form for the logged-in user, so that nobody can give themselves a duty."""
        form = super().get_form(request, obj, change=change, **kwargs)
        return type(form.__name__, (NoOwnDuty, form), {"by": request.user}) if change else form

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Return the field of a form; who has all permissions is called what the rest of the site calls them."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name == "is_superuser" and field is not None:
            field.label = capfirst(gettext("owner"))
            field.help_text = gettext(
                "Gives the duties, and looks after the club's accounts and rules."
            )
        return field

    def get_fieldsets(self, request: HttpRequest, obj: Player | None = None) -> Any:
        """Return only the fields that this user may edit or see."""
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or (isinstance(request.user, Player) and request.user.is_superuser):
            return fieldsets
        hidden = {"is_director", "is_referee", "referee_by", "is_superuser"}
        if not self.has_change_permission(request, obj):
            # Django would show what is stored of the password, and nothing is to be changed for a reason.
            hidden = {"password", "reason"}
        return [
            (title, {**part, "fields": tuple(f for f in part["fields"] if f not in hidden)})
            for title, part in fieldsets
        ]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Directors and the owner."""
        return runs_the_club(request)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Return the owner everybody, directors those who have no duty."""
        if not runs_the_club(request) or obj is None:
            return runs_the_club(request)
        assert isinstance(request.user, Player)
        return request.user.is_superuser or not obj.has_duty
