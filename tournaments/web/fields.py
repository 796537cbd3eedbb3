"""Form fields of tournaments: numbers by place, readable names, local times, rules and tie-breaks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.common.names import NAME_REFUSALS, tidied, why_not
from tournaments.engine.scoring.tie_breaks import AS_EVER, CHOSEN, check_tie_breaks
from tournaments.errors import RefusedByTournament, translate_refusals
from tournaments.models import Standing

_LOCAL_TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:00)?")
_BETWEEN: Final = re.compile(r"[\s,;/%]+")


class SharesField(forms.CharField):
    """Whole numbers by place, such as `50, 30, 20`; its value is a tuple of them."""

    def __init__(self, *args: Any, words: Any = None, **kwargs: Any) -> None:
        """Take the error message `words`, which says how to write the numbers."""
        super().__init__(*args, **kwargs)
        self.words = words or _(
            "Write the shares as whole percentages separated by commas, such as 50, 30, 20."
        )

    def to_python(self, value: Any) -> Any:
        """Return the numbers as a tuple. Raises ValidationError if anything else is between the commas."""
        parts = [part for part in _BETWEEN.split(super().to_python(value) or "") if part]
        if not parts:
            return ()
        if not all(re.fullmatch(r"[0-9]{1,9}", part) for part in parts):
            raise ValidationError(self.words)
        return tuple(int(part) for part in parts)

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Return whether the numbers differ from the initial ones, however they are written."""
        try:
            return bool(self.to_python(initial) != self.to_python(data))
        except ValidationError:
            return True

    def run_validators(self, value: Any) -> None:
        """Do nothing: the decision checks the numbers."""

    def validate(self, value: Any) -> None:
        """Require a text if the field is required."""
        if not value and self.required:
            raise ValidationError(self.error_messages["required"], code="required")


class LegibleField(forms.CharField):
    """A field for a name without misleading characters."""

    def clean(self, value: Any) -> str:
        """Return the name, cleaned up. Raises ValidationError if it is misleading."""
        name = tidied(super().clean(value))
        if name and (refusal := why_not(name)):
            raise ValidationError(gettext(NAME_REFUSALS[refusal]))
        return name


class LocalTimeField(forms.DateTimeField):
    """A day and a time on the club's clock, in the digits 0 to 9."""

    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})

    def to_python(self, value: Any) -> datetime | None:
        """Return the time, None if empty. Raises ValidationError, also for an hour skipped by a clock change."""
        if value not in self.empty_values and not _LOCAL_TIME.fullmatch(str(value).strip()):
            raise ValidationError(
                _("Write the day and time like this: 2026-12-31 19:30."), code="invalid"
            )
        return super().to_python(value)


class RulesSelect(forms.Select):
    """A list of rule sets whose first line asks for a choice, so that browsers preselect none."""

    def format_value(self, value: Any) -> Any:
        """Return an empty list if no value is chosen yet, so that the first line is selected."""
        return [] if value is None else super().format_value(value)

    def optgroups(self, name: str, value: list[str], attrs: dict[str, Any] | None = None) -> Any:
        """Return the options of the list, the request for a choice first."""
        groups: list[Any] = list(super().optgroups(name, value, attrs))
        gone = [one for one in value if one not in {str(key) for key, _words in self.choices}]
        if gone and len(gone) == len(value):
            asks = (
                gettext("“%(name)s” is no longer offered: choose other rules") % {"name": gone[0]}
                if gone[0]
                else gettext("Choose the rules")
            )
            option = self.create_option(name, "", asks, selected=True, index=0, attrs=attrs)
            groups.insert(0, (None, [option], 0))
        return groups


_TIE_BREAKS: Final = [
    ("", _("no tie-break")),
    *((one.value, Standing.SettledBy(one.value).label) for one in CHOSEN),
]


class TieBreaksWidget(forms.MultiWidget):
    """A drop-down list for each place in the order of tie-breaks; works without scripts."""

    use_fieldset = True

    def __init__(self) -> None:
        """Create as many lists as tie-breaks can be chosen."""
        super().__init__([forms.Select(choices=_TIE_BREAKS) for _ in CHOSEN])

    def decompress(self, value: Sequence[str] | None) -> list[str]:
        """Return the value of each list, empty strings for the lists left over."""
        return [*(value or ()), *[""] * len(CHOSEN)][: len(CHOSEN)]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """Return the choices; the default if the form was sent without any list."""
        if not any(f"{name}_{number}" in data for number in range(len(CHOSEN))):
            return self.decompress(AS_EVER)
        return [str(one or "") for one in super().value_from_datadict(data, files, name)]

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Render the lists below each other, each labelled with its place in the order."""
        given, lists = attrs or {}, []
        for number, one in enumerate(self.decompress(value)):
            words = gettext("Tie-break number %(number)d") % {"number": number + 1}
            own = {**given, "id": f"{given.get('id', name)}_{number}", "aria-label": words}
            lists.append((self.widgets[number].render(f"{name}_{number}", one, own, renderer),))
        return format_html(
            '<ol class="tie-breaks">{}</ol>', format_html_join("", "<li>{}</li>", lists)
        )


class TieBreaksField(forms.MultiValueField):
    """The names of the tie-breaks, in order; empty lists are skipped."""

    def __init__(self, **said: Any) -> None:
        """Create a choice for each list; none is required."""
        fields = [forms.ChoiceField(choices=_TIE_BREAKS, required=False) for _ in CHOSEN]
        super().__init__(fields=fields, widget=TieBreaksWidget(), require_all_fields=False, **said)

    def compress(self, values: Sequence[str]) -> tuple[str, ...]:
        """Return the chosen tie-breaks. Raises ValidationError if one is chosen twice."""
        chosen = tuple(value for value in values if value)
        try:
            with translate_refusals():
                check_tie_breaks(chosen)
        except RefusedByTournament as refused:
            raise forms.ValidationError(refused.sentence) from refused
        return chosen

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Return whether another order was chosen."""
        return [one for one in data or () if one] != list(initial or ())
