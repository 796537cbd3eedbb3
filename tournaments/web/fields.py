"""Fields of the tournaments' forms: whole numbers by place, names that are what they look like, the club's clock."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.common.names import NAME_REFUSALS, tidied, why_not

_LOCAL_TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:00)?")
_BETWEEN: Final = re.compile(r"[\s,;/%]+")


class SharesField(forms.CharField):
    """Whole numbers by place, such as `50, 30, 20`; gives a tuple of them."""

    def __init__(self, *args: Any, words: Any = None, **kwargs: Any) -> None:
        """`words` say how to write them."""
        super().__init__(*args, **kwargs)
        self.words = words or _(
            "Write the shares as whole percents with commas between, such as 50, 30, 20."
        )

    def to_python(self, value: Any) -> Any:
        """The numbers. Raises ValidationError where something else stands between the commas."""
        parts = [part for part in _BETWEEN.split(super().to_python(value) or "") if part]
        if not parts:
            return ()
        if not all(re.fullmatch(r"[0-9]{1,9}", part) for part in parts):
            raise ValidationError(self.words)
        return tuple(int(part) for part in parts)

    def run_validators(self, value: Any) -> None:
        """The decision judges the numbers; there is no text left to judge."""

    def validate(self, value: Any) -> None:
        """Something must have been written, where it is required."""
        if not value and self.required:
            raise ValidationError(self.error_messages["required"], code="required")


class LegibleField(forms.CharField):
    """A name that is what it looks like."""

    def clean(self, value: Any) -> str:
        """The name, tidied. Raises ValidationError."""
        name = tidied(super().clean(value))
        if name and (refusal := why_not(name)):
            raise ValidationError(gettext(NAME_REFUSALS[refusal]))
        return name


class LocalTimeField(forms.DateTimeField):
    """A day and a time on the club's clock, in the digits 0 to 9."""

    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})

    def to_python(self, value: Any) -> datetime | None:
        """The moment, None for none. Raises ValidationError, also for an hour that a change of clocks leaves out."""
        if value not in self.empty_values and not _LOCAL_TIME.fullmatch(str(value).strip()):
            raise ValidationError(_("Write day and time as in 2026-12-31 19:30."), code="invalid")
        return super().to_python(value)
