"""What a referee is shown before signing at a table with real cards is what happens afterwards (§10.8)."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.engine.disputing.outcomes import RULINGS, Outcome
from games.engine.disputing.periods import HELD
from games.ledger.models import Posting
from games.ledger.queries import trial_balance
from games.models import Player
from tests.support.cardboard import V4, Table
from tests.support.play_pages import browser
from tests.support.tournament_pages import player
from tournaments import commands, queries
from tournaments.commands import timing
from tournaments.engine.decisions import final
from tournaments.engine.real_cards.outcome_names import name_of_outcome
from tournaments.engine.scoring.means import in_points

pytestmark = pytest.mark.django_db


def posted() -> dict[tuple[str, str | None], dict[str, int]]:
    """Return every transfer by its key and that of what it counters, with its amounts."""
    found: dict[tuple[str, str | None], dict[str, int]] = {}
    for one in Posting.objects.select_related("transfer__counters", "account"):
        countered = one.transfer.counters
        key = (one.transfer.key, countered.key if countered else None)
        found.setdefault(key, {})[one.account.code] = one.amount
    return found


def standings(table: Table) -> list[tuple[str, int | None, Any, int]]:
    state = table.state
    return [
        (row.standing.participant, row.standing.place, in_points(row.standing.points, 1), row.prize)
        for row in state.final or final(state)
    ]


def stored_name(table: Table, outcome: Outcome) -> str:
    paper = table.score().paper
    assert paper is not None and paper.dispute is not None
    return name_of_outcome(outcome, paper.dispute.judged)


def check(table: Table, outcome: Outcome, now: datetime) -> Any:
    """Foresee, rule, and hold the one to the other; what was foreseen."""
    told = queries.effects_of_real_cards(table.id, table.score().deal_id, now=now)
    assert told is not None and told.result.net == table.score().net
    assert [(o.participant, o.place, o.points, o.prize) for o in told.standings] == standings(table)
    (effect,) = [one for one in told.outcomes if one.outcome is outcome]
    by = player(f"referee{Player.objects.count()}", is_referee=True)
    before = posted()
    table.rule(by, now=now, seen=told.version, outcome=stored_name(table, outcome))
    assert table.score().net == effect.result.net
    assert [(o.participant, o.place, o.points, o.prize) for o in effect.standings] == standings(
        table
    )
    news = {key: amounts for key, amounts in posted().items() if key not in before}
    assert news == {(one.key, one.counters): one.amounts for one in effect.transfers}
    assert sum(trial_balance().values()) == 0
    return effect


@pytest.fixture(params=["absent", "called"])
def table(request: pytest.FixtureRequest) -> Table:
    """A table of two deals, whose first has a dispute of a penalty that was called, or that was not."""
    table = Table(player("director", is_director=True), deals=2, appeal_minutes=10)
    lay = replace(V4, offender=0, section="§10.5") if request.param == "called" else V4
    table.enter_confirmed(1, 2, lay=lay)
    table.dispute(table.seats[2])
    return table


@pytest.mark.parametrize("outcome", list(RULINGS))
def test_what_was_shown_is_what_happens(table, outcome):
    check(table, outcome, timezone.now())


@pytest.mark.parametrize("outcome", list(RULINGS))
def test_and_so_it_is_behind_the_prizes_and_on_appeal(table, outcome):
    assert timing.end_one(table.id, now=timezone.now() + timedelta(minutes=11) + HELD)
    late = timezone.now() + timedelta(days=9)
    moved = check(table, Outcome.VOIDED, late)
    assert {one.participant: one.points for one in moved.standings}
    score = table.score()
    commands.appeal_ruling(
        by=table.seats[1],
        tournament_id=table.id,
        deal_id=score.deal_id,
        revision=2,
        reason="No.",
        now=late,
    )
    check(table, outcome, late)


def test_every_outcome_is_offered_and_of_what_is_ruled_its_withdrawal(table):
    told = queries.effects_of_real_cards(table.id, table.score().deal_id, now=timezone.now())
    assert told is not None
    assert [one.outcome for one in told.outcomes] == list(RULINGS)
    table.rule(player("referee", is_referee=True))
    told = queries.effects_of_real_cards(table.id, table.score().deal_id, now=timezone.now())
    assert told is not None and [one.outcome for one in told.outcomes] == [Outcome.WITHDRAWN]


def test_the_referee_reads_them_side_by_side_on_the_page(table):
    referee = player("referee", is_referee=True)
    page = table.page.replace("/result", f"/deals/{table.score().deal_id}/ruling")
    text = browser(referee).get(page, follow=True).content.decode()
    assert 'id="effect-payments"' in text and 'id="effect-standings"' in text
    for outcome in RULINGS:
        assert f'id="outcome-{outcome}"' in text
    assert 'name="seen" value="1"' in text and 'value="void"' in text
    assert 'id="effects"' not in browser(table.director).get(page, follow=True).content.decode()
    member = page.replace("/ruling", "/discard")
    assert 'id="effects"' not in browser(table.seats[0]).get(member).content.decode()
