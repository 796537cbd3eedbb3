"""The club's table of sanctions, which everyone can read and owners can change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands
from games.engine.disputing.sanctions import (
    MOST_KINDS,
    MOST_POINTS,
    NAME_LENGTH,
    WORDS_LENGTH,
    Measure,
    SanctionKind,
    SanctionStep,
    SanctionTable,
)
from games.inputs import WholeField
from games.presenters.club.sanctions import kind_name, sanction_table_page, step_words, time_words
from games.queries.club.house import sanction_table
from games.web.answers import carry_out, see_other
from games.web.requests import owner_of, viewer_of

_PARTS: Final = ("first", "second", "third")


def _coded(step: SanctionStep) -> str:
    return f"points-{step.points}" if step.measure is Measure.POINTS else step.measure.value


_STEPS: Final = {
    _coded(step): step
    for step in (
        SanctionStep(),
        *(SanctionStep(Measure.POINTS, points) for points in range(1, MOST_POINTS + 1)),
        SanctionStep(Measure.REMOVAL),
    )
}


class SanctionTableForm(forms.Form):
    """A form for the club's whole table of sanctions.

    It has a line for each kind of offence, one for a new kind unless the table is full, and the maximum points.
    """

    most_points = WholeField(
        label=_("Maximum points per report"), min_value=1, max_value=MOST_POINTS
    )
    name = forms.CharField(
        label=_("A new offence for this club"),
        required=False,
        max_length=NAME_LENGTH,
        help_text=_(
            "You can't change the name later. Leave it empty if you don't want to add one."
        ),
    )

    def __init__(self, *args: Any, held: SanctionTable, **kwargs: Any) -> None:
        """Fill in the form from ``held``, the table of sanctions that now counts."""
        super().__init__(*args, **kwargs)
        self._kinds = held.kinds
        self.initial["most_points"] = held.most_points
        for number, one in enumerate(held.kinds):
            self._add_line(str(number), one)
        if len(held.kinds) < MOST_KINDS:
            self._add_line("new", SanctionKind("new"))
        else:
            del self.fields["name"]

    def _add_line(self, at: str, one: SanctionKind) -> None:
        choices = [(coded, step_words(step)) for coded, step in _STEPS.items()]
        for time, (part, step) in enumerate(zip(_PARTS, one.steps, strict=True), 1):
            self.fields[f"{part}-{at}"] = forms.ChoiceField(
                label=time_words(time), choices=choices, initial=_coded(step), required=at != "new"
            )
        self.fields[f"section-{at}"] = forms.CharField(
            label=_("Section of the rulebook"),
            required=False,
            max_length=8,
            initial=one.section,
        )
        self.fields[f"words-{at}"] = forms.CharField(
            label=_("Club rule"),
            required=False,
            max_length=WORDS_LENGTH,
            initial=one.words,
        )
        if at != "new":
            self.fields[f"offered-{at}"] = forms.BooleanField(
                label=_("can be reported"), required=False, initial=one.offered
            )

    def lines(self) -> Iterator[tuple[str, list[Any]]]:
        """Yield the name of each kind of offence in the table, with the form fields of its line."""
        for number, one in enumerate(self._kinds):
            yield kind_name(one.kind), self._fields(str(number))

    def new(self) -> list[Any]:
        """Return the form fields for a new kind of offence, the name first; empty if the table is full."""
        return [self["name"], *self._fields("new")] if "name" in self.fields else []

    def _fields(self, at: str) -> list[Any]:
        return [self[name] for name in self.fields if name.endswith(f"-{at}")]

    def table(self) -> SanctionTable:
        """Return the table of sanctions that was entered; call it only if the form is valid."""
        read = self.cleaned_data
        kinds = [self._kind(str(number), one.kind) for number, one in enumerate(self._kinds)]
        if read.get("name"):
            kinds.append(self._kind("new", read["name"]))
        return SanctionTable(tuple(kinds), read["most_points"])

    def _kind(self, at: str, name: str) -> SanctionKind:
        read = self.cleaned_data
        first, second, third = (_STEPS.get(read[f"{part}-{at}"], SanctionStep()) for part in _PARTS)
        return SanctionKind(
            name,
            (first, second, third),
            section=read[f"section-{at}"],
            words=read[f"words-{at}"],
            offered=read.get(f"offered-{at}", True),
        )


@never_cache
@require_http_methods(["GET", "POST"])
def sanctions(request: HttpRequest) -> HttpResponse:
    """Show the table of sanctions and its history; owners also get the form."""
    viewer = viewer_of(request)
    form, status = SanctionTableForm(held=sanction_table()), 200
    if request.method == "POST":
        viewer = owner = owner_of(request)
        form = SanctionTableForm(request.POST, held=sanction_table())
        status = carry_out(
            form,
            lambda: commands.set_sanction_table(by=owner, table=form.table(), now=timezone.now()),
        )
        if status == 303:
            messages.success(
                request,
                gettext("The table of sanctions has been saved. Everyone can read it here."),
            )
            return see_other("sanction-table")
    sets = viewer is not None and viewer.is_superuser
    page = {"page": sanction_table_page(), "form": form if sets else None}
    return render(request, "games/sanctions.html", page, status=status)
