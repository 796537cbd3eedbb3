"""Forms of the admin's actions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.commands.chips import MOST_GRANTED, REASON_LENGTH
from games.numbers import WholeField


class GrantForm(forms.Form):
    """Chips for one or many members, with the reason that stands in their statements."""

    amount = WholeField(
        label=_("Chips for each"),
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
