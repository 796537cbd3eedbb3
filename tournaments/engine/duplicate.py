"""Commits and opens the deals of duplicates, in which all tables of a round play the same deals.

When the tournament is announced, a chain of secrets commits the club to all deals of all draws, as `commitment` does
for the draws. The link of a deal (`place_of`) is opened when no table of the round plays that deal any more. The
cards are dealt from `secret_of` the link, not from the link itself: tables publish the SHA-256 of that secret
beforehand, and it must not be a link of the chain. The players' own seeds are not used, since they would make the
tables' cards differ.

`means` computes a seat's score.
"""

from __future__ import annotations

import hashlib
from typing import Final

from tournaments.engine.draw_events import DealOpened, DealsCommitted
from tournaments.engine.draws.commitment import DRAWS, back, fits
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.state import Status, TournamentState

DEALS_A_DRAW: Final = 32
"""Places in the chain for each draw: the most deals that a round has."""
LINKS: Final = DRAWS * DEALS_A_DRAW
"""How long the chain is."""

Events = tuple[TournamentEvent, ...]


def root_of(draw_secret: str) -> str:
    """Return the last link of the chain, made from the last draw's secret.

    A duplicate never opens that secret (`drawing.can_draw`).
    """
    return hashlib.sha256(b"tusac-duplicate-root-1\n" + bytes.fromhex(draw_secret)).hexdigest()


def place_of(draw: int, deal: int) -> int:
    """Return the place in the chain (1, 2 …) of a deal of a draw; discarded draws count too."""
    return (draw - 1) * DEALS_A_DRAW + deal


def link_of(root: str, place: int) -> str:
    """Return the link at a place of the chain."""
    return back(root, LINKS - place)


def secret_of(link: str) -> str:
    """Return the secret of 32 bytes, in hex, from which a link's deal is dealt at every table."""
    return hashlib.sha256(b"tusac-duplicate-1\n" + bytes.fromhex(link)).hexdigest()


def decide_commit_deals(state: TournamentState, *, root: str) -> Events:
    """Commit all deals of a duplicate; return no events if they are committed already."""
    if not state.options.duplicate or state.deals_bound is not None:
        return ()
    return (DealsCommitted(back(root, LINKS), LINKS),)


def decide_open(
    state: TournamentState, *, round_number: int, deal: int, link: str | None
) -> Events:
    """Open a deal that no table of its round plays any more; return no events if it is open already.

    Refused if ``link`` is missing or wrong, unless the tournament was cancelled.
    """
    drawn = state.rounds[round_number - 1]
    if deal in drawn.opened:
        return ()
    place = place_of(drawn.draw, deal)
    bound = link is not None and fits(state.deals_bound or "", link, place)
    if not bound and state.status is not Status.CANCELLED:
        raise TournamentRefused("tournament.deal-secret-lost", round=round_number, deal=deal)
    return (DealOpened(round_number, deal, place, link if bound else None),)


def check_cardboard(*, duplicate: bool, cardboard: bool) -> None:
    """Raise `TournamentRefused` for real cards in a duplicate: the same cards cannot be dealt at all tables."""
    if duplicate and cardboard:
        raise TournamentRefused("tournament.duplicate-cardboard")
