"""The seat whose discard is disputed answers: once, before the ruling, and nothing but its words follows (§10.7)."""

import json

import pytest

from games import queries
from games.engine.recording.people import LEFT_OUT, Mask
from games.engine.recording.records import from_record, to_record
from games.engine.recording.verification import verify
from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.log import read, stream_version
from games.models import Player
from replays import projections
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import NOW
from tests.support.notices import tell, words_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def answer(by: Player, filed: Dispute, reason: str = "It was my only pair.") -> Dispute:
    return rulings.answer_dispute(by=by, dispute_id=filed.pk, reason=reason, now=NOW)


def rule(by: Player, filed: Dispute) -> Dispute:
    return rulings.give_ruling(
        by=by, dispute_id=filed.pk, outcome="reversed", section="§10.3", reason="because", now=NOW
    )


def refused(code: str, by: Player, filed: Dispute, reason: str = "No.") -> None:
    before = stream_version(filed.deal.stream)
    with pytest.raises(Refused) as info:
        answer(by, filed, reason)
    assert info.value.code == code
    assert stream_version(filed.deal.stream) == before


def test_who_let_the_card_go_answers_once_and_no_chip_moves(accused, other, four, filed, deal):
    before = [balance(member_account(one.pk)) for one in four]
    refused("dispute.not-accused", other, filed)
    refused("dispute.reason", accused, filed, " ")
    refused("dispute.reason", accused, filed, "x" * (rulings.REASON_LENGTH + 1))
    answer(accused, filed)
    refused("dispute.answered", accused, filed)
    assert [balance(member_account(one.pk)) for one in four] == before
    last = read(deal.stream)[-1]
    assert last.name == "deal.dispute-answered" and last.metadata["by"] == accused.pk
    assert last.payload["reason"] == "It was my only pair."


def test_nobody_answers_for_another_not_even_who_runs_the_club(
    filed, referee, director, stranger, accused
):
    for one in (referee, director, stranger):
        refused("dispute.not-accused", one, filed)
    with pytest.raises(Refused) as info:
        rulings.answer_dispute(by=accused, dispute_id=2**62, reason="No.", now=NOW)
    assert info.value.code == "dispute.unknown"


def test_who_disputes_the_own_discard_has_said_why_there(accused, deal, discard):
    own = rulings.file_dispute(by=accused, deal_id=deal.pk, discard=discard, reason="why", now=NOW)
    refused("dispute.answered", accused, own)


def test_who_has_answered_may_object_all_the_same(accused, filed, deal, discard):
    answer(accused, filed)
    rulings.file_dispute(by=accused, deal_id=deal.pk, discard=discard, reason="No.", now=NOW)
    filed.refresh_from_db()
    assert len(filed.joined) == 1


def test_behind_the_ruling_nobody_answers_and_one_that_is_withdrawn_keeps_the_words(
    accused, filed, referee
):
    other_row = rule(referee, filed)
    refused("dispute.ruled", accused, filed)
    second = Player.objects.create_user("hai", is_referee=True)
    rulings.withdraw_ruling(by=second, dispute_id=other_row.pk, reason="wrong deal", now=NOW)
    answer(accused, filed)
    third = Player.objects.create_user("ba", is_referee=True)
    rule(third, filed)
    fourth = Player.objects.create_user("tu", is_referee=True)
    rulings.withdraw_ruling(by=fourth, dispute_id=filed.pk, reason="wrong deal", now=NOW)
    refused("dispute.answered", accused, filed)


@pytest.mark.usefixtures("years_to_appeal")
def test_on_appeal_nobody_answers(accused, other, filed, referee):
    rule(referee, filed)
    rulings.appeal_ruling(by=other, dispute_id=filed.pk, reason="look again", now=NOW)
    refused("dispute.ruled", accused, filed)


@pytest.fixture
def years_to_appeal(settings) -> None:
    settings.TUSAC_APPEAL_HOURS = 100_000


def test_behind_the_time_to_file_who_hears_of_it_late_is_heard(accused, filed, settings):
    settings.TUSAC_DISPUTE_HOURS = -100_000
    answer(accused, filed)


def test_a_referee_who_had_the_page_open_is_shown_the_answer_before_signing(
    accused, filed, referee
):
    seen = stream_version(filed.deal.stream)
    answer(accused, filed)
    with pytest.raises(Refused) as info:
        rulings.give_ruling(
            by=referee,
            dispute_id=filed.pk,
            outcome="upheld",
            section="§10.3",
            reason="because",
            now=NOW,
            seen=seen,
        )
    assert info.value.code == "ruling.moved-on"


def test_seats_and_referees_are_told_and_who_wrote_it_is_not(accused, other, filed, referee):
    answer(accused, filed)
    tell()
    for one, told in ((other, True), (referee, True), (accused, False)):
        said = any("is disputed has answered" in words for words in words_for(one))
        assert said == told


def test_who_let_the_card_go_is_told_that_the_dispute_may_be_answered(
    accused, four, filed, referee
):
    tell()
    for one in (*four, referee):
        said = "Your discard in deal 1 at Bàn 1 is disputed. You may answer once, before the referee rules."
        assert (said in words_for(one)) == (one == accused)


def test_a_record_with_it_is_of_a_format_of_its_own_verifies_and_is_masked(accused, filed, deal):
    assert to_record(queries.record_of(deal.pk))["format"] == "tusac-deal/7"
    answer(accused, filed)
    record = queries.record_of(deal.pk)
    plain = json.loads(json.dumps(to_record(record)))
    assert plain["format"] == "tusac-deal/10"
    assert from_record(plain) == record and verify(record) is None
    masked = to_record(Mask().over(record))
    assert masked["events"][-1]["reason"] == LEFT_OUT
    kept = list(Dispute.objects.values())
    projections.rebuild_all()
    assert list(Dispute.objects.values()) == kept


def test_a_record_in_which_another_seat_answers_or_one_twice_is_refused(accused, filed, deal):
    answer(accused, filed)
    plain = to_record(queries.record_of(deal.pk))
    last = plain["events"][-1]
    for lie in (
        [*plain["events"][:-1], {**last, "seat": (last["seat"] + 1) % 4}],
        [*plain["events"], last],
    ):
        assert verify(from_record({**plain, "events": lie})) is not None
