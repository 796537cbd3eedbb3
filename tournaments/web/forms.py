"""Forms to announce and describe tournaments. They only parse; the decisions check the values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.inputs import WholeField, form_field
from games.presenters import terms
from games.presenters.club.rule_sets import rules_choices
from games.queries.play.participants import BOT_CHOICES
from games.web.forms import FoldedForm
from tournaments.commands import rules_offered
from tournaments.engine.announcing import NAME_LENGTH
from tournaments.engine.draws.groups import FINALISTS
from tournaments.engine.participants import SEATS
from tournaments.engine.scoring.series import NAME_LENGTH as SERIES_LENGTH
from tournaments.engine.scoring.tie_breaks import AS_EVER
from tournaments.engine.terms import DEFAULTS, TERMS, TYPES, terms_from
from tournaments.inputs import LEFT_EMPTY, DescriptionSerializer
from tournaments.models import Tournament
from tournaments.presenters.log.term_words import CHOICES, HINTS, READ, TABLES, TERM_WORDS
from tournaments.web.fields import (
    LegibleField,
    LocalTimeField,
    RulesSelect,
    SharesField,
    TieBreaksField,
)
from tournaments.web.requests import IdempotentForm

FILLERS_OFFERED: Final = {f"bot:{name}": words for name, words in BOT_CHOICES}


class DescriptionForm(IdempotentForm):
    """The day on which a tournament begins, and a text about it."""

    starts_at = LocalTimeField(
        label=_("Begins"),
        required=False,
        help_text=_("Leave it empty if you start when everyone is here."),
    )
    description = form_field(
        DescriptionSerializer,
        "description",
        label=_("Description"),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("The place, who may come, what to bring. Everybody can read it."),
    )


def rules_chosen() -> list[tuple[str, str | Promise]]:
    """Return the choices for a tournament's rules: the offered rule sets, each with its name."""
    offered = rules_offered()
    return [(key, words) for key, words in rules_choices() if key in offered]


_SUGGESTED: Final = {
    "rounds": 3,
    "deals_per_round": 4,
    "entry_fee": 0,
    "seconds_per_move": 60,
    "late_until": 2,
}
"""What a new form proposes for an evening, and takes where a field was left empty."""


def _rules(**said: Any) -> forms.Field:
    return forms.ChoiceField(
        choices=rules_chosen,
        widget=RulesSelect,
        initial=lambda: next((key for key, _words in rules_chosen()), ""),
        **said,
    )


def _chosen(choices: Any, default: str) -> Callable[..., forms.Field]:
    return partial(forms.ChoiceField, required=False, choices=choices, initial=default)


_OWN_FIELDS: Final[Mapping[str, Callable[..., forms.Field]]] = {
    **{name: _chosen(choices, LEFT_EMPTY[name]) for name, choices in CHOICES.items()},
    "name": partial(LegibleField, max_length=NAME_LENGTH),
    "rules": _rules,
    "prize_shares": partial(SharesField, required=False, initial="50, 30, 20"),
    "series": partial(LegibleField, required=False, max_length=SERIES_LENGTH),
    "filler": partial(forms.ChoiceField, choices=list(FILLERS_OFFERED.items()), initial="bot:club"),
    "prize_sums": partial(
        SharesField,
        required=False,
        words=_(
            "Write the fixed prizes as whole numbers separated by commas, such as 300, 200, 100."
        ),
    ),
    "series_points": partial(
        SharesField,
        required=False,
        words=_("Write the points as whole numbers separated by commas, such as 10, 8, 6, 5, 4."),
    ),
    "tie_breaks": partial(TieBreaksField, required=False, initial=AS_EVER),
    "finalists": partial(
        forms.TypedChoiceField,
        coerce=int,
        required=False,
        choices=[(count, count) for count in range(FINALISTS[0], FINALISTS[1] + 1, SEATS)],
        initial=FINALISTS[0],
    ),
    "spectator_delay": partial(
        forms.TypedChoiceField,
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", terms.UNWATCHED), *terms.DELAY_CHOICES],
    ),
}
"""The fields of terms that are neither a plain number nor a tick."""


def term_field(name: str) -> forms.Field:
    """Return the form field of a term."""
    said: Any = {"label": TERM_WORDS[name].label, "help_text": TERM_WORDS[name].help}
    if name in _OWN_FIELDS:
        return _OWN_FIELDS[name](**said)
    if TYPES[name] is bool:
        return forms.BooleanField(required=False, **said)
    low, high = TERMS[name].limits or (None, None)
    return WholeField(
        required=name not in DEFAULTS,
        min_value=low,
        max_value=high,
        initial=_SUGGESTED.get(name, LEFT_EMPTY.get(name)),
        **said,
    )


def _grouped() -> dict[Any, list[str]]:
    """Return the names of the fields under each heading of the form.

    The day, the description and real cards are no terms, but have their place among them.
    """
    found: dict[Any, list[str]] = {legend: [] for legend in ("", *HINTS)}
    for name, words in TERM_WORDS.items():
        found[words.group].append(name)
    found[""].insert(1, "starts_at")
    found[READ].insert(0, "description")
    found[TABLES].insert(0, "cardboard")
    return found


def _late_until(read: Mapping[str, Any]) -> int:
    """Return the proposed last round for late entry; 0 if the other terms leave no such round."""
    if read.get("format") == Tournament.Format.FIXED:
        return 0
    last: int = read.get("rounds") or 0
    if read.get("format") == Tournament.Format.GROUPS:
        last -= read.get("final_rounds") or 0
    late = _SUGGESTED["late_until"]
    return late if late <= last else 0


class CreateForm(FoldedForm, DescriptionForm):
    """Announce a tournament: a field for each term, and the day, the description and real cards."""

    first = tuple(_grouped()[""])
    groups = tuple((legend, tuple(_grouped()[legend])) for legend in HINTS)
    cardboard = forms.BooleanField(
        label=_("Real cards at every table"),
        required=False,
        help_text=_(
            "Cards aren't dealt on screen; members enter each result. A table with a bot still "
            "plays on screen."
        ),
    )

    @property
    def folds(self) -> list[tuple[Any, Any, list[forms.BoundField], bool]]:
        """Return the groups of rarely used fields: heading, hint, fields, and whether the group is unfolded.

        A group is unfolded if a value in it is wrong or was set.
        """
        chosen = self.data.keys() & set(self.changed_data) if self.is_bound else set()
        return [
            (
                legend,
                hint,
                fields,
                any(one.errors or one.name in chosen for one in fields)
                if self.is_bound
                else any(one.name == "cardboard" and one.initial for one in fields),
            )
            # A legend is a key in the language of the import alone.
            for (legend, fields), hint in zip(self.more_groups, HINTS.values(), strict=True)
        ]

    def clean(self) -> dict[str, Any] | None:
        """Return the input, with the defaults of optional fields left empty.

        If the last round for late entry was left at its default, it is adapted to the other terms.
        """
        read = super().clean() or {}
        for name, meant in {**LEFT_EMPTY, **_SUGGESTED}.items():
            if name in read and read[name] in (None, ""):
                read[name] = meant
        if read.get("late_until") == _SUGGESTED["late_until"]:
            read["late_until"] = _late_until(read)
        if read.get("check_in_ends") is not None:
            read["check_in"] = True
        return read

    def announced(self) -> dict[str, Any]:
        """Return the values of the form as `commands.create` takes them."""
        beside = {name: said for name, said in self.cleaned_data.items() if name not in TERMS}
        return {"terms": terms_from(self.cleaned_data), **beside}


CreateForm.base_fields |= {name: term_field(name) for name in TERM_WORDS}
for _name in _SUGGESTED.keys() - {"rounds"}:
    CreateForm.base_fields[_name].required = False
