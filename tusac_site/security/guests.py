"""Lists the addresses that accept guests; at every other address, new ones included, a guest counts as a stranger.

A guest has a player's row and a session. So this also closes addresses that are open to every logged-in user, such as
the whole API and the admin, without a check in each view (docs/decisions/0119).
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.utils.deprecation import MiddlewareMixin

from games.models import Player
from games.queries import seat_of
from games.web.requests import HtmxHttpRequest

KNOWS_GUESTS: Final = frozenset(
    {
        *("lobby", "play-now", "join", "become-member", "logout"),
        *("play-with-friends", "play-again", "invitations", "way-back", "table-scores"),
        *("table", "stream", "sit", "swap", "leave", "freed", "close-table", "pace", "table-qr"),
        *("start", "ready", "reveal", "move", "hold", "coach", "back", "pause", "say", "mute"),
        *("turns", "preferences", "lessons", "lesson", "lesson-step"),
        "first-minute-step",
    }
)
"""Names of the addresses at which a guest is somebody: the lobby, what one does at a table for honour, the lessons."""
OF_OWN_DEALS: Final = frozenset(
    {
        *("replay", "replay-steps", "replay-open", "replay-record", "replay-receipt"),
        *("replay-analysis", "replay-what-if", "replay-svg", "replay-png"),
    }
)
"""The same for the deals that the guest has played."""


class Guests(MiddlewareMixin):
    """Treats guests as strangers at addresses that do not accept guests."""

    def process_view(
        self, request: HtmxHttpRequest, view: Any, args: Any, kwargs: dict[str, Any]
    ) -> None:
        """Make a guest a stranger if the address does not accept guests; return None."""
        user = request.user
        if not isinstance(user, Player) or not user.is_guest:
            return
        match = request.resolver_match
        name = match.view_name if match is not None else ""
        if name in OF_OWN_DEALS and seat_of(kwargs["deal_id"], user) is not None:
            return
        if name not in KNOWS_GUESTS:
            request.user = AnonymousUser()
