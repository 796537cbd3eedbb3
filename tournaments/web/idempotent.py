"""A form that may be sent twice, and which of its fields a refusal speaks of."""

from __future__ import annotations

from typing import Any, Final
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from games.errors import Refused

_FIELDS: Final = {
    "tournament.name-missing": "name",
    "tournament.name-too-long": "name",
    "tournament.rules-unknown": "rules",
    "tournament.filler-unknown": "filler",
    "tournament.fill-out-of-range": "fill_to",
    "tournament.fill-not-fours": "fill_to",
    "tournament.least-out-of-range": "least_members",
    "tournament.late-out-of-range": "late_until",
    "tournament.series-missing": "series",
    "tournament.series-too-long": "series",
    "tournament.series-out-of-range": "series_best",
    "tournament.series-differs": "series_best",
    "tournament.admits-unknown": "admits",
    "tournament.format-unknown": "format",
    "tournament.format-fixed-late": "late_until",
    "tournament.final-out-of-range": "final_rounds",
    "tournament.finalists-out-of-range": "finalists",
    "tournament.groups-fill": "fill_to",
    "tournament.groups-late": "late_until",
    "tournament.rounds-out-of-range": "rounds",
    "tournament.deals-out-of-range": "deals_per_round",
    "tournament.seconds-out-of-range": "seconds_per_move",
    "tournament.bank-out-of-range": "bank_seconds",
    "tournament.delay-out-of-range": "spectator_delay",
    "tournament.fee-not-integer": "entry_fee",
    "tournament.fee-out-of-range": "entry_fee",
    "tournament.shares-missing": "prize_shares",
    "tournament.share-not-positive": "prize_shares",
    "tournament.shares-rising": "prize_shares",
    "tournament.shares-not-100": "prize_shares",
    "tournament.sums-too-many": "prize_sums",
    "tournament.sum-out-of-range": "prize_sums",
    "tournament.sums-rising": "prize_sums",
    "tournament.appeal-out-of-range": "appeal_minutes",
    "tournament.ruling-out-of-range": "ruling_hours",
    "tournament.tie-break-unknown": "tie_breaks",
    "tournament.tie-break-twice": "tie_breaks",
    "tournament.start-out-of-range": "starts_at",
    "tournament.description-too-long": "description",
    "tournament.description-unreadable": "description",
    "time.seconds": "minutes",
    "tournament.minutes-out-of-range": "round_minutes",
    "tournament.minutes-too-few": "round_minutes",
    "tournament.wait-out-of-range": "wait_minutes",
    "tournament.check-in-out-of-range": "check_in_ends",
    "tournament.check-in-no-start": "check_in_ends",
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
    "tournament.rounds-drawn": "rounds",
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
