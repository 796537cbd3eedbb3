"""A form that may be sent twice."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from games.errors import Refused


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
        self.add_error(refused.field if refused.field in self.fields else None, refused.sentence)
