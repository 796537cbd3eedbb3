"""How the draws of a tournament can be checked: what they are bound to, and the certificate of each round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from games.presenters.cards import listed
from games.queries.participants import names_of
from tournaments import queries
from tournaments.engine.balance import Balance, fewest_repeats
from tournaments.engine.certificate import among, certificate
from tournaments.engine.commitment import seed_of
from tournaments.engine.even import METHOD_EVEN
from tournaments.engine.formats import Format
from tournaments.engine.participants import is_bot
from tournaments.engine.state import TournamentState
from tournaments.engine.ways import WAYS
from tournaments.errors import for_people


@dataclass(frozen=True, slots=True)
class DrawPage:
    """What the draws of a tournament are bound to, and which rounds are drawn."""

    tournament: int
    name: str
    commitment: str
    """Empty where the tournament was announced before draws were bound."""
    secret: str
    """The one that was opened last, or for the round of a certificate; empty until the start."""
    seed: int | None
    chained: bool
    """Whether each draw has a secret of its own."""
    by_hand: bool
    """Whether a director gives the tables by hand, and nothing is drawn."""
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CertificatePage:
    """The certificate of one round."""

    draw: DrawPage
    number: int
    balance: Balance
    fewest: int
    """Repeated meetings that no draw could avoid, by counting alone."""
    members: int
    bots: int
    kept_apart: bool
    """Whether some were not to meet."""
    met: tuple[str, ...]
    """Those of them who met all the same, by twos."""
    discarded: int
    """How many draws up to this one were discarded."""
    farthest: int | None
    """How far somebody sits from the band of their place; None where it was not drawn by the standings."""
    left: str
    """Those who had left, for whose seats it was drawn on; no name where there is none."""
    grouped: bool
    """Whether it was drawn into groups, or is of their final."""
    evenly: bool
    """Whether it was drawn as `even` does."""
    among: int | None
    """Of how many rounds of a design it is one at the most; None where a search found it."""
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
    return _draw(tournament_id, queries.current(tournament_id).state)


def certificate_of(tournament_id: int, number: int) -> dict[str, Any]:
    """The certificate as data. Raises Refused("tournament.unknown" or "tournament.no-such-round")."""
    with for_people():
        return certificate(queries.current(tournament_id).state, number)


def certificate_page(tournament_id: int, number: int) -> CertificatePage:
    """Raises Refused("tournament.unknown" or "tournament.no-such-round")."""
    state = queries.current(tournament_id).state
    with for_people():
        given = certificate(state, number)
    bots = sum(is_bot(label) for label in given["participants"])
    return CertificatePage(
        draw=replace(_draw(tournament_id, state), secret=given["secret"] or "", seed=given["seed"]),
        number=number,
        met=_names(given.get("met", [])),
        kept_apart=bool(given.get("apart", [[]])[-1]),
        discarded=given["draws"][-1] - number if "draws" in given else 0,
        balance=Balance(**given["balance"]),
        fewest=fewest_repeats([*given["history"], given["tables"]]),
        members=len(given["participants"]) - bots,
        bots=bots,
        farthest=given.get("farthest"),
        left=listed(names_of(given.get("left", []))),
        grouped="groups" in given,
        evenly=given["method"] == METHOD_EVEN,
        among=among(given),
        again=given["method"] in WAYS,
    )


def _names(pairs: list[list[str]]) -> tuple[str, ...]:
    return tuple(listed(names_of(both)) for both in pairs)


def _draw(tournament_id: int, state: TournamentState) -> DrawPage:
    return DrawPage(
        tournament=tournament_id,
        name=state.options.name,
        commitment=state.commitment or "",
        secret=state.secret or "",
        seed=seed_of(state.secret) if state.secret else state.seed,
        chained=state.bound_draws > 1,
        by_hand=state.options.format == Format.FIXED,
        rounds=tuple(drawn.number for drawn in state.rounds),
    )
