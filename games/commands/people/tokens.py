"""API tokens: keys with which programs act for a member. Only a digest of each key is stored.

The key is shown once, to the member who asked for it; the database, its backups and the pages about it have none.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.common.names import tidied, why_not
from games.errors import Refused
from games.models import ApiToken, Player
from games.queries.people.token_tournaments import going_tournaments

KEPT: Final = 10
"""Tokens that a member may have: for each one more, the oldest stops to work."""
DAYS: Final = range(1, 366)
"""For how many days a token may be asked."""
USUAL_DAYS: Final = 90
USUAL_SCOPES: Final = (ApiToken.Scope.READ, ApiToken.Scope.PLAY)
NAME_LENGTH: Final = 40

_PRODUCT: Final = re.compile(r"[A-Za-z][A-Za-z0-9._+/-]*")
_NO_PRODUCT: Final = "API"

_RANDOM_BYTES = 32
_PREFIX = 8


def digest_of(key: str) -> str:
    """Return the stored digest of a key. It is too long to be guessed, so it needs neither salt nor a slow hash."""
    return hashlib.sha256(key.encode()).hexdigest()


def name_of_program(user_agent: str) -> str:
    """Return a name for the token of a program known only by its User-Agent header: the first product named in it."""
    found = _PRODUCT.match(user_agent)
    return found[0][:NAME_LENGTH] if found else _NO_PRODUCT


@transaction.atomic
def issue(
    player: Player,
    *,
    now: datetime,
    name: str = "",
    scopes: Iterable[str] = USUAL_SCOPES,
    days: int = USUAL_DAYS,
    tournament: int | None = None,
    with_factor: bool = False,
) -> str:
    """Issue a token and return its key, which is not stored. The player's oldest tokens end if there are too many.

    With a `tournament` the token works for that tournament alone. `with_factor` says that the player has used a
    second factor just now, or in the session that asks.

    Raises Refused: "login.wrong" if the password has changed since `player` was read, "password.given" if somebody
    else has set it, "token.no-tournament" if the tournament doesn't exist or is over.
    """
    name, asked = tidied(name), set(scopes)
    if len(name) > NAME_LENGTH:
        raise Refused("token.name")
    if name and (bad := why_not(name)):
        raise Refused(bad)
    if not asked or not asked <= set(ApiToken.Scope.values):
        raise Refused("token.scopes")
    if days not in DAYS:
        raise Refused("token.days")
    if tournament is not None and tournament not in going_tournaments():
        raise Refused("token.no-tournament")
    # The row that a new password is saved to: that one waits, or we see it.
    stored = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if stored.password != player.password or not stored.is_active:
        raise Refused("login.wrong")
    if stored.password_is_given:
        raise Refused("password.given")
    key = secrets.token_urlsafe(_RANDOM_BYTES)
    player.api_tokens.filter(expires_at__lte=now).delete()
    ApiToken.objects.create(
        player=player,
        digest=digest_of(key),
        prefix=key[:_PREFIX],
        name=name,
        scopes=" ".join(scope for scope in ApiToken.Scope.values if scope in asked),
        tournament=tournament,
        with_factor=with_factor,
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    kept = player.api_tokens.order_by("-created_at", "-pk").values_list("pk", flat=True)[:KEPT]
    player.api_tokens.exclude(pk__in=list(kept)).delete()
    return key


def revoke(*, by: Player, token_id: int) -> None:
    """Revoke one of the member's own tokens immediately. Safe to call twice."""
    by.api_tokens.filter(pk=token_id).delete()
