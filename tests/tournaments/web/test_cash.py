"""The page of the money at the door: one press a payment, each in the log with its author."""

from uuid import uuid4

import pytest
from django.utils import timezone

from games.models import Player
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player, score
from tournaments import commands, queries
from tournaments.engine.cash.deciding import in_box

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> list[Player]:
    return [player(name) for name in ("an", "binh", "chi", "dung")]


def send(by: Player, made: int, act: str, **said: object) -> tuple[int, str]:
    """Press a button; return the status and the page that follows."""
    sent = {"act": act, "idempotency_key": str(uuid4())} | said
    answer = browser(by).post(f"/tournaments/{made}/cash", sent, follow=True)
    return answer.status_code, answer.content.decode()


def test_an_evening_for_cash_from_the_first_fee_to_the_count(director, four):
    made = announced(director, *four, entry_fee=0, door_fee=5)
    link = f"/tournaments/{made}/cash"
    assert link in browser(director).get(f"/tournaments/{made}/").content.decode()
    assert link not in browser(four[0]).get(f"/tournaments/{made}/").content.decode()
    page = browser(director).get(link).content.decode()
    assert "4 members have not paid yet." in page and "There should be 0 in the box." in page
    for one in four[1:]:
        status, page = send(director, made, "fee", player=one.pk)
        assert status == 200 and "Marked as paid." in page
    commands.start(by=director, tournament_id=made, now=timezone.now())
    score(made)
    lacks = "then close the tournament. 1 member has not paid yet."
    assert lacks in browser(director).get(f"/tournaments/{made}/").content.decode()
    status, page = send(director, made, "fee", player=four[0].pk)
    assert "Everybody has paid." in page and "There should be 20 in the box." in page
    assert lacks not in browser(director).get(f"/tournaments/{made}/").content.decode()
    commands.close(by=director, tournament_id=made, now=timezone.now())
    assert link in browser(director).get(f"/tournaments/{made}/").content.decode()
    status, page = send(director, made, "prize", player=four[0].pk, amount="10")
    assert "The prize has been marked as paid." in page
    assert "10 chips" in browser().get(f"/tournaments/{made}/result").content.decode()
    send(director, made, "other", out="out", amount="3", words="Tea")
    status, page = send(director, made, "count", counted="6")
    assert "There should be 7 in the box." in page and "6 instead of 7." in page
    log = browser().get(f"/tournaments/{made}/log").content.decode()
    assert "An paid 5 at the door. Recorded by Director." in log
    assert "3 out of the box: Tea. Recorded by Director." in log
    assert "Director counted the box: 6 instead of 7 (−1)." in log


def test_a_tick_is_taken_back_by_a_press_and_both_stay_in_the_log(director, four):
    made = announced(director, *four, entry_fee=0, door_fee=5)
    send(director, made, "fee", player=four[0].pk)
    _status, page = send(director, made, "back", number="1")
    assert "The payment has been taken back." in page and "4 members have not paid yet." in page
    log = browser().get(f"/tournaments/{made}/log").content.decode()
    assert "Director took this back: An paid 5 at the door." in log
    assert "An paid 5 at the door. Recorded by Director." in log


def test_a_form_that_is_sent_twice_pays_once(director, four):
    made = announced(director, *four, entry_fee=0, door_fee=5)
    sent = {"out": "in", "amount": "50", "words": "Change"}
    key = str(uuid4())
    for _ in range(2):
        send(director, made, "other", idempotency_key=key, **sent)
    state = queries.current(made).state
    assert in_box(state) == 50


@pytest.mark.parametrize(
    ("act", "said", "code", "why"),
    [
        ("fee", {"player": "x"}, 409, "Choose a member who has."),
        ("prize", {"player": "1", "amount": "many"}, 422, "Enter a whole number."),
        ("prize", {"player": "1", "amount": "5"}, 409, "when the standings are final"),
        ("other-prize", {"player": "1", "amount": "5"}, 422, "Select a valid choice"),
        ("other", {"out": "out", "amount": "0", "words": "Tea"}, 422, "greater than or equal to 1"),
        ("other", {"out": "out", "amount": "5", "words": " "}, 422, "This field is required"),
        ("count", {"counted": "-1"}, 422, "greater than or equal to 0"),
        ("back", {"number": "9"}, 404, "Choose one from the list"),
    ],
)
def test_what_is_wrong_is_said_on_the_page_and_nothing_is_noted(
    director, four, act, said, code, why
):
    made = announced(director, *four, entry_fee=0, door_fee=5)
    status, page = send(director, made, act, **said)
    assert status == code and why in page
    assert not queries.current(made).state.cash
    assert browser(four[0]).get(f"/tournaments/{made}/cash").status_code == 403
