"""Queries for a member's account, finished deals (totals by rule set, the best hands) and progress in the lessons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db.models import Count, F, Max, Q, QuerySet, Sum
from django.db.models.fields.json import KeyTextTransform

from games.engine.hands.rare import Rarity
from games.engine.sets import CardSet
from games.errors import Refused
from games.lessons import LESSONS
from games.models import Deal, DealSeat, Learned, Player
from games.queries.finished.histories import current
from games.queries.people.merging import numbers_of

BEST: Final = 3
"""Hands that are shown as the best."""
RARE: Final = 20
"""Rare hands that are shown, the newest."""


class Record(NamedTuple):
    """A member's totals under one rule set."""

    rules: str
    """Its key."""
    deals: int
    won: int
    penalties: int
    """Deals in which they paid for all (§9.3)."""
    points: int
    """Net, over all of them."""
    best: int
    """The points of their best winning hand; 0 where they have won none."""


class RareHand(NamedTuple):
    """A deal that a member won with a rare hand."""

    deal: Deal
    rarities: tuple[Rarity, ...]


class BestHand(NamedTuple):
    """A hand with which a member won."""

    deal: Deal
    points: int
    sets: tuple[CardSet, ...]


def get_member(member_id: int) -> Player:
    """Return a member. Raises Refused("member.unknown"), also for a guest."""
    member = Player.objects.filter(pk=member_id, is_guest=False).first()
    if member is None:
        raise Refused("member.unknown")
    return member


def goes_on_as(player_id: int) -> int | None:
    """Return the account into which this one was merged; None if it was not merged."""
    ended = Player.objects.filter(pk=player_id)
    return ended.values_list("merged_into", flat=True).first()


def get_walk_in(guest_id: int) -> Player:
    """Return a guest whom a director entered by name. Raises Refused("member.unknown")."""
    known = Player.objects.filter(is_guest=True, is_written_down=True, is_active=True)
    guest = known.filter(pk=guest_id).first()
    if guest is None:
        raise Refused("member.unknown")
    return guest


def records_of(member: Player) -> Sequence[Record]:
    """Return the member's totals by rule set, in one query, without deals that were called off."""
    won, paid = Q(deal__winner=F("number")), Q(deal__offender=F("number"))
    rows = (
        _finished(member)
        .values(rules=KeyTextTransform("key", "deal__table__rules"))
        .annotate(
            deals=Count("pk"),
            won=Count("pk", filter=won),
            penalties=Count("pk", filter=paid),
            points=Sum("net", default=0),
            best=Max("deal__points", filter=won, default=0),
        )
        .order_by("-deals")
    )
    return [Record(**row) for row in rows]


def best_hands_of(member: Player) -> list[BestHand]:
    """Return the member's winning hands with the most points, best first. Finished deals hide no cards."""
    rows = (
        _finished(member)
        .filter(deal__winner=F("number"), deal__entered__isnull=True)
        .select_related("deal__table")
    )
    hands = []
    for row in rows.order_by("-deal__points", "-deal")[:BEST]:
        ending = current(row.deal_id).state.ending
        if ending is not None:
            result = ending.result
            hands.append(BestHand(row.deal, result.points, result.sets))
    return hands


def rare_hands_of(member: Player) -> list[RareHand]:
    """Return the member's rare winning hands, newest first, at most `RARE` of them."""
    won = _finished(member).filter(deal__winner=F("number")).exclude(deal__rare="")
    rows = won.select_related("deal__table").order_by("-deal__ended_at", "-deal")[:RARE]
    return [RareHand(row.deal, tuple(map(Rarity, row.deal.rare.split()))) for row in rows]


def learned_by(player: Player) -> dict[str, int]:
    """Return the last step that the member answered correctly, by the key of each lesson begun."""
    return dict(Learned.objects.filter(player=player).values_list("lesson", "step"))


def has_finished_a_lesson(player: Player) -> bool:
    """Return whether a member has answered every step of a lesson."""
    learned = learned_by(player)
    return any(learned.get(key, 0) >= len(lesson.steps) for key, lesson in LESSONS.items())


def _finished(member: Player) -> QuerySet[DealSeat]:
    return DealSeat.objects.filter(
        player__in=numbers_of(member),
        deal__ended_at__isnull=False,
        deal__cancelled=False,
        deal__sealed=False,
    )
