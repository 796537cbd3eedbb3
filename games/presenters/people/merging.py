"""Builds pages for merging two accounts of one person: waiting proposals, the effects, and objections."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.club.merging import Merge
from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Player
from games.queries.people.merging import accounts, guests_among, objections, waiting_merges


@dataclass(frozen=True, slots=True)
class MergeEffect:
    """The effects of merging two accounts."""

    stays: Player
    ends: Player
    chips: int
    """What the account has that ends."""

    @property
    def guest(self) -> Player | None:
        """Return the account that is a guest's; None if both are members'.

        A second person must confirm the merge for a guest.
        """
        return next((one for one in (self.ends, self.stays) if one.is_guest), None)

    @property
    def both_guests(self) -> bool:
        """Return whether both accounts are guests', without a login."""
        return self.stays.is_guest and self.ends.is_guest


@dataclass(frozen=True, slots=True)
class WaitingMerge:
    """A waiting proposal, as one viewer sees it."""

    effect: MergeEffect
    by: str
    at: datetime
    until: datetime
    reason: str
    missing: tuple[Player, ...]
    """The accounts for which it has still to be confirmed."""
    confirms: bool
    """Whether the viewer may confirm it now."""
    drops: str
    """The button by which the viewer ends the proposal; empty where they may not."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a merge of two accounts that an owner has chosen."""

    effect: MergeEffect
    refusals: tuple[str, ...]
    """Why they cannot be merged now."""


def choices() -> list[tuple[str, str]]:
    """Return the accounts that an owner can choose, as pairs of number and name; members with their logins."""
    return [(str(one.pk), _called(one)) for one in accounts()]


def preview(stays: Player, ends: Player, *, by: Player, now: datetime) -> Preview:
    """Return the effects of merging these two accounts, and all objections."""
    codes = objections(stays, ends, by=by, now=now)
    return Preview(_effect(stays, ends), tuple(Refused(code).sentence for code in codes))


def waiting(viewer: Player, *, now: datetime) -> list[WaitingMerge]:
    """Return the waiting proposals: all of them for viewers with a duty, for others those about their own account."""
    found = waiting_merges(now=now)
    numbers = {pk for one in found for pk in (*one.accounts, one.approval.by)}
    people, guests = Player.objects.in_bulk(numbers), guests_among(numbers)
    return [
        _shown(one, viewer, people, guests)
        for one in found
        if viewer.has_duty or viewer.pk in one.accounts
    ]


def of_own(shown: Iterable[WaitingMerge], viewer: Player) -> Sequence[WaitingMerge]:
    """Return only those proposals in `shown` that are about the viewer's own account."""
    return [one for one in shown if viewer in (one.effect.stays, one.effect.ends)]


def _shown(
    waits: Merge, viewer: Player, people: dict[int, Player], guests: frozenset[int]
) -> WaitingMerge:
    wish, at = waits.approval.wish, waits.approval.at
    assert at is not None
    asked = waits.asked(viewer.pk, guests, has_duty=viewer.has_duty)
    drops = _("Decline it") if asked or viewer.pk in waits.accounts else ""
    if viewer.is_superuser:
        drops = _("Take it back")
    return WaitingMerge(
        _effect(people[waits.staying], people[waits.ending]),
        str(people[waits.approval.by]) if waits.approval.by in people else _("former member"),
        at,
        waits.until,
        wish.reason,
        tuple(people[one] for one in waits.missing(guests)),
        bool(asked),
        drops,
    )


def _effect(stays: Player, ends: Player) -> MergeEffect:
    return MergeEffect(stays, ends, balance(member_account(ends.pk)))


def _called(player: Player) -> str:
    name = player.shown_name
    return name if player.is_guest or not player.display_name else f"{name} · {player.username}"
