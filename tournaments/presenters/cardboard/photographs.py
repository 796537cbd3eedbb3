"""The page of a result's photographs."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from games.models import Player
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import member_label
from tournaments.engine.people.seats import holders_of
from tournaments.engine.real_cards.photographs import LARGEST_FILE, MOST, find
from tournaments.engine.state import Status
from tournaments.errors import refusal
from tournaments.models import Photograph


class ShownPhotograph(NamedTuple):
    """A photograph as the page shows it."""

    number: int
    sha256: str
    width: int
    height: int
    by: str
    """The name of the seat that added it, empty for a director's."""
    seat: int | None
    """That seat, None for a director's."""


@dataclass(frozen=True, slots=True)
class PhotographsPage:
    """The photographs of a deal as one viewer sees them."""

    place: tuple[int, int, int, int]
    """Tournament, round, table and the deal's id."""
    tournament: str
    deal: int
    photographs: tuple[ShownPhotograph, ...]
    may_add: bool
    may_remove: bool
    directs: bool
    """Whether the viewer adds photographs as a director, and did not sit there."""
    most: int = MOST
    megabytes: int = LARGEST_FILE // 2**20


def photographs_page(
    tournament_id: int, round_number: int, number: int, deal_id: int, viewer: Player
) -> PhotographsPage:
    """Return the page for a viewer. Raises RefusedByTournament if there is no such result."""
    state = queries.current(tournament_id).state
    try:
        there, table, score, paper = find(state, deal_id)
    except TournamentRefused:
        raise refusal("tournament.no-such-deal") from None
    if (there, table) != (round_number, number):
        raise refusal("tournament.no-such-deal")
    seats = holders_of(state.rounds[there - 1].tables[table - 1], score.number)
    names = names_of(seats)
    left = tuple(one for one in paper.photographs if not one.removed)
    decides = viewer.is_director and not state.interested(viewer.pk)
    sat = member_label(viewer.pk) in seats and viewer.pk not in state.left
    room = len(left) < MOST and state.status is not Status.CANCELLED
    return PhotographsPage(
        place=(tournament_id, there, table, deal_id),
        tournament=state.options.name,
        deal=score.number,
        photographs=tuple(
            ShownPhotograph(
                *(one.number, one.sha256, one.width, one.height),
                "" if one.seat is None else names[one.seat],
                one.seat,
            )
            for one in left
        ),
        may_add=room and (sat or decides),
        may_remove=decides and bool(left),
        directs=decides and not sat,
    )


def kept_bytes(page: PhotographsPage, number: int) -> bytes:
    """Return the bytes of the photograph with this number.

    Raises RefusedByTournament if it is gone, or differs from the digest in the log.
    """
    told = next((one for one in page.photographs if one.number == number), None)
    row = Photograph.objects.filter(deal_id=page.place[3], number=number).first()
    if told is None or row is None or sha256(row.content).hexdigest() != told.sha256:
        raise refusal("tournament.photograph-gone")
    return bytes(row.content)
