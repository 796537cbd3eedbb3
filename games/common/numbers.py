"""Whole numbers as people and programs write them: in the digits 0 to 9, and nothing else that `int` would take."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError

WHOLE: Final = re.compile(r"\s*[+-]?[0-9]+(\.0*)?\s*")
"""Without it `int` would read other scripts' digits, which a reader takes for others, and underscores (1_0 is 10)."""


class WholeField(forms.IntegerField):
    """A whole number of a form."""

    def to_python(self, value: Any) -> int | None:
        """Return the number, None for none. Raises ValidationError for what is not written as one."""
        if value not in self.empty_values and not WHOLE.fullmatch(str(value)):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)
