"""What the desk promises of an outcome is what the ruling then does: payments, ledger, standings and prizes (§10.8)."""

from collections.abc import Callable
from typing import Any

import pytest

from games import commands as games
from games import tasks
from games.engine.disputing.outcomes import Outcome
from games.ledger.models import Posting
from games.ledger.queries import trial_balance
from games.log.models import Event
from games.models import Deal, Player
from games.queries.effects import Effects, OutcomeEffect
from replays.commands import rulings
from replays.models import Dispute
from replays.queries.effects import effects_of
from tests.support.deals import NOW, ending_of, penalty_seed, safe_win_seed
from tests.support.disputed import LATER, after_the_prizes, club_table, disputed, in_a_tournament
from tests.support.pots import next_played, pot_played
from tests.support.tournament_pages import player
from tournaments import queries
from tournaments.engine import decisions
from tournaments.engine.scoring.means import in_points
from tournaments.models import Standing as StandingLine
from tournaments.reactions import follow

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def table_with_a_pot(_seed: int) -> Deal:
    """Return a settled deal that took the pot, to which somebody had paid who has left since (§13.14)."""
    four = [player(name) for name in ("an", "binh", "chi", "dung")]
    first = pot_played(four, takes=False)
    games.settle(deal_id=first.pk, now=NOW)
    deal = next_played(first, four, takes=True)
    tasks.finish_deal(deal.pk)
    games.leave_table(by=four[3], table_id=deal.table_id, now=LATER)
    return deal


WHERE = (club_table, in_a_tournament, after_the_prizes, table_with_a_pot)
SEEDS: tuple[Callable[[], int], ...] = (penalty_seed, safe_win_seed)


def decide(row: Dispute, outcome: Outcome) -> None:
    by = Player.objects.create_user(f"referee{Player.objects.count()}", is_referee=True)
    said: dict[str, Any] = {"by": by, "dispute_id": row.pk, "reason": "So it is.", "now": LATER}
    if outcome is Outcome.WITHDRAWN:
        rulings.withdraw_ruling(**said)
    else:
        rulings.give_ruling(
            outcome=outcome,
            section="§10.3",
            **said,
        )


def what_follows(deal: Deal) -> None:
    tasks.finish_deal(deal.pk)
    follow(lambda: LATER)


def posted() -> dict[tuple[str, str | None], dict[str, int]]:
    """Return every payment by its key and that of what it counters, with its amounts; what is held is not paid."""
    found: dict[tuple[str, str | None], dict[str, int]] = {}
    paid = Posting.objects.exclude(transfer__key__startswith="hold:")
    for one in paid.select_related("transfer__counters", "account"):
        countered = one.transfer.counters
        key = (one.transfer.key, countered.key if countered else None)
        found.setdefault(key, {})[one.account.code] = one.amount
    return found


def standings(deal: Deal) -> list[tuple[str, int | None, Any, int]]:
    tournament = queries.tournament_of_origin(deal.table.origin)
    if tournament is None:
        return []
    state = queries.current(tournament).state
    rows = [
        (one.standing.participant, one.standing.place, one.standing.points, one.prize)
        for one in state.final or decisions.final(state)
    ]
    if state.final:  # what members read on the page
        lines = StandingLine.objects.filter(tournament_id=tournament).order_by("line")
        shown = [
            (one.participant, one.place, in_points(one.points, one.unit), one.prize or 0)
            for one in lines
        ]
        assert shown == rows
    return rows


def promised(deal: Deal, row: Dispute) -> Effects:
    found = effects_of(Deal.objects.get(pk=deal.pk), row.number, now=LATER)
    assert found is not None
    return found


def check(deal: Deal, row: Dispute, outcome: Outcome) -> OutcomeEffect:
    """Foresee, decide, and hold the one to the other; what was foreseen."""
    before, told = posted(), promised(deal, row)
    assert told.result == ending_of(deal).result
    assert standings(deal) == [(o.participant, o.place, o.points, o.prize) for o in told.standings]
    (effect,) = [one for one in told.outcomes if one.outcome is outcome]
    decide(row, outcome)
    what_follows(deal)
    assert ending_of(deal).result == effect.result
    net = [seat.net for seat in deal.seats.order_by("number")]
    assert net == list(effect.result.net[: len(net)])
    news = {key: amounts for key, amounts in posted().items() if key not in before}
    assert news == {(one.key, one.counters): one.amounts for one in effect.transfers}
    assert standings(deal) == [
        (one.participant, one.place, one.points, one.prize) for one in effect.standings
    ]
    assert sum(trial_balance().values()) == 0
    return effect


@pytest.mark.parametrize(
    "outcome", [Outcome.UPHELD, Outcome.REVERSED, Outcome.SHARED, Outcome.VOIDED]
)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("where", WHERE)
def test_what_is_promised_is_what_happens(where, seed, outcome):
    deal = where(seed())
    effect = check(deal, disputed(deal), outcome)
    if outcome is not Outcome.UPHELD:  # else there was nothing to foresee
        assert effect.result != ending_of(deal).original
        assert effect.transfers or where is in_a_tournament


@pytest.mark.parametrize("where", WHERE)
def test_it_is_so_for_a_withdrawal_a_second_ruling_and_an_appeal(where):
    deal = where(penalty_seed())
    row = disputed(deal)
    check(deal, row, Outcome.REVERSED)
    assert [one.outcome for one in promised(deal, row).outcomes] == [Outcome.WITHDRAWN]
    check(deal, row, Outcome.WITHDRAWN)
    check(deal, row, Outcome.SHARED)
    rulings.appeal_ruling(by=_seated(deal), dispute_id=row.pk, reason="no", now=LATER)
    what_follows(deal)
    check(deal, row, Outcome.UPHELD)
    assert promised(deal, row).outcomes == ()  # final


def _seated(deal: Deal) -> Player:
    found = deal.seats.get(number=1).player
    assert found is not None
    return found


def test_looking_writes_nothing_and_locks_nothing(django_assert_max_num_queries):
    deal = after_the_prizes(penalty_seed())
    row = disputed(deal)
    before = Event.objects.count(), posted(), standings(deal)
    with django_assert_max_num_queries(12) as asked:
        promised(deal, row)
    assert not [one["sql"] for one in asked.captured_queries if "FOR UPDATE" in one["sql"]]
    assert all(one["sql"].startswith("SELECT") for one in asked.captured_queries)
    assert (Event.objects.count(), posted(), standings(deal)) == before
