"""What decides between equal points, chosen one after another: a list of choices for each place in the order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from tournaments.engine.scoring.tie_breaks import AS_EVER, CHOSEN, check_tie_breaks
from tournaments.errors import RefusedByTournament, for_people
from tournaments.models import Standing

_CHOICES: Final = [
    ("", gettext_lazy("nothing more")),
    *((one.value, Standing.SettledBy(one.value).label) for one in CHOSEN),
]


class TieBreaksWidget(forms.MultiWidget):
    """A list of choices for each place in the order, which needs no script."""

    use_fieldset = True

    def __init__(self) -> None:
        """As many as there is to choose from."""
        super().__init__([forms.Select(choices=_CHOICES) for _ in CHOSEN])

    def decompress(self, value: Sequence[str] | None) -> list[str]:
        """What stands in each list."""
        return [*(value or ()), *[""] * len(CHOSEN)][: len(CHOSEN)]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """What was chosen; as it ever was where the form was sent without any list."""
        if not any(f"{name}_{number}" in data for number in range(len(CHOSEN))):
            return self.decompress(AS_EVER)
        return [str(one or "") for one in super().value_from_datadict(data, files, name)]

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The lists below each other, each of which says where in the order it stands."""
        given, lists = attrs or {}, []
        for number, one in enumerate(self.decompress(value)):
            words = gettext("Decides as number %(number)d") % {"number": number + 1}
            own = {**given, "id": f"{given.get('id', name)}_{number}", "aria-label": words}
            lists.append((self.widgets[number].render(f"{name}_{number}", one, own, renderer),))
        return format_html(
            '<ol class="tie-breaks">{}</ol>', format_html_join("", "<li>{}</li>", lists)
        )


class TieBreaksField(forms.MultiValueField):
    """The names of what decides, in order; lists that stay empty are passed over."""

    def __init__(self, **said: Any) -> None:
        """A choice in each list; nothing has to be chosen in any."""
        fields = [forms.ChoiceField(choices=_CHOICES, required=False) for _ in CHOSEN]
        super().__init__(fields=fields, widget=TieBreaksWidget(), require_all_fields=False, **said)

    def compress(self, values: Sequence[str]) -> tuple[str, ...]:
        """The chosen ones. Raises ValidationError where one is chosen twice."""
        chosen = tuple(value for value in values if value)
        try:
            with for_people():
                check_tie_breaks(chosen)
        except RefusedByTournament as refused:
            raise forms.ValidationError(refused.sentence) from refused
        return chosen

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether another order was chosen."""
        return [one for one in data or () if one] != list(initial or ())
