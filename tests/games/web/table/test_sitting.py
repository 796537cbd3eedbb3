"""Sitting down and standing up on the table page, and closing the table."""

import pytest
from django.utils import timezone

from games import commands
from games.errors import Refused
from games.models import Deal, DealSeat, Table
from games.queries.finished.histories import current
from tests.support.deals import play_to_the_end
from tests.support.play_pages import browser, dealt, member, table_with
from tests.support.table_page import HTMX, address, page_of

pytestmark = pytest.mark.django_db


def test_members_sit_down_and_stand_up_and_a_form_sent_twice_does_no_harm(an, binh):
    table = table_with(an)
    where = f"/tables/{table.pk}/"
    client = browser(binh)
    assert "Sit here" in client.get(where).content.decode()
    for _ in range(2):
        assert client.post(where + "sit", {"seat": "2"}).status_code == 303
    assert table.seats.get(number=2).player == binh
    html = client.get(where).content.decode()
    assert "Leave the table" in html and "I am ready" in html
    for _ in range(2):
        assert client.post(where + "leave").status_code == 302
    assert table.seats.get(number=2).player is None


def test_a_seat_that_is_taken_or_does_not_exist_is_refused(an, binh):
    table = table_with(an)
    where = f"/tables/{table.pk}/"
    for seat, status in (("0", 409), ("9", 404), ("north", 404), ("", 404)):
        answer = browser(binh).post(where + "sit", {"seat": seat})
        assert answer.status_code == status
    assert table.seats.filter(player=binh).count() == 0
    assert browser(None).post(where + "sit", {"seat": "1"}).status_code == 403


def test_nobody_leaves_the_page_of_a_running_deal_by_its_form(an):
    deal = dealt(an)
    html = page_of(an, deal)
    assert "Leave the table" not in html
    answer = browser(an).post(address(deal, "leave"))
    assert (
        answer.status_code == 409
        and "leave or change seats during a deal" in answer.content.decode()
    )


def test_only_the_host_or_a_director_closes_a_table(an, binh):
    table = table_with(an)
    where = f"/tables/{table.pk}/"
    director = member("director", is_director=True)
    offers = [
        "Close the table" in browser(who).get(where).content.decode()
        for who in (an, binh, director)
    ]
    assert offers == [True, False, True]
    assert browser(binh).post(where + "close").status_code == 403
    assert browser(an).post(where + "close").status_code == 303
    table.refresh_from_db()
    assert table.closed_at is not None
    assert "This table is closed" in browser(binh).get(where).content.decode()
    assert Deal.objects.get().cancelled


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_ready_for_a_deal_since_called_off_is_refused_and_ready_said_twice_is_not(
    an, binh, headers
):
    table = table_with(an, binh, filler="")
    three = member("chi"), member("dung")
    for seat, player in enumerate(three, start=2):
        commands.sit_down(by=player, table_id=table.pk, seat=seat, now=timezone.now())
    old = table.deals.get(ended_at=None)
    form = {"deal": str(old.pk)}
    assert browser(an).post(address(old, "ready"), form).status_code == 303
    commands.leave_table(by=three[1], table_id=table.pk, now=timezone.now())
    commands.sit_down(by=member("em"), table_id=table.pk, seat=3, now=timezone.now())
    late = browser(binh).post(address(old, "ready"), form, headers=headers)
    assert (
        late.status_code == 409
        and "Somebody has left or joined the table in the meantime." in late.content.decode()
    )
    assert not DealSeat.objects.get(deal=table.deals.get(ended_at=None), player=binh).ready
    assert browser(an).post(address(old, "ready"), form).status_code == 303
    commands.close_table(by=an, table_id=table.pk, now=timezone.now())
    shut = browser(binh).post(address(old, "ready"), form)
    assert shut.status_code == 409 and "This table is closed" in shut.content.decode()


def test_a_player_moves_to_a_bots_seat_between_deals_without_blame(an, binh):
    table = table_with(an, binh)
    prepared = table.deals.get(ended_at=None)
    where = f"/tables/{table.pk}/"
    assert "Sit here" in browser(an).get(where).content.decode()
    for _ in range(2):
        assert browser(an).post(where + "sit", {"seat": "3"}).status_code == 303
    sitting = [seat.player for seat in table.seats.order_by("number")]
    assert sitting == [None, binh, None, an]
    prepared.refresh_from_db()
    assert prepared.cancelled and not prepared.seats.exclude(called_off_at=None).exists()
    assert table.deals.get(ended_at=None).seats.get(number=3).player == an


def test_for_chips_moving_when_somebody_is_ready_counts_as_leaving_them(an, binh, settings):
    settings.TUSAC_LIMITS = True
    table, now = table_with(an, binh, chips_per_point=1), timezone.now()

    def move(seat):
        prepared = table.deals.get(ended_at=None)
        commands.get_ready(by=binh, deal_id=prepared.pk, now=now)
        commands.change_seat(by=an, table_id=table.pk, seat=seat, now=now)
        return prepared.seats.exclude(called_off_at=None).get().player

    assert [move(seat) for seat in (2, 3, 2, 3)] == [an] * 4
    with pytest.raises(Refused) as refused:
        move(2)
    assert refused.value.code == "seat.called-off"
    assert table.seats.get(player=an).number == 3


def test_nobody_moves_to_a_seat_that_is_taken_or_none_or_while_cards_are_dealt(an, binh):
    deal = dealt(an, binh)
    move = {"by": an, "table_id": deal.table_id, "now": timezone.now()}
    for seat, code in ((1, "seat.taken"), (9, "seat.unknown"), (2, "seat.playing")):
        with pytest.raises(Refused) as refused:
            commands.change_seat(seat=seat, **move)
        assert refused.value.code == code
    assert "Sit here" not in page_of(an, deal)
    with pytest.raises(Refused) as refused:
        commands.change_seat(seat=2, **{**move, "by": member("chi")})
    assert refused.value.code == "seat.none"
    Table.objects.filter(pk=deal.table_id).update(admission="fixed")
    with pytest.raises(Refused) as refused:
        commands.change_seat(seat=2, **move)
    assert refused.value.code == "seat.fixed"


def test_alone_among_bots_one_is_not_offered_their_seats(an):
    assert "Sit here" not in browser(an).get(f"/tables/{table_with(an).pk}/").content.decode()


def test_who_won_the_last_deal_starts_the_next_one_from_another_seat(an, binh):
    deal = dealt(an, binh)
    play_to_the_end(deal, now=timezone.now())
    deal.refresh_from_db()
    Deal.objects.filter(pk=deal.pk).update(turn=1)  # Bình won, say
    commands.change_seat(by=binh, table_id=deal.table_id, seat=2, now=timezone.now())
    prepared = Deal.objects.get(table=deal.table_id, ended_at=None)
    assert current(prepared.pk).state.setup.starter == 2
