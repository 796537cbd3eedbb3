"""Queries for the first start: whether the club still needs its first owner, and the link for signing up."""

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
    """Return whether this key opens the page for the first owner: it is the right key, and the club has no
    members.
    """
    return constant_time_compare(key, _key()) and not has_members()


def _key() -> str:
    """Return the key of the first owner's link.

    It is derived from the club's own secret, so that it is stored nowhere and all of the club's machines know it.
    """
    return salted_hmac("games.first-owner", "", algorithm="sha256").hexdigest()[:32]
