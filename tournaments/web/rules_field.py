"""The choice of rules in a form: where what was chosen is no longer offered, it says so and asks."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _


class RulesSelect(forms.Select):
    """A list whose first line asks, where the value is none of the others: no browser then chooses by itself."""

    def format_value(self, value: Any) -> Any:
        """Nothing where nobody has chosen yet: then the first line stands, as in any list."""
        return [] if value is None else super().format_value(value)

    def optgroups(self, name: str, value: list[str], attrs: dict[str, Any] | None = None) -> Any:
        """The lines of the list, the one that asks in front."""
        groups: list[Any] = list(super().optgroups(name, value, attrs))
        gone = [one for one in value if one not in {str(key) for key, _words in self.choices}]
        if gone and len(gone) == len(value):
            asks = (
                _("“%(name)s” is no longer offered: choose other rules") % {"name": gone[0]}
                if gone[0]
                else _("Choose the rules")
            )
            option = self.create_option(name, "", asks, selected=True, index=0, attrs=attrs)
            groups.insert(0, (None, [option], 0))
        return groups
