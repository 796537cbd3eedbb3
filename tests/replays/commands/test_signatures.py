"""A ruling above the club's limit waits for a second referee, and changes nothing before (§10.8)."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import commands as club
from games import queries, tasks
from games.club.events import HouseRulesSet
from games.club.house_rules import HouseRules
from games.engine.disputing.outcomes import Outcome
from games.engine.events import Event, RulingSigned
from games.engine.recording.records import DealRecord, from_record, to_record
from games.engine.recording.verification import verify
from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balances, trial_balance
from games.log import read, stream_version
from games.models import Deal, Player
from games.queries.held_chips import held_chips
from games.queries.signatures import unsigned_deals
from replays import projections
from replays.commands import rulings
from replays.commands.rulings import refuse_signature, sign_ruling
from replays.models import Dispute
from replays.queries.effects import effects_of
from replays.queries.signatures import free_referees
from tests.support.deals import ending_of, penalty_seed
from tests.support.disputed import LATER, after_the_prizes, club_table, disputed, in_a_tournament
from tournaments.commands.seats import list_reserve
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def referee(name: str) -> Player:
    return Player.objects.create_user(name, is_referee=True)


def limit(chips: int) -> None:
    owner = Player.objects.filter(is_superuser=True).first() or Player.objects.create_superuser("o")
    rules = HouseRules(second_signature_chips=chips)
    club.record(HouseRulesSet(rules), by=owner, now=timezone.now())


def rule(by: Player, row: Dispute, **said: str) -> Dispute:
    given: dict[str, Any] = {"outcome": "reversed", **said}
    return rulings.give_ruling(
        by=by, dispute_id=row.pk, section="§10.8", reason="A card was marked.", now=LATER, **given
    )


def moves(deal: Deal, row: Dispute, outcome: Outcome) -> int:
    """Return what the desk says that an outcome moves."""
    effects = effects_of(Deal.objects.get(pk=deal.pk), row.number, now=LATER)
    assert effects is not None
    (one,) = [one for one in effects.outcomes if one.outcome is outcome]
    return effects.chips(one)


def names(deal: Deal) -> list[str]:
    return [event.name.removeprefix("deal.") for event in read(deal.stream)]


def chips(deal: Deal) -> list[int]:
    """Return what each has, and what the dispute holds of it (`test_held_chips.py`)."""
    seated = [seat.player for seat in deal.seats.order_by("number")]
    have = balances(member_account(one.pk) for one in seated if one).values()
    held = [sum(chips.chips for chips in held_chips(one.pk)) for one in seated if one]
    return [one + more for one, more in zip(have, held, strict=True)]


def refused(code: str, deal: Deal, call, *args, **kwargs) -> None:
    """The call is refused with this code, and nothing is written."""
    before = stream_version(deal.stream), list(Dispute.objects.values()), chips(deal)
    with pytest.raises(Refused) as info:
        call(*args, **kwargs)
    assert info.value.code == code
    assert info.value.sentence
    after = stream_version(deal.stream), list(Dispute.objects.values()), chips(deal)
    assert after == before


def sign(by: Player, row: Dispute, **more) -> Dispute:
    return sign_ruling(by=by, dispute_id=row.pk, now=LATER, **more)


def refuse(by: Player, row: Dispute, reason: str = "The card was whole.", **more) -> Dispute:
    return refuse_signature(by=by, dispute_id=row.pk, reason=reason, now=LATER, **more)


@pytest.fixture
def first(db: None) -> Player:
    return referee("mot")


@pytest.fixture
def second(db: None) -> Player:
    return referee("hai")


@pytest.mark.parametrize("where", [club_table, in_a_tournament, after_the_prizes])
@pytest.mark.parametrize("more", [False, True])
def test_the_limit_is_what_the_desk_says_that_it_moves(where, more, first):
    deal = where(penalty_seed())
    row = disputed(deal)
    moved = moves(deal, row, Outcome.REVERSED)
    assert moved > 1, "else there is nothing to limit"
    limit(moved - more)
    row = rule(first, row)
    assert (row.status, row.proposed) == (("open", "reversed") if more else ("reversed", ""))


def test_what_moves_nothing_and_a_club_without_a_limit_need_one_referee(first):
    deal = club_table(penalty_seed())
    row = disputed(deal)
    limit(1)
    assert moves(deal, row, Outcome.UPHELD) == 0
    assert rule(first, row, outcome="upheld").status == "upheld"


def test_nothing_changes_before_the_second_signature_and_all_does_behind_it(first, second):
    deal = club_table(penalty_seed())
    row = disputed(deal)
    limit(1)
    before, result = chips(deal), ending_of(deal).result
    row = rule(first, row, outcome="voided")
    tasks.finish_deal(deal.pk)
    assert names(deal)[-1] == "ruling-proposed"
    assert (row.status, row.proposed, row.until) == ("open", "voided", None)
    assert (chips(deal), ending_of(deal).result) == (before, result)
    assert unsigned_deals() == [deal]

    row = sign(second, row, seen=stream_version(deal.stream))
    for _twice in range(2):
        tasks.finish_deal(deal.pk)
    assert names(deal)[-3:] == ["ruling-signed", "ruling-voided", "deadline-set"]
    assert (row.status, row.proposed, row.referee) == ("voided", "", first)
    assert row.until is not None
    assert [seat.net for seat in deal.seats.all()] == [0, 0, 0, 0]
    assert Deal.objects.get(pk=deal.pk).winner is None
    paid = [have - net * 10 for have, net in zip(before, result.net, strict=True)]
    assert chips(deal) == paid, "every payment of the deal is taken back, once"
    assert sum(trial_balance().values()) == 0
    assert unsigned_deals() == []


def test_who_proposed_does_not_sign_and_nobody_with_an_interest_does(first):
    deal = club_table(penalty_seed())
    row = rule_above_the_limit(deal, first)
    seated = deal.seats.get(number=2).player
    assert seated is not None
    for player in (seated, first):
        player.is_referee = True
        player.save()
    refused("ruling.own-signature", deal, sign, first, row)
    refused("ruling.own-deal", deal, sign, seated, row)
    refused("ruling.not-referee", deal, sign, Player.objects.create_user("ai"), row)
    refused("ruling.proposed", deal, rule, referee("ba"), row)
    refused("ruling.moved-on", deal, sign, referee("bon"), row, seen=1)
    refused("ruling.reason", deal, refuse, referee("nam"), row, reason=" ")


def rule_above_the_limit(deal: Deal, by: Player) -> Dispute:
    row = disputed(deal)
    limit(1)
    return rule(by, row)


def test_a_refused_signature_leaves_the_dispute_open_for_any_ruling(first, second):
    deal = club_table(penalty_seed())
    row = refuse(second, rule_above_the_limit(deal, first))
    assert (row.status, row.proposed) == ("open", "")
    assert names(deal)[-1] == "signature-refused"
    refused("ruling.not-proposed", deal, sign, second, row)
    refused("ruling.not-proposed", deal, refuse, second, row)
    row = rule(second, row)  # who refused may propose something else, the first one signs
    assert sign(first, row).status == "reversed"


def test_who_proposed_takes_it_back(first):
    row = rule_above_the_limit(club_table(penalty_seed()), first)
    assert refuse(first, row, "I looked at the wrong deal.").proposed == ""


def test_both_have_ruled_so_a_third_decides_the_appeal(first, second):
    deal = club_table(penalty_seed())
    row = sign(second, rule_above_the_limit(deal, first))
    seated = deal.seats.get(number=1).player
    assert seated is not None
    rulings.appeal_ruling(by=seated, dispute_id=row.pk, reason="no", now=LATER)
    refused("ruling.own-ruling", deal, rule, first, row, outcome="upheld")
    refused("ruling.own-ruling", deal, rule, second, row, outcome="upheld")
    third, fourth = referee("ba"), referee("bon")
    assert free_referees(row) == [third, fourth]
    row = rule(third, row, outcome="upheld")  # it moves what the first one moved back
    assert row.proposed == "upheld"
    row = sign(fourth, row)
    assert (row.status, row.until) == ("upheld", None)
    assert ending_of(deal).result == ending_of(deal).original


def test_a_withdrawal_that_moves_as_much_is_signed_too_and_an_appeal_overtakes_it(first, second):
    deal = club_table(penalty_seed())
    row = sign(second, rule_above_the_limit(deal, first))
    third, fourth = referee("ba"), referee("bon")
    row = rulings.withdraw_ruling(by=third, dispute_id=row.pk, reason="Not so.", now=LATER)
    assert (row.status, row.proposed) == ("reversed", "withdrawn")
    seated = deal.seats.get(number=1).player
    assert seated is not None
    row = rulings.appeal_ruling(by=seated, dispute_id=row.pk, reason="no", now=LATER)
    assert (row.status, row.proposed) == ("open", "")
    refused("ruling.not-proposed", deal, sign, fourth, row)


def test_a_signed_withdrawal_restores_what_held(first, second):
    deal = club_table(penalty_seed())
    row = sign(second, rule_above_the_limit(deal, first))
    third, fourth = referee("ba"), referee("bon")
    row = rulings.withdraw_ruling(by=third, dispute_id=row.pk, reason="Not so.", now=LATER)
    assert row.until is not None
    late = row.until + timedelta(seconds=1)
    with pytest.raises(Refused) as info:
        sign_ruling(by=fourth, dispute_id=row.pk, now=late)
    assert info.value.code == "ruling.final"
    row = sign(fourth, row)
    assert (row.status, row.proposed) == ("open", "")
    assert ending_of(deal).result == ending_of(deal).original
    assert rule(fourth, row, outcome="upheld").status == "upheld", (
        "who signed a withdrawal has not ruled"
    )


def test_rows_and_records_of_a_signed_ruling_are_made_again_from_the_log(first, second):
    deal = club_table(penalty_seed())
    row = refuse(second, rule_above_the_limit(deal, first))
    row = rule(first, row, outcome="voided")
    proposed = list(Dispute.objects.values())
    projections.rebuild_all()
    assert list(Dispute.objects.values()) == proposed
    sign(second, row)
    signed = list(Dispute.objects.values())
    projections.rebuild_all()
    assert list(Dispute.objects.values()) == signed
    record = queries.record_of(deal.pk)
    plain = to_record(record)
    assert plain["format"] == "tusac-deal/8"
    assert plain["result"]["winner"] is None
    assert from_record(plain) == record
    assert verify(record) is None


def test_a_record_whose_signature_is_no_second_one_is_refused(first, second):
    deal = club_table(penalty_seed())
    sign(second, rule_above_the_limit(deal, first))
    record = queries.record_of(deal.pk)
    assert verify(record) is None
    at = next(n for n, event in enumerate(record.history) if isinstance(event, RulingSigned))

    def with_events(*events: tuple[datetime, Event]) -> str:
        forged = DealRecord(record.deal, (*record.events[:at], *events, *record.events[at + 1 :]))
        return verify(forged) or "OK"

    when, signed = record.events[at]
    assert isinstance(signed, RulingSigned)
    own = with_events((when, replace(signed, referee=f"player:{first.pk}")))
    assert "You proposed this ruling yourself" in own
    assert "is waiting for a second signature" in with_events()


def test_an_older_ruling_that_names_no_end_is_neither_appealed_nor_withdrawn(first, second):
    """Rulings from before there were appeals: nobody counted on either."""
    deal = club_table(penalty_seed())
    row = rule(first, disputed(deal))
    Dispute.objects.update(until=None)
    row.refresh_from_db()
    seated = deal.seats.get(number=1).player
    assert seated is not None
    assert not rulings.may_appeal(seated, row, now=LATER)
    about = {"dispute_id": row.pk, "reason": "no", "now": LATER}
    refused("ruling.appeal-over", deal, rulings.appeal_ruling, by=seated, **about)
    refused("ruling.final", deal, rulings.withdraw_ruling, by=second, **about)


def objects(by: Player, row: Dispute) -> None:
    by.is_director = True
    by.save()
    rulings.file_dispute(
        by=by, deal_id=row.deal_id, discard=row.discard, reason="I object", now=LATER
    )


def plays(by: Player, row: Dispute) -> None:
    tournament = Tournament.objects.get().pk
    list_reserve(by=by, tournament_id=tournament, player=by.pk, now=LATER)


@pytest.mark.parametrize(
    ("where", "does", "own", "code"),
    [
        (club_table, objects, "ruling.own-dispute", "ruling.proposer-objected"),
        (in_a_tournament, plays, "ruling.own-tournament", "ruling.proposer-plays"),
    ],
)
def test_what_somebody_proposed_who_has_an_interest_since_is_not_signed_and_they_may_take_it_back(
    where, does, own, code, first, second
):
    deal = where(penalty_seed())
    row = rule_above_the_limit(deal, first)
    does(first, row)
    refused(code, deal, sign, second, row)
    refused(own, deal, sign, first, row)
    assert refuse(first, row, "I have an interest by now.").proposed == ""
    refused(own, deal, rule, first, row)
    assert rule(second, row).proposed
    refused(own, deal, refuse, first, row)  # what another proposed is nothing of theirs
    assert sign(referee("ba"), row).status == "reversed"


@pytest.mark.parametrize("lost", [{"is_referee": False}, {"is_active": False}])
def test_what_somebody_proposed_who_has_the_duty_no_longer_is_refused_and_ruled_anew(lost):
    deal = club_table(penalty_seed())
    row, first, second = disputed(deal), referee("first"), referee("second")
    limit(1)
    rule(first, row)
    Player.objects.filter(pk=first.pk).update(**lost)
    refused("ruling.proposer", deal, sign_ruling, by=second, dispute_id=row.pk, now=LATER)
    first.refresh_from_db()
    code = "ruling.not-referee"
    refused(code, deal, sign_ruling, by=first, dispute_id=row.pk, now=LATER)
    refuse_signature(by=second, dispute_id=row.pk, reason="The referee has gone.", now=LATER)
    assert rule(second, row).proposed
