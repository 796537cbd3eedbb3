"""After the upgrade an older club says what it said: states, rows, pages, the API and exports."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from tests.support.upgrades import NAME, answers, dump, expected

pytestmark = pytest.mark.usefixtures("upgraded")

RESHAPED = {
    "tournament-6": "a proposed ruling on real cards is an `Approval` of an outcome, as on screens",
    "tournament.discard-proposed": "the same",
    "tournament-5": "a ruling on real cards names its outcome, which three flags said before",
    "tournament.discard-ruled": "the same",
    "tournament.created": "it says the fee at the door, a league's points, and how odd numbers are seated, too",
    "tournament.started": "it says whether the rules know tables of three",
    "tournament.round-drawn": "it says who sits out",
    "tournament.result-entered": "a result may have its numbers alone (`counted`), in the place of the cards",
    "tournament.result-corrected": "the same",
    "tournament.result-confirmed": "it says on whose device the digits of a card were typed, too",
    "tournament.discard-withdrawn": "the same",
    "tournament.correction-proposed": "the same",
}
"""Streams and events whose state holds other values by now, each with the reason."""
CHANGED: dict[str, str] = {
    "page, hai: /club/staff/": "a proposed ruling on real cards waits there for a second person, as one on screens, and"
    " deals are called as people know them",
    "page, hai: /": "it says in other words that one plays against bots for fun",
    "page, hai: /house/": "it says what may be staked in the unit that the club plays for",
    "page, hai: /account/": "the balance says its unit, and who has no password chooses one",
    "page, hai: /tournaments/": "it says the day of play in place of that of the announcement, and counts players",
    **dict.fromkeys(
        (f"API, {viewer}: staff/acts/" for viewer in ("lan", "dinh")),
        "deals are called as people know them",
    ),
    **dict.fromkeys(
        (f"page, hai: /tournaments/{one}/" for one in (1, 2, 4, 5, 6, 7)),
        "it says the day, and leads to the result for the notice board",
    ),
    **dict.fromkeys(
        (
            f"file, {viewer}: /tournaments/{one}/{name}.csv"
            for viewer in ("", "dinh")
            for one in range(1, 8)
            for name in ("draws", "results", "standings", "ledger")
            if viewer or name != "ledger"
        ),
        "spreadsheets have headings in the reader's language, and no labels of programs",
    ),
    **dict.fromkeys(
        (f"page, hai: /replays/{deal}/" for deal in (1, 2, 3, 4, *range(13, 20))),
        "directors are led from a deal to what can be done to its result",
    ),
    "page, hai: /house/rule-sets/": "it begins with three presets and asks in everyday words",
    **dict.fromkeys(
        (
            "page, hai: /replays/",
            *(f"page, hai: /replays/{deal}/" for deal in (7, 10, 11, 12)),
            *(f"page, hai: /tables/{table}/" for table in (1, 2, 3, 5, 6, 7, 8, 9, 10, 11)),
        ),
        "rule sets have names as people say them; a table leads to how it is played and says what a deal can cost;"
        " a § leads to its rule",
    ),
    **dict.fromkeys(
        (f"page, hai: /tournaments/{one}/corrections/" for one in (1, 4, 5, 6, 7)),
        "a deal names its winner and points",
    ),
}
"""Answers that are other ones by now, by how they are called in `answers.py`, each with the reason."""


@pytest.fixture(scope="module")
def then() -> dict[str, Any]:
    """What the release of the dump said."""
    return expected.read(NAME)


def test_each_stream_folds_to_the_state_to_which_it_folded_then(then: dict[str, Any]) -> None:
    now = expected.streams()
    assert now.keys() == then["streams"].keys()
    assert [
        line
        for one in now
        if one not in RESHAPED
        for line in expected.lost(then["streams"][one], now[one], one)
    ] == []


def test_each_stored_sample_folds_to_the_state_to_which_it_folded_then(
    then: dict[str, Any],
) -> None:
    now = expected.samples()
    there = {place: one for place, one in then["samples"].items() if place in now}
    assert len(there) == len(then["samples"]), "a stored sample is gone"
    assert [
        line
        for place, one in there.items()
        if one["event"]["name"] not in RESHAPED
        for line in (
            # A schema's number may grow; what is written may not.
            *expected.differences(
                one["written"] | {"schema": now[place]["written"]["schema"]},
                now[place]["written"],
                place,
            ),
            *expected.lost(one["folded"], now[place]["folded"], place),
        )
    ] == []


def test_rows_made_again_from_the_log_are_the_rows_that_were_there() -> None:
    before = dump.all_rows()
    call_command("rebuild", stdout=StringIO())
    after = dump.all_rows()
    assert {table for table in before if before[table] != after[table]} == set()


def test_log_and_ledger_are_whole() -> None:
    call_command("verify_log", stdout=StringIO())
    call_command("check_ledger", stdout=StringIO())


def test_deals_are_exported_byte_for_byte(then: dict[str, Any]) -> None:
    _migrations, tables = dump.read(dump.kept(NAME))
    now = dict(answers.exports(tables))
    assert len(now) > 10
    assert now == {one: said for one, said in then["answers"].items() if one.startswith("export")}


def test_people_and_programs_read_what_they_read_then(then: dict[str, Any]) -> None:
    _migrations, tables = dump.read(dump.kept(NAME))
    now = dict(answers.answers(tables))
    assert set(CHANGED) <= set(now)
    assert [
        line
        for called, said in then["answers"].items()
        if called not in CHANGED
        for line in expected.differences(
            expected.facts(said, called), expected.facts(now.get(called), called), called
        )
    ] == []
