"""Two signatures at the desk, and every page that says that a ruling waits for the second one (§10.8)."""

import re
from html import unescape
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import acts
from games import commands as club
from games.club.events import HouseRulesSet
from games.club.house_rules import HouseRules
from games.common.places import deal_in_sentence
from games.errors import Refused
from games.log import stream_version
from games.models import Deal, Player
from notices.models import Notice
from notices.tasks import follow as tell
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import penalty_seed
from tests.support.disputed import LATER, club_table, disputed, in_a_tournament
from tests.support.play_pages import browser
from tournaments import queries
from tournaments.commands.corrections import take_voiding_back, void_deal
from tournaments.commands.seats import list_reserve
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

FOLLOWED = pytest.mark.django_db(transaction=True)
"""A follower reads what is committed, and on PostgreSQL nothing else."""
WAITS = "A ruling is waiting for a second"


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(LATER, tick=False):
        yield


def referee(name: str) -> Player:
    return Player.objects.create_user(name, is_referee=True, is_staff=True)


def one_chip_alone() -> None:
    owner = Player.objects.create_superuser("owner")
    rules = HouseRules(second_signature_chips=1)
    club.record(HouseRulesSet(rules), by=owner, now=timezone.now())


def desk(row: Dispute) -> str:
    return reverse("desk-case", args=[row.pk])


def words(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", unescape(answer.content.decode())))


def send(by: Player, row: Dispute, act: str, **said: str) -> tuple[int, str]:
    """Press this at the desk as a referee who has just opened it; the status, and the page behind it."""
    seen = {"seen": str(stream_version(row.deal.stream)), act: "1"}
    answer = browser(by).post(desk(row), {**seen, **said}, follow=True)
    return answer.status_code, unescape(answer.content.decode())


def propose(by: Player, row: Dispute) -> str:
    said = {"decision": "voided", "section": "§10.8", "reason": "A card was marked."}
    status, page = send(by, row, "rule", **said)
    assert status == 200
    return page


def test_the_desk_says_before_signing_which_outcomes_need_a_second_referee():
    row = disputed(club_table(penalty_seed()))
    first = referee("mot")
    assert "Second signature" not in words(browser(first), desk(row)), "the club has no limit"
    one_chip_alone()
    shown = words(browser(first), desk(row))
    assert "One referee may decide only up to 1, so a second referee has to sign it" in shown
    assert "No other independent referee can sign now" in shown
    referee("hai")
    shown = words(browser(first), desk(row))
    assert "People who can sign: hai" in shown
    assert "No other independent referee" not in shown


def test_one_proposes_and_another_signs_on_one_page_each():
    deal = club_table(penalty_seed())
    row, first, second = disputed(deal), referee("mot"), referee("hai")
    one_chip_alone()
    assert "Your ruling has been proposed" in propose(first, row)
    own, other = browser(first).get(desk(row)), browser(second).get(desk(row))
    assert 'name="sign"' not in own.content.decode()
    assert "Take it back" in words(browser(first), desk(row))
    html = other.content.decode()
    assert 'name="sign"' in html and 'id="ruling_form"' not in html
    assert 'id="effect-payments"' in html, "the second referee sees the effects as the first did"
    assert 'id="proposed">Deal void<' in html
    assert "waiting for a second signature" in words(browser(second), "/admin/replays/dispute/")
    status, page = send(second, row, "refuse", reason="")
    assert status == 422 and "Give a reason for the ruling" in page
    status, page = send(first, row, "sign")
    assert status == 403 and "You proposed this ruling" in page
    status, page = send(second, row, "sign")
    assert status == 200 and "The ruling has been signed and is now in effect" in page
    row.refresh_from_db()
    assert (row.status, row.proposed) == ("voided", "")
    story = words(browser(second), desk(row))
    assert "mot proposed on" in story and "hai signed it as the second referee." in story
    assert "mot declared the deal void on" in story
    status, page = send(referee("ba"), row, "sign")
    assert status == 409 and "There is nothing left to sign in this dispute" in page


def test_a_refusal_and_a_proposal_taken_back_stay_in_the_story():
    row, first, second = disputed(club_table(penalty_seed())), referee("mot"), referee("hai")
    one_chip_alone()
    propose(first, row)
    assert "The proposal was rejected" in send(second, row, "refuse", reason="It was whole.")[1]
    propose(first, row)
    send(first, row, "refuse", reason="The wrong deal.")
    replay = reverse("replay", args=[row.deal_id]) + f"?at={row.discard}"
    shown = words(browser(Player.objects.create_user("khach")), replay)
    assert "hai declined to sign it on" in shown and "It was whole." in shown
    assert "mot took the proposal back on" in shown and "The wrong deal." in shown


def test_a_void_deal_says_so_in_its_replay_and_names_no_winner():
    deal = club_table(penalty_seed())
    row, member = disputed(deal), browser(referee("mot"))
    propose(referee("hai"), row)
    shown = words(member, reverse("replay", args=[deal.pk]) + f"?at={row.discard}")
    assert "Void: nobody pays anything for this deal" in shown
    assert "The deal was voided by a ruling, so nobody pays for it" in shown
    assert "nobody pays anything (§10.8)" in shown
    assert "down to its limit" not in shown
    assert "hai declared the deal void on" in shown
    assert "deal void" in words(member, reverse("replays"))


@FOLLOWED
def test_the_tournament_the_staff_page_and_the_referees_hear_of_it():
    deal = in_a_tournament(penalty_seed())
    row, first, second = disputed(deal), referee("mot"), referee("hai")
    one_chip_alone()
    tournament = queries.tournament_of_origin(deal.table.origin)
    assert tournament is not None
    page = reverse("tournament", args=[tournament])
    before = queries.live_etag_of(tournament)
    propose(first, row)
    assert WAITS in words(Client(), page)
    assert queries.live_etag_of(tournament) != before, "whoever has the page open gets it"
    assert WAITS in words(browser(second), reverse("staff"))
    tell()
    told = {(one.player_id, one.name) for one in Notice.objects.all()}
    assert (second.pk, "deal.ruling-proposed") in told
    assert (first.pk, "deal.ruling-proposed") not in told

    send(second, row, "sign")
    assert WAITS not in words(Client(), page)
    seated = Deal.objects.get(pk=deal.pk).seats.get(number=1).player
    assert seated is not None
    browser(seated).post(reverse("replay-appeal", args=[deal.pk]), {"reason": "It was whole."})
    acts.gather()
    shown = words(browser(second), reverse("staff"))
    assert WAITS not in shown
    for said in (
        f"proposed a ruling on deal {deal_in_sentence(deal.number, deal.table.name)}",
        f"signed a ruling on deal {deal_in_sentence(deal.number, deal.table.name)} as the second referee",
        f"declared deal {deal_in_sentence(deal.number, deal.table.name)} void under §10.8",
        "A card was marked.",
        f"appealed the ruling on their own deal {deal_in_sentence(deal.number, deal.table.name)}",
    ):
        assert said in shown
    assert "It was whole." not in shown, "a member's words stand in the replay"
    court = words(Client(), page).partition("Rulings and appeals")[2]
    for said in (
        f"mot proposed a ruling on deal {deal_in_sentence(deal.number, deal.table.name)}",
        f"hai signed a ruling on deal {deal_in_sentence(deal.number, deal.table.name)}",
        f"appealed the ruling on their own deal {deal_in_sentence(deal.number, deal.table.name)}",
    ):
        assert said in court


@pytest.mark.usefixtures("followers_do_not_wait")
def test_who_disputed_a_deal_or_ruled_on_it_brings_nothing_about_by_correcting_it():
    row = disputed(in_a_tournament(penalty_seed()))
    first = referee("mot")
    rulings.give_ruling(
        by=first,
        dispute_id=row.pk,
        outcome="upheld",
        section="§10.3",
        reason="So it is.",
        now=LATER,
    )
    told: dict[str, Any] = {"tournament_id": Tournament.objects.get().pk, "deal": row.deal_id}
    told["now"] = LATER
    joining = Player.objects.get(username="dora")
    rulings.appeal_ruling(
        by=Player.objects.get(username="an"), dispute_id=row.pk, reason="No.", now=LATER
    )
    with pytest.raises(Refused) as caught:
        void_deal(by=first, reason="I had said so.", **told)
    assert caught.value.code == "tournament.own-dispute"
    itself = referee("hai")
    Player.objects.filter(pk=itself.pk).update(referee_by=itself)
    itself.refresh_from_db()
    with pytest.raises(Refused) as caught:
        void_deal(by=itself, reason="I say so.", **told)
    assert caught.value.code == "tournament.own-duty"
    void_deal(by=joining, reason="A card was torn.", **told)
    for by in (first, itself):
        with pytest.raises(
            Refused,
            check=lambda error: error.code in {"tournament.own-dispute", "tournament.own-duty"},
        ):
            take_voiding_back(by=by, reason="No.", **told)


@pytest.mark.usefixtures("followers_do_not_wait")
def test_the_desk_lets_somebody_who_plays_by_now_take_the_own_proposal_back_and_nothing_else():
    row = disputed(in_a_tournament(penalty_seed()))
    first, second = referee("mot"), referee("hai")
    one_chip_alone()
    propose(first, row)
    tournament = Tournament.objects.get().pk
    list_reserve(by=first, tournament_id=tournament, player=first.pk, now=LATER)
    status, page = send(second, row, "sign", reason="")
    assert status == 409 and "The referee who proposed this ruling now plays in that" in page
    page = browser(first).get(desk(row)).content.decode()
    assert "Take it back" in page and 'name="sign"' not in page and 'name="rule"' not in page
    assert send(first, row, "refuse", reason="I play.")[0] == 200
    row.refresh_from_db()
    assert row.proposed == ""
    page = browser(first).get(desk(row)).content.decode()
    assert "Take it back" not in page and 'name="rule"' not in page
