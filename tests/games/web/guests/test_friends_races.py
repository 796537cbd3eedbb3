"""Friends who open the link at the same moment: each gets a seat of their own, and no two have one name."""

from threading import Barrier

import pytest
from django.test import Client
from django.utils import timezone

from games.commands.table import friends
from games.engine.rules import VINAGAMES
from tests.support.play_pages import member
from tests.support.threads import elsewhere

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.only_on("postgresql"),
]


@pytest.mark.parametrize(("name", "come_in"), [("", 3), ("Tí", 1)])
def test_who_come_at_the_same_moment_have_each_a_seat_and_no_name_in_common(name, come_in):
    an = member("an")
    table = friends.open_for_friends(by=an, rules=VINAGAMES, now=timezone.now())
    table.refresh_from_db()  # with its code
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
