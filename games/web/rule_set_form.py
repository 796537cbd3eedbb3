"""Builds the form for a rule set of the club's own (§11.1, §13).

Each option has a question, with a note on where each answer is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.club.house_rules import NAME_LENGTH
from games.common.joints import with_brackets
from games.engine.rules import OPTIONS, VINAGAMES, RuleSet, objection
from games.errors import Refused
from games.inputs import WholeField
from games.presenters.club.how_we_play import POINTS_PAY_NOTHING
from games.presenters.club.rule_questions import QuestionScene, numbers_played, played_by, scene_of
from games.presenters.club.rule_sets import GROUPS, OPTION_WORDS, value_words
from games.web.forms import FoldedForm


class Question(NamedTuple):
    """A question about one option of the rules."""

    field: forms.BoundField
    scene: QuestionScene
    choices: tuple[tuple[Any, str], ...]
    """Each answer and where it is played; empty where a number is asked."""
    played: tuple[str, ...]
    """Which numbers are played where; empty where one chooses."""


class QuestionGroup(NamedTuple):
    """Questions under one heading."""

    name: str
    heading: str | Promise
    questions: list[Question]
    note: str | Promise = ""
    """What is true of all of them beside the other answers; mostly nothing."""


def _chosen(known: Mapping[str, bool | str], said: str) -> bool | str:
    """Return the value of a question's answer. Raises ValueError if the question has no such answer."""
    if said not in known:
        raise ValueError(said)
    return known[said]


class RuleSetForm(FoldedForm):
    """A form for one of the club's own rule sets. Options that exclude each other are reported at their fields."""

    first = (
        *("name", "seats"),
        *(name for name, words in OPTION_WORDS.items() if not words.rare),
    )

    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_(
            "You pick the rules by this name when you open a table or announce a tournament. "
            "Once saved, the rules can't be changed."
        ),
    )
    seats = forms.TypedMultipleChoiceField(
        label=pgettext_lazy("how many", "Seats"),
        coerce=int,
        choices=[("2", "2"), ("3", "3"), ("4", "4")],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Tournaments are always for four players at a table (§1.2)."),
    )

    def __init__(self, *args: Any, begun_from: RuleSet = VINAGAMES, **kwargs: Any) -> None:
        """Add a field for each option, filled in from the rule set `begun_from`."""
        super().__init__(*args, **kwargs)
        self.initial.setdefault("seats", [str(seats) for seats in begun_from.seats])
        for name, words in OPTION_WORDS.items():
            begun, option = getattr(begun_from, name), OPTIONS[name]
            label, values = with_brackets(words.label, option.section), option.values
            if isinstance(values, range):
                self.fields[name] = WholeField(
                    label=label,
                    min_value=values[0],
                    max_value=values[-1],
                    initial=begun,
                    error_messages=dict.fromkeys(
                        ("min_value", "max_value"),
                        _("Choose a whole number from %(low)d to %(high)d.")
                        % {"low": values[0], "high": values[-1]},
                    ),
                )
                continue
            self.fields[name] = forms.TypedChoiceField(
                label=label,
                coerce=partial(_chosen, {str(value): value for value in values}),
                choices=[(str(value), value_words(name, value)) for value in values],
                initial=str(begun),
                widget=forms.RadioSelect,
            )

    def clean(self) -> dict[str, Any]:
        """Report conflicts between options at their fields (§13.16)."""
        read = super().clean() or {}
        if read.keys() >= {"seats", *OPTION_WORDS} and (against := objection(self.rules())):
            refused = Refused(against.code)
            self.add_error(refused.field or None, refused.sentence)
        return read

    def questions(self, *, rare: bool) -> list[QuestionGroup]:
        """Return either the usual or the `rare` questions, in groups with a heading."""
        asked: dict[str, list[Question]] = {group: [] for group in GROUPS}
        for name, words in OPTION_WORDS.items():
            if words.rare == rare:
                asked[words.group].append(self._question(name))
        flat = self["payment"].value() == "flat"
        return [
            QuestionGroup(
                group,
                GROUPS[group],
                found,
                POINTS_PAY_NOTHING if flat and group == "points" else "",
            )
            for group, found in asked.items()
            if found
        ]

    @property
    def usual_questions(self) -> list[QuestionGroup]:
        """Return the questions that are always visible, in groups."""
        return self.questions(rare=False)

    @property
    def rare_questions(self) -> list[QuestionGroup]:
        """Return the questions that few clubs need, in groups. They are folded away."""
        return self.questions(rare=True)

    def _question(self, name: str) -> Question:
        field, values = self[name], OPTIONS[name].values
        if isinstance(values, range):
            return Question(field, scene_of(name), (), numbers_played(name))
        where = (played_by(name, value) for value in values)
        return Question(field, scene_of(name), tuple(zip(field, where, strict=True)), ())

    def rules(self) -> RuleSet:
        """Return the rule set entered in this valid form."""
        read = dict(self.cleaned_data)
        return RuleSet(key=read.pop("name", ""), seats=tuple(read.pop("seats")), **read)
