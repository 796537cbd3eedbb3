"""Helpers for tests of the casebook: a ruling that is final, and its pages' text."""

import re
from datetime import datetime, timedelta
from html import unescape

from django.test import Client

from games.models import Deal, Player
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import taken_in
from tests.support.disputed import LATER

FINAL = LATER + timedelta(days=30)
HOME = "/replays/casebook/"


def ruled(
    deal: Deal,
    by: Player,
    referee: Player,
    *,
    outcome: str = "upheld",
    section: str = "§10.3",
    reason: str = "So says the count.",
    at: datetime = LATER,
) -> Dispute:
    row = rulings.file_dispute(
        by=by, deal_id=deal.pk, discard=taken_in(deal).version, reason="Why?", now=at
    )
    return rulings.give_ruling(
        by=referee, dispute_id=row.pk, outcome=outcome, section=section, reason=reason, now=at
    )


def text(client: Client, address: str = HOME, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.status_code
    return unescape(answer.content.decode())


def listed(client: Client, query: str = "") -> set[int]:
    return set(
        map(
            int,
            re.findall(r'<article class="panel case" id="case-(\d+)"', text(client, HOME + query)),
        )
    )
