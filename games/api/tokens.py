"""The API's tokens: keys with which programs come in for a member. Only a digest of a key is kept.

Whoever reads the database, a backup or a page about it finds no key: it is told once, to the one who asked for it.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from games.errors import Refused
from games.models import ApiToken, Player

KEPT = 10
"""Tokens that a member may have: for each one more, the oldest stops to work."""

_RANDOM_BYTES = 32
_PREFIX = 8


def digest_of(key: str) -> str:
    """What is kept of a key. It is too long to be guessed, so it needs neither salt nor a slow hash."""
    return hashlib.sha256(key.encode()).hexdigest()


@transaction.atomic
def issue(player: Player, *, now: datetime) -> str:
    """A new token's key, which nobody can read again; the player's oldest ones end.

    Raises Refused("login.wrong") where the password has changed since `player` was read.
    """
    # The row that a new password is saved to: that one waits, or we see it.
    stored = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if stored.password != player.password:
        raise Refused("login.wrong")
    key = secrets.token_urlsafe(_RANDOM_BYTES)
    ApiToken.objects.create(
        player=player, digest=digest_of(key), prefix=key[:_PREFIX], created_at=now
    )
    kept = player.api_tokens.order_by("-created_at", "-pk").values_list("pk", flat=True)[:KEPT]
    player.api_tokens.exclude(pk__in=list(kept)).delete()
    return key


class HashedTokens(TokenAuthentication):
    """`Authorization: Token <key>`, found by the key's digest."""

    def authenticate_credentials(self, key: str) -> tuple[Player, ApiToken]:
        """The player and the token. Raises AuthenticationFailed, in the same words whatever is wrong."""
        known = ApiToken.objects.select_related("player").filter(digest=digest_of(key)).first()
        if known is None or not known.player.is_active:
            raise AuthenticationFailed(
                _("That token is not known, or no longer works. Log in for a new one.")
            )
        return known.player, known
