"""What is refused about members, their chips, duties and keys: each code once, and nothing changes by it."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games import commands
from games.club.events import AlarmKind
from games.club.house_rules import HouseRules
from games.commands.club import house
from games.commands.club.chips import confirm_grant, grant_chips, take_back_grant
from games.commands.club.house import set_house_rules, set_sanction_table
from games.commands.people import accounts, guests, second_factor
from games.commands.people.accounts import note_account, note_duties
from games.commands.people.preferences import set_preferences
from games.commands.people.warnings import take_warning_back, warn
from games.engine.disputing.sanctions import Measure, SanctionKind, SanctionStep, SanctionTable
from games.engine.rules import VINAGAMES
from games.models import Player, Rating
from games.queries.club.grants import waiting_wishes
from games.queries.club.house import house_rules
from games.queries.people.ratings import rating_for
from tests.support.deals import running_deal, stored_deal
from tests.support.refused import refused

pytestmark = pytest.mark.django_db

FAR = 10**6
"""A number that nothing has."""


@pytest.fixture
def owner(db: None) -> Player:
    return Player.objects.create_superuser("quan")


# --- chips ---------------------------------------------------------------------------------------


def grant(
    by: Player, players: list[Player], amount: int = 10, *, key=None, reason: str = ""
) -> None:
    grant_chips(
        by=by,
        players=players,
        amount=amount,
        idempotency_key=key or uuid4(),
        now=timezone.now(),
        reason=reason,
    )


def test_chips_are_granted_by_a_director_to_others_a_sum_at_a_time(four, director) -> None:
    with refused("chips.not-director"):
        grant(four[0], [four[1]])
    with refused("chips.amount"):
        grant(director, [four[0]], 0)
    with refused("chips.own"):
        grant(director, [four[0], director])
    with refused("chips.reason"):
        grant(director, [four[0]], reason="x" * 10_000)
    key = uuid4()
    grant(director, [four[0]], 10, key=key)
    with refused("chips.form"):
        grant(director, [four[0]], 20, key=key)


def test_a_large_grant_waits_for_another_person_and_only_while_it_waits(four, director) -> None:
    key = uuid4()
    grant(director, [four[0]], house_rules().alone_chips + 1, key=key)
    with refused("chips.own-wish"):
        confirm_grant(by=director, wish=waiting_wishes()[0].wish.key, now=timezone.now())
    with refused("chips.no-wish"):
        confirm_grant(by=director, wish=uuid4().hex, now=timezone.now())


def test_a_grant_that_is_none_is_not_taken_back(director) -> None:
    for key in ("", "fee:1", f"grant:{FAR}:x"):
        with refused("chips.no-grant"):
            take_back_grant(by=director, key=key, reason="A mistake.", now=timezone.now())


# --- accounts, passwords, duties, second factor --------------------------------------------------


def test_somebody_elses_account_is_changed_for_a_reason(four, director) -> None:
    with refused("account.reason"):
        note_account(
            by=director, player=four[0], changed={"display_name"}, reason=" ", now=timezone.now()
        )
    with refused("account.reason"):
        accounts.note_given(by=director, player=four[0], reason="", now=timezone.now())


def test_nobody_gets_a_new_password_in_the_middle_of_a_deal(four) -> None:
    running_deal(VINAGAMES, 1, four)
    with refused("password.playing"):
        accounts.require_may_be_given(four[0])


def test_duties_are_given_by_an_owner_and_never_to_oneself(four, director, owner) -> None:
    Player.objects.filter(pk=four[0].pk).update(is_referee=True)
    four[0].refresh_from_db()
    for by, code in ((director, "duty.not-owner"), (four[0], "duty.not-owner")):
        with refused(code):
            note_duties(by=by, player=four[0], before=frozenset(), now=timezone.now())
    Player.objects.filter(pk=owner.pk).update(is_referee=True)
    owner.refresh_from_db()
    with refused("duty.own"):
        note_duties(by=owner, player=owner, before=frozenset({"is_superuser"}), now=timezone.now())


def test_a_second_factor_is_set_up_once_and_kept_while_a_duty_needs_it(director, settings) -> None:
    settings.TUSAC_SECOND_FACTOR = "required"
    device = second_factor.begin(director)
    device.confirmed = True
    device.save()
    with refused("factor.there"):
        second_factor.begin(director)
    with refused("factor.duty"):
        second_factor.remove(director)


# --- guests and invitations ----------------------------------------------------------------------


def join(guest: Player | None, **said: str) -> Player:
    asked: dict[str, Any] = {"username": "moi", "display_name": "Mới", "password": "a long word"}
    return guests.become_member(guest=guest, now=timezone.now(), **asked | said)


def test_a_guest_becomes_a_member_by_an_invitation_once_and_by_a_free_name(
    four, director, monkeypatch
) -> None:
    with refused("guest.invitation"):
        join(None, key="no such key")
    with refused("member.director"):
        guests.invite_to_club(by=four[0], now=timezone.now())
    key = guests.invite_to_club(by=director, now=timezone.now())
    with refused("guest.member-already"):
        join(four[0], key=key)
    with refused("name.twin"):
        join(None, username="an", key=key)
    monkeypatch.setattr(
        "games.commands.people.guests.house_rules", lambda: replace(HouseRules(), guests_join=False)
    )
    with refused("guest.by-invitation"):
        join(None)


# --- the club ------------------------------------------------------------------------------------


def test_the_club_has_room_for_so_many_rule_sets(owner, monkeypatch) -> None:
    monkeypatch.setattr(house, "MOST", 1)
    now = timezone.now()
    house.save_rule_set(by=owner, rules=replace(VINAGAMES, key="Ours", stock_limit=9), now=now)
    with refused("rule-set.many"):
        house.save_rule_set(
            by=owner, rules=replace(VINAGAMES, key="Ours too", stock_limit=8), now=now
        )
    with refused("rule-set.unknown"):
        house.offer_rule_set(by=owner, name="Nobody's", offered=False, now=now)


def test_an_alarm_that_was_never_raised_is_not_answered(owner) -> None:
    with refused("alarm.unknown"):
        commands.answer_alarm(by=owner, alarm=FAR, reason="Seen.", now=timezone.now())


def test_the_club_is_changed_by_one_at_a_time(owner, monkeypatch) -> None:
    from games.commands.club import club_work
    from games.log import WrongVersion

    def lost(*_args: object, **_more: object) -> None:
        raise WrongVersion("club", 1, 2)

    monkeypatch.setattr("games.commands.unit_of_work.append_to", lost)
    with refused("club.stale"):
        club_work.raise_alarm(AlarmKind.PASSWORD_SET, subject="x", now=timezone.now())


def test_what_an_owner_raises_needs_a_reason_and_one_proposal_waits_at_a_time(owner) -> None:
    rules = HouseRules()
    raised = replace(rules, alone_chips=rules.alone_chips + 1)
    more = replace(rules, alone_chips=rules.alone_chips + 2)
    with refused("limits.reason"):
        set_house_rules(by=owner, rules=raised, reason="", now=timezone.now())
    set_house_rules(by=owner, rules=raised, reason="A large evening.", now=timezone.now())
    with refused("limits.waits"):
        set_house_rules(by=owner, rules=more, reason="A larger one.", now=timezone.now())


OWN = SanctionKind("Late", words="Come in time.")


@pytest.mark.parametrize(
    ("code", "kinds", "most"),
    [
        ("sanction-table.many", [replace(OWN, kind=f"Late {n}") for n in range(30)], 20),
        ("sanction-table.limit", [], 51),
        ("sanction-table.name", [replace(OWN, kind="x" * 41)], 20),
        ("sanction-table.taken", [OWN, OWN], 20),
        ("sanction-table.taken", [OWN, replace(OWN, kind="late")], 20),
        ("sanction-table.words", [replace(OWN, words="")], 20),
        (
            "sanction-table.points",
            [replace(OWN, steps=(SanctionStep(), SanctionStep(), SanctionStep(Measure.POINTS, 0)))],
            20,
        ),
        (
            "sanction-table.points",
            [
                replace(
                    OWN, steps=(SanctionStep(), SanctionStep(), SanctionStep(Measure.POINTS, 21))
                )
            ],
            20,
        ),
        ("sanction-table.section", [replace(OWN, section="§99")], 20),
    ],
)
def test_a_table_of_sanctions_is_refused_by_what_is_wrong_with_it(owner, code, kinds, most) -> None:
    table = SanctionTable((*SanctionTable().kinds, *kinds), most)
    with refused(code):
        set_sanction_table(by=owner, table=table, now=timezone.now())


def test_a_kind_of_conduct_that_was_once_known_stays(owner) -> None:
    table = SanctionTable((*SanctionTable().kinds, OWN))
    set_sanction_table(by=owner, table=table, now=timezone.now())
    with refused("sanction-table.gone"):
        set_sanction_table(by=owner, table=SanctionTable(), now=timezone.now())


def test_a_warning_is_taken_back_once_and_only_from_a_member(four, director) -> None:
    deal = stored_deal(VINAGAMES, 1, four)
    now = timezone.now()
    warn(
        by=director,
        table_id=deal.table_id,
        player_id=four[0].pk,
        kind="slow",
        reason="Very slow.",
        key="once",
        now=now,
    )

    def take_back(player_id: int = four[0].pk) -> None:
        take_warning_back(by=director, player_id=player_id, number=1, reason="Not so.", now=now)

    with refused("member.unknown"):
        take_back(FAR)
    take_back()
    with refused("warning.taken-back"):
        take_back()


def test_what_cannot_be_chosen_is_no_preference(four) -> None:
    with refused("preferences.unknown"):
        set_preferences(by=four[0], asked={"face": "invisible"})


def test_a_hidden_rating_is_shown_to_its_member_alone(four) -> None:
    with refused("rating.unknown"):
        rating_for(FAR, four[0])
    mine = Rating.objects.create(player=four[0], rules="vinagames", deals=1, mu=25, sigma=8)
    Player.objects.filter(pk=four[0].pk).update(hides_rating=True)
    assert rating_for(mine.pk, four[0]) == mine
    with refused("rating.unknown"):
        rating_for(mine.pk, four[1])


def test_a_call_is_taken_off_by_who_called_or_by_the_staff(four) -> None:
    deal = running_deal(VINAGAMES, 1, four)
    now = timezone.now() + timedelta(seconds=1)
    call = commands.call_referee(
        by=four[0], table_id=deal.table_id, reason="other", words="Please come.", now=now
    )
    with refused("call.not-yours"):
        commands.call_off(by=four[1], call_id=call.pk, now=now)
