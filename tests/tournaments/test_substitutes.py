"""Substitutes at the club's tables, and members at bots' seats: who sits from the next deal on, and what counts."""

from datetime import timedelta
from typing import Any

import pytest

from games import commands as club
from games.engine.state import Phase
from games.errors import Refused
from games.models import Deal, DealSeat, Player, Seat
from tests.support.agreements import waiting_acts
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tests.support.tournament_pages import player
from tournaments import commands
from tournaments.checks.ledger import check_ledger
from tournaments.checks.log import check_log
from tournaments.commands.club_tables import set_tables
from tournaments.engine.results import RuledResult
from tournaments.models import Entry, Reserve, RoundTable, Standing, Tournament
from tournaments.projections import rebuild

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def evening(people: int = 4, reserves: int = 1, **options: Any) -> tuple[Evening, list[Player]]:
    made = Evening(people, **{"rounds": 2, "deals_per_round": 3, **options})
    listed = [player(f"reserve{number}") for number in range(reserves)]
    for one in listed:
        commands.list_reserve(by=one, tournament_id=made.id, player=one.pk, now=made.now)
    return made, listed


def place_of(made: Evening, member: Player) -> tuple[int, int]:
    """Table and seat in the newest round."""
    for row in RoundTable.objects.filter(tournament=made.id).order_by("-round"):
        if f"player:{member.pk}" in row.seats:
            return row.number, row.seats.index(f"player:{member.pk}")
    raise AssertionError(member)


def give(made: Evening, owner: Player, to: Player | None, span: str = "rest", **more: Any) -> None:
    table, seat = place_of(made, owner)
    made.now += timedelta(seconds=1)
    commands.give_seat(
        **{
            "by": made.director,
            "tournament_id": made.id,
            "table": table,
            "seat": seat,
            "player": None if to is None else to.pk,
            "span": span,
            "reason": "Went home.",
            "now": made.now,
            **more,
        }
    )


def sits(made: Evening, member: Player) -> bool:
    return Seat.objects.filter(player=member, table__closed_at=None).exists()


def play(made: Evening) -> None:
    made.play()
    made.follow()


def notes(member: Player) -> Any:
    return Standing.objects.get(player=member).notes


def refused(code: str, command: Any, *asked: Any, **more: Any) -> None:
    with pytest.raises(Refused) as caught:
        command(*asked, **more)
    assert caught.value.code == code
    assert "{" not in caught.value.sentence


def test_a_substitute_plays_one_deal_and_it_counts_for_the_seats_owner():
    made, [hoa] = evening()
    lan = made.people[0]
    give(made, lan, hoa, "deal")
    set_tables(lambda: made.now)
    assert sits(made, hoa) and not sits(made, lan)  # no card was dealt: the deal is prepared anew
    running = Deal.objects.get(ended_at=None)
    assert running.phase == Phase.SEEDS and running.seats.filter(player=hoa).exists()
    play(made)
    assert sits(made, lan) and not sits(made, hoa)
    play(made)
    line = Standing.objects.get(player=lan)
    assert line.deals == 2 and ["stood-in", 1, str(hoa.pk)] in line.notes
    assert not Standing.objects.filter(player=hoa).exists()
    deals = Deal.objects.filter(cancelled=False, ended_at__isnull=False).order_by("number")
    assert [deal.seats.filter(player=hoa).exists() for deal in deals] == [True, False]
    assert list(check_log()) == []


def test_a_running_deal_is_played_to_its_end_by_who_sits_in_it():
    made, [hoa] = evening()
    lan = made.people[0]
    deal = Deal.objects.get(ended_at=None)
    for one in made.people:
        club.get_ready(by=one, deal_id=deal.pk, now=made.now)
    give(made, lan, hoa, "round")
    set_tables(lambda: made.now)
    assert sits(made, lan) and not sits(made, hoa)
    play(made)
    assert sits(made, hoa)
    play(made)
    assert notes(lan) == [["stood-in", 1, str(hoa.pk)]]


def test_who_has_left_is_stood_in_for_in_the_rounds_to_come_and_the_next_draw_names_the_owner():
    made, [hoa] = evening(deals_per_round=1)
    lan = made.people[0]
    asked: dict[str, Any] = {"tournament_id": made.id, "now": made.now}
    commands.leave(by=lan, **asked)
    made.follow()
    give(made, lan, hoa)
    made.follow()
    assert sits(made, hoa)
    play(made)
    assert f"player:{lan.pk}" in RoundTable.objects.get(round=2).seats
    assert sits(made, hoa) and not sits(made, lan)
    play(made)
    line = Standing.objects.get(player=lan)
    assert (line.place, line.deals) == (None, 2)
    assert ["stood-in", 2, str(hoa.pk)] in line.notes
    made.close()
    assert list(check_ledger()) == [] and list(check_log()) == []


def test_the_owner_gets_the_seat_and_the_prize_back_and_without_the_bot_it_is_nobodys():
    made, [hoa] = evening(rounds=1)
    lan = made.people[0]
    give(made, lan, hoa)
    made.follow()
    give(made, lan, None, "round")
    made.follow()
    assert not sits(made, hoa) and not sits(made, lan)
    give(made, lan, lan)
    made.follow()
    assert sits(made, lan)
    made.play_all()
    assert Standing.objects.get(player=lan).place is not None


def test_who_never_sat_leads_not_by_a_substitutes_points():
    made, [hoa] = evening(rounds=1, deals_per_round=1)
    lan = made.people[0]
    give(made, lan, hoa)
    made.follow()
    deal = Deal.objects.get(ended_at=None)
    for one in [*made.people[1:], hoa]:
        club.get_ready(by=one, deal_id=deal.pk, now=made.now)
    play(made)
    assert Standing.objects.get(player=lan).place == 4


def test_the_rows_made_again_from_the_log_say_the_same():
    made, [hoa, be] = evening(reserves=2)
    lan = made.people[0]
    give(made, lan, hoa)
    commands.leave_reserve(by=be, tournament_id=made.id, player=be.pk, now=made.now)
    play(made)

    def rows() -> list[Any]:
        return [
            list(Reserve.objects.values_list("player", flat=True)),
            list(RoundTable.objects.order_by("pk").values_list("occupants", flat=True)),
            list(Standing.objects.values_list("participant", "line", "notes")),
        ]

    before = rows()
    assert before[0] == [hoa.pk] and f"player:{hoa.pk}" in before[1][0]
    rebuild(made.id)
    assert rows() == before


def test_a_member_takes_a_bots_seat_between_two_deals_and_counts_from_there():
    made, _ = evening(people=3, reserves=0, late_until=1)
    late = player("late")
    club.grant_first_chips(player=late, now=made.now)
    play(made)
    made.now += timedelta(seconds=1)
    commands.take_seat(by=late, tournament_id=made.id, player=late.pk, now=made.now)
    made.follow()
    assert sits(made, late)
    assert "bot:greedy" in RoundTable.objects.get().seats  # as drawn, and as the certificate says
    play(made)
    line = Standing.objects.get(player=late)
    assert line.deals == 1 and line.place is not None
    assert ["took-seat", 1, ""] in line.notes
    bots = Standing.objects.get(participant="bot:greedy")
    assert bots.deals == 1
    play(made)
    assert f"player:{late.pk}" in RoundTable.objects.get(round=2).seats
    assert list(check_ledger()) == [] and list(check_log()) == []


def test_a_bots_seat_is_refused_where_the_terms_let_nobody_enter_and_where_there_is_none():
    made, _ = evening(people=3, reserves=0, late_until=0)
    late = player("late")
    asked: dict[str, Any] = {"tournament_id": made.id, "now": made.now}
    refused("tournament.already-started", commands.take_seat, by=late, player=late.pk, **asked)
    member = made.people[0]
    refused(
        "tournament.drawn-already", commands.take_seat, by=made.director, player=member.pk, **asked
    )
    refused("tournament.not-entered", commands.take_seat, by=made.director, player=late.pk, **asked)
    refused("tournament.not-director", commands.take_seat, by=late, player=member.pk, **asked)


def test_a_director_seats_who_sat_the_round_out_at_a_bots_seat():
    made, _ = evening(people=5, reserves=0, open_tables=False, deals_per_round=1, rounds=3)
    out = made.people[0]
    commands.sit_out(by=out, tournament_id=made.id, player=out.pk, now=made.now)
    set_tables(lambda: made.now)
    play(made)
    assert not sits(made, out)
    asked: dict[str, Any] = {"tournament_id": made.id, "now": made.now, "player": out.pk}
    refused("tournament.no-bots-seat", commands.take_seat, by=made.director, **asked)


@pytest.mark.parametrize(
    ("who", "code"),
    [
        ("member", "tournament.substitute-plays"),
        ("stranger", "tournament.substitute-unlisted"),
        ("twice", "tournament.substitute-sits"),
        ("guest", "guest.member-only"),
    ],
)
def test_who_plays_already_or_stands_on_no_list_is_no_substitute(who: str, code: str):
    made, [hoa] = evening()
    lan, binh = made.people[:2]
    if who == "twice":
        give(made, binh, hoa, "round")
    found = {
        "member": binh,
        "stranger": player("stranger"),
        "twice": hoa,
        "guest": Player.objects.create_user("guest", is_guest=True),
    }
    version = made.version
    refused(code, give, made, lan, found[who])
    assert made.version == version


def test_two_directors_at_once_and_a_second_click_give_a_seat_once():
    made, [hoa, be] = evening(reserves=2)
    lan = made.people[0]
    seen = f"player:{lan.pk}"
    for _ in range(2):
        give(made, lan, hoa, instead_of=seen, idempotency_key="seat-1")
    second = player("second", is_director=True)
    refused("tournament.stale", give, made, lan, be, by=second, instead_of=seen)
    version = made.version
    give(made, lan, hoa)  # as it is
    assert made.version == version


def test_nobody_gives_seats_by_interest_or_without_the_duty():
    made, [hoa] = evening()
    lan, binh = made.people[:2]
    refused("tournament.not-director", give, made, lan, hoa, by=binh)
    for one in (binh, hoa):
        one.is_director = True
        one.save()
    give(made, lan, hoa, by=binh)  # only asks the others
    assert waiting_acts(made.id) == ["give_seat"]
    refused("tournament.agreement-waits", give, made, lan, hoa, by=hoa)
    refused("tournament.span-unknown", give, made, lan, hoa, "ever")
    refused("tournament.span-substitute", give, made, lan, None, "deal")
    refused("tournament.no-such-table", give, made, lan, hoa, table=9)
    refused("tournament.no-such-seat", give, made, lan, hoa, seat=4)
    refused("tournament.reason-missing", give, made, lan, hoa, reason=" ")
    refused("guest.member-only", give, made, lan, hoa, player=2**63)


def test_after_the_close_nobody_is_listed_and_no_seat_is_given():
    made, [hoa] = evening(rounds=1, deals_per_round=1)
    made.play_all()
    lan = made.people[0]
    refused("tournament.no-open-round", give, made, lan, hoa)
    made.close()
    refused("tournament.closed", give, made, lan, hoa)
    asked: dict[str, Any] = {"tournament_id": made.id, "player": hoa.pk, "now": made.now}
    refused("tournament.closed", commands.list_reserve, by=hoa, **asked)


def test_a_substitute_neither_enters_nor_leaves_the_list_while_they_have_a_seat():
    made, [hoa] = evening(late_until=2, entry_fee=0)
    give(made, made.people[0], hoa)
    asked: dict[str, Any] = {"tournament_id": made.id, "now": made.now}
    refused("tournament.substitute-sits", commands.enter, by=hoa, **asked)
    refused("tournament.substitute-sits", commands.leave_reserve, by=hoa, player=hoa.pk, **asked)
    assert not Entry.objects.filter(player=hoa).exists()


def play_all_there(made: Evening) -> None:
    """Play to the end, with everybody who sits there ready for each deal: the careful bot plays for nobody."""
    while running := list(Deal.objects.filter(ended_at=None)):
        for deal in running:
            for seat in deal.seats.exclude(player=None).select_related("player"):
                assert seat.player is not None
                club.get_ready(by=seat.player, deal_id=deal.pk, now=made.now)
        play(made)


def test_by_the_other_rule_a_whole_tournament_adds_up_and_a_substitute_wins_nothing():
    made, [hoa] = evening(counts_for_player=True)
    lan = made.people[0]
    give(made, lan, hoa, "deal")
    set_tables(lambda: made.now)
    play_all_there(made)
    made.close()
    own, theirs = Standing.objects.get(player=lan), Standing.objects.get(player=hoa)
    assert (theirs.deals, theirs.place, theirs.prize) == (1, None, 0)
    assert own.deals == 5 and own.place is not None
    (stood_in,) = DealSeat.objects.filter(player=hoa, deal__cancelled=False)
    assert theirs.points == stood_in.net
    rows = list(Standing.objects.all())
    assert (sum(row.points for row in rows), sum(row.deals for row in rows)) == (0, 24)
    assert sum(row.prize or 0 for row in rows) == Tournament.objects.get().pot
    html = browser(lan).get(f"/tournaments/{made.id}/").content.decode()
    assert "count for the substitute" in html
    assert f"played 1 deals in {lan.shown_name}&#x27;s seat" in html
    assert browser(hoa).get(f"/tournaments/{made.id}/standings/{hoa.pk}").status_code == 200
    before = rows_of_standings()
    rebuild(made.id)
    assert rows_of_standings() == before
    assert list(check_ledger()) == [] and list(check_log()) == []


def test_by_the_other_rule_a_late_ruling_moves_the_substitutes_line_and_no_prize_of_theirs():
    made, [hoa] = evening(counts_for_player=True)
    lan = made.people[0]
    give(made, lan, hoa, "deal")
    set_tables(lambda: made.now)
    play_all_there(made)
    made.close()
    (stood_in,) = DealSeat.objects.filter(player=hoa, deal__cancelled=False)
    seats = list(stood_in.deal.seats.values_list("net", flat=True))
    other = (stood_in.number + 1) % 4
    net = [value or 0 for value in seats]
    net[stood_in.number] -= 30
    net[other] += 30
    south, east, north, west = net
    ruled = RuledResult(stood_in.deal_id, (south, east, north, west), stood_in.number, 7)
    assert list(commands.count(tournament_id=made.id, results=[ruled], now=made.now)) == []
    theirs = Standing.objects.get(player=hoa)
    assert (theirs.points, theirs.place, theirs.prize) == ((stood_in.net or 0) - 30, None, 0)
    rows = list(Standing.objects.all())
    assert sum(row.points for row in rows) == 0
    assert sum(row.prize or 0 for row in rows) == Tournament.objects.get().pot


def rows_of_standings() -> list[Any]:
    return list(
        Standing.objects.order_by("line").values_list(
            "participant", "place", "points", "deals", "notes"
        )
    )
