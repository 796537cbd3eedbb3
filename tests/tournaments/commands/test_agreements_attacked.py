"""A director who plays tries to get what they may not have alone: by cards they print, people they enter, terms."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import commands as club
from games.commands.people.accounts import change_account
from games.commands.people.cards import evening_of, make_cards, replace_password, use_card
from games.models import DealSeat, Player
from tests.support.cardboard import Table
from tests.support.refused import refused
from tests.support.tournament_pages import announced, player
from tournaments import commands, queries
from tournaments.commands.club_tables import set_tables
from tournaments.commands.leagues import set_league
from tournaments.engine.correcting import agreements
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

NAMES = ("an", "binh", "chi", "dung", "em", "giang", "hoa")


@pytest.fixture
def lan() -> Player:
    return player("lan", is_director=True)


@pytest.fixture
def table(lan: Player) -> Table:
    """Two tables with real cards, at one of which the director plays."""
    people = (lan, *(player(name) for name in NAMES))
    return Table(lan, people=people, entry_fee=0, late_until=2, rounds=2)


def ask(table: Table, lan: Player) -> None:
    commands.adjust_points(
        by=lan, tournament_id=table.id, now=timezone.now(), player=lan.pk, points=50, reason="Mine."
    )


def agree(table: Table, by: Player) -> int:
    told: dict[str, Any] = {"tournament_id": table.id, "now": timezone.now()}
    return commands.answer_agreement(by=by, number=1, agrees=True, **told)


def test_an_account_whose_card_the_asker_made_since_the_start_agrees_to_nothing(lan, table):
    hoa = Player.objects.get(username="hoa")
    ask(table, lan)
    replace_password(by=lan, player=hoa, reason="Forgot it.", now=timezone.now())
    with refused("tournament.agreement-by-asker"):
        agree(table, hoa)
    agree(table, Player.objects.get(username="giang"))
    assert not table.state.agreements and table.state.adjustments


def test_whom_the_asker_entered_since_the_start_agrees_to_nothing_and_no_guest_does(lan, table):
    late, now = player("late"), timezone.now()
    commands.enter_members(by=lan, tournament_id=table.id, players=[late.pk], now=now)
    commands.enter_guests(by=lan, tournament_id=table.id, names=["Ông Tư"], now=now)
    ask(table, lan)
    with refused("tournament.agreement-by-asker"):
        agree(table, late)
    with refused("tournament.agreement-own"):
        agree(table, Player.objects.get(is_guest=True))


def test_guests_are_nobody_who_could_agree(lan):
    """At a club of one table all have an interest; a guest who is entered makes that no other."""
    people = (lan, *(player(name) for name in NAMES[:3]))
    table = Table(lan, people=people, entry_fee=0, late_until=2, rounds=2)
    table.enter(table.seats[0])
    commands.enter_guests(by=lan, tournament_id=table.id, names=["Ông Tư"], now=timezone.now())
    commands.void_deal(
        by=lan, tournament_id=table.id, deal=table.score().deal_id, reason="x", now=timezone.now()
    )
    (asked,) = (one.wish for one in table.state.agreements.values())
    guest = Player.objects.get(is_guest=True).pk
    assert set(agreements.free(table.state, asked)) - {guest}


def test_a_director_who_was_removed_does_not_come_back_alone(lan, table):
    boss = player("boss", is_director=True)
    told: dict[str, Any] = {"tournament_id": table.id, "player": lan.pk, "now": timezone.now()}
    commands.remove(by=boss, reason="Left.", **told)
    commands.take_back(by=lan, as_director=True, **told)
    assert lan.pk in table.state.left
    assert [one.wish.act for one in table.state.agreements.values()] == ["take_back"]


@pytest.mark.parametrize("setting", ["seconds_per_move", "ruling_hours", "series_best"])
def test_a_term_that_could_favour_a_player_waits_while_the_tournament_runs(lan, setting):
    people = [player(name) for name in NAMES[:3]]
    made = announced(lan, lan, *people, entry_fee=0, rounds=2, series="Autumn", series_best=3)
    told: dict[str, Any] = {"by": lan, "tournament_id": made, "now": timezone.now()}
    commands.start(**told)
    before = getattr(queries.current(made).state.options, setting)
    commands.correct_settings(settings={setting: before + 2}, reason="x", **told)
    state = queries.current(made).state
    assert getattr(state.options, setting) == before and len(state.agreements) == 1


def test_nobody_sets_the_points_of_a_league_in_which_they_play(lan):
    people = [player(name) for name in NAMES[:3]]
    made = announced(lan, lan, *people, entry_fee=0, rounds=2, series="Autumn", series_best=3)
    told: dict[str, Any] = {"best": 2, "points": (10, 5), "present": 1, "reason": "x"}
    now = timezone.now()
    set_league(by=lan, series="Autumn", now=now, **told)  # before the start it favours nobody
    commands.start(by=lan, tournament_id=made, now=now)
    with refused("tournament.own-interest"):
        set_league(by=lan, series="Autumn", now=now, **told)
    set_league(by=player("boss", is_director=True), series="Autumn", now=now, **{**told, "best": 1})
    assert Tournament.objects.get(pk=made).terms.series_best == 1


def dealt_beside(lan: Player, made: int) -> DealSeat:
    """Start a tournament on screens and deal; return the seat of who has not logged in yet."""
    now = timezone.now()
    commands.start(by=lan, tournament_id=made, now=now)
    set_tables(timezone.now)
    seat = DealSeat.objects.get(deal__table__origin__startswith=f"tournament-{made}/", player=lan)
    club.start_deal(deal_id=seat.deal_id, now=now + timedelta(seconds=70))
    return seat


def test_a_card_opens_no_hand_beside_whoever_made_it(lan):
    """Neither a guest's, nor one in the place of a password, made before the cards were dealt and used after."""
    victim = player("victim")
    made = announced(lan, lan, victim, player("binh"), entry_fee=0, rounds=2)
    now = timezone.now()
    commands.enter_guests(by=lan, tournament_id=made, names=["Ông Tư"], now=now)
    guest = Player.objects.get(is_guest=True)
    (code,) = make_cards(by=lan, players=[guest], evening=evening_of(now), now=now)
    card = replace_password(by=lan, player=victim, reason="Forgot it.", now=now)
    seat = dealt_beside(lan, made)
    assert seat.deal.seats.filter(player__in=(victim, guest)).count() == 2
    for one in (code, card):
        with refused("card.maker-plays"):
            use_card(key=one.key, now=timezone.now())


def test_nobody_is_closed_out_of_a_tournament_that_goes_on(lan, table):
    hoa = Player.objects.get(username="hoa")
    hoa.is_active = False
    with refused("account.plays"):
        change_account(
            by=lan, player=hoa, changed={"is_active"}, reason="Gone.", now=timezone.now()
        )
    assert Player.objects.get(username="hoa").is_active
