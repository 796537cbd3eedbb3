"""The page of a table where somebody without a phone confirms by six digits, and what log and hall screen say of it."""

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games.commands.people.cards import evening_of, make_cards
from games.models import LoginCard, Player
from tests.support.cardboard import V4, Table
from tests.support.play_pages import browser
from tests.support.refused import refused_page
from tests.support.tournament_pages import announced, player
from tournaments import commands, queries
from tournaments.commands import club_tables

pytestmark = pytest.mark.django_db

FIELD = 'name="digits"'


@pytest.fixture
def table(director: Player) -> Table:
    """A table whose first deal South has entered; nobody but South has chosen a password."""
    table = Table(director, entry_fee=0)
    for one in table.seats[1:]:
        one.set_unusable_password()
        one.save()
    table.enter(table.seats[0])
    return table


def digits_of(director: Player, *people: Player) -> list[str]:
    now = timezone.now()
    made = make_cards(by=director, players=people, evening=evening_of(now), now=now)
    found = {card.player.pk: card.digits for card in made}
    return [found[one.pk] for one in people]


def words(who: Player, page: str) -> str:
    return " ".join(unescape(browser(who).get(page).content.decode()).split())


def press(
    who: Player, table: Table, seat: int | str, digits: str, page: str = "", **more: Any
) -> Any:
    score = table.score()
    assert score.paper is not None
    said = {"deal_id": score.deal_id, "revision": score.paper.revision, "seat": seat}
    form = {"act": "digits", "idempotency_key": str(uuid4()), "digits": digits, **said, **more}
    return browser(who).post(page or table.page, form)


def test_the_table_asks_for_the_digits_of_each_player_who_has_a_card_and_has_not_confirmed(table):
    south, east, north, _west = table.seats
    assert FIELD not in words(south, table.page)
    east_digits, north_digits = digits_of(table.director, east, north)
    page = words(south, table.page)
    assert page.count(FIELD) == 2
    assert f"Six digits on {east.shown_name}'s login card" in page
    assert FIELD not in words(player("stranger"), table.page)
    answer = press(south, table, 1, east_digits)
    assert answer.status_code == 303
    page = words(south, table.page)
    assert page.count(FIELD) == 1 and f"with six digits, on {south.shown_name}'s phone" in page
    assert words(north, table.page).count(FIELD) == 0  # their own is no digits
    decide = table.page.replace("result", "decide")
    assert words(table.director, decide).count(FIELD) == 1
    assert press(table.director, table, 2, north_digits, decide).status_code == 303
    assert f"with six digits, on {table.director.shown_name}'s phone" in words(south, table.page)


def test_the_log_says_whose_digits_on_whose_phone(table):
    (digits,) = digits_of(table.director, table.seats[1])
    press(table.seats[0], table, 1, digits)
    log = words(table.director, f"/tournaments/{table.id}/log")
    east, south = table.seats[1].shown_name, table.seats[0].shown_name
    assert f"{east} confirmed the result with six digits on {south}'s phone." in log
    assert "does not count alone" not in log


def test_wrong_digits_are_told_what_to_do_and_the_page_stays(table):
    (digits,) = digits_of(table.director, table.seats[1])
    wrong = f"{(int(digits) + 1) % 10**6:06}"
    for _try in range(5):
        answer = press(table.seats[0], table, 1, wrong)
        page = unescape(answer.content.decode())
        assert (
            answer.status_code == 403 and "These are not the six digits on this login card" in page
        )
    refused_page(
        browser(table.seats[0]),
        "card.digits-spent",
        "post",
        table.page,
        data={
            "act": "digits",
            "seat": 1,
            "digits": digits,
            "revision": 1,
            "deal_id": table.score().deal_id,
        },
    )
    page = words(table.seats[0], table.page)
    assert FIELD not in page and "Ask the director to print a new login card." in page


@pytest.mark.parametrize("seat", ["", "x", "-1", "9", "9" * 18, "9" * 40])
def test_a_seat_that_there_is_not_is_refused_in_a_sentence(table, seat):
    digits_of(table.director, table.seats[1])
    answer = press(table.seats[0], table, seat, "123456")
    assert (
        answer.status_code == 422 and "The result must cover four seats" in answer.content.decode()
    )
    assert LoginCard.objects.get().wrong == 0


def test_on_the_phone_of_a_director_who_plays_the_page_says_what_is_missing(table):
    lan = table.seats[0]
    lan.is_director = True
    lan.save()
    east, north = table.seats[1:3]
    for seat, digits in enumerate(digits_of(table.director, east, north), 1):
        assert "digits typed on this device are not enough" in words(lan, table.page)
        assert press(lan, table, seat, digits).status_code == 303
    page = words(east, table.page)
    assert "digits typed on this device" not in page
    assert "confirmed only on the phone of a director who plays" in page
    assert 'value="confirm">That is right' in page
    log = words(east, f"/tournaments/{table.id}/log")
    assert (
        "That device belongs to a director who is playing, so one more confirmation is needed."
        in log
    )
    (digits,) = digits_of(table.director, north)
    assert press(east, table, 2, digits).status_code == 303
    assert "only on the phone of a director" not in words(east, table.page)


def test_the_answer_to_digits_says_whether_they_count_alone(table):
    lan, east, north = table.seats[:3]
    lan.is_director = True
    lan.save()
    east_digits, north_digits = digits_of(table.director, east, north)
    client = browser(lan)
    said = {"act": "digits", "deal_id": table.score().deal_id, "revision": 1}
    client.post(table.page, {**said, "seat": 1, "digits": east_digits})
    page = client.get(table.page).content.decode()
    assert (
        "One more player has to confirm this result on a different phone" in page
        and "The confirmation has been saved." not in page
    )
    table.confirm(table.seats[3])
    client.post(table.page, {**said, "seat": 2, "digits": north_digits})
    assert "The confirmation has been saved." in client.get(table.page).content.decode()


def test_no_digits_are_asked_for_where_a_director_has_confirmed(table):
    digits_of(table.director, *table.seats[1:])
    table.confirm(table.director)
    decide = table.page.replace("result", "decide")
    assert FIELD not in words(table.director, decide) + words(table.seats[0], table.page)


def test_a_guest_without_a_login_confirms_by_the_digits_of_a_printed_card(director):
    people = [player(name) for name in ("an", "binh", "chi")]
    evening = announced(director, *people, entry_fee=0)
    told: dict[str, Any] = {"tournament_id": evening, "now": timezone.now()}
    commands.enter_guests(by=director, names=["Ông Tư"], **told)
    commands.mark_tables(by=director, table=None, cardboard=True, **told)
    commands.start(by=director, **told)
    club_tables.set_tables(timezone.now)
    guest = Player.objects.get(is_guest=True)
    sheet = browser(director).post(
        "/club/members/cards/", {"players": [guest.pk], "evening": evening_of(timezone.now())}
    )
    page = sheet.content.decode()
    assert "Ông Tư" in page and guest.username not in page
    found = re.search(r'slip__seat">(\d{3} \d{3})<', page)
    assert found is not None
    place = f"/tournaments/{evening}/rounds/1/tables/1/result"
    state = queries.current(evening).state
    seats = state.rounds[0].tables[0].seats
    commands.enter_result(by=people[0], round_number=1, table=1, deal_number=1, lay=V4, **told)
    score = queries.current(evening).state.rounds[0].tables[0].scores[0]
    answer = browser(people[0]).post(
        place,
        {
            "act": "digits",
            "deal_id": score.deal_id,
            "revision": 1,
            "seat": seats.index(f"player:{guest.pk}"),
            "digits": found[1],
        },
    )
    assert answer.status_code == 303
    assert "Ông Tư (guest) confirmed the result with six digits" in words(
        people[0], f"/tournaments/{evening}/log"
    )


def test_of_a_table_without_phones_page_and_log_say_that_a_director_entered_its_sheet(table):
    sentence = "A director entered, confirmed or corrected it for the whole table."
    assert sentence not in words(table.seats[0], table.page)
    table.enter(table.director, deal=2)
    (digits,) = digits_of(table.director, table.seats[1])
    assert sentence in words(table.seats[0], table.page)
    log = words(table.director, f"/tournaments/{table.id}/log")
    assert "deal 2 was entered by a director from the table's score sheet" in log
    said = {"deal_id": table.score(2).deal_id, "revision": 1}
    decide = table.page.replace("result", "decide")
    assert press(table.director, table, 1, digits, decide, **said).status_code == 303
    paper = table.score(2).paper
    assert paper is not None and paper.decided and paper.confirmed_by == (1,)


def hall(table: Table, asked: str = "?show=waiting") -> str:
    return words(table.director, f"/tournaments/{table.id}/hall{asked}")


def test_the_hall_screen_shows_who_still_has_to_confirm_what(table):
    south, east, north, west = (one.shown_name for one in table.seats)
    page = hall(table)
    assert "Results to confirm" in page
    found = re.search(r"<li>(Table 1, round 1: waiting for .*?)</li>", page)
    assert found is not None and south not in found[1]
    assert all(name in found[1] for name in (east, north, west))
    panel = f"/tournaments/{table.id}/"
    told = words(table.director, panel).partition("Waiting for: ")[2].partition(".")[0]
    assert all(name in told for name in (east, north, west)) and south not in told
    for seat, digits in enumerate(digits_of(table.director, *table.seats[1:3]), 1):
        press(table.seats[0], table, seat, digits)
    assert f"Table 1, round 1: waiting for {west}<" in hall(table)
    assert "Waiting for:" not in words(table.director, panel)  # nothing is held up any more
    table.confirm(table.seats[3])
    assert "Results to confirm" not in hall(table)
    assert "Waiting for:" not in words(table.director, f"/tournaments/{table.id}/")


def test_the_hall_screen_says_that_the_phone_of_a_director_who_plays_is_not_enough(table):
    lan = table.seats[0]
    lan.is_director = True
    lan.save()
    table.confirm(lan, others=(1, 2, 3), as_director=False)
    found = re.search(r"waiting for one of (.*?), on their own phone", hall(table))
    assert found is not None and lan.shown_name not in found[1]
    assert all(one.shown_name in found[1] for one in table.seats[1:])


def test_the_hall_screen_turns_its_pages_of_many_tables(director):
    people = [player(f"m{i:02}") for i in range(36)]
    table = Table(director, people=people, entry_fee=0)
    told: dict[str, Any] = {"tournament_id": table.id, "now": timezone.now()}
    for number, drawn in enumerate(table.state.rounds[0].tables, 1):
        if number > 1:
            table.mark(table=number)
        club_tables.set_tables(timezone.now)
        south = Player.objects.get(pk=int(drawn.seats[0].removeprefix("player:")))
        commands.enter_result(by=south, round_number=1, table=number, deal_number=1, lay=V4, **told)
    first, second = hall(table, "?show=waiting"), hall(table, "?show=waiting&page=2")
    lines = [len(re.findall(r"<li>Table \d", page)) for page in (first, second)]
    assert lines == [5, 4] and "1 / 2" in first


def test_the_form_of_a_refused_press_takes_the_right_digits(table):
    south, key = browser(table.seats[0]), str(uuid4())
    (digits,) = digits_of(table.director, table.seats[1])
    said = {"act": "digits", "deal_id": table.score().deal_id, "revision": 1, "seat": 1}
    for typed, status in ((f"{(int(digits) + 1) % 10**6:06}", 403), (digits, 303), ("", 303)):
        form = {**said, "digits": typed, "idempotency_key": key}
        assert south.post(table.page, form).status_code == status
    assert LoginCard.objects.get().wrong == 1
