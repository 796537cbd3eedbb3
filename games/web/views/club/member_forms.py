"""Defines the forms on the pages where directors manage members."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from games.commands.club.chips import MOST_GRANTED, REASON_LENGTH
from games.commands.people.accounts import GIVEN_HERE
from games.inputs import WholeField
from games.models import Player
from games.presenters.amounts import of_unit
from games.web.forms import MembersField


def _reason(help_text: Any) -> forms.CharField:
    return forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, help_text=help_text)


def _why() -> forms.CharField:
    return _reason(_("Everyone can read it under “Staff actions”."))


class GrantForm(forms.Form):
    """A form that grants chips to one or more members, with the reason for their statements."""

    players = MembersField(
        label=_("Members"),
        queryset=Player.objects.filter(is_guest=False),
        error_messages={"required": _("Choose at least one member.")},
        widget=forms.MultipleHiddenInput,
    )
    amount = WholeField(
        label=of_unit(gettext_noop("%(unit)s to grant each member")),
        min_value=1,
        max_value=MOST_GRANTED,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    reason = _reason(_("The member sees this in their statement."))
    idempotency_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def clean(self) -> dict[str, Any]:
        """Report errors of hidden fields as errors of the whole form."""
        read = super().clean() or {}
        if "idempotency_key" in self.errors:
            self.add_error(
                None, _("Part of this form is missing. Reload the page and fill it in again.")
            )
        return read


class WhyForm(forms.Form):
    """A form for the reason why a grant is taken back, or a password is replaced by a card."""

    reason = _why()


class MemberAccountForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for mypy alone
    """A form for a member's names and mail address, and whether the account is open."""

    reason = _why()

    class Meta:
        """Lists the fields that directors may change."""

        model = Player
        fields = ("display_name", "username", "email", "is_active")
        labels = {
            "display_name": _("Name that others see"),
            "username": _("Login name"),
            "email": _("Email address for notices"),
            "is_active": _("The account is open"),
        }
        help_texts = {
            "username": "",
            "is_active": _(
                "If this isn't ticked, the member cannot log in. Results and balance are kept."
            ),
        }

    @property
    def changes(self) -> set[str]:
        """Return the names of the fields that were changed, without the reason."""
        return set(self.changed_data) - {"reason"}


class DutiesForm(forms.Form):
    """A form for a member's duties: director and referee."""

    is_director = forms.BooleanField(
        label=_("Director"),
        required=False,
        help_text=_("Runs tournaments and looks after the members."),
    )
    is_referee = forms.BooleanField(
        label=_("Referee"),
        required=False,
        help_text=_("Rules on disputes, but never on a deal in which they have an interest."),
    )
    reason = _why()

    @property
    def duties(self) -> frozenset[str]:
        """Return the duties that are ticked."""
        return frozenset(name for name in GIVEN_HERE if self.cleaned_data[name])
