"""Inviting to a table after it was opened, and taking an invitation back; whoever may not is told why."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import engines
from django.utils import timezone

from games import commands
from games.engine.rules import VINAGAMES
from games.models import Table
from tests.support.play_pages import browser, member, table_with
from tests.support.refused import code_in
from tests.support.tables import opened_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def an():
    return member("an", display_name="Cô An")


@pytest.fixture
def binh():
    return member("binh", display_name="Anh Bình")


@pytest.fixture
def table(an):
    return table_with(an, admission=Table.Admission.INVITED)


def asked(by, table, **form):
    return browser(by).post(f"/tables/{table.pk}/invitations", form, follow=True)


def test_the_host_invites_a_member_who_then_finds_a_seat_in_the_lobby(an, binh, table):
    assert "Sit here" not in browser(binh).get("/").content.decode()
    html = browser(an).get("/").content.decode()
    assert f'href="/tables/{table.pk}/invitations"' in html
    for _ in range(2):  # sent twice it invites once
        said = asked(an, table, player=binh.pk).content.decode()
        assert "Anh Bình has been invited." in said
    html = browser(binh).get("/").content.decode()
    assert "You are invited" in html and "Sit here" in html
    assert f"You are invited to: {table.name}." in html
    assert browser(binh).post(f"/tables/{table.pk}/sit", {"seat": 1}).status_code == 303


def test_an_invitation_is_taken_back_and_the_seat_is_no_longer_offered(an, binh, table):
    asked(an, table, player=binh.pk)
    assert "Take back" in browser(an).get(f"/tables/{table.pk}/invitations").content.decode()
    for _ in range(2):
        said = asked(an, table, player=binh.pk, do="take back").content.decode()
        assert "The invitation has been taken back." in said
    assert "Sit here" not in browser(binh).get("/").content.decode()
    refused = browser(binh).post(f"/tables/{table.pk}/sit", {"seat": 1})
    assert (
        refused.status_code == 403
        and "This table is for invited members" in refused.content.decode()
    )


def test_who_sits_there_keeps_the_invitation_and_so_does_the_host(an, binh, table):
    asked(an, table, player=binh.pk)
    commands.sit_down(by=binh, table_id=table.pk, seat=1, now=timezone.now())
    page = browser(an).get(f"/tables/{table.pk}/invitations").content.decode()
    assert "is at the table" in page and "opened the table" in page and "Take back" not in page
    for somebody, code in ((binh, "invitation.sits"), (an, "invitation.host")):
        answer = asked(an, table, player=somebody.pk, do="take back")
        assert code_in(answer, "invitation.sits", "invitation.host") == code
    assert set(table.invited.all()) == {an, binh}


def test_another_member_may_neither_look_nor_invite_but_a_director_may(an, binh, table):
    director = member("director", is_director=True)
    asked(an, table, player=binh.pk)
    for answer in (
        browser(binh).get(f"/tables/{table.pk}/invitations"),
        asked(binh, table, player=director.pk),
        asked(binh, table, player=an.pk, do="take back"),
    ):
        assert answer.status_code == 403
        assert "Only the person who opened this table" in answer.content.decode()
    assert asked(director, table, player=director.pk).status_code == 200
    assert set(table.invited.all()) == {an, binh, director}
    anonymous = browser(None).get(f"/tables/{table.pk}/invitations")
    assert anonymous.status_code == 302 and "/accounts/login/" in anonymous["Location"]


@pytest.mark.parametrize(
    ("admission", "closed", "status", "said"),
    [
        ("fixed", False, 403, "The tournament decides who sits at this table"),
        ("invited", True, 409, "closed"),
    ],
)
def test_where_nobody_can_be_invited_the_page_says_why(
    an, binh, table, admission, closed, status, said
):
    table.admission = admission
    table.closed_at = timezone.now() if closed else None
    table.save()
    for answer in (
        browser(an).get(f"/tables/{table.pk}/invitations"),
        asked(an, table, player=binh.pk),
    ):
        assert answer.status_code == status and said in answer.content.decode()
    assert set(table.invited.all()) == {an}
    assert "Invite members" not in browser(an).get("/").content.decode()


@pytest.mark.parametrize("player", ["", "x", "0", "999999", "-1", None])
def test_only_a_member_of_the_club_is_invited(an, table, player):
    form = {} if player is None else {"player": player}
    answer = asked(an, table, **form)
    assert answer.status_code == 422 and "Choose a member" in answer.content.decode()


def test_a_member_who_left_the_club_is_not_offered(an, binh, table):
    binh.is_active = False
    binh.save()
    assert "Anh Bình" not in browser(an).get(f"/tables/{table.pk}/invitations").content.decode()
    assert asked(an, table, player=binh.pk).status_code == 422


def test_a_page_of_the_table_may_ask_whether_its_reader_invites(an, binh, table):
    page = engines["django"].from_string("{% load seats %}{% may_invite table as m %}{{ m }}")
    asked_by = {an: "True", binh: "False", AnonymousUser(): "False"}
    for reader, answer in asked_by.items():
        assert page.render({"table": table, "user": reader}) == answer


def test_at_a_table_of_every_member_there_is_a_link_and_nobody_to_name(an, binh):
    table = opened_table(by=an, name="Bàn 2", rules=VINAGAMES, seats=4, now=timezone.now())
    html = browser(an).get(f"/tables/{table.pk}/invitations").content.decode()
    assert f"http://testserver/tables/{table.pk}/" in html and "<svg" in html
    assert "Invite a member" not in html
    answer = asked(an, table, player=binh.pk)
    assert (
        answer.status_code == 409
        and "Every member can sit down at this table" in answer.content.decode()
    )
