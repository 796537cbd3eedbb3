"""Forms with which owners change accounts in the admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AdminPasswordChangeForm, UserChangeForm
from django.utils.translation import gettext_lazy as _

from games.commands.club.chips import REASON_LENGTH
from games.commands.people.accounts import duties_of, why_no_duty
from games.errors import Refused
from games.models import Player
from games.models.players import DUTIES


def _why() -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text=_(
            "Give a reason when you change somebody else's account. Everyone can read it under "
            "“Staff actions”."
        ),
    )


class AccountForm(UserChangeForm):  # type: ignore[type-arg]  # generic for mypy alone
    """A form that changes somebody else's account, and asks for the reason."""

    reason = _why()


class GivenPasswordForm(AdminPasswordChangeForm):  # type: ignore[type-arg]  # generic for mypy alone
    """A form that sets somebody else's password, and asks for the reason."""

    reason = _why()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Focus the field for the reason, and label the choice "Log in with a password" in the club's words."""
        super().__init__(*args, **kwargs)
        self.fields["password1"].widget.attrs.pop("autofocus", None)
        self.fields["reason"].widget.attrs["autofocus"] = True
        if "usable_password" in self.fields:
            asked = self.fields["usable_password"]
            asked.label = _("Log in with a password")
            asked.help_text = _(
                "If this is disabled, no password works for this account. A login card still does, "
                "unless the member is on the staff."
            )


class NoOwnDuty:
    """A mixin of the member form: it refuses staff who would give themselves a duty.

    It also asks for the reason if somebody else's account is changed.
    """

    by: Player
    instance: Player
    cleaned_data: dict[str, Any]
    changed_data: list[str]

    def clean(self) -> dict[str, Any]:
        """Return the cleaned fields, with errors for refused duties or a missing reason. Raises ValidationError."""
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
