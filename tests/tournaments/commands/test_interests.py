"""A director who plays in the own tournament: what is refused by name or waits for others (§10.8 in spirit)."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Player
from tests.support.agreements import waiting_acts
from tests.support.cardboard import Table
from tests.support.refused import refused
from tests.support.tournament_pages import announced, player
from tournaments import commands, queries
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def entering(by: Player, tournament_id: int) -> None:
    commands.enter(by=by, tournament_id=tournament_id, now=timezone.now())


def test_where_the_club_pays_no_director_plays(director):
    made = announced(director, entry_fee=50, club_pays=True)
    for one in (director, player("other", is_director=True)):
        with refused("tournament.club-pays-director"):
            entering(one, made)
    entering(player("an"), made)


def test_what_the_club_pays_for_one_director_adds_up_over_the_day(director):
    first = announced(director, player("an"), entry_fee=6000, club_pays=True, prize_shares=(100,))
    second = announced(director, entry_fee=6000, club_pays=True, prize_shares=(100,))
    binh = player("binh")
    with refused("tournament.club-limit"):
        entering(binh, second)
    commands.cancel(by=director, tournament_id=first, reason="No room.", now=timezone.now())
    entering(player("chi"), second)
    Tournament.objects.filter(pk=second).update(created_at=timezone.now() - timedelta(days=2))
    third = announced(director, entry_fee=6000, club_pays=True, prize_shares=(100,))
    entering(player("dung"), third)


def playing(table: Table) -> Player:
    """Return a member of the table with the duty of a director."""
    one = table.seats[0]
    one.is_director = True
    one.save()
    return one


def test_who_plays_neither_shortens_nor_cancels_what_is_lost(director):
    table = Table(director, deals=1, rounds=3, appeal_minutes=30)
    one = playing(table)
    told: dict[str, Any] = {"tournament_id": table.id, "now": timezone.now()}
    commands.correct_settings(by=one, settings={"rounds": 1}, reason="Late.", **told)
    assert waiting_acts(table.id) == ["correct_settings"]
    commands.correct_settings(by=one, settings={"seconds_per_move": 45}, reason="Slow.", **told)
    commands.correct_settings(by=director, settings={"rounds": 1}, reason="Late.", **told)
    table.enter(table.seats[1])
    commands.cancel(
        by=one, reason="I lose.", **told
    )  # all is played, though one seat alone says how
    assert waiting_acts(table.id) == ["correct_settings", "correct_settings", "cancel"]
    table.confirm(table.seats[2])
    loaded = queries.current(table.id)
    assert loaded.state.appeal_until is not None
    with refused("tournament.agreement-waits"):
        commands.cancel(by=one, reason="I lose.", **told)
    commands.cancel(by=director, reason="The lights went out.", **told)
