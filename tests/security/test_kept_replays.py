"""While the house keeps its replays among members, no address of the site opens one to a stranger or a guest.

Every address is asked that the resolver knows, so tomorrow's is asked as well; each test first shows that the same
addresses do tell a stranger of a deal that the house does not keep.
"""

import pytest
from django.test import Client
from django.utils import timezone

from games import commands
from games.commands.people import guests
from games.engine.rules import VINAGAMES
from games.models import Deal, Player, Table
from replays.commands.opening import let_all_open
from tests.support.deals import ending_of, stored_deal
from tests.support.kept import keep
from tests.support.sightseeing import Tour, body_of, routes

pytestmark = pytest.mark.django_db
OWN = ("tables/", "tournaments/", "hall")
"""What a table or a tournament shows for itself: who sits there and who stands where, and no replay."""


@pytest.fixture
def four() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


@pytest.fixture(params=["tournaments", "tables"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def opened(kind: str, four: list[Player]) -> Deal:
    """A deal that whoever has the link opens."""
    deal = stored_deal(VINAGAMES, 3, four)
    if kind == "tournaments":
        Table.objects.filter(pk=deal.table_id).update(origin="tournament-3/1/2")
    else:
        for player in four:
            let_all_open(by=player, deal_id=deal.pk, may=True)
    return deal


def of_deals(deal: Deal) -> list[str]:
    tour = Tour(deal, None)
    found = [route for route in routes() if "deal_id" in route and not route.startswith(OWN)]
    return ["/" + tour.fill(route) for route in found]


def told(client: Client, deal: Deal) -> dict[str, str]:
    """Return what this client is answered of the deal, by address; what sends it away is left out."""
    answers = {address: client.get(address) for address in of_deals(deal)}
    oembed = f"/oembed?url=http://testserver/replays/{deal.pk}/"
    answers[oembed] = client.get(oembed)
    return {one: body_of(answer) for one, answer in answers.items() if answer.status_code == 200}


def guest() -> Client:
    client = Client()
    client.force_login(guests.new_guest(now=timezone.now()))
    return client


def test_no_address_opens_a_kept_deal_to_a_stranger_or_a_guest(kind, opened):
    clients = (Client(), guest())
    for client in clients:
        there = told(client, opened)
        assert f"/replays/{opened.pk}/" in there and f"/embed/replays/{opened.pk}/" in there
        assert f"/replays/{opened.pk}/steps.json" in there and len(there) >= 9
    keep(**{kind: 1})
    for client in clients:
        assert told(client, opened) == {}
    # The other kind is none of its business.
    keep(**{"tables" if kind == "tournaments" else "tournaments": 1})
    assert len(told(Client(), opened)) >= 9


def test_no_address_at_all_tells_a_stranger_what_a_kept_deals_page_does(kind, opened):
    """The secret of the shuffle is published with a deal that is over, and opens its every card."""
    secret = ending_of(opened).secret
    assert secret
    everywhere = [
        one for one in Tour(opened, None).addresses(whole=True) if not one.startswith("/admin/")
    ]

    def tells() -> list[str]:
        client = Client(raise_request_exception=False)
        return [one for one in everywhere if secret in body_of(client.get(one))]

    assert f"/replays/{opened.pk}/" in tells()
    keep(**{kind: 1})
    assert tells() == []


def test_what_a_browser_has_kept_is_not_told_that_it_still_holds(kind, opened):
    client = Client()
    picture = f"/replays/{opened.pk}/picture.svg"
    etag = client.get(picture)["ETag"]
    assert client.get(picture, headers={"If-None-Match": etag}).status_code == 304
    client.get(f"/replays/{opened.pk}/steps.json")  # now it is drawn and kept in this process
    keep(**{kind: 1})
    assert client.get(picture, headers={"If-None-Match": etag}).status_code == 302
    assert client.get(f"/replays/{opened.pk}/picture.png").status_code == 302
    assert client.get(f"/replays/{opened.pk}/steps.json").status_code == 302


def test_a_member_opens_it_as_ever_and_other_sites_are_told_nothing(kind, opened, four):
    keep(**{kind: 1})
    client = Client()
    client.force_login(four[0])
    html = client.get(f"/replays/{opened.pk}/").content.decode()
    assert "Members only" in html and "oembed" not in html and "og:title" not in html
    assert client.get(f"/replays/{opened.pk}/steps.json").status_code == 200
    # In a frame elsewhere everybody is a stranger.
    assert client.get(f"/embed/replays/{opened.pk}/").status_code == 403
    assert client.get(f"/oembed?url=http://testserver/replays/{opened.pk}/").status_code == 401


def test_a_closed_table_shows_its_last_deal_to_nobody_from_whom_the_house_keeps_it(
    kind, opened, four
):
    """Of a tournament with one deal a round that would be every deal."""
    table = f"/tables/{opened.table_id}/"
    secret = ending_of(opened).secret
    assert secret

    def tells(client: Client) -> bool:
        answer = client.get(table)
        assert answer.status_code == 200
        return secret in answer.content.decode()

    member = Client()
    member.force_login(four[0])
    assert tells(Client()) and tells(guest())
    keep(**{kind: 1})
    assert not tells(Client()) and not tells(guest()) and tells(member)
    Table.objects.filter(pk=opened.table_id).update(closed_at=None)
    assert tells(Client()), "whoever looks on at an open table has just seen it end"
    Table.objects.filter(pk=opened.table_id).update(closed_at=timezone.now())
    keep(**{"tables" if kind == "tournaments" else "tournaments": 1})
    assert tells(Client())


def test_a_call_at_a_closed_table_is_told_to_nobody_from_whom_the_house_keeps_its_deals(four):
    deal = stored_deal(VINAGAMES, 3, four, keep_open=True)
    said = "the red pawn lay there"
    commands.call_referee(
        by=four[0], table_id=deal.table_id, reason="other", words=said, now=timezone.now()
    )
    Table.objects.filter(pk=deal.table_id).update(closed_at=timezone.now())
    Deal.objects.filter(table=deal.table_id, ended_at=None).delete()

    def tells(client: Client) -> bool:
        return said in client.get(f"/tables/{deal.table_id}/").content.decode()

    member = Client()
    member.force_login(four[1])
    assert tells(Client())
    keep(tables=1)
    assert not tells(Client()) and not tells(guest()) and tells(member)
