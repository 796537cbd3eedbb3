"""Confirming a result by six digits on somebody else's phone: what counts, what is refused, and what it never opens."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.checks.log import differing_rows
from games.commands.people.cards import evening_of, make_cards, morning_after
from games.commands.people.walk_ins import walk_in
from games.infrastructure.throttling import LIMITS
from games.models import LoginCard, Player
from games.queries.people.cards import with_digits
from tests.support.cardboard import Table
from tests.support.refused import refused
from tests.support.tournament_pages import player
from tournaments import commands
from tournaments.engine.real_cards.entered_results import EnteredResult, ResultStatus

pytestmark = pytest.mark.django_db


def without_login(name: str) -> Player:
    one = player(name)
    one.set_unusable_password()
    one.save()
    return one


@pytest.fixture
def table(director: Player) -> Table:
    """A table of four members without a password, whose first deal South has entered on the own phone."""
    people = [without_login(name) for name in ("an", "binh", "chi", "dung")]
    table = Table(director, people=people, entry_fee=0, rounds=2)
    table.enter(table.seats[0])
    return table


def digits_of(director: Player, person: Player) -> str:
    now = timezone.now()
    (card,) = make_cards(by=director, players=[person], evening=evening_of(now), now=now)
    return card.digits


def wrong(digits: str) -> str:
    return f"{(int(digits) + 1) % 10**6:06}"


def confirm(table: Table, by: Player, seat: int, digits: str, **more: Any) -> int:
    told = {"revision": paper_of(table).revision, "now": timezone.now(), **more}
    deal = table.score().deal_id
    return commands.confirm_by_digits(
        by=by, tournament_id=table.id, deal_id=deal, seat=seat, digits=digits, **told
    )


def paper_of(table: Table) -> EnteredResult:
    paper = table.score().paper
    assert paper is not None
    return paper


def directing(table: Table, seat: int) -> Player:
    """Make the player of this seat a director, who so plays."""
    one = table.seats[seat]
    one.is_director = True
    one.save()
    return one


def test_digits_on_the_phone_of_the_table_confirm_for_who_has_none(table):
    digits = digits_of(table.director, table.seats[2])
    confirm(table, table.seats[0], 2, f"{digits[:3]} {digits[3:]}")
    paper = paper_of(table)
    assert (paper.confirmed_by, paper.by_digits) == ((0, 2), ((2, table.seats[0].pk),))
    assert not paper.alone and paper.status is ResultStatus.UNCONFIRMED
    assert list(differing_rows()) == []


def test_a_card_is_not_used_up_by_it_and_nobody_is_logged_in(table):
    digits = digits_of(table.director, table.seats[2])
    confirm(table, table.seats[0], 2, digits)
    card, person = LoginCard.objects.get(), Player.objects.get(pk=table.seats[2].pk)
    assert (card.wrong, card.used_at, person.last_login) == (0, None, None)
    phone = Client()
    phone.post("/accounts/login/", {"username": person.username, "password": digits})
    assert phone.session["_auth_user_id"] == str(person.pk)


def test_all_four_by_digits_at_the_laptop_of_a_director_who_does_not_play(table):
    for seat in (1, 2, 3):
        confirm(table, table.director, seat, digits_of(table.director, table.seats[seat]))
    paper = paper_of(table)
    assert paper.status is ResultStatus.CONFIRMED and not paper.decided
    assert {on for _seat, on in paper.by_digits} == {table.director.pk}


def test_the_phone_of_somebody_at_another_table_will_do_and_a_strangers_will_not(director):
    people = [without_login(f"m{i}") for i in range(8)]
    table = Table(director, people=people, entry_fee=0)
    assert len(table.state.rounds[0].tables) == 2
    table.enter(table.seats[0])
    other = next(one for one in people if one not in table.seats)
    digits, stranger = digits_of(director, table.seats[1]), player("stranger")
    with refused("tournament.digits-device"):
        confirm(table, stranger, 1, digits)
    confirm(table, other, 1, digits)
    assert paper_of(table).by_digits == ((1, other.pk),)


def test_five_wrong_tries_end_the_digits_and_another_card_helps(table):
    one, digits = table.seats[0], digits_of(table.director, table.seats[2])
    for number in range(1, 6):
        with pytest.raises(Exception, match="not the six digits"):
            confirm(table, one, 2, wrong(digits))
        assert LoginCard.objects.get().wrong == number
    with refused("card.digits-spent"):
        confirm(table, one, 2, digits)
    assert with_digits([table.seats[2].pk], now=timezone.now()) == {table.seats[2].pk: False}
    assert paper_of(table).confirmed_by == (0,)
    phone = Client()  # the same five tries as at the login
    phone.post("/accounts/login/", {"username": table.seats[2].username, "password": digits})
    assert "_auth_user_id" not in phone.session
    confirm(table, one, 2, digits_of(table.director, table.seats[2]))
    assert paper_of(table).confirmed_by == (0, 2)


def test_what_is_not_six_digits_is_refused_and_counts_nothing(table):
    digits_of(table.director, table.seats[2])
    for text in ("", "12345", "1234567", "١٢٣٤٥٦", "abcdef", "0" * 5000, "12\0456"):
        with refused("card.digits-wrong"):
            confirm(table, table.seats[0], 2, text)


def test_one_phone_tries_so_many_wrong_digits_and_then_waits(table, settings):
    settings.TUSAC_LIMITS = True
    digits = {seat: digits_of(table.director, table.seats[seat]) for seat in (1, 2, 3)}
    for number in range(LIMITS["wrong-digits"].most):
        seat = 1 + number // 4
        with pytest.raises(Exception, match="not the six digits"):
            confirm(table, table.seats[0], seat, wrong(digits[seat]))
    with refused("request.too-many"):
        confirm(table, table.seats[0], 3, digits[3])
    confirm(table, table.director, 3, digits[3])  # another device does not wait


def test_the_digits_of_another_confirm_nothing(table):
    digits_of(table.director, table.seats[2])
    others = digits_of(table.director, table.seats[3])
    with pytest.raises(Exception, match="not the six digits"):
        confirm(table, table.seats[0], 2, others)
    assert paper_of(table).confirmed_by == (0,)


def test_digits_never_speak_for_a_duty(table):
    digits = digits_of(table.director, table.seats[2])
    directing(table, 2)
    assert with_digits([table.seats[2].pk], now=timezone.now()) == {}
    with refused("card.says-duty"):
        confirm(table, table.seats[0], 2, digits)


def test_nobody_confirms_by_a_card_of_another_evening_or_without_one(table):
    with refused("card.none"):
        confirm(table, table.seats[0], 2, "123456")
    digits = digits_of(table.director, table.seats[2])
    over = morning_after(evening_of(timezone.now()))
    with refused("card.digits-over"):
        confirm(table, table.seats[0], 2, digits, now=over + timedelta(seconds=1))
    person = table.seats[2]
    person.set_password("nam sau bay tam")
    person.save()
    with refused("card.none"):  # who has chosen a password has no card any more
        confirm(table, table.seats[0], 2, digits)


def test_twice_is_once_and_tries_no_digits(table):
    digits = digits_of(table.director, table.seats[2])
    version = confirm(table, table.seats[0], 2, digits)
    assert confirm(table, table.seats[0], 2, wrong(digits)) == version
    assert LoginCard.objects.get().wrong == 0


def test_what_is_sent_again_is_answered_and_tries_nothing(table):
    key, digits = "11111111-1111-4111-8111-111111111111", digits_of(table.director, table.seats[2])
    version = confirm(table, table.seats[0], 2, digits, idempotency_key=key)
    table.contradict(table.seats[2])
    assert confirm(table, table.seats[0], 2, wrong(digits), idempotency_key=key) == version
    assert LoginCard.objects.get().wrong == 0 and paper_of(table).contradicted_by == 2
    with refused("key.used"):
        confirm(table, table.seats[1], 2, digits, idempotency_key=key)


def test_only_what_can_be_confirmed_tries_digits(table):
    digits = digits_of(table.director, table.seats[2])
    with refused("tournament.result-malformed"):
        confirm(table, table.seats[0], 4, digits)
    with refused("tournament.digits-own"):
        confirm(table, table.seats[2], 2, digits)
    with refused("tournament.cardboard-changed"):
        confirm(table, table.seats[0], 2, digits, revision=2)
    table.contradict(table.seats[1])
    with refused("tournament.cardboard-contradicted"):
        confirm(table, table.seats[0], 2, digits)
    commands.cancel(by=table.director, tournament_id=table.id, reason="Rain.", now=timezone.now())
    with refused("tournament.cancelled"):
        confirm(table, table.seats[0], 2, digits)


def test_who_has_left_confirms_nothing_any_more(table):
    digits = digits_of(table.director, table.seats[2])
    commands.leave(by=table.seats[2], tournament_id=table.id, now=timezone.now())
    with refused("tournament.digits-left"):
        confirm(table, table.seats[0], 2, digits)


def test_the_digits_of_a_guests_card_log_nobody_in(director):
    guest = walk_in(name="Ông Tư", now=timezone.now())
    now = timezone.now()
    (card,) = make_cards(by=director, players=[guest], evening=evening_of(now), now=now)
    phone = Client()
    for name in (guest.username, "Ông Tư"):
        phone.post("/accounts/login/", {"username": name, "password": card.digits})
    assert "_auth_user_id" not in phone.session


def test_on_the_phone_of_a_director_who_plays_it_does_not_count_alone(table):
    lan = directing(table, 0)
    for seat in (1, 2, 3):
        confirm(table, lan, seat, digits_of(table.director, table.seats[seat]))
    paper = paper_of(table)
    assert paper.confirmed_by == (0, 1, 2, 3) and paper.alone
    assert paper.status is ResultStatus.UNCONFIRMED
    table.confirm(table.seats[3])  # the same member, on the own phone
    paper = paper_of(table)
    assert paper.status is ResultStatus.CONFIRMED and not paper.alone
    assert paper.by_digits == ((1, lan.pk), (2, lan.pk)) and paper.with_director == (0, 1, 2)


def test_nor_does_that_phone_passed_round(table):
    lan = directing(table, 0)
    table.confirm(lan, others=(1, 2, 3), as_director=False)
    assert paper_of(table).alone and paper_of(table).status is ResultStatus.UNCONFIRMED
    table.confirm(lan, others=(1, 2, 3), as_director=False)
    assert paper_of(table).alone
    digits = digits_of(table.director, table.seats[1])
    confirm(table, table.seats[2], 1, digits)
    assert paper_of(table).status is ResultStatus.CONFIRMED


def test_a_director_who_plays_and_has_entered_it_holds_the_round_until_somebody_else_has_said_so(
    table,
):
    lan = directing(table, 0)
    table.enter(lan, deal=2, as_director=False)
    for deal in (1, 2):
        table.confirm(lan, deal, others=(1, 2, 3), as_director=False)
    assert not table.state.rounds[0].closed and len(table.state.on_one_word()) == 2
    for deal in (1, 2):
        table.confirm(table.seats[3], deal)
    assert table.state.rounds[0].closed


def test_a_result_that_another_has_entered_needs_no_more_than_before(table):
    lan = directing(table, 1)
    confirm(table, lan, 2, digits_of(table.director, table.seats[2]))
    assert not paper_of(table).alone  # South has entered it on another phone
