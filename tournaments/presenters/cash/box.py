"""The page of the money at the door: who has paid, which prizes were paid out, what should be in the box."""

from __future__ import annotations

from dataclasses import dataclass

from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.cash import deciding
from tournaments.engine.cash.events import BoxCounted, CashKind, CashNoted
from tournaments.engine.participants import member_label, player_id
from tournaments.models import Tournament
from tournaments.presenters.log.cash_event_words import payment_words
from tournaments.presenters.log.render_context import RenderContext


@dataclass(frozen=True, slots=True)
class FeeLine:
    """A member who has entered, and the fee that was paid; None if it was not."""

    player: int
    name: str
    paid: int | None


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A member with a prize: the proposed amount, and the amount paid out, None if nothing is paid."""

    player: int
    name: str
    place: int | None
    proposed: int
    paid: int | None


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """A payment that counts, in words, with who noted it."""

    event: CashNoted
    words: str
    by: str


@dataclass(frozen=True, slots=True)
class BoxPage:
    """The money at the door of a tournament."""

    row: Tournament
    fees: tuple[FeeLine, ...]
    """In order of entry."""
    prizes: tuple[PrizeLine, ...]
    """In order of the final standings; empty before these."""
    places: tuple[tuple[int, str], ...]
    """Id and name of each member in the final standings."""
    payments: tuple[PaymentLine, ...]
    "Newest first."
    expected: int
    unpaid: int
    """How many members have not paid the fee."""
    counts: tuple[tuple[BoxCounted, str], ...]
    """Each count with the name of who counted, the newest first."""

    @property
    def fee(self) -> int:
        """Return the fee at the door."""
        return self.row.terms.door_fee

    @property
    def cancelled(self) -> bool:
        """Return whether the tournament was cancelled."""
        return self.row.status == Tournament.Status.CANCELLED


def box_page(tournament_id: int) -> BoxPage:
    """Return the page of the money at the door. Raises Refused("tournament.unknown")."""
    row = queries.get_tournament(tournament_id)
    state = queries.current(tournament_id).state
    proposed = deciding.proposed_prizes(state)
    final = [
        (player_id(one.standing.participant), one.standing)
        for one in state.final
        if one.standing.participant in state.members
    ]
    players = {
        *state.entrants,
        *(player for player, _standing in final),
        *(one.player for one in state.cash.values() if one.player is not None),
        *(one.director for one in state.cash.values()),
        *(one.director for one in state.counts),
    }
    labels = sorted(map(member_label, players))
    context = RenderContext(state, dict(zip(labels, names_of(labels), strict=True)))

    def paid(kind: CashKind, player: int) -> int | None:
        found = deciding.payment_of(state, kind, player)
        return None if found is None else abs(found.amount)

    prizes = (
        PrizeLine(
            player,
            context.member(player),
            standing.place,
            proposed.get(player, 0),
            paid(CashKind.PRIZE, player),
        )
        for player, standing in final
    )
    return BoxPage(
        row=row,
        fees=tuple(
            FeeLine(player, context.member(player), paid(CashKind.FEE, player))
            for player in state.entrants
        ),
        prizes=tuple(one for one in prizes if one.proposed or one.paid is not None),
        places=tuple((player, context.member(player)) for player, _standing in final),
        payments=tuple(
            PaymentLine(one, payment_words(one, context), context.member(one.director))
            for one in reversed(tuple(state.cash.values()))
        ),
        expected=deciding.in_box(state),
        unpaid=deciding.unpaid(state),
        counts=tuple((one, context.member(one.director)) for one in reversed(state.counts)),
    )
