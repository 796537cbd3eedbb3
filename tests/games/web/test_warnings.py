"""Warnings at a club table: who may warn whom, which time it is, and that the member is told and nothing is taken."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from games import commands
from games.acts import gather
from games.checks.log import check_log
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Player, Table
from games.queries.club.warnings import warnings_of
from tests.support.deals import NOW
from tests.support.notices import tell, words_for
from tests.support.play_pages import browser
from tests.support.tables import opened_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def table() -> Table:
    an, binh = (Player.objects.create_user(name) for name in ("an", "binh"))
    table = opened_table(
        by=an, name="Bàn 1", rules=VINAGAMES, seats=4, filler="", chips_per_point=0, now=NOW
    )
    for seat, player in enumerate((an, binh)):
        commands.sit_down(by=player, table_id=table.pk, seat=seat, now=NOW)
    return table


def member(name: str) -> Player:
    return Player.objects.get(username=name)


def sent(**said: Any) -> dict[str, Any]:
    return {"reason": "Across two tables.", "key": str(uuid4()), **said}


def test_a_referee_warns_and_the_member_reads_it_and_the_times_are_of_the_evening(
    table: Table,
) -> None:
    an = member("an")
    referee = Player.objects.create_user("referee", is_referee=True)
    page, before = f"/tables/{table.pk}/warnings/", balance(member_account(an.pk))
    about = f"{page}?player={an.pk}&kind=talking"
    assert "an" in browser(referee).get(page).content.decode()
    assert "first time this evening" in browser(referee).get(about).content.decode()
    once = sent()
    for _twice in range(2):
        assert browser(referee).post(about, once).status_code == 303
    assert "second time this evening" in browser(referee).get(about).content.decode()
    told = {"by": referee, "table_id": table.pk, "player_id": an.pk, "kind": "talking"}
    later = warnings_of(an.pk)[0][0] + timedelta(hours=13)
    commands.warn(**told, reason="Again.", key="1", now=later)  # type: ignore[arg-type]
    assert [one.time for _at, one in warnings_of(an.pk)] == [1, 1]  # type: ignore[union-attr]
    back = f"{page}{an.pk}/1"
    assert browser(referee).post(back, {"reason": "It was another."}).status_code == 303
    assert browser(referee).post(back, {"reason": "Again."}).status_code == 404
    tell()
    assert words_for(an)[0] == "You were given a warning at Bàn 1 (Talking): Across two tables."
    assert words_for(an)[-1] == "Your warning (Talking) was taken back: It was another."
    gather()
    assert "warned an for Talking" in browser().get("/club/staff/").content.decode()
    own = browser(an).get(f"/members/{an.pk}/").content.decode()
    assert "Talking, first time: warning" in own and "taken back" in own
    assert balance(member_account(an.pk)) == before and list(check_log()) == []


def test_who_sits_there_and_who_has_no_duty_warn_nobody(table: Table) -> None:
    an, binh = member("an"), member("binh")
    stranger = Player.objects.create_user("stranger")
    referee = Player.objects.create_user("referee", is_referee=True)

    def refused(code: str, **said: Any) -> None:
        told = {"by": referee, "player_id": an.pk, "kind": "slow", "reason": "x", **said}
        with pytest.raises(Refused) as caught:
            commands.warn(table_id=table.pk, key="1", now=NOW, **told)
        assert caught.value.code == code
        assert warnings_of(an.pk) == []

    refused("call.duty", by=stranger)
    Player.objects.filter(pk=binh.pk).update(is_referee=True)
    refused("call.interest", by=member("binh"))
    refused("warning.kind", kind="yawning")
    refused("warning.not-there", player_id=stranger.pk)
    refused("warning.reason", reason=" \n")
    refused("warning.reason", reason="a\0b")
    refused("call.unknown", call_id=2**40)
    Table.objects.filter(pk=table.pk).update(origin="tournament-3/1/2")
    refused("warning.tournament")


def asked(client: Any, method: str, address: str, **body: Any) -> Any:
    return getattr(client, method)(address, body or None, content_type="application/json")


def test_programs_warn_read_and_take_back_as_the_pages_do(table: Table) -> None:
    an, referee = member("an"), Player.objects.create_user("referee", is_referee=True)
    address, client = f"/api/v1/tables/{table.pk}/warnings/", browser(referee)
    said = {"player": an.pk, "kind": "talking", "reason": "Across.", "idempotency_key": uuid4()}
    for _twice in range(2):
        answer = asked(client, "post", address, **said)
        assert answer.status_code == 201, answer.content
    (one,) = client.get(address).json()
    assert (one["player"], one["number"], one["kind"], one["time"]) == (an.pk, 1, "talking", 1)
    assert one["reason"] == "Across." and one["name"] == "an"
    for who, code in ((an, "call.duty"), (member("binh"), "call.duty")):
        refused = asked(browser(who), "post", address, **said)
        assert (refused.status_code, refused.json()["code"]) == (403, code)
        assert browser(who).get(address).status_code == 403
    back = f"{address}{an.pk}/1/take-back/"
    assert asked(client, "post", back).status_code == 422
    other = asked(client, "post", f"{address}{an.pk}/2/take-back/", reason="x")
    assert (other.status_code, other.json()["code"]) == (404, "warning.unknown")
    assert asked(client, "post", back, reason="It was another.").json() == []
    assert asked(client, "post", back, reason="It was another.").status_code == 404
    for wrong, code in (
        ({"kind": "yawning"}, "warning.kind"),
        ({"player": referee.pk}, "warning.not-there"),
        ({"reason": "a\0b"}, "request.invalid"),
        ({"call": 7}, "call.unknown"),
    ):
        body = {**said, "idempotency_key": uuid4(), **wrong}
        assert asked(client, "post", address, **body).json()["code"] == code
    assert len(warnings_of(an.pk)) == 2


def test_the_table_leads_who_has_the_duty_and_no_seat_there_to_a_warning(table: Table) -> None:
    referee = Player.objects.create_user("referee", is_referee=True)
    link = f'href="/tables/{table.pk}/warnings/"'
    page = f"/tables/{table.pk}/"
    assert link in browser(referee).get(page).content.decode()
    assert link not in browser(member("an")).get(page).content.decode()
    Player.objects.filter(username="binh").update(is_referee=True)
    assert link not in browser(member("binh")).get(page).content.decode()
    assert link not in browser().get(page).content.decode()
    Table.objects.filter(pk=table.pk).update(origin="tournament-3/1/2")
    assert link not in browser(referee).get(page).content.decode()
