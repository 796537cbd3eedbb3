"""Deals ended by a discard, to be disputed: at the club, in a tournament, after its prizes."""

from datetime import timedelta

from games import tasks
from games.engine.rules import VINAGAMES
from games.models import Deal
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import NOW, ending_of, stored_deal, taken_in
from tests.support.tournament_pages import announced, player, score
from tournaments import commands, queries
from tournaments.reactions import follow

LATER = NOW + timedelta(hours=1)
NAMES = ("an", "binh", "chi", "dung")


def club_table(seed: int) -> Deal:
    deal = stored_deal(VINAGAMES, seed, [player(name) for name in NAMES], chips_per_point=10)
    tasks.finish_deal(deal.pk)
    return deal


def in_a_tournament(seed: int, *, close: bool = False) -> Deal:
    director = player("dora", is_director=True)
    four = [player(name) for name in NAMES]
    tournament = announced(director, *four, deals_per_round="2")
    commands.start(by=director, tournament_id=tournament, now=NOW)
    deal = stored_deal(VINAGAMES, seed, four, chips_per_point=0)
    deal.table.origin = queries.origin_of(tournament, 1, 1)
    deal.table.save()
    follow(lambda: NOW)
    ending = ending_of(deal)
    assert ending.taken is not None and ending.result.winner is not None
    # So that the ruling alone decides whether the discarder ranks above or below the others.
    net = [0] * 4
    net[ending.taken.seat], net[ending.result.winner] = 80, -80
    score(tournament, deal=2, net=tuple(net), winner=ending.taken.seat, penalised=None)
    if close:
        commands.close(by=director, tournament_id=tournament, now=NOW)
    return Deal.objects.get(pk=deal.pk)


def after_the_prizes(seed: int) -> Deal:
    return in_a_tournament(seed, close=True)


def disputed(deal: Deal) -> Dispute:
    who = deal.seats.get(number=0).player
    assert who is not None
    at = taken_in(deal).version
    return rulings.file_dispute(by=who, deal_id=deal.pk, discard=at, reason="why", now=LATER)
