"""A tournament's terms for disputes of its deals on screens: until when, and what holds the prizes (§10.7, §10.8)."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.ledger.accounts import pot_account
from games.ledger.queries import balance
from games.log import append, read, stream_version
from games.models import Deal, Player
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import NOW, penalty_seed, stored_deal, taken_in
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player, score
from tournaments import commands, queries
from tournaments.commands.club_tables import set_tables
from tournaments.engine.clock.timing_events import AppealExtended
from tournaments.models import Tournament
from tournaments.schema import stream_of, to_stored

pytestmark = pytest.mark.django_db

HALF_AN_HOUR = timedelta(minutes=30)


@pytest.fixture
def four(db: None) -> list[Player]:
    return [player(name) for name in ("an", "binh", "chi", "dung")]


def played(four: list[Player], minutes: int) -> int:
    """Return a tournament of one deal, which is over."""
    director = player("dora", is_director=True)
    tournament = announced(director, *four, appeal_minutes=minutes)
    commands.start(by=director, tournament_id=tournament, now=NOW)
    set_tables(lambda: NOW)
    score(tournament)
    return tournament


def deal_of(tournament: int, four: list[Player]) -> Deal:
    """Return a deal of the tournament that ended with a penalty."""
    deal = stored_deal(VINAGAMES, penalty_seed(), four)
    deal.table.origin = queries.origin_of(tournament, 9, 9)
    deal.table.save()
    return deal


def end_of(tournament: int) -> datetime:
    until = Tournament.objects.get(pk=tournament).appeal_until
    assert until is not None
    return until


def dispute(by: Player, deal: Deal, now) -> Dispute:
    at = taken_in(deal).version
    return rulings.file_dispute(by=by, deal_id=deal.pk, discard=at, reason="why", now=now)


def rule(row: Dispute, now, name: str = "trong") -> Dispute:
    by = Player.objects.create_user(name, is_referee=True)
    return rulings.give_ruling(
        by=by, dispute_id=row.pk, outcome="upheld", section="§10.3", reason="so", now=now
    )


def test_the_time_to_appeal_ends_the_time_to_dispute(four, settings):
    settings.TUSAC_DISPUTE_HOURS = 24
    tournament = played(four, 30)
    deal, until = deal_of(tournament, four), end_of(tournament)
    dispute(four[0], deal, until - timedelta(seconds=1))
    assert read(deal.stream)[-1].payload["until"] == until.isoformat()
    with pytest.raises(Refused) as refused:
        dispute(four[1], deal, until)
    assert refused.value.code == "dispute.over"


def test_where_the_terms_leave_no_time_the_clubs_period_holds_and_is_named(four, settings):
    settings.TUSAC_DISPUTE_HOURS = 24
    deal = deal_of(played(four, 0), four)
    assert deal.ended_at is not None
    end = deal.ended_at + timedelta(hours=24)
    with pytest.raises(Refused) as refused:
        dispute(four[0], deal, end)
    assert refused.value.code == "dispute.over"
    assert dispute(four[0], deal, end - timedelta(seconds=1)).status == "open"


def test_where_the_terms_leave_no_time_nothing_is_disputed_once_the_prizes_are_final(
    four, settings
):
    """§10.7, though the club's period is not over; what was disputed before is ruled on and appealed all the same."""
    settings.TUSAC_APPEAL_HOURS = 24
    tournament = played(four, 0)
    early, late = deal_of(tournament, four), deal_of(tournament, four)
    now = timezone.now()
    row = rule(dispute(four[0], early, now), now)
    page, form = f"/replays/{late.pk}/?at={taken_in(late).version}", f"/replays/{late.pk}/dispute/"
    assert form in browser(four[0]).get(page).content.decode()
    director = Tournament.objects.get(pk=tournament).director
    commands.close(by=director, tournament_id=tournament, now=timezone.now())
    closed = Tournament.objects.get(pk=tournament).ended_at
    assert closed is not None
    with pytest.raises(Refused) as refused:
        dispute(four[0], late, closed)
    assert refused.value.code == "dispute.over"
    assert form not in browser(four[0]).get(page).content.decode()
    rulings.appeal_ruling(by=four[1], dispute_id=row.pk, reason="again", now=closed)
    assert rule(row, closed, "hai").status == "upheld"


def test_time_to_answer_a_decision_is_no_time_to_dispute_other_deals(four):
    tournament = played(four, 30)
    deal, until = deal_of(tournament, four), end_of(tournament)
    stream, event = stream_of(tournament), to_stored(AppealExtended(until + HALF_AN_HOUR))
    append(stream, [event], expected_version=stream_version(stream), now=NOW)
    loaded = queries.current(tournament)
    assert loaded.state.appeal_until == until + HALF_AN_HOUR
    with pytest.raises(Refused) as refused:
        dispute(four[0], deal, until)
    assert refused.value.code == "dispute.over"


def test_a_ruling_holds_the_prizes_until_it_can_no_longer_be_appealed(four):
    tournament = played(four, 30)
    deal, until = deal_of(tournament, four), end_of(tournament)
    ruled = until + timedelta(days=1)
    row = rule(dispute(four[0], deal, NOW), ruled)
    assert row.until is not None and row.until == ruled + HALF_AN_HOUR
    early = row.until - timedelta(seconds=1)
    assert commands.end_appeals(lambda: early) == 0 and balance(pot_account(tournament)) > 0
    rulings.appeal_ruling(by=four[1], dispute_id=row.pk, reason="again", now=early)
    late = ruled + timedelta(days=2)
    assert commands.end_appeals(lambda: late) == 0, "the appeal is open"
    rule(row, late, "hai")
    assert [commands.end_appeals(lambda: late) for _ in range(2)] == [1, 0]
    assert balance(pot_account(tournament)) == 0


def test_a_director_who_plays_disputes_no_deal_of_other_seats(four):
    tournament = played(four, 30)
    others = [player(name) for name in ("em", "phuc", "giang", "hai")]
    deal = deal_of(tournament, others)
    Player.objects.filter(pk=four[0].pk).update(is_director=True)
    with pytest.raises(Refused) as info:
        dispute(Player.objects.get(pk=four[0].pk), deal, NOW)
    assert info.value.code == "dispute.not-seated"
    assert not Dispute.objects.exists()
    assert dispute(player("chief", is_director=True), deal, NOW).seat is None
