"""A member who leaves a running tournament plays no more: the careful bot has the seat to the end of the round."""

from datetime import timedelta

import pytest
import time_machine

from games import commands as club
from games import queries as club_queries
from games.bots import BOTS
from games.engine.deal import legal_moves, to_move
from games.engine.sight import see
from games.engine.state import Phase
from games.errors import Refused
from games.infrastructure.outbox import PLAY_UNSEEN
from games.models import Deal, Seat
from games.queries.play.turns import own_turns
from tests.support.deals import NOW
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tournaments import commands
from tournaments.models import Standing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def evening(**options):
    made = Evening(4, rounds=2, **options)
    return made, made.people[0]


def removed(made, member):
    made.now += timedelta(seconds=1)
    commands.remove(
        by=made.director,
        tournament_id=made.id,
        player=member.pk,
        reason="Went home.",
        now=made.now,
    )
    made.follow()


def ready(made, *people):
    deal = Deal.objects.get(ended_at=None)
    for one in people:
        club.get_ready(by=one, deal_id=deal.pk, now=made.now)
    return deal


def refused(code, command, **asked):
    with pytest.raises(Refused) as caught:
        command(**asked)
    assert caught.value.code == code


def test_who_was_removed_before_the_cards_is_waited_for_no_more():
    made, gone = evening()
    others = made.people[1:]
    deal = ready(made, *others)
    assert own_turns(gone)
    removed(made, gone)
    deal.refresh_from_db()
    assert deal.phase not in (Phase.SEEDS, Phase.REVEAL)  # dealt at once, nobody else is waited for
    seat = deal.seats.get(player=gone).number
    assert club_queries.current(deal.pk).state.setup.bound[seat].kept
    assert own_turns(gone) == []
    asked = {"by": gone, "deal_id": deal.pk, "now": made.now}
    refused("seat.handed-over", club.come_back, **asked)


def test_who_was_removed_first_of_all_does_not_keep_the_others_from_being_ready():
    made, gone = evening()
    removed(made, gone)
    deal = Deal.objects.get(ended_at=None)
    refused("seat.handed-over", club.get_ready, by=gone, deal_id=deal.pk, now=made.now)
    with time_machine.travel(made.now, tick=False):
        said = browser(made.people[1]).get(f"/tables/{deal.table_id}/").content.decode()
        own = browser(gone).get(f"/tables/{deal.table_id}/").content.decode()
    assert (
        "is waiting for: " not in said
        or gone.shown_name not in said.split("is waiting for: ")[1][:90]
    )
    assert "The careful bot will play for you until the round ends" in own
    assert "/ready" not in own
    club.start_deal(deal_id=deal.pk, now=made.now + timedelta(seconds=61))
    deal.refresh_from_db()
    assert deal.phase == Phase.DISCARD


def test_the_bot_moves_at_once_for_who_was_removed_in_the_deal_and_by_hand_nothing_goes():
    made, gone = evening(deals_per_round=1)
    deal = ready(made, *made.people)
    seat = deal.seats.get(player=gone).number
    state = club_queries.current(deal.pk).state
    while state.turn != seat or state.phase is Phase.CLAIMS:
        mover = to_move(state)[0]
        player = deal.seats.get(number=mover).player
        club.submit_move(
            by=player,
            deal_id=deal.pk,
            move=BOTS["careful"](see(state, mover), legal_moves(state, mover)),
            move_id=f"move-{state.version:08}",
            expected_version=len(known(deal, mover)),
            now=made.now,
        )
        state = club_queries.current(deal.pk).state
    removed(made, gone)
    move = BOTS["careful"](see(state, seat), legal_moves(state, seat))
    refused(
        "seat.handed-over",
        club.submit_move,
        by=gone,
        deal_id=deal.pk,
        move=move,
        move_id="abcdefgh",
        expected_version=len(known(deal, seat)),
        now=made.now,
    )
    assert Deal.objects.filter(PLAY_UNSEEN.due(made.now)).get() == deal
    assert club.play_unseen(deal_id=deal.pk, now=made.now) == 1
    last = [row.event for row in club_queries.current(deal.pk).rows][-3:]
    assert "SeatUnseen" in [type(event).__name__ for event in last]
    assert seat in club_queries.see_deal(deal, gone).gone
    with time_machine.travel(made.now, tick=False):
        table = browser(gone).get(f"/tables/{deal.table_id}/").content.decode()
        page = browser(gone).get(f"/tournaments/{made.id}/").content.decode()
    assert f"/tables/{deal.table_id}/back" not in table
    assert "Go to your table" not in page


def known(deal, seat):
    player = deal.seats.get(number=seat).player
    return range(club_queries.see_deal(deal, player).view.version)


def test_the_deals_to_come_are_the_bots_and_count_as_played_for():
    made, gone = evening()
    removed(made, gone)
    made.play()
    made.follow()
    second = Deal.objects.get(ended_at=None)
    assert not second.seats.filter(player=gone).exists()
    made.play()
    made.follow()
    line = Standing.objects.get(player=gone)
    assert (line.place, line.deals) == (None, 2)
    assert ["played-for", 2, ""] in line.notes
    # Taken back, they are drawn again, at a seat of their own.
    assert not Seat.objects.filter(player=gone, table__closed_at=None).exists()
    commands.take_back(
        by=made.director, tournament_id=made.id, player=gone.pk, now=made.now, as_director=True
    )


def test_who_is_taken_back_in_the_round_plays_from_the_next_draw_on():
    made, gone = evening(deals_per_round=1)
    made.now = NOW + timedelta(seconds=1)
    commands.leave(by=gone, tournament_id=made.id, now=made.now)
    made.follow()
    commands.take_back(by=gone, tournament_id=made.id, player=gone.pk, now=made.now)
    made.follow()
    assert "Go to your table" not in browser(gone).get(f"/tournaments/{made.id}/").content.decode()
    made.play()
    made.follow()
    assert Seat.objects.filter(player=gone, table__closed_at=None).exists()
    assert "Go to your table" in browser(gone).get(f"/tournaments/{made.id}/").content.decode()


def test_after_the_last_deal_of_a_round_no_next_deal_is_promised():
    made, member = evening(deals_per_round=1)
    table = Deal.objects.get().table_id
    made.play()
    assert Deal.objects.get().ended_at is not None
    said = browser(member).get(f"/tables/{table}/").content.decode()
    assert "The round has ended at this table." in said and "is being prepared" not in said
