"""Reports of conduct on a real evening: what the table gives, what counts, and who may not."""

from datetime import timedelta
from typing import Any

import pytest

from games.commands import set_sanction_table
from games.engine.disputing.sanctions import Measure, SanctionKind, SanctionStep, SanctionTable
from games.errors import Refused
from games.models import Player
from tests.support.evening import Evening
from tournaments import commands, queries
from tournaments.checks.ledger import check_ledger
from tournaments.checks.log import check_log
from tournaments.engine.correcting.sanctions import Where
from tournaments.models import Standing, Tournament
from tournaments.projections import rebuild

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def evening() -> Evening:
    evening = Evening(4, rounds=1, deals_per_round=1, appeal_minutes=60)
    evening.play_all()
    return evening


def report(evening: Evening, **said: Any) -> int:
    about = {"by": evening.director, "player": evening.people[0].pk, "kind": "slow"}
    told = {**about, "reason": "Three minutes for a discard.", **said}
    return commands.sanction_member(tournament_id=evening.id, now=evening.now, **told)


def back(evening: Evening, **said: Any) -> int:
    told = {"by": evening.director, "number": 1, "reason": "It was another.", **said}
    return commands.take_sanction_back(tournament_id=evening.id, now=evening.now, **told)


def refused(code: str, command: Any, evening: Evening, **said: Any) -> None:
    version = evening.version
    with pytest.raises(Refused) as caught:
        command(evening, **said)
    assert (caught.value.code, evening.version) == (code, version)


def points(player: Player) -> int:
    return Standing.objects.get(player=player).points


def state(evening: Evening) -> Any:
    return queries.current(evening.id).state


def test_the_table_gives_a_warning_then_points_and_taking_back_gives_them_back(
    evening: Evening,
) -> None:
    an = evening.people[0]
    before = points(an)
    report(evening)
    assert points(an) == before
    assert ["warned", 0, "slow\nThree minutes for a discard."] in Standing.objects.get(
        player=an
    ).notes
    report(evening)
    report(evening, kind="talking")
    assert points(an) == before - 2 and state(evening).sanctions[2].time == 2
    report(evening)
    assert points(an) == before - 7
    back(evening, number=2)
    assert points(an) == before - 5
    report(evening)  # the second one stands no more, so this is the third again
    assert [one.time for one in state(evening).sanctions.values()] == [1, 2, 1, 3, 3]
    assert list(check_log()) == [] and list(check_ledger()) == []
    rows = list(Standing.objects.order_by("line").values_list("place", "points", "notes"))
    rebuild(evening.id)
    again = list(Standing.objects.order_by("line").values_list("place", "points", "notes"))
    assert again == rows


def test_less_or_more_than_the_table_needs_a_reason_and_the_limit_holds(evening: Evening) -> None:
    more = SanctionStep(Measure.POINTS, 20)
    refused("tournament.departure-missing", report, evening, given=more)
    report(evening, given=more, departure="He laughed about it.")
    assert state(evening).sanctions[1].by_table == SanctionStep()
    for given in (
        SanctionStep(Measure.POINTS, 21),
        SanctionStep(Measure.POINTS),
        SanctionStep(Measure.WARNING, 1),
        SanctionStep(Measure.POINTS, -1),
    ):
        refused(
            "tournament.sanction-out-of-range", report, evening, given=given, departure="Because."
        )
    report(evening, departure="Nothing differs.", given=SanctionStep(Measure.POINTS, 2))
    assert state(evening).sanctions[2].departure == ""


def test_who_plays_who_has_no_duty_and_who_is_no_member_are_refused(evening: Evening) -> None:
    stranger = Player.objects.create_user("stranger")
    refused("tournament.not-judge", report, evening, by=stranger)
    Player.objects.filter(pk=evening.people[1].pk).update(is_referee=True)
    plays = Player.objects.get(pk=evening.people[1].pk)
    refused("tournament.own-interest", report, evening, by=plays)
    refused("tournament.not-entered", report, evening, player=stranger.pk)
    refused("tournament.no-such-sanction-kind", report, evening, kind="yawning")
    refused("tournament.reason-missing", report, evening, reason=" ")
    refused("tournament.no-such-round", report, evening, where=Where(round=2))
    refused("tournament.no-such-table", report, evening, where=Where(round=1, table=9))
    refused("tournament.no-such-deal", report, evening, where=Where(deal=2**40))
    refused("tournament.no-such-call", report, evening, where=Where(call=2**40))
    report(evening)
    refused("tournament.own-interest", back, evening, by=plays)
    refused("tournament.no-such-sanction", back, evening, number=2)
    back(evening)
    refused("tournament.sanction-back-already", back, evening)


def test_points_of_a_report_are_taken_back_with_the_report_alone(evening: Evening) -> None:
    report(evening, kind="looking")
    with pytest.raises(Refused) as caught:
        commands.take_adjustment_back(
            by=evening.director, tournament_id=evening.id, number=1, reason="x", now=evening.now
        )
    assert caught.value.code == "tournament.adjustment-of-sanction"
    assert "report 1" in caught.value.sentence


def test_who_has_reported_does_not_play_and_a_double_press_reports_once(evening: Evening) -> None:
    report(evening, idempotency_key="press")
    report(evening, idempotency_key="press")
    assert len(state(evening).sanctions) == 1
    assert evening.director.pk in state(evening).judges


def test_after_the_time_to_appeal_and_before_the_start_nothing_is_reported(
    evening: Evening,
) -> None:
    assert Tournament.objects.get().appeal_until is not None
    report(evening)  # provisional standings
    evening.now += timedelta(minutes=61)
    refused("tournament.appeal-over", report, evening)
    refused("tournament.appeal-over", back, evening)
    assert commands.end_appeals(lambda: evening.now) == 1
    refused("tournament.closed", report, evening)


def test_the_clubs_own_kind_counts_by_its_own_table(evening: Evening) -> None:
    owner = Player.objects.create_user("owner", is_superuser=True)
    own = SanctionKind(
        "Telephones",
        (SanctionStep(Measure.POINTS, 3),) * 3,
        words="Telephones stay in the cloakroom.",
    )
    table = SanctionTable((*SanctionTable().kinds, own), most_points=5)
    set_sanction_table(by=owner, table=table, now=evening.now)
    before = points(evening.people[0])
    report(evening, kind="Telephones")
    assert points(evening.people[0]) == before - 3
    assert state(evening).sanctions[1].words == "Telephones stay in the cloakroom."
