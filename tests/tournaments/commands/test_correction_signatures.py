"""A correction behind paid prizes that moves more than the club's limit, be it in parts, waits for a second person."""

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games import acts
from games.club.events import HouseRulesSet
from games.club.house_rules import HouseRules
from games.commands import record
from games.ledger.accounts import member_account, pot_account
from games.ledger.queries import balance
from games.log import read
from games.models import Deal, Player
from tests.support.cardboard import V4, Table
from tests.support.evening import Evening
from tests.support.notices import tell, words_for
from tests.support.play_pages import browser
from tests.support.refused import refused
from tests.support.tournament_pages import player
from tournaments import commands, queries
from tournaments.checks.ledger import check_ledger
from tournaments.checks.log import check_log
from tournaments.commands.cardboard import correct_result
from tournaments.engine.real_cards.events import Lay
from tournaments.engine.state import TournamentState
from tournaments.models import Tournament
from tournaments.projections import rebuild

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def limit(chips: int) -> None:
    rules = HouseRules(second_signature_chips=chips)
    record(
        HouseRulesSet(rules), by=Player.objects.create_superuser(str(uuid4())), now=timezone.now()
    )


@pytest.fixture
def evening() -> Evening:
    """Four members have paid 15 chips each, and all prizes go to the first: to move them moves 60."""
    evening = Evening(4, rounds=1, deals_per_round=2, prize_shares=(100,))
    evening.play_all()
    evening.close()
    limit(20)
    return evening


@pytest.fixture
def second() -> Player:
    return player("second", is_director=True)


def state(evening: Evening) -> TournamentState:
    return queries.current(evening.id).state


def last(evening: Evening) -> Player:
    """Return who stands last, and gets all prizes by many points."""
    rows = state(evening).final
    return next(
        one for one in evening.people if rows[-1].standing.participant == f"player:{one.pk}"
    )


def give(evening: Evening, who: Player, points: int = 5000, **said: Any) -> int:
    told = {"by": evening.director, "reason": "Late.", **said}
    return commands.adjust_points(
        tournament_id=evening.id, player=who.pk, points=points, now=evening.now, **told
    )


def sign(evening: Evening, by: Player, number: int = 1, **said: Any) -> int:
    return commands.sign_correction(
        by=by, tournament_id=evening.id, number=number, now=evening.now, **said
    )


def decline(evening: Evening, by: Player, number: int = 1) -> int:
    return commands.decline_correction(
        by=by, tournament_id=evening.id, number=number, reason="It was not late.", now=evening.now
    )


def waiting(evening: Evening) -> list[int]:
    return list(state(evening).waiting)


def names(evening: Evening) -> list[str]:
    return [one.name.removeprefix("tournament.") for one in read(f"tournament-{evening.id}")]


def sound(evening: Evening) -> None:
    assert list(check_log()) == [] and list(check_ledger()) == []
    assert balance(pot_account(evening.id)) == 0
    rows = [dict(row) for row in Tournament.objects.values()]
    rebuild(evening.id)
    assert [dict(row) for row in Tournament.objects.values()] == rows


def test_what_moves_much_waits_and_what_is_signed_moves_the_prizes(evening, second):
    who = last(evening)
    before, version = balance(member_account(who.pk)), give(evening, who)
    assert queries.waits_at(evening.id, version)
    assert balance(member_account(who.pk)) == before and waiting(evening) == [1]
    sign(evening, second)
    assert balance(member_account(who.pk)) == before + 60 and waiting(evening) == []
    assert names(evening)[-4:] == [
        "correction-proposed", "correction-signed", "points-adjusted", "prizes-corrected"
    ]  # fmt: skip
    adjusted = read(f"tournament-{evening.id}")[-2]
    assert adjusted.payload["director"] == evening.director.pk
    assert adjusted.metadata["by"] == second.pk
    sound(evening)


def test_below_the_limit_and_without_one_a_director_corrects_alone(evening):
    limit(60)
    give(evening, last(evening))
    assert names(evening)[-1] == "prizes-corrected"
    limit(0)
    give(evening, last(evening), 9000)
    assert names(evening)[-1] == "prizes-corrected" and not waiting(evening)


def test_what_moves_no_prize_waits_for_nobody(evening):
    give(evening, last(evening), 1)
    assert names(evening)[-1] in ("points-adjusted", "prizes-corrected") and not waiting(evening)


def test_small_parts_of_one_person_are_one_sum(evening, second):
    limit(100)
    give(evening, last(evening))
    give(evening, last(evening), 9000)
    assert waiting(evening) == [1]  # 60 and 60 are more than 100
    give(evening, last(evening), 9000, by=second)
    assert waiting(evening) == [1] and names(evening)[-1] == "prizes-corrected"


def test_what_two_have_signed_is_nobodys_part(evening, second):
    give(evening, last(evening))
    sign(evening, second)
    limit(60)
    give(evening, last(evening), 9000)
    give(evening, last(evening), 9500, by=second)
    assert not waiting(evening)


def test_nobody_signs_the_own_proposal_nor_with_an_interest_or_without_a_duty(evening, second):
    give(evening, last(evening))
    with refused("tournament.correction-own"):
        sign(evening, evening.director)
    playing = evening.people[0]
    with refused("tournament.not-judge"):
        sign(evening, playing)
    Player.objects.filter(pk=playing.pk).update(is_director=True)
    playing.refresh_from_db()
    for act in (sign, decline):
        with refused("tournament.own-interest"):
            act(evening, playing)
    with refused("tournament.correction-unknown"):
        sign(evening, second, 2)
    assert waiting(evening) == [1]


@pytest.mark.parametrize("lost", [{"is_director": False}, {"is_active": False}])
def test_who_proposed_must_have_the_duty_still(lost, evening, second):
    give(evening, last(evening))
    Player.objects.filter(pk=evening.director.pk).update(**lost)
    with refused("tournament.correction-proposer"):
        sign(evening, second)
    decline(evening, second)
    assert waiting(evening) == []


@pytest.mark.parametrize("own", [True, False])
def test_a_proposal_is_declined_or_taken_back_and_nothing_follows(own, evening, second):
    who = last(evening)
    before = balance(member_account(who.pk))
    give(evening, who)
    decline(evening, evening.director if own else second)
    assert waiting(evening) == [] and balance(member_account(who.pk)) == before
    assert names(evening)[-1] == "correction-unsigned"
    with refused("tournament.correction-unknown"):
        sign(evening, second)
    sound(evening)


def test_the_same_waits_once_and_a_press_sent_twice_signs_once(evening, second):
    give(evening, last(evening))
    with refused("tournament.correction-waits"):
        give(evening, last(evening), reason="Again.")
    key = uuid4().hex
    assert sign(evening, second, idempotency_key=key) == sign(evening, second, idempotency_key=key)
    assert names(evening).count("points-adjusted") == 1


def test_a_voiding_waits_and_is_decided_anew_when_it_is_signed(evening, second):
    limit(1)
    told = {"tournament_id": evening.id, "reason": "A card was torn.", "now": evening.now}
    deals = Deal.objects.filter(cancelled=False, winner__isnull=False).order_by("pk")
    for deal in deals.values_list("pk", flat=True):
        version = commands.void_deal(by=evening.director, deal=deal, section="§10.3", **told)
        if queries.waits_at(evening.id, version):
            break
    else:
        pytest.fail("no voiding moves a prize")
    third = player("third", is_director=True)
    limit(0)
    commands.void_deal(by=third, deal=deal, **told)
    with refused("tournament.voided-already"):
        sign(evening, second)
    commands.take_voiding_back(by=third, deal=deal, **told)
    sign(evening, second)
    (voided,) = [one for one in read(f"tournament-{evening.id}") if "signed" in one.name]
    assert voided.payload["director"] == second.pk
    found = state(evening).find_deal(deal)
    assert found is not None and names(evening)[-2] == "deal-voided"
    sound(evening)


def test_what_would_move_more_by_now_than_was_proposed_is_not_signed(second):
    """Who proposed little lets the standings slide under it, and the second person read another number of chips."""
    evening = Evening(4, rounds=1, deals_per_round=1, prize_shares=(50, 30, 20))
    evening.play_all()
    evening.close()
    first, next_one, third, who = evening.people
    limit(0)
    for one, points in ((first, 9000), (next_one, 6000), (third, 3000)):
        give(evening, one, points)
    limit(1)
    version = give(evening, who, 4000)
    assert queries.waits_at(evening.id, version)
    assert state(evening).waiting[1].wish.chips == 12  # the third prize
    limit(0)
    for one, points in ((first, -9000), (next_one, -6000)):
        give(evening, one, points, by=player(f"by-{points}", is_director=True))
    before = balance(member_account(who.pk))
    with refused("tournament.correction-moves-more") as refusal:
        sign(evening, second)
    assert "now moves 30 chips instead of 12" in refusal.value.sentence
    assert balance(member_account(who.pk)) == before and waiting(evening) == [1]
    decline(evening, second)
    sound(evening)


def test_a_voiding_and_an_adjustment_that_are_taken_back_wait_as_well(evening, second):
    limit(0)
    give(evening, last(evening))
    limit(20)
    commands.take_adjustment_back(
        by=second, tournament_id=evening.id, number=1, reason="No.", now=evening.now
    )
    assert waiting(evening) == [1]
    sign(evening, evening.director)
    assert names(evening)[-2:] == ["adjustment-taken-back", "prizes-corrected"]
    sound(evening)


def test_a_result_with_real_cards_waits_for_a_second_director(second):
    table = Table(player("director", is_director=True), deals=1, appeal_minutes=0)
    table.enter(table.seats[1], V4)
    for seat in (0, 2, 3):
        table.confirm(table.seats[seat])
    commands.close(by=table.director, tournament_id=table.id, now=timezone.now())
    limit(1)
    score = table.score()
    assert score.paper is not None
    told: dict[str, Any] = {
        "tournament_id": table.id,
        "deal_id": score.deal_id,
        "revision": score.paper.revision,
        "lay": Lay(None),
        "reason": "Nobody had won.",
        "now": timezone.now(),
    }
    assert queries.waits_at(table.id, correct_result(by=table.director, **told))
    assert table.score().net == score.net
    referee = player("referee", is_referee=True)
    with refused("tournament.not-director"):
        commands.sign_correction(by=referee, tournament_id=table.id, number=1, now=timezone.now())
    commands.sign_correction(by=second, tournament_id=table.id, number=1, now=timezone.now())
    assert table.score().net == (0, 0, 0, 0)
    assert list(check_ledger()) == []


@pytest.mark.django_db(transaction=True)
def test_two_directors_correct_one_page_each_and_everybody_reads_it(evening, second):
    who, base = last(evening), f"/tournaments/{evening.id}/"
    here, there = browser(evening.director), browser(second)
    asked = {"act": "points", "player": who.pk, "points": 5000, "reason": "Late.", "section": "",
             "idempotency_key": str(uuid4())}  # fmt: skip
    answer = here.post(f"{base}corrections/points", asked, follow=True).content.decode()
    assert "A second director or referee has to sign it before it takes effect" in answer
    assert "Take it back" in answer and "Sign it" not in answer
    shown = browser().get(base).content.decode()
    assert "Corrections to be signed" in shown and shown.count("Late.") == 1
    assert "What was corrected" not in shown
    log = browser().get(f"{base}log").content.decode()
    assert (
        "Correction 1 has to be signed by a second person because it changes the prizes by 60 chips"
        in log
    )
    waits = f"{base}corrections/waiting/1"
    key = {"idempotency_key": str(uuid4())}
    assert here.post(waits, {"act": "sign", **key}).status_code == 403
    assert there.post(waits, {"act": "sign"}).status_code == 422
    assert there.post(waits, {"act": "burn", **key}).status_code == 422
    assert there.post(waits, {"act": "decline", **key}).status_code == 422
    assert "Sign it" in there.get(f"{base}corrections/").content.decode()
    assert there.post(waits, {"act": "sign", **key}).status_code == 303
    shown = browser().get(base).content.decode()
    assert "Corrections to be signed" not in shown
    assert "A second person signed correction 1." in shown
    acts.gather()
    called = Tournament.objects.get(pk=evening.id).name
    staff = browser().get("/club/staff/").content.decode()
    assert f"proposed correction 1 of tournament {called}" in staff
    assert f"signed correction 1 of tournament {called} as the second person" in staff
    tell()
    assert any("has to be signed by a second person (Late.)" in said for said in words_for(who))
    assert any("signed by a second director or referee" in said for said in words_for(second))


def test_whoever_stands_in_the_table_hears_that_a_correction_is_not_made(evening, second):
    give(evening, last(evening))
    decline(evening, second)
    tell()
    said = "a proposed correction was not made (It was not late.)"
    assert any(said in one for one in words_for(last(evening)))
    assert any(said in one for one in words_for(evening.director))
    assert not any(said in one for one in words_for(second))


def test_prizes_that_are_held_are_corrected_alone(second):
    """Before the prizes are paid a correction moves none: the standings are provisional."""
    evening = Evening(4, rounds=1, deals_per_round=2, prize_shares=(100,))
    evening.play_all()
    limit(1)
    give(evening, evening.people[0])
    assert names(evening)[-1] == "points-adjusted"
