"""Deals at a table with a pot (§13.14): won with a quan or khui, which takes it, or without."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from unittest import mock

from django.utils import timezone

from games import commands
from games.engine.rules import VINAGAMES
from games.engine.scoring import is_factored
from games.engine.state import Ending
from games.ledger.accounts import table_pot_account
from games.ledger.queries import balance
from games.models import Deal, Player
from games.queries.pots import pot_of
from tests.support.deals import NOW, first_seed, get_ready, play_on, running_deal, token

POT = replace(VINAGAMES, key="Đậu heo", pot=7)


@lru_cache
def seed_that(takes: bool | None, starter: int | None = None) -> int:
    """Return the first seed of four people's deal won by a discard with what takes the pot, or without.

    None: of a deal that nobody wins.
    """

    def wanted(ending: Ending) -> bool:
        result, taken = ending.result, ending.taken
        if takes is None or result.winner is None:
            return takes is None and result.winner is None
        disputable = taken is not None and not taken.drawn and not taken.opening
        return disputable and takes is is_factored(POT, (shown.kind for shown in result.sets))

    return first_seed(wanted, POT, 4, 4, starter=starter)


def pot_dealt(four: Sequence[Player], *, takes: bool | None, **more: object) -> Deal:
    """Return a deal of a new table whose cards are dealt; `takes` as in `seed_that`."""
    return running_deal(POT, seed_that(takes), four, **more)  # type: ignore[arg-type]


def pot_played(four: Sequence[Player], *, takes: bool | None, **more: object) -> Deal:
    """Return such a deal when it is over, and not settled."""
    return to_the_end(pot_dealt(four, takes=takes, **more))


def next_dealt(deal: Deal, four: Sequence[Player], *, takes: bool | None) -> Deal:
    """Return the next deal of the same table when its cards are dealt."""
    deal.refresh_from_db()
    seed = seed_that(takes, deal.turn)
    with mock.patch(
        "games.commands.deal.deals.secrets.token_hex", lambda size=None: token(seed, size)
    ):
        commands.prepare_deal(table_id=deal.table_id, now=NOW)
    made = deal.table.deals.get(ended_at=None)
    get_ready(made, four, [f"seed-{number}" for number in range(4)])
    return made


def next_played(deal: Deal, four: Sequence[Player], *, takes: bool | None) -> Deal:
    """Return the next deal when it is over, and not settled."""
    return to_the_end(next_dealt(deal, four, takes=takes))


def to_the_end(deal: Deal) -> Deal:
    """Play a deal to its end."""
    play_on(deal.pk, now=timezone.now() if deal.changed_at > NOW else NOW)
    deal.refresh_from_db()
    return deal


def in_pot(table_id: int) -> int:
    """Return what is in the pot of a table, by the ledger and by its events alike."""
    found = balance(table_pot_account(table_id))
    assert found == pot_of(table_id).chips
    return found
