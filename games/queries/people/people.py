"""Finds the members that a typed name means."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from django.db.models import Q, QuerySet

from games.common.names import are_taken_for_one, name_key, searchable, skeleton
from games.models import Player

LONGEST_NAME: Final = 150
"""Characters of a login name; a longer one is nobody's."""
_NOBODYS: Final = "I"
"""A key that no name has: keys are of small letters."""
MOST_SEARCHED: Final = 8
"""Words of a search that are looked at."""


def who_logs_in(name: str) -> Player | None:
    """Return the member who may log in under this name, or None. The time taken doesn't reveal which.

    The member with exactly this login comes first, then the only one whose login looks like the name, then the only
    one whose display name does. Members whose names look alike must use their exact login.
    """
    if len(name) > LONGEST_NAME or "\0" in name:
        name = ""
    key = name_key(name) or _NOBODYS
    found = list(Player.objects.filter(Q(username=name) | Q(login_key=key) | Q(shown_key=key)))
    exact = [one for one in found if one.username == name]
    if exact:
        return exact[0]
    wanted, members = skeleton(name), [one for one in found if one.is_active and not one.is_guest]
    for names in (Player.get_username, _shown):
        alike = [one for one in members if names(one) and skeleton(names(one)) == wanted]
        if alike:
            return alike[0] if len(alike) == 1 else None
    return None


def _shown(player: Player) -> str:
    return player.display_name


def searched(players: QuerySet[Player], term: str) -> QuerySet[Player]:
    """Return those of these players whose names or address contain each word of the term, with or without accents."""
    words = searchable(term[:LONGEST_NAME].replace("\0", "")).split()
    for word in words[:MOST_SEARCHED]:
        players = players.filter(searched__contains=word)
    return players


def members_with_names_alike() -> list[tuple[Player, ...]]:
    """Return groups of members whose names look alike, each ordered by login.

    These accounts are older than the rule against such names. Closed accounts are included, since they can be opened
    again.
    """
    rows = Player.objects.filter(is_guest=False).values_list("pk", "login_key", "shown_key")
    by_key: dict[str, set[int]] = {}
    for pk, *keys in rows:
        for key in filter(None, keys):
            by_key.setdefault(key, set()).add(pk)
    shared = {frozenset(people) for people in by_key.values() if len(people) > 1}
    known = Player.objects.in_bulk({pk for people in shared for pk in people})
    groups = {
        tuple(sorted(_taken_for_another([known[pk] for pk in people]), key=Player.get_username))
        for people in shared
    }
    return sorted((group for group in groups if group), key=lambda group: group[0].username)


def _taken_for_another(members: Collection[Player]) -> Iterable[Player]:
    for one in members:
        others = [other for other in members if other != one]
        if any(
            are_taken_for_one(name, theirs)
            for name in _names(one)
            for other in others
            for theirs in _names(other)
        ):
            yield one


def _names(player: Player) -> tuple[str, ...]:
    return tuple(filter(None, (player.username, player.display_name)))
