"""By when a referee is to rule: the filing and the appeal say it, and nothing is decided by it (decision 0249)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from games import queries
from games.club.house_rules import HouseRules
from games.commands import set_house_rules
from games.engine.disputing.periods import rule_by
from games.engine.errors import BadNotation
from games.engine.recording.records import from_record, to_record
from games.engine.recording.verification import verify
from games.log import read
from games.models import Deal, Player
from games.schema import from_stored
from replays import projections
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def two_days(db: None) -> None:
    owner = Player.objects.create_user("owner", is_superuser=True)
    set_house_rules(by=owner, rules=HouseRules(ruling_hours=48), now=NOW)


def dispute(by: Player, deal: Deal, discard: int, now: datetime = NOW) -> Dispute:
    return rulings.file_dispute(by=by, deal_id=deal.pk, discard=discard, reason="why", now=now)


def rule(by: Player, row: Dispute, now: datetime = NOW) -> Dispute:
    return rulings.give_ruling(
        by=by, dispute_id=row.pk, outcome="upheld", section="§10.3", reason="because", now=now
    )


def said(deal: Deal, name: str) -> Any:
    (stored,) = (one for one in read(deal.stream) if one.name == f"deal.{name}")
    return stored.payload["rule_by"]


def test_the_hours_count_from_when_somebody_asked_and_none_say_nothing():
    assert rule_by(NOW, 48) == NOW + 2 * DAY
    assert rule_by(NOW, 0) is None


def test_without_a_rule_nothing_is_said(four, deal, discard):
    row = dispute(four[0], deal, discard)
    assert said(deal, "dispute-filed") is None
    assert (row.rule_by, row.asked_at, row.asked_version) == (None, None, None)


@pytest.mark.usefixtures("two_days")
def test_the_rule_of_the_house_is_said_by_the_filing_and_anew_by_the_appeal(
    four, referee, deal, discard
):
    row = dispute(four[0], deal, discard)
    assert row.rule_by == NOW + 2 * DAY
    assert said(deal, "dispute-filed") == (NOW + 2 * DAY).isoformat()
    rule(referee, row)
    row = rulings.appeal_ruling(by=four[1], dispute_id=row.pk, reason="no", now=NOW + HOUR)
    assert (row.rule_by, row.asked_at) == (NOW + HOUR + 2 * DAY, NOW + HOUR)
    assert said(deal, "ruling-appealed") == (NOW + HOUR + 2 * DAY).isoformat()
    kept = list(Dispute.objects.values())
    projections.rebuild_all()
    assert list(Dispute.objects.values()) == kept


@pytest.mark.usefixtures("two_days")
def test_what_was_said_is_not_moved_by_another_rule_later(four, deal, discard):
    row = dispute(four[0], deal, discard)
    owner = Player.objects.get(username="owner")
    set_house_rules(by=owner, rules=HouseRules(ruling_hours=1), now=NOW)
    projections.rebuild_all()
    row.refresh_from_db()
    assert row.rule_by == NOW + 2 * DAY


@pytest.mark.usefixtures("two_days")
def test_nothing_is_decided_when_the_time_is_over(four, referee, deal, discard):
    row = dispute(four[0], deal, discard)
    row.refresh_from_db()
    assert row.status == "open"
    assert rule(referee, row, now=NOW + 30 * DAY).status == "upheld"


@pytest.mark.usefixtures("two_days")
def test_a_withdrawn_ruling_leaves_the_time_that_the_dispute_had(four, referee, deal, discard):
    row = rule(referee, dispute(four[0], deal, discard))
    other = Player.objects.create_user("hai", is_referee=True)
    row = rulings.withdraw_ruling(by=other, dispute_id=row.pk, reason="wrong deal", now=NOW)
    assert (row.status, row.rule_by) == ("open", NOW + 2 * DAY)


def record_of(deal: Deal) -> dict[str, Any]:
    return to_record(queries.record_of(deal.pk))


def filing(plain: dict[str, Any]) -> dict[str, Any]:
    (found,) = (one for one in plain["events"] if one["name"] == "deal.dispute-filed")
    told: dict[str, Any] = found
    return told


@pytest.mark.usefixtures("two_days")
def test_a_record_that_says_it_is_of_the_ninth_format_reads_back_and_verifies(four, deal, discard):
    dispute(four[0], deal, discard)
    plain = record_of(deal)
    assert plain["format"] == "tusac-deal/9"
    assert filing(plain)["rule_by"] == (NOW + 2 * DAY).isoformat()
    record = from_record(plain)
    assert to_record(record) == plain and verify(record) is None


def test_a_record_that_says_nothing_is_written_as_ever_without_the_field(four, deal, discard):
    dispute(four[0], deal, discard)
    plain = record_of(deal)
    assert plain["format"] == "tusac-deal/7" and "rule_by" not in filing(plain)
    assert to_record(from_record(plain)) == plain
    filing(plain)["rule_by"] = None
    with pytest.raises(BadNotation, match="has no such field"):
        from_record(plain)


def _older(plain: dict[str, Any]) -> None:
    plain["format"] = "tusac-deal/8"


def _silent(plain: dict[str, Any]) -> None:
    filing(plain)["rule_by"] = None


def _missing(plain: dict[str, Any]) -> None:
    del filing(plain)["rule_by"]


@pytest.mark.usefixtures("two_days")
@pytest.mark.parametrize("spoil", [_older, _silent, _missing])
def test_a_record_in_another_format_or_shape_is_refused(
    four, deal, discard, spoil: Callable[[dict[str, Any]], None]
):
    dispute(four[0], deal, discard)
    plain = record_of(deal)
    spoil(plain)
    with pytest.raises(BadNotation):
        from_record(plain)


@pytest.mark.usefixtures("two_days")
@pytest.mark.parametrize(
    "told",
    [
        *("tomorrow", "2026-11-23T19:30:00", "1999-12-31T23:59:59+00:00"),
        # Such a moment has no time in the club's zone: the replay could not be shown.
        *("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"),
    ],
)
def test_a_time_that_is_none_does_not_verify(four, deal, discard, told):
    dispute(four[0], deal, discard)
    plain = record_of(deal)
    filing(plain)["rule_by"] = told
    assert "rule_by" in str(verify(from_record(plain)))


def test_filings_of_before_are_read_as_saying_nothing(four, deal, discard):
    dispute(four[0], deal, discard)
    (stored,) = (one for one in read(deal.stream) if one.name == "deal.dispute-filed")
    older = {name: value for name, value in stored.payload.items() if name != "rule_by"}
    event: Any = from_stored(stored.name, 1, older)
    assert event == replace(event, rule_by=None)
    with pytest.raises(BadNotation):
        from_stored(stored.name, stored.schema, older)
