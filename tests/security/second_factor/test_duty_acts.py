"""What a duty does at an address of members needs its second factor, on the page as by the API."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from games import commands, tasks
from games.engine.rules import VINAGAMES
from games.models import Player
from replays import queries
from replays.commands.collections import keep_moment
from replays.commands.notes import write_note
from replays.models import Note
from tests.support.cardboard import Table
from tests.support.deals import penalty_seed, stored_deal
from tests.support.photographs import photograph
from tests.support.play_pages import member, table_with
from tests.support.second_factor import HERE, logged_in, set_up
from tusac_site.security.duty_acts import DUTY_ACTS

pytestmark = pytest.mark.django_db


class Asked(NamedTuple):
    """How an act is asked for: an address, and what is sent there."""

    address: str
    form: dict[str, Any]
    method: str = "POST"

    @property
    def name(self) -> str:
        return resolve(self.address).view_name

    def by(self, client: Client) -> Any:
        if self.address.startswith("/api/") and "photograph" not in self.form:
            return client.generic(
                self.method,
                self.address,
                content_type="application/json",
                data=json.dumps(self.form),
            )
        return client.post(self.address, self.form)


class Act(NamedTuple):
    """An act of a duty: how each page and each address of the API is asked for it, and what a member does there."""

    pages: tuple[Asked, ...]
    programs: tuple[Asked, ...] = ()
    own: tuple[Asked, ...] = ()
    """What the same director may do there as a member, without the factor."""


def real_cards(director: Player) -> tuple[Table, str, str]:
    table = Table(director)
    table.enter(table.seats[1])
    deal = table.score().deal_id
    there = table.page.removesuffix("/result")
    return table, f"{there}/deals/{deal}", f"/api/v1{there}/results/{deal}"


def once() -> str:
    return str(uuid4())


def close_a_round(director: Player) -> Act:
    table, *_ = real_cards(director)
    program = Asked(f"/api/v1/tournaments/{table.id}/round-end/", {"idempotency_key": once()})
    return Act((Asked(table.page, {"act": "round"}),), (program,))


def speak_for_a_table(director: Player) -> Act:
    table, deal, api = real_cards(director)
    digits = {"revision": 1, "seat": 0, "digits": "000000", "idempotency_key": once()}
    return Act(
        (
            Asked(table.page, {"act": "confirm", "other": "0"}),
            Asked(table.page, {"act": "call", "call_reason": "rule"}),
            Asked(f"{deal}/discard", {"act": "dispute", "reason": "Not safe."}),
        ),
        (
            Asked(f"{api}/digits/", digits),
            Asked(f"{api}/", {"revision": 1, "right": True, "idempotency_key": once()}),
            Asked(f"{api}/dispute/", {"revision": 1, "reason": "No.", "idempotency_key": once()}),
        ),
    )


def add_a_photograph(director: Player) -> Act:
    _table, deal, api = real_cards(director)
    file = {"photograph": SimpleUploadedFile("a.jpg", photograph()), "idempotency_key": once()}
    return Act(
        (Asked(f"{deal}/photographs", {"act": "add", **file}),),
        (Asked(f"{api}/photographs/", file),),
    )


def remove_a_photograph(director: Player) -> Act:
    _table, deal, api = real_cards(director)
    why = {"reason": "Blurred.", "idempotency_key": once()}
    return Act(
        (Asked(f"{deal}/photographs", {"act": "remove", "photograph": "1", **why}),),
        (Asked(f"{api}/photographs/1/removal/", why),),
    )


def a_deal(*, with_director: Player | None = None) -> int:
    four = [member(name) for name in ("an", "binh", "chi", "dung")]
    deal = stored_deal(VINAGAMES, penalty_seed(), [with_director or four[0], *four[1:]])
    tasks.finish_deal(deal.pk)
    return deal.pk


def file_a_dispute(_director: Player) -> Act:
    deal = a_deal()
    said = {"seat": 0, "reason": "It was not safe."}
    return Act(
        (Asked(f"/replays/{deal}/dispute/", said),),
        (Asked(f"/api/v1/deals/{deal}/disputes/", said),),
    )


def call_a_referee(director: Player) -> Act:
    other, own = table_with(member("an")), table_with(director, name="Bàn 2")
    said = {"reason": "rule", "words": "Is that safe?"}
    return Act(
        (Asked(f"/tables/{other.pk}/call", said),),
        (Asked(f"/api/v1/tables/{other.pk}/call/", said),),
        (Asked(f"/tables/{own.pk}/call", said), Asked(f"/api/v1/tables/{own.pk}/call/", said)),
    )


def call_it_off(_director: Player) -> Act:
    an = member("an")
    table = table_with(an)
    call = commands.call_referee(
        by=an, table_id=table.pk, reason="rule", words="", now=timezone.now()
    )
    return Act(
        (Asked(f"/tables/{table.pk}/call", {"off": str(call.pk)}),),
        (Asked(f"/api/v1/tables/{table.pk}/call/", {}, "DELETE"),),
    )


def choose_a_pace(director: Player) -> Act:
    other, own = table_with(member("an"), member("binh")), table_with(director, name="Bàn 2")
    said = {"pace": "slow"}
    return Act(
        (Asked(f"/tables/{other.pk}/pace", said),),
        (Asked(f"/api/v1/tables/{other.pk}/pace/", said),),
        (Asked(f"/tables/{own.pk}/pace", said), Asked(f"/api/v1/tables/{own.pk}/pace/", said)),
    )


def store_records(_director: Player) -> Act:
    return Act(
        (Asked("/replays/records/", {"step": "store"}),),
        (),
        (Asked("/replays/records/", {"step": "check"}),),
    )


def note_by(writer: Player, deal: int) -> Note:
    version = queries.get_replay(deal)[1].steps[1].version
    return write_note(
        by=writer,
        deal_id=deal,
        version=version,
        circle=Note.Circle.CLUB,
        words="Look at this.",
        now=timezone.now(),
    )


def remove_a_note(director: Player) -> Act:
    deal = a_deal(with_director=director)
    theirs, mine = note_by(Player.objects.get(username="binh"), deal), note_by(director, deal)
    why = {"reason": "Spam."}

    def asked(note: Note) -> tuple[Asked, Asked]:
        page = Asked(f"/replays/{deal}/notes/", {"remove": str(note.pk), **why})
        return page, Asked(f"/api/v1/deals/{deal}/notes/{note.pk}/removal/", why)

    page, program = asked(theirs)
    return Act((page,), (program,), asked(mine)[:1])


def remove_a_collection(_director: Player) -> Act:
    deal = a_deal()
    kept = keep_moment(
        by=Player.objects.get(username="binh"),
        deal_id=deal,
        version=queries.get_replay(deal)[1].steps[1].version,
        name="Mine",
        caption="",
        now=timezone.now(),
    )
    address = f"/replays/collections/{kept.pk}/"
    return Act((Asked(address, {"remove": "yes", "reason": "Spam."}),))


ACTS: dict[str, Callable[[Player], Act]] = {
    "close a round": close_a_round,
    "speak for a table of real cards": speak_for_a_table,
    "add a photograph": add_a_photograph,
    "remove a photograph": remove_a_photograph,
    "file a dispute": file_a_dispute,
    "call a referee": call_a_referee,
    "call another's referee off": call_it_off,
    "choose the pace of another's table": choose_a_pace,
    "store records": store_records,
    "remove another's note": remove_a_note,
    "remove a collection": remove_a_collection,
}


@pytest.mark.parametrize("act", DUTY_ACTS)
def test_an_act_of_a_duty_needs_its_factor_on_the_page_and_by_the_api(director, act):
    asked, client = ACTS[act](director), logged_in()
    assert {one.name for one in asked.pages} == set(DUTY_ACTS[act].pages)
    assert {(one.name, one.method) for one in asked.programs} == set(DUTY_ACTS[act].programs)
    for page in asked.pages:
        answer = page.by(client)
        assert (answer.status_code, answer.get("Location", "")[: len(HERE)]) == (302, HERE), page
    for program in asked.programs:
        answer = program.by(client)
        assert (answer.status_code, answer.json()["code"]) == (403, "factor.needed"), program
    for own in asked.own:
        answer = own.by(client)
        assert not answer.get("Location", "").startswith(HERE), own
        assert b"factor.needed" not in answer.content, own
    set_up(director, client)
    assert not asked.pages[0].by(client).get("Location", "").startswith(HERE)


def test_a_seat_of_the_table_needs_none_for_what_it_does_there(director):
    """A referee who plays adds a photograph of the own table as everybody does."""
    table, deal, api = real_cards(director)
    seat = table.seats[0]
    seat.is_referee = True
    seat.set_password("not a secret")
    seat.save()
    client = logged_in(seat.username)
    file = SimpleUploadedFile("a.jpg", photograph())
    form = {"act": "add", "photograph": file, "idempotency_key": once()}
    assert client.post(f"{deal}/photographs", form)["Location"].endswith("/photographs")
    form["photograph"] = SimpleUploadedFile("b.jpg", photograph(colour="green"))
    assert client.post(f"{api}/photographs/", form).status_code == 200
