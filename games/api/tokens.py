"""A token of the API is known again by the digest of its key (`games.commands.people.tokens` issues it)."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from games.commands.people.tokens import digest_of
from games.models import ApiToken, Player

NOTED_EVERY: Final = timedelta(hours=1)
"""How exactly the time of the last use is kept."""


class HashedTokens(TokenAuthentication):
    """`Authorization: Token <key>`, found by the key's digest."""

    def authenticate_credentials(self, key: str) -> tuple[Player, ApiToken]:
        """The player and the token. Raises AuthenticationFailed, in the same words whatever is wrong."""
        now = timezone.now()
        known = ApiToken.objects.select_related("player").filter(digest=digest_of(key)).first()
        if known is not None and not known.player.is_active:
            known.player.end_keys()  # however the account was made inactive
            known = None
        if known is None or known.expires_at <= now:
            raise AuthenticationFailed(
                _("That token is not known, or no longer works. Log in for a new one.")
            )
        if known.last_used_at is None or known.last_used_at <= now - NOTED_EVERY:
            ApiToken.objects.filter(pk=known.pk).update(last_used_at=now)
        return known.player, known
