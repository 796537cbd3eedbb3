"""Checks the stored secrets of running deals, and reports one that was changed."""

from __future__ import annotations

from datetime import datetime

from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

from games.commands.deal.deal_work import commitment_broken
from games.engine.errors import BadNotation
from games.engine.events import DealCommitted
from games.engine.shuffle import commit
from games.infrastructure.encryption import decrypt
from games.log import UNREADABLE, read_facts
from games.models import Deal, DealSecret
from games.schema import from_text

_right: dict[int, str] = {}
"""What this process has found right: by deal the row's text. What binds a deal is in its first event, for ever."""
_wrong: dict[int, str] = {}
"""What it has found wrong and reported: an owner who answers hears no more of it while the deal is played."""


def look_at_secrets(*, now: datetime) -> None:
    """Raise an alarm for each running deal whose secret is missing or differs from its commitment.

    The deal goes on, but its secret is not published at its end.
    """
    kept = DealSecret.objects.filter(deal=OuterRef("pk")).values("encrypted")
    # In one query: a deal that ends meanwhile empties its row.
    playing = Deal.objects.filter(ended_at__isnull=True, entered__isnull=True)
    rows = playing.annotate(kept=Coalesce(Subquery(kept), Value(""))).order_by("pk")
    deals = {deal.pk: deal for deal in rows.only("pk", "table_id")}
    for known in (_right, _wrong):
        for gone in known.keys() - deals.keys():
            known.pop(gone, None)
    for number, deal in deals.items():
        text: str = deal.kept
        if text in (_right.get(number), _wrong.get(number)):
            continue
        if _is_bound(deal, text):
            _right[number] = text
        else:
            commitment_broken(deal, now=now)
            _wrong[number] = text


def _is_bound(deal: Deal, encrypted: str) -> bool:
    try:
        first = next((from_text(*fact) for fact in read_facts(deal.stream)), None)
    except UNREADABLE:
        return True  # `verify_log` names it
    if not isinstance(first, DealCommitted):
        return True  # of before deals were bound, or damaged: `verify_log` says which
    secret = decrypt(encrypted, of=deal.stream) if encrypted else None
    try:
        return secret is not None and commit(secret) == first.commitment
    except BadNotation:
        return False
