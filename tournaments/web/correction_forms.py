"""Forms of corrections. They only parse; the decisions check the corrections."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.inputs import WholeField, form_field
from games.presenters.sentences import rules_name
from tournaments.commands import rules_offered
from tournaments.engine.correcting.corrections import GROUP
from tournaments.engine.terms import TERMS, TYPES
from tournaments.inputs import (
    CitedReasonSerializer,
    PointsSerializer,
    RedrawSerializer,
    VoidSerializer,
)
from tournaments.presenters.log.term_words import CHOICES
from tournaments.presenters.page.correcting import CorrectingPage
from tournaments.web.forms import rules_chosen, term_field
from tournaments.web.requests import IdempotentForm, ReasonForm, reason_field


class RedrawForm(ReasonForm):
    """Why a draw is discarded, and the number of the draw shown to the director."""

    shown = form_field(RedrawSerializer, "shown", widget=forms.HiddenInput)

    def __init__(self, *args: Any, page: CorrectingPage, **kwargs: Any) -> None:
        """Set the hidden number to that of the current draw."""
        super().__init__(*args, **kwargs)
        self.draw = page.state.standing_draw
        self.fields["shown"].initial = self.draw

    def clean(self) -> dict[str, Any] | None:
        """Move an error in the hidden number to the top of the form, where it can be seen."""
        read = super().clean()
        if "shown" in self.errors:
            del self.errors["shown"]
            self._show_anew()
            self.add_error(None, _("Part of the form was missing. Press the button again."))
        return read

    def add_refusal(self, refused: Refused) -> None:
        """Show the refusal.

        If there was another redraw in the meantime, set the number of the newer draw, so that it can be discarded
        instead.
        """
        super().add_refusal(refused)
        if refused.code == "tournament.stale":
            self._show_anew()

    def _show_anew(self) -> None:
        self.data = {**dict(self.data.items()), "shown": str(self.draw)}


class SectionForm(ReasonForm):
    """A reason, with the section of the rulebook."""

    section = form_field(
        CitedReasonSerializer,
        "section",
        label=_("Section"),
        help_text=_("A section of the rulebook, such as §10.3, if there is one."),
    )


class VoidForm(SectionForm):
    """Whether a voided deal is played again, and why it is voided."""

    replay = form_field(
        VoidSerializer,
        "replay",
        label=_("Play it again"),
        help_text=_(
            "The table plays one more deal, with the same seats and starter. This is possible "
            "only in the most recently drawn round."
        ),
    )

    def __init__(self, *args: Any, replays: bool, **kwargs: Any) -> None:
        """Offer to have the deal played again only if `replays` is True."""
        super().__init__(*args, **kwargs)
        if not replays:
            del self.fields["replay"]


class AdjustForm(SectionForm):
    """Points to give to a member, or to take away."""

    player = forms.TypedChoiceField(label=_("Member"), coerce=int)
    points = form_field(
        PointsSerializer,
        "points",
        label=_("Points"),
        help_text=_("A plain number adds points; a number with a minus sign takes them away."),
    )
    field_order = ("player", "points", "reason", "section")

    def __init__(self, *args: Any, page: CorrectingPage, **kwargs: Any) -> None:
        """Offer the members of this tournament."""
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = page.members  # type: ignore[attr-defined]


class ApartForm(IdempotentForm):
    """Members who are to be kept at different tables."""

    players = forms.TypedMultipleChoiceField(
        label=_("Members"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=format_lazy(_("Choose {low} to {high} members."), low=GROUP[0], high=GROUP[1]),
    )
    reason = reason_field(_("Optional. Everybody can read it."), required=False)

    def __init__(self, *args: Any, page: CorrectingPage, **kwargs: Any) -> None:
        """Offer the members of this tournament."""
        super().__init__(*args, **kwargs)
        self.fields["players"].choices = page.members  # type: ignore[attr-defined]


class TermsForm(ReasonForm):
    """The terms that can still be corrected, with their current values."""

    def __init__(self, *args: Any, page: CorrectingPage, **kwargs: Any) -> None:
        """Add a field for each term that can still be corrected."""
        super().__init__(*args, **kwargs)
        for name in page.terms:
            field = term_field(name)
            now = getattr(page.state.options, name)
            amounts = isinstance(now, tuple) and name != "tie_breaks"
            field.initial = ", ".join(map(str, now)) if amounts else now
            if name == "rules" and now not in rules_offered():  # it was, when it was chosen
                field = forms.ChoiceField(
                    label=field.label, choices=[(now, rules_name(now)), *rules_chosen()]
                )
            whole = isinstance(field, WholeField) and TYPES[name] is int
            field.required = field.required or whole or name in CHOICES
            self.fields[name] = field
        self.order_fields([*page.terms, "reason"])

    def clean(self) -> dict[str, Any] | None:
        """Keep only the settings that were changed: a waiting request must not undo other directors' changes.

        An error is added if nothing was changed. The decision checks the settings.
        """
        read = super().clean() or {}
        sent = {name: read.pop(name) for name in TERMS if name in read}
        read["settings"] = {name: said for name, said in sent.items() if name in self.changed_data}
        if not self.errors and not read["settings"]:
            self.add_error(None, gettext("Nothing was changed."))
        return read
