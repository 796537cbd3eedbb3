"""Reading: what a deal can cost, and how many of a member's chips are free to pay for it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F

from games.engine.rules import RuleSet
from games.engine.scoring import most_lost
from games.ledger.accounts import member_account
from games.ledger.models import Posting
from games.ledger.queries import balance
from games.models import Deal, Table
from games.queries.club import house_rules
from games.schema import rules_from_plain


@dataclass(frozen=True, slots=True)
class Cover:
    """A member's chips, as far as they can pay for something new."""

    balance: int
    lowest: int
    """What the balance may fall to: 0, or below where the house lends."""
    reserved: int
    """What the deals that the member is in may cost yet."""

    @property
    def free(self) -> int:
        """Chips that are promised to nothing."""
        return self.balance - self.lowest - self.reserved


def points_covered(rules: RuleSet, seats: int) -> int:
    """The points that a seat must be able to pay before a deal: the most it can cost, or what the house has set."""
    most = most_lost(rules, seats)
    return min(house_rules().cover_points or most, most)


def cost_of_deal(table: Table) -> int:
    """The chips that a seat must be able to pay before a deal at this table; 0 where it is played for honour."""
    if not table.chips_per_point:
        return 0
    points = points_covered(rules_from_plain(table.rules), table.seat_count)
    return points * table.chips_per_point


def cover_of(player_id: int, *, besides: int | None = None) -> Cover:
    """What the member has, and what is reserved for deals other than `besides`.

    The deals are read before the balance: one that is settled between the two counts twice, and never not at all.
    """
    in_lobby = Deal.objects.filter(table__chips_per_point__gt=0).select_related("table")
    reserved = 0
    for deals in (  # each has an index of its own
        in_lobby.filter(ended_at__isnull=True, seats__player=player_id, seats__ready=True),
        in_lobby.filter(owed_version__gt=F("settled_version"), seats__player=player_id),
    ):
        reserved += sum(cost_of_deal(deal.table) for deal in deals if deal.pk != besides)
    return Cover(balance(member_account(player_id)), house_rules().lowest_balance, reserved)


def free_for(player_id: int) -> int:
    """Chips that are free for something new, with the start sum for who has no account yet: a first entry opens it."""
    free = cover_of(player_id).free
    if Posting.objects.filter(account__code=member_account(player_id)).exists():
        return free
    return free + house_rules().start_chips
