"""The directors' pages of members: what they hold, and grants by their form."""

from __future__ import annotations

import re
from html import unescape
from uuid import uuid4

from django.utils import timezone

from games import commands
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Player
from tests.support.play_pages import controls

LIST = "/club/members/"
ODD = ["0", "-5", "1000001", "2.5", "", "٥", "a\x00b"]


def held(*players: Player) -> list[int]:
    return [balance(member_account(player.pk)) for player in players]


def page_of(player: Player) -> str:
    return f"{LIST}{player.pk}/"


def words(answer) -> str:
    """Return the text of an answer, without tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def key_in(answer) -> str:
    """Return the id of the form that grants chips."""
    fields = controls(answer.content.decode())
    return next(one["value"] for one in fields if one.get("name") == "idempotency_key")


def grant(by: Player, *players: Player, amount: int = 5, reason: str = "a") -> None:
    commands.grant_chips(
        by=by,
        players=players,
        amount=amount,
        reason=reason,
        idempotency_key=uuid4(),
        now=timezone.now(),
    )
