"""Queries for what a deal can cost, and how many of a member's chips are available to pay for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.db.models import F, Q

from games.club.chips import (
    ChipsAskedFor,
    ChipsGranted,
    Fact,
    MemberJoined,
    from_stored,
    member_stream,
)
from games.common.django_internals import UNUSABLE_PASSWORD
from games.engine.rules import RuleSet
from games.engine.scoring import most_lost
from games.ledger.accounts import member_account
from games.ledger.models import Posting
from games.ledger.queries import balance
from games.log import read_events
from games.models import Deal, LoginCard, Player, Table
from games.queries.club.house import house_rules
from games.queries.pots import paid_into_pot
from games.schema import rules_from_plain


@dataclass(frozen=True, slots=True)
class Cover:
    """A member's chips, and how many of them can pay for something new."""

    balance: int
    lowest: int
    """What the balance may fall to: 0, or below where the house lends."""
    reserved: int
    """What the deals that the member is in may cost yet."""
    waiting: int = 0
    """The start sum, where the member has not chosen a password yet: it can be neither staked nor paid as a fee."""

    @property
    def free(self) -> int:
        """The chips that the member can spend now, including what the house lends."""
        return self.balance - self.lowest - self.reserved - self.waiting

    def needs_password_for(self, chips: int) -> bool:
        """Return whether the member could pay this many chips only after choosing their own password."""
        return self.free < chips <= self.free + self.waiting


def points_covered(rules: RuleSet, seats: int) -> int:
    """Return the points that a seat must be able to pay before a deal: the most it can lose, or the house's limit."""
    most = most_lost(rules, seats)
    return min(house_rules().cover_points or most, most)


def cost_of_deal(table: Table, *, dealt: bool = False) -> int:
    """Return the chips that a player must have for one deal at this table; 0 if it is played for fun.

    The payment into the pot is included, unless the deal is `dealt`, when it has already been paid.
    """
    if not table.chips_per_point:
        return 0
    points = points_covered(rules_from_plain(table.rules), table.seat_count)
    return points * table.chips_per_point + (0 if dealt else paid_into_pot(table))


def cover_of(player_id: int, *, besides: int | None = None) -> Cover:
    """Return a member's balance, and the chips reserved for running and unsettled deals except deal `besides`.

    The deals are read before the balance, so a deal settled in between counts twice rather than not at all.
    """
    in_lobby = Deal.objects.filter(table__chips_per_point__gt=0).select_related("table")
    reserved = 0
    for deals in (  # each has an index of its own
        in_lobby.filter(ended_at__isnull=True, seats__player=player_id, seats__ready=True),
        in_lobby.filter(owed_version__gt=F("settled_version"), seats__player=player_id),
    ):
        reserved += sum(
            cost_of_deal(deal.table, dealt=deal.started_at is not None)
            for deal in deals
            if deal.pk != besides
        )
    held, waiting = balance(member_account(player_id)), waiting_chips(player_id)
    if waiting is None:
        return Cover(held, house_rules().lowest_balance, reserved)
    # The house lends nothing either to an account whose password somebody else knows.
    return Cover(held, 0, reserved, min(waiting, max(0, held)))


def cover_to_enter(player_id: int) -> Cover:
    """Return the member's chips for entering a tournament.

    A member without an account counts as having the start sum, because the first entry opens the account.
    """
    cover = cover_of(player_id)
    moved = Posting.objects.filter(account__code=member_account(player_id)).exists()
    if moved or _opening(player_id) is not None:
        return cover
    return replace(cover, balance=cover.balance + house_rules().start_chips)


def waiting_chips(player_id: int) -> int | None:
    """Return the chips that a member cannot use before choosing a password; None if there is no such restriction.

    They are the start sum. For a member without any password, who logs in with a card, they are the whole balance.
    Accounts that were opened before this restriction existed are restricted only if they have a card.
    """
    if not has_given_password(player_id):
        return None
    opening, player = _opening(player_id), Player.objects.get(pk=player_id)
    waits = opening is not None and opening.waits
    if not player.has_usable_password():
        has_card = LoginCard.objects.filter(player=player).exists()
        return max(0, balance(member_account(player_id))) if waits or has_card else None
    if opening is None or not waits:
        return None
    confirmed = sum(_start_sums(player_id))
    return opening.chips + confirmed


def has_given_password(player_id: int) -> bool:
    """Return whether the member has not chosen their own password: somebody else set it, or there is none."""
    given = Q(password_is_given=True) | Q(password__startswith=UNUSABLE_PASSWORD)
    return Player.objects.filter(given, pk=player_id).exists()


def _opening(player_id: int) -> MemberJoined | None:
    return next((one for one in _facts(player_id) if isinstance(one, MemberJoined)), None)


def _start_sums(player_id: int) -> Iterator[int]:
    """Yield the chips of those start sums that a second person has confirmed."""
    facts = list(_facts(player_id))
    asked = {one.key for one in facts if isinstance(one, ChipsAskedFor) and one.start}
    return (one.chips for one in facts if isinstance(one, ChipsGranted) and one.key in asked)


def _facts(player_id: int) -> Iterator[Fact]:
    for stored in read_events(member_stream(player_id)):
        yield from_stored(stored.name, stored.schema, stored.payload)
