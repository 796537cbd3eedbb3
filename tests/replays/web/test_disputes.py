"""Disputes and rulings on the pages of replays."""

from datetime import timedelta
from io import BytesIO

import pytest
import time_machine
from django.urls import reverse

from games import queries
from games.commands.log.records import import_records
from games.engine.recording.records import to_line
from games.engine.recording.verification import checked_records
from games.engine.rules import VINAGAMES
from games.log import stream_version
from games.models import Deal, DealSecret, Player
from replays import projections
from replays.commands import rulings
from replays.models import Dispute
from replays.queries.replay import get_replay
from tests.support.deals import (
    NOW,
    ending_of,
    penalty_seed,
    running_deal,
    safe_win_seed,
    stored_deal,
)
from tests.support.play_pages import browser
from tests.support.replay_pages import offered, page

pytestmark = pytest.mark.django_db


def file(player: Player | None, deal: Deal, **data: object):
    return browser(player).post(reverse("replay-dispute", args=[deal.pk]), data)


def test_the_form_is_offered_to_seats_and_directors_at_the_judged_discard_only(
    four, stranger, referee, director, deal, discard
):
    for viewer in (*four, director):
        assert offered(page(viewer, deal, discard))
        assert not offered(page(viewer, deal, discard - 1))
    for viewer in (stranger, referee):
        assert 'id="dispute"' not in page(viewer, deal, discard)


def test_a_member_files_a_dispute_and_sees_it_wait(four, deal, discard):
    answer = file(four[2], deal, discard=discard, reason="It <b>was</b> safe.")
    assert answer.status_code == 302
    assert answer["Location"] == f"/replays/{deal.pk}/?at={discard}"
    html = page(four[0], deal, discard)
    assert "The dispute is waiting for a referee." in html
    assert "It &lt;b&gt;was&lt;/b&gt; safe." in html
    assert 'id="dispute"' not in page(four[2], deal, discard)


def test_a_bad_dispute_gets_a_sentence_and_a_status_and_changes_nothing(
    four, stranger, deal, discard
):
    before = stream_version(deal.stream)
    good = {"discard": discard, "reason": "why"}
    for player, data, status, sentence in (
        (four[0], {**good, "reason": ""}, 422, "This field is required"),
        (four[0], {**good, "reason": "  "}, 422, "This field is required"),
        (four[0], {**good, "reason": "x" * 1001}, 422, "at most 1000 characters"),
        (four[0], {**good, "reason": "a\0b"}, 422, "Null characters"),
        (four[0], {**good, "discard": "x"}, 422, "This deal has no such move"),
        (
            four[0],
            {**good, "discard": discard - 1},
            422,
            "s hand, so it carries no penalty. Choose the discard that",
        ),
        (four[0], {"reason": "why"}, 422, "This deal has no such move"),
        (stranger, good, 403, "Only players of that deal and directors can dispute"),
    ):
        answer = file(player, deal, **data)
        assert answer.status_code == status, data
        assert sentence in answer.content.decode(), data
    assert file(None, deal, **good).status_code == 302
    assert file(four[0], Deal(pk=10**9), **good).status_code == 404
    assert stream_version(deal.stream) == before
    assert not Dispute.objects.exists()
    file(four[0], deal, **good)
    twice = file(four[0], deal, **good)
    assert twice.status_code == 409
    assert "already disputed" in twice.content.decode()
    assert Dispute.objects.count() == 1


def test_no_dispute_is_filed_in_a_running_deal(four):
    deal = running_deal(VINAGAMES, 1, four, moves=3)
    before = stream_version(deal.stream)
    answer = file(four[0], deal, discard=deal.version, reason="why")
    assert answer.status_code == 409
    assert "card--" not in answer.content.decode()
    assert stream_version(deal.stream) == before


def test_a_ruling_shows_at_the_discard_and_in_the_payout(four, referee, deal, discard):
    row = rulings.file_dispute(by=four[0], deal_id=deal.pk, discard=discard, reason="why", now=NOW)
    before = ending_of(deal).original
    rulings.give_ruling(
        by=referee,
        dispute_id=row.pk,
        outcome="reversed",
        section="§10.3",
        reason="because",
        now=NOW,
    )
    html = page(four[0], deal, discard)
    for text in (
        "The penalty is lifted, and the payout has been changed.",
        "§10.3",
        "because",
        "A referee lifted the penalty",
        "Before the ruling",
        "Cancelled by the ruling",
    ):
        assert text in html
    assert f"<s>+{before.net[deal.winner]}</s>" in html
    assert 'badge--bad">penalty<' not in html


def test_every_step_says_what_is_disputed_and_leads_referees_to_the_desk(
    four, stranger, referee, deal, discard
):
    assert "replay__disputed" not in page(stranger, deal)
    row = rulings.file_dispute(by=four[0], deal_id=deal.pk, discard=discard, reason="why", now=NOW)
    head = page(stranger, deal).partition('class="replay__disputed"')[2].partition("</p>")[0]
    assert "The dispute is waiting for a referee." in head
    assert "desk" not in head
    desk = reverse("desk-case", args=[row.pk])
    assert f'href="{desk}"' in page(referee, deal)


def test_a_ruling_that_lays_a_penalty_shows_it(four, referee):
    deal = stored_deal(VINAGAMES, safe_win_seed(), four)
    taken = ending_of(deal).taken
    assert taken is not None
    row = rulings.file_dispute(
        by=four[0], deal_id=deal.pk, discard=taken.version, reason="why", now=NOW
    )
    rulings.give_ruling(
        by=referee, dispute_id=row.pk, outcome="reversed", section="10.5", reason="because", now=NOW
    )
    html = page(four[0], deal, taken.version)
    verdict = html.partition('id="verdict"')[2].partition("</section>")[0]
    assert "a referee ruled otherwise and imposed the penalty" in verdict
    assert f"{referee.shown_name} imposed the penalty" in verdict
    assert "because" in verdict
    assert "it was the card the hand needed least" not in verdict
    assert "safe by calculation, penalty by ruling" in verdict
    assert "The penalty applies, and the payout has been changed." in html
    assert "pays for all the losers" in html
    assert html.count('badge--bad">penalty<') == 1


def test_a_withdrawn_ruling_stays_beside_the_move_with_what_came_after(
    four, referee, deal, discard
):
    row = rulings.file_dispute(by=four[0], deal_id=deal.pk, discard=discard, reason="why", now=NOW)
    other = Player.objects.create_user("tham", is_referee=True, is_staff=True)
    rulings.give_ruling(
        by=referee,
        dispute_id=row.pk,
        outcome="reversed",
        section="10.3",
        reason="first word",
        now=NOW,
    )
    rulings.withdraw_ruling(by=other, dispute_id=row.pk, reason="misread", now=NOW)
    html = page(four[1], deal, discard)
    ruled = html.partition("replay__ruling")[2].partition("</section>")[0]
    said = [f"{referee.shown_name} lifted", "§10.3", "first word"]
    said += [f"{other.shown_name} withdrew the ruling", "misread"]
    places = [ruled.find(text) for text in said]
    assert -1 not in places and places == sorted(places)
    assert "The dispute is waiting for a referee." in ruled
    verdict = html.partition('id="verdict"')[2].partition("</section>")[0]
    assert "first word" not in verdict, "what no longer stands is no part of the verdict"


def test_an_imported_deal_is_replayed_without_taking_its_people_for_ours(
    four, referee, director, deal, discard
):
    row = rulings.file_dispute(by=four[0], deal_id=deal.pk, discard=discard, reason="why", now=NOW)
    rulings.give_ruling(
        by=referee, dispute_id=row.pk, outcome="upheld", section="§10.3", reason="because", now=NOW
    )
    line = to_line(queries.record_of(deal.pk)).encode()
    # Played elsewhere: another commitment would be another deal, so this club forgets its own.
    DealSecret.objects.all().delete()
    (imported,) = import_records(records=checked_records(BytesIO(line)), now=NOW)
    projections.project(imported)
    theirs = Dispute.objects.get(deal_id=imported)
    assert (theirs.status, theirs.filed_by, theirs.referee) == ("upheld", None, None)
    html = page(four[0], Deal.objects.get(pk=imported), discard)
    assert "A referee found no penalty" in html or "A referee let the penalty stand" in html
    assert four[1].shown_name not in html.partition('id="replay"')[2]
    assert 'class="is-own"' not in html.partition('id="payout"')[2]
    listed = browser(four[0]).get(reverse("replays")).content.decode()
    assert f'href="/replays/{imported}/"' in listed


def test_the_address_of_a_refused_dispute_loaded_again_leads_to_the_replay(four, deal, discard):
    assert file(four[0], deal, discard=discard, reason=" ").status_code == 422
    answer = browser(four[0]).get(f"/replays/{deal.pk}/dispute/", follow=True)
    assert answer.redirect_chain == [(f"/replays/{deal.pk}/", 302)] and answer.status_code == 200
    assert browser(four[0]).get("/replays/9999/dispute/").status_code == 404


def test_links_to_a_ruling_lead_to_the_discard_that_it_is_about(four):
    deal = stored_deal(VINAGAMES, penalty_seed(), four)
    judged = get_replay(deal.pk)[1].judged_at
    answer = browser(four[0]).get(f"/replays/{deal.pk}/?at=judged")
    assert (answer.status_code, answer["Location"]) == (302, f"/replays/{deal.pk}/?at={judged}")


def test_who_comes_too_late_reads_at_the_discard_that_the_time_is_over(four, settings):
    deal = stored_deal(VINAGAMES, penalty_seed(), four)
    judged = get_replay(deal.pk)[1].judged_at
    settings.TUSAC_DISPUTE_HOURS = 0
    sentence = "The time to dispute this deal is over"
    assert sentence in page(four[0], deal, judged)
    assert sentence not in page(Player.objects.create_user("stranger"), deal, judged)


def test_the_form_says_until_when_it_can_be_filed_with_the_date_if_not_today(
    four, deal, discard, settings
):
    settings.TUSAC_DISPUTE_HOURS = 24
    settings.TIME_ZONE = "UTC"
    with time_machine.travel(NOW + timedelta(hours=1), tick=False):
        html = page(four[0], deal, discard)
        assert "You can file the dispute until 22\xa0Nov\xa02026 19:00." in html
    rulings.file_dispute(by=four[0], deal_id=deal.pk, discard=discard, reason="why", now=NOW)
    with time_machine.travel(NOW + timedelta(hours=23), tick=False):
        joining = page(four[1], deal, discard)
        assert "Join this dispute" in joining
        assert "You can file the dispute until 19:00." in joining
        assert "You can file the dispute until" not in page(four[0], deal, discard)
    with time_machine.travel(NOW + timedelta(hours=24), tick=False):
        assert "You can file the dispute until" not in page(four[1], deal, discard)


def test_where_nobody_can_say_yet_until_when_the_form_names_the_time_to_appeal(
    four, deal, discard, monkeypatch
):
    monkeypatch.setattr("replays.presenters.filing.dispute_until", lambda deal: None)
    html = page(four[0], deal, discard)
    assert "You can file the dispute until the time for disputes is over." in html
    assert 'aria-label="Rule: §10.7"' in html


def test_the_form_asks_a_seat_for_penalty_or_absence_and_the_director_for_the_club(
    four, director, deal, discard
):
    why = "Say why there should have been a penalty, or why there should not."
    club = "You file it as the director, for the club and not for a player."
    assert why in page(four[0], deal, discard) and club not in page(four[0], deal, discard)
    assert f"{club} {why}" in page(director, deal, discard)
    refused = file(director, deal, discard=discard, reason=" ").content.decode()
    assert f"{club} {why}" in refused
    Player.objects.filter(pk=four[0].pk).update(is_director=True)
    assert club not in page(four[0], deal, discard), "who sat there speaks for the seat"


def test_a_guest_who_files_nothing_is_offered_no_form(four, deal, discard):
    Player.objects.filter(pk=four[0].pk).update(is_guest=True)
    html = page(Player.objects.get(pk=four[0].pk), deal, discard)
    assert 'id="replay"' in html and 'id="dispute"' not in html
