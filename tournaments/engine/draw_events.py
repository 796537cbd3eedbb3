"""Events of draws: commitments, the tables of each round, discarded draws; and of the deals of a duplicate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from tournaments.engine.participants import SEATS, THREE, Table
from tournaments.engine.people.seats import at_draw, standing_again
from tournaments.engine.round_state import DiscardedDraw, RoundState
from tournaments.engine.scoring.standing_rows import RankAtDraw
from tournaments.engine.state import Registered, TournamentState, without


@dataclass(frozen=True, slots=True)
class DrawCommitted:
    """The draws are bound to secrets before any entry; ``commitment`` is the SHA-256 of the first secret in hex.

    There is one secret for each of ``draws`` draws, and each secret is the SHA-256 of the next one. Older tournaments
    have one secret for all of their draws, and ``draws`` is 1.
    """

    commitment: str
    draws: int = 1


@dataclass(frozen=True, slots=True)
class DrawGiven:
    """A director gave the tables of every round by hand, before the start; the latest such event counts."""

    rounds: tuple[tuple[Table, ...], ...]
    director: int


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """The tables of a round; ``starters[k - 1]`` is the seat that starts deal k (§8.3).

    ``method`` is the number of the pairing method (`METHODS`). ``secret`` is the next of the secrets to which the draws
    are bound; None if one secret was opened for all. ``apart`` are the groups of members kept apart, ``ranking`` the
    standings used for the draw, if any. ``groups`` are the members of each group, if any, and ``finalists`` the members
    of the final in this round and later ones. ``out`` are the members whose turn it is to sit out.
    """

    number: int
    tables: tuple[Table, ...]
    starters: tuple[int, ...]
    method: int = 1
    secret: str | None = None
    apart: tuple[tuple[int, ...], ...] = ()
    ranking: tuple[RankAtDraw, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    finalists: tuple[int, ...] = ()
    out: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError for a table that has neither three nor four seats."""
        if any(len(table) not in (THREE, SEATS) for table in self.tables):
            raise ValueError("a table has three or four seats")


@dataclass(frozen=True, slots=True)
class DrawDiscarded:
    """The draw of the newest round was discarded before its first card was dealt. A new draw follows.

    ``absent`` are the members who were to sit out the round for another reason than their turn; they sit out the new
    draw too.
    """

    round: int
    absent: tuple[int, ...]
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class RedrawTakenBack:
    """The draw discarded last counts again, before the first card; the draw that replaced it no longer counts.

    ``draw`` is the number of the restored draw among all draws of the tournament; tables, starters, groups and
    finalists are as in `RoundDrawn`. Since nothing is drawn, no secret is opened. ``absent`` are the members who sit
    out the following round.
    """

    round: int
    draw: int
    tables: tuple[Table, ...]
    starters: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    finalists: tuple[int, ...]
    absent: tuple[int, ...]
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class MembersKeptApart:
    """These members are kept apart in future draws; ``number`` counts such groups from 1."""

    number: int
    players: tuple[int, ...]
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class KeepingApartEnded:
    """The members of the group of this number can be drawn together again."""

    number: int
    players: tuple[int, ...]
    director: int


@dataclass(frozen=True, slots=True)
class DealsCommitted:
    """All deals are bound to secrets before any entry; ``commitment`` is the SHA-256 of the first secret in hex.

    There is one secret for each of ``deals`` deals, and each is the SHA-256 of the next one (`duplicate.place_of`).
    """

    commitment: str
    deals: int


@dataclass(frozen=True, slots=True)
class DealOpened:
    """No table of a round plays this deal any more: it is public, and it counts.

    ``link`` is the secret to which the deal was bound, at this ``place`` in the chain; None if the tournament was
    cancelled, since its secrets cannot be read afterwards.
    """

    round: int
    deal_number: int
    place: int
    link: str | None


DrawEvent: TypeAlias = (
    DrawCommitted
    | DrawGiven
    | RoundDrawn
    | DrawDiscarded
    | RedrawTakenBack
    | MembersKeptApart
    | KeepingApartEnded
    | DealsCommitted
    | DealOpened
)
"""Everything that happens to draws, and to the deals of a duplicate."""


def _round_drawn(state: TournamentState, event: RoundDrawn) -> TournamentState:
    """Apply the draw of a round, also a redraw."""
    drawn = RoundState(
        event.number,
        tuple(at_draw(state, seats) for seats in event.tables),
        event.starters,
        method=event.method,
        draw=state.draws + 1,
        secret=event.secret,
        apart=event.apart,
        ranking=event.ranking,
        groups=event.groups,
        finalists=event.finalists,
        out=event.out,
        had_left=frozenset(state.left),
        begun=_begins_at_once(state),
    )
    former = state.former
    return replace(
        state,
        rounds=(*state.rounds, drawn),
        absent=frozenset(),
        draws=drawn.draw,
        secret=event.secret or state.secret,
        former=former if former is not None and former.drawn.number == event.number else None,
    )


def _draw_discarded(state: TournamentState, event: DrawDiscarded) -> TournamentState:
    """Discard the newest draw. Members who entered since may play the round after all."""
    number = event.round
    late = {player: min(first, number) for player, first in state.late.items() if number > 1}
    made_in = {one: min(drawn, number - 1) for one, drawn in state.adjusted_in.items()}
    return replace(
        state,
        rounds=state.rounds[:-1],
        absent=frozenset(event.absent),
        late=late,
        adjusted_in=made_in,
        judges=state.judges | {event.director},
        former=DiscardedDraw(state.rounds[-1], state.late, state.absent, state.adjusted_in),
    )


def _redraw_taken_back(state: TournamentState, event: RedrawTakenBack) -> TournamentState:
    """Restore the draw discarded last. Raises ValueError if there is none.

    Secrets already opened stay open: the next draw opens the one after them. Members who entered since the restored
    draw play from the next round.
    """
    former, number = state.former, event.round
    if former is None or former.drawn.number != number:
        raise ValueError(f"round {number} was not drawn anew")
    drawn = replace(
        former.drawn,
        tables=standing_again(state, former.drawn),
        begun=_begins_at_once(state),
        clock=None,
        time_up=False,
    )
    entered_since = {player: max(first, number + 1) for player, first in state.late.items()}
    return replace(
        state,
        rounds=(*state.rounds[:-1], drawn),
        absent=frozenset(event.absent),
        late={**entered_since, **former.late},
        adjusted_in={**state.adjusted_in, **former.adjusted_in},
        former=None,
        restored=number,
        judges=state.judges | {event.director},
    )


def _begins_at_once(state: TournamentState) -> bool:
    return not (state.options.round_minutes or state.options.wait_minutes)


def _deal_opened(state: TournamentState, event: DealOpened) -> TournamentState:
    drawn = state.rounds[event.round - 1]
    state = state.with_round(replace(drawn, opened=(*drawn.opened, event.deal_number)))
    if event.link is None:
        return state
    return replace(state, links={**state.links, event.place: event.link})


DRAW_EVENTS: Final = (
    Registered(
        DrawCommitted,
        "tournament.draw-committed",
        lambda state, event: replace(state, commitment=event.commitment, bound_draws=event.draws),
        older=(lambda payload: {**payload, "draws": 1},),
    ),
    Registered(
        DrawGiven,
        "tournament.draw-given",
        lambda state, event: replace(state, given=event.rounds),
    ),
    Registered(
        RoundDrawn,
        "tournament.round-drawn",
        _round_drawn,
        older=(
            lambda payload: {**payload, "method": 1},
            lambda payload: {**payload, "secret": None, "apart": []},
            lambda payload: {**payload, "ranking": []},
            lambda payload: {**payload, "groups": [], "finalists": []},
            lambda payload: {**payload, "out": []},
        ),
    ),
    Registered(DrawDiscarded, "tournament.draw-discarded", _draw_discarded),
    Registered(RedrawTakenBack, "tournament.redraw-taken-back", _redraw_taken_back),
    Registered(
        MembersKeptApart,
        "tournament.members-kept-apart",
        lambda state, event: replace(
            state, apart={**state.apart, event.number: event.players}, parted=event.number
        ),
    ),
    Registered(
        KeepingApartEnded,
        "tournament.keeping-apart-ended",
        lambda state, event: replace(state, apart=without(state.apart, event.number)),
    ),
    Registered(
        DealsCommitted,
        "tournament.deals-committed",
        lambda state, event: replace(state, deals_bound=event.commitment),
    ),
    Registered(DealOpened, "tournament.deal-opened", _deal_opened),
)
"""Each of them with its stored name and how it changes the state."""
