"""What somebody sends to each operation of a tournament that carries out one command, and who is answered what."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from tournaments.api.acts import ACTS

BELOW = "api/v1/tournaments/<int:tournament_id>/"
ASKED: Mapping[str, Any] = {
    "reason": "Tea.",
    "minutes": 5,
    "points": 5,
    "player": 1,
    "players": [1, 2],
    "settings": {"rounds": 2},
    "name": "Cô Bảy",
    "description": "Bring tea.",
    "starts_at": (datetime.now(UTC) + timedelta(days=7)).isoformat(),
    "idempotency_key": "00000000-0000-4000-8000-000000000031",
}
"""An operation takes of it what it knows."""


def is_act(route: str) -> bool:
    """Whether the route is of one of these operations."""
    return route in {f"{BELOW}{act.where}/" for act in ACTS}


POSTS: Mapping[str, str] = {
    "enter": "401 200 409 200 200 200 200",
    "withdraw": "401 409 200 409 409 409 409",
    "entry/check-in": "401 409 409 409 409 409 409",
    "entry/check-in/undo": "401 409 200 409 409 409 409",
    "entry/sit-out": "401 409 200 409 409 409 409",
    "entry/sit-in": "401 409 200 409 409 409 409",
    "entry/leave": "401 409 409 409 409 409 409",
    "entry/return": "401 409 409 409 409 409 409",
    "describe": "401 403 403 403 403 200 403",
    "start": "401 403 403 403 403 200 403",
    "draw-on": "401 403 403 403 403 409 403",
    "close": "401 403 403 403 403 409 403",
    "cancel": "401 403 403 403 403 200 403",
    "time/pause": "401 403 403 403 403 409 403",
    "time/resume": "401 403 403 403 403 409 403",
    "time/beginning": "401 403 403 403 403 409 403",
    "time/longer": "401 403 403 403 403 409 403",
    "entries/<int:player_id>/check-in": "401 409 403 403 403 409 403",
    "entries/<int:player_id>/check-in/undo": "401 409 403 403 403 409 403",
    "entries/<int:player_id>/take-seat": "401 409 403 403 403 409 403",
    "entries/<int:player_id>/sit-out": "401 409 403 403 403 409 403",
    "entries/<int:player_id>/sit-in": "401 409 403 403 403 409 403",
    "entries/<int:player_id>/remove": "401 403 403 403 403 409 403",
    "entries/<int:player_id>/return": "401 403 403 403 403 409 403",
    "entries/<int:player_id>/allow": "401 403 403 403 403 200 403",
    "reserve/guests": "401 403 403 403 403 200 403",
    "reserve/<int:player_id>": "401 200 403 403 403 200 403",
    "reserve/<int:player_id>/leave": "401 200 403 403 403 200 403",
    "corrections/deals/<int:deal_id>/void": "401 403 403 403 409 409 403",
    "corrections/deals/<int:deal_id>/replay": "401 403 403 403 409 409 403",
    "corrections/deals/<int:deal_id>/restore": "401 403 403 403 409 409 403",
    "corrections/redraw": "401 403 403 403 403 409 403",
    "corrections/redraw/undo": "401 403 403 403 403 409 403",
    "corrections/points": "401 403 403 403 409 409 403",
    "corrections/points/<int:number>/undo": "401 403 403 403 409 409 403",
    "corrections/terms": "401 403 403 403 403 200 403",
    "corrections/apart": "401 403 403 403 403 409 403",
    "corrections/apart/<int:number>/end": "401 403 403 403 403 409 403",
}
"""What each viewer is answered who posts there, as `tests.support.security.addresses` says."""
TOURNAMENT_ACTS: Mapping[str, tuple[str, str]] = {
    f"{BELOW}{where}/": ("401 405 405 405 405 405 405", posts) for where, posts in POSTS.items()
}
