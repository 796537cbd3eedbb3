"""Finds the tournaments that a token can be limited to, and whether an API address belongs to such a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from games.errors import Refused
from games.queries.finished.private_deals import TOURNAMENTS
from games.queries.play.deals import get_deal
from games.queries.play.tables import get_table


def going_tournaments() -> dict[int, str]:
    """Return the names of announced and running tournaments, by number."""
    names: dict[int, str] = import_string(settings.TUSAC_TOURNAMENTS_GOING)()
    return names


def names_of_tournaments(numbers: Iterable[int | None]) -> dict[int, str]:
    """Return the names of these tournaments, by number."""
    asked = [number for number in numbers if number is not None]
    names: dict[int, str] = import_string(settings.TUSAC_TOURNAMENT_NAMES)(asked) if asked else {}
    return names


def belongs_to(tournament: int, place: Mapping[str, Any]) -> bool:
    """Return whether an API address is about this tournament: by its number, or by one of its tables or deals.

    `place` holds the arguments of the address: `tournament_id`, `deal_id`, `table_id` …
    """
    if "tournament_id" in place:
        return bool(place["tournament_id"] == tournament)
    origin = ""
    with suppress(Refused):
        if "deal_id" in place:
            origin = get_deal(place["deal_id"]).table.origin
        elif "table_id" in place:
            origin = get_table(place["table_id"]).origin
    return origin.startswith(f"{TOURNAMENTS}{tournament}/")
