"""Builds the staff page: acts of the staff, duties, and requests that wait for a second person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _

from games.commands.club.chips import grantable_alone
from games.engine.disputing.approval import Approval
from games.models import Player, StaffAct
from games.models.players import DUTIES
from games.presenters.club.acts import ShownAct, acts, duties_words
from games.presenters.club.house import ShownProposal, proposal_of
from games.queries.club.grants import GrantWish, waiting_wishes
from games.queries.signatures import unsigned_deals

PAGE: Final = 50
"""Acts on a page."""


@dataclass(frozen=True, slots=True)
class WaitingProposal:
    """A request that waits for a second person."""

    wish: GrantWish
    by: str
    total: int
    decides: bool
    """Whether the viewer may confirm it."""
    alone: int
    """To how many of the members its author may grant it now."""
    declines: bool


@dataclass(frozen=True, slots=True)
class StaffPage:
    """The staff page."""

    acts: tuple[ShownAct, ...]
    older: int | None
    """Before which act the next page begins; None on the last."""
    people: tuple[tuple[int, str], ...]
    """Who has ever done anything, by name."""
    by: int | None
    holders: tuple[tuple[str, str], ...]
    """Who has which duties now."""
    waiting: tuple[WaitingProposal, ...]
    unsigned: tuple[tuple[int, str], ...]
    """The deals on which a ruling waits for a second signature, by id, with what they are called."""
    proposal: ShownProposal | None
    """Limits that an owner wants to raise."""


def staff_page(
    viewer: Player | None, *, now: datetime, by: int | None = None, before: int | None = None
) -> StaffPage:
    """Return the staff page with the acts of everybody, or of one person, older than `before`."""
    shown, older = acts(viewer, by=by, before=before, size=PAGE)
    did = StaffAct.objects.order_by().values_list("by", flat=True).distinct()
    people = sorted((str(one), one.pk) for one in Player.objects.filter(pk__in=did))
    has_duty = reduce(or_, (Q(**{duty: True}) for duty in DUTIES))
    staff = Player.objects.filter(has_duty, is_active=True).order_by("display_name", "username")
    return StaffPage(
        shown,
        older,
        tuple((pk, name) for name, pk in people),
        by,
        tuple((str(one), duties_words(_held(one))) for one in staff),
        tuple(_waiting(one, viewer, now) for one in waiting_wishes()),
        tuple((deal.pk, deal.shown_name) for deal in unsigned_deals()),
        proposal_of(viewer, now=now),
    )


def _held(player: Player) -> list[str]:
    return [duty for duty in DUTIES if getattr(player, duty)]


def _waiting(
    approval: Approval[GrantWish, int], viewer: Player | None, now: datetime
) -> WaitingProposal:
    wish = approval.wish
    asked = Player.objects.filter(pk=approval.by).first()
    directs = viewer is not None and viewer.is_director
    alone = grantable_alone(by=viewer, waits=approval, now=now) if viewer and directs else 0
    return WaitingProposal(
        wish,
        str(asked) if asked else _("former member"),
        wish.chips * len(wish.players),
        viewer is not None
        and directs
        and approval.may_sign(viewer.pk, *(player.pk for player in wish.players)),
        alone,
        directs,
    )
