"""What people write about a discard: a dispute, a ruling, its withdrawal. Who may do it is for `rulings` to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from games.numbers import WholeField
from replays.commands.rulings import REASON_LENGTH

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def _reason(label: StrOrPromise, help_text: StrOrPromise) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": REASON_LENGTH}),
        help_text=help_text,
    )


class DisputeForm(forms.Form):
    """A seat's or the director's dispute."""

    discard = WholeField(widget=forms.HiddenInput, min_value=1)
    reason = _reason(_("Reason"), _("Say why the penalty should be looked at again."))


class AppealForm(forms.Form):
    """A seat's appeal of a ruling."""

    reason = _reason(_("Reason"), _("Say why another referee should look at it."))


class RulingForm(forms.Form):
    """A referee's ruling."""

    UPHOLD, REVERSE, SHARE = "upheld", "reversed", "shared"

    decision = forms.ChoiceField(
        label=_("Ruling"),
        choices=[
            (UPHOLD, _("Upheld: what was judged stays")),
            (REVERSE, _("Reversed: the penalty is lifted, or laid where none fell")),
            (SHARE, _("Shared: every other loser pays half for the hand, the discarder the rest")),
        ],
        widget=forms.RadioSelect(attrs={"class": "radiolist"}),
    )
    section = forms.CharField(
        label=_("Section of the rulebook"),
        max_length=20,
        help_text=_("Such as §10.3."),
    )
    reason = _reason(_("Reason"), _("Everybody who looks at the replay can read it."))


class WithdrawalForm(forms.Form):
    """A referee's withdrawal of a ruling."""

    reason = _reason(_("Reason"), _("Everybody who looks at the replay can read it."))
