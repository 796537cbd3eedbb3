"""A program invites members to its table, another finds the invitation and sits down, and the host takes one back."""

from typing import Any

import pytest

from games.models import Player, Table
from tests.support.api_client import get, post_to
from tests.support.play_pages import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Player]:
    return [member(name) for name in ("an", "binh", "chi")]


def opened(host: Player, **said: Any) -> int:
    answer = post_to(host, "tables/", {"name": "Bàn mời", "chips_per_point": 0, **said})
    assert answer.status_code == 201, answer.content
    return int(answer.json()["id"])


def invited_tables(who: Player) -> list[int]:
    return [one["id"] for one in get(who, "tables/", invited="true").json()]


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_members_are_named_when_a_table_is_opened_and_accept_by_sitting_down(people):
    an, binh, chi = people
    open_to_all = opened(an)
    table = opened(an, admission="invited", invited=[binh.pk])
    assert [invited_tables(one) for one in people] == [[table], [table], []]
    assert post_to(chi, f"tables/{table}/sit/", {"seat": 0}).json()["code"] == "seat.not-invited"
    assert post_to(binh, f"tables/{table}/sit/", {"seat": 0}).status_code == 200
    assert invited_tables(binh) == []
    assert open_to_all in [one["id"] for one in get(chi, "tables/").json()]


def test_a_host_invites_more_members_and_takes_an_invitation_back(people):
    an, binh, chi = people
    table = opened(an, admission="invited")
    for _twice in range(2):
        answer = post_to(an, f"tables/{table}/invitations/", {"players": [binh.pk, chi.pk]})
        assert [one["id"] for one in answer.json()] == [one.pk for one in people]
    assert get(an, f"tables/{table}/invitations/").json() == answer.json()
    for _twice in range(2):
        back = post_to(an, f"tables/{table}/invitations/take-back/", {"player": chi.pk})
        assert [one["id"] for one in back.json()] == [an.pk, binh.pk]
    assert (invited_tables(binh), invited_tables(chi)) == ([table], [])


def test_nobody_else_invites_and_nobody_is_invited_who_is_no_member(people):
    an, binh, chi = people
    table = opened(an, admission="invited")
    where = f"tables/{table}/invitations/"
    assert code_of(post_to(binh, where, {"players": [chi.pk]})) == (403, "table.not-yours")
    assert code_of(get(binh, where)) == (403, "table.not-yours")
    guest = Player.objects.create_user("g", is_guest=True)
    assert code_of(post_to(guest, where, {"players": [chi.pk]})) == (403, "guest.member-only")
    for nobody in (guest.pk, 2**70):
        assert code_of(post_to(an, where, {"players": [chi.pk, nobody]})) == (422, "invitation.who")
        opening = {"name": "Bàn", "admission": "invited", "invited": [nobody]}
        assert code_of(post_to(an, "tables/", opening)) == (422, "invitation.who")
        back = post_to(an, f"{where}take-back/", {"player": nobody})
        assert [one["id"] for one in back.json()] == [an.pk]
    assert not Table.objects.get().invited.exclude(pk=an.pk).exists()
    for_all = opened(an)
    refused = post_to(an, f"tables/{for_all}/invitations/", {"players": [chi.pk]})
    assert code_of(refused) == (409, "invitation.needless")
