"""Joining a dispute and appealing its ruling on the page of a replay, and what the page tells of it for ever."""

import pytest
from django.urls import reverse

from games import tasks
from games.engine.rules import VINAGAMES
from games.log import stream_version
from games.models import Player
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import NOW, penalty_seed, stored_deal, taken_in
from tests.support.play_pages import browser
from tests.support.replay_pages import offered, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(four, deal, discard) -> Dispute:
    return rulings.file_dispute(by=four[0], deal_id=deal.pk, discard=discard, reason="why", now=NOW)


@pytest.fixture
def years_to_appeal(settings) -> None:
    settings.TUSAC_APPEAL_HOURS = 100_000


def rule(by: Player, row: Dispute) -> None:
    rulings.give_ruling(
        by=by,
        dispute_id=row.pk,
        outcome="reversed",
        section="§10.3",
        reason="Equal cards.",
        now=NOW,
    )


def appeal(player: Player, deal, reason: str = "Look <b>again</b>."):
    return browser(player).post(reverse("replay-appeal", args=[deal.pk]), {"reason": reason})


def test_another_seat_joins_with_its_own_words(four, deal, discard, row):
    html = page(four[1], deal, discard)
    assert offered(html) and "Join this dispute" in html
    assert not offered(page(four[0], deal, discard)), "who filed it has spoken"
    sent = browser(four[1]).post(
        reverse("replay-dispute", args=[deal.pk]),
        {"discard": discard, "reason": "So do I."},
        follow=True,
    )
    assert "You have joined the dispute." in sent.text
    html = page(four[2], deal, discard)
    assert "joined the dispute on" in html and "<q>So do I.</q>" in html
    assert not offered(page(four[1], deal, discard))


@pytest.mark.usefixtures("years_to_appeal")
def test_what_another_referee_takes_back_on_appeal_is_not_called_upheld(four, referee, deal, row):
    rule(referee, row)
    rulings.appeal_ruling(by=four[1], dispute_id=row.pk, reason="No!", now=NOW)
    second = Player.objects.create_user("tham", is_referee=True)
    rulings.give_ruling(
        by=second,
        dispute_id=row.pk,
        outcome="upheld",
        section="§10.5",
        reason="No worst card.",
        now=NOW,
    )
    html = page(four[1], deal, row.discard)
    assert "The penalty stands, as judged automatically." in html
    assert "Upheld" not in html, "of the ruling that was appealed nothing is"


def test_behind_its_time_no_dispute_is_offered(four, deal, discard, settings):
    assert offered(page(four[0], deal, discard))
    settings.TUSAC_DISPUTE_HOURS = -100_000
    assert not offered(page(four[0], deal, discard))
    sent = browser(four[0]).post(
        reverse("replay-dispute", args=[deal.pk]), {"discard": discard, "reason": "why"}
    )
    assert sent.status_code == 409 and "The time to dispute this deal is over" in sent.text


def test_a_statement_names_the_ruling_by_its_deal(four, stranger, referee):
    deal = stored_deal(VINAGAMES, penalty_seed(), four, chips_per_point=2)
    tasks.finish_deal(deal.pk)
    discard = taken_in(deal).version
    row = rulings.file_dispute(by=four[0], deal_id=deal.pk, discard=discard, reason="why", now=NOW)
    rule(referee, row)
    tasks.finish_deal(deal.pk)
    said = browser(four[0]).get("/account/").content.decode()
    for words in ("taken back after", "payment changed by"):
        assert f"Deal 1 at {deal.table.name}: {words} a ruling" in said
    assert "trong lifted the penalty on" in page(stranger, deal, discard)


@pytest.mark.usefixtures("years_to_appeal")
def test_a_seat_appeals_and_the_page_keeps_every_step(four, stranger, referee, deal, discard, row):
    rule(referee, row)
    for viewer, may in ((four[3], True), (stranger, False), (referee, False)):
        assert ('id="appeal"' in page(viewer, deal, discard)) == may
    sent = appeal(four[3], deal)
    assert (sent.status_code, sent["Location"]) == (302, f"/replays/{deal.pk}/?at={discard}")
    html = page(stranger, deal, discard)
    for text in (
        "The appeal is waiting for another referee.",
        "lifted the penalty on",
        ">§10.3</a>:",
        "<q>Equal cards.</q>",
        "appealed the ruling on",
        "<q>Look &lt;b&gt;again&lt;/b&gt;.</q>",
    ):
        assert text in html
    assert 'id="appeal"' not in page(four[3], deal, discard)
    rule(Player.objects.create_user("hai", is_referee=True), row)
    assert "Decided on appeal, so it is final." in page(stranger, deal, discard)


@pytest.mark.usefixtures("years_to_appeal")
def test_what_is_refused_is_said_and_changes_nothing(four, stranger, referee, deal, discard, row):
    before = stream_version(deal.stream)
    assert appeal(four[1], deal).status_code == 409
    assert stream_version(deal.stream) == before
    rule(referee, row)
    before = stream_version(deal.stream)
    for player, reason, status in (
        (four[1], " ", 422),
        (four[1], "x" * 1001, 422),
        (four[1], "a\0b", 422),
        (stranger, "why", 403),
    ):
        assert appeal(player, deal, reason).status_code == status
    assert stream_version(deal.stream) == before


def test_a_withdrawn_ruling_stays_on_the_page(four, referee, deal, discard, row):
    rule(referee, row)
    other = Player.objects.create_user("hai", is_referee=True)
    rulings.withdraw_ruling(by=other, dispute_id=row.pk, reason="Wrong deal.", now=NOW)
    html = page(four[0], deal, discard)
    assert (
        "Equal cards." in html and "withdrew the ruling on" in html and "<q>Wrong deal.</q>" in html
    )
