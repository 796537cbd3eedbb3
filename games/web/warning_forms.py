"""Forms of warnings at the club's tables."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.sanctions import REASON_LENGTH
from games.numbers import WholeField
from games.presenters.club.conduct import WarningPage


class WhomForm(forms.Form):
    """Whom a warning is about, and for what."""

    player = forms.TypedChoiceField(label=_("Member"), coerce=int)
    kind = forms.ChoiceField(label=_("What happened"))

    def __init__(self, *args: Any, page: WarningPage, **kwargs: Any) -> None:
        """The members are those of the table, the kinds those of the club's table of sanctions."""
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = page.members  # type: ignore[attr-defined]
        self.fields["kind"].choices = page.kinds  # type: ignore[attr-defined]


class WarningBackForm(forms.Form):
    """Why a warning stands no more."""

    reason = forms.CharField(
        label=_("Reason"), max_length=REASON_LENGTH, widget=forms.Textarea(attrs={"rows": 2})
    )


class WarningForm(WarningBackForm):
    """What happened, once it is known which time it is; a second press warns nobody again."""

    call = WholeField(required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Its words are not the reason for taking anything back."""
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _(
            "In words, which everybody may read: name no card of a hand"
        )
