"""Forms for disputes, rulings and their withdrawal. `rulings` decides who may submit them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from games.common.dialect import page_language
from games.common.rulebook import chapter_title, penalty_sections
from games.engine.disputing.outcomes import RULINGS
from games.inputs import WholeField
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


def _seen() -> WholeField:
    """Return a hidden field for the version of the deal's stream that the page shows. The page fills it in."""
    return WholeField(required=False, widget=forms.HiddenInput, min_value=1, max_value=2**31 - 1)


def _sections() -> list[tuple[str, Any]]:
    """Return the sections that a ruling may cite, by chapter, in the reader's language."""
    language = page_language()
    by_chapter = [
        (chapter_title(chapter, language), [(one, one) for one in sections])
        for chapter, sections in penalty_sections().items()
    ]
    return [("", _("Choose a section")), *by_chapter]


class DisputeForm(forms.Form):
    """A dispute, by a seat of the deal or by a director on behalf of the club."""

    discard = WholeField(widget=forms.HiddenInput, min_value=1)
    reason = _reason(
        _("Reason"),
        _("Say why there should have been a penalty, or why there should not."),
    )

    def speak_for_club(self) -> None:
        """Change the texts for a director, who files the dispute on behalf of the club."""
        # The bound field, since a refused form has already made its own.
        self["reason"].help_text = _(
            "You file it as the director, for the club and not for a player. Say why there "
            "should have been a penalty, or why there should not."
        )


class AnswerForm(forms.Form):
    """The answer of the seat that made the disputed discard."""

    reason = _reason(
        _("Your answer"),
        _("Say what the referee should know about your discard. You can answer only once."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Give the fields ids of their own: the page may have another field for a reason."""
        super().__init__(*args, **{"auto_id": "answer_%s", **kwargs})


class AppealForm(forms.Form):
    """A seat's appeal of a ruling."""

    reason = _reason(_("Reason"), _("Say why another referee should decide."))


class RulingForm(forms.Form):
    """A referee's ruling."""

    decision = forms.ChoiceField(
        label=_("Ruling"),
        choices=[(outcome.value, outcome.value) for outcome in RULINGS],
        widget=forms.RadioSelect(attrs={"class": "radiolist"}),
    )
    section = forms.CharField(
        label=_("Section of the rulebook"),
        max_length=20,
        widget=forms.Select(choices=_sections),  # type: ignore[arg-type]  # asked in the reader's language
    )
    seen = _seen()
    reason = _reason(_("Reason"), _("Everybody who opens the replay can read your reason."))

    def name_outcomes(self, named: list[tuple[str, str]]) -> None:
        """Set the outcomes that can be chosen; `named` has pairs of outcome and label."""
        cast(forms.ChoiceField, self.fields["decision"]).choices = named


class WithdrawalForm(forms.Form):
    """A referee's withdrawal of a ruling."""

    seen = _seen()
    reason = _reason(_("Reason"), _("Everybody who opens the replay can read your reason."))


class SignatureForm(forms.Form):
    """A second referee's signature or rejection of a proposal, or the proposer's withdrawal of it."""

    seen = _seen()
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": REASON_LENGTH}),
        help_text=_(
            "Needed only if you do not sign it. Everybody who opens the replay can read your reason."
        ),
    )
