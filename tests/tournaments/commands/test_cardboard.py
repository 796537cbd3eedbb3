"""Tables with real cards: who may mark them, enter, confirm, contradict and correct, and what counts then."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from games.checks.log import differing_rows
from games.commands import get_ready
from games.common.rulebook import RULES
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Deal, Player
from tests.support.cardboard import V4, WON, Table
from tests.support.refused import refused
from tests.support.tournament_pages import announced, player
from tournaments import commands, projections, queries
from tournaments.checks.ledger import check_ledger
from tournaments.commands import club_tables
from tournaments.engine.real_cards.deciding import CALLED_BY
from tournaments.engine.real_cards.entered_results import ResultStatus
from tournaments.engine.real_cards.events import Lay
from tournaments.models import RoundTable, Standing, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(director: Player) -> Table:
    return Table(director)


def test_nothing_is_dealt_at_a_table_with_real_cards(table):
    assert table.row.cardboard
    club_table = table.club_table
    assert club_table.cardboard and not club_table.deals.exists()


def test_a_result_counts_as_one_that_was_played_on_screens(table):
    winner = table.seats[1]
    table.enter(table.seats[0])
    score = table.score()
    assert (score.net, score.winner, score.points) == ((-54, 162, -54, -54), 1, 19)
    standing = Standing.objects.get(player=winner)
    assert (standing.place, standing.points, standing.wins, standing.best_hand) == (1, 162, 1, 19)
    deal = Deal.objects.get(pk=score.deal_id)
    assert (deal.winner, deal.points, deal.entered["status"]) == (1, 19, "unconfirmed")
    assert [seat.net for seat in deal.seats.all()] == [-54, 162, -54, -54]
    assert table.row.deals_done == 1


def test_the_round_ends_when_all_its_deals_are_entered_and_the_prizes_follow(table):
    table.enter(table.seats[1])
    table.enter(table.seats[1], Lay(None), deal=2)
    with refused("tournament.cardboard-unvouched"):  # on one seat's word no prize is paid
        commands.close(by=table.director, tournament_id=table.id, now=timezone.now())
    for deal in (1, 2):
        table.confirm(table.seats[3], deal)
    assert table.state.rounds[0].closed
    commands.close(by=table.director, tournament_id=table.id, now=timezone.now())
    assert Standing.objects.get(player=table.seats[1]).prize == 40
    assert list(check_ledger()) == [] and list(differing_rows()) == []


def test_only_who_sits_there_or_a_director_without_interest_enters(table):
    stranger = player("stranger")
    with refused("tournament.not-at-table"):
        table.enter(stranger)
    playing = table.seats[2]
    playing.is_director = True
    playing.save()
    table.enter(playing)  # for the own table, as a seat
    assert table.score().paper.confirmed_by == (2,)
    other = player("other", is_director=True)
    table.enter(other, deal=2)
    assert table.score(2).paper.status is ResultStatus.CONFIRMED


def test_the_second_of_two_phones_is_told_what_was_entered(table):
    first = table.enter(table.seats[0], idempotency_key="one")
    assert table.enter(table.seats[0], idempotency_key="one") == first
    with refused("tournament.cardboard-entered"):
        table.enter(table.seats[1], Lay(None), idempotency_key="two")
    assert table.score().winner == 1 and Deal.objects.filter(entered__isnull=False).count() == 1
    table.enter(table.seats[0], deal=2)
    with refused("tournament.no-such-deal"):
        table.enter(table.seats[0], deal=3)


@pytest.mark.parametrize(
    ("lay", "code"),
    [
        (Lay(1, (*WON, "king Kr")), "cardboard.cards-too-many"),
        (Lay(1, WON[:-1]), "cardboard.cards-missing"),
        (Lay(1, (*WON[:-1], "pair Rr Rr")), "cardboard.fifth-copy"),
        (Lay(1, (*WON[:-1], "pair Mr My")), "cardboard.no-set"),
        (Lay(1, (*WON[:-1], "pear Mr Mr")), "cardboard.unreadable"),
        (replace(V4, offender=1, section="§10.5"), "cardboard.offender"),
        (replace(V4, offender=0, section="§3.1"), "tournament.cardboard-section"),
        (replace(V4, offender=0), "tournament.cardboard-section"),
        (replace(V4, offender=0, section=" "), "tournament.cardboard-section"),
        (replace(V4, offender=0, section="§9.99"), "tournament.penalty-section"),
        (replace(V4, offender=0, section="§9.1"), "tournament.penalty-section"),
        (replace(V4, asides=((), (), ("khap Rr",), ())), "cardboard.fifth-copy"),
        (replace(V4, asides=((),)), "tournament.result-malformed"),
    ],
)
def test_a_result_that_cannot_be_changes_nothing(table, lay, code):
    version = table.state.version
    with refused(code):
        table.enter(table.seats[0], lay)
    assert table.state.version == version and not Deal.objects.filter(entered__isnull=False)


def test_the_sections_of_a_penalty_stand_in_the_rulebook_and_speak_of_it():
    book = RULES.read_text(encoding="utf-8")
    for section in CALLED_BY:
        line = next(one for one in book.splitlines() if one.startswith(f"{section[1:]} "))
        assert "penalty" in line.lower() or "worst card" in line, section


def test_a_penalty_is_corrected_by_a_section_that_speaks_of_it(table):
    table.enter(table.seats[0])
    with refused("tournament.penalty-section"):
        table.correct(table.director, replace(V4, offender=3, section="§9.99"))
    with refused("tournament.cardboard-section"):
        table.correct(table.director, replace(V4, offender=3))
    table.correct(table.director, replace(V4, offender=3, section="9.3"))
    assert table.score().paper.lay.section == "§9.3"


def test_a_penalty_is_entered_with_its_section(table):
    lay = replace(V4, offender=3, section="10.5", asides=(("khap Kr", "quan"), (), (), ()))
    table.enter(table.seats[0], lay)
    # A = 54 for three losers; South is paid 8 + 3 by each other loser, and 8 by the winner.
    assert table.score().net == (30, 154, -11, -173)
    assert (table.score().penalised, table.score().paper.lay.section) == (3, "§10.5")
    assert Standing.objects.get(player=table.seats[3]).penalties == 1


def test_it_is_confirmed_when_all_seats_say_so_on_their_phones(table):
    table.enter(table.seats[0])
    assert Standing.objects.get(player=table.seats[3]).notes == [["unconfirmed", 1, ""]]
    for member in table.seats[1:3]:
        table.confirm(member)
    assert table.score().paper.status is ResultStatus.UNCONFIRMED
    version = table.confirm(table.seats[3])
    assert table.confirm(table.seats[3]) == version
    assert table.score().paper.status is ResultStatus.CONFIRMED
    assert Standing.objects.get(player=table.seats[3]).notes == []
    assert Deal.objects.get(pk=table.score().deal_id).entered["status"] == "confirmed"


def test_the_phone_of_one_seat_is_passed_round(table):
    table.enter(table.seats[1])
    table.confirm(table.seats[1], others=(0, 2, 3))
    paper = table.score().paper
    assert paper.status is ResultStatus.CONFIRMED and paper.confirmed_by == (0, 1, 2, 3)


def test_who_did_not_sit_there_cannot_confirm(table):
    table.enter(table.seats[0])
    stranger = player("stranger")
    with refused("tournament.not-at-table"):
        table.confirm(stranger)
    with refused("tournament.not-at-table"):
        table.contradict(table.director)
    with refused("tournament.not-at-table"):
        table.confirm(table.director, as_director=False)
    table.confirm(table.director)
    assert table.score().paper.status is ResultStatus.CONFIRMED


def test_a_seat_contradicts_and_the_director_decides(table):
    table.enter(table.seats[0])
    table.enter(table.seats[0], Lay(None), deal=2)
    table.contradict(table.seats[2])
    assert table.score().paper.status is ResultStatus.CONTRADICTED
    with refused("tournament.cardboard-contradicted"):
        table.confirm(table.seats[1])
    with refused("tournament.cardboard-undecided"):
        commands.close(by=table.director, tournament_id=table.id, now=timezone.now())
    table.confirm(table.director)
    assert table.score().paper.status is ResultStatus.CONFIRMED
    table.confirm(table.director, 2)
    commands.close(by=table.director, tournament_id=table.id, now=timezone.now())


def test_who_contradicted_can_take_it_back_by_confirming(table):
    table.enter(table.seats[0])
    table.contradict(table.seats[2])
    table.confirm(table.seats[2])
    paper = table.score().paper
    assert (paper.status, paper.confirmed_by) == (ResultStatus.UNCONFIRMED, (0, 2))


def test_a_director_corrects_by_an_event_behind_the_first(table):
    table.enter(table.seats[0])
    table.contradict(table.seats[2])
    with refused("tournament.not-director"):
        table.correct(table.seats[0], Lay(None))
    with refused("tournament.cardboard-same"):
        table.correct(table.director, V4)
    with refused("tournament.reason-missing"):
        table.correct(table.director, Lay(None), reason=" ")
    table.correct(table.director, replace(V4, winner=2))
    score = table.score()
    assert (score.net, score.winner) == ((-54, -54, 162, -54), 2)
    assert score.paper.status is ResultStatus.CONFIRMED and score.paper.revision == 2
    assert Deal.objects.get(pk=score.deal_id).winner == 2
    assert Standing.objects.get(player=table.seats[2]).points == 162
    with refused("tournament.cardboard-changed"):
        table.confirm(table.seats[0], revision=1)


def test_a_correction_after_the_closing_counter_books_the_prizes(table):
    table.enter(table.seats[0])
    table.enter(table.seats[0], Lay(None), deal=2)
    before = {one: balance(member_account(one.pk)) for one in table.seats}
    for deal in (1, 2):
        table.confirm(table.seats[3], deal)
    commands.close(by=table.director, tournament_id=table.id, now=timezone.now())
    table.correct(table.director, replace(V4, winner=2))
    assert balance(member_account(table.seats[2].pk)) == before[table.seats[2]] + 40
    assert list(check_ledger()) == [] and list(differing_rows()) == []


def test_the_rows_can_be_thrown_away_and_made_again(table):
    table.enter(table.seats[0], replace(V4, asides=((), (), ("khap",), ())))
    table.contradict(table.seats[3])
    deal_id = table.score().deal_id
    rows = Deal.objects.filter(pk=deal_id)
    nets = rows.order_by("seats__number").values_list("seats__net", flat=True)
    before = rows.values().get(), list(nets.all())
    rows.update(winner=3, points=1, entered={"status": "confirmed"})
    assert any(f"deal {deal_id}" in found for found in differing_rows())
    RoundTable.objects.update(cardboard=False)
    projections.rebuild(table.id)
    assert (rows.values().get(), list(nets.all())) == before
    assert table.row.cardboard and table.row.deals_done == 1


def test_a_table_is_marked_before_its_first_card_alone(director):
    table = Table(director)
    table.mark(cardboard=False)  # back to the screens: a deal is prepared
    club_table = table.club_table
    assert not club_table.cardboard and club_table.deals.count() == 1
    table.mark()
    assert not club_table.deals.filter(ended_at=None).exists()
    table.enter(table.seats[0])
    with refused("tournament.cardboard-played"):
        table.mark(cardboard=False)
    with refused("tournament.no-such-table"):
        table.mark(table=2)
    with refused("tournament.not-director"):
        table.mark(by=table.seats[0])
    with refused("tournament.cardboard-last"):
        table.mark(table=None)


def test_a_table_whose_cards_are_dealt_stays_on_screens(director):
    people = [player(name) for name in ("an", "binh", "chi", "dung")]
    tournament = announced(director, *people, rounds=2)
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    club_tables.set_tables(timezone.now)
    deal = Deal.objects.get()
    for one in people:
        get_ready(by=one, deal_id=deal.pk, now=timezone.now())
    version = Tournament.objects.get().version
    with refused("tournament.cardboard-dealt"):
        commands.mark_tables(
            by=director, tournament_id=tournament, table=1, cardboard=True, now=timezone.now()
        )
    assert Tournament.objects.get().version == version
    assert not RoundTable.objects.get().cardboard
    commands.mark_tables(
        by=director,
        tournament_id=tournament,
        table=1,
        cardboard=True,
        onward=True,
        now=timezone.now(),
    )
    assert not RoundTable.objects.get().cardboard
    loaded = queries.current(tournament)
    assert [mark.first for mark in loaded.state.marks] == [2]


def test_bots_hold_no_real_cards(director):
    people = [player(name) for name in ("an", "binh", "chi", "dung", "em")]
    tournament = announced(director, *people, rounds=2)
    for table in (None, 1):
        commands.mark_tables(
            by=director,
            tournament_id=tournament,
            table=table,
            cardboard=True,
            onward=True,
            now=timezone.now(),
        )
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    state = queries.current(tournament).state
    for number, drawn in enumerate(state.rounds[0].tables, 1):
        bots = any(label.startswith("bot:") for label in drawn.seats)
        row = RoundTable.objects.get(number=number)
        assert row.cardboard is not bots
        if bots:
            with refused("tournament.cardboard-bot"):
                commands.mark_tables(
                    by=director,
                    tournament_id=tournament,
                    table=number,
                    cardboard=True,
                    now=timezone.now(),
                )


def test_a_whole_tournament_plays_with_real_cards_by_its_terms(director):
    people = [player(name) for name in ("an", "binh", "chi", "dung")]
    tournament = announced(director, *people, cardboard=True)
    assert Tournament.objects.get().cardboard
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    assert RoundTable.objects.get().cardboard
    club_tables.set_tables(timezone.now)
    assert not Deal.objects.exists()
    projections.rebuild(tournament)
    assert Tournament.objects.get().cardboard and RoundTable.objects.get().cardboard


def test_a_mark_for_all_rounds_holds_in_the_next_one(director):
    table = Table(director, deals=1, rounds=2)
    table.mark(onward=True)
    table.enter(table.seats[0])
    table.confirm(table.seats[1])
    rows = {row.round: row.cardboard for row in RoundTable.objects.all()}
    assert rows == {1: True, 2: True}


def test_at_tea_the_deal_that_lay_there_is_entered_and_no_further_one(director):
    table = Table(director, deals=3)
    at: dict[str, Any] = {"by": director, "tournament_id": table.id, "now": timezone.now()}
    table.enter(table.seats[0])
    commands.pause_all(reason="Tea", **at)
    table.enter(table.seats[0], deal=2)
    for by in (table.seats[0], director):
        with refused("tournament.result-in-tea"):
            table.enter(by, deal=3)
    commands.resume_all(**at)
    table.enter(table.seats[0], deal=3)
