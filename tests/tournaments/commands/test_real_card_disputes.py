"""Disputes of a discard at a table with real cards: told, judged by §10, ruled on, appealed, and paid."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.checks.log import differing_rows
from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Deal, Player
from tests.support.cardboard import MR, V4, Table
from tests.support.play_pages import browser
from tests.support.refused import refused
from tests.support.tournament_pages import player
from tournaments import commands, projections
from tournaments.checks.ledger import check_ledger
from tournaments.commands import timing
from tournaments.engine.real_cards.entered_results import ResultStatus
from tournaments.engine.real_cards.events import Lay
from tournaments.models import Standing, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """A table whose one deal is entered and confirmed, with ten minutes to appeal."""
    table = Table(player("director", is_director=True), deals=1, appeal_minutes=10)
    table.enter_confirmed(1)
    return table


def later(minutes: int = 60) -> datetime:
    return timezone.now() + timedelta(minutes=minutes)


def test_a_told_discard_is_judged_and_stored_with_its_arithmetic(table):
    table.dispute(table.seats[2])
    paper = table.score().paper
    judgement = paper.dispute.filed.judgement
    assert judgement.stock == 29 and judgement.penalty and not judgement.opening
    usefulness = dict(judgement.usefulness)
    assert usefulness["Mr"] < max(usefulness.values())
    assert {card for card, u in usefulness.items() if u == max(usefulness.values())} == set(
        judgement.worst
    )
    assert paper.status is ResultStatus.DISPUTED
    assert Deal.objects.get(pk=table.score().deal_id).entered["status"] == "disputed"
    assert table.score().net == (
        -54,
        162,
        -54,
        -54,
    )  # the engine's word moves nothing: a referee's does


def test_a_ruling_moves_payment_standings_and_prizes(table, referee):
    before = {one: balance(member_account(one.pk)) for one in table.seats}
    table.dispute(table.seats[2])
    assert not timing.end_one(table.id, now=later())  # it holds the prizes
    table.rule(referee)
    score = table.score()
    assert (score.net, score.penalised) == ((-162, 162, 0, 0), 0)  # §9.3
    assert score.paper.lay.section == "§10.3" and score.paper.status is ResultStatus.CONFIRMED
    assert Standing.objects.get(player=table.seats[0]).penalties == 1
    assert Deal.objects.get(pk=score.deal_id).offender == 0
    assert timing.end_one(table.id, now=later())
    assert balance(member_account(table.seats[1].pk)) == before[table.seats[1]] + 40
    assert balance(member_account(table.seats[2].pk)) == before[table.seats[2]] + 20
    assert list(check_ledger()) == [] and list(differing_rows()) == []
    rows = [*Deal.objects.order_by("pk").values(), *Tournament.objects.values()]
    projections.rebuild(table.id)
    assert [*Deal.objects.order_by("pk").values(), *Tournament.objects.values()] == rows


def test_a_penalty_that_was_called_is_lifted(referee):
    table = Table(player("director", is_director=True), deals=1, appeal_minutes=10)
    table.enter(table.seats[1], replace(V4, offender=0, section="§10.5"))
    table.confirm(table.seats[2])
    table.dispute(table.seats[0])
    table.rule(referee, False)
    assert table.score().net == (-54, 162, -54, -54)
    assert Standing.objects.get(player=table.seats[0]).penalties == 0


def test_a_payment_is_shared_to_the_last_chip(table, referee):
    before = {one: balance(member_account(one.pk)) for one in table.seats}
    table.dispute(table.seats[2])
    with refused("tournament.discard-decide"):
        table.rule(referee, False, shared=True)
    table.rule(referee, shared=True, section="10.8")
    score = table.score()
    # A = 54: East and North's neighbours pay half, South its own and the two halves that are left (§10.8).
    assert (score.net, score.penalised) == ((-108, 162, -27, -27), 0)
    assert score.paper.shared and score.paper.dispute.rulings[-1].shared
    assert Standing.objects.get(player=table.seats[0]).points == -108
    table.correct(table.director, replace(score.paper.lay, asides=((), (), (), ("khap",))))
    assert table.score().net == (-111, 162, -30, -21)  # what was miscounted stays shared
    assert timing.end_one(table.id, now=later())
    assert balance(member_account(table.seats[1].pk)) == before[table.seats[1]] + 40
    assert list(check_ledger()) == [] and list(differing_rows()) == []


def test_nobody_rules_who_has_an_interest(table, referee):
    filer = player("filer", is_referee=True)
    table.dispute(filer)
    with refused("ruling.not-referee"):
        table.rule(table.director)
    with refused("tournament.discard-interest"):
        table.rule(filer)
    seated = table.seats[3]
    seated.is_referee = True
    seated.save()
    with refused("tournament.own-interest"):
        table.rule(seated)
    own = player("own", is_referee=True)
    own.referee_by = own
    own.save()
    with refused("ruling.own-duty"):
        table.rule(own)
    table.rule(referee)
    with refused("tournament.discard-not-open"):
        table.rule(referee)


def test_one_appeal_to_another_referee_is_final(table, referee):
    table.dispute(table.seats[2])
    table.rule(referee)
    told = {
        "tournament_id": table.id,
        "deal_id": table.score().deal_id,
        "revision": 2,
        "reason": "One Gw was not dead.",
        "now": timezone.now(),
    }
    with refused("tournament.not-at-table"):
        commands.appeal_ruling(by=table.director, **told)
    commands.appeal_ruling(by=table.seats[0], **told)
    assert table.score().paper.status is ResultStatus.DISPUTED
    with refused("tournament.discard-interest"):
        table.rule(referee, False)
    table.rule(player("second", is_referee=True), False)
    assert table.score().net == (-54, 162, -54, -54)
    with refused("tournament.cardboard-final"):
        commands.appeal_ruling(by=table.seats[0], **{**told, "revision": 3})


def test_a_ruling_leaves_time_to_appeal_it(table, referee):
    table.dispute(table.seats[2])
    table.rule(referee, now=later(30))
    assert not timing.end_one(table.id, now=later(35))
    assert timing.end_one(table.id, now=later(41))


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"card": "Gr"}, "discard.not-in-hand"),
        ({"hand": MR.hand[:-1]}, "discard.hand"),
        ({"dead": ("Rr",)}, "cardboard.fifth-copy"),
        ({"dead": ("Xx",)}, "cardboard.unreadable"),
        ({"seat": 1}, "cardboard.offender"),
        ({"public": ((), ())}, "tournament.result-malformed"),
        ({"public": (MR.public[0], ("pair Rg Rg",), (), ())}, "discard.winners-sets"),
        ({"card": "Cw"}, "discard.completed-nothing"),
    ],
)
def test_a_position_that_cannot_have_been_changes_nothing(table, wrong, code):
    version = table.state.version
    with refused(code):
        table.dispute(table.seats[2], replace(MR, **wrong))
    assert table.state.version == version


def test_a_dispute_is_filed_once_in_time_by_who_sat_there_or_has_the_duty(table):
    stranger = player("stranger")
    with refused("tournament.not-at-table"):
        table.dispute(stranger)
    with refused("tournament.appeal-over"):
        table.dispute(table.seats[2], now=later())
    with refused("tournament.reason-missing"):
        table.dispute(table.seats[2], reason=" ")
    table.dispute(table.seats[2])
    with refused("tournament.discard-disputed"):
        table.dispute(table.seats[0])
    with refused("tournament.discard-open"):
        table.correct(table.director, Lay(None))


def test_a_ruling_names_a_section_and_stands_against_a_later_correction(table, referee):
    table.dispute(table.seats[2])
    with refused("tournament.cardboard-section"):
        table.rule(referee, False, section="§3.1")
    with refused("ruling.section-beside"):
        table.rule(referee, False, section="§1.1")
    table.rule(referee)
    with refused("tournament.discard-ruled"):
        table.correct(table.director, V4)
    # The sets may still be corrected.
    lay = table.score().paper.lay
    table.correct(table.director, replace(lay, asides=((), (), ("khap",), ())))
    assert table.score().penalised == 0


def test_who_confirmed_what_a_ruling_has_changed_confirmed_it_before_the_ruling(table, referee):
    tick, before = 'aria-label="has confirmed"', "before the ruling"
    page = browser(table.seats[0]).get(table.page).content.decode()
    assert page.count(tick) == 4 and before not in page
    table.dispute(table.seats[2])
    holding = browser(table.seats[0]).get(f"/tournaments/{table.id}/").content.decode()
    named = holding.partition("These disputes hold back the prizes until they are decided")[
        2
    ].partition("</p>")[0]
    assert f"/replays/{table.score().deal_id}/" in named
    table.rule(referee)
    page = browser(table.seats[0]).get(table.page).content.decode()
    assert page.count(before) == 4 and tick not in page
    assert table.score().paper.status is ResultStatus.CONFIRMED  # the referee's word is enough


def test_a_result_on_one_seats_word_is_named_where_it_holds_the_prizes():
    table = Table(player("director", is_director=True), deals=1, appeal_minutes=10)
    table.enter(table.seats[1])
    commands.close_round(by=table.director, tournament_id=table.id, now=timezone.now())
    page = browser(table.seats[0]).get(f"/tournaments/{table.id}/").content.decode()
    named = page.partition("Only one player has confirmed")[2].partition("</p>")[0]
    assert f"/replays/{table.score().deal_id}/" in named


def test_the_own_deals_of_the_api_are_also_those_with_real_cards_of_a_tournament(table):
    mine = browser(table.seats[0]).get("/api/v1/deals/?mine=1").json()["results"]
    assert [one["id"] for one in mine] == [table.score().deal_id]
    both = browser(table.seats[0]).get(f"/api/v1/deals/?mine=1&tournament={table.id}")
    assert [one["id"] for one in both.json()["results"]] == [table.score().deal_id]
    assert browser(player("else")).get("/api/v1/deals/?mine=1").json()["results"] == []


def test_seats_share_one_dispute_each_with_its_own_words(table, referee):
    with refused("tournament.discard-not-open"):
        join(table, table.seats[1])
    table.dispute(table.seats[2])
    with refused("tournament.discard-disputed"):
        join(table, table.seats[2])
    stranger = player("stranger")
    with refused("tournament.not-at-table"):
        join(table, stranger)
    with refused("tournament.reason-missing"):
        join(table, table.seats[1], reason=" ")
    with refused("tournament.appeal-over"):
        join(table, table.seats[1], now=later())
    join(table, table.seats[1], reason="I paid for it.")
    with refused("tournament.discard-disputed"):
        join(table, table.seats[1])
    dispute = table.score().paper.dispute
    assert [one.reason for one in dispute.joins] == ["I paid for it."]
    table.rule(referee)
    assert table.score().paper.dispute.joins == dispute.joins  # a ruling keeps who objected
    with refused("tournament.discard-ruled-already"):
        join(table, table.seats[3])
    said = browser(table.seats[0]).get(f"/tournaments/{table.id}/log").content.decode()
    assert "joins the dispute about the discard (I paid for it.)" in said


def test_who_joined_a_dispute_does_not_rule_on_it(table):
    seat = table.seats[1]
    Player.objects.filter(pk=seat.pk).update(is_referee=True, referee_by=table.director)
    seat.refresh_from_db()
    table.dispute(table.seats[2])
    join(table, seat)
    assert table.score().paper.dispute.objectors == {table.seats[2].pk, seat.pk}
    with pytest.raises(Refused, check=lambda error: error.code == "tournament.own-interest"):
        table.rule(seat)


def join(table, by, **options):
    told = {"reason": "Neither do I think so.", "now": timezone.now(), **options}
    return commands.join_discard(
        by=by,
        tournament_id=table.id,
        deal_id=table.score().deal_id,
        revision=table.score().paper.revision,
        **told,
    )
