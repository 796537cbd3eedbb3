"""The time to appeal: prizes wait for it and for timely disputes, and are paid by a worker, once."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.engine.disputing.periods import HELD
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.ledger.accounts import SPONSOR, member_account, pot_account
from games.ledger.models import Transfer
from games.ledger.queries import balance, trial_balance
from games.log import read_named
from games.models import Deal, Player
from games.presenters.people.transfers import deal_of, transfer_words
from replays.models import Dispute
from tests.support.deals import NOW, running_deal
from tests.support.play_pages import browser
from tests.support.tournament_pages import GOOD, announced, count, player, score
from tests.support.tournaments import V2
from tournaments import commands, queries
from tournaments.commands.club_tables import set_tables
from tournaments.engine.results import RuledResult
from tournaments.models import Entry, Tournament
from tournaments.projections import rebuild
from tournaments.schema import ruling_id, stream_of

pytestmark = pytest.mark.django_db

HALF_AN_HOUR = timedelta(minutes=30)


@pytest.fixture
def director() -> Player:
    return player("dora", is_director=True)


@pytest.fixture
def four(db: None) -> list[Player]:
    return [player(name) for name in ("an", "binh", "chi", "dung")]


def played(director: Player, people: list[Player], **terms: Any) -> int:
    """Return a tournament of one deal, which is over."""
    tournament = announced(director, *people, **{"appeal_minutes": 30, **terms})
    commands.start(by=director, tournament_id=tournament, now=NOW)
    set_tables(lambda: NOW)
    score(tournament)
    return tournament


def until_of(tournament: int) -> Any:
    row = Tournament.objects.get(pk=tournament)
    assert row.appeal_until is not None
    return row.appeal_until


def held(people: list[Player]) -> list[int]:
    return [balance(member_account(one.pk)) for one in people]


def disputed(tournament: int, at: Any, by: Player) -> Dispute:
    deal = running_deal(VINAGAMES, 1, [by, *Player.objects.exclude(pk=by.pk)[:3]])
    table = deal.table
    table.origin = queries.origin_of(tournament, 9, 9)
    table.save()
    return Dispute.objects.create(
        pk=1, deal=deal, number=1, discard=2, filed_by=by, reason="safe", filed_at=at, status="open"
    )


def test_prizes_wait_for_the_end_of_the_time_and_are_paid_once(director, four):
    tournament = played(director, four)
    until = until_of(tournament)
    assert until == NOW + HALF_AN_HOUR
    for early in (NOW, until - timedelta(seconds=1)):
        assert commands.timing.end_one(tournament, now=early) is False
    assert held(four) == [980] * 4 and balance(pot_account(tournament)) == 80
    html = browser(None).get(f"/tournaments/{tournament}/").content.decode()
    assert "Provisional until" in html and "Provisional standings" in html
    assert [commands.end_appeals(lambda: until) for _ in range(3)] == [1, 0, 0]
    assert balance(pot_account(tournament)) == 0 and sum(held(four)) == 4000
    assert len(read_named(stream_of(tournament), "tournament.closed")) == 1
    assert Transfer.objects.filter(key__startswith=f"tournament:{tournament}:prizes").count() == 1
    row = Tournament.objects.get(pk=tournament)
    rebuild(tournament)
    again = Tournament.objects.get(pk=tournament)
    assert (again.status, again.appeal_until) == (row.status, row.appeal_until) == ("closed", until)
    call_command("check_ledger", verbosity=0)


def test_a_director_does_not_close_it_and_is_told_when_it_closes(director, four):
    tournament = played(director, four)
    with pytest.raises(Refused) as refused:
        commands.close(by=director, tournament_id=tournament, now=until_of(tournament))
    assert refused.value.code == "tournament.closes-itself"
    assert "30 minutes after the last deal" in refused.value.sentence
    page = browser(director).get(f"/tournaments/{tournament}/").content.decode()
    assert f"/tournaments/{tournament}/close" not in page


def test_a_dispute_in_time_holds_the_prizes_until_it_is_decided(director, four):
    tournament = played(director, four)
    until = until_of(tournament)
    dispute = disputed(tournament, until, four[0])
    later = until + timedelta(days=2)
    assert commands.end_appeals(lambda: later) == 0
    html = browser(None).get(f"/tournaments/{tournament}/").content.decode()
    assert (
        "These disputes hold back the prizes until they are decided" in html
        and f"/replays/{dispute.deal_id}/" in html
    )
    Dispute.objects.update(status="upheld")
    assert commands.end_appeals(lambda: later) == 1


def test_a_dispute_that_nobody_rules_on_holds_the_prizes_for_a_week_at_the_most(director, four):
    tournament = played(director, four)
    until = until_of(tournament)
    dispute = disputed(tournament, until, four[0])
    last = until + HELD
    assert commands.end_appeals(lambda: last - timedelta(seconds=1)) == 0
    html = browser(None).get(f"/tournaments/{tournament}/").content.decode()
    assert "The prizes are held back until" in html
    assert f'datetime="{timezone.localtime(last).isoformat()}"' in html
    assert commands.end_appeals(lambda: last) == 1
    assert Tournament.objects.get(pk=tournament).status == "closed"
    assert (
        Dispute.objects.get(pk=dispute.pk).status == "open"
    )  # a later ruling still corrects what was paid
    call_command("check_ledger", verbosity=0)


def test_where_a_director_closes_an_old_dispute_keeps_nobody_from_it(director, four):
    tournament = played(director, four, appeal_minutes=0)
    disputed(tournament, NOW, four[0])
    with pytest.raises(Refused, match="still in dispute"):
        commands.close(by=director, tournament_id=tournament, now=NOW + timedelta(days=6))
    commands.close(by=director, tournament_id=tournament, now=NOW + HELD)
    assert Tournament.objects.get(pk=tournament).status == "closed"


def test_a_dispute_that_came_too_late_holds_nothing(director, four):
    tournament = played(director, four)
    until = until_of(tournament)
    disputed(tournament, until + timedelta(seconds=1), four[0])
    assert commands.end_appeals(lambda: until + HALF_AN_HOUR) == 1


def test_without_a_time_to_appeal_a_director_closes_it(director, four):
    tournament = played(director, four, appeal_minutes=0)
    assert Tournament.objects.get(pk=tournament).appeal_until is None
    commands.close(by=director, tournament_id=tournament, now=NOW)
    assert balance(pot_account(tournament)) == 0


def test_a_late_ruling_is_named_in_the_accounts_and_the_difference_on_the_page(director, four):
    tournament = played(director, four)
    commands.end_appeals(lambda: until_of(tournament))
    deal, before = 1011, held(four)
    ruling = ruling_id(deal, 57)
    count(tournament, RuledResult(deal_id=deal, net=V2[::-1], penalised=None, ruling=ruling))
    assert sum(held(four)) == 4000 and held(four) != before
    memos = set(Transfer.objects.filter(memo__contains="ruling").values_list("key", "memo"))
    assert {deal_of(key, memo) for key, memo in memos} == {deal}
    words = {transfer_words(key, memo, "Deal 1").rpartition(": ")[2] for key, memo in memos}
    assert words == {
        "prizes after a ruling on Deal 1",
        "prizes taken back after a ruling on Deal 1",
    }
    html = browser(None).get(f"/tournaments/{tournament}/").content.decode()
    assert "Corrected after the tournament closed" in html and "Prizes corrected:" in html
    assert "Places:" in html and "1 → 2" in html
    call_command("check_ledger", verbosity=0)


def test_the_club_pays_the_fees_and_gets_them_back(director, four):
    tournament = announced(director, *four, club_pays=True)
    assert held(four) == [1000] * 4
    assert (balance(SPONSOR), balance(pot_account(tournament))) == (-80, 80)
    commands.withdraw(by=four[0], tournament_id=tournament, now=NOW)
    assert (balance(SPONSOR), balance(pot_account(tournament))) == (-60, 60)
    commands.enter_members(by=director, tournament_id=tournament, players=[four[0].pk], now=NOW)
    assert balance(SPONSOR) == -80
    html = browser(four[0]).get(f"/tournaments/{tournament}/").content.decode()
    assert "paid by the club" in html
    commands.cancel(by=director, tournament_id=tournament, reason="rain", now=NOW)
    assert (balance(SPONSOR), balance(pot_account(tournament))) == (0, 0)
    assert sum(trial_balance().values()) == 0
    call_command("check_ledger", verbosity=0)


def test_the_club_pays_no_more_than_one_person_grants_alone(director, four):
    tournament = announced(director, four[0], four[1], club_pays=True, entry_fee=5_000)
    with pytest.raises(Refused) as refused:
        commands.enter(by=four[2], tournament_id=tournament, now=NOW)
    assert refused.value.code == "tournament.club-limit" and "10000" in refused.value.sentence
    with pytest.raises(Refused, check=lambda error: error.code == "tournament.club-limit"):
        commands.enter_members(by=director, tournament_id=tournament, players=[four[2].pk], now=NOW)
    assert balance(SPONSOR) == -10_000


def test_a_closed_account_is_not_drawn_and_keeps_its_place(director, four):
    tournament = announced(director, *four, rounds="2")
    Player.objects.filter(pk=four[0].pk).update(is_active=False)
    commands.start(by=director, tournament_id=tournament, now=NOW)
    drawn = [label for table in queries.drawn_tables(tournament) for label in table.row.seats]
    assert f"player:{four[0].pk}" not in drawn and f"player:{four[1].pk}" in drawn
    assert len(read_named(stream_of(tournament), "tournament.absence-announced")) == 1
    Player.objects.filter(pk=four[0].pk).update(is_active=True)
    score(tournament)
    second = queries.drawn_tables(tournament, 2)
    assert f"player:{four[0].pk}" in [label for table in second for label in table.row.seats]
    assert Entry.objects.get(player=four[0]).status == "plays"


def test_a_member_whose_account_is_closed_between_rounds_is_not_drawn(director, four):
    tournament = announced(director, *four, rounds="2")
    commands.start(by=director, tournament_id=tournament, now=NOW)
    Player.objects.filter(pk=four[0].pk).update(is_active=False)
    score(tournament)
    second = queries.drawn_tables(tournament, 2)
    assert f"player:{four[0].pk}" not in [label for table in second for label in table.row.seats]


def test_a_form_with_fixed_prizes_is_announced_as_it_says(director):
    sent = {
        **GOOD, "prize_sums": "300 200", "prize_shares": "", "appeal_minutes": "45", "club_pays": "on",
        "idempotency_key": "4b3c2f5e-9f0f-4f0a-8a50-3b1a0a0a0a0a",
    }  # fmt: skip
    assert browser(director).post("/tournaments/new", sent).status_code == 303
    row = Tournament.objects.get()
    assert (row.terms.prize_sums, row.terms.prize_shares) == ((300, 200), ())
    assert (row.terms.appeal_minutes, row.club_pays) == (45, True)
    html = browser(None).get(f"/tournaments/{row.pk}/").content.decode()
    assert (
        "45 minutes after the last deal" in html
        and "in the same proportion as the fixed prizes" in html
    )
    like = browser(director).get(f"/tournaments/new?like={row.pk}").content.decode()
    assert 'value="300, 200"' in like
    wrong = browser(director).post(
        "/tournaments/new", {**sent, "prize_shares": "60, 50", "idempotency_key": str(uuid4())}
    )
    assert wrong.status_code == 422 and "add up to 110" in wrong.content.decode()
    assert Deal.objects.count() == 0


def test_an_open_page_hears_of_a_dispute_that_holds_the_prizes(director, four):
    """The dispute is an event of its deal's stream, and the tournament's version does not move."""
    tournament = played(director, four)
    client = browser(four[1])
    address = f"/tournaments/{tournament}/"

    def shown() -> str:
        html = client.get(address).content.decode()
        return html.partition('name="shown" value="')[2].partition('"')[0]

    def polled(etag: str) -> Any:
        return client.get(address, {"shown": etag}, headers={"HX-Request": "true"})

    before = shown()
    assert polled(before).status_code == 204
    dispute = disputed(tournament, NOW, four[0])
    told = polled(before)
    assert (
        told.status_code == 200
        and "These disputes hold back the prizes until they are decided" in told.content.decode()
    )
    open_one = shown()
    assert polled(open_one).status_code == 204
    Dispute.objects.filter(pk=dispute.pk).update(status="upheld")
    gone = polled(open_one)
    assert (
        gone.status_code == 200
        and "The prizes are held back until, at the latest" not in gone.content.decode()
    )
