"""The names on screen of participants."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.models import Player


def names_of(labels: Iterable[str]) -> tuple[str, ...]:
    """The names on screen of participants (`player:12`, `bot:greedy`), in their order."""
    listed = tuple(labels)
    wanted = {int(label.removeprefix("player:")) for label in listed if label.startswith("player:")}
    people = (
        {row.pk: row.shown_name for row in Player.objects.filter(pk__in=wanted)} if wanted else {}
    )
    return tuple(_name_of(label, people) for label in listed)


def _name_of(label: str, people: dict[int, str]) -> str:
    kind, _sep, name = label.partition(":")
    if kind == "player":
        return people.get(int(name), _("former member"))
    return {"greedy": _("Greedy bot"), "safe": _("Careful bot")}.get(name, _("Bot"))
