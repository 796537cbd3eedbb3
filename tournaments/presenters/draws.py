"""How the draws of a tournament can be checked: what they are bound to, and the certificate of each round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments import queries
from tournaments.engine.balance import Balance
from tournaments.engine.certificate import certificate
from tournaments.engine.participants import is_bot
from tournaments.engine.seating import METHOD
from tournaments.engine.state import TournamentState
from tournaments.errors import for_people, refusal


@dataclass(frozen=True, slots=True)
class DrawPage:
    """What the draws of a tournament are bound to, and which rounds are drawn."""

    tournament: int
    name: str
    commitment: str
    """Empty where the tournament was announced before draws were bound."""
    secret: str
    """Empty until the start."""
    seed: int | None
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CertificatePage:
    """The certificate of one round."""

    draw: DrawPage
    number: int
    balance: Balance
    members: int
    bots: int
    again: bool
    """Whether this program can draw the round again; an older way to draw it cannot."""

    @property
    def file(self) -> str:
        """The name of the download."""
        return file_name(self.draw.tournament, self.number)


def file_name(tournament_id: int, number: int) -> str:
    """The name under which a round's certificate is saved."""
    return f"draw-{tournament_id}-{number}.json"


def draw_page(tournament_id: int) -> DrawPage:
    """Raises Refused("tournament.unknown")."""
    return _draw(tournament_id, _state(tournament_id))


def certificate_of(tournament_id: int, number: int) -> dict[str, Any]:
    """The certificate as data. Raises Refused("tournament.unknown" or "tournament.no-such-round")."""
    with for_people():
        return certificate(_state(tournament_id), number)


def certificate_page(tournament_id: int, number: int) -> CertificatePage:
    """Raises Refused("tournament.unknown" or "tournament.no-such-round")."""
    state = _state(tournament_id)
    with for_people():
        given = certificate(state, number)
    bots = sum(is_bot(label) for label in given["participants"])
    return CertificatePage(
        draw=_draw(tournament_id, state),
        number=number,
        balance=Balance(**given["balance"]),
        members=len(given["participants"]) - bots,
        bots=bots,
        again=given["method"] == METHOD,
    )


def _state(tournament_id: int) -> TournamentState:
    loaded = queries.current(tournament_id)
    if loaded is None:
        raise refusal("tournament.unknown")
    return loaded.state


def _draw(tournament_id: int, state: TournamentState) -> DrawPage:
    return DrawPage(
        tournament=tournament_id,
        name=state.options.name,
        commitment=state.commitment or "",
        secret=state.secret or "",
        seed=state.seed,
        rounds=tuple(drawn.number for drawn in state.rounds),
    )
