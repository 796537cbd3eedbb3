"""Finds the members that names in a list may mean: by login, or by display name.

Names that look the same in print count as one (`games.common.names.skeleton`). For a name that nobody has, possible
members are suggested but never chosen: "Ong Trong", typed without accents, may mean Ông Trọng.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Final
from unicodedata import normalize

from django.db.models import Q

from games.common.names import are_taken_for_one, name_key, searchable, skeleton, tidied
from games.models import Player

MOST_NEAR: Final = 3
"""Members whom a name may mean; where there are more it says too little, and none is offered."""


def name_test() -> Callable[[str], bool]:
    """Return a function that tests whether a text is exactly some member's login or display name."""
    rows = Player.objects.filter(is_guest=False).values_list("username", "display_name")
    known = {skeleton(name) for names in rows for name in names if name}
    return lambda text: skeleton(text) in known


def named(names: Collection[str]) -> dict[str, list[Player]]:
    """Return the people that each name may mean: by login, else by display name. Unknown names are left out.

    The name of a merged account, even a guest's, means the account that continues.
    """
    rows = Player.objects.filter(username__in=names).select_related("merged_into")
    people = {player.username: [player.merged_into or player] for player in rows}
    return people | _otherwise_named(set(names) - people.keys())


def meant(name: str) -> tuple[list[Player], tuple[Player, ...]]:
    """Return the members who have this name, and if there are none, the members who may be meant. No guests."""
    name = normalize("NFKC", name).strip()
    found = [one for one in named({name}).get(name, ()) if not one.is_guest]
    return found, () if found else near({name}).get(name, ())


def _otherwise_named(names: Collection[str]) -> dict[str, list[Player]]:
    """Return the people that each name may mean, for names that are no exact login."""
    if not names:
        return {}
    wanted = {name: skeleton(name) for name in names}
    keys = {name_key(name) for name in names} - {""}
    logins: dict[str, list[Player]] = {}
    shown: dict[str, list[Player]] = {}
    alike = Player.objects.filter(Q(login_key__in=keys) | Q(shown_key__in=keys))
    alike = alike.filter(Q(is_guest=False) | Q(merged_into__is_guest=False))
    for player in alike.select_related("merged_into").order_by("pk"):
        who = player.merged_into or player
        for known, name in ((logins, player.username), (shown, player.display_name)):
            if name and who not in (members := known.setdefault(skeleton(name), [])):
                members.append(who)
    found = {name: logins.get(said) or shown.get(said, []) for name, said in wanted.items()}
    return {name: members for name, members in found.items() if members}


def near(names: Collection[str]) -> dict[str, tuple[Player, ...]]:
    """Return possible members for names that nobody has: by the name without accents, or else by its words.

    Names without a suggestion, or with too many, are left out.
    """
    if not names:
        return {}
    whole: defaultdict[str, list[int]] = defaultdict(list)
    by_word: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
    rows = Player.objects.filter(is_guest=False, is_active=True).order_by("username")
    members = list(rows.only("username", "display_name", "is_guest", "is_bot", "searched"))
    for at, one in enumerate(members):
        said = one.searched.replace("y", "i").split("\n")
        for which, called in enumerate(said[:2]):  # the login, the display name
            whole[called].append(at)
            for word in called.split():
                by_word[word].add((at, which))
    found = {}
    for name in names:
        plain = _plain(name)
        words = set(plain.split())
        alike = set(whole.get(plain, ()))
        if words and not alike:
            alike = {at for at, _which in set.intersection(*(by_word[word] for word in words))}
        if words and len(alike) <= MOST_NEAR:
            found[name] = tuple(members[at] for at in sorted(alike))
    return found


def known_guests(names: Collection[str]) -> dict[str, Player]:
    """Return, by name, the guests of earlier evenings who have these names."""
    keys = {name: name_key(name) for name in map(tidied, names)}
    known = Player.objects.filter(is_guest=True, shown_key__in=set(keys.values()))
    known = known.filter(Q(is_active=True) | Q(merged_into__is_guest=True))
    by_key: defaultdict[str, list[Player]] = defaultdict(list)
    for guest in known.filter(is_written_down=True).select_related("merged_into").order_by("pk"):
        by_key[guest.shown_key].append(guest)
    found: dict[str, Player] = {}
    for name in names:
        for guest in by_key[keys[tidied(name)]]:
            if are_taken_for_one(guest.display_name, tidied(name)):
                found.setdefault(name, guest.merged_into or guest)
    return found


def labelled(player: Player) -> str:
    """Return the member's display name with the login."""
    return f"{player.shown_name} ({player.username})"


def _plain(name: str) -> str:
    """Return a name without accents and with i for y, so that Quí and Quý are the same given name."""
    return " ".join(searchable(name).split()).replace("y", "i")
