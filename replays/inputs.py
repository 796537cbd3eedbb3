"""Inputs shared by pages and API: the filters of a search, which are kept in its address, and the fields of a
note.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from rest_framework import serializers

from games.common.django_internals import attributes
from games.inputs import Fields, WholeField, WholeNumber
from games.models import Player
from games.presenters.sentences import rules_name
from games.queries import members
from games.web.forms import FoldedForm
from replays.index.bitmap import LARGEST
from replays.index.terms import DealOutcome
from replays.models import Note
from replays.models.note import WORDS_LENGTH
from replays.queries.search import (
    DisputeFilter,
    Kongs,
    Mistakes,
    Part,
    Range,
    WantedDeals,
    values_of,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class NoteWritingSerializer(Fields):
    """A note to be written."""

    version = WholeNumber(min_value=1, max_value=2**31 - 1)
    circle = serializers.ChoiceField(choices=Note.Circle.choices)
    words = serializers.CharField(max_length=WORDS_LENGTH)


_PARTS: Final = {
    Part.WON: pgettext_lazy("what a player did", "won"),
    Part.LOST: pgettext_lazy("what a player did", "lost"),
    Part.PAID_PENALTY: _("paid the penalty"),
    Part.HAD_QUAN: _("had a quan"),
    Part.HAD_KHUI: _("had a khui"),
}
_MISTAKES: Final = {
    Mistakes.ANY: _("any mistake"),
    Mistakes.DISCARD: _("a risky discard"),
    Mistakes.WIN: _("a win that I declined"),
}
_OUTCOMES: Final = {
    DealOutcome.WON: _("somebody won"),
    DealOutcome.EXHAUSTED: _("the stock was exhausted"),
    DealOutcome.STOPPED: _("a director stopped it"),
}
_KONGS: Final = {
    Kongs.QUAN: _("a quan"),
    Kongs.KHUI: _("a khui"),
    Kongs.EITHER: _("a quan or a khui"),
    Kongs.BOTH: _("a quan and a khui"),
    Kongs.NEITHER: _("neither quan nor khui"),
}
_RULED: Final = {
    DisputeFilter.NO: _("not disputed"),
    DisputeFilter.DISPUTED: _("disputed, with or without a ruling"),
    DisputeFilter.OPEN: _("waiting for a ruling"),
    DisputeFilter.RULED: _("ruled on"),
    DisputeFilter.UPHELD: _("ruled on: result stands"),
    DisputeFilter.CHANGED: _("ruled on: changed"),
}
_PENALTY: Final = {"yes": _("somebody pays it"), "no": _("nobody pays it")}
_SHOWN: Final = 200
"""Tournaments that the list offers, the newest; any other is found by its own page's link."""


class _List(forms.Select):
    """A drop-down list that renders quickly.

    Django renders each option with a template, which takes 40 ms for four hundred members.
    """

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Render the list with its selection."""
        chosen = "" if value is None else str(value)
        lines = format_html_join(
            "",
            '<option value="{}"{}>{}</option>',
            (
                (one, SafeString(" selected") if str(one) == chosen else "", label)
                for one, label in self.choices
            ),
        )
        own = self.build_attrs(self.attrs, {**(attrs or {}), "name": name})
        return format_html("<select{}>{}</select>", attributes(own), lines)


def _choice(
    label: StrOrPromise, words: Mapping[Any, StrOrPromise], nothing: StrOrPromise
) -> forms.ChoiceField:
    choices = [("", nothing), *((str(value), word) for value, word in words.items())]
    return forms.ChoiceField(
        label=label,
        choices=choices,
        required=False,
        widget=_List,
        error_messages={
            "invalid_choice": _(
                "“%(value)s” can't be chosen here. Choose one of the options offered."
            )
        },
    )


def _whole(label: StrOrPromise, least: int = 0) -> WholeField:
    return WholeField(label=label, required=False, min_value=least, max_value=LARGEST)


def _day(label: StrOrPromise) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={"invalid": _("This is not a date: write it like 2026-11-23.")},
    )


class CheckboxInput(forms.CheckboxInput):
    """A checkbox that programs can also tick with `true`, `yes` or `1`. Any other value leaves it empty."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> bool:
        """Return whether it is ticked."""
        return str(data.get(name, "")).lower() in {"on", "1", "true", "yes"}


class SearchForm(FoldedForm):
    """The filters of a search; all are optional, and the rarer ones are hidden at first."""

    player = forms.ModelChoiceField(
        label=_("Player"),
        queryset=Player.objects.none(),
        required=False,
        empty_label=_("anybody"),
        widget=_List,
        error_messages={"invalid_choice": _("The club has no such member.")},
    )
    mine = forms.BooleanField(
        label=_("Only deals I played in"), required=False, widget=CheckboxInput
    )
    part = _choice(_("What the player did"), _PARTS, _("anything"))
    mistakes = _choice(_("My mistakes"), _MISTAKES, _("with or without"))
    tournament = WholeField(label=_("Tournament"), required=False, min_value=1, max_value=2**31)
    rules = forms.CharField(label=_("Rules"), required=False, max_length=40)
    since = _day(_("From (date)"))
    until = _day(_("To (date)"))
    outcome = _choice(_("How it ended"), _OUTCOMES, _("in any way"))
    penalty = _choice(_("Penalty"), _PENALTY, _("with or without"))
    kongs = _choice(_("Quan and khui"), _KONGS, _("with or without"))
    paid_least = _whole(_("Points paid in the deal: minimum"))
    paid_most = _whole(_("Points paid in the deal: maximum"))
    steps_least = _whole(_("Steps in the replay: minimum"), 1)
    steps_most = _whole(_("Steps in the replay: maximum"), 1)
    ruled = _choice(_("Dispute"), _RULED, _("with or without"))

    first = ("player", "mine", "mistakes", "since")
    groups = (
        (_("When and where"), ("until", "tournament", "rules")),
        (_("How it went"), ("part", "outcome", "penalty", "kongs", "ruled")),
        (_("Points and length"), ("paid_least", "paid_most", "steps_least", "steps_most")),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer the current members, rule sets and tournaments."""
        super().__init__(*args, **kwargs)
        listed = members().only("username", "display_name", "is_guest", "is_bot")
        self.fields["player"].queryset = listed  # type: ignore[attr-defined]
        numbers = [int(value) for value in values_of("tournament")[:_SHOWN]]
        named = import_string(settings.TUSAC_TOURNAMENT_NAMES)(numbers)
        self._offer("tournament", {str(one): named[one] for one in numbers if one in named})
        self._offer("rules", {key: rules_name(key) for key in values_of("rules")})

    def clean(self) -> dict[str, Any]:
        """Refuse ranges that end before they begin."""
        said = super().clean() or {}
        for first, last in (
            ("since", "until"),
            ("paid_least", "paid_most"),
            ("steps_least", "steps_most"),
        ):
            least, most = said.get(first), said.get(last)
            if least is not None and most is not None and most < least:
                self.add_error(last, _("This is less than the minimum."))
        return said

    @property
    def wanted(self) -> WantedDeals:
        """Return the filters of a valid form, as the search takes them."""
        said = self.cleaned_data
        return WantedDeals(
            player=said["player"].pk if said["player"] else None,
            mine=said["mine"],
            part=_member(Part, said["part"]),
            mistakes=_member(Mistakes, said["mistakes"]),
            tournament=said["tournament"],
            rules=said["rules"],
            since=said["since"],
            until=said["until"],
            outcome=_member(DealOutcome, said["outcome"]),
            penalty=None if not said["penalty"] else said["penalty"] == "yes",
            kongs=_member(Kongs, said["kongs"]),
            paid=Range(said["paid_least"], said["paid_most"]),
            steps=Range(said["steps_least"], said["steps_most"]),
            ruled=_member(DisputeFilter, said["ruled"]),
        )

    @property
    def words(self) -> list[tuple[StrOrPromise, StrOrPromise]]:
        """Return pairs of label and chosen value for the filled-in fields of a valid form."""
        told: list[tuple[StrOrPromise, StrOrPromise]] = []
        for name, field in self.fields.items():
            value = self.cleaned_data[name]
            if value in (None, "", False):
                continue
            offered = dict(getattr(field.widget, "choices", ())) if name != "player" else {}
            shown = _("yes") if value is True else offered.get(str(value), str(value))
            told.append((field.label or name, shown))
        return told

    @property
    def query(self) -> str:
        """Return the filters of a valid form as a query string, in fixed order and without empty ones."""
        said = self.cleaned_data
        told = {name: said[name] for name in self.fields if said[name] not in (None, "", False)}
        if "mine" in told:
            told["mine"] = "on"
        if "player" in told:
            told["player"] = told["player"].pk
        return urlencode(told)

    def _offer(self, name: str, choices: dict[str, str]) -> None:
        """Give a field a list of choices. A value in the address is added even if it is not one of them."""
        asked = str(self.data.get(name) or "")
        if asked and asked not in choices:
            choices[asked] = asked
        self.fields[name].widget = _List(choices=[("", _("any")), *choices.items()])

    @classmethod
    def asked(cls, address: Mapping[str, Any]) -> bool:
        """Return whether an address asks for a search: it names at least one filter."""
        return any(name in address for name in cls.base_fields)


def _member(kind: type[StrEnum], value: str) -> Any:
    return kind(value) if value else None
