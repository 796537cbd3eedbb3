"""Queries for referees: deals with a ruling to sign, and what the staff did about disputes (§10.8)."""

from __future__ import annotations

from typing import Final, get_args

from django.db.models import CharField, Q, Value
from django.db.models.functions import Cast, Concat

from games.engine.events import DisputeEvent
from games.engine.recording.notation import NAMES
from games.models import Deal, StaffAct
from games.schema import stream_of

ACTS: Final = tuple(NAMES[event] for event in get_args(DisputeEvent))
"""The stored names of all events of disputes; those of them that the staff does have a row in `StaffAct`."""

ON_PAPER: Final = (
    "tournament.discard-disputed",
    "tournament.discard-ruled",
    "tournament.discard-withdrawn",
    "tournament.discard-appealed",
    "tournament.discard-proposed",
    "tournament.discard-signed",
    "tournament.discard-unsigned",
)
"""The same of deals with real cards, which stand in the stream of what they were played for."""


def unsigned_deals() -> list[Deal]:
    """Return the deals with a ruling that waits for a second signature, with their tables, oldest first."""
    deals = Deal.objects.filter(disputes__proposed__gt="").select_related("table")
    return list(deals.distinct().order_by("pk"))


def court_acts(behalf: str) -> list[StaffAct]:
    """Return what the staff did about disputes over deals of one tournament (`tournament-3`), oldest first."""
    deals = Deal.objects.filter(table__origin__startswith=f"{behalf}/", disputes__isnull=False)
    name = Concat(
        Value(stream_of(0).removesuffix("0")), Cast("pk", CharField()), output_field=CharField()
    )
    streams = deals.annotate(stream_name=name).values("stream_name")
    told = Q(stream__in=streams, name__in=ACTS) | Q(stream=behalf, name__in=ON_PAPER)
    return list(StaffAct.objects.filter(told).order_by("pk"))
