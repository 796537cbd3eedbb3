"""Friends who open the link at the same moment: each gets a seat of their own, and no two have one name."""

from functools import partial
from threading import Barrier

import pytest
from django.test import Client
from django.utils import timezone

from games.commands.table import friends
from games.engine.rules import VINAGAMES
from games.models import Player, Seat, Table
from tests.support.friends import friends_table
from tests.support.play_pages import member
from tests.support.threads import at_once, elsewhere

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.only_on("postgresql"),
]


@pytest.mark.parametrize(("name", "come_in"), [("", 3), ("Tí", 1)])
def test_who_come_at_the_same_moment_have_each_a_seat_and_no_name_in_common(name, come_in):
    an = member("an")
    table = friends_table(an)
    together, answers = Barrier(3), []

    def come() -> None:
        together.wait(timeout=10)
        answers.append(Client().post("/join/", {"code": table.code, "name": name}).status_code)

    for thread in [elsewhere(come) for _ in range(3)]:
        thread.join(timeout=30)
    assert sorted(answers)[:come_in] == [302] * come_in
    assert all(400 <= answer < 500 for answer in sorted(answers)[come_in:])
    seated = set(table.seats.exclude(player=None).values_list("player", flat=True))
    assert len(seated) == 1 + come_in


def test_who_choose_one_name_at_the_same_moment_at_two_tables_have_it_once():
    hosts = [member(name) for name in ("an", "binh")]
    tables = [
        friends.open_for_friends(by=host, rules=VINAGAMES, now=timezone.now()) for host in hosts
    ]
    said: list[tuple[int, str]] = []

    def come(table: Table) -> None:
        table.refresh_from_db()  # with its code
        answer = Client().post("/join/", {"code": table.code, "name": "Tí"})
        said.append((answer.status_code, answer.content.decode()))

    at_once(*(partial(come, table) for table in tables))
    (came_in, _), (told, page) = sorted(said)
    assert (came_in, told) == (302, 422) and "Tí" in page
    assert Player.objects.filter(display_name="Tí").count() == 1
    seated = Seat.objects.filter(player__is_guest=True)
    assert seated.count() == 1
