"""An evening of members who do not fill tables of four: with real cards, on screens, and on every page."""

from uuid import uuid4

import pytest
from django.utils import timezone

from games.checks.log import differing_rows
from games.log.followers import catch_up
from games.models import Deal, Player
from games.models import Table as ClubTable
from notices import projections as notices
from notices.models import Notice
from tests.support.cardboard import WON, Table
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tests.support.refused import refused
from tests.support.tournament_pages import GOOD, announced, player
from tournaments import commands, queries
from tournaments.checks.ledger import check_ledger
from tournaments.commands import club_tables
from tournaments.engine.participants import is_bot
from tournaments.engine.real_cards.entered_results import ResultStatus
from tournaments.engine.real_cards.events import Lay
from tournaments.models import RoundTable, Standing, Tournament
from tournaments.projections.rebuilding import rebuild_all

pytestmark = pytest.mark.django_db

THREE = Lay(1, WON, ((), (), ()))


@pytest.fixture
def table(director: Player) -> Table:
    return Table(director, people=[player(name) for name in ("an", "binh", "chi")], odd="threes")


def test_a_result_of_three_is_entered_and_confirmed_by_all_three(table):
    table.enter(table.seats[0], THREE)
    score = table.score()
    assert (score.net, score.winner) == ((-54, 108, -54), 1)
    assert score.paper.status is ResultStatus.UNCONFIRMED
    table.confirm(table.seats[1])
    table.confirm(table.seats[2])
    assert table.score().paper.status is ResultStatus.CONFIRMED
    assert [seat.net for seat in Deal.objects.get(pk=score.deal_id).seats.order_by("number")] == [
        *(-54, 108, -54)
    ]
    assert (table.club_table.seat_count, table.row.starters) == (3, [0, 1])


def test_the_page_and_the_program_may_say_four_seats_as_long_as_west_is_empty(table):
    table.enter(table.seats[0], Lay(None))
    assert table.score().net == (0, 0, 0)
    with refused("tournament.result-malformed"):
        table.enter(table.seats[0], Lay(1, WON, ((), (), (), ("khap Rr",))), deal=2)
    with refused("cardboard.seat"):
        table.enter(table.seats[0], Lay(3, WON, ((), (), ())), deal=2)
    with refused("tournament.result-malformed"):
        commands.confirm_result(by=table.seats[1], others=[3], **table._on(1))


def test_the_evening_of_three_ends_with_its_prizes_and_its_rows_can_be_made_again(table):
    for deal in (1, 2):
        table.enter(table.seats[1], THREE, deal=deal)
        table.confirm(table.seats[0], deal=deal)
    commands.close(by=table.director, tournament_id=table.id, now=timezone.now())
    assert Standing.objects.get(player=table.seats[1]).points == 216
    assert list(check_ledger()) == [] and list(differing_rows()) == []


def test_every_page_shows_a_table_of_three(table):
    table.enter(table.seats[0], THREE)
    shown = [
        table.page,
        f"{table.page}?winner=1&aside=3+quan&kind=3+khap",
        f"/tournaments/{table.id}/",
        f"/tournaments/{table.id}/slips",
        f"/tournaments/{table.id}/sheets",
        f"/tournaments/{table.id}/hall",
        f"/tournaments/{table.id}/results.csv",
        f"/tournaments/{table.id}/rounds/1/certificate",
        f"/tournaments/{table.id}/log",
    ]
    for address in shown:
        page = browser(table.seats[0]).get(address)
        assert page.status_code == 200, address
        text = page.content.decode()
        if address.endswith(".csv"):
            text = text.partition("\n")[2]  # its headings are those of any table
        assert "West" not in text, address


def test_thirteen_with_real_cards_sit_with_no_bot(director):
    people = [player(f"member{number}") for number in range(13)]
    tournament = announced(director, *people, cardboard=True, odd="by-cards", rounds=1)
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    club_tables.set_tables(timezone.now)
    rows = RoundTable.objects.filter(tournament=tournament).order_by("number")
    assert [len(row.seats) for row in rows] == [4, 3, 3, 3]
    assert all(row.cardboard and not any(map(is_bot, row.seats)) for row in rows)
    tables = ClubTable.objects.filter(pk__in=[row.games_table_id for row in rows])
    assert sorted(tables.values_list("seat_count", flat=True)) == [3, 3, 3, 4]


def test_where_all_cards_are_real_nothing_is_said_of_screens(director):
    people = [player(f"member{number}") for number in range(7)]
    of_screens = ("careful bot", "open immediately. The careful bot", "s per move", "Spectators")
    for cardboard in (True, False):
        tournament = announced(director, *people, cardboard=cardboard, odd="by-cards", rounds=1)
        pages = "".join(
            browser(director).get(f"/tournaments/{tournament}/{page}").content.decode()
            for page in ("", "start")
        )
        assert [words for words in of_screens if (words in pages) is cardboard] == []


def test_rules_of_four_seats_alone_let_one_of_five_sit_out(director):
    people = [player(f"member{number}") for number in range(9)]
    tournament = announced(
        director, *people, cardboard=True, odd="by-cards", rules="4sac", rounds=1
    )
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    state = queries.current(tournament).state
    assert [len(table.seats) for table in state.rounds[0].tables] == [4, 4]
    assert len(state.rounds[0].out) == 1


@pytest.mark.usefixtures("followers_do_not_wait")
def test_seven_play_their_evening_on_screens_at_a_table_of_four_and_one_of_three():
    evening = Evening(7, odd="threes", rounds=3)
    evening.play_all()
    evening.close()
    rows = RoundTable.objects.filter(tournament=evening.id).order_by("round", "number")
    assert [len(row.seats) for row in rows] == [4, 3] * 3
    assert sum(Standing.objects.values_list("points", flat=True)) == 0
    before = evening.rows()
    rebuild_all()
    assert evening.rows() == before
    assert list(check_ledger()) == [] and list(differing_rows()) == []


def test_the_start_page_says_who_sits_how(director):
    people = [player(f"member{number}") for number in range(13)]
    tournament = announced(director, *people, cardboard=True, odd="by-cards", rounds=1)
    page = " ".join(
        browser(director).get(f"/tournaments/{tournament}/start").content.decode().split()
    )
    assert "In the first round: 1 table of four, 3 tables of three." in page
    assert "At a table of three, only two players pay the winner" in page
    assert "bots fill the tables" not in page
    five = announced(director, *people[:5], odd="threes", rounds=1)
    page = " ".join(browser(director).get(f"/tournaments/{five}/start").content.decode().split())
    assert "In the first round: 1 table of four, 1 member sits out." in page
    two = announced(director, *people[:2], odd="threes", rounds=1)
    page = browser(director).get(f"/tournaments/{two}/start").content.decode()
    assert "2 members are too few for a table without bots." in page


@pytest.mark.usefixtures("followers_do_not_wait")
def test_a_round_for_one_member_waits_until_a_director_draws_it_or_somebody_is_back():
    evening = Evening(2, rounds=3)
    lan, binh = evening.people
    address = f"/tournaments/{evening.id}/"
    commands.leave(by=binh, tournament_id=evening.id, now=evening.now)
    evening.play_all()
    assert RoundTable.objects.filter(tournament=evening.id).count() == 1
    assert "Too few members are left for round 2" in browser(lan).get(address).content.decode()
    assert "draw-on" not in browser(lan).get(address).content.decode()
    asked = browser(evening.director).get(f"{address}draw-on").content.decode()
    assert "Only one member is left for round 2" in asked
    commands.take_back(
        by=evening.director,
        tournament_id=evening.id,
        player=binh.pk,
        as_director=True,
        now=evening.now,
    )
    (second,) = RoundTable.objects.filter(tournament=evening.id, round=2)
    assert f"player:{binh.pk}" in second.seats
    with refused("tournament.round-not-waiting"):
        commands.draw_on(by=evening.director, tournament_id=evening.id, now=evening.now)
    commands.leave(by=binh, tournament_id=evening.id, now=evening.now)
    evening.follow()
    evening.play_all()
    with refused("tournament.not-director"):
        commands.draw_on(by=lan, tournament_id=evening.id, now=evening.now)
    commands.draw_on(by=evening.director, tournament_id=evening.id, now=evening.now)
    assert RoundTable.objects.filter(tournament=evening.id, round=3).count() == 1


def test_who_sits_out_is_on_the_page_and_on_the_page_of_the_draw(director):
    people = [player(f"member{number}") for number in range(5)]
    tournament = announced(director, *people, odd="sit-out", rounds=2)
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    (out,) = queries.current(tournament).state.rounds[0].out
    name = Player.objects.get(pk=out).shown_name
    for address in ("", "rounds/1/certificate"):
        page = " ".join(
            browser(director).get(f"/tournaments/{tournament}/{address}").content.decode().split()
        )
        assert f"Sits out this round: {name}." in page.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.usefixtures("followers_do_not_wait")
def test_the_pages_say_how_places_go_and_what_a_round_sat_out_counts():
    evening = Evening(5, odd="sit-out", rounds=2, deals_per_round=1, ranked_by="deal")
    evening.play_all()
    page = browser(evening.director).get(f"/tournaments/{evening.id}/").content.decode()
    assert "Players are ranked by points per deal" in page and " per deal</small>" in page


@pytest.mark.usefixtures("followers_do_not_wait")
def test_why_a_place_names_the_rounds_sat_out():
    evening = Evening(5, odd="sit-out", rounds=2, deals_per_round=1, unplayed="mean")
    evening.play_all()
    state = queries.current(evening.id).state
    player_id = state.rounds[0].out[0]
    address = f"/tournaments/{evening.id}/"
    page = browser(evening.director).get(f"{address}standings/{player_id}").content.decode()
    assert state.ranked().tallies[f"player:{player_id}"].sat_out != 0
    assert "Rounds sat out, at the member's average" in page
    shown = browser(evening.director).get(address).content.decode()
    assert "get the average of their own deals" in " ".join(shown.split())


@pytest.mark.usefixtures("followers_do_not_wait")
def test_who_sits_out_is_told_so_and_the_log_names_them():
    evening = Evening(5, odd="sit-out", rounds=2, deals_per_round=1)
    catch_up(notices.follower(lambda: evening.now))
    (out,) = queries.current(evening.id).state.rounds[0].out
    named = [
        notice.facts.get("variant")
        for notice in Notice.objects.filter(player=out, name="tournament.round-drawn")
    ]
    assert named == [7]
    page = browser(evening.director).get(f"/tournaments/{evening.id}/log").content.decode()
    name = Player.objects.get(pk=out).shown_name
    assert f"Sits out this round: {name}." in page.replace("\u2068", "").replace("\u2069", "")


def test_a_director_who_says_nothing_announces_threes_for_real_cards_and_bots_for_screens(director):
    client = browser(director)
    page = client.get("/tournaments/new").content.decode()
    assert '<option value="by-cards" selected>' in page
    client.post("/tournaments/new", {**GOOD, "idempotency_key": str(uuid4()), "cardboard": "on"})
    row = Tournament.objects.get()
    assert row.terms.odd == "by-cards" and row.cardboard
    people = [player(f"member{number}") for number in range(6)]
    for one in people:
        commands.enter(by=one, tournament_id=row.pk, now=timezone.now())
    page = " ".join(client.get(f"/tournaments/{row.pk}/start").content.decode().split())
    assert "In the first round: 2 tables of three." in page


def test_the_term_can_be_corrected_until_the_last_draw(director):
    people = [player(f"member{number}") for number in range(5)]
    tournament = announced(director, *people, rounds=2)
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    commands.correct_settings(
        by=director,
        tournament_id=tournament,
        settings={"odd": "sit-out"},
        reason="Bots play too slowly.",
        now=timezone.now(),
    )
    state = queries.current(tournament).state
    assert (state.sizes.out, state.sizes.bots) == (1, 0)
    page = browser(director).get(f"/tournaments/{tournament}/log").content.decode()
    assert "take turns sitting out instead of the club&#x27;s bots" in page.replace(
        "\u2068", ""
    ).replace("\u2069", "")
