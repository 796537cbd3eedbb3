"""Playing through the pages: a member's browser without scripts, and the bots in between."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from html import unescape
from typing import Any

from django.test import Client
from django.utils import timezone

from games import commands
from games.engine.rules import VINAGAMES, RuleSet
from games.models import Deal, Player, Table
from tests.support.deals import get_ready
from tests.support.tables import opened_table

_INPUT = re.compile(r"<(?:input|button)\b[^>]*>")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')


def member(name: str, **options: Any) -> Player:
    return Player.objects.create_user(name, password="not a secret", **options)


def browser(player: Player | None = None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def same_browser(player: Player | None) -> Client:
    """Return the browser in which this very object has logged in before: to look often, for a log-in costs
    half a page.
    """
    if player is None:
        return browser()
    kept: Client | None = vars(player).get("same_browser")
    if kept is None:
        kept = vars(player)["same_browser"] = browser(player)
    return kept


def table_with(
    *players: Player,
    rules: RuleSet = VINAGAMES,
    seats: int = 4,
    name: str = "Bàn 1",
    now: datetime | None = None,
    **options: Any,
) -> Table:
    """Return a table at which these players sit, and bots everywhere else."""
    now = now or timezone.now()
    table = opened_table(by=players[0], name=name, rules=rules, seats=seats, now=now, **options)
    for seat, player in enumerate(players):
        commands.sit_down(by=player, table_id=table.pk, seat=seat, now=now)
    return table


def dealt(*players: Player, now: datetime | None = None, **options: Any) -> Deal:
    """Return a deal whose cards are dealt."""
    now = now or timezone.now()
    table = table_with(*players, now=now, **options)
    deal = table.deals.get(ended_at=None)
    get_ready(deal, players, [f"seed-of-{player.username}" for player in players], now=now)
    deal.refresh_from_db()
    return deal


def controls(html: str) -> Iterator[dict[str, str]]:
    """Yield every input and button of a page."""
    for tag in _INPUT.findall(html):
        found = {name: unescape(value) for name, value in _ATTRIBUTE.findall(tag)}
        found["checked"] = "yes" if re.search(r"\bchecked\b", tag) else ""
        yield found


def hidden_fields(html: str) -> dict[str, str]:
    """Return what the form of moves sends along by itself."""
    names = {"deal", "expected_version", "move_id"}
    return {
        field["name"]: field["value"]
        for field in controls(html)
        if field.get("name") in names and field.get("type") == "hidden"
    }


def buttons(html: str) -> list[str]:
    """Return the moves that the page offers; those that it explains in place of offering are left out."""
    return [
        field["value"]
        for field in controls(html)
        if field.get("name") == "move" and "aria-disabled" not in field
    ]


def discards(html: str) -> list[str]:
    """Return the cards of the hand that may be discarded now, each kind as often as it is held."""
    return re.findall(r'class="held" data-card="(\w\w)"[^>]* data-verdict=', html)


def checked(html: str) -> list[str]:
    """Return the cards of the hand that are chosen."""
    return [
        field["value"]
        for field in controls(html)
        if field.get("name") == "cards" and field["checked"]
    ]


def steps(html: str, button: str = "quick-select") -> list[tuple[str, list[str]]]:
    """Return what a selecting button goes through: the move that each step is for, and its cards."""
    found = [field["data-cycle"] for field in controls(html) if field.get("id") == button]
    texts = found[0].split(";") if found and found[0] else []
    return [(aim, cards.split()) for aim, cards in (text.split(":") for text in texts)]


def choices(html: str, move: str) -> list[str]:
    """Return the cards that may be selected for a move: for discards, or for melds."""
    return [" ".join(cards) for aim, cards in steps(html) if aim == move]


def form_of_first_move(html: str) -> dict[str, Any] | None:
    """Return the form as somebody fills it who presses Quick Select and the button that the selection is for."""
    offered = steps(html)
    if not offered:
        return None
    aim, cards = offered[0]
    return {**hidden_fields(html), "move": aim, "cards": cards}
