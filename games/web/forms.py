"""Defines the forms of the pages. They only read input; commands check whether it is allowed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, UserCreationForm
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, pgettext_lazy

from games import queries
from games.club.house_rules import HouseRules
from games.commands.club.house import LONGEST_REASON
from games.commands.table.tables import BANKS, SECONDS, STAKES
from games.errors.refusal import Refused
from games.inputs import WholeField
from games.models import Player, Table
from games.presenters import terms
from games.presenters.amounts import with_unit
from games.presenters.club.house import ANSWERS, FIELDS
from games.presenters.club.rule_sets import rules_choices
from games.queries.club.house import offered_rules, rules_named
from games.queries.finished.pagination import cursor
from games.queries.people.member import has_finished_a_lesson
from games.queries.play.participants import BOT_CHOICES


class MembersField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # generic for mypy alone
    """A form field for choosing members. It refuses ids that are too large, because SQLite would fail on them."""

    def clean(self, value: Any) -> Any:
        """Return the chosen members. Raises ValidationError."""
        for key in value or ():
            if cursor(str(key)) is None:
                raise forms.ValidationError(
                    self.error_messages["invalid_pk_value"],
                    code="invalid_pk_value",
                    params={"pk": str(key)[:20]},
                )
        return super().clean(value)


class LoginForm(AuthenticationForm):
    """The form for logging in with name and password; it explains in words why a login is refused."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Label the name field as the pages do."""
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Login name")

    def clean(self) -> dict[str, Any]:
        """Check the password, or the digits of a card. Raises ValidationError."""
        name, password = (self.cleaned_data.get(field) for field in ("username", "password"))
        if name is not None and password:
            self.user_cache = authenticate(
                self.request, username=name, password=password, with_card=True
            )
            if self.user_cache is None:
                raise self.get_invalid_login_error()
            self.confirm_login_allowed(self.user_cache)
        return self.cleaned_data

    def get_invalid_login_error(self) -> forms.ValidationError:
        """Return why the login is refused, such as a card that has ended or an account that was merged."""
        refused = getattr(self.request, "why_refused", None) or Refused("login.wrong")
        return forms.ValidationError(refused.sentence)


class OwnPasswordForm(PasswordChangeForm):
    """A form for members to change their password, including one that somebody else has set.

    Members who logged in with a card have no old password, and choose their first.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ask for the old password only where there is one."""
        super().__init__(*args, **kwargs)
        again = self.fields["new_password2"]
        again.label, again.help_text = _("New password again"), ""
        if not self.user.has_usable_password():
            del self.fields["old_password"]

    def clean_new_password1(self) -> str:
        """Return the new password. Raises ValidationError if it is the one that somebody else has set."""
        new = str(self.cleaned_data["new_password1"])
        if self.user.password_is_given and self.user.check_password(new):
            raise forms.ValidationError(
                _("Somebody else set your password. Choose one that only you know.")
            )
        return new


class FoldedForm(forms.Form):
    """A form whose rarely used fields are folded away, for `_form.html#field`."""

    first: ClassVar[tuple[str, ...]] = ()
    """What everybody chooses; the other fields have good defaults."""
    groups: ClassVar[tuple[tuple[Any, tuple[str, ...]], ...]] = ()
    """The legends over the others where there are many, each with the fields that stand under it."""

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """Return the fields that are always visible."""
        return [self[name] for name in self.first if name in self.fields]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """Return the fields that are folded away."""
        return [field for field in self.visible_fields() if field.name not in self.first]

    @property
    def more_groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """Return the folded fields in groups, each with its legend; fields in no group come last."""
        found = [
            (legend, [self[name] for name in names if name in self.fields])
            for legend, names in self.groups
        ]
        named = {name for _legend, names in self.groups for name in names}
        rest = [field for field in self.more_fields if field.name not in named]
        return [*found, (_("Other") if found else "", rest)] if rest else found

    @property
    def more_is_open(self) -> bool:
        """Return whether a folded field has an error, or was changed in a form that is shown again."""
        if not self.is_bound:
            return False
        chosen = self.data.keys() & set(self.changed_data)
        return any(field.errors or field.name in chosen for field in self.more_fields)


class OpenTableForm(FoldedForm):
    """A form to open a table: rules, seats, who may sit, time for a move, and the value of a point."""

    name = forms.CharField(label=_("Name of the table"), max_length=60)
    rules = forms.ChoiceField(
        label=_("Rules"),
        choices=rules_choices,
    )
    seats = forms.TypedChoiceField(
        label=pgettext_lazy("how many", "Seats"),
        coerce=int,
        choices=[("4", "4"), ("3", "3"), ("2", "2")],
        initial="4",
        help_text=_("4sac needs exactly four players (§1.2)."),
    )
    filler = forms.ChoiceField(
        label=_("Empty seats"),
        choices=[
            *BOT_CHOICES,
            ("", _("leave empty for people to join")),
        ],
        required=False,
        initial="club",
    )
    pace = forms.ChoiceField(
        label=_("Bot speed"),
        choices=Table.Pace.choices,
        required=False,
        initial=Table.Pace.NORMAL,
        help_text=_(
            "For tables with several people. You can change the speed between deals. If you play "
            "alone with bots, the speed in your preferences is used."
        ),
    )
    seconds_per_move = WholeField(
        label=_("Seconds per move"),
        min_value=SECONDS[0],
        max_value=SECONDS[-1],
        initial=30,
        help_text=terms.WHOSE_TIME_RUNS_OUT,
    )
    bank_seconds = WholeField(
        label=_("Extra seconds per deal"),
        min_value=BANKS[0],
        max_value=BANKS[-1],
        required=False,
        initial=120,
        help_text=terms.WHAT_A_BANK_IS,
    )
    chips_per_point = WholeField(
        label=with_unit(gettext_noop("A point is worth"), gettext_noop("Chips per point")),
        min_value=STAKES[0],
        max_value=STAKES[-1],
        initial=1,
        help_text=format_lazy(_("0 means no stakes. The maximum is {most}."), most=STAKES[-1]),
    )
    coach = forms.ChoiceField(
        label=_("Coach"),
        choices=[
            ("", _("only at tables without stakes")),
            ("yes", _("every player may use it")),
            ("no", _("nobody may use it")),
        ],
        required=False,
        help_text=_(
            "The coach explains a player's hand, using only the player's own cards and the face-up cards."
        ),
    )
    coached = forms.BooleanField(
        label=_("The coach helps me"),
        required=False,
        initial=True,
        help_text=_(
            "The coach helps you until you have finished a lesson under “Learn to play”. "
            "Other players may use it too."
        ),
    )
    admission = forms.ChoiceField(
        label=_("Open to"),
        choices=[
            (Table.Admission.OPEN.value, Table.Admission.OPEN.label),
            (Table.Admission.INVITED.value, _("only the members named below")),
        ],
        initial=Table.Admission.OPEN,
    )
    invited = MembersField(
        label=_("Named members"),
        queryset=Player.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    spectator_delay = forms.TypedChoiceField(
        label=_("Spectators see the table"),
        coerce=int,
        empty_value="0",
        choices=[
            *terms.DELAY_CHOICES,
            ("-1", terms.UNWATCHED),
        ],
        required=False,
        initial="0",
        help_text=_(
            "If you play only against bots and nobody can watch, you never have to wait for "
            "claims (§6.10)."
        ),
    )
    starts_itself = forms.BooleanField(
        label=_("Starts automatically when full"),
        required=False,
        initial=True,
        help_text=_(
            "Once every seat is taken, the time to get ready begins. Players who are not "
            "ready in time lose their seat."
        ),
    )
    wants_bots = forms.BooleanField(
        label=_("Programs may join"),
        required=False,
        help_text=_(
            "Members' own computer programs, which play by themselves, may take free seats here. "
            "At a table with stakes, only programs that accept those stakes may join."
        ),
    )
    sit = forms.BooleanField(label=_("Give me a seat right away"), required=False, initial=True)
    idempotency_key = forms.UUIDField(widget=forms.HiddenInput)
    first = ("name", "rules", "seats", "filler", "coached")

    def __init__(self, *args: Any, host: Player, **kwargs: Any) -> None:
        """Offer the choices for `host`, who opens the table and needs no invitation."""
        super().__init__(*args, **kwargs)
        self.fields["rules"].initial = next(iter(offered_rules()))
        if has_finished_a_lesson(host):
            del self.fields["coached"]
        named = self.fields["invited"]
        assert isinstance(named, forms.ModelMultipleChoiceField)
        named.queryset = queries.members().exclude(pk=host.pk)
        if not self.is_bound:
            self.initial["idempotency_key"] = uuid4()

    def clean(self) -> dict[str, Any]:
        """Report rule sets that cannot be played with this number of seats (§1.2)."""
        read = super().clean() or {}
        rules, seats = read.get("rules"), read.get("seats")
        if rules and seats and seats not in rules_named(rules).seats:
            self.add_error("seats", Refused("deal.seats").sentence)
        if "idempotency_key" in self.errors:
            self.add_error(
                None, _("Part of this form is missing. Reload the page and fill it in again.")
            )
        return read


class MemberForm(UserCreationForm):  # type: ignore[type-arg]  # generic for mypy alone
    """The name and password with which a guest becomes a member."""

    class Meta:
        """Selects the name fields; Django's base form adds the passwords."""

        model = Player
        fields = ("username", "display_name")
        labels = {"username": _("Login name")}


class HouseRulesForm(forms.Form):
    """A form for the house rules: each is a whole number or yes/no. Rules that it doesn't ask for stay the same."""

    def __init__(self, *args: Any, held: HouseRules, **kwargs: Any) -> None:
        """Add a field for each rule, filled in with the current rules, `held`."""
        super().__init__(*args, **kwargs)
        self._held = held
        for name, words in FIELDS.items():
            if words.asks_yes_or_no:
                self.fields[name] = forms.TypedChoiceField(
                    label=str(words.label),
                    help_text=str(words.help),
                    choices=list(ANSWERS.items()),
                    coerce=int,
                    initial=getattr(held, name),
                )
                continue
            self.fields[name] = WholeField(
                label=str(words.label),
                help_text=str(words.help),
                min_value=words.least,
                max_value=words.most,
                initial=getattr(held, name),
            )

        self.fields["reason"] = forms.CharField(
            label=_("Reason for raising a limit"),
            required=False,
            max_length=LONGEST_REASON,
            help_text=_(
                "Give a reason if you raise the starting sum, the amount that the club lends, or the "
                "limits for one director or referee. Another owner has to read it and sign."
            ),
        )

    def rules(self) -> HouseRules:
        """Return the rules entered in this valid form."""
        return replace(self._held, **{name: self.cleaned_data[name] for name in FIELDS})

    def reason(self) -> str:
        """Return the reason for raising a limit; empty if none was given."""
        return str(self.cleaned_data["reason"])
