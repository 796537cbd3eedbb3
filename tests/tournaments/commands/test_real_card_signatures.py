"""Above the club's limit a ruling at a table with real cards is proposed, and a second referee signs it (§10.8)."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games.acts import gather
from games.engine.disputing.outcomes import Outcome
from games.engine.disputing.periods import HELD
from games.log import stream_version
from games.models import FiledDispute, Player
from tests.support.cardboard import Table
from tests.support.play_pages import browser
from tests.support.refused import refused
from tests.support.rulings import limit
from tests.support.tournament_pages import player
from tournaments import commands, projections, queries
from tournaments.commands import timing
from tournaments.commands.seats import list_reserve
from tournaments.engine.real_cards.events import Lay
from tournaments.engine.real_cards.outcome_names import name_of_outcome

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def second() -> Player:
    return player("second", is_referee=True)


@pytest.fixture
def table() -> Table:
    """A disputed deal of a tournament whose prizes a ruling moves; one referee moves 5 chips alone."""
    table = Table(player("director", is_director=True), deals=2, appeal_minutes=10)
    table.enter_confirmed(1)
    table.enter_confirmed(2, lay=Lay(None))
    table.dispute(table.seats[2])
    limit(5)
    return table


def told(table: Table, **more: Any) -> dict[str, Any]:
    score = table.score()
    assert score.paper is not None
    return {
        "tournament_id": table.id,
        "deal_id": score.deal_id,
        "revision": score.paper.revision,
        "now": timezone.now(),
        **more,
    }


def test_what_moves_much_is_proposed_and_nothing_follows(table, referee):
    before = table.score().net
    table.rule(referee)
    dispute = table.score().paper.dispute
    assert dispute.proposal.wish.outcome == Outcome.UPHELD and not dispute.rulings and dispute.open
    assert table.score().net == before
    assert not timing.end_one(table.id, now=timezone.now() + timedelta(hours=1))
    third = player("third", is_referee=True)
    with refused("tournament.discard-proposed"):
        table.rule(third, False)
    assert FiledDispute.objects.get().status == FiledDispute.OPEN


def test_what_moves_little_one_referee_decides(table, referee):
    limit(1000)
    table.rule(referee)
    assert table.score().paper.dispute.rulings


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("outcome", ["yes", "void"])
def test_a_second_referee_signs_what_was_shown(outcome, late, table, referee, second):
    now = timezone.now()
    if late:  # the prizes are paid
        now += timedelta(days=9)
        assert timing.end_one(table.id, now=timezone.now() + timedelta(minutes=11) + HELD)
    void = outcome == "void"
    table.rule(referee, not void, void=void, now=now)
    effects = queries.effects_of_real_cards(table.id, table.score().deal_id, now=now)
    assert effects is not None
    judged = table.score().paper.dispute.judged
    shown = next(one for one in effects.outcomes if name_of_outcome(one.outcome, judged) == outcome)
    commands.sign_on_discard(by=second, **told(table, now=now, seen=effects.version))
    score = table.score()
    (ruling,) = score.paper.dispute.rulings
    assert ruling.referee == referee.pk and score.net == shown.result.net
    assert score.ruled_out is void
    rows = queries.effects_of_real_cards(table.id, score.deal_id, now=now)
    assert rows is not None and [one.outcome for one in rows.outcomes] == [Outcome.WITHDRAWN]
    state = table.state
    assert {row.participant: row.points for row in shown.standings} == {
        row.participant: row.points for row in state.standings()
    }
    case = FiledDispute.objects.get()
    assert case.status != FiledDispute.OPEN and case.referee_id == referee.pk
    before = list(FiledDispute.objects.values())
    projections.rebuild(table.id)
    assert list(FiledDispute.objects.values()) == before
    # Both have ruled, so neither decides the appeal.
    commands.appeal_ruling(by=table.seats[1], reason="No.", **told(table, now=now))
    for one in (referee, second):
        with refused("tournament.discard-interest"):
            table.rule(one, now=now)


def test_who_may_not_sign(table, referee):
    table.rule(referee)
    with refused("tournament.discard-interest"):
        commands.sign_on_discard(by=referee, **told(table))
    with refused("ruling.not-referee"):
        commands.sign_on_discard(by=table.director, **told(table))
    seated = table.seats[3]
    seated.is_referee = True
    seated.save()
    with refused("tournament.own-interest"):
        commands.sign_on_discard(by=seated, **told(table))
    own = player("own", is_referee=True)
    own.referee_by = own
    own.save()
    with refused("ruling.own-duty"):
        commands.sign_on_discard(by=own, **told(table))
    assert queries.free_to_sign(table.id, table.score().deal_id) == [referee]


def test_it_is_not_signed_or_taken_back_and_the_dispute_goes_on(table, referee, second):
    with refused("tournament.discard-not-proposed"):
        commands.sign_on_discard(by=second, **told(table))
    table.rule(referee)
    with refused("tournament.reason-missing"):
        commands.unsign_discard(by=second, reason=" ", **told(table))
    commands.unsign_discard(by=second, reason="I saw no mark.", **told(table))
    assert table.score().paper.dispute.proposal is None
    table.rule(referee, False, void=True)
    commands.unsign_discard(by=referee, reason="I was wrong.", **told(table))
    limit(0)
    table.rule(second)  # who did not sign has not ruled
    assert table.score().paper.dispute.rulings


def test_what_was_not_seen_is_not_signed(table, referee, second):
    table.rule(referee)
    seen = table.score().paper.dispute.said
    commands.join_discard(by=table.seats[3], reason="I paid, too.", **told(table))
    with refused("ruling.moved-on"):
        commands.sign_on_discard(by=second, **told(table, seen=seen))
    commands.sign_on_discard(by=second, **told(table, seen=seen + 1))


def test_what_is_proposed_otherwise_meanwhile_is_not_signed(table, referee, second):
    table.rule(referee)
    seen = table.score().paper.dispute.said
    commands.unsign_discard(by=referee, reason="I misread it.", **told(table))
    table.rule(referee, False, void=True)
    with refused("ruling.moved-on"):
        commands.sign_on_discard(by=second, **told(table, seen=seen))


def test_the_page_leads_two_referees_through_it(table, referee, second):
    page = table.page.replace("/result", f"/deals/{table.score().deal_id}/ruling")

    def press(who: Player, act: str, **sent: Any) -> Any:
        base = {"act": act, "idempotency_key": str(uuid4()), "revision": "1"}
        return browser(who).post(page, {**base, **sent}, follow=True).content.decode()

    text = browser(referee).get(page, follow=True).content.decode()
    assert 'id="court"' in text and "Second" in text
    said = {"penalty": "void", "section": "§10.8", "reason": "A card was marked."}
    assert "Your ruling has been proposed." in press(referee, "rule", **said)
    home = f"/tournaments/{table.id}/"
    assert "waiting for a second" in browser(table.seats[0]).get(home).content.decode()
    text = browser(referee).get(page, follow=True).content.decode()
    assert "Take it back" in text and 'value="sign"' not in text
    text = browser(second).get(page, follow=True).content.decode()
    assert 'id="proposed">Deal void' in text and 'name="penalty"' not in text
    member = page.replace("/ruling", "/discard")
    text = browser(table.seats[0]).get(member).content.decode()
    assert 'id="waits"' in text and 'id="court"' not in text
    assert "The ruling has been signed and is now in effect" in press(second, "sign")
    assert table.score().ruled_out
    log = browser(table.seats[0]).get(f"/tournaments/{table.id}/log").content.decode()
    assert (
        "proposed a ruling under §10.8" in log and "signed the ruling as the second referee" in log
    )
    gather()
    staff = browser(table.seats[0]).get("/club/staff/").content.decode()
    assert "which a second referee has to sign" in staff and "as the second referee" in staff
    court = browser(table.seats[0]).get(home).content.decode().partition('id="court"')[2]
    assert "A card was marked." in court and "as the second referee" in court


@pytest.mark.parametrize("lost", [{"is_referee": False}, {"is_active": False}])
def test_what_somebody_proposed_who_has_the_duty_no_longer_is_refused_and_ruled_anew(
    table, referee, second, lost
):
    table.rule(referee)
    Player.objects.filter(pk=referee.pk).update(**lost)
    with refused("ruling.proposer"):
        commands.sign_on_discard(by=second, **told(table))
    referee.refresh_from_db()
    with refused("ruling.not-referee"):
        commands.sign_on_discard(by=referee, **told(table))
    commands.unsign_discard(by=second, reason="The referee has gone.", **told(table))
    table.rule(second)
    assert table.score().paper.dispute.proposal.by == f"player:{second.pk}"


def test_what_somebody_proposed_who_plays_by_now_is_not_signed_and_they_may_take_it_back(
    table, referee, second
):
    table.rule(referee)
    list_reserve(by=referee, tournament_id=table.id, player=referee.pk, now=timezone.now())
    with refused("ruling.proposer-plays"):
        commands.sign_on_discard(by=second, **told(table))
    with refused("tournament.own-interest"):
        commands.sign_on_discard(by=referee, **told(table))
    page = table.page.replace("/result", f"/deals/{table.score().deal_id}/ruling")
    text = browser(referee).get(page, follow=True).content.decode()
    assert "Take it back" in text and 'value="sign"' not in text
    sent = {"act": "unsign", "revision": "1", "reason": "I play.", "idempotency_key": str(uuid4())}
    assert browser(referee).post(page, sent).status_code == 303
    assert table.score().paper.dispute.proposal is None
    text = browser(referee).get(page, follow=True).content.decode()
    assert 'name="penalty"' not in text and 'id="court"' not in text
    table.rule(second)
    with refused("tournament.own-interest"):
        commands.unsign_discard(by=referee, reason="No.", **told(table))


def test_a_key_answers_who_used_it_for_the_same_and_nobody_and_nothing_else(table, referee, second):
    said: dict[str, Any] = {
        "outcome": "yes",
        "section": "§10.3",
        "reason": "The worst was another.",
    }
    proposed = commands.rule_on_discard(by=referee, idempotency_key="one", **said, **told(table))
    before = stream_version(f"tournament-{table.id}")
    again = commands.rule_on_discard(by=referee, idempotency_key="one", **said, **told(table))
    assert again == proposed == before
    with refused("key.used"):  # by another, who would believe that it is signed
        commands.sign_on_discard(by=second, idempotency_key="one", **told(table))
    stranger = player("stranger")
    with refused("key.used"):  # by a stranger, whose duty nobody would have looked at
        commands.appeal_ruling(by=stranger, reason="x", idempotency_key="one", **told(table))
    with refused("key.used"):  # for something else
        commands.unsign_discard(by=referee, reason="x", idempotency_key="one", **told(table))
    assert stream_version(f"tournament-{table.id}") == before
    asked = told(table)
    signed = commands.sign_on_discard(by=second, idempotency_key="two", **asked)
    assert commands.sign_on_discard(by=second, idempotency_key="two", **asked) == signed
    with refused("key.used"):
        commands.unsign_discard(by=second, reason="x", idempotency_key="two", **asked)
