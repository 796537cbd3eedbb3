"""A form that may be sent twice, and which of its fields a refusal speaks of."""

from __future__ import annotations

from typing import Any, Final
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from tournaments.engine.terms import FIELD_OF_REFUSAL

_FIELDS: Final = {
    **FIELD_OF_REFUSAL,
    "tournament.start-out-of-range": "starts_at",
    "tournament.description-too-long": "description",
    "tournament.description-unreadable": "description",
    "time.seconds": "minutes",
    "tournament.reason-missing": "reason",
    "tournament.reason-too-long": "reason",
    "tournament.section-malformed": "section",
    "tournament.points-out-of-range": "points",
    "tournament.group-out-of-range": "players",
    "tournament.apart-impossible": "players",
    "tournament.sanction-out-of-range": "points",
    "tournament.departure-missing": "departure",
    "tournament.no-such-table": "table",
    "tournament.no-such-round": "round",
    "tournament.duplicate-cardboard": "cardboard",
}
"""Which field a refusal speaks of; the others speak of the form as a whole."""


class IdempotentForm(forms.Form):
    """A form that may be sent twice and is carried out once."""

    idempotency_key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """A fresh form gets an id of its own."""
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            self.initial["idempotency_key"] = uuid4()

    def clean(self) -> dict[str, Any] | None:
        """Say what is wrong with the hidden id where it can be seen, and give the form a new one."""
        read = super().clean()
        if "idempotency_key" in self.errors:
            del self.errors["idempotency_key"]
            self.data = {**dict(self.data.items()), "idempotency_key": str(uuid4())}
            self.add_error(None, _("The form was not whole. Press the button once more."))
        return read

    def add_refusal(self, refused: Refused) -> None:
        """Say what a command refused, at the field of which it speaks."""
        field = _FIELDS.get(refused.code)
        self.add_error(field if field in self.fields else None, refused.sentence)
