"""Checks what the caller may do in a tournament."""

from __future__ import annotations

from collections.abc import Sequence

from games import queries as club_queries
from games.models import Player
from tournaments.commands.unit_of_work import Ask, Decide
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.real_cards.entered_results import person
from tournaments.engine.state import TournamentState
from tournaments.errors import refusal


def require_director(by: Player) -> None:
    """Raise Refused unless the caller is a director."""
    if not by.is_director:
        raise refusal("tournament.not-director")


def require_judge(by: Player) -> None:
    """Raise Refused unless the caller is a director, or a referee appointed by another person (§10.8)."""
    if by.is_director or by.may_rule:
        return
    raise refusal("tournament.own-duty" if by.is_referee else "tournament.not-judge")


def require_own_or_director(by: Player, player: int) -> None:
    """Raise Refused if the caller acts for another member and is no director."""
    if by.pk != player:
        require_director(by)


def check_no_interest(by: Player, state: TournamentState) -> None:
    """Raise `TournamentRefused` if the caller has an interest in the tournament (§10.8)."""
    if state.interested(by.pk):
        raise TournamentRefused("tournament.own-interest")


def check_no_own_interest(ask: Ask, state: TournamentState) -> None:
    """Raise `TournamentRefused` if the caller has an interest (§10.8) and no other member has agreed to the request."""
    if not ask.agreed:
        check_no_interest(ask.by, state)


def check_no_part(by: Player, state: TournamentState, deal: int) -> None:
    """Raise `TournamentRefused` if the caller disputed or ruled on this deal.

    Such a person may not correct the deal either, since a correction would act as a second ruling.
    """
    found = state.find_deal(deal)
    paper = None if found is None else found[2].paper
    if paper is not None:
        dispute = paper.dispute
        proposal = None if dispute is None else dispute.proposal
        had_part = dispute is not None and (
            by.pk in (*dispute.objectors, *dispute.judges)
            or (proposal is not None and proposal.by == person(by.pk))
        )
    else:
        had_part = found is not None and club_queries.has_had_part(deal, by)
    if had_part:
        raise TournamentRefused("tournament.own-dispute")


def without_interest(ask: Ask, decide: Decide, *, but: int | None = None) -> Decide:
    """Return ``decide``, but refusing callers who have an interest in the tournament (§10.8).

    Callers are not refused if another member has agreed to the request, or if they are the member ``but``.
    """

    def decided(state: TournamentState) -> Sequence[TournamentEvent]:
        if ask.by.pk != but:
            check_no_own_interest(ask, state)
        return decide(state)

    return decided
