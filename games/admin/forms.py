"""Forms of the admin's actions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AdminPasswordChangeForm, UserChangeForm
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from games.commands.club.chips import MOST_GRANTED, REASON_LENGTH
from games.commands.people.accounts import duties_of, why_no_duty
from games.errors import Refused
from games.inputs import WholeField
from games.models import Player
from games.models.players import DUTIES
from games.presenters.amounts import of_unit


class GrantForm(forms.Form):
    """Chips for one or many members, with the reason that stands in their statements."""

    amount = WholeField(
        label=of_unit(gettext_noop("%(unit)s for each")),
        min_value=1,
        max_value=MOST_GRANTED,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text=_("The member reads it in the statement."),
    )


class TakeBackForm(forms.Form):
    """Which grant to a member was a mistake, and why."""

    grant = forms.ChoiceField(
        label=_("Grant"), widget=forms.RadioSelect(attrs={"class": "radiolist"})
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text=_("The member reads it in the statement."),
    )

    def __init__(self, *args: Any, choices: list[tuple[str, str]], **kwargs: Any) -> None:
        """`choices` are the grants that can be taken back, by key and in words."""
        super().__init__(*args, **kwargs)
        field = self.fields["grant"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


def _why() -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text=_(
            "For somebody else's account: the member reads it, and everybody on the page of the staff's acts."
        ),
    )


class AccountForm(UserChangeForm):  # type: ignore[type-arg]  # generic for mypy alone
    """A member's account, with why somebody else changes it."""

    reason = _why()


class GivenPasswordForm(AdminPasswordChangeForm):  # type: ignore[type-arg]  # generic for mypy alone
    """A new password, with why somebody else sets it."""

    reason = _why()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Put the reason first, and ask in the club's words whether the account has a password."""
        super().__init__(*args, **kwargs)
        self.fields["password1"].widget.attrs.pop("autofocus", None)
        self.fields["reason"].widget.attrs["autofocus"] = True
        if "usable_password" in self.fields:
            asked = self.fields["usable_password"]
            asked.label = _("Log in with a password")
            asked.help_text = _(
                "Disabled: only a login card opens this account until a password is set again."
            )


class NoOwnDuty:
    """Part of the member form that refuses a duty which somebody would give themselves.

    It also asks for the reason where somebody else's account is changed.
    """

    by: Player
    instance: Player
    cleaned_data: dict[str, Any]
    changed_data: list[str]

    def clean(self) -> dict[str, Any]:
        """Return the fields as they were read. Raises ValidationError."""
        read: dict[str, Any] = super().clean() or self.cleaned_data  # type: ignore[misc]
        # As stored: opening an own account that was closed would be giving oneself its duties.
        before = duties_of(Player.objects.get(pk=self.instance.pk))
        for duty in DUTIES:
            if read.get(duty) and duty not in before:
                refusal = why_no_duty(by=self.by, player=self.instance, gains=True)
                if refusal is not None:
                    self.add_error(duty, refusal.sentence)  # type: ignore[attr-defined]
        changed = set(self.changed_data) - {"reason"}
        if changed and self.by.pk != self.instance.pk and not read.get("reason"):
            self.add_error("reason", Refused("account.reason").sentence)  # type: ignore[attr-defined]
        return read
