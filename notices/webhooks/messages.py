"""Builds the messages to other programs: their events, the data that strangers may read, and the signature.

A message names the event and its page, and nothing else: no member, no card, no payment. Format and headers are those
of Standard Webhooks (https://www.standardwebhooks.com).
"""

from __future__ import annotations

import base64
import hmac
import json
from datetime import datetime
from typing import Any, Final

from django.urls import reverse
from django.utils.crypto import salted_hmac

from games.common.addresses import whole_address
from games.engine.disputing.outcomes import RULING_NAMES
from games.errors import Refused
from games.log import read
from games.models import Deal
from games.queries import get_deal, require_open
from games.schema import deal_of
from notices.models import Delivery, Webhook
from replays.queries import is_open_to_all
from tournaments.engine.draw_events import RedrawTakenBack
from tournaments.models import Tournament
from tournaments.schema import from_stored, tournament_of

ROUND_DRAWN: Final = "round.drawn"
ROUND_ENDED: Final = "round.ended"
TOURNAMENT_CLOSED: Final = "tournament.closed"
DISPUTE_FILED: Final = "dispute.filed"
DISPUTE_RULED: Final = "dispute.ruled"
TYPES: Final[dict[str, str]] = {
    "tournament.round-drawn": ROUND_DRAWN,
    "tournament.redraw-taken-back": ROUND_DRAWN,
    "tournament.round-closed": ROUND_ENDED,
    "tournament.closed": TOURNAMENT_CLOSED,
    "deal.dispute-filed": DISPUTE_FILED,
    "tournament.discard-disputed": DISPUTE_FILED,
    **dict.fromkeys(RULING_NAMES, DISPUTE_RULED),
    "tournament.discard-ruled": DISPUTE_RULED,
    Delivery.TEST: "webhook.test",
}
"""The name of an event → the type of its message."""


def body_of(delivery: Delivery) -> bytes | None:
    """Return the message as JSON, with data read at this moment.

    None if strangers may not read about the event, or if this version does not know it because a newer one stored it.
    """
    if delivery.name not in TYPES:
        return None
    data = {} if delivery.name == Delivery.TEST else _facts(delivery)
    if data is None:
        return None
    said = {"type": TYPES[delivery.name], "timestamp": delivery.at.isoformat(), "data": data}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def _facts(delivery: Delivery) -> dict[str, Any] | None:
    deal_id = deal_of(delivery.stream)
    if deal_id is not None:
        return _of_deal(deal_id)
    row = Tournament.objects.filter(pk=tournament_of(delivery.stream) or 0).first()
    events = read(delivery.stream, after=delivery.version - 1)[:1]
    if row is None or not events:
        return None
    event: Any = from_stored(events[0].name, events[0].schema, events[0].payload)
    facts: dict[str, Any] = {"tournament": row.pk, "name": row.name}
    if TYPES[delivery.name] in (DISPUTE_FILED, DISPUTE_RULED):
        facts |= {"round": event.round, "table": event.table, "deal": event.deal_id}
        page = reverse("tournament-moment", args=[row.pk, delivery.version])
    else:
        if TYPES[delivery.name] != TOURNAMENT_CLOSED:
            facts["round"] = event.round if isinstance(event, RedrawTakenBack) else event.number
        page = reverse("tournament", args=[row.pk])
    return {**facts, "page": whole_address(page)}


def _of_deal(deal_id: int) -> dict[str, Any] | None:
    try:
        deal: Deal = get_deal(deal_id)
        require_open(deal)
    except Refused:
        return None
    if not is_open_to_all(deal):
        return None
    page = reverse("replay", args=[deal.pk]) + "?at=judged"
    return {"deal": deal.pk, "page": whole_address(page)}


def secret_of(hook: Webhook) -> bytes:
    """Return the secret of a webhook, derived from its row and the key of the club."""
    return salted_hmac("notices.webhook", hook.salt, algorithm="sha256").digest()


def shown_secret(hook: Webhook) -> str:
    """Return the secret in the form that programs expect."""
    return f"whsec_{base64.b64encode(secret_of(hook)).decode()}"


def headers_of(delivery: Delivery, body: bytes, now: datetime) -> dict[str, str]:
    """Return the headers of an attempt, with its signature over id, time and body."""
    key, moment = f"msg_{delivery.key.hex}", str(int(now.timestamp()))
    return {
        "Content-Type": "application/json",
        "User-Agent": "Tusac",
        "Connection": "close",
        "webhook-id": key,
        "webhook-timestamp": moment,
        "webhook-signature": signature_of(secret_of(delivery.hook), key, moment, body),
    }


def signature_of(secret: bytes, key: str, moment: str, body: bytes) -> str:
    """Return the signature of a message with this id; `moment` is in seconds since 1970."""
    signed = hmac.digest(secret, f"{key}.{moment}.".encode() + body, "sha256")
    return f"v1,{base64.b64encode(signed).decode()}"
