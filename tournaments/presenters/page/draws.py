"""Pages for checking the draws of a tournament: their commitment, and the certificate of each round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games.common.joints import listed
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.draws.balance import Balance, fewest_repeats
from tournaments.engine.draws.certificate import among, certificate
from tournaments.engine.draws.commitment import seed_of
from tournaments.engine.draws.even import METHOD_EVEN
from tournaments.engine.draws.odd.threes import METHOD_ANY
from tournaments.engine.draws.pairing_methods import METHODS
from tournaments.engine.participants import is_bot, member_label
from tournaments.engine.state import TournamentState
from tournaments.engine.terms import Format
from tournaments.errors import translate_refusals


@dataclass(frozen=True, slots=True)
class DrawPage:
    """The commitment of a tournament's draws, and the rounds drawn so far."""

    tournament: int
    name: str
    commitment: str
    """Empty where the tournament was announced before draws were bound."""
    secret: str
    """The one that was opened last, or for the round of a certificate; empty until the start."""
    opened: str
    """Of which draw that is, in words; empty where one secret is for all draws, and where none is open."""
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
    turns: tuple[int, int] | None
    """By how much two who were there in the same rounds differ, at tables of three and in sitting out, if they can."""
    out: str
    """Names of the members whose turn it is to sit out."""
    among: int | None
    """Of how many rounds of a design it is one at the most; None where a search found it."""
    again: bool
    """Whether this program can draw the round again; an older way to draw it cannot."""

    @property
    def file(self) -> str:
        """Return the name of the download."""
        return file_name(self.draw.tournament, self.number)


def file_name(tournament_id: int, number: int) -> str:
    """Return the file name of a round's certificate."""
    return f"draw-{tournament_id}-{number}.json"


def draw_page(tournament_id: int) -> DrawPage:
    """Return the page of a tournament's draws. Raises Refused("tournament.unknown")."""
    return _draw(tournament_id, queries.current(tournament_id).state)


def certificate_of(tournament_id: int, number: int) -> dict[str, Any]:
    """Return a round's certificate as data.

    Raises Refused("tournament.unknown" or "tournament.no-such-round").
    """
    with translate_refusals():
        return certificate(queries.current(tournament_id).state, number)


def certificate_page(tournament_id: int, number: int) -> CertificatePage:
    """Return the page of a certificate. Raises Refused("tournament.unknown" or "tournament.no-such-round")."""
    state = queries.current(tournament_id).state
    with translate_refusals():
        given = certificate(state, number)
    bots = sum(is_bot(label) for label in given["participants"])
    figures = dict(given["balance"])
    turns = (figures.pop("threes"), figures.pop("out")) if "out" in given else None
    draw = replace(
        _draw(tournament_id, state),
        secret=given["secret"] or "",
        seed=given["seed"],
        opened=_made(given["draws"][-1], number) if "draws" in given else "",
    )
    return CertificatePage(
        draw=draw,
        number=number,
        met=_names(given.get("met", [])),
        kept_apart=bool(given.get("apart", [[]])[-1]),
        discarded=given["draws"][-1] - number if "draws" in given else 0,
        balance=Balance(**figures),
        fewest=fewest_repeats([*given["history"], given["tables"]]),
        members=len(given["participants"]) - bots,
        bots=bots,
        farthest=given.get("farthest"),
        left=listed(names_of(given.get("left", []))),
        grouped="groups" in given,
        evenly=given["method"] in (METHOD_EVEN, METHOD_ANY),
        turns=turns,
        out=listed(names_of(given.get("out", [[]])[-1])),
        among=among(given),
        again=given["method"] in METHODS,
    )


def _names(pairs: list[list[str]]) -> tuple[str, ...]:
    return tuple(listed(names_of(both)) for both in pairs)


def _draw(tournament_id: int, state: TournamentState) -> DrawPage:
    return DrawPage(
        tournament=tournament_id,
        name=state.options.name,
        commitment=state.commitment or "",
        secret=state.secret or "",
        opened=_opened(tournament_id, state),
        seed=seed_of(state.secret) if state.secret else state.seed,
        chained=state.bound_draws > 1,
        by_hand=state.options.format == Format.FIXED,
        rounds=tuple(drawn.number for drawn in state.rounds),
    )


def _opened(tournament_id: int, state: TournamentState) -> str:
    """Return in words to which draw the newest published secret belongs.

    It is empty if all draws share one secret, or nothing is drawn yet.
    """
    if state.bound_draws == 1 or not state.draws:
        return ""
    if state.standing_draw == state.draws:
        return _made(state.draws, state.rounds[-1].number)
    back = queries.last_redraw_back(tournament_id)
    assert back is not None  # nothing else restores an older draw
    return _("For draw %(draw)d, which was discarded: %(who)s went back to draw %(stands)d.") % {
        "draw": state.draws,
        "who": listed(names_of([member_label(back.director)])),
        "stands": back.draw,
    }


def _made(draw: int, number: int) -> str:
    return _("For draw %(draw)d, which made the tables of round %(round)d.") % {
        "draw": draw,
        "round": number,
    }
