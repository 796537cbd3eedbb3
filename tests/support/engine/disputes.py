"""Deals that a penalty discard ended, with disputes of it and rulings, through the engine alone (§10.5, §10.8)."""

import pytest

from games.engine.disputing import rulings
from games.engine.disputing.outcomes import Outcome
from games.engine.disputing.rulings import Said, file_dispute
from games.engine.errors import IllegalMove
from games.engine.events import Event
from games.engine.rules import VINAGAMES
from games.engine.state import DealState
from tests.support.builders import Table, position

DISCARDER = "Kr Gr Cw Pw Pw Ng Ng Pg Pg"
"""W2 of §10.6: Cw is the worst card, Gr is legal and is not."""
WAITS_FOR_GR = "Kr Mr Rw Rw"
WAITS_FOR_CW = "Rw Nw Rg Rg"
NO_USE = "My Ry Cy"


def give_ruling(state: DealState, *, upheld: bool, **said) -> tuple[Event, ...]:
    """Uphold what the engine judged, or reverse it."""
    return rulings.decide(state, Outcome.UPHELD if upheld else Outcome.REVERSED, Said(**said))


def share_payment(state: DealState, **said) -> tuple[Event, ...]:
    return rulings.decide(state, Outcome.SHARED, Said(**said))


def void_deal(state: DealState, **said) -> tuple[Event, ...]:
    return rulings.decide(state, Outcome.VOIDED, Said(**said))


def won_by(discard: str, winner: str, *, seats: int = 4, rules=VINAGAMES, **given) -> Table:
    """Let seat 0 discard this card of `DISCARDER`, which completes the hand of seat 1."""
    hands = [DISCARDER, winner, *[NO_USE] * (seats - 2)]
    public = ["Gg Gg Gg, Ny Ny Ny, Mw Mw Mw, Ky Gy My"]
    table = position(rules, hands=hands, public=public, phase="discard", **given)
    happened = table.when(0, f"discard {discard}")
    assert happened[-1].startswith("1 wins")
    return table


def penalised() -> Table:
    return won_by("Gr", WAITS_FOR_GR)


def discard_of(table: Table) -> int:
    """Return the version of the winning discard: one meld and the win come after it."""
    return table.state.version - 2


def dispute(table: Table, *, seat: int | None = 0) -> Table:
    table.then(
        file_dispute(table.state, seat=seat, discard=discard_of(table), reason="it was safe")
    )
    return table


def rule(table: Table, *, upheld: bool, number: int = 1) -> Table:
    table.then(
        give_ruling(
            table.state,
            dispute=number,
            referee="player:9",
            upheld=upheld,
            section="§10.5",
            reason="as the book has it",
        )
    )
    return table


def refusal(ask, state: DealState, **given) -> str:
    before = repr(state)
    with pytest.raises(IllegalMove) as refused:
        ask(state, **given)
    assert repr(state) == before
    return refused.value.code
