"""What the staff does to accounts and tables of others stands on the page of its acts, and the members are told."""

import pytest
from django.utils import timezone

from games import acts, commands
from games.commands.club.chips import needs_second
from games.commands.people.newcomers import Newcomer, add_members
from games.errors import Refused
from games.log import read
from games.models import Player, StaffAct, Table
from games.queries.club.house import house_rules
from notices.models import Notice
from tests.support.notices import tell, words_for
from tests.support.play_pages import browser, member, table_with
from tusac_site.operations.task_schedule import SUBSCRIPTIONS

pytestmark = pytest.mark.django_db(transaction=True)
"""A follower reads what is committed, and on PostgreSQL nothing else."""
GIVEN = "mot hai ba bon"


@pytest.fixture
def director() -> Player:
    return member("dora", is_director=True)


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_superuser("owner", password="not a secret")


@pytest.fixture
def an() -> Player:
    return member("an")


def page() -> str:
    acts.gather()
    text = browser().get("/club/staff/").content.decode()
    return text.replace("\u2068", "").replace("\u2069", "")


def changed(by: Player, player: Player, **said: str) -> str:
    form = {"username": player.username, "is_active": "on", **said}
    answer = browser(by).post(f"/admin/games/player/{player.pk}/change/", form)
    player.refresh_from_db()
    return answer.content.decode()


def test_a_table_that_a_director_closes_is_an_act_and_who_sat_there_is_told(director, an):
    binh = member("binh")
    table = table_with(an, binh)
    here = browser(director)
    assert 'name="reason"' in here.get(f"/tables/{table.pk}/").content.decode()
    where = f"/tables/{table.pk}/close"
    assert here.post(where).status_code == 422
    assert Table.objects.get(pk=table.pk).closed_at is None and not read(f"member-{an.pk}")[1:]
    assert here.post(where, {"reason": "The room closes."}).status_code == 303
    assert Table.objects.get(pk=table.pk).closed_at is not None
    shown = page()
    assert "closed table Bàn 1, which an had opened" in shown and "The room closes." in shown
    tell(timezone.now)
    for one in (an, binh):
        assert "A director closed Bàn 1: The room closes." in words_for(one)
    assert words_for(director) == []


def test_ones_own_table_is_closed_without_a_reason_and_is_no_act(director):
    table = table_with(director)
    assert 'id="close-reason"' not in browser(director).get(f"/tables/{table.pk}/").content.decode()
    commands.close_table(by=director, table_id=table.pk, now=timezone.now())
    acts.gather()
    assert not StaffAct.objects.filter(name="member.table-closed").exists()


def test_a_guests_table_that_a_director_closes_is_an_act_too(director):
    guest = Player.objects.create(username="guest-1", is_guest=True)
    table = table_with(
        guest, chips_per_point=0, admission=Table.Admission.INVITED, spectators=False
    )
    commands.close_table(by=director, table_id=table.pk, now=timezone.now(), reason="Empty.")
    assert "closed table Bàn 1" in page()
    tell(timezone.now)
    assert not Notice.objects.filter(player=guest).exists()


def test_a_director_gives_no_reason_and_closes_nothing(director, an):
    table = table_with(an)
    for reason in ("", "  ", "x" * 121, "a\0b"):
        with pytest.raises(Refused) as refused:
            commands.close_table(by=director, table_id=table.pk, now=timezone.now(), reason=reason)
        assert refused.value.code == "table.close-reason"
    assert Table.objects.get(pk=table.pk).closed_at is None


def test_a_password_that_somebody_else_sets_needs_a_reason_and_is_told(owner, an):
    where = f"/admin/games/player/{an.pk}/password/"
    form = {"password1": GIVEN, "password2": GIVEN, "usable_password": "true"}
    here = browser(owner)
    assert 'name="reason"' in here.get(where).content.decode()
    said = here.post(where, form, follow=True).content.decode()
    an.refresh_from_db()
    assert (
        "Say in 1 to 120 characters why you&#x27;re changing somebody else&#x27;s account" in said
        and an.check_password("not a secret")
    )
    here.post(where, {**form, "reason": "Forgot it."})
    an.refresh_from_db()
    assert an.check_password(GIVEN)
    shown = page()
    assert "set the password of an" in shown and "Forgot it." in shown and GIVEN not in shown
    tell(timezone.now)
    assert "A staff member set a new password for you: Forgot it." in words_for(an)


def test_ones_own_password_is_nobodys_act(owner):
    form = {"password1": GIVEN, "password2": GIVEN, "usable_password": "true"}
    answer = browser(owner).post(f"/admin/games/player/{owner.pk}/password/", form)
    assert answer.status_code == 302
    owner.refresh_from_db()
    assert owner.check_password(GIVEN)
    acts.gather()
    assert not StaffAct.objects.filter(name="member.password-set").exists()


def test_an_account_that_is_closed_and_opened_again_is_an_act_each_time(owner, an):
    assert (
        "Say in 1 to 120 characters why you&#x27;re changing somebody else&#x27;s account"
        in changed(owner, an, is_active="")
    )
    assert an.is_active
    changed(owner, an, is_active="", reason="Moved away.")
    assert not an.is_active
    changed(owner, an, reason="Is back.")
    assert an.is_active
    shown = page()
    assert "changed the account of an: account closed" in shown and "Moved away." in shown
    assert "changed the account of an: account opened again" in shown and "Is back." in shown
    assert "set the duties of" not in shown
    tell(timezone.now)
    assert words_for(an)[-1] == "The staff changed your account (account opened again): Is back."


def test_names_that_are_changed_are_an_act_that_does_not_keep_them(owner, an):
    changed(owner, an, display_name="Chị An", email="an@example.org", reason="Her wish.")
    assert "display name, email address" in page().replace(" and ", ", ")
    (event,) = (one for one in read(f"member-{an.pk}") if one.name == "member.account-set")
    assert "example.org" not in str(event.payload) and "Chị" not in str(event.payload)


def test_a_duty_has_its_reason_on_the_page(owner, an):
    assert (
        "Say in 1 to 120 characters why you&#x27;re changing somebody else&#x27;s account"
        in changed(owner, an, is_referee="on")
    )
    changed(owner, an, is_referee="on", reason="Elected on Sunday.")
    shown = page()
    assert "set the duties of an: referee" in shown and "Elected on Sunday." in shown


def test_a_second_factor_that_is_taken_away_is_an_act_and_told(owner, an):
    asked = {"action": "reset_second_factor", "_selected_action": [an.pk]}
    browser(owner).post("/admin/games/player/", asked)
    assert "removed two-step login for an" in page()
    tell(timezone.now)
    assert "An owner removed your two-step login" in words_for(an)[-1]


def test_who_takes_a_member_in_stands_on_the_page(director):
    add_members(by=director, newcomers=[Newcomer("hanh", "hanh")], now=timezone.now())
    assert "made hanh a member, with 1000 chips" in page()
    # The start sum counts with what the director grants alone.
    assert needs_second(by=director, chips=house_rules().alone_chips, now=timezone.now())


def test_the_notice_of_such_an_act_does_not_wait_for_the_clock(director, an, monkeypatch):
    sent: list[str] = []
    monkeypatch.setattr(
        "games.infrastructure.outbox.enqueue", lambda task, *_args, **_options: sent.append(task)
    )
    table = table_with(an)
    sent.clear()
    commands.close_table(by=director, table_id=table.pk, now=timezone.now(), reason="Late.")
    assert "notices.tasks.follow" in sent
    (notices,) = (one for one in SUBSCRIPTIONS if one.task == "notices.tasks.follow")
    assert {"member.account-set", "member.password-set"} <= notices.after
