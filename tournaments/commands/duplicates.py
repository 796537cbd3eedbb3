"""Duplicates: the secrets that the tables of a round share, and what follows once no table plays a deal any more.

The rows say which deals wait, so this is safe to break off, to repeat, and to run in several workers.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from games import commands as club
from games.errors import Refused
from games.log import UNREADABLE
from tournaments import queries
from tournaments.commands.counting import advance
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine.duplicate import decide_open, place_of, secret_of
from tournaments.engine.state import Status
from tournaments.errors import for_people
from tournaments.models import RoundTable
from tournaments.projections.secrets import deal_links
from tournaments.queries import RoundDeal

_log = logging.getLogger(__name__)


def shared_secrets(drawn: RoundTable) -> list[str]:
    """The secrets from which a table plays its deals, as all of its round do; none where they cannot be read."""
    draw = queries.current(drawn.tournament_id).state.rounds[drawn.round - 1].draw
    places = [place_of(draw, number) for number in range(1, len(drawn.starters) + 1)]
    return [secret_of(link) for link in deal_links(drawn.tournament_id, places) or ()]


def open_played(clock: Callable[[], datetime]) -> int:
    """Open and count the deals that no table plays any more; how many. Idle it is one read."""
    done = 0
    for deal in queries.sealed_deals():
        try:
            done += open_one(deal, now=clock())
        except Refused as refusal:
            # One damaged deal must not keep all others sealed.
            _log.error("deal %s of tournament %s stays sealed: %s", deal, deal[0], refusal.code)
        except UNREADABLE as error:
            _log.error(
                "deal %s of tournament %s stays sealed: %s", deal, deal[0], type(error).__name__
            )
    return done


@transaction.atomic
def open_one(deal: RoundDeal, *, now: datetime) -> bool:
    """Count a deal at all tables that have played it, and let everybody see it; False while one may yet play it."""
    work = TournamentWork.on(deal.tournament_id, now=now)
    played = queries.played_everywhere(deal)
    if played is None:
        return False
    with for_people():
        if work.state.status is not Status.CANCELLED:
            for result in queries.results_of(deal, played):
                work.add(result.decide(work.state))
        place = place_of(work.state.rounds[deal.round - 1].draw, deal.number)
        links = deal_links(deal.tournament_id, [place])
        work.add(
            decide_open(
                work.state,
                round_number=deal.round,
                deal=deal.number,
                link=links[0] if links else None,
            )
        )
    advance(work)
    work.save()
    club.unseal(deal_ids=queries.sealed_ids(deal))
    return True
