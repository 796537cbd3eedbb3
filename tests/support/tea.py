"""An evening with tea: its deals, all tables paused and let go, and a run of the worker."""

from datetime import timedelta
from typing import Any

from games import commands as club
from games.models import Deal, ServiceClock
from tests.support.evening import Evening
from tournaments import commands, projections, reactions
from tournaments.engine.state import TournamentState
from tournaments.models import Tournament
from tournaments.queries import load_state

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def work(evening: Evening) -> None:
    """A run of the worker at this moment of the evening."""
    reactions.follow(lambda: evening.now)


def up(evening: Evening) -> None:
    """The service has been there all the time."""
    ServiceClock.objects.all().delete()
    club.keep_time(now=evening.now)


def dealt(evening: Evening) -> list[Deal]:
    """Start every prepared deal; the deals that run, by their tables."""
    evening.now += 61 * SECOND
    for deal in Deal.objects.filter(ended_at__isnull=True):
        club.start_deal(deal_id=deal.pk, now=evening.now)
    return running()


def running() -> list[Deal]:
    return list(Deal.objects.filter(ended_at__isnull=True).order_by("table"))


def pause(evening: Evening, **said: Any) -> None:
    commands.pause_all(
        by=evening.director, tournament_id=evening.id, reason="tea", now=evening.now, **said
    )


def resume(evening: Evening) -> None:
    commands.resume_all(by=evening.director, tournament_id=evening.id, now=evening.now)


def row(evening: Evening) -> Tournament:
    return Tournament.objects.get(pk=evening.id)


def state_of(tournament_id: int) -> TournamentState:
    state = load_state(tournament_id)
    assert state is not None
    return state


def rebuilt_alike(evening: Evening) -> None:
    before = evening.rows()
    projections.rebuild(evening.id)
    assert evening.rows() == before
