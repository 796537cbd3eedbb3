"""A ruling at a table with real cards that is taken back (§10.8), and the one answer of the accused seat (§10.7)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games.acts import gather
from games.checks.log import differing_rows
from games.engine.disputing.periods import HELD
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Deal, FiledDispute, Player, StaffAct
from tests.support.cardboard import V4, Table
from tests.support.notices import tell, words_for
from tests.support.play_pages import browser
from tests.support.refused import refused
from tests.support.rulings import limit
from tests.support.tournament_pages import player
from tournaments import commands, projections, queries
from tournaments.checks.ledger import check_ledger
from tournaments.checks.log import check_log
from tournaments.commands import timing
from tournaments.engine.real_cards.entered_results import ResultStatus
from tournaments.models import ReportedDiscard, Standing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def other() -> Player:
    return player("other", is_referee=True)


@pytest.fixture
def table() -> Table:
    """A table whose two deals are entered and confirmed; South's discard of the first is disputed by West."""
    table = Table(player("director", is_director=True), deals=2, appeal_minutes=10)
    table.enter_confirmed(1, 2)
    table.dispute(table.seats[2])
    return table


def is_whole(table: Table) -> None:
    assert list(check_ledger()) == [] and list(check_log()) == [] and list(differing_rows()) == []
    kept: list[Any] = [Deal.objects.order_by("pk"), FiledDispute.objects, ReportedDiscard.objects]
    rows = [list(one.values()) for one in kept]
    projections.rebuild(table.id)
    assert [list(one.values()) for one in kept] == rows


def test_a_withdrawn_ruling_brings_back_what_held_before_it(table, referee, other):
    before = table.score()
    table.rule(referee)
    assert table.score().net == (-162, 162, 0, 0)
    with refused("tournament.discard-interest"):
        table.withdraw(referee)  # as on screens, nobody takes their own ruling back
    table.withdraw(other)
    after = table.score()
    assert (after.net, after.penalised) == (before.net, before.penalised)
    assert after.paper.lay == before.paper.lay and after.paper.revision == 3
    assert after.paper.status is ResultStatus.DISPUTED and not after.paper.dispute.rulings
    assert Standing.objects.get(player=table.seats[0]).penalties == 0
    assert FiledDispute.objects.get().status == FiledDispute.OPEN
    third = player("third", is_referee=True)
    with refused("tournament.discard-no-ruling"):
        table.withdraw(third)
    with refused("tournament.discard-interest"):
        table.rule(referee)  # whose ruling was taken back
    table.rule(other, False)  # as on screens: a withdrawal is no ruling
    assert table.score().net == before.net and table.score().paper.status is ResultStatus.CONFIRMED
    is_whole(table)


def test_what_was_corrected_since_the_ruling_stays_corrected(table, referee, other):
    table.rule(referee)
    table.correct(table.director, replace(table.score().paper.lay, asides=((), (), (), ("khap",))))
    table.withdraw(other)
    lay = table.score().paper.lay
    assert (lay.offender, lay.section, lay.asides[3]) == (None, "", ("khap",))


def test_a_void_deal_counts_again_once_its_ruling_is_withdrawn(table, referee, other):
    net = table.score().net
    table.rule(referee, False, void=True)
    assert table.score().ruled_out
    table.withdraw(other)
    assert not table.score().ruled_out and table.score().net == net
    is_whole(table)


def test_after_the_closing_a_ruling_is_withdrawn_while_it_can_be_appealed(table, referee, other):
    assert timing.end_one(table.id, now=timezone.now() + timedelta(minutes=11) + HELD)
    late = timezone.now() + timedelta(days=9)
    before = balance(member_account(table.seats[0].pk))
    table.rule(referee, now=late)
    assert balance(member_account(table.seats[0].pk)) != before
    with refused("tournament.appeal-over"):
        table.withdraw(other, now=late + timedelta(days=1))
    table.withdraw(other, now=late)
    assert balance(member_account(table.seats[0].pk)) == before
    is_whole(table)


def test_what_is_appealed_or_decided_on_appeal_is_not_withdrawn(table, referee, other):
    third = player("third", is_referee=True)
    table.rule(referee)
    table.appeal(0)
    with refused("tournament.discard-no-ruling"):
        table.withdraw(other)
    table.rule(other, False)
    with refused("tournament.discard-not-open"):
        table.withdraw(third)


def test_a_withdrawal_is_a_button_a_sentence_an_act_and_a_notice(table, referee, other):
    table.rule(referee)
    page = table.page.replace("/result", f"/deals/{table.score().deal_id}/ruling")
    assert 'value="withdraw"' not in browser(referee).get(page, follow=True).content.decode()
    text = browser(other).get(page, follow=True).content.decode()
    assert 'value="withdraw"' in text and 'id="outcome-withdrawn"' in text
    told = {"act": "withdraw", "revision": "2", "seen": "2", "reason": "Misread."}
    assert browser(other).post(page, {**told, "seen": "1"}).status_code == 409
    assert browser(other).post(page, told).status_code == 303
    text = browser(table.seats[0]).get(page.replace("/ruling", "/discard")).content.decode()
    assert "A referee withdrew the ruling: Misread." in text and "Ruled under §10.3" in text
    log = browser(other).get(reverse("tournament-log", args=[table.id])).content.decode()
    assert "withdrew the ruling (Misread.)" in log
    gather()
    assert StaffAct.objects.get(name="tournament.discard-withdrawn").by == other.pk
    tell(timezone.now)
    assert "withdrew your ruling on deal 1" in words_for(referee)[-1]


def test_the_accused_seat_answers_once_and_before_the_ruling(table, referee):
    accused = table.seats[0]
    page = table.page.replace("/result", f"/deals/{table.score().deal_id}/discard")
    with refused("tournament.discard-not-accused"):
        table.answer(table.seats[1])
    with refused("tournament.reason-missing"):
        table.answer(accused, reason=" ")
    assert 'value="answer"' not in browser(table.seats[1]).get(page, follow=True).content.decode()
    assert 'value="answer"' in browser(accused).get(page, follow=True).content.decode()
    told = {"act": "answer", "revision": "1", "reason": "I saw two of them."}
    assert browser(accused).post(page, told).status_code == 303
    text = browser(table.seats[1]).get(page, follow=True).content.decode()
    assert "who made the discard, answers: I saw two of them." in text
    with refused("tournament.discard-answered"):
        table.answer(accused)
    with refused("ruling.moved-on"):
        table.rule(referee, seen=1)
    table.rule(referee, seen=2)


def test_a_seat_that_disputes_its_own_discard_has_said_its_words_there():
    table = Table(player("director", is_director=True), deals=1, appeal_minutes=10)
    table.enter(table.seats[1], replace(V4, offender=0, section="§10.5"))
    table.confirm(table.seats[2])
    table.dispute(table.seats[0])
    with refused("tournament.discard-answered"):
        table.answer(table.seats[0])


def test_nobody_answers_what_is_ruled(table, referee):
    table.rule(referee)
    with refused("tournament.discard-ruled-already"):
        table.answer(table.seats[0])


def test_a_withdrawal_that_moves_much_waits_for_a_second_signature(table, referee, other):
    limit(1)
    second, third = player("second", is_referee=True), player("third", is_referee=True)
    table.rule(referee)
    score = table.score()
    commands.sign_on_discard(
        by=other,
        tournament_id=table.id,
        deal_id=score.deal_id,
        revision=score.paper.revision,
        now=timezone.now(),
    )
    ruled = table.score().net
    table.withdraw(second)
    assert table.score().net == ruled and table.score().paper.dispute.proposal is not None
    commands.sign_on_discard(
        by=third,
        tournament_id=table.id,
        deal_id=score.deal_id,
        revision=table.score().paper.revision,
        now=timezone.now(),
    )
    assert table.score().net == score.net and table.score().paper.dispute.open
    with refused("tournament.discard-interest"):
        table.rule(other)  # has signed the ruling that was withdrawn
    limit(0)
    table.rule(third, False)  # has signed the withdrawal alone
    assert table.score().paper.status is ResultStatus.CONFIRMED
    is_whole(table)


def test_a_withdrawal_that_waits_stands_in_the_queue_and_is_said_without_a_section(
    table, referee, other
):
    third = browser(player("third", is_referee=True))
    queue = reverse("desk")
    table.rule(referee)
    assert not queries.waiting_of_real_cards(timezone.now())
    limit(1)
    table.withdraw(other)
    (waiting,) = queries.waiting_of_real_cards(timezone.now())
    assert waiting.proposed and (waiting.until, waiting.rule_by) == (None, None)
    assert waiting.stake > 0
    desk = reverse("desk-real-cards", args=[waiting.number])
    text = third.get(queue).content.decode()
    assert desk in text and "waiting for a second signature" in text
    assert "</b>: <q>Misread.</q>" in " ".join(third.get(desk).content.decode().split())
    log = third.get(reverse("tournament-log", args=[table.id])).content.decode()
    assert "proposed to withdraw the ruling; a second referee has to sign this (Misread.)" in log
    is_whole(table)
    # Nobody can sign it any more once the ruling can no longer be changed.
    assert not queries.waiting_of_real_cards(timezone.now() + timedelta(hours=1))
    table.appeal(0)  # which puts the proposal off
    (waiting,) = queries.waiting_of_real_cards(timezone.now())
    assert waiting.appealed and not waiting.proposed
    is_whole(table)
