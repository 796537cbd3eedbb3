"""Reading: whether the club waits for its first owner, and the link by which the first owner signs up."""

from __future__ import annotations

from collections.abc import Collection

from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Player


def has_members(*, besides: Collection[int] = ()) -> bool:
    """Return whether the club has a member; guests don't count, because anyone with the address can become one."""
    return Player.objects.filter(is_guest=False).exclude(pk__in=besides).exists()


def first_owner_path() -> str:
    """Return the path of the page for the first owner, with the key that opens it."""
    return f"{reverse('first-owner')}?key={_key()}"


def opens(key: str) -> bool:
    """Return whether this key opens the page for the first owner: the key is right, and the club has no member yet."""
    return constant_time_compare(key, _key()) and not has_members()


def _key() -> str:
    """Made of the club's own secret, so that it is kept nowhere, and all machines of a club know it."""
    return salted_hmac("games.first-owner", "", algorithm="sha256").hexdigest()[:32]
