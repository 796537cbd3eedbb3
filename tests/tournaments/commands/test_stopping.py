"""A director without interest stops a running deal: it ends void, nothing is paid, it is played again or not."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.management import call_command

from games import commands as play
from games import queries as club
from games.checks.log import check_log as check_deals
from games.engine.events import DealStopped, SecretPublished
from games.engine.recording.records import DealRecord, from_line, to_line, to_record
from games.engine.recording.verification import verify
from games.errors import Refused
from games.ledger.models import Transfer
from games.models import Deal, Player, Table
from tests.support.agreements import waiting_acts
from tests.support.documented import reader
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tournaments import commands
from tournaments.checks.ledger import check_ledger
from tournaments.checks.log import check_log
from tournaments.models import RoundTable, Standing, Tournament
from tournaments.projections import rebuild

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def running(deals: int = 1) -> tuple[Evening, Deal]:
    """Return an evening in the middle of its first deal, at one table."""
    evening = Evening(4, rounds=1, deals_per_round=deals)
    deal = Deal.objects.get(ended_at__isnull=True)
    evening.now += timedelta(seconds=61)
    play.start_deal(deal_id=deal.pk, now=evening.now)
    deal.refresh_from_db()
    assert deal.started_at is not None and deal.ended_at is None
    return evening, deal


def stop(evening: Evening, deal: Deal, **said) -> None:
    told = {"by": evening.director, "reason": "A card fell.", "replay": True, **said}
    commands.void_deal(tournament_id=evening.id, deal=deal.pk, now=evening.now, **told)


def holds(evening: Evening) -> None:
    """Log, ledger, records and rows agree."""
    assert list(check_deals()) == list(check_log()) == list(check_ledger()) == []
    call_command("check_ledger", verbosity=0)
    before = [{k: v for k, v in row.items() if k != "id"} for row in evening.rows()[2]]
    rebuild(evening.id)
    assert [{k: v for k, v in row.items() if k != "id"} for row in evening.rows()[2]] == before


@pytest.mark.parametrize("replay", [True, False])
def test_a_running_deal_is_stopped_and_played_again_or_not(replay: bool) -> None:
    evening, deal = running()
    stop(evening, deal, replay=replay)
    kinds = [row.event for row in club.history(deal.pk)]
    assert isinstance(kinds[-2], DealStopped) and isinstance(kinds[-1], SecretPublished)
    evening.finish_deal(deal.pk)
    evening.follow()
    evening.follow()
    assert Transfer.objects.filter(key__startswith=f"deal:{deal.pk}").count() == 0
    assert Tournament.objects.get().rounds_closed == (0 if replay else 1)
    assert {row.deals for row in Standing.objects.all()} == {0}
    holds(evening)
    line = to_line(club.record_of(deal.pk))
    assert '"tusac-deal/6"' in line
    record = from_line(line)
    assert verify(record) is None
    assert reader.wrong(to_record(record)) == []
    at, stopped = record.events[-2]
    assert isinstance(stopped, DealStopped)
    forged = replace(stopped, result=replace(stopped.result, points=1))
    events = (*record.events[:-2], (at, forged), record.events[-1])
    assert verify(DealRecord(record.deal, events)) is not None
    page = browser(evening.people[0]).get(f"/replays/{deal.pk}/")
    assert page.status_code == 200 and "A card fell." in page.content.decode()
    if replay:
        evening.play_all()
        assert Tournament.objects.get().rounds_closed == 1
        assert {row.deals for row in Standing.objects.all()} == {1}
        holds(evening)


def test_a_stopped_deal_does_not_come_to_count_and_a_paused_one_is_stopped_too() -> None:
    evening, deal = running(2)
    commands.pause_all(by=evening.director, tournament_id=evening.id, reason="tea", now=evening.now)
    evening.follow()
    stop(evening, deal, replay=False)
    with pytest.raises(Refused) as told:
        commands.take_voiding_back(
            by=evening.director, tournament_id=evening.id, deal=deal.pk, reason="No.", now=evening.now
        )  # fmt: skip
    assert told.value.code == "tournament.deal-stopped"
    commands.resume_all(by=evening.director, tournament_id=evening.id, now=evening.now)
    evening.finish_deal(deal.pk)
    evening.follow()
    evening.play_all()
    assert {row.deals for row in Standing.objects.all()} == {1}
    holds(evening)


def test_who_has_an_interest_or_no_duty_stops_nothing_and_nothing_is_half_done() -> None:
    evening, deal = running()
    member = evening.people[0]
    referee = Player.objects.create_user("lan", is_referee=True)
    before = club.history(deal.pk)[-1].version

    def refused(code: str, **said) -> None:
        with pytest.raises(Refused) as told:
            stop(evening, deal, **said)
        assert told.value.code == code
        assert club.history(deal.pk)[-1].version == before

    refused("tournament.not-judge", by=member)
    refused("tournament.deal-runs", by=referee)
    refused("tournament.reason-missing", reason=" ")
    refused("tournament.section-malformed", section="ten")
    member.is_director = True
    member.save()
    stop(evening, deal, by=member)  # only asks the others
    assert club.history(deal.pk)[-1].version == before and waiting_acts(evening.id) == ["void_deal"]


def test_the_page_of_corrections_stops_the_deal_that_is_played() -> None:
    evening, deal = running()
    visitor, path = browser(evening.director), f"/tournaments/{evening.id}/corrections/"
    assert f"deals/{deal.pk}" in visitor.get(path).content.decode()
    page = visitor.get(f"{path}deals/{deal.pk}").content.decode()
    assert "is still being played" in page and f"/replays/{deal.pk}" not in page
    sent = {
        "act": "void",
        "reason": "A card fell.",
        "section": "",
        "replay": "on",
        "idempotency_key": "0b3c2f5e-9f0f-4f0a-8a50-3b1a0a0a0a0a",
    }
    for _twice in range(2):
        assert visitor.post(f"{path}deals/{deal.pk}", sent).status_code == 303
    deal.refresh_from_db()
    assert deal.ended_at is not None
    assert Table.objects.get().starters == [*RoundTable.objects.get().starters]
    assert len(RoundTable.objects.get().starters) == 2
