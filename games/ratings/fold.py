"""Computes ratings: a follower of the log lists the rated deals, and a worker computes ratings from them in order.

Deals are listed in one transaction with the follower's position. Ratings are computed in slices, each in its own
transaction. A late ruling resets its rule set to that deal; while the worker computes the later deals again, pages
still show the old ratings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.db import transaction
from django.db.models import OuterRef, Q, Subquery

from games.engine.disputing.outcomes import PAYING_NAMES
from games.engine.events import ENDS
from games.log.followers import Follower, catch_up
from games.log.followers import rebuild as read_again
from games.log.store import Recorded
from games.models import Deal, Player, RatedDeal, Rating, RatingFold, RatingStep
from games.ratings.rated import VOIDINGS, counting, rated_deal
from games.ratings.skill import Skill, after
from games.schema import deal_of

SLICE: Final = 500
"""Deals that one transaction folds."""


def rate(turns: int = 40) -> None:
    """Bring the ratings closer to the end of the log. Safe to run twice, late and concurrently.

    One call handles a limited number of events and slices, so that a long log or an old ruling doesn't block the
    worker. The next call continues.
    """
    for _ in range(turns):
        if not catch_up(RATINGS):
            break
    _fold(turns)


def rebuild() -> int:
    """Delete all ratings and make them again from the log; return how many events were read."""
    read = read_again(RATINGS)
    while _fold(40):
        pass
    return read


def _fold(turns: int) -> bool:
    """Compute ratings from the listed deals, in at most `turns` slices; return whether that limit was reached."""
    for rules in list(RatingFold.objects.order_by("rules").values_list("rules", flat=True)):
        while turns and _fold_slice(rules):
            turns -= 1
    return not turns


def _note(events: list[Recorded]) -> None:
    ended = [
        deal_id
        for event in events
        if (event.name in ENDS or event.name in PAYING_NAMES) and "imported" not in event.metadata
        if (deal_id := deal_of(event.stream)) is not None
    ]
    if ended:
        _note_deals(counting(dict.fromkeys(ended)))
    for event in events:
        if event.name in VOIDINGS:
            _void(event.payload["deal_id"], voided=VOIDINGS[event.name])


def _note_deals(deal_ids: Sequence[int]) -> None:
    """List those of these deals that are rated, with their results, in this order.

    If a listed deal's result has changed, ratings under its rule set are computed again from that deal on.
    """
    known = {row.deal_id: row for row in RatedDeal.objects.filter(deal__in=deal_ids)}
    found = [row for deal_id in deal_ids if (row := rated_deal(deal_id)) is not None]
    new = [row for row in found if row.deal_id not in known]
    RatingFold.objects.bulk_create(
        [RatingFold(rules=rules) for rules in sorted({row.rules for row in new})],
        ignore_conflicts=True,
    )
    RatedDeal.objects.bulk_create(new)
    for row in found:
        before = known.get(row.deal_id)
        if before is not None and before.net != row.net:
            RatedDeal.objects.filter(pk=before.pk).update(net=row.net)
            _set_back(before)
    # In a tournament its own events say what is void, a ruling's voiding among them.
    told_there = set(
        Deal.objects.filter(
            pk__in=[row.deal_id for row in found], table__origin__startswith="tournament-"
        ).values_list("pk", flat=True)
    )
    for row in found:
        if row.deal_id in known and row.deal_id not in told_there:
            _void(row.deal_id, voided=row.voided)


def _void(deal_id: int, *, voided: bool) -> None:
    """Mark a rated deal as void, or as valid again, and have ratings computed again from that deal on."""
    rated = RatedDeal.objects.filter(deal_id=deal_id).exclude(voided=voided).first()
    if rated is None:
        return
    RatedDeal.objects.filter(pk=rated.pk).update(voided=voided)
    _set_back(rated)
    if voided:
        gone = list(Rating.objects.filter(last=rated.pk))
        rated.steps.all().delete()
        before = _last_steps([row.pk for row in gone], Q())
        for row in gone:
            step = before.get(row.pk)
            (row.mu, row.sigma), row.deals, row.last = (
                (Skill(step.mu, step.sigma), step.deals, step.rated_id) if step else (Skill(), 0, 0)
            )
            row.save()


def _set_back(rated: RatedDeal) -> None:
    fold = RatingFold.objects.select_for_update().get(pk=rated.rules)
    if fold.folded_to >= rated.pk:
        fold.folded_to = rated.pk - 1
        fold.save(update_fields=["folded_to"])


@transaction.atomic
def _fold_slice(rules: str) -> bool:
    """Compute the ratings after the next deals of a rule set; return whether there were any."""
    fold = RatingFold.objects.select_for_update().filter(pk=rules).first()
    if fold is None:  # somebody rebuilds
        return False
    deals = list(
        RatedDeal.objects.filter(rules=rules, pk__gt=fold.folded_to).order_by("pk")[:SLICE]
    )
    if not deals:
        return False
    ratings = _ratings(rules, {label for deal in deals for label in deal.players})
    states = _states(ratings, fold.folded_to)
    steps: list[RatingStep] = []
    for deal in deals:
        if deal.voided:
            continue
        made = after(deal.players, [states[label][0] for label in deal.players], deal.net)
        for label, skill in made.items():
            count = states[label][1] + 1
            states[label] = (skill, count)
            steps.append(
                RatingStep(
                    rating=ratings[label], rated=deal, mu=skill.mu, sigma=skill.sigma, deals=count
                )
            )
    _store(steps, deals[-1].pk)
    fold.folded_to = deals[-1].pk
    fold.save(update_fields=["folded_to"])
    return True


def _ratings(rules: str, labels: set[str]) -> Mapping[str, Rating]:
    """Return the rating rows of these players, by player's label; missing rows are created."""
    people = {int(label[7:]) for label in labels if label.startswith("player:")}
    known = set(Player.objects.filter(pk__in=people).values_list("pk", flat=True))
    start = Skill()
    Rating.objects.bulk_create(
        [
            Rating(
                rules=rules,
                label=label,
                player_id=int(label[7:])
                if label[7:].isdecimal() and int(label[7:]) in known
                else None,
                mu=start.mu,
                sigma=start.sigma,
            )
            for label in sorted(labels)
        ],
        ignore_conflicts=True,
    )
    return {row.label: row for row in Rating.objects.filter(rules=rules, label__in=labels)}


def _states(ratings: Mapping[str, Rating], folded_to: int) -> dict[str, tuple[Skill, int]]:
    """Return each rating, and its number of deals, as they were after the deals up to `folded_to`."""
    ahead = [row.pk for row in ratings.values() if row.last > folded_to]
    back = _last_steps(ahead, Q(rated__lte=folded_to))
    states = {}
    for label, row in ratings.items():
        step = back.get(row.pk) if row.pk in ahead else row
        states[label] = (Skill(step.mu, step.sigma), step.deals) if step else (Skill(), 0)
    return states


def _last_steps(ratings: Sequence[int], within: Q) -> dict[int, RatingStep]:
    """Return, by rating, the last step of each of these ratings that matches the condition `within`.

    Ratings without such a step are left out.
    """
    last = RatingStep.objects.filter(within, rating=OuterRef("pk")).order_by("-rated")
    found = Rating.objects.filter(pk__in=ratings).annotate(step=Subquery(last.values("pk")[:1]))
    steps = RatingStep.objects.filter(pk__in=[row.step for row in found if row.step])
    return {step.rating_id: step for step in steps}


def _store(steps: Iterable[RatingStep], folded_to: int) -> None:
    """Save these steps, and update the ratings to them.

    Older versions are replaced. Ratings with steps later than `folded_to` keep their values.
    """
    written = list(steps)
    RatingStep.objects.bulk_create(
        written,
        update_conflicts=True,
        unique_fields=["rating", "rated"],
        update_fields=["mu", "sigma", "deals"],
        batch_size=1000,
    )
    last = {step.rating_id: step for step in written}
    moved = []
    for step in last.values():
        row = step.rating
        if row.last <= folded_to:
            row.mu, row.sigma, row.deals, row.last = step.mu, step.sigma, step.deals, step.rated_id
            moved.append(row)
    Rating.objects.bulk_update(moved, ["mu", "sigma", "deals", "last"], batch_size=200)


def _reset() -> None:
    RatingStep.objects.all().delete()
    RatedDeal.objects.all().delete()
    Rating.objects.all().delete()
    RatingFold.objects.all().delete()


RATINGS: Final = Follower("ratings", _note, _reset)
"""Reads the whole log for finished deals and rulings."""
