"""Compares the tables of a duplicate on one deal, and checks such a comparison.

The comparison is shown on a page, and is a file that anybody can check.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games.engine.events import DealStarted, DealStopped
from games.engine.recording.records import DealRecord
from games.engine.recording.reenactment import first_of
from games.engine.recording.verification import same_cards, verify
from games.engine.rules import SEAT_NAMES
from tournaments.engine.draws.commitment import fits
from tournaments.engine.duplicate import place_of, secret_of
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import CAREFUL, member_label
from tournaments.engine.scoring.means import UNIT, mean_of
from tournaments.engine.state import TournamentState

FORMAT: Final = "tusac-duplicate-1"


def comparison(state: TournamentState, round_number: int, deal: int) -> dict[str, Any]:
    """Return the comparison of a deal as data for its file.

    Raises `TournamentRefused` while a table may still play the deal.
    """
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
                "sat_in": [[seat, member_label(player)] for seat, player in score.sat_in],
                "played_for": list(score.played_for),
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
        "drawn": len(drawn.tables),
        "missing": [
            number for number, table in enumerate(drawn.tables, 1) if table.score(deal) is None
        ],
        "tables": tables,
    }


def faults(
    given: Mapping[str, Any],
    records: Sequence[DealRecord],
    *,
    people: Mapping[str, str] | None = None,
    certificate: Mapping[str, Any] | None = None,
) -> list[str]:
    """Return the faults of a comparison file, checked against the records of its deals; empty if there are none.

    The records may be those of the whole tournament, in the order of their file; ``people`` are the names given
    there. In a masked file names are not compared (`are_masked`). If the ``certificate`` of the round's draw is
    given, the tables and their participants are compared with it.
    """
    try:
        return list(_faults(given, records, people or {}, certificate))
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, LookupError) as error:
        return [f"no comparison of this program: {type(error).__name__}"]


def are_masked(records: Sequence[DealRecord]) -> bool:
    """Return whether these records are masked: deals and people are numbered from 1 instead of by their ids."""
    labels = dict.fromkeys(
        label
        for record in records
        for label in first_of(record).players
        if label.startswith("player:")
    )
    return [record.deal for record in records] == [
        f"deal-{number}" for number in range(1, len(records) + 1)
    ] and sorted(labels, key=_number) == [f"player:{n}" for n in range(1, len(labels) + 1)]


def _number(label: str) -> int:
    return int(label.removeprefix("player:"))


def _faults(
    given: Mapping[str, Any],
    records: Sequence[DealRecord],
    people: Mapping[str, str],
    certificate: Mapping[str, Any] | None,
) -> Iterator[str]:
    if given["format"] != FORMAT:
        yield f"format: {FORMAT} expected"
        return
    link, tables = given["link"], given["tables"]
    if link is None or not fits(given["commitment"], link, int(given["place"])):
        yield "the link is not what the deals were bound to before the entries"
    elif given["secret"] != secret_of(link):
        yield "the secret does not come from the link"
    yield from _of_means(given)
    yield from _of_tables(given, certificate)
    same = [record for record in records if _secret_of(record) == given["secret"]]
    masked = are_masked(records)
    found = _unmasked(tables, same) if masked else {record.deal: record for record in same}
    elsewhere = {} if masked else {record.deal: record for record in records}
    first: DealRecord | None = None
    for table in tables:
        record = found.pop(table["deal"], None)
        if record is None:
            told = elsewhere.get(table["deal"])
            yield f"table {table['table']}: " + (
                f"the record of {table['deal']} is missing"
                if told is None
                else "it was not dealt from the secret"
            )
            continue
        if fault := verify(record):
            yield f"table {table['table']}: {fault}"
        ending = record.state().ending
        if ending is None or list(ending.result.net) != table["net"]:
            yield f"table {table['table']}: its record pays {list(ending.result.net if ending else ())}"
        if first is not None and not same_cards(first, record):
            yield f"table {table['table']}: other cards than at the first table"
        first = first or record
        if not masked:
            yield from faults_of_people(table, first_of(record).players, people)
    for deal, record in found.items():
        kinds = {type(event) for event in record.history}
        if DealStarted in kinds and DealStopped not in kinds:
            yield f"{deal} had the same cards, and its table is not compared"


def _secret_of(record: DealRecord) -> str | None:
    ending = record.state().ending
    return None if ending is None else ending.secret


def _of_means(given: Mapping[str, Any]) -> Iterator[str]:
    counting = [table for table in given["tables"] if table["scored"] is not None]
    if not counting:
        return
    mean = mean_of([tuple(table["net"]) for table in counting])
    if (given["mean"], given["left"]) != (list(mean.seats), list(mean.left)):
        yield f"the mean is {list(mean.seats)}, with {list(mean.left)} left"
    for table in counting:
        if table["scored"] != list(mean.scored(tuple(table["net"]))):
            yield f"table {table['table']}: it scores {list(mean.scored(tuple(table['net'])))}"


def _of_tables(given: Mapping[str, Any], certificate: Mapping[str, Any] | None) -> Iterator[str]:
    """Yield a fault for each drawn table that is missing, and for each participant who was not drawn there."""
    said = {table["table"]: table["participants"] for table in given["tables"]}
    missing = given.get("missing", [])
    count = given.get("drawn", max([*said, *missing], default=0))
    drawn = None if certificate is None else certificate["tables"]
    if drawn is not None:
        if (certificate or {}).get("round") != given["round"]:
            yield "the certificate is that of another round"
            return
        count = max(count, len(drawn))
    for number in range(1, count + 1):
        if number not in said and number not in missing:
            yield f"table {number}: it was drawn, and is not compared"
    for number, labels in sorted(said.items()):
        if drawn is None:
            continue
        if number > len(drawn):
            yield f"table {number}: the certificate has no such table"
            continue
        for seat, label in enumerate(drawn[number - 1]):
            if labels[seat] != label:
                yield (
                    f"table {number}: {SEAT_NAMES[seat]} is {labels[seat]}, and {label} in the certificate"
                )


def faults_of_people(
    table: Mapping[str, Any], players: Sequence[str], people: Mapping[str, str]
) -> Iterator[str]:
    """Yield a fault for each seat where the record names another player than the comparison.

    In a seat given to somebody else the comparison names that holder. The bot in the record is no fault where it
    played for a member.
    """

    def named(label: str) -> str:
        return f"{people[label]} ({label})" if label in people else label

    expected = list(table["participants"])
    for seat, label in table.get("sat_in", []):
        expected[seat] = label
    for seat, label in enumerate(expected):
        by_bot = players[seat] == CAREFUL and seat in table.get("played_for", [])
        if players[seat] != label and not by_bot:
            yield (
                f"table {table['table']}: {SEAT_NAMES[seat]} is {named(label)}, "
                f"and {named(players[seat])} in the record"
            )


def _unmasked(
    tables: Sequence[Mapping[str, Any]], records: Sequence[DealRecord]
) -> dict[str, DealRecord]:
    """Return the masked records by deal, found by their payments since they don't name the deal.

    Each table of the comparison gets the first record with its payments. Records that match no table follow, each
    under a description instead of a deal.
    """
    found, left = {}, list(records)
    for table in tables:
        for record in left:
            ending = record.state().ending
            if ending is not None and list(ending.result.net) == table["net"]:
                found[table["deal"]] = record
                left.remove(record)
                break
    return found | {f"a record, {record.deal} of the file,": record for record in left}
