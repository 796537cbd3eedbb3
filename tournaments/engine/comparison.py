"""A deal of a duplicate compared table by table: what its page shows, and the file by which anybody checks it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from games.engine.records import DealRecord
from games.engine.verification import same_cards, verify
from tournaments.engine.commitment import fits
from tournaments.engine.duplicate import place_of, secret_of
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.means import UNIT, mean_of
from tournaments.engine.state import TournamentState

FORMAT: Final = "tusac-duplicate-1"


def comparison(state: TournamentState, round_number: int, deal: int) -> dict[str, Any]:
    """The file of a deal. Raises `TournamentRefused` as long as a table may yet play it."""
    rounds = state.rounds
    if not 1 <= round_number <= len(rounds) or deal not in rounds[round_number - 1].opened:
        raise TournamentRefused("tournament.no-such-duplicate")
    drawn = rounds[round_number - 1]
    mean, place = drawn.mean(deal), place_of(drawn.draw, deal)
    link = state.links.get(place)
    tables = []
    for number, table in enumerate(drawn.tables, 1):
        score = table.score(deal)
        if score is None:
            continue
        counts = mean is not None and score in table.scores
        tables.append(
            {
                "table": number,
                "deal": f"deal-{score.deal_id}",
                "participants": list(table.seats),
                "net": list(score.net),
                "scored": list(mean.scored(score.net)) if mean is not None and counts else None,
            }
        )
    return {
        "format": FORMAT,
        "tournament": state.options.name,
        "round": round_number,
        "deal": deal,
        "commitment": state.deals_bound,
        "place": place,
        "link": link,
        "secret": None if link is None else secret_of(link),
        "unit": UNIT,
        "mean": None if mean is None else list(mean.seats),
        "left": None if mean is None else list(mean.left),
        "tables": tables,
    }


def faults(given: Mapping[str, Any], records: Iterable[DealRecord]) -> list[str]:
    """What is wrong with a file of `comparison` and the records of its deals; empty where all is right."""
    try:
        return list(_faults(given, {record.deal: record for record in records}))
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        return [f"no comparison of this program: {type(error).__name__}"]


def _faults(given: Mapping[str, Any], records: Mapping[str, DealRecord]) -> Iterable[str]:
    if given["format"] != FORMAT:
        yield f"format: {FORMAT} expected"
        return
    link, tables = given["link"], given["tables"]
    if link is None or not fits(given["commitment"], link, int(given["place"])):
        yield "the link is not what the deals were bound to before the entries"
    elif given["secret"] != secret_of(link):
        yield "the secret does not come from the link"
    counting = [table for table in tables if table["scored"] is not None]
    nets = [tuple(table["net"]) for table in counting]
    if counting:
        mean = mean_of(nets)
        if (given["mean"], given["left"]) != (list(mean.seats), list(mean.left)):
            yield f"the mean is {list(mean.seats)}, with {list(mean.left)} left"
        for table in counting:
            if table["scored"] != list(mean.scored(tuple(table["net"]))):
                yield f"table {table['table']}: it scores {list(mean.scored(tuple(table['net'])))}"
    first: DealRecord | None = None
    for table in tables:
        record = records.get(table["deal"])
        if record is None:
            yield f"table {table['table']}: the record of {table['deal']} is missing"
            continue
        if fault := verify(record):
            yield f"table {table['table']}: {fault}"
        ending = record.state().ending
        if ending is None or ending.secret != given["secret"]:
            yield f"table {table['table']}: it was not dealt from the secret"
        elif list(ending.result.net) != table["net"]:
            yield f"table {table['table']}: its record pays {list(ending.result.net)}"
        if first is not None and not same_cards(first, record):
            yield f"table {table['table']}: other cards than at the first table"
        first = first or record
