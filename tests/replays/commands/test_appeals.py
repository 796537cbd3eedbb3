"""Several seats in one dispute, the end of its time, and one appeal to another referee (§10.7, §10.8)."""

from datetime import datetime, timedelta

import pytest

from games import queries
from games.engine.recording.records import from_record, to_record
from games.engine.recording.verification import verify
from games.errors import Refused
from games.log import read, stream_version
from games.models import Deal, Player
from replays import projections
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import NOW, ending_of

pytestmark = pytest.mark.django_db

DAY = timedelta(hours=24)


@pytest.fixture(autouse=True)
def the_clubs_day(settings):
    settings.TUSAC_DISPUTE_HOURS = settings.TUSAC_APPEAL_HOURS = 24


@pytest.fixture
def second(db: None) -> Player:
    return Player.objects.create_user("hai", is_referee=True)


def dispute(by: Player, deal: Deal, discard: int, now: datetime = NOW) -> Dispute:
    return rulings.file_dispute(by=by, deal_id=deal.pk, discard=discard, reason="why", now=now)


def rule(by: Player, row: Dispute, *, outcome: str, now: datetime = NOW) -> Dispute:
    return rulings.give_ruling(
        by=by, dispute_id=row.pk, outcome=outcome, section="§10.3", reason="because", now=now
    )


def appeal(by: Player, row: Dispute, now: datetime = NOW) -> Dispute:
    return rulings.appeal_ruling(by=by, dispute_id=row.pk, reason="look again", now=now)


def refused(code: str, deal: Deal, call, *args, **kwargs) -> None:
    before = stream_version(deal.stream)
    with pytest.raises(Refused) as info:
        call(*args, **kwargs)
    assert info.value.code == code
    assert stream_version(deal.stream) == before


def names(deal: Deal) -> list[str]:
    return [event.name for event in read(deal.stream)]


def test_seats_and_the_director_share_one_dispute_each_once(four, director, deal, discard):
    row = dispute(four[1], deal, discard)
    for player in (four[2], director):
        dispute(player, deal, discard)
    assert Dispute.objects.get() == row
    row.refresh_from_db()
    assert (row.seat, row.joined) == (1, [2, None])
    for player in (four[1], four[2], director):
        refused("dispute.filed", deal, dispute, player, deal, discard)


def test_nobody_joins_what_is_ruled(four, referee, deal, discard):
    rule(referee, dispute(four[1], deal, discard), outcome="upheld")
    refused("dispute.ruled", deal, dispute, four[2], deal, discard)


def test_an_event_says_until_when_and_behind_it_a_dispute_is_refused(four, deal, discard):
    assert deal.ended_at is not None
    end = deal.ended_at + DAY
    dispute(four[0], deal, discard, now=end - timedelta(seconds=1))
    said = read(deal.stream)[-1]
    assert said.name == "deal.deadline-set"
    assert (said.payload["step"], datetime.fromisoformat(said.payload["until"])) == ("dispute", end)
    refused("dispute.over", deal, dispute, four[1], deal, discard, now=end)


def test_a_first_dispute_behind_the_clubs_period_is_refused(four, deal, discard):
    assert deal.ended_at is not None
    refused("dispute.over", deal, dispute, four[0], deal, discard, now=deal.ended_at + DAY)
    assert not Dispute.objects.exists()


def test_an_appeal_is_decided_by_another_referee_and_final(four, referee, second, deal, discard):
    first = rule(referee, dispute(four[0], deal, discard), outcome="reversed")
    assert first.until == NOW + DAY
    lifted = ending_of(deal).result
    row = appeal(four[1], first, now=NOW + DAY - timedelta(seconds=1))
    assert (row.status, row.appealed, row.until) == ("open", True, None)
    assert ending_of(deal).result == lifted, "the payments stay until the appeal is decided"
    refused("ruling.own-ruling", deal, rule, referee, row, outcome="upheld")
    last = rule(second, row, outcome="upheld", now=NOW + 2 * DAY)
    assert (last.status, last.until) == ("upheld", None)
    assert ending_of(deal).result == ending_of(deal).original
    assert names(deal)[-1] == "deal.ruling-given", "nobody can appeal what is final"
    refused("ruling.appealed", deal, appeal, four[2], last)
    third = Player.objects.create_user("ba", is_referee=True)
    refused(
        "ruling.final",
        deal,
        rulings.withdraw_ruling,
        by=third,
        dispute_id=last.pk,
        reason="no",
        now=NOW,
    )


def test_behind_its_time_a_ruling_is_neither_appealed_nor_withdrawn(
    four, referee, second, deal, discard
):
    row = rule(referee, dispute(four[0], deal, discard), outcome="reversed")
    refused("ruling.appeal-over", deal, appeal, four[1], row, now=NOW + DAY)
    refused(
        "ruling.final",
        deal,
        rulings.withdraw_ruling,
        by=second,
        dispute_id=row.pk,
        reason="no",
        now=NOW + DAY,
    )


def test_only_a_seat_appeals_and_only_a_ruling(four, director, referee, stranger, deal, discard):
    row = dispute(four[0], deal, discard)
    refused("ruling.no-appeal", deal, appeal, four[0], row)
    rule(referee, row, outcome="upheld")
    for player in (director, stranger):
        refused("ruling.appeal-not-seated", deal, appeal, player, row)


def test_who_joined_as_director_does_not_rule(four, director, deal, discard):
    row = dispute(four[0], deal, discard)
    dispute(director, deal, discard)
    Player.objects.filter(pk=director.pk).update(is_referee=True)
    director.refresh_from_db()
    refused("ruling.own-dispute", deal, rule, director, row, outcome="upheld")


def test_a_ruling_cites_what_speaks_of_a_penalty(four, referee, deal, discard):
    row = dispute(four[0], deal, discard)
    refused(
        "ruling.section-beside",
        deal,
        rulings.give_ruling,
        by=referee,
        dispute_id=row.pk,
        outcome="upheld",
        section="§1.1",
        reason="the deck",
        now=NOW,
    )


@pytest.mark.usefixtures("followers_do_not_wait")
def test_every_step_stays_in_the_log_and_in_a_record_that_verifies(
    four, referee, second, deal, discard
):
    row = dispute(four[0], deal, discard)
    dispute(four[2], deal, discard)
    rule(referee, row, outcome="reversed")
    rulings.withdraw_ruling(by=second, dispute_id=row.pk, reason="wrong deal", now=NOW)
    third = Player.objects.create_user("ba", is_referee=True)
    rule(third, row, outcome="reversed")
    appeal(four[1], row)
    rule(Player.objects.create_user("tu", is_referee=True), row, outcome="upheld")
    row.refresh_from_db()
    told = [name.removeprefix("deal.") for name in names(deal)[-10:] if "deadline" not in name]
    assert told[-6:] == [
        "dispute-joined",
        "ruling-given",
        "ruling-withdrawn",
        "ruling-given",
        "ruling-appealed",
        "ruling-given",
    ]
    kept = list(Dispute.objects.values())
    projections.rebuild_all()
    assert list(Dispute.objects.values()) == kept
    record = queries.record_of(deal.pk)
    plain = to_record(record)
    assert plain["format"] == "tusac-deal/7"
    assert from_record(plain) == record
    assert verify(record) is None
