"""The pages of reports of conduct: what a referee does, what the member and everybody read, and what is refused."""

from typing import Any
from uuid import uuid4

import pytest

from games import commands as club
from games.acts import gather
from games.models import Deal, Player, Table
from notices.models import Notice
from tests.support.evening import Evening
from tests.support.notices import tell, words_for
from tests.support.play_pages import browser
from tournaments import queries
from tournaments.models import Standing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def evening() -> Evening:
    evening = Evening(4, rounds=1, deals_per_round=2)
    evening.play()
    evening.follow()
    return evening


def sent(**said: Any) -> dict[str, Any]:
    told = {"reason": "Three minutes for a discard.", "time": 1, "measure": "table"}
    return {**told, "idempotency_key": str(uuid4()), **said}


def test_a_referee_is_told_what_the_table_gives_and_everybody_reads_the_report(
    evening: Evening,
) -> None:
    referee = browser(Player.objects.create_user("referee", is_referee=True))
    an, base = evening.people[0], f"/tournaments/{evening.id}/conduct/"
    assert "Report a member" in referee.get(base).content.decode()
    page = f"{base}new?player={an.pk}&kind=slow"
    assert "Choose the member and what happened" in referee.get(f"{base}new").content.decode()
    first = referee.get(page).content.decode()
    assert "first time" in first and "Sanction in the club's table of sanctions: warning." in first
    once = sent(round=1, table=1)
    for _twice in range(2):
        assert referee.post(page, once).status_code == 303
    second = referee.get(page).content.decode()
    assert (
        "second time" in second and "Sanction in the club's table of sanctions: 2 points." in second
    )
    assert referee.post(page, sent()).status_code == 409  # written for the first time
    assert referee.post(page, sent(time=2)).status_code == 303
    assert ["sanctioned", -2, "slow\nThree minutes for a discard."] in Standing.objects.get(
        player=an
    ).notes
    for shown in (
        browser().get(base),
        browser(evening.people[1]).get(f"/tournaments/{evening.id}/log"),
    ):
        said = shown.content.decode()
        assert "second time: " in said.replace("<strong>", "") and "2 points" in said
    place = browser().get(f"/tournaments/{evening.id}/standings/{an.pk}").content.decode()
    assert "Report 2: Slow play" in place
    assert "Slow play" in browser().get(f"/tournaments/{evening.id}/").content.decode()
    gather()
    acts = browser(an).get("/club/staff/").content.decode()
    assert "for Slow play: 2 points" in acts
    own = browser(an).get(f"/members/{an.pk}/").content.decode()
    other = browser(evening.people[1]).get(f"/members/{an.pk}/").content.decode()
    assert "Reports on my conduct" in own and "Reports on my conduct" not in other


def test_the_member_is_told_and_a_taken_back_report_stays_to_be_read(evening: Evening) -> None:
    director, an = browser(evening.director), evening.people[0]
    base = f"/tournaments/{evening.id}/conduct/"
    page = f"{base}new?player={an.pk}&kind=abuse"
    given = sent(measure="removal", departure="He hit the table.")
    assert director.post(page, {**given, "departure": ""}).status_code == 422
    assert director.post(page, given).status_code == 303
    removal = f"/tournaments/{evening.id}/entries/{an.pk}/"
    assert removal in director.get(base).content.decode()
    assert removal not in browser(an).get(base).content.decode()
    assert director.get(removal).status_code == 200
    assert director.post(f"{base}1", sent(reason="It was a fly.")).status_code == 303
    assert director.post(f"{base}1", sent(reason="Again.")).status_code == 409
    said = browser().get(base).content.decode()
    assert "taken back" in said and "It was a fly." in said and "He hit the table." in said
    tell()
    told = list(Notice.objects.filter(player=an, name__contains="sanction").values_list("name"))
    assert {name for (name,) in told} == {
        "tournament.sanctioned",
        "tournament.sanction-taken-back",
    }
    assert "the director is asked to remove you (Three minutes" in words_for(an)[-2]
    assert "Abuse, was taken back (It was a fly.)" in words_for(an)[-1]


def test_a_report_leads_to_its_deal_only_where_the_replay_opens(evening: Evening) -> None:
    referee = browser(Player.objects.create_user("referee", is_referee=True))
    base, an = f"/tournaments/{evening.id}/conduct/", evening.people[0]
    played = Deal.objects.filter(ended_at__isnull=False).latest("pk")
    running = Deal.objects.filter(ended_at=None).latest("pk")
    for time, deal in enumerate((played, running), 1):
        page = f"{base}new?player={an.pk}&kind=slow"
        assert referee.post(page, sent(time=time, deal=deal.pk)).status_code == 303
    told = browser().get(base).content.decode()
    assert f'href="/replays/{played.pk}/"' in told and told.count("Look at the deal") == 1
    assert browser(an).get(f"/replays/{played.pk}/").status_code == 200
    assert browser(an).get(f"/replays/{running.pk}/").status_code == 409
    Deal.objects.filter(pk=played.pk).update(sealed=True)
    assert "Look at the deal" not in browser().get(base).content.decode()


def test_who_plays_and_who_has_no_duty_write_nothing_and_bad_input_is_said(
    evening: Evening,
) -> None:
    base = f"/tournaments/{evening.id}/conduct/"
    an = evening.people[0]
    page = f"{base}new?player={an.pk}&kind=slow"
    Player.objects.filter(pk=evening.people[1].pk).update(is_referee=True)
    plays = browser(Player.objects.get(pk=evening.people[1].pk))
    for browsing in (browser(evening.people[2]), plays):
        assert browsing.get(page).status_code == 403
        assert browsing.post(page, sent()).status_code == 403
    director = browser(evening.director)
    for wrong in (
        {"points": "many"},
        {"measure": "fine"},
        {"measure": "points", "points": "21", "departure": "x"},
        {"measure": "points", "points": "-2", "departure": "x"},
        {"reason": " "},
        {"time": ""},
        {"idempotency_key": "x"},
    ):
        assert director.post(page, sent(**wrong)).status_code == 422, wrong
    assert director.post(page, sent(table="9", round="1")).status_code == 404
    for address in (f"{base}new?player=0&kind=slow", f"{base}new?player={an.pk}&kind=x"):
        assert director.post(address, sent()).status_code == 422
    assert director.get(f"{base}7").status_code == 404
    assert 'value="1_0"' not in director.get(f"{page}&call=1_0&table=%D9%A1").content.decode()
    loaded = queries.current(evening.id)
    assert not loaded.state.sanctions


def test_a_call_of_the_referee_leads_to_the_report_and_the_report_names_its_table(
    evening: Evening,
) -> None:
    table = Table.objects.filter(origin__startswith=f"tournament-{evening.id}/").order_by("pk")[0]
    call = club.call_referee(
        by=evening.people[0], table_id=table.pk, reason="conduct", words="", now=evening.now
    )
    club.take_call(by=evening.director, call_id=call.pk, now=evening.now)
    director = browser(evening.director)
    link = f"/tournaments/{evening.id}/conduct/new?call={call.pk}"
    assert link in director.get("/referee/calls").content.decode()
    page = f"{link}&player={evening.people[0].pk}&kind=talking"
    assert f'value="{call.pk}"' in director.get(page).content.decode()
    assert director.post(page, sent(call=call.pk)).status_code == 303
    loaded = queries.current(evening.id)
    report = loaded.state.sanctions[1]
    assert (report.round, report.table, report.call) == (1, 1, call.pk)
