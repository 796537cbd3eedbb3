"""A redraw and its taking back tell everybody whose seat they take or return, and who has the seat of an owner."""

from typing import Any

import pytest

from games.commands.club.chips import grant_first_chips
from games.models import Player
from tests.support.deals import NOW
from tests.support.evening import Evening
from tests.support.notices import tell, words_for
from tournaments import commands
from tournaments.models import RoundTable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def redraw(evening: Evening) -> None:
    commands.redraw(by=evening.director, tournament_id=evening.id, reason="A name.", now=NOW)


def take_back(evening: Evening) -> None:
    commands.take_redraw_back(
        by=evening.director, tournament_id=evening.id, reason="It was right.", now=NOW
    )


def told(player: Player, which: str) -> list[str]:
    tell()
    return [said for said in words_for(player) if which in said]


@pytest.mark.parametrize("span", ["deal", "round"])
def test_a_substitute_hears_that_a_redraw_takes_the_seat_and_that_its_taking_back_returns_it(span):
    evening = Evening(4)
    owner, other = evening.people[:2]
    hoa = Player.objects.create_user("hoa")
    about: dict[str, Any] = {"tournament_id": evening.id, "player": hoa.pk, "now": evening.now}
    commands.list_reserve(by=hoa, **about)
    [table] = RoundTable.objects.filter(tournament=evening.id)
    seat = table.seats.index(f"player:{owner.pk}")
    commands.give_seat(by=evening.director, table=1, seat=seat, span=span, reason="Late.", **about)
    redraw(evening)
    begun = "Friday evening, round 1 was drawn again (A name.)"
    assert told(hoa, "was drawn again") == [f"{begun}, and you don't play this round."]
    [drawn] = told(owner, "was drawn again")
    assert drawn.startswith(f"{begun}. You now sit at table 1, ")
    take_back(evening)
    begun = "Friday evening, round 1: the previous draw counts again (It was right.)"
    [back] = told(hoa, "counts again")
    assert back.startswith(f"{begun}. You sit at table 1, ")
    assert told(owner, "counts again") == [f"{begun}, and somebody else has your seat at table 1."]
    assert not any("somebody else" in said for said in told(other, "counts again"))


def test_an_owner_for_whom_the_bot_played_hears_so_again_and_who_has_left_hears_nothing():
    evening = Evening(8)
    owner, leaver = evening.people[:2]
    about: dict[str, Any] = {"tournament_id": evening.id, "now": evening.now}
    place = next(
        (row.number, row.seats.index(f"player:{owner.pk}"))
        for row in RoundTable.objects.filter(tournament=evening.id)
        if f"player:{owner.pk}" in row.seats
    )
    commands.give_seat(
        by=evening.director,
        table=place[0],
        seat=place[1],
        player=None,
        span="round",
        reason="Late.",
        **about,
    )
    redraw(evening)
    commands.leave(by=leaver, **about)
    take_back(evening)
    [back] = told(owner, "counts again")
    assert back.endswith(f"somebody else has your seat at table {place[0]}.")
    assert told(leaver, "counts again") == []


def test_who_took_a_bots_seat_hears_that_it_is_theirs_again():
    evening = Evening(7, late_until=2)
    late = Player.objects.create_user("late")
    grant_first_chips(player=late, now=NOW)
    about: dict[str, Any] = {"by": late, "tournament_id": evening.id, "now": evening.now}
    commands.take_seat(player=late.pk, **about)
    table = next(row.number for row in RoundTable.objects.all() if row.occupants)
    redraw(evening)
    assert len(told(late, "was drawn again (A name.). You now sit at table ")) == 1
    take_back(evening)
    [back] = told(late, "counts again")
    assert f"You sit at table {table}, " in back
